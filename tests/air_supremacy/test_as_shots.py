"""Who rolls at what (rules 1 to 18, 25, 46), counted unit by unit; what is told of losses; and battles that nobody can win."""

import re
from itertools import product

import pytest
from as_pieces import line, random_force, setting

from airwar.engine.dice import Dice
from airwar.rulesets.air_supremacy.combat import (
    Lot,
    Score,
    Shooter,
    Shots,
    Targets,
    add,
    can_hit,
    lots_alike,
    lots_at_the_surface,
    muster,
    next_shots,
    nobody_can_hit,
    reading,
    shooter_of,
    targets,
    unrolled,
    without,
    without_question,
)
from airwar.rulesets.air_supremacy.losses import loss_events


def single_units(force):
    return [one for one in force for _ in range(one.number)]


def test_13_what_can_be_hit_is_counted_unit_by_unit():
    for seed in range(60):
        force = random_force(seed)
        surface = flying = grounded = 0
        for one in single_units(force):
            type_, mode, below = one.kind.type, one.mode, one.kind.home in ("ark", "tug")
            if not type_.flies:
                surface += 0 if mode == "aboard" else type_.hits - one.damage
            elif mode in ("", "leaving"):
                flying += 1
            elif not below:
                grounded += 1
        assert targets(force) == Targets(surface, flying, grounded), force


GUEST = {"guest": True, "home": "base", "space": "base"}


@pytest.mark.parametrize(
    ("one", "attacking", "options", "name", "air", "surface", "bombs"),
    [
        (line("fighter"), True, {}, "fighter", 6, 6, ()),
        (line("bomber"), True, {}, "bomber", 2, 0, (8, 8)),
        (line("bomber"), False, {}, "bomber", 2, 2, ()),
        (line("bomber", **GUEST), False, {}, "bomber", 2, 2, ()),
        (line("bomber", **GUEST), False, {"dispatched_bomber_vs_surface": "no"}, "bomber-guest", 2, 0, ()),
        (line("bomber"), False, {"dispatched_bomber_vs_surface": "no"}, "bomber", 2, 2, ()),
        (line("fighter", **GUEST), False, {"dispatched_bomber_vs_surface": "no"}, "fighter", 6, 6, ()),
        (line("anti-aircraft"), True, {}, "anti-aircraft", None, 5, ()),
    ],
)
def test_12_what_one_unit_rolls(one, attacking, options, name, air, surface, bombs):
    found = shooter_of(setting(**options), one, attacking)
    assert (found.name, found.air, found.surface, found.bombs, found.number) == (name, air, surface, bombs, 0)
    assert found.by_necessity == (one.kind.type.id not in ("anti-aircraft", "submarine"))


@pytest.mark.parametrize("retreaters", ["yes", "no"])
@pytest.mark.parametrize("attacking", [True, False])
def test_18_those_who_roll_are_counted_by_their_values_the_best_in_the_air_first(retreaters, attacking):
    rules = setting(retreaters_roll=retreaters)
    for seed in range(40):
        force = random_force(seed)
        rolling = [one for one in single_units(force) if one.mode == "" or (one.mode == "leaving" and retreaters == "yes")]
        counts = {}
        for one in rolling:
            surface, air, bombs = one.kind.type.values(attacking)
            key = (air, surface, bombs, one.kind.type.by_necessity)
            counts[key] = counts.get(key, 0) + 1
        pool, rest = muster(rules, force, attacking)
        assert {one[1:5]: one.number for one in (*pool, *rest)} == {
            (air, surface, bombs, reach): number for (air, surface, bombs, reach), number in counts.items()
        }
        assert all(one.air is not None for one in pool)
        assert all(one.air is None for one in rest)
        order = [(bool(one.bombs), -one.air, one.surface) for one in pool]
        assert order == sorted(order)


FIGHTER, DIVER = Shooter("fighter", 6, 6, (), True, 2), Shooter("dive-bomber", 4, 8, (), True, 1)
BOMBER, GUN = Shooter("bomber", 2, 0, (8, 8), True, 2), Shooter("anti-aircraft", 5, 5, (), False, 1)


@pytest.mark.parametrize(
    ("pool", "flying", "surface", "optional", "shots"),
    [
        ((FIGHTER,), 1, 0, False, Shots(FIGHTER, 1, "air")),
        ((FIGHTER,), 3, 0, False, Shots(FIGHTER, 2, "air")),
        ((FIGHTER, DIVER), 2, 0, False, None),
        ((FIGHTER, DIVER), 3, 0, False, Shots(FIGHTER, 2, "air")),
        ((FIGHTER, BOMBER), 4, 0, False, Shots(FIGHTER, 2, "air")),
        ((FIGHTER, BOMBER), 3, 0, False, None),
        ((BOMBER,), 4, 0, False, None),
        ((FIGHTER,), 3, 1, True, None),
        ((FIGHTER,), 3, 0, True, Shots(FIGHTER, 2, "air")),
        ((FIGHTER,), 3, 1, False, Shots(FIGHTER, 2, "air")),
    ],
)
def test_5_shots_that_need_no_question(pool, flying, surface, optional, shots):
    assert without_question(pool, flying, surface, optional) == shots


