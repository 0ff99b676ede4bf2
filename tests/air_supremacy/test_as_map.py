"""The map (rules 21, 22, 24, 30, 43): who is where, which places are friendly, who has room, and what a turn leaves."""

from itertools import product

import pytest
from as_pieces import kind, line
from as_table import MISS, play, theater
from test_as_attacker import ASHORE, AT_SEA, fleet
from test_as_dispatch import FRONT, NORTH, front

from airwar.engine.moves import End
from airwar.loading import parse_scenario
from airwar.rulesets.air_supremacy.landing import after_battle, carrier_is_sunk, home_is_lost, landed_group
from airwar.rulesets.air_supremacy.outcome import party, result_of_battle, result_of_turn, results, tally, winner
from airwar.rulesets.air_supremacy.places import (
    afloat,
    all_fit,
    came_from,
    carriers_in,
    decks,
    free_deck,
    friendly_ground,
    friendly_places,
    home_of,
    is_quiet,
    origin_groups,
    present,
    space_of,
    strangers_in,
)
from airwar.rulesets.air_supremacy.position import (
    Stand,
    alike_together,
    as_scenario,
    captor,
    matched,
    new_id,
    next_turn,
    position_of,
    position_sheet,
    space_lines,
    unit_words,
)
from airwar.rulesets.air_supremacy.setting import Standing
from airwar.rulesets.air_supremacy.standing import standing
from airwar.rulesets.air_supremacy.turn import Battle, Group, combined, facts, leader
from airwar.rulesets.air_supremacy.units import nation_name, type_name
from airwar.rulesets.kit.facts import facts as kit_facts

SPACES = {
    "bay": {"kind": "sea", "adjacent": ["coast", "ocean", "isle"]},
    "ocean": {"kind": "sea", "adjacent": ["isle"]},
    "gulf": {"kind": "sea"},
    "coast": {"kind": "land", "nation": "uk", "adjacent": ["inland", "neutral", "isle", "depot"]},
    "inland": {"kind": "land", "nation": "uk"},
    "neutral": {"kind": "land"},
    "isle": {"kind": "land", "nation": "usa"},
    "depot": {"kind": "land"},
    "camp": {"kind": "land", "nation": "germany"},
}
UNITS = [
    ("ark", "uk", "aircraft-carrier", 1, "bay"),
    ("swordfish", "uk", "dive-bomber", 1, "@ark"),
    ("wasp", "usa", "aircraft-carrier", 1, "ocean"),
    ("wildcats", "usa", "fighter", 2, "@wasp"),
    ("picket", "uk", "destroyer", 1, "bay"),
    ("raf", "uk", "fighter", 2, "inland"),
    ("guard", "uk", "infantry", 2, "coast"),
    ("reserve", "uk", "infantry", 1, "depot"),
    ("reds", "ussr", "infantry", 1, "neutral"),
    ("army", "germany", "infantry", 4, "camp"),
    ("jg", "germany", "fighter", 2, "camp"),
    ("wolf", "germany", "destroyer", 2, "gulf"),
]
ATTACKS = [{"at": "coast", "with": {"army": 2, "jg": 2}}, {"at": "bay", "with": {"wolf": 1}}]


def turn_of(units=UNITS, attacks=ATTACKS, spaces=SPACES, **more):
    return parse_scenario(theater(units, attacks, spaces, **more), "test.yaml").start.state


def kinds_by_name(turn):
    return {one.id: one for one, _ in turn.units()}


def test_47_those_listed_first_are_the_ones_left():
    fighter, bomber = kind("fighter"), kind("bomber")
    origins = ((fighter, "camp", 2), (bomber, "camp", 5), (fighter, "base", 3))
    assert list(came_from(origins, fighter, 1)) == [("camp", 1)]
    assert list(came_from(origins, fighter, 2)) == [("camp", 2)]
    assert list(came_from(origins, fighter, 4)) == [("camp", 2), ("base", 2)]
    assert list(came_from(origins, fighter, 5)) == [("camp", 2), ("base", 3)]
    assert list(came_from(origins, fighter, 0)) == []
    assert list(came_from(origins, kind("armor"), 2)) == []


def test_21_a_ship_is_in_its_battle_or_beside_it_or_sunk():
    turn = turn_of()
    assert [afloat(turn, ship) for ship in ("ark", "wasp", "hood")] == ["bay", "ocean", ""]
    known = kinds_by_name(turn)
    assert home_of(turn, known["uk-dive-bomber"]) == "bay"
    assert home_of(turn, known["usa-fighter"]) == "ocean"
    assert home_of(turn, known["uk-fighter"]) == "inland"
    sunk = turn.with_battle(turn.battle("bay")._replace(defenders=()))
    assert home_of(sunk, known["uk-dive-bomber"]) == ""
    assert [space_of(turn, Group(known["uk-fighter"], 1, status)) for status in ("at home", "out for the turn")] == ["inland"] * 2
    for status in ("on the way", "battle over", "returning", "in retreat"):
        assert space_of(turn, Group(known["uk-fighter"], 1, status, "coast")) == ""
    assert space_of(turn, Group(known["uk-infantry"], 1, "left the battle", "depot")) == "depot"


