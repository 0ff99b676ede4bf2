"""What referees found wrong at the table, and how it is ruled, said and offered now, each from a scenario through play."""

import pytest
from support import problems_of

from airwar.battle.next_turn import next_scenario
from airwar.engine.questions import Fact, Roll
from airwar.errors import BadAnswer
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario


def scenario(points, lines, units, battles, *, attacker="soviet", weather="mud", more="", charts="{combat-table: synthetic-demo}"):
    """A scenario from lists of lines; a unit is `g1 german major 3, at: p`."""
    said = [f"airwar: 1\nruleset: dark-crusade\ntitle: A test\nweather: {weather}\nattacker: {attacker}", more]
    said += [f"charts: {charts}"] if charts else []
    said += ["points:", *(f"  {point}" for point in points), "lines:", *(f"  {line}" for line in lines), "units:"]
    for unit in units:
        words, _, rest = unit.partition(", ")
        name, nation, kind, strength = words.split()
        said.append(f"  - {{id: {name}, nation: {nation}, type: {kind}, strength: {strength}, {rest}}}")
    return "\n".join([*said, "battles:", *(f"  {battle}" for battle in battles)]) + "\n"


def begun(text):
    return Session.begin(parse_scenario(text, "test.yaml"), None, seed=1, mode="physical")


def to(session, key, faces=1, **answers):
    """Plays on to a question: every die shows the same face, attackers retreat after a round, the rest is as answered or usual."""
    while session.question is not None and session.question.key != key:
        question = session.question
        if isinstance(question, Roll):
            session.roll((faces,) * question.reading.dice.count)
        elif isinstance(question, Fact):
            session.answer(question.examples[0])
        else:
            stays = question.key.endswith("defender.retreat") or question.key.endswith(".r1.attacker.retreat")
            usual = "stay" if stays else "retreat" if question.key.endswith("attacker.retreat") else session.default
            session.answer(answers.get(question.key.split(".")[-1].replace("-", "_"), usual))
    assert session.question is not None or not key, f"{key} is never asked"
    return session


def at_end(session, faces=1, **answers):
    return to(session, "", faces, **answers)


def told(session):
    """Everything told so far, as text."""
    return [record.content.get("text", "") for record in session.log.records if record.content["t"] == "told"]


def lost(session):
    """The units that were eliminated, in order, and how many."""
    records = [record.content for record in session.log.records]
    return [(body["unit"], body["count"]) for body in records if body.get("what") == "loss" and body["fate"] == "eliminated"]


def stands(session):
    """Where every unit and air unit is in the end: place and marks."""
    return {(row.unit, row.count): (row.place, row.marks) for row in session.scenario.ruleset.standing((session.end.state,))}


# what a retreat costs

ALLIED_ARMY = scenario(
    ["home: {side: soviet}", "p: {side: axis}", "own: {side: axis}", "foe: {side: soviet}"],
    [
        "l: {between: [home, p], capacity: 1}",
        "lo: {between: [p, own], capacity: 3}",
        "lf: {between: [p, foe], capacity: 3}",
    ],
    [
        "g1 german major 3, at: p",
        "g2 german major 2, at: p",
        "rum romanian major 2, at: p",
        "a soviet major 6, at: home, line: l",
        "b soviet major 6, at: home, line: l",
    ],
    ["p: {}"],
    weather="snow",
)
AIR_AND_ARMY = scenario(
    ["home: {side: axis}", "p: {side: soviet}", "near: {side: soviet}", "far: {side: soviet}"],
    [
        "l: {between: [home, p], capacity: 1}",
        "ln: {between: [p, near], capacity: 1}",
        "lf: {between: [p, far], capacity: 3}",
    ],
    ["g1 german major 3, at: home, line: l", "a soviet major 6, at: p"],
    ["p: {air: {soviet: 3}}"],
    attacker="axis",
)