@pytest.mark.parametrize(
    ("pool", "flying", "surface", "optional", "offered"),
    [
        ((FIGHTER, DIVER), 1, 0, False, {"fighter-air": (1, "air"), "dive-bomber-air": (1, "air")}),
        (
            (FIGHTER, DIVER),
            2,
            0,
            False,
            {"fighter-air-together": (2, "air"), "fighter-air": (1, "air"), "dive-bomber-air": (1, "air")},
        ),
        (
            (BOMBER,),
            1,
            0,
            False,
            {"bomber-bombs-together": (2, "bombs"), "bomber-bombs": (1, "bombs"), "bomber-air": (1, "air")},
        ),
        ((BOMBER._replace(number=1),), 9, 5, True, {"bomber-bombs": (1, "bombs"), "bomber-air": (1, "air")}),
        ((GUN,), 1, 3, True, {"anti-aircraft-air": (1, "air"), "anti-aircraft-surface": (1, "surface")}),
        ((GUN,), 1, 0, True, {"anti-aircraft-air": (1, "air")}),
        ((GUN,), 1, 3, False, {"anti-aircraft-air": (1, "air")}),
    ],
)
def test_10_what_may_be_rolled_next_in_the_order_of_the_offer(pool, flying, surface, optional, offered):
    found, labels = next_shots(pool, flying, surface, optional)
    assert [(name, shots.units, shots.at) for name, shots in found.items()] == [(name, *said) for name, said in offered.items()]
    assert list(labels) == list(offered)
    assert all(name.startswith(shots.shooter.name) for name, shots in found.items())
    for name, shots in found.items():
        values = {"air": [shots.shooter.air], "bombs": list(shots.shooter.bombs), "surface": [shots.shooter.surface]}[shots.at]
        numbers = [int(number) for number in re.findall(r"\d+", labels[name])]
        assert numbers == [*([shots.units] if shots.units > 1 else []), *values]


def test_5_those_who_have_rolled_leave_the_pool():
    pool = (FIGHTER, DIVER)
    assert unrolled(pool) == 3
    assert without(pool, Shots(FIGHTER, 1, "air")) == (FIGHTER._replace(number=1), DIVER)
    assert without(pool, Shots(FIGHTER, 2, "air")) == (DIVER,)


@pytest.mark.parametrize(("value", "needed"), [(6, 6), (0, 0)])
def test_12_a_die_hits_on_its_value(value, needed):
    rules = setting()
    dice = reading(rules, 3, value)
    assert (dice.dice, dice.needed, dice.or_less) == (Dice(3, 12), needed, True)
    assert dict(reading(rules, 3, 6, 2).outcomes()).keys() == {0, 1, 2}
    assert dict(reading(rules, 3, 6, 0).outcomes()).keys() == {0}


# lots of dice at the surface


def naive_lots(attacking, pool, support, enemy, flying, before, fire):
    """Which dice are rolled at the surface, in order: sort, value, number, and how many hits find a target."""
    dice = {"support": {}, "surface-only": {}, "bombs": {}, "surface": {}}
    for ship in single_units(support):
        dice["support"][ship.kind.type.attack] = dice["support"].get(ship.kind.type.attack, 0) + 1
    for shooter in pool:
        for _ in range(shooter.number):
            name = "surface-only" if flying and not shooter.by_necessity else "surface"
            dice[name][shooter.surface] = dice[name].get(shooter.surface, 0) + 1
            for bomb in shooter.bombs:
                name = "bombs" if enemy.grounded else "surface"
                dice[name][bomb] = dice[name].get(bomb, 0) + 1
    for values in dice.values():
        values.pop(0, None)
    most = before + sum(sum(values.values()) for values in dice.values())
    everything = enemy.surface + enemy.grounded + (0 if fire == "never" else flying)
    reach = sum(dice["bombs"].values()) + sum(dice["surface"].values())  # shots that may clear the sky by necessity
    cleared = not flying or (fire != "never" and reach >= flying)
    low = enemy.surface + (enemy.grounded if cleared else 0)
    limits = {"support": low, "surface-only": low, "bombs": everything, "surface": everything}
    kinds = {"support": "low", "surface-only": "low", "bombs": "bombs", "surface": "fire"}
    side = "attacker" if attacking else "defender"
    return [
        Lot(kinds[name], min(most, limits[name]), f"field.{side}.{name}-{value}", values[value], value, name)
        for name, values in dice.items()
        for value in sorted(values, reverse=True)
        if min(most, limits[name])
    ]


