"""Orders at the prompt for bases and moves between them: airbases, transfers, staging, redeployment."""

import pytest
from waw import JAPAN_AND_ALLIES, fought, problems, standing

TWO_BASES = """
orders: ask
bases:
  a: {side: axis, facilities: [city]}
  b: {side: axis, facilities: [city]}
  london: {side: allies, facilities: [city]}
distances: {a: {b: 2}, london: {a: 3, b: 4}}
units:
  - {id: u, nation: germany, type: aaf, count: 5, at: a}
  - {id: v, nation: germany, type: aaf, count: 5, inverted: 2, at: b}
"""


def test_18_21_two_full_bases_exchange_units():
    end = fought(
        TWO_BASES,
        """
            staging.attacker.order u; staging.attacker.stage.u 5 b; staging.attacker.stage.v 3 a 2 a/inverted
            staging.attacker.uninvert wait
        """,
    )
    assert standing(end) == {"u": ("b", 5, 0), "v": ("a", 3, 2)}
    ordered = TWO_BASES.replace("ask", "prepared") + "staging: [{unit: u, to: b}, {unit: v, to: a}]\n"
    assert standing(fought(ordered, "uninvert wait")) == {"u": ("b", 5, 0), "v": ("a", 3, 2)}


def test_18_21_staging_is_not_over_while_it_has_made_a_base_too_full():
    end = fought(TWO_BASES, """
            staging.attacker.order u; staging.attacker.stage.u 2 b; staging.attacker.stage.v 2 a/inverted  # fmt: skip
            staging.attacker.uninvert wait
        """)  # fmt: skip
    assert standing(end) == {"u": ("a", 3, 0), "u/b": ("b", 2, 0), "v": ("b", 3, 0), "v/a": ("a", 0, 2)}
    question = end.question("staging.attacker.stage.v")
    assert question.default == {"a": 2, "a/inverted": 0}
    why = "not enough could leave again: B holds 7 factors and 0 naval squadrons; it may base 5 factors (18.11-18.13)"
    assert question.refuses({}) == why


def test_18_21_the_owner_says_whether_inverted_or_uninverted_units_stage():
    room = TWO_BASES.replace("count: 5, at: a", "count: 3, at: a")
    end = fought(room, "staging.attacker.order v; staging.attacker.stage.v 2 a/inverted; staging.attacker.uninvert wait")
    assert standing(end)["v/a"] == ("a", 0, 2)
    assert dict(end.question("staging.attacker.stage.v").items) == {"a": 3, "a/inverted": 2}
    ordered = room.replace("ask", "prepared") + "staging: [{unit: v, to: a, count: 2, inverted: 2}]\n"
    assert standing(fought(ordered, "uninvert wait"))["v/a"] == ("a", 0, 2)
    too_many = ordered.replace("inverted: 2}]", "inverted: 0}]").replace("count: 2,", "count: 4,")
    assert problems(too_many) == ["11:25: v has 3 uninverted and 2 inverted, not 0 of 4 inverted"]


def test_18_21_a_part_that_an_order_has_made_is_named_in_later_orders():
    rest = (
        TWO_BASES.replace("ask", "prepared").replace("count: 5, inverted: 2", "count: 2")
        + "staging: [{unit: u, to: b, count: 2}]\n"
    )
    flown = rest + "counterair: [{at: london, with: {u: 3, u/b: 2}}]\n"
    end = fought(flown, "return.u.london a; return.u/b.london b")
    assert standing(end) == {"u": ("a", 0, 3), "u/b": ("b", 0, 2), "v": ("b", 2, 0)}
    whole = rest + "counterair: [{at: london, with: {u: 5}}]\n"
    assert problems(whole) == ["12:37: u has 3 uninverted; 5 are to fly (18.41)"]
    nobody = rest + "counterair: [{at: london, with: {v/a: 1}}]\n"
    assert problems(nobody) == ["12:39: no earlier order sends a part of v to A"]
    unknown = rest + "counterair: [{at: london, with: {u/c: 1}}]\n"
    assert problems(unknown)[0] == "12:34: unknown id 'c'; expected an id from bases"


CHAIN = """
orders: ask
bases:
  palau: {side: japan, facilities: [city]}
  truk: {side: japan, facilities: [port]}
  efate: {side: allies, facilities: [airbase]}
carriers:
  akagi: {nation: japan, size: 3, port: truk}
distances: {palau: {truk: 4}}
units:
  - {id: n, nation: japan, type: nas, count: 3, at: palau}
"""
BOARD = "transfers: [{unit: n, to: akagi}]\n"


