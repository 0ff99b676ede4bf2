"""Single steps of a turn: bombs past the sky, who is where when it begins, withdrawing, coming home, the end of a battle."""

import json

import pytest
from as_pieces import kind, line, setting
from as_table import MISS, battle, parsed, play, theater
from test_as_attacker import ASHORE, AT_SEA, fleet
from test_as_legality import file
from test_as_map import ATTACKS, SPACES, UNITS, kinds_by_name, turn_of

from airwar.rulesets.air_supremacy.aim import Shooter, Shots, lots_at_the_surface
from airwar.rulesets.air_supremacy.attack import aboard_again, laden_ships_split, withdrawable
from airwar.rulesets.air_supremacy.combat import (
    NO_TARGETS,
    Firing,
    Sky,
    SkyFought,
    at_the_surface,
    fight_for_the_sky,
    fire_at_the_surface,
    side_has_rolled,
    side_rolls,
    surface_next,
)
from airwar.rulesets.air_supremacy.dispatch import come_home, destinations, guest_rulings, has_friends, return_home
from airwar.rulesets.air_supremacy.fire import NO_HITS, Fire, Score, Struck, Targets, Volley
from airwar.rulesets.air_supremacy.forces import merged
from airwar.rulesets.air_supremacy.grounding import may_ground
from airwar.rulesets.air_supremacy.landing import Homeless, close_battle, landing_places
from airwar.rulesets.air_supremacy.pass_through import call_off_dispatches, is_attacked_at_home, now_attacked, undefended
from airwar.rulesets.air_supremacy.retreat import bound_for_decks, has_room, most_to_retreat, ready, refuges, with_cargo
from airwar.rulesets.air_supremacy.roster import opponent_of, roster_of, units_at_start
from airwar.rulesets.air_supremacy.turn import Group
from airwar.rulesets.air_supremacy.units import friends, nation_name, printed_groups, printed_types
from airwar.rulesets.kit.names import title_of


class Listener:
    """Rolls as it is told, takes the usual answers, and keeps what was said and rolled."""

    def __init__(self, *hits):
        self.hits, self.rolls, self.events = list(hits), [], []

    def tell(self, make, *args):
        made = make(*args)
        self.events += made if isinstance(made, list) else [made] if made else []

    def roll_lots(self, lots, room, by):
        self.rolls.append(([(key, reading.dice.count) for key, reading in lots], room, by))
        return self.hits.pop(0), 1

    def allot(self, key, items, **more):
        return dict(more.get("default") or {})

    def options(self):
        return [event.option for event in self.events if type(event).__name__ == "Ruling"]

    def notes(self):
        return sum(type(event).__name__ == "Note" for event in self.events)


# fire past the sky


BOMBER, GUN = Shooter("bomber", 2, 0, (8, 8), True, 2), Shooter("anti-aircraft", 5, 5, (), False, 3)
MIXED, DIVER = Shooter("raider", 2, 0, (8, 6), True, 2), Shooter("dive-bomber", 4, 8, (), True, 1)


@pytest.mark.parametrize(
    ("shots", "enemy", "score", "hits", "rolls", "after"),
    [
        # bombs, with aircraft on the ground and without
        (Shots(BOMBER, 1, "bombs"), Targets(3, 2, 1), Score(), [2], [([("bombs.bomber-2", 2)], 6)], Score(bombs=2)),
        (Shots(BOMBER, 2, "bombs"), Targets(3, 2, 0), Score(), [3], [([("bombs.bomber-2", 4)], 5)], Score(fire=3)),
        (Shots(BOMBER, 1, "bombs"), Targets(3, 2, 1), Score(1, 1, 2, 1), [1], [([("bombs.bomber-2", 2)], 2)], Score(1, 2, 2, 1)),
        (Shots(BOMBER, 1, "bombs"), Targets(3, 2, 1), Score(0, 1, 4, 1), [], [], Score(0, 1, 4, 1)),
        # unequal bombs are rolled one after the other, as long as there is anything left to hit
        (
            Shots(MIXED, 2, "bombs"),
            Targets(3, 2, 0),
            Score(),
            [2, 1],
            [([("bombs.raider-2.1", 2), ("bombs.raider-2.2", 2)], 5), ([("bombs.raider-2.2", 2)], 3)],
            Score(fire=3),
        ),
        (
            Shots(MIXED, 1, "bombs"),
            Targets(1, 1, 0),
            Score(),
            [2],
            [([("bombs.raider-2.1", 1), ("bombs.raider-2.2", 1)], 2)],
            Score(fire=2),
        ),
        # fire by choice, where air priority is optional
        (Shots(DIVER, 1, "surface"), Targets(3, 2, 1), Score(), [1], [([("surface.dive-bomber-1", 1)], 6)], Score(fire=1)),
        (Shots(GUN, 1, "surface"), Targets(3, 2, 1), Score(low=1), [1], [([("surface.anti-aircraft-3", 1)], 2)], Score(low=2)),
        (
            Shots(GUN, 1, "surface"),
            Targets(3, 2, 1),
            Score(bombs=3, fire=3),
            [1],
            [([("surface.anti-aircraft-3", 1)], 3)],
            Score(0, 3, 3, 1),
        ),
    ],
)
def test_11_fire_past_the_fight_for_the_sky(shots, enemy, score, hits, rolls, after):
    ref = Listener(*hits)
    fight = Sky(setting(), "field", "germany", True, enemy, (shots.shooter,), 2, score)
    assert at_the_surface(ref, fight, shots) == after
    assert [([(key.removeprefix("field.attacker."), dice) for key, dice in lots], room) for lots, room, _ in ref.rolls] == rolls
    assert not ref.hits