POOLS = [
    (),
    (FIGHTER,),
    (BOMBER, DIVER),
    (GUN, FIGHTER),
    (Shooter("submarine", None, 4, (), False, 2), BOMBER),
    (GUN._replace(surface=0),),
]


@pytest.mark.parametrize("fire", ["if-no-surface-target", "never"])
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("support", [(), (line("destroyer", 2), line("battleship", 1), line("transport", 1))])
def test_4_the_dice_that_are_rolled_at_the_surface(fire, pool, support):
    rules = setting(surface_fire_vs_airborne=fire)
    for surface, grounded, flying, before in product((0, 2, 30), (0, 1), (0, 2), (0, 1)):
        enemy = Targets(surface, 3, grounded)
        for attacking in (True, False):
            found = lots_at_the_surface(rules, "field", attacking, pool, support, enemy, flying, before)
            assert list(found) == naive_lots(attacking, pool, support, enemy, flying, before, fire)


def test_4_hits_of_a_lot_fill_its_own_room():
    score = Score(1, 2, 3, 4)
    low, bombs, fire = (Lot(kind, 10, "key", 1, 6, "name") for kind in ("low", "bombs", "fire"))
    assert [lot.room(score) for lot in (low, bombs, fire)] == [6, 1, 1]
    assert low.hitting(score, 5) == Score(1, 2, 3, 9)
    assert bombs.hitting(score, 5) == Score(1, 7, 3, 4)
    assert fire.hitting(score, 5) == Score(1, 2, 8, 4)
    assert score.at_the_surface == 9


def test_4_lots_that_hit_the_same_targets_are_rolled_together():
    rules = setting()
    lots = (
        Lot("low", 3, "a", 1, 6, "support"),
        Lot("low", 3, "b", 2, 4, "surface-only"),
        Lot("fire", 3, "c", 1, 6, "surface"),
        Lot("low", 3, "d", 1, 6, "support"),
    )
    assert lots_alike(rules, lots) == (("a", reading(rules, 1, 6)), ("b", reading(rules, 2, 4)))
    assert lots_alike(rules, lots[2:]) == (("c", reading(rules, 1, 6)),)


def test_12_dice_that_never_hit_are_not_rolled():
    dice = {4: 1}
    for value, number in ((0, 3), (6, 0), (4, 2), (6, 1), (1, 2)):
        add(dice, value, number)
    assert dice == {4: 3, 6: 1, 1: 2}


# what is told of losses


def told(before, after, score, **options):
    events = loss_events(before, after, score, setting(**options).rulings)
    losses = [(event.side, event.unit, event.count) for event in events if type(event).__name__ == "Loss"]
    return losses, [event.option for event in events if type(event).__name__ == "Ruling"]


FLYING, GROUNDED = line("fighter", 2, home="field", space="field"), line("bomber", 2, "grounded", home="field", space="field")
INFANTRY = line("infantry", 3)


@pytest.mark.parametrize(
    ("before", "after", "score", "options", "losses", "rulings"),
    [
        ((INFANTRY,), (INFANTRY,), Score(), {}, [], []),
        ((INFANTRY,), (line("infantry", 1),), Score(fire=2), {}, [("UK", "infantry", 2)], []),
        ((FLYING,), (), Score(air=2), {}, [("UK", "fighter", 2)], []),
        ((FLYING,), (), Score(air=1, fire=1), {}, [("UK", "fighter", 2)], ["surface-fire-vs-airborne"]),
        (
            (FLYING, GROUNDED),
            (GROUNDED,),
            Score(fire=2),
            {},
            [("UK", "fighter", 2)],
            ["surface-fire-vs-airborne"],
        ),
        ((FLYING, GROUNDED), (GROUNDED,), Score(air=2), {}, [("UK", "fighter", 2)], []),
        ((FLYING, GROUNDED), (FLYING,), Score(bombs=2), {}, [("UK", "bomber", 2)], []),
        (
            (line("battleship", 2),),
            (line("battleship", 1), line("battleship", 1, damage=1)),
            Score(fire=1),
            {},
            [("UK", "battleship", 1)],
            [],
        ),
        (
            (line("battleship", 2),),
            (line("battleship", 1, damage=1),),
            Score(fire=3),
            {},
            [("UK", "battleship", 1), ("UK", "battleship", 1)],
            [],
        ),
        ((line("battleship", 1, damage=1),), (), Score(fire=1), {}, [("UK", "battleship", 1)], []),
        (
            (INFANTRY, line("infantry", 1, nation="usa")),
            (line("infantry", 2),),
            Score(fire=2),
            {},
            [("UK", "infantry", 1), ("USA", "infantry", 1)],
            [],
        ),
    ],
)
def test_4_every_loss_is_told_by_nation_and_type_and_with_the_rulings_that_decided_it(
    before, after, score, options, losses, rulings
):
    assert told(before, after, score, **options) == (losses, rulings)