def test_46_a_ship_that_supports_a_landing_lies_in_its_own_zone():
    types = {"assault-ship": {"sphere": "sea", "attack": 5, "defend": 5, "holds": 2, "carries": "troops"}}
    units = [*UNITS, ("barge", "germany", "assault-ship", 1, "gulf"), ("marines", "germany", "infantry", 1, "@barge")]
    spaces = SPACES | {"gulf": {"kind": "sea", "adjacent": ["coast"]}}
    landing = {"at": "coast", "landing": {"army": 2}, "support": {"barge": 1}}
    turn = turn_of(units, [landing], spaces, types=types)
    assert [one.kind.ship for one in turn.battle("coast").support] == ["barge"]
    assert afloat(turn, "barge") == "gulf"
    assert "barge" in [one.ship for one in present(turn, "gulf")]
    assert "barge" not in [one.ship for one in present(turn, "coast")]


def test_43_everybody_in_a_space_is_present_and_those_based_there_while_they_are_away():
    turn = turn_of()
    assert {one.id for one in present(turn, "coast")} == {"uk-infantry", "germany-infantry", "germany-fighter"}
    assert {one.id for one in present(turn, "bay")} == {"ark", "uk-dive-bomber", "uk-destroyer", "germany-destroyer"}
    assert {one.id for one in present(turn, "inland")} == {"uk-fighter"}
    assert {one.id for one in present(turn, "gulf")} == {"germany-destroyer"}
    assert {one.id for one in present(turn, "ocean")} == {"wasp", "usa-fighter"}
    assert {one.id for one in present(turn, "isle")} == set()
    away = turn.with_groups(one._replace(status="on the way", place="coast") if one.kind.type.flies else one for one in turn.groups)
    assert {one.id for one in present(away, "inland")} == {"uk-fighter"}
    assert {one.id for one in present(away, "ocean")} == {"wasp"}


@pytest.mark.parametrize(
    ("result", "after", "quiet"),
    [("", "", False), ("attacker wins", "", False), ("defender wins", "", True), ("called off", "", True), ("", "gulf", False)],
)
def test_43_a_space_is_quiet_when_nobody_attacks_it_or_has_taken_it(result, after, quiet):
    turn = turn_of()
    turn = turn.with_battle(turn.battle("coast")._replace(result=result, after=after))
    assert is_quiet(turn, "coast") is quiet
    assert is_quiet(turn, "inland")


def test_43_friendly_ground_is_held_by_friends_or_has_only_friends_in_it():
    turn = turn_of()
    spaces = ("inland", "isle", "depot", "neutral", "coast", "camp", "bay", "ocean")
    assert [space for space in spaces if friendly_ground(turn, "uk", space)] == ["inland", "isle", "depot"]
    assert [space for space in spaces if friendly_ground(turn, "ussr", space)] == ["neutral"]
    assert [space for space in spaces if friendly_ground(turn, "germany", space)] == ["camp"]
    assert [space for space in SPACES if strangers_in(turn, "uk", space)] == ["bay", "gulf", "coast", "neutral", "camp"]


def test_21_carriers_keep_the_places_of_their_own_aircraft():
    turn = turn_of()
    assert [(ship, free_deck(turn, ship)) for ship in ("ark", "wasp", "hood")] == [("ark", 1), ("wasp", 0), ("hood", 0)]
    assert carriers_in(turn, "uk", "ocean") == ["wasp"]
    assert carriers_in(turn, "uk", "bay") == ["ark"]
    assert carriers_in(turn, "germany", "bay") == []
    known = kinds_by_name(turn)
    assert decks(turn, known["uk-dive-bomber"], "bay") == ["ark"]
    assert decks(turn, known["usa-fighter"], "ocean") == ["wasp"]  # full, but it keeps their places
    assert decks(turn, known["uk-fighter"], "ocean") == []
    assert decks(turn, known["uk-fighter"], "bay") == ["ark"]
    assert decks(turn, kind("bomber"), "bay") == []


def fits_by_trying(free, wanted):
    """Whether aircraft fit on decks, by trying every way to land them one by one."""
    single = [ships for number, ships in wanted for _ in range(number)]
    ways = product(*(sorted(ships) for ships in single))
    return any(all(way.count(ship) <= room for ship, room in free.items()) for way in ways)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("second", [0, 1, 2])