@pytest.mark.parametrize(
    ("own", "enemy", "options", "goes_on", "offered"),
    [
        ((line("fighter"),), Targets(1, 1, 0), {}, "fight_for_the_sky", Targets()),
        ((line("fighter"),), Targets(1, 1, 0), {"air_priority": "no"}, "fight_for_the_sky", Targets(1, 1, 0)),
        ((line("fighter"), line("bomber")), Targets(1, 1, 0), {}, "fight_for_the_sky", Targets(1, 1, 0)),
        ((line("fighter"),), Targets(1, 0, 0), {}, "fire_at_the_surface", None),
        ((line("infantry"),), Targets(1, 1, 0), {}, "fire_at_the_surface", None),
        ((line("infantry", mode="leaving"),), Targets(1, 1, 0), {}, None, None),
    ],
)
def test_1_the_sky_is_fought_for_if_both_sides_have_something_to_fight_with(own, enemy, options, goes_on, offered):
    volley = Volley(setting(**options), "field", "germany", True, own, (), enemy)
    move = side_rolls(Listener(), volley)
    if goes_on is None:
        assert move.value == Score()
    else:
        assert move.step.__name__ == goes_on
    if offered is not None:
        assert (move.state.enemy, move.state.flying, move.state.score) == (offered, 1, Score())
        assert move.keep is volley


@pytest.mark.parametrize(
    ("pool", "flying", "enemy", "notes"),
    [
        ((GUN, DIVER), 0, Targets(2, 1, 0), 2),
        ((GUN,), 1, Targets(2, 1, 0), 0),  # somebody still flies
        ((GUN,), 0, Targets(0, 1, 0), 0),  # nothing on the surface
        ((GUN,), 0, Targets(2, 0, 0), 0),  # nobody ever flew
        ((), 0, Targets(2, 1, 0), 0),
        ((BOMBER,), 0, Targets(2, 1, 0), 0),  # it bombs anyway
    ],
)
def test_6_that_the_sky_is_clear_is_told_to_those_who_have_not_rolled(pool, flying, enemy, notes):
    ref = Listener()
    volley = Volley(setting(), "field", "germany", True, (), (), enemy)
    move = surface_next(ref, volley, (pool, flying, Score(air=1)))
    assert ref.notes() == notes
    lots = lots_at_the_surface(setting(), "field", True, pool, (), enemy, flying, 0)
    if lots:
        assert move.state == Firing(setting(), "germany", lots, Score(air=1))
    else:
        assert move.value == Score(air=1)


def test_4_lots_are_rolled_as_long_as_there_is_anything_left_to_hit():
    rules = setting()
    pool = (GUN, DIVER)
    lots = lots_at_the_surface(rules, "field", False, pool, (), Targets(2, 1, 0), 1, 0)
    assert [lot.name for lot in lots] == ["surface-only", "surface"]
    ref = Listener(1)
    move = fire_at_the_surface(ref, Firing(rules, "uk", lots, Score()))
    assert move.state == Firing(rules, "uk", lots[1:], Score(low=1))
    assert ref.rolls == [([("field.defender.surface-only-5", 3)], 2, "uk")]
    last = fire_at_the_surface(Listener(1), move.state)
    assert last.value == Score(fire=1, low=1)
    full = Listener(1)
    assert fire_at_the_surface(full, Firing(rules, "uk", lots, Score(low=2))).value == Score(low=2, fire=1)  # the gun finds nothing
    assert full.rolls == [([("field.defender.surface-8", 1)], 1, "uk")]
    nobody = Listener()
    assert fire_at_the_surface(nobody, Firing(rules, "uk", lots, Score(low=2, fire=1))).value == Score(low=2, fire=1)
    assert nobody.rolls == []


# units


def test_43_friends_are_of_one_group():
    groups = printed_groups()
    allied = {"uk", "usa", "france", "china"}
    for one in groups:
        assert friends(groups, one, one)
    assert friends(groups, "germany", "italy")
    assert not friends(groups, "germany", "uk")
    assert all(
        friends(groups, one, other) for one in ("uk", "usa") for other in allied & set(groups) if groups[one] == groups[other]
    )
    assert nation_name("uk") == "UK"
    assert nation_name("new-zealand") == "New Zealand"


@pytest.mark.parametrize(
    ("type_", "attacking", "worth"),
    [
        ("infantry", True, (2, 4)),
        ("infantry", False, (4, 2)),
        ("bomber", True, (18, 4)),
        ("bomber", False, (4, 18)),
        ("aircraft-carrier", True, (4, 6)),
        ("aircraft-carrier", False, (8, 2)),
        ("anti-aircraft", True, (5, 10)),
    ],
)
def test_4_what_a_unit_is_worth_to_its_side(type_, attacking, worth):
    assert printed_types()[type_].worth(attacking) == worth