def test_21_damage_is_told_apart_from_losses_and_losses_below_deck_from_others():
    before = (line("battleship", 2), line("aircraft-carrier", 1, ship="ark"), line("transport", 1, ship="tug"))
    below = (line("fighter", 1, "grounded", home="ark", space="bay"), line("infantry", 1, "aboard", home="tug", space="bay"))
    flying = (line("fighter", 2, home="ark", space="bay"),)
    after = (line("battleship", 1, damage=1),)
    events = loss_events((*before, *below, *flying), after, Score(air=2), setting().rulings)
    fates = [(event.unit, event.count, event.fate) for event in events]
    assert fates[:2] == [("battleship", 1, "lost"), ("battleship", 1, "damaged")]
    assert len({fate for _, _, fate in fates}) == 4  # lost, damaged, and lost with either sort of ship
    assert [fate for unit, number, fate in fates if (unit, number) == ("fighter", 2)] == ["lost"]


# battles that nobody can win


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "stuck"),
    [
        ((line("infantry"),), (line("infantry"),), {}, False),
        ((line("transport"),), (line("transport"),), {}, False),
        ((line("infantry", mode="aboard", home="tug", space="bay"),), (line("bomber", mode="locked"),), {}, True),
        ((line("anti-aircraft"),), (line("fighter", mode="locked"),), {}, False),
        ((line("submarine"),), (line("submarine"),), {}, False),
        ((line("transport"),), (line("fighter", mode="locked"),), {}, True),
        ((line("submarine"),), (line("bomber", **GUEST),), {"dispatched_bomber_vs_surface": "no"}, True),
        ((line("submarine"),), (line("bomber", **GUEST),), {}, False),
        ((line("destroyer"),), (line("bomber", **GUEST),), {"dispatched_bomber_vs_surface": "no"}, False),
        (
            (line("destroyer"),),
            (line("bomber", **GUEST),),
            {"dispatched_bomber_vs_surface": "no", "surface_fire_vs_airborne": "never"},
            True,
        ),
        (
            (line("fighter"),),
            (line("bomber", **GUEST),),
            {"dispatched_bomber_vs_surface": "no", "surface_fire_vs_airborne": "never"},
            False,
        ),
        ((line("bomber"),), (line("fighter", mode="locked"),), {}, False),
        ((line("bomber"),), (line("infantry"),), {"surface_fire_vs_airborne": "never"}, False),
    ],
)
def test_a_battle_is_stuck_only_if_no_unit_of_either_side_can_hit_one_of_the_other(attackers, defenders, options, stuck):
    assert nobody_can_hit(setting(**options), attackers, defenders) is stuck


NEVER, NO_SURFACE = {"surface_fire_vs_airborne": "never"}, {"dispatched_bomber_vs_surface": "no"}


@pytest.mark.parametrize(
    ("own", "enemy", "options", "able"),
    [
        (line("bomber", **GUEST), (line("fighter"), line("submarine")), NO_SURFACE, True),
        (line("bomber", **GUEST), (line("submarine"),), NO_SURFACE, False),
        (line("bomber", **GUEST), (line("fighter", mode="locked"), line("submarine")), NO_SURFACE, False),
        (line("infantry"), (line("fighter"), line("infantry")), NEVER, True),
        (line("infantry"), (line("fighter"),), NEVER, False),
        (line("infantry"), (line("fighter"),), {}, True),
        (line("infantry"), (line("fighter"), line("fighter", mode="locked")), NEVER, True),
        (line("submarine"), (line("fighter"),), {}, False),
        (line("infantry", mode="locked"), (line("infantry"),), {}, False),
        (line("infantry", mode="aboard"), (line("infantry"),), {}, False),
        (line("infantry", mode="leaving"), (line("infantry"),), {}, True),
        (line("transport"), (line("infantry"),), {}, True),
    ],
)
def test_a_unit_that_can_hit_any_of_the_enemies(own, enemy, options, able):
    assert can_hit(setting(**options), (own,), enemy, False) is able
    assert can_hit(setting(**options), (line("infantry", mode="aboard"), own), enemy, False) is able