def test_b13a_the_prompt_finds_room_for_an_allied_army_and_two_corps():
    session = to(begun(ALLIED_ARMY), "p.r1.defender.retreat")
    assert session.question.options["retreat"].endswith("there is room for all")
    assert "2 units to Own; G2 to Foe" in session.question.about()
    session.answer("retreat")
    assert lost(at_end(session)) == []


def test_b4_the_prompt_knows_that_air_goes_only_where_ground_units_go():
    session = to(begun(AIR_AND_ARMY), "p.r1.defender.retreat")
    assert "room for 3 of 4 units; the rest would be lost" in session.question.options["retreat"]
    said = session.question.about()
    assert "A to Far" in said
    assert "Air follows: 2 to Far; no room for 1." in said


def test_b4_the_question_for_a_line_names_the_air_that_will_follow_and_proposes_the_best():
    session = to(begun(AIR_AND_ARMY), "p.r1.defender.retreat")
    session.answer("retreat")
    assert session.question.key == "p.r1.defender.refuge.near"
    said = session.question.about()
    assert "then 3 Soviet air units" in said
    assert "Near, room for 1; then Far, room for 3" in said
    assert "Proposed: A to Far, with room for 2 of the air units" in said
    assert not any(session.default.values()), "the proposal keeps the short line free"
    assert lost(at_end(session)) == [("Soviet air units", 1)]


DRIVEN = scenario(  # g1 can only go to Home, which a2 has left
    ["home: {side: soviet}", "base: {side: soviet}", "p: {side: axis}", "q: {side: axis}"],
    [
        "bp: {between: [base, p], capacity: 1}",
        "hp: {between: [home, p], capacity: 2}",
        "hq: {between: [home, q], capacity: 2}",
        "bq: {between: [base, q], capacity: 2}",
    ],
    [
        "a1 soviet major 3, at: base, line: bp",
        "a2 soviet major 3, at: home, line: hq",
        "a3 soviet major 3, at: base, line: bq",
        "g1 german major 2, at: p",
        "g2 german major 9, at: q",
    ],
    ["p: {}", "q: {}"],
    more="options: {battle-order: listed}",
)


def driven():
    """The session when g1 has been driven to Home."""
    session = to(begun(DRIVEN), "p.r1.defender.retreat")
    session.answer("retreat")
    return session


def test_b14_the_attacker_is_told_which_group_a_retreat_destroys():
    session = to(driven(), "q.r1.attacker.losses")
    session.answer({"a2": 1})
    assert session.question.options["retreat"] == (
        "retreat with everything: A2 destroyed at Home by the enemies driven there (B14); A3 dispersed at Base"
    )
    session.answer("retreat")
    assert lost(session) == [("A2", 1)]


def test_b14_the_attacker_is_told_whom_his_retreat_destroys():
    session = to(driven(), "q.r1.attacker.losses")
    session.answer({"a3": 1})
    assert "A2 dispersed at Home, destroying G1 (B14)" in session.question.options["retreat"]
    session.answer("retreat")
    assert lost(session) == [("G1", 1)]


# refusals give the reason and the rule


def refusal(session, answer):
    with pytest.raises(BadAnswer) as refused:
        session.answer(answer)
    return str(refused.value)


def test_b10_who_takes_no_losses_is_refused_with_the_rule():
    session = to(begun(ALLIED_ARMY), "p.r1.defender.losses")
    assert "German air units (german-air) absorb no losses (B6)" in refusal(session, {"german-air": 1})
    assert "Soviet air units (soviet-air) absorb no losses (B4)" in refusal(session, {"soviet-air": 1})
    assert "no field works absorb losses" in refusal(session, {"field-works": 1})
    assert "A fights for the Soviet side" in refusal(session, {"a": 1})


def test_b12_a_single_unit_cannot_retreat_and_the_refusal_says_so():
    session = to(begun(ALLIED_ARMY), "p.r1.defender.retreat")
    assert "retreat is all or nothing" in refusal(session, "g1")
    assert "(B12)" in refusal(session, "g1")