def test_12_the_types_of_a_scenario_are_read_whole():
    said = {
        "raider": {"sphere": "air", "attack-air": 3, "defend": 4, "defend-air": 5, "bombs": [6, 7], "by-necessity": False},
        "barge": {"sphere": "sea", "attack": 1, "defend": 2, "hits": 2, "holds": 3, "carries": "troops"},
        "raft": {"sphere": "sea", "carries": "aircraft"},
    }
    types = parsed(file(types=said)).start.state.setting.campaign.types
    raider, barge, raft = types["raider"], types["barge"], types["raft"]
    assert (raider.attack, raider.attack_air, raider.defend, raider.defend_air, raider.bombs, raider.by_necessity) == (
        0,
        3,
        4,
        5,
        (6, 7),
        False,
    )
    assert (barge.attack, barge.attack_air, barge.defend, barge.defend_air, barge.hits, barge.holds, barge.carries) == (
        1,
        None,
        2,
        None,
        2,
        3,
        "troops",
    )
    assert (raft.carries, raft.holds, raft.hits, raft.bombs, raft.by_necessity, raft.carries_aircraft) == (
        "",
        0,
        1,
        (),
        True,
        False,
    )
    printed = printed_types()["submarine"]
    assert (printed.by_necessity, printed.attack_air, printed.attack, printed.holds, printed.carries) == (False, None, 4, 0, "")
    assert (printed_types()["aircraft-carrier"].holds, printed_types()["aircraft-carrier"].carries_aircraft) == (2, True)
    assert (printed_types()["fighter"].by_necessity, printed_types()["infantry"].by_necessity) == (True, True)
    assert printed_types()["transport"].attack == 0


def test_38_a_minor_moves_with_its_major():
    majors = {"germany": "germany", "hungary": "germany", "uk": "uk", "siam": "siam"}
    assert opponent_of(majors, "germany") == {"germany", "hungary"}
    assert opponent_of(majors, "hungary") == {"germany", "hungary"}
    assert opponent_of(majors, "siam", "uk") == {"siam", "uk"}


def test_names_of_spaces():
    assert [title_of(name) for name in ("sea-of-japan", "the-hague", "isle-of-the-dead", "nord")] == [
        "Sea of Japan",
        "The Hague",
        "Isle of the Dead",
        "Nord",
    ]


def test_kinds_of_units_have_names_and_homes():
    known = {one.id: (one.home, one.space, one.ship, one.landed) for one, _ in turn_of().units()}
    assert known["uk-fighter"] == ("inland", "inland", "", False)
    assert known["uk-dive-bomber"] == ("ark", "bay", "", False)
    assert known["ark"] == ("", "", "ark", False)
    assert known["germany-fighter"] == ("", "", "", False)
    assert known["uk-infantry"] == ("", "", "", False)
    more = [
        *UNITS,
        ("raf-2", "uk", "fighter", 1, "depot"),
        ("tug", "uk", "transport", 1, "ocean"),
        ("lads", "uk", "infantry", 1, "@tug"),
    ]
    several = {
        one.id: (one.home, one.space, one.ship) for one, _ in turn_of([*more, ("empty", "uk", "transport", 1, "ocean")]).units()
    }
    assert several["uk-fighter-inland"] == ("inland", "inland", "")
    assert several["uk-fighter-depot"] == ("depot", "depot", "")
    assert several["tug"] == ("", "", "tug")
    assert several["uk-transport"] == ("", "", "")
    assert several["uk-infantry-tug"] == ("tug", "ocean", "")
    assert several["uk-infantry"] == ("", "", "")
    roster = roster_of(turn_of().setting.campaign, 0, turn_of().setting.position)
    homes = {key for key in roster.aircraft() if key[:2] == ("uk", "fighter")}
    land = [name for name, said in SPACES.items() if said["kind"] == "land"]
    assert {home for _, _, home in homes} == {"ark", "wasp", *land}
    assert {home for nation, type_, home in roster.aircraft() if (nation, type_) == ("germany", "fighter")} == {"ark", "wasp", ""}
    assert roster.aircraft()["uk", "fighter", "ark"].space == "bay"
    assert [roster.aboard(roster.units[name]) for name in ("ark", "wasp", "wolf")] == [1, 2, 0]
    assert units_at_start(turn_of().setting.position.units)["uk", "infantry"] == 3


# when a turn begins


def begun(**said):
    """A turn with fighters in the state that the file says, at `inland` next to the attacked coast."""
    text = theater(UNITS, ATTACKS, SPACES).replace(
        '"id": "raf",', f'"id": "raf", {json.dumps(said)[1:-1]},' if said else '"id": "raf",'
    )
    return parsed(text).start.state


@pytest.mark.parametrize(
    ("said", "battle_", "group"),
    [
        ({}, None, ("at home", "")),
        ({"out-for": "germany"}, None, ("out for the turn", "")),
        ({"out-for": "japan"}, None, ("at home", "")),
        ({"returning": True}, None, ("returning", "")),
        ({"bound-for": "coast"}, ("coast", True), None),
        ({"bound-for": "isle"}, None, ("returning", "")),
    ],
)
def test_26_aircraft_when_a_turn_begins(said, battle_, group):
    turn = begun(**said)
    inside = [(other.space, one.arrived) for other in turn.battles for one in other.defenders if one.kind.id == "uk-fighter"]
    assert inside == ([battle_] if battle_ else [])
    outside = [(one.status, one.place) for one in turn.groups if one.kind.id == "uk-fighter"]
    assert outside == ([group] if group else [])


def test_43_aircraft_bound_for_strangers_turn_back():
    units = [*UNITS, ("ivans", "ussr", "infantry", 1, "coast")]
    text = theater(units, [ATTACKS[0] | {"defenders": ["ussr"]}], SPACES).replace(
        '"id": "raf",', '"id": "raf", "bound-for": "coast",'
    )
    turn = parsed(text).start.state
    assert [(one.status, one.place) for one in turn.groups if one.kind.id == "uk-fighter"] == [("returning", "")]
    assert {one.kind.id for one in turn.battle("coast").defenders} == {"ussr-infantry"}
    assert ("uk-infantry", "coast") in {(one.kind.id, one.place) for one in turn.groups}