def test_21_aircraft_fit_on_decks_if_some_way_to_land_them_does(first, second):
    ships = [(name, "uk", "aircraft-carrier", 1, "ocean") for name in ("ark", "eagle")]
    turn = turn_of([*ships, ("own", "uk", "fighter", 1, "@eagle"), *UNITS[4:]])
    free = {ship: free_deck(turn, ship) for ship in ("ark", "eagle")}
    assert free == {"ark": 2, "eagle": 1}
    some = [frozenset({"ark"}), frozenset({"eagle"}), frozenset({"ark", "eagle"})]
    for one, other in product(some, some):
        wanted = [(first, one), (second, other)]
        assert all_fit(turn, wanted) is fits_by_trying(free, wanted), wanted


def test_22_where_units_may_go_next_to_a_space():
    turn = turn_of()
    known = kinds_by_name(turn)
    assert friendly_places(turn, known["uk-infantry"], "coast") == ["inland", "isle", "depot"]
    assert friendly_places(turn, known["uk-destroyer"], "bay") == ["ocean"]
    assert friendly_places(turn, known["uk-fighter"], "bay") == ["isle"]  # the deck of the Wasp is full
    assert friendly_places(turn, known["usa-fighter"], "bay") == ["wasp", "isle"]
    assert friendly_places(turn, known["uk-infantry"], "bay") == ["isle"]
    assert friendly_places(turn, kind("bomber", nation="usa"), "bay") == ["isle"]
    empty = turn_of([unit for unit in UNITS if unit[0] != "wildcats"])
    assert friendly_places(empty, kinds_by_name(empty)["uk-fighter"], "bay") == ["wasp", "isle"]
    assert friendly_places(turn, known["germany-destroyer"], "bay") == []
    quiet = turn.with_battle(turn.battle("bay")._replace(result="called off", attackers=()))
    assert friendly_places(quiet, known["uk-fighter"], "coast") == ["ark", "inland", "isle", "depot"]
    assert friendly_places(turn, known["uk-fighter"], "coast") == ["inland", "isle", "depot"]


def test_47_attackers_go_back_where_they_came_from():
    turn = turn_of([*UNITS, ("more", "germany", "infantry", 2, "inland")], [{"at": "coast", "with": {"army": 2, "more": 1}}])
    battle = turn.battle("coast")
    (infantry,) = battle.attackers
    assert [(one.number, one.place, one.status) for one in origin_groups(turn, battle, infantry, "left the battle")] == [
        (2, "camp", "left the battle"),
        (1, "inland", "left the battle"),
    ]
    damaged = line("battleship", 1, damage=1)
    sunk = battle._replace(origins=((damaged.kind, "gulf", 1),))
    assert [one.damage for one in origin_groups(turn, sunk, damaged, "left the battle")] == [1]


# homes


def test_30_a_home_is_lost_when_its_ship_is_sunk_or_enemy_troops_have_taken_it():
    turn = turn_of()
    known = kinds_by_name(turn)
    assert not home_is_lost(turn, known["uk-fighter"])
    assert not home_is_lost(turn, known["uk-dive-bomber"])
    sunk = turn.with_battle(turn.battle("bay")._replace(defenders=()))
    assert home_is_lost(sunk, known["uk-dive-bomber"])
    assert not home_is_lost(sunk, known["usa-fighter"])
    based = kind("fighter", home="coast", space="coast")
    battle = turn.battle("coast")
    for result, attackers, lost in (
        ("", battle.attackers, False),
        ("attacker wins", battle.attackers, True),
        ("attacker wins", (line("fighter", 1, nation="germany"),), False),
        ("defender wins", battle.attackers, False),
    ):
        assert home_is_lost(turn.with_battle(battle._replace(result=result, attackers=attackers)), based) is lost


def test_21_only_aircraft_lose_their_carrier():
    turn = turn_of()
    sunk = turn.with_battle(turn.battle("bay")._replace(defenders=()))
    deck = line("fighter", home="ark", space="bay")
    assert (carrier_is_sunk(turn, deck), carrier_is_sunk(sunk, deck)) == (False, True)
    assert not carrier_is_sunk(sunk, line("fighter", home="inland", space="inland"))
    assert not carrier_is_sunk(sunk, line("infantry", home="ark", space="bay"))