def test_b4_air_that_is_named_before_its_turn_to_retreat_is_refused_with_the_rule():
    session = to(begun(AIR_AND_ARMY), "p.r1.defender.retreat")
    session.answer("retreat")
    assert "air units follow when the ground units have gone, and only to where they went (B4)" in refusal(
        session, {"soviet-air": 1}
    )


def test_b13a_a_unit_that_is_too_large_for_a_line_is_refused_with_both_numbers():
    text = ALLIED_ARMY.replace("lo: {between: [p, own], capacity: 3}", "lo: {between: [p, own], capacity: 1}")
    session = to(begun(text), "p.r1.defender.retreat")
    session.answer("retreat")
    assert "Rum counts 2; the line to Own has room for 1 (B13a)" in refusal(session, {"rum": 1})


def test_b6_german_air_is_refused_where_no_ground_unit_goes():
    text = scenario(
        ["home: {side: axis}", "p: {side: soviet}", "far: {side: soviet}"],
        ["l: {between: [home, p], capacity: 9}", "lf: {between: [p, far], capacity: 3}"],
        ["g1 german major 9, at: home, line: l", "a soviet minor 1, at: p"],
        ["p: {air: {german: 1}}"],
        attacker="axis",
        weather="good",
    )
    session = to(begun(text), "p.r1.german-air.advance", faces=6)
    assert "no Axis ground unit of this battle goes to Home; German air cannot be alone (B6)" in refusal(session, {"home": 1})


# breakthrough combat follows regular combat

TWO_KINDS = scenario(
    ["home: {side: axis}", "p: {side: soviet, holds: emplaced-factory}", "q: {side: soviet}", "r: {side: soviet}"],
    [
        "hp: {between: [home, p], capacity: 4}",
        "hq: {between: [home, q], capacity: 4}",
        "pq: {between: [p, q], capacity: 4}",
        "hr: {between: [home, r], capacity: 4}",
    ],
    [
        "g1 german major 5, at: home, line: hp",
        "g2 german major 5, at: home, line: hq",
        "g3 german major 5, at: home, line: hr",
        "a soviet major 4, at: p",
        "b soviet major 1, at: q",
        "c soviet minor 1, at: r",
    ],
    ["q: {breakthrough: true}", "p: {}", "r: {}"],
    attacker="axis",
)


def test_b0_breakthrough_combat_is_offered_only_when_no_regular_combat_is_left():
    session = begun(TWO_KINDS)
    assert (session.question.key, list(session.question.options)) == ("attacker.next-battle-1", ["p", "r"])
    assert "breakthrough combat comes after all regular combat (B0)" in refusal(session, "q")
    assert [body["scope"] for body in entered(at_end(session))] == ["p", "r", "q"]


def entered(session):
    records = [record.content for record in session.log.records]
    return [body for body in records if body["t"] == "enter" and body["scope"]]


def test_b13c_a_unit_that_retreats_before_breakthrough_combat_defends_there():
    session = begun(TWO_KINDS)
    session.answer("p")
    to(session, "p.r1.defender.retreat").answer("retreat")
    assert not any("take no part" in text for text in told(session))
    to(session, "q.r1.attacker.retreat")
    assert any("Soviet (defender) fires with 5: A (4), B (1)" in text for text in told(session)), told(session)


# lines