@pytest.mark.parametrize(("said", "modes"), [({}, {"": 2}), ({"out-for": "germany"}, {"locked": 2})])
def test_38_aircraft_that_are_attacked_at_home(said, modes):
    text = theater(UNITS, [{"at": "inland", "with": {"army": 1}}], SPACES)
    text = text.replace('"id": "raf",', f'"id": "raf", {json.dumps(said)[1:-1]},' if said else '"id": "raf",')
    turn = parsed(text).start.state
    assert {one.mode: one.number for one in turn.battle("inland").defenders} == modes


def test_39_a_turn_with_a_fleet_that_passes_through():
    text = fleet(
        ASHORE | {"with": {"stukas": 2}},
        extra=[("stukas", "germany", "dive-bomber", 3, "camp"), ("local", "uk", "fighter", 1, "shore")],
    )
    turn = parsed(text).start.state
    (plan,) = turn.passes
    assert (plan.space, plan.first, plan.done) == ("shore", "first", False)
    assert [(one.id, number, role) for one, number, role in plan.units] == [("germany-destroyer", 2, "support")]
    assert [(aboard.id, ashore.id, ashore.landed, number) for aboard, ashore, number in plan.landing] == [
        ("germany-infantry", "germany-infantry-ashore", True, 2)
    ]
    assert [(one.kind.id, one.number) for one in plan.waiting] == [("germany-dive-bomber", 2)]
    assert [(one.id, space, number) for one, space, number in plan.origins] == [("germany-dive-bomber", "camp", 2)]
    first, shore = turn.battle("first"), turn.battle("shore")
    assert {(one.kind.id, one.mode): one.number for one in first.attackers} == {
        ("germany-destroyer", ""): 2,
        ("transport", ""): 1,
        ("germany-infantry", "aboard"): 2,
    }
    assert [(one.id, space, number) for one, space, number in first.origins] == [
        ("germany-destroyer", "first", 2),
        ("transport", "first", 1),
    ]
    assert (shore.attackers, shore.after, shore.nations, shore.on) == ((), "first", ("uk",), False)
    assert {one.kind.id for one in shore.defenders} == {"uk-infantry"}
    groups = {(one.kind.id, one.status, one.place): one.number for one in turn.groups}
    assert groups[("germany-dive-bomber", "at home", "camp")] == 1
    assert groups[("uk-fighter-shore", "at home", "")] == 1
    assert not any(name == "germany-infantry" for name, _, _ in groups)


def test_41_some_troops_may_land_at_once_while_others_wait_aboard():
    spaces = {"sea": {"kind": "sea", "adjacent": ["coast"]}, "coast": {"kind": "land", "nation": "uk"}}
    units = [
        ("ship", "germany", "transport", 1, "sea"),
        ("lads", "germany", "infantry", 2, "@ship"),
        ("d", "uk", "infantry", 1, "coast"),
    ]
    turn = parsed(theater(units, [{"at": "coast", "landing": {"lads": 1}}], spaces)).start.state
    assert {(one.kind.id, one.mode): one.number for one in turn.battle("coast").attackers} == {("germany-infantry-ashore", ""): 1}
    assert {(one.kind.id, one.place): one.number for one in turn.groups} == {("ship", "sea"): 1, ("germany-infantry", ""): 1}


# withdrawing


def test_47_who_may_withdraw():
    force = merged(
        [
            line("infantry", 2, landed=True),
            line("fighter", 1),
            line("infantry", 1, "aboard", home="tug", space="bay"),
            line("transport", 1, ship="tug"),
        ]
    )
    assert {one.kind.type.id for one in withdrawable(force)} == {"fighter", "transport"}


@pytest.mark.parametrize(
    ("numbers", "refused"),
    [
        ({"uk-transport-tug": 0}, False),
        ({"uk-transport-tug": 2}, False),
        ({"uk-transport-tug": 1}, True),
        ({}, False),
        ({"uk-fighter": 1}, False),
    ],
)
def test_47_ships_with_units_aboard_go_together(numbers, refused):
    ships = line("transport", 2, ship="tug")
    troops = line("infantry", 3, "aboard", home="tug", space="bay")
    assert ships.kind.id == "uk-transport-tug"
    force = merged([ships, troops, line("fighter", 2)])
    assert (laden_ships_split(force, numbers) is not None) is refused
    assert laden_ships_split(merged([ships, line("fighter", 2)]), numbers) is None


def test_21_aircraft_go_back_aboard_wherever_their_ship_is():
    """The carrier fights in the gulf, so its fighters come back into that battle; otherwise they are beside it."""
    units = [
        ("graf", "germany", "aircraft-carrier", 1, "gulf"),
        ("own", "germany", "fighter", 2, "@graf"),
        ("stray", "uk", "destroyer", 1, "gulf"),
        *UNITS,
    ]
    turn = turn_of(
        units, [{"at": "coast", "with": {"own": 1}}, {"at": "gulf", "with": {"graf": 1}}, {"at": "bay", "with": {"wolf": 1}}]
    )
    (fighter,) = turn.battle("coast").attackers
    back = aboard_again(turn, fighter)
    assert {(one.kind.id, one.mode): one.number for one in back.battle("gulf").attackers} == {
        ("graf", ""): 1,
        ("germany-fighter-graf", "aboard"): 2,
    }
    assert back.groups == turn.groups
    idle = turn_of(units, [{"at": "coast", "with": {"own": 1}}, {"at": "gulf", "with": {"wolf": 1}}])
    (fighter,) = idle.battle("coast").attackers
    back = aboard_again(idle, fighter)
    assert back.battle("gulf") == idle.battle("gulf")
    assert ("germany-fighter-graf", "left the battle", "") in {(one.kind.id, one.status, one.place) for one in back.groups}