def test_37_aircraft_after_their_battle():
    turn = turn_of()
    bay, coast = turn.battle("bay"), turn.battle("coast")
    deck, guest = kind("fighter", home="ark", space="bay"), kind("fighter", home="inland", space="inland")
    assert after_battle(turn, coast, line("fighter", 2, home="inland", space="inland")) == Group(guest, 2, "battle over")
    assert after_battle(turn, bay, line("fighter", 2, home="ark", space="bay")) == Group(deck, 2, "at home")
    assert after_battle(turn, bay, line("fighter", 2, "locked", home="ark", space="bay")) == Group(deck, 2, "out for the turn")
    assert after_battle(turn, bay, line("fighter", 2, "grounded", home="ark", space="bay")) == Group(deck, 2, "at home")
    elsewhere = turn.with_battle(bay._replace(defenders=())).joined_by([Group(kinds_by_name(turn)["ark"], 1, "left", "ocean")])
    assert after_battle(elsewhere, bay, line("fighter", 2, home="ark", space="bay")) == Group(deck, 2, "out for the turn")


def test_30_attackers_that_land_have_no_home_and_defenders_have():
    turn = turn_of()
    known = kinds_by_name(turn)
    group = landed_group(turn, known["germany-fighter"], 2, "camp")
    assert (group.kind.home, group.number, group.status, group.place) == ("", 2, "left the battle", "camp")
    group = landed_group(turn, known["uk-fighter"], 1, "isle")
    assert (group.kind.home, group.number, group.status, group.place) == ("isle", 1, "out for the turn", "")
    group = landed_group(turn, known["germany-fighter"], 1, "ark")
    assert (group.kind.home, group.number, group.status, group.place) == ("ark", 1, "out for the turn", "")


# results


def over(turn, **said):
    """The turn with the results of its battles."""
    for space, result in said.items():
        turn = turn.with_battle(turn.battle(space)._replace(result=result))
    return turn


WON, HELD, OFF, NOT = "attacker wins", "defender wins", "called off", "not attacked"


@pytest.mark.parametrize(
    ("coast", "bay", "earlier", "who"),
    [
        (WON, WON, (), "germany"),
        (WON, HELD, (), ""),
        (HELD, HELD, (), "uk"),
        (OFF, "nobody is left", (), "uk"),
        (WON, "nobody is left", (), "germany"),
        (OFF, WON, (), ""),
        ("nobody is left", "stand-off: neither side can hit the other", (), ""),
        (WON, NOT, (("uk", "germany", WON),), ""),
        (NOT, NOT, (("uk", "germany", WON),), "uk"),
        (HELD, NOT, (("usa", "germany", HELD),), ""),
        (HELD, HELD, (("usa", "germany", HELD),), "usa"),
        (WON, WON, (("usa", "germany", HELD),), "germany"),
        (WON, NOT, (("italy", "uk", WON), ("italy", "uk", HELD)), "italy"),
    ],
)
def test_34_whoever_has_won_more_battles_has_won(coast, bay, earlier, who):
    turn = over(turn_of(), coast=coast, bay=bay)._replace(earlier=earlier)
    assert winner(End("", turn)) == who


def test_34_nobody_has_won_where_nobody_has_fought():
    assert winner(End("", turn_of(attacks=[]))) == ""


def test_34_the_results_of_a_turn():
    turn = over(turn_of(), coast=WON, bay=NOT)
    assert result_of_turn(turn) == WON
    assert result_of_turn(over(turn, bay=HELD)) == f"Coast: {WON}; Bay: {HELD}"
    assert result_of_turn(over(turn, coast=NOT)) == f"Coast: {NOT}; Bay: {NOT}"
    assert result_of_turn(turn_of(attacks=ATTACKS[:1])) == ""
    earlier = turn._replace(earlier=(("uk", "germany", HELD),))
    assert results(earlier)[1:] == [("Coast", WON), ("Bay", NOT)]
    assert [result for _, result in results(earlier)] == [HELD, WON, NOT]


@pytest.mark.parametrize(
    ("attackers", "defenders", "coming", "result"),
    [
        (1, 1, "", ""),
        (0, 1, "", HELD),
        (0, 0, "", "nobody is left"),
        (1, 0, "", WON),
        (1, "stuck", "", "stand-off: neither side can hit the other"),
        (1, "stuck", "coast", ""),
        (1, "stuck", "bay", "stand-off: neither side can hit the other"),
        (1, "stuck", "returning", "stand-off: neither side can hit the other"),
    ],
)
def test_36_how_a_battle_ends(attackers, defenders, coming, result):
    turn = turn_of()
    known = kinds_by_name(turn)
    ours = (line("transport" if defenders == "stuck" else "infantry", 1, nation="germany"),) if attackers else ()
    theirs = (line("fighter", 1, "locked"),) if defenders == "stuck" else (line("infantry"),) if defenders else ()
    status = "returning" if coming == "returning" else "on the way"
    groups = [Group(known["uk-fighter"], 1, status, "coast" if coming == "returning" else coming)] if coming else []
    battle = turn.battle("coast")._replace(attackers=ours, defenders=theirs)
    assert result_of_battle(turn.with_groups(groups), battle) == result