def test_17_3122a_naval_air_goes_aboard_after_staging():
    assert standing(
        fought(
            CHAIN,
            """
            staging.attacker.order n; staging.attacker.stage.n 3 truk
            transfers-after.attacker.order n; transfers-after.attacker.transfer.n 3 akagi
        """,
            head=JAPAN_AND_ALLIES,
        )
    )["n"] == ("akagi", 3, 0)
    prepared = CHAIN.replace("ask", "prepared") + BOARD + "staging: [{unit: n, to: truk}]\n"
    assert standing(fought(prepared, head=JAPAN_AND_ALLIES))["n"] == ("akagi", 3, 0)
    assert problems(CHAIN.replace("ask", "prepared") + BOARD, JAPAN_AND_ALLIES) == [
        "12:27: Palau and Akagi are not in the same place (17.3122)"
    ]
    more = "  - {id: m, nation: japan, type: nas, count: 1, at: palau}\n"
    both = prepared.replace(BOARD, more + BOARD.replace("}]", "}, {unit: m, to: akagi}]")).replace(
        "truk}]", "truk}, {unit: m, to: truk}]"
    )
    assert problems(both, JAPAN_AND_ALLIES) == ["13:49: Akagi has room for 0 more naval squadrons (17.312)"]


def test_17_3122b_naval_air_goes_aboard_after_redeployment():
    rest = CHAIN + BOARD.replace("akagi}", "akagi, phase: redeployment}") + "redeployment: [{unit: n, to: truk}]\n"
    assert standing(fought(rest, head=JAPAN_AND_ALLIES))["n"] == ("akagi", 3, 0)


def test_17_3122_a_prepared_transfer_says_why_it_is_not_made():
    rest = CHAIN + BOARD.replace("akagi}", "akagi, phase: redeployment}")
    end = fought(rest, head=JAPAN_AND_ALLIES)
    assert "Palau and Akagi are not in the same place (17.3122)" in end.notes()


def test_18_143_an_airbase_is_placed_recycled_and_flown_from_in_one_phase():
    rest = """
orders: ask
bases:
  rome: {side: axis, facilities: [city, airbase], airbase-of: italy}
  bari: {side: axis, facilities: [airbase], airbase-of: italy}
  tunis: {side: axis}
  malta: {side: allies, facilities: [port], island: true}
distances: {rome: {tunis: 5, bari: 2, malta: 6}, tunis: {malta: 3, bari: 6}}
units:
  - {id: regia, nation: italy, type: aaf, count: 5, at: rome}
"""
    end = fought(
        rest,
        """
            airbases.attacker.order italy; airbases.attacker.airbase-from bari
            staging.attacker.order regia; staging.attacker.stage.regia 5 tunis
            counterair.attacker.order malta
            malta.attacker.commit 4 regia
        """,
    )
    assert [(base.id, base.airbase_of) for base in end.state.bases if base.airbase_of] == [("rome", "italy"), ("tunis", "italy")]
    assert standing(end)["regia"] == ("tunis", 1, 4)
    options = end.question("movement.airbases.attacker.airbase-from.1").options
    assert list(options) == ["rome", "bari"]  # both of Italy's counters are on the map
    assert "italy" not in end.question("movement.airbases.attacker.order.2").options  # one a turn (18.142B)


def test_18_521_bases_are_announced_before_any_is_fought():
    rest = TWO_BASES.replace("london: {side", "dover: {side: allies, facilities: [city]}\n  london: {side").replace(
        "b: 4}", "b: 4, dover: 1}, dover: {a: 2}"
    )
    end = fought(rest, "uninvert wait; order dover; commit 2 u; order london; commit 3 u; next london")
    assert standing(end)["u"] == ("a", 0, 5)
    keys = [question.key for question in end.asked if "order" not in question.key or "counterair" in question.key]
    announced = ["movement.counterair.attacker.order.1", "dover.attacker.commit", "movement.counterair.attacker.order.2"]
    assert [key for key in keys if key in announced] == announced
    assert dict(end.question("london.attacker.commit").items) == {"u": 3, "v": 3}


DENIED = """
orders: ask
bases:
  calais: {side: axis, facilities: [city]}
  dover: {side: allies, facilities: [city]}
  london: {side: allies, facilities: [city]}
distances: {calais: {dover: 3, london: 3}, dover: {london: 2}}
units:
  - {id: jg, nation: germany, type: aaf, count: 5, at: calais}
  - {id: raf, nation: britain, type: aaf, count: 4, at: dover}
"""


@pytest.mark.parametrize(("sent", "may_fly_off"), [({}, True), ({"jg": 1}, False)])
def test_18_523_only_a_base_that_somebody_flies_to_is_denied_as_a_refuge(sent, may_fly_off):
    orders = {"movement.counterair.attacker.order.1": "dover", "movement.counterair.attacker.order.2": "london"}
    forces = {"dover.attacker.commit": {"jg": 4}, "london.attacker.commit": sent}
    dice = {"dover.r1.attacker.fire": (1, 1), "dover.r1.defender.fire": (1, 1)}
    breaks_off = "defender" if may_fly_off else "attacker"
    end = fought(DENIED, dice, orders | forces | {f"dover.r1.{breaks_off}.disengage": "disengage"})
    keys = [question.key for question in end.asked]
    assert keys.index("london.attacker.commit") < keys.index(f"dover.r1.{breaks_off}.disengage")
    assert standing(end)["raf"][0] == ("london" if may_fly_off else "dover")