# dispatch


def test_24_who_may_be_dispatched_where():
    turn = turn_of()
    known = kinds_by_name(turn)
    fighter = known["uk-fighter"]
    assert destinations(turn, Group(fighter, 1)) == ["coast"]
    for status in ("out for the turn", "on the way", "returning", "battle over", "in retreat", "left the battle"):
        assert destinations(turn, Group(fighter, 1, status)) == []
    assert destinations(turn, Group(known["uk-infantry"], 1)) == []
    assert destinations(turn, Group(known["germany-fighter"], 1)) == []
    assert destinations(turn, Group(known["usa-fighter"], 1)) == ["bay"]
    assert destinations(turn, Group(known["uk-dive-bomber"], 1)) == []  # its own zone is attacked
    over = turn.with_battle(turn.battle("coast")._replace(result="called off"))
    assert destinations(over, Group(fighter, 1)) == []
    free = turn.with_battle(turn.battle("bay")._replace(result="called off"))
    assert destinations(free, Group(known["uk-dive-bomber"], 1)) == ["coast"]
    strangers = turn.with_battle(turn.battle("coast")._replace(defenders=(line("infantry", nation="ussr"),)))
    assert destinations(strangers, Group(fighter, 1)) == []


def test_42_friends_in_a_second_space_are_those_at_home_there():
    turn = parsed(fleet(ASHORE, extra=[("local", "uk", "fighter", 1, "shore")])).start.state
    raf = Group(next(one.kind for one in turn.groups if one.kind.home == "base"), 1)
    shore = turn.battle("shore")._replace(defenders=())
    assert has_friends(turn, raf, shore)
    for status, friend in (("out for the turn", False), ("on the way", False), ("at home", True)):
        groups = [one._replace(status=status) if one.kind.home == "shore" else one for one in turn.groups]
        assert has_friends(turn.with_groups(groups), raf, shore) is friend
    assert not has_friends(turn, raf, shore._replace(nations=("usa",)))
    assert not has_friends(
        turn, raf, turn.battle("second")._replace(defenders=()) if turn.battle_in("second") else shore._replace(after="")
    )
    assert has_friends(turn, raf, shore._replace(after="", defenders=(line("infantry", nation="usa"),)))


@pytest.mark.parametrize(
    ("status", "space", "result", "where", "state"),
    [
        ("returning", "coast", "", "battle", ""),
        ("in retreat", "coast", "", "battle", "locked"),
        ("returning", "coast", "called off", "group", "at home"),
        ("in retreat", "coast", "called off", "group", "out for the turn"),
        ("returning", "coast", "attacker wins", "lost", ""),
        ("returning", "inland", "", "group", "at home"),
    ],
)
def test_32_aircraft_come_home(status, space, result, where, state):
    turn = turn_of()
    turn = turn.with_battle(turn.battle("coast")._replace(result=result))
    group = Group(kind("fighter", home=space, space=space), 2, status)
    defenders, groups = {"coast": [], "bay": []}, []
    ref = Listener()
    homeless = come_home(ref, turn, group, defenders, groups)
    assert homeless == ([Homeless(group.kind, 2, space, "origin-lost")] if where == "lost" else [])
    assert [(one.number, one.mode) for one in defenders["coast"]] == ([(2, state)] if where == "battle" else [])
    assert [(one.number, one.status, one.place) for one in groups] == ([(2, state, "")] if where == "group" else [])
    assert ref.notes() == (0 if where == "lost" else 1)


def test_32_strangers_at_home_are_not_in_the_battle_there():
    turn = turn_of()
    turn = turn.with_battle(turn.battle("coast")._replace(nations=("ussr",)))
    defenders, groups = {"coast": [], "bay": []}, []
    come_home(Listener(), turn, Group(kind("fighter", home="coast", space="coast"), 2, "returning"), defenders, groups)
    assert (defenders["coast"], [one.status for one in groups]) == ([], ["at home"])


def test_37_when_the_last_battle_is_over_all_go_home():
    turn = turn_of()
    known = kinds_by_name(turn)
    flying = [Group(known["uk-fighter"], 1, status) for status in ("on the way", "battle over", "returning", "in retreat")]
    turn = turn.with_groups([*(one for one in turn.groups if one.kind.id != "uk-fighter"), *flying])
    home = return_home(Listener(), turn)
    assert {one.status: one.number for one in home.groups if one.kind.id == "uk-fighter"} == {"at home": 3, "out for the turn": 1}
    assert {one for one in home.groups if one.kind.id != "uk-fighter"} == {
        one for one in turn.groups if one.kind.id != "uk-fighter"
    }
    sunk = turn.with_battle(turn.battle("bay")._replace(defenders=()))
    stranded = sunk.with_battle(
        turn.battle("coast")._replace(
            attackers=(line("fighter", 2, nation="germany", home="ark", space="bay"), line("infantry", 1, nation="germany"))
        )
    )
    left = return_home(Listener(), stranded).battle("coast").attackers
    assert [one.kind.type.id for one in left] == ["infantry"]