def test_what_each_nation_had_and_lost():
    turn = turn_of()
    battle = turn.battle("coast")
    after = turn.with_battle(battle._replace(defenders=(), attackers=battle.attackers[:1]))
    lost = {(one.side, one.name): (one.had, one.lost) for one in map(named, tally(after))}
    assert lost["UK", "infantry"] == (3, 2)
    assert lost["USA", "fighter"] == (2, 0)
    assert sum(one[1] for one in lost.values()) == 4
    assert not any(one[1] for one in {row[:2]: row[2:] for row in tally(turn)}.values())


def named(row):
    class Row:
        side, name, had, lost = row

    return Row


def test_the_first_attackers_and_their_friends_are_one_party():
    turn = turn_of(**{"nations": {"hungary": {"with": "germany"}, "siam": {}}, "moving-with": ["siam"]})
    attackers = [
        who for who in ("attacker", "germany", "Germany", "italy", "hungary", "siam", "Siam") if party(turn, who) == "attacker"
    ]
    assert attackers == ["attacker", "germany", "Germany", "italy", "hungary", "siam", "Siam"]
    assert {party(turn, who) for who in ("defender", "uk", "UK", "ussr", "japan")} == {"defender"}


# facts


def test_what_a_condition_may_ask_of_both_sides():
    turn = turn_of()
    bay, coast = turn.battle("bay"), turn.battle("coast")
    turn = turn.with_battle(bay._replace(defenders=tuple(one for one in bay.defenders if one.kind.id != "uk-destroyer")))
    turn = turn.with_battle(coast._replace(attackers=(), support=(line("destroyer", 1, nation="germany"),)))
    turn = turn.with_battle(
        turn.battle("bay")._replace(attackers=(*bay.attackers, line("infantry", 2, "aboard", nation="germany")))
    )
    types = [("aircraft-carrier", 1, 0), ("dive-bomber", 1, 0), ("fighter", 0, 0), ("destroyer", 0, 1), ("infantry", 0, 2)]
    types += [("aircraft", 1, 0)]
    ours = {f"own.{name}": attacking for name, _, attacking in types} | {f"enemy.{name}": defending for name, defending, _ in types}
    theirs = {f"own.{name}": defending for name, defending, _ in types} | {
        f"enemy.{name}": attacking for name, _, attacking in types
    }
    # Germany had 8 units, 4 are gone from the coast and 3 have been added; of the others, one is gone
    assert facts(turn, turn.battle("bay"), True) == kit_facts(1, 2, 8 - 7, 1, **ours)
    assert facts(turn, turn.battle("bay"), False) == kit_facts(2, 1, 1, 8 - 7, **theirs)


def test_44_the_nation_that_holds_a_space_leads_if_it_is_there():
    rules = turn_of().setting
    assert leader(rules, "coast", (line("infantry", nation="usa"), line("infantry"))) == "uk"
    assert leader(rules, "coast", (line("infantry", nation="usa"), line("infantry", nation="france"))) == "usa"
    assert leader(rules, "bay", (line("destroyer", nation="usa"), line("destroyer"))) == "usa"
    assert leader(rules, "coast", ()) == "uk"


def test_equal_groups_are_one_and_empty_ones_none():
    fighter = kind("fighter", order=1)
    groups = [
        Group(fighter, 1, "b"),
        Group(fighter, 2, "a", "x"),
        Group(fighter, 3, "b"),
        Group(fighter, 1, "a"),
        Group(fighter, 0, "c"),
    ]
    groups += [Group(kind("armor", order=0), 1), Group(fighter, 1, "a", "x", 1), Group(fighter, -4, "d")]
    assert [(one.kind.type.id, one.number, one.status, one.place, one.damage) for one in combined(groups)] == [
        ("armor", 1, "at home", "", 0),
        ("fighter", 1, "a", "", 0),
        ("fighter", 2, "a", "x", 0),
        ("fighter", 1, "a", "x", 1),
        ("fighter", 4, "b", "", 0),
    ]


# the position


def test_30_troops_take_a_space_and_aircraft_do_not():
    both = (line("fighter", nation="germany"), line("infantry", nation="italy"), line("armor", nation="germany"))
    assert captor(Battle("coast", both, (), result=WON)) == "italy"
    assert captor(Battle("coast", both[:1], (), result=WON)) == ""
    assert captor(Battle("coast", both, (), result=HELD)) == ""