def test_b13a_lines_that_share_their_capacity_carry_no_more_together():
    fork = AIR_AND_ARMY.replace("lf: {between: [p, far], capacity: 3}", "lf: {between: [p, far], shares: ln}").replace(
        "soviet: 3", "soviet: 0"
    )
    fork = fork.replace("a soviet", "").replace(
        "battles:", "  - {id: b, nation: soviet, type: major, strength: 1, at: p}\nbattles:"
    )
    session = to(begun(fork), "p.r1.defender.retreat")
    assert "room for 1 of 2 units" in session.question.options["retreat"]
    session.answer("retreat")
    session.answer({"b": 1})
    assert lost(at_end(session)) == [("A", 1)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("lf: {between: [p, far]}", "line lf has neither a capacity and shares"),
        ("lf: {between: [p, far], capacity: 2, shares: ln}", "line lf has both a capacity and shares"),
        ("lf: {between: [p, far], shares: lf}", "lf shares a capacity itself"),
    ],
)
def test_b13a_a_line_has_a_capacity_or_shares_one(line, problem):
    found = problems_of(AIR_AND_ARMY.replace("lf: {between: [p, far], capacity: 3}", line))
    assert any(problem in text for text in found), found


def test_b13a_what_has_retreated_over_a_line_already_takes_up_its_room():
    text = AIR_AND_ARMY.replace("lf: {between: [p, far], capacity: 3}", "lf: {between: [p, far], capacity: 3, used: 3/2}")
    session = to(begun(text), "p.r1.defender.retreat")
    assert "room for 1 of 4 units" in session.question.options["retreat"]


# where Soviet air came from

FROM_TWO_POINTS = scenario(
    ["north: {side: soviet}", "south: {side: soviet}", "p: {side: axis}"],
    ["np: {between: [north, p], capacity: 3}", "sp: {between: [south, p], capacity: 3}"],
    ["a1 soviet major 4, at: north, line: np", "a2 soviet major 4, at: south, line: sp", "g1 german major 3, at: p"],
    ["p: {air: {soviet: 4, from: {north: 3, south: 1}}}"],
)


def test_b12_soviet_air_goes_back_where_it_started_and_its_owner_says_who_survived():
    session = to(begun(FROM_TWO_POINTS), "p.r1.attacker.retreat", faces=3)  # flak shoots down two of four
    session.answer("retreat")
    assert session.question.key == "p.r1.soviet-air.return"
    assert dict(session.question.items) == {"north": 2, "south": 1}
    assert "not between 0 and 1" in refusal(session, {"south": 2})
    session.answer({"north": 1, "south": 1})
    assert stands(session)["soviet-air", 1][0] in ("north", "south")


def test_b12_soviet_air_starts_where_its_attack_starts():
    found = problems_of(FROM_TWO_POINTS.replace("from: {north: 3, south: 1}", "from: {p: 1}"))
    assert any("no Soviet unit attacks p from p" in text for text in found), found


# the next phase


def test_b13b_a_unit_in_an_enemy_point_is_no_attacker_there_and_can_be_attacked():
    text = scenario(
        ["zhizdra: {side: axis}", "orel: {side: axis}", "kozelsk: {side: soviet}"],
        ["oz: {between: [orel, zhizdra], capacity: 4}", "zk: {between: [zhizdra, kozelsk], capacity: 4}"],
        ["a6 soviet minor 2, at: zhizdra", "c35 german major 3, at: orel, line: oz"],
        ["zhizdra: {}"],
        attacker="axis",
    )
    session = to(begun(text), "zhizdra.r1.defender.retreat")
    assert session.question.options["retreat"].endswith("there is room for all")
    session.answer("retreat")
    at_end(session)
    assert {unit: place for (unit, _), (place, _) in stands(session).items()} == {"a6": "kozelsk", "c35": "zhizdra"}


def test_b13_a_battle_at_ones_own_point_needs_an_enemy_there():
    text = AIR_AND_ARMY.replace("p: {air: {soviet: 3}}", "home: {}")
    assert any("home is controlled by the attacker" in problem for problem in problems_of(text))


def continued(session, attacker, orders, battles):
    """The position that is printed at the end, with other orders, as a scenario."""
    sheet = [record.content for record in session.log.records if record.content.get("title", "").startswith("To continue")][-1]
    lines = [row[0] for row in sheet["rows"]]
    lines = [line.replace("type:", f"line: {orders[unit]}, type:") if (unit := unit_of(line)) in orders else line for line in lines]
    lines = [f"attacker: {attacker}" if line.startswith("attacker:") else line for line in lines]
    head = "airwar: 1\nruleset: dark-crusade\ntitle: On\ncharts: {combat-table: synthetic-demo}"
    return "\n".join([head, *lines, "battles:", *battles])