@pytest.mark.parametrize(
    ("type_", "sea", "option", "told"),
    [
        ("fighter", False, "no", ["dispatched-may-ground"]),
        ("bomber", False, "no", ["dispatched-bomber-vs-surface", "dispatched-may-ground"]),
        ("fighter", True, "no", []),
        ("fighter", False, "yes", []),
        ("bomber", True, "yes", ["dispatched-bomber-vs-surface"]),
    ],
)
def test_29_the_rulings_on_guests(type_, sea, option, told):
    turn = turn_of(options={"dispatched-may-ground": option})
    group = Group(kind(type_, home="inland", space="inland"), 1)
    assert [event.option for event in guest_rulings(turn, group, turn.battle("bay" if sea else "coast"))] == told


@pytest.mark.parametrize(
    ("one", "space", "option", "may"),
    [
        (line("fighter", home="coast", space="coast"), "coast", "no", True),
        (line("infantry"), "coast", "no", False),
        (line("fighter", mode="leaving", home="coast", space="coast"), "coast", "no", False),
        (line("fighter", mode="locked", home="coast", space="coast"), "coast", "no", False),
        (line("fighter", arrived=True, home="inland", space="inland"), "coast", "yes", False),
        (line("fighter", home="inland", space="inland"), "coast", "yes", True),
        (line("fighter", home="inland", space="inland"), "coast", "no", False),
        (line("fighter", home="inland", space="inland"), "bay", "yes", False),
        (line("fighter", home="ark", space="bay"), "bay", "no", True),
        (line("fighter", home="hood", space="bay"), "bay", "no", False),
    ],
)
def test_16_who_may_be_grounded(one, space, option, may):
    turn = turn_of(options={"dispatched-may-ground": option})
    assert may_ground(turn, turn.battle(space), one) is may


# retreats


def test_30_where_units_may_retreat_to():
    turn, anywhere = turn_of(), turn_of(options={"retreat-to": "anywhere"})
    coast = turn.battle("coast")
    assert refuges(turn, coast, kind("fighter", home="depot", space="depot")) == ["depot"]
    assert refuges(turn, coast, kind("infantry")) == ["inland", "isle", "depot"]
    assert refuges(anywhere, coast, kind("infantry")) == ["elsewhere"]
    assert refuges(anywhere, coast, kind("fighter", home="depot", space="depot")) == ["depot"]
    own = kind("fighter", home="ark", space="bay")
    assert [has_room(turn, own, place) for place in ("isle", "elsewhere", "ark", "wasp")] == [True, True, True, False]


@pytest.mark.parametrize(
    ("one", "most"),
    [
        (line("infantry", 3), 3),
        (line("infantry", 3, "leaving"), 0),
        (line("fighter", 3, "grounded", home="coast", space="coast"), 0),
        (line("fighter", 3, arrived=True, home="inland", space="inland"), 0),
        (line("fighter", 3, home="inland", space="inland"), 3),
    ],
)
def test_29_how_many_may_retreat(one, most):
    turn = turn_of()
    assert most_to_retreat(turn, turn.battle("coast"), one) == most


def test_21_who_can_retreat_to_carriers_only():
    spaces = {name: said for name, said in SPACES.items() if name in ("bay", "ocean", "gulf")}
    spaces = {
        name: {**said, "adjacent": [other for other in said.get("adjacent", ()) if other in spaces]}
        for name, said in spaces.items()
    }
    units = [
        ("eagle", "uk", "aircraft-carrier", 1, "ocean"),
        ("picket", "uk", "destroyer", 1, "bay"),
        ("wolf", "germany", "destroyer", 1, "gulf"),
    ]
    turn = turn_of([*units, ("spare", "uk", "fighter", 1, "@eagle")], [{"at": "bay", "with": {"wolf": 1}}], spaces)
    bay = turn.battle("bay")
    fighters = line("fighter", 3, home="hood", space="bay")
    assert list(bound_for_decks(turn, bay, (fighters, line("destroyer", 2)))) == [(3, frozenset({"eagle"}))]
    assert most_to_retreat(turn, bay, fighters) == 1
    assert list(bound_for_decks(turn, bay, (line("fighter", 3, home="eagle", space="ocean"),))) == []


def test_23_who_leaves_with_a_ship_and_who_is_ready_again():
    deck, other = line("fighter", 1, "grounded", home="ark", space="bay"), line("fighter", 2, "locked", home="eagle", space="bay")
    force = (
        line("aircraft-carrier", 1, "leaving", ship="ark"),
        line("aircraft-carrier", 1, ship="eagle"),
        deck,
        other,
        line("fighter", 1, home="ark", space="bay"),
    )
    assert with_cargo(force) == (force[0], deck)
    modes = {
        one.mode
        for one in ready((deck, other, line("bomber", 1, "parked"), line("armor", 1, "leaving"), line("infantry", 1, "aboard")))
    }
    assert modes == {"", "locked", "aboard"}


# the end of a battle


def test_30_a_battle_that_is_over_lets_its_aircraft_go():
    turn = turn_of()
    bay = turn.battle("bay")
    guest = line("fighter", 1, home="inland", space="inland")
    support = line("destroyer", 1, nation="germany", order=1)
    bay = bay._replace(defenders=(*bay.defenders, guest), support=(support,), origins=(*bay.origins, (support.kind, "gulf", 1)))
    ref = Listener()
    after = close_battle(ref, turn, bay, "called off")
    closed = after.battle("bay")
    assert (closed.result, closed.support, closed.attackers) == ("called off", (), bay.attackers)
    assert {one.kind.id for one in closed.defenders} == {"ark", "uk-destroyer"}
    states = {(one.kind.type.id, one.status, one.place) for one in after.groups if one not in turn.groups}
    assert states == {("dive-bomber", "at home", ""), ("fighter", "battle over", ""), ("destroyer", "left the battle", "gulf")}
    assert ref.notes() == 1
    assert ref.options() == []