def test_parts_of_a_unit_in_one_place_and_state_are_one():
    one = kind("infantry")
    found = [Stand(one, 1, "camp"), Stand(one, 2, "coast"), Stand(one, 3, "camp"), Stand(one, 1, "camp", out=True)]
    assert alike_together(found) == [Stand(one, 4, "camp"), Stand(one, 2, "coast"), Stand(one, 1, "camp", out=True)]
    assert new_id("army", {"army"}) == "army-2"
    assert new_id("army", {"army", "army-2", "army-3"}) == "army-4"


@pytest.mark.parametrize(
    ("units", "found", "named"),
    [
        # where they were
        (
            [("a", 2, "camp", 0), ("b", 1, "coast", 0)],
            [(1, "coast", 0), (2, "camp", 0)],
            [("b", 1, "coast", 0), ("a", 2, "camp", 0)],
        ),
        # those listed first are the ones left
        ([("a", 2, "camp", 0), ("b", 2, "camp", 0)], [(3, "camp", 0)], [("a", 2, "camp", 0), ("b", 1, "camp", 0)]),
        # one that moved
        ([("a", 2, "camp", 0)], [(1, "coast", 0), (1, "camp", 0)], [("a", 1, "camp", 0), ("a", 1, "coast", 0)]),
        # a damaged one was sound, unless one was damaged already
        ([("a", 1, "bay", 0), ("b", 1, "bay", 1)], [(1, "bay", 1)], [("b", 1, "bay", 1)]),
        ([("a", 2, "bay", 0)], [(1, "bay", 0), (1, "bay", 1)], [("a", 1, "bay", 0), ("a", 1, "bay", 1)]),
        ([("a", 1, "bay", 0), ("b", 1, "gulf", 0)], [(1, "gulf", 1), (1, "bay", 0)], [("a", 1, "bay", 0), ("b", 1, "gulf", 1)]),
        ([("a", 1, "bay", 0)], [(1, "gulf", 1)], [("a", 1, "gulf", 1)]),
        ([("a", 1, "bay", 0), ("b", 1, "gulf", 0)], [(1, "gulf", 1), (1, "isle", 0)], [("b", 1, "gulf", 1), ("a", 1, "isle", 0)]),
        ([("a", 1, "bay", 1), ("b", 1, "gulf", 0)], [(1, "bay", 0), (1, "gulf", 1)], [("b", 1, "bay", 0), ("a", 1, "gulf", 1)]),
    ],
)
def test_equal_units_keep_their_names(units, found, named):
    ship = kind("battleship")
    entries = [Standing(name, "uk", "battleship", number, space, "", damage) for name, number, space, damage in units]
    stands = [Stand(ship, number, space, "", damage) for number, space, damage in found]
    result = [(name, one.number, one.space, one.damage) for name, one in matched(entries, stands)]
    assert result == named


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Standing("a", "uk", "fighter", 1, "coast"), {"at": "coast"}),
        (Standing("a", "uk", "fighter", 2, "coast"), {"count": "2", "at": "coast"}),
        (Standing("a", "uk", "fighter", 1, "", "ark"), {"aboard": "ark"}),
        (Standing("a", "uk", "fighter", 1, "bay", "", 1), {"at": "bay", "damaged": "true"}),
    ],
)
def test_a_unit_in_the_words_of_a_scenario(unit, words):
    assert unit_words(unit) == {"id": "a", "nation": "uk", "type": "fighter"} | words


def test_the_position_before_anything_has_happened_is_that_of_the_file():
    turn = turn_of()
    known = {"army": ["army", "army-2"], "wolf": ["wolf", "wolf-2"]}  # those in battle are apart from those that stay
    found = {
        (unit.nation, unit.type, unit.id.removesuffix("-2"), unit.space, unit.aboard): unit.number
        for unit in position_of(turn).units
    }
    said = {(unit.nation, unit.type, unit.id, unit.space, unit.aboard): unit.number for unit in turn.setting.position.units}
    said |= {("germany", "infantry", "army", "camp", ""): 2, ("germany", "infantry", "army", "coast", ""): 2}
    said |= {("germany", "destroyer", "wolf", "gulf", ""): 1, ("germany", "destroyer", "wolf", "bay", ""): 1}
    assert found == said
    assert {name: [unit.id for unit in position_of(turn).units if unit.id.startswith(name)] for name in known} == known
    assert dict(position_of(turn).holders) == {name: said.get("nation", "") for name, said in SPACES.items()}