def unit_of(line):
    return line.partition("id: ")[2].partition(",")[0]


def test_b13_the_position_at_the_end_of_a_phase_is_a_scenario():
    session = driven()
    to(session, "q.r1.attacker.losses").answer({"a2": 1})
    session.answer("retreat")
    assert stands(session)["g1", 1] == ("home", ()), "in an enemy point"
    text = continued(session, "soviet", {"a1": "hp"}, ["  home: {}"])
    assert "p: {side: soviet, holds: ask}" in text, "taken"
    assert "combat: breakthrough" in text, "which follows regular combat, over the same lines"
    assert "hp: {between: [home, p], capacity: 2, used: 1}" in text
    again = begun(text)
    before = [row for row in session.standing if row.marks != ("eliminated",)]
    start = again.scenario.ruleset.standing((again.scenario.start.state,))
    assert [row._replace(marks=()) for row in start] == [row._replace(marks=()) for row in before]
    assert "A retreat: G1 to Q" in to(again, "home.r1.defender.retreat").question.about()


def test_b6_air_units_are_part_of_the_position():
    text = AIR_AND_ARMY.replace("soviet: 3", "soviet: 3, german: 1").replace("strength: 3, at: home", "strength: 9, at: home")
    session = to(begun(text), "p.r1.attacker.retreat", faces=4)
    session.answer("retreat")
    at_end(session)
    text = continued(session, "soviet", {"a": "l"}, ["  home: {}"])
    assert "- {side: axis, at: home, count: 1}" in text
    assert "- {side: soviet, at: p, count: 2}" in text
    assert problems_of(text) == []


@pytest.mark.parametrize(
    ("air", "problem"),
    [
        ("{side: axis, at: far, count: 1}", "no Axis ground unit is at far; German air cannot be there alone (B6)"),
        ("{side: soviet, count: 1}", "Soviet air units are never displaced"),
    ],
)
def test_b6_air_units_that_cannot_be_there_are_problems(air, problem):
    found = problems_of(AIR_AND_ARMY.replace("battles:", f"air:\n  - {air}\nbattles:"))
    assert any(problem in text for text in found), found


def test_b5_more_than_four_german_air_units_may_gather_and_multiply_as_four():
    text = AIR_AND_ARMY.replace("battles:", "air:\n  - {side: axis, at: p, count: 6}\nbattles:")
    session = begun(text.replace("weather: mud", "weather: good").replace("soviet: 3", "soviet: 0"))
    assert session.question.key == "p.r1.attacker.fire"
    assert any("fires with 15: G1 (3 x 5)" in line for line in told(session)), told(session)


# what `check` says of an attack


def notes(text):
    return [problem.text for problem in parse_scenario(text, "test.yaml").notes]


def test_b13a_more_attackers_than_a_line_carries_are_noted():
    text = AIR_AND_ARMY.replace("l: {between: [home, p], capacity: 1}", "l: {between: [home, p], capacity: 0}")
    assert any("attackers over l count 1, but it carries 0" in note for note in notes(text))
    assert notes(AIR_AND_ARMY) == []


def test_b10_an_attacker_that_begins_dispersed_is_noted():
    text = AIR_AND_ARMY.replace("at: home, line: l", "at: home, line: l, dispersed: true")
    assert any("G1 is dispersed, and cannot move until it recovers" in note for note in notes(text))


# the printed table