@pytest.mark.parametrize(
    ("option", "here", "places"),
    [("land-elsewhere", True, ["ark", "isle"]), ("land-elsewhere", False, ["isle"]), ("destroyed", True, [])],
)
def test_21_where_aircraft_without_a_carrier_may_land(option, here, places):
    units = [unit for unit in UNITS if unit[0] != "swordfish"]
    turn = turn_of(units, options={"carrier-sunk": option})
    turn = turn.with_battle(turn.battle("bay")._replace(result="called off" if here else ""))
    one = Homeless(kind("fighter", home="hood", space="bay"), 1, "bay", "carrier-sunk")
    assert landing_places(turn, one) == places


def test_39_a_first_zone_that_all_have_left_is_passed_through():
    played = play(fleet(AT_SEA), answers={}, rest=MISS, until="r3")
    assert played.turn.battle("first").result == ""
    ships = {"at": "second", "after": "first", "with": {"cruisers": 2}}
    text = (
        fleet(ships)
        .replace('"transport": 1\n   }', '"cruisers": 2\n   }')
        .replace('"cruisers": 2,\n    "cruisers": 2', '"cruisers": 2')
    )
    alone = play(text, rest=MISS, until="r3")
    assert alone.turn.battle("first").result == "attacker has passed through"
    assert alone.force("second", "attackers") == {"germany-destroyer": 2}


def test_14_a_small_battle_is_what_it_was():
    """Both sides miss for three rounds: the same question comes again, and nobody is lost."""
    played = play(battle({"infantry": 2}, {"infantry": 2}), rest=MISS, until="r4")
    assert [key for key in played.asked if key.endswith("go-on")] == [f"r{number}.field.attacker.go-on" for number in (2, 3, 4)]
    assert played.losses == []
    assert (played.force("field"), played.force("field", "attackers")) == ({"uk-infantry": 2}, {"germany-infantry": 2})


# the fight for the sky


class Roller(Listener):
    """Rolls hits as it is told, and takes the shots that it is told."""

    def __init__(self, hits, chosen=()):
        super().__init__(*hits)
        self.chosen, self.asked = list(chosen), []

    def roll(self, key, reading, by):
        self.rolls.append((key, reading.dice.count, reading.value, dict(reading.outcomes()).keys(), by))
        return self.hits.pop(0)

    def choose(self, key, options, by, about):
        self.asked.append((key, list(options), by))
        assert about()
        return self.chosen.pop(0)


def sky(pool, flying, enemy=NO_TARGETS, score=NO_HITS, attacking=True, **options):
    return Sky(setting(**options), "field", "germany", attacking, enemy, pool, flying, score)


FIGHTER = Shooter("fighter", 6, 6, (), True, 2)


def test_5_fighters_that_are_alike_roll_together_at_no_more_aircraft_than_there_are():
    ref = Roller([1])
    move = fight_for_the_sky(ref, sky((FIGHTER,), 1))
    assert ref.rolls == [("field.attacker.air.fighter-2", 1, 6, {0, 1}, "germany")]
    assert move.value == SkyFought((FIGHTER._replace(number=1),), 0, Score(air=1))  # one has not rolled: the sky is clear
    ref = Roller([0])
    move = fight_for_the_sky(ref, sky((FIGHTER,), 1, score=Score(air=2)))
    assert move.state == sky((FIGHTER._replace(number=1),), 1, score=Score(air=2))  # it still flies, so the other rolls at it
    ref = Roller([1])
    move = fight_for_the_sky(ref, sky((FIGHTER,), 3, attacking=False))
    assert ref.rolls == [("field.defender.air.fighter-2", 2, 6, {0, 1, 2}, "germany")]
    assert move.value == SkyFought((), 2, Score(air=1))  # nobody is left to roll


def test_5_of_unequal_fighters_the_roller_chooses_one():
    ref = Roller([1], ["dive-bomber-air"])
    pool = (FIGHTER, DIVER)
    move = fight_for_the_sky(ref, sky(pool, 2))
    assert ref.asked == [("field.attacker.next-3", ["fighter-air-together", "fighter-air", "dive-bomber-air"], "germany")]
    assert ref.rolls == [("field.attacker.air.dive-bomber-1", 1, 4, {0, 1}, "germany")]
    assert move.state == sky((FIGHTER,), 1, score=Score(air=1))
    ref = Roller([0], ["fighter-air"])
    fight_for_the_sky(ref, sky(pool, 1, attacking=False))
    assert ref.asked == [("field.defender.next-3", ["fighter-air", "dive-bomber-air"], "germany")]


def test_11_a_bomber_bombs_past_the_sky_or_rolls_at_aircraft():
    enemy = Targets(3, 1, 0)
    ref = Roller([2], ["bomber-bombs-together"])
    move = fight_for_the_sky(ref, sky((BOMBER,), 1, enemy))
    assert move.value == SkyFought((), 1, Score(fire=2))
    ref = Roller([1], ["bomber-air"])
    move = fight_for_the_sky(ref, sky((BOMBER,), 1, enemy))
    assert ref.rolls == [("field.attacker.air.bomber-2", 1, 2, {0, 1}, "germany")]
    assert move.value == SkyFought((BOMBER._replace(number=1),), 0, Score(air=1))