def test_38_who_is_out_is_known_in_the_position():
    answers = {"r1.coast.uk.retreat": {"uk-infantry": 1}, "r1.coast.uk.retreat-to-uk-infantry": {"depot": 1}}
    answers |= {"r2.coast.attacker.go-on": "call-off", "r2.bay.attacker.go-on": "call-off"}
    answers |= {"r1.bay.uk.retreat": {"uk-dive-bomber": 1}}
    turn = play(theater(UNITS, ATTACKS, SPACES), answers=answers, rest=MISS).turn
    found = {unit.id: (unit.number, unit.space, unit.aboard, unit.out_for) for unit in position_of(turn).units}
    assert found["swordfish"] == (1, "isle", "", "germany")
    assert found["guard"] == (1, "coast", "", "")
    assert found["guard-2"] == (1, "depot", "", "")
    assert found["raf"] == (2, "inland", "", "")
    assert found["wildcats"] == (2, "", "wasp", "")
    assert found["jg"] == (2, "camp", "", "")


def test_where_every_unit_is():
    assert [(row.side, row.place, row.unit, row.count, row.marks) for row in standing((turn_of(),))] == [
        ("uk", "bay", "ark", 1, ()),
        ("uk", "bay", "swordfish", 1, ("aboard=ark", "over")),
        ("usa", "ocean", "wasp", 1, ()),
        ("usa", "ocean", "wildcats", 2, ("aboard=wasp",)),
        ("uk", "bay", "picket", 1, ()),
        ("uk", "inland", "raf", 2, ()),
        ("uk", "coast", "guard", 2, ()),
        ("uk", "depot", "reserve", 1, ()),
        ("ussr", "neutral", "reds", 1, ()),
        ("germany", "camp", "army", 2, ()),
        ("germany", "coast", "army", 2, ()),
        ("germany", "coast", "jg", 2, ("from=camp", "over")),
        ("germany", "gulf", "wolf", 1, ()),
        ("germany", "bay", "wolf", 1, ()),
    ]


def test_39_aircraft_that_wait_for_a_fleet_are_where_they_came_from():
    joining = ASHORE | {"with": {"stukas": 2}}
    text = fleet(joining, extra=[("stukas", "germany", "dive-bomber", 3, "camp")])
    rows = standing((parse_scenario(text, "test.yaml").start.state,))
    assert [(row.place, row.count, row.marks) for row in rows if row.unit == "stukas"] == [
        ("camp", 2, ("bound-for=shore",)),
        ("camp", 1, ()),
    ]


# dispatch


def test_24_destinations_are_next_to_home_and_under_attack():
    played = play(front(fighters=2), answers=NORTH, rest=MISS, until="r2")
    question = played.asked["r1.base.uk.dispatch"]
    assert dict(question.items) == {"fighter-to-north": 2, "fighter-to-south": 2}
    assert (question.least, question.most) == (0, 2)
    assert question.refuses({"fighter-to-north": 1, "fighter-to-south": 1}) is None
    assert question.refuses({"fighter-to-north": 2, "fighter-to-south": 1}) is not None
    known = question.facts()
    assert {name: value for name, value in known.items() if name.startswith("to.")} == {
        f"to.{space}": 2 if space in ("north", "south") else 0 for space in FRONT
    }


@pytest.mark.parametrize("option", ["yes", "no"])
def test_39_aircraft_may_leave_the_second_space_before_it_is_attacked(option):
    """The fighters of the second space see a battle next door."""
    extra = [
        ("local", "uk", "fighter", 2, "shore"),
        ("kg", "germany", "infantry", 1, "camp"),
        ("home-guard", "uk", "infantry", 1, "base"),
    ]
    text = fleet(ASHORE, extra=extra, options={"second-space-dispatch": option})
    text = text.replace('"battles": [', '"battles": [{"at": "base", "with": {"kg": 1}}, ')
    played = play(text, rest=MISS, until="r2")
    asked = "r1.shore.uk.dispatch" in played.asked
    assert asked is (option == "yes")
    if asked:
        assert played.offered("r1.shore.uk.dispatch") == {"fighter-to-base": 2, "fighter-to-first": 2}


def test_42_a_second_space_without_friends_at_home_is_no_destination():
    """Only aircraft are in the second zone's land; once they are out, there is nobody to help."""
    for out, offered in ((False, True), (True, False)):
        units = [("local", "uk", "fighter", 1, "shore")]
        text = fleet(ASHORE, extra=units).replace('"id": "garrison"', '"id": "garrison-elsewhere"')
        text = text.replace('"count": 2,\n   "at": "shore"', '"count": 2,\n   "at": "base"')
        if out:
            text = text.replace('"id": "local",', '"id": "local", "out-for": "germany",')
        played = play(text, rest=MISS, until="r1.first.attacker")
        assert (
            "fighter-to-shore" in played.offered("r1.base.uk.dispatch") if "r1.base.uk.dispatch" in played.asked else False
        ) is offered