def test_b16_a_cell_that_no_table_can_have_is_doubted_when_it_is_read():
    text = AIR_AND_ARMY.replace("charts: {combat-table: synthetic-demo}\n", "").replace("a soviet major 6", "a soviet major 1")
    text = text.replace("strength: 6, at: p", "strength: 1, at: p").replace("soviet: 3", "soviet: 0")
    for cell, doubted in (("99", True), ("1", False)):
        session = begun(text)
        session.answer("yes")
        session.answer(" ".join(map(str, range(1, 25))))
        session.roll((5,))
        assert session.question.key == "combat-table.1.5"
        session.answer(cell)
        assert any("column 1 gives up to 99, more than the points that fire" in note for note in told(session)) == doubted


def test_b16_cells_that_nobody_has_drawn_are_read_from_the_page_and_kept(tmp_path):
    heads = " ".join(map(str, range(1, 25)))
    rows = "\n".join(
        f"      {face} " + " ".join("?" if (face, points) == (5, 6) else "0" for points in range(1, 25)) for face in range(1, 7)
    )
    charts = f'\n  combat-table:\n    columns: "{heads}"\n    rows: |\n{rows}'
    text = AIR_AND_ARMY.replace("soviet: 3", "soviet: 0").replace(" {combat-table: synthetic-demo}", charts)
    session = Session.begin(parse_scenario(text, "test.yaml"), tmp_path / "log.jsonl", seed=1, mode="physical")
    session.answer("yes")
    session.roll((5,))
    assert session.question.key == "combat-table.6.5"
    session.answer("1")
    session.answer("retreat")
    at_end(session)
    session.finish()
    session.close()
    assert "combat-table.6.5: 1" in next_scenario(tmp_path / "log.jsonl").text


# former options


@pytest.mark.parametrize(("value", "good"), [("4", True), ("5", False)])
def test_b5_a_former_option_may_name_its_reading_only(value, good):
    found = problems_of(AIR_AND_ARMY.replace("charts:", f"options: {{max-german-air: {value}}}\ncharts:"))
    assert (found == []) == good, found


# what a referee found in whole phases


@pytest.mark.parametrize("air", ["", "air:\n  - {side: axis, at: start, count: 2}"])
def test_b13b_german_air_that_is_left_alone_does_not_bar_a_point(air):
    """B6: it may not be there without a ground unit, so the defenders can be driven to where the attackers came from."""
    text = scenario(
        ["start: {side: axis}", "target: {side: soviet}"],
        ["road: {between: [start, target], capacity: 4}"],
        ["g german major 3, at: start, line: road", "h german major 3, at: start, line: road", "a soviet major 3, at: target"],
        ["target: {}"],
        attacker="axis",
        weather="good",
        more=air,
    )
    question = to(begun(text), "target.r1.defender.retreat", faces=2).question
    assert "retreat" in question.options


def test_b11_where_both_sides_are_destroyed_the_point_stays_whose_it_was():
    """A unit that was driven to an enemy point does not win it by dying there."""
    text = scenario(
        ["start: {side: axis}", "target: {side: axis}", "home: {side: soviet}"],
        ["road: {between: [start, target], capacity: 4}", "far: {between: [home, start], capacity: 4}"],
        ["g german minor 1, at: start, line: road", "a soviet minor 1, at: target", "b soviet minor 1, at: home"],
        ["target: {}"],
        attacker="axis",
        weather="good",
    )
    session = at_end(begun(text), faces=6)
    assert "nobody is left at Target; the Axis side still controls it" in told(session)


def test_b13a_lines_that_share_their_room_say_so():
    text = scenario(
        ["start: {side: soviet}", "target: {side: axis}", "one: {side: axis}", "two: {side: axis}"],
        [
            "road: {between: [start, target], capacity: 4}",
            "fork-one: {between: [target, one], capacity: 2}",
            "fork-two: {between: [target, two], shares: fork-one}",
        ],
        ["s soviet major 9, at: start, line: road", "g german major 3, at: target", "h german major 3, at: target"],
        ["target: {}"],
    )
    session = to(begun(text), "target.r1.defender.retreat", faces=2)
    session.answer("retreat")
    question = to(session, "target.r1.defender.refuge.one").question
    assert "(together with Fork One)" in question.about()