@pytest.mark.parametrize(
    ("option", "offered"), [("no", ["anti-aircraft-air-together", "anti-aircraft-air", "anti-aircraft-surface"]), ("yes", None)]
)
def test_3_where_air_priority_is_optional_guns_may_fire_at_the_surface(option, offered):
    ref = Roller([1], ["anti-aircraft-surface"])
    move = fight_for_the_sky(ref, sky((GUN,), 2, Targets(2, 2, 0), air_priority=option))
    assert [options for _, options, _ in ref.asked] == ([offered] if offered else [])
    if offered:
        assert move.state == sky((GUN._replace(number=2),), 2, Targets(2, 2, 0), Score(low=1), air_priority=option)


def test_4_a_side_that_has_hit_nobody_leaves_the_enemy_as_he_is():
    enemy = (line("infantry", 2), line("fighter", 1))
    fire = Fire(setting(), "field", "germany", "uk", True, (line("infantry", 2),), enemy)
    assert side_has_rolled(Listener(), fire, Score()).value is enemy
    move = side_has_rolled(Listener(), fire, Score(fire=1))
    assert move.state == Struck(setting(), "field", "germany", "uk", True, enemy, Score(fire=1))


# fleets


def test_40_a_fleet_that_joins_an_attack_is_told_and_changes_nobody_else():
    turn = turn_of()
    ref = Listener()
    coast = turn.battle("coast")._replace(attackers=(line("infantry", 9, nation="germany"),))
    after = now_attacked(ref, turn, coast)
    assert (ref.notes(), after.battle("coast"), after.groups) == (1, coast, turn.groups)


@pytest.mark.parametrize(
    ("status", "nation", "home", "attacked"),
    [
        ("at home", "uk", "coast", True),
        ("out for the turn", "uk", "coast", True),
        ("on the way", "uk", "coast", False),
        ("returning", "uk", "coast", False),
        ("at home", "ussr", "coast", False),
        ("at home", "uk", "inland", False),
    ],
)
def test_40_aircraft_that_are_attacked_at_home_from_now_on(status, nation, home, attacked):
    turn = turn_of()
    group = Group(kind("fighter", nation=nation, home=home, space=home), 1, status)
    assert is_attacked_at_home(turn, group, turn.battle("coast")) is attacked
    assert not is_attacked_at_home(turn, Group(kind("infantry", home=home, space=home), 1, "at home"), turn.battle("coast"))


def test_40_a_space_without_defenders_is_taken_at_once_if_somebody_is_there_to_take_it():
    turn = turn_of()
    coast = turn.battle("coast")._replace(defenders=())
    for changes, result in (
        ({}, "attacker wins"),
        ({"new": False}, ""),
        ({"attackers": ()}, ""),
        ({"after": "gulf"}, ""),
        ({"result": "called off"}, "called off"),
        ({"defenders": turn.battle("coast").defenders}, ""),
    ):
        before = turn.with_battle(coast._replace(**changes))
        assert undefended(Listener(), before).battle("coast").result == result


@pytest.mark.parametrize(
    ("status", "result", "cost", "after"),
    [
        ("on the way", "not attacked", "no", ""),
        ("on the way", "not attacked", "yes", "battle over"),
        ("on the way", "called off", "no", None),
        ("returning", "not attacked", "no", None),
    ],
)
def test_40_dispatches_to_a_space_that_is_not_attacked_are_called_off(status, result, cost, after):
    """The aircraft are based at the bay's carrier, which is attacked, so they are in that battle again at once."""
    turn = turn_of(options={"passthrough-calloff-costs-return": cost})
    fighter = kind("fighter", home="ark", space="bay")
    turn = turn.joined_by([Group(fighter, 2, status, "coast")]).with_battle(turn.battle("coast")._replace(result=result))
    ref = Listener()
    called = call_off_dispatches(ref, turn)
    outside = [(one.status, one.place) for one in called.groups if one.kind is fighter]
    inside = [(one.number, one.mode, one.arrived) for one in called.battle("bay").defenders if one.kind is fighter]
    if after is None:
        assert called is turn
        assert ref.options() == []
    else:
        assert ref.options() == ["passthrough-calloff-costs-return"]
        assert (outside, inside) == (([(after, "")], []) if after else ([], [(2, "", False)]))


# the turn


def test_a_turn_with_changed_parts():
    turn = turn_of()
    coast = turn.battle("coast")
    changed = coast.between((), coast.defenders, False)
    assert changed == coast._replace(attackers=(), new=False)
    after = turn._replace(first=False, phase=2, at=1, earlier=(("a", "b", "c"),)).with_battle(changed)
    assert after == turn._replace(first=False, phase=2, at=1, earlier=(("a", "b", "c"),), battles=(changed, *turn.battles[1:]))
    assert turn.joined_by([]) is turn
    assert turn.battle_in("inland") is None
    assert sum(number for _, number in turn.units()) == sum(unit[3] for unit in UNITS)


def test_42_a_later_attack_that_can_no_longer_be_made_is_told():
    second = {"attacker": "uk", "battles": [{"at": "camp", "with": {"raf": 1}}, {"at": "camp", "with": {"raf": 5}}]}
    text = theater(UNITS, [ATTACKS[0]], SPACES, **{"later-turns": [second]}, orders="prepared")
    played = play(text, answers={"r2.coast.attacker.go-on": "call-off"}, rest=MISS, until="turn-2.r1.camp.attacker")
    assert [body["rule"] for body in played.told("note")].count("42") == 1
    assert [order.force for order in played.turn.setting.orders] == [(("raf", 1),)]
    assert played.turn.earlier == (("germany", "uk", "called off"),)