def test_25_a_dispatched_bomber_rolls_at_aircraft_only_by_option():
    attackers = [("jg", "germany", "fighter", 1, "camp")]
    text = front(type_="bomber", extra=attackers, options={"dispatched-bomber-vs-surface": "no"})
    text = text.replace('"a-n": 1', '"a-n": 1, "jg": 1')
    played = play(text, answers={"r1.base.uk.dispatch": {"bomber-to-north": 1}}, rest=MISS, until="r3")
    roll = played.rolls["r2.north.defender.air.bomber-guest-1"]
    assert (roll["rule"], roll["by"]) == ("25", "uk")


@pytest.mark.parametrize("grounded", [0, 1])
def test_29_guests_are_grounded_by_option_and_that_is_ruled_when_it_happens(grounded):
    answers = NORTH | {"r3.north.uk.ground": {"uk-fighter": grounded}}
    text = front(fighters=1, north=5, options={"dispatched-may-ground": "yes"})
    played = play(text, answers=answers, rest=MISS, until="r3.north.attacker.s")
    assert "r2.north.uk.ground" not in played.asked  # committed in the round of their arrival
    ruled = [body["option"] for body in played.told("ruling")].count("dispatched-may-ground")
    assert ruled == 1 + grounded  # it is not the usual value, so it is ruled at the start too
    assert played.force("north") == {"uk-infantry": 5} | ({"uk-fighter parked": 1} if grounded else {"uk-fighter": 1})


def test_39_only_second_spaces_of_this_turn_are_open_to_a_dispatch():
    played = play(fleet(AT_SEA), rest=MISS, until="r1.first.attacker")
    assert played.offered("r1.base.uk.dispatch") == {"fighter-to-second": 1}


# the position as sheets


def test_the_position_unit_by_unit():
    turn = turn_of([*UNITS, ("hood", "uk", "battleship", 2, "ocean")])
    position = turn.setting.position
    damaged = position._replace(units=(*position.units[:-1], position.units[-1]._replace(damage=1)))
    rows = position_sheet(turn, damaged).rows
    assert rows == tuple(sorted(rows))
    assert len(rows) == 13
    assert {(row[1], row[2], row[3].split()[0], row[4]) for row in rows} == {
        (nation_name(nation), name, str(number), "damaged" if name == "hood" else "")
        for name, nation, _, number, _ in [*UNITS, ("hood", "uk", "battleship", 2, "ocean")]
    }
    assert all(type_name(type_) in row[3] for name, _, type_, _, _ in UNITS for row in rows if row[2] == name)
    places = {row[2]: row[0].rpartition(" ")[2] for row in rows}
    assert (places["guard"], places["swordfish"], places["hood"]) == ("Coast", "Ark", "Ocean")


def test_the_position_line_by_line():
    turn = turn_of()
    position = turn.setting.position
    off = position._replace(units=(*position.units, Standing("lost-boys", "uk", "infantry", 3, "elsewhere")))
    lines = [row[0] for row in as_scenario(turn, off).rows]
    text = " ".join(" ".join(lines).split())
    assert "coast: {name: Coast, kind: land, nation: uk, adjacent: [bay, depot, inland, isle, neutral]}" in text
    assert "depot: {name: Depot, kind: land, adjacent: [coast]}" in text
    assert "gulf: {name: Gulf, kind: sea}" in text
    assert "- {id: raf, nation: uk, type: fighter, count: 2, at: inland}" in text
    assert "- {id: swordfish, nation: uk, type: dive-bomber, aboard: ark}" in text
    assert "{id: lost-boys" not in text
    assert [line for line in lines if line.startswith("#") and "lost-boys" in line and "3" in line]
    assert space_lines(turn, "gulf", "usa") == ["  gulf: {name: Gulf, kind: sea, nation: usa}"]


def test_38_the_next_turn_begins_where_this_one_ended():
    turn = over(turn_of(), coast=WON, bay=HELD)
    assert next_turn(turn) is None
    turn = over(turn_of(**{"later-turns": [{"attacker": "uk"}], "orders": "prepared"}), coast=WON, bay=HELD)
    turn = turn._replace(earlier=(("japan", "usa", HELD),))
    following = next_turn(turn)
    assert following.setting.attacker == "uk"
    assert following.setting.number == 1
    assert following.earlier == (("japan", "usa", HELD), ("germany", "uk", WON), ("germany", "uk", HELD))
    assert following.setting.position == position_of(turn)
    assert dict(following.setting.position.holders)["coast"] == "germany"
    assert following.battles == ()
    assert next_turn(following) is None
