"""Where hits fall (rules 3, 4, 13, 17 to 22, 46), each force unit by unit as a player would do it with counters."""

from random import Random

import pytest
from as_pieces import kind, line, random_force

from airwar.rulesets.air_supremacy.losses import (
    Score,
    choice_of,
    damage_refused,
    hit,
    possible_targets,
    room,
    suffer,
    suffer_without_choice,
)
from airwar.rulesets.air_supremacy.units import (
    below_deck,
    in_flight,
    merged,
    nations_in,
    on_the_ground,
    on_the_surface,
    size,
    split,
)

# lines


def test_equal_units_are_one_line_and_empty_lines_are_none():
    first, second = kind("fighter", order=1), kind("bomber", order=2)
    lines = [line("bomber", 1, order=2), line("fighter", 2, "leaving", order=1), line("fighter", 1, order=1)]
    lines += [line("fighter", 3, order=1), line("bomber", -1, order=2), line("fighter", 1, arrived=True, order=1)]
    assert [(one.kind, one.number, one.mode, one.arrived) for one in merged(lines)] == [
        (first, 4, "", False),
        (first, 1, "", True),
        (first, 2, "leaving", False),
    ]
    assert second not in [one.kind for one in merged(lines)]
    ships = [line("battleship", 1, damage=1), line("battleship", 1, damage=0)]
    assert [one.damage for one in merged(ships)] == [0, 1]


def test_some_units_of_a_line_take_up_another_mode():
    force = merged([line("fighter", 3), line("bomber", 2), line("infantry", 1)])
    names = {"uk-fighter": 1, "uk-bomber": 2}
    assert {one.name: one.number for one in split(force, names, "leaving")} == {
        "uk-fighter": 2,
        "uk-fighter-leaving": 1,
        "uk-bomber-leaving": 2,
        "uk-infantry": 1,
    }
    assert (size(force), size(split(force, names, "leaving"))) == (6, 6)
    with pytest.raises(AssertionError, match="nobody is called"):
        split(force, names | {"uk-armor": 1}, "leaving")


def test_44_nations_are_in_the_order_of_their_units():
    assert nations_in((line("bomber", nation="usa"), line("fighter"), line("armor", nation="usa"))) == ["usa", "uk"]


@pytest.mark.parametrize(
    ("one", "surface", "flight", "ground", "deck"),
    [
        (line("infantry"), True, False, False, False),
        (line("infantry", mode="leaving"), True, False, False, False),
        (line("infantry", mode="aboard", home="tug", space="bay"), False, False, False, True),
        (line("infantry", mode="", home="tug", space="bay"), True, False, False, False),
        (line("fighter"), False, True, False, False),
        (line("fighter", mode="leaving"), False, True, False, False),
        (line("fighter", mode="grounded", home="base", space="base"), False, False, True, False),
        (line("fighter", mode="locked", home="base", space="base"), False, False, True, False),
        (line("fighter", mode="grounded", home="ark", space="bay"), False, False, False, True),
        (line("fighter", mode="locked", home="ark", space="bay"), False, False, False, True),
        (line("fighter", home="ark", space="bay"), False, True, False, False),
    ],
)
def test_17_where_a_line_can_be_hit(one, surface, flight, ground, deck):
    assert (on_the_surface(one), in_flight(one), on_the_ground(one), below_deck(one)) == (surface, flight, ground, deck)


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (line("fighter"), "uk-fighter"),
        (line("fighter", mode="grounded"), "uk-fighter-grounded"),
        (line("fighter", mode="locked"), "uk-fighter-out"),
        (line("fighter", mode="leaving"), "uk-fighter-leaving"),
        (line("fighter", arrived=True), "uk-fighter-arriving"),
        (line("battleship", damage=1), "uk-battleship-damaged"),
        (line("battleship", damage=1, mode="leaving"), "uk-battleship-leaving-damaged"),
        (line("infantry", mode="aboard"), "uk-infantry-aboard"),
    ],
)
def test_a_line_has_a_name_for_answers(one, name):
    assert one.name == name


# where hits fall, written out with single counters


class Counters:
    """A force as single units. The one listed first is hit first, as often as it can be before the next."""

    def __init__(self, force):
        self.units = [[one.kind, one.mode, one.damage] for one in force for _ in range(one.number)]

    def able(self, test):
        """Those that a test picks, as lines are sorted: sound ships before damaged ones."""
        return sorted(filter(test, self.units), key=lambda unit: (unit[0].order, unit[1], unit[2]))

    def flying(self, unit):
        return unit[0].type.flies and unit[1] in ("", "leaving")

    def surface(self, unit):
        return not unit[0].type.flies and unit[1] != "aboard"

    def grounded(self, unit):
        below = unit[0].aboard and unit[1] in ("grounded", "locked")
        return unit[0].type.flies and unit[1] in ("grounded", "locked") and not below

    def take(self, units, hits):
        """Hits on units, the first one first; returns those left over."""
        for unit in units:
            taken = min(hits, unit[0].type.hits - unit[2])
            hits, unit[2] = hits - taken, unit[2] + taken
        self.units = [unit for unit in self.units if unit[2] < unit[0].type.hits]
        return hits

    def suffer(self, score, surface_fire):
        air, bombs, fire, low = score
        self.take(self.able(self.flying), air)
        if self.able(self.flying):
            low = self.take(self.able(self.surface), low)
        else:
            fire, low = fire + low, 0  # nobody flies any more, so these find whatever is left
        fire += self.take([*self.able(self.surface), *self.able(self.grounded)], bombs)
        reachable = self.able(self.flying) if surface_fire == "owner-choice" else []
        fire = self.take([*self.able(self.surface), *reachable], fire)
        if surface_fire == "if-no-surface-target":
            fire = self.take(self.able(self.flying), fire)
        if not self.able(self.flying):
            self.take(self.able(self.grounded), fire + low)
        self.sink()

    def sink(self):
        """Whoever is below a deck that is gone is gone; the best are saved."""
        for ship in {unit[0].home for unit in self.units if unit[0].aboard}:
            holds = sum(unit[0].type.holds for unit in self.units if unit[0].ship == ship)
            below = [unit for unit in self.units if unit[0].home == ship and unit[1] in ("grounded", "locked", "aboard")]
            below.sort(key=lambda unit: unit[0].type.worth(True), reverse=True)
            lost = below[holds:]
            self.units = [unit for unit in self.units if all(unit is not other for other in lost)]

    def force(self):
        return sorted((unit[0].name, unit[1], unit[2]) for unit in self.units)


def first_come(which, able, hits):
    """The line listed first is hit first, and as often as it can be. Nobody is asked about no hits."""
    assert hits > 0
    blows, asked = {}, hits
    for one in able:
        if one.damage and any(other.kind is one.kind and other.mode == one.mode and not other.damage for other in able):
            continue  # taken together with the sound ships of its kind
        damaged = next(
            (other for other in able if (other.kind, other.mode) == (one.kind, one.mode) and other.damage > one.damage), None
        )
        worse = damaged or one._replace(number=0, damage=one.damage + 1)
        sound = [one] * one.number
        for ship in sound:
            if hits:
                blows[ship], hits = blows.get(ship, 0) + 1, hits - 1
                if one.damage + 1 < one.kind.type.hits and hits:
                    blows[worse], hits = blows.get(worse, 0) + 1, hits - 1
        if damaged:
            number = min(hits, damaged.number)
            blows[damaged], hits = blows.get(damaged, 0) + number, hits - number
    assert not hits, (which, able, asked)
    return tuple((one, number) for one, number in blows.items() if number)


OPTIONS = ["if-no-surface-target", "never", "owner-choice"]


def scores(random, force):
    """Hits as they can be rolled: no more in the air than there are aircraft, and no more at the surface than find a target."""
    flying = size(one for one in force if in_flight(one))
    surface = room(tuple(one for one in force if on_the_surface(one)))
    return Score(random.randint(0, flying), random.randint(0, 3), random.randint(0, 4), random.randint(0, min(3, surface)))


@pytest.mark.parametrize("surface_fire", OPTIONS)
def test_4_hits_fall_as_they_do_on_single_counters(surface_fire):
    for seed in range(80):
        force, random = random_force(seed), Random(seed)
        score, counters = scores(random, force), Counters(force)
        counters.suffer(score, surface_fire)
        left = suffer(force, score, surface_fire, first_come)
        found = sorted((one.kind.name, one.mode, one.damage) for one in left for _ in range(one.number))
        assert found == counters.force(), (seed, force, score)


@pytest.mark.parametrize("surface_fire", OPTIONS)
def test_4_losses_without_a_choice_are_those_of_any_choice(surface_fire):
    decided = 0
    for seed in range(120):
        force, random = random_force(seed), Random(seed)
        score = scores(random, force)
        alone = suffer_without_choice(force, score, surface_fire)
        if alone is not None:
            decided += 1
            assert alone == suffer(force, score, surface_fire, first_come), (seed, force, score)
    assert 20 < decided < 110


@pytest.mark.parametrize(
    ("force", "score", "decided"),
    [
        ((line("infantry", 2),), Score(fire=1), True),
        ((line("infantry", 2), line("armor", 1)), Score(fire=1), False),
        ((line("infantry", 2), line("armor", 1)), Score(fire=3), True),
        ((line("battleship", 1),), Score(fire=1), False),
        ((line("battleship", 1, damage=1),), Score(fire=1), True),
        ((line("battleship", 2, damage=1),), Score(fire=1), True),
        ((line("battleship", 1), line("destroyer", 1)), Score(fire=3), False),
    ],
)
def test_4_nobody_is_asked_where_all_are_lost_or_all_are_alike(force, score, decided):
    assert (suffer_without_choice(force, score, "never") is not None) is decided


def test_21_the_first_hit_damages_a_battleship_and_the_second_sinks_it():
    sound, damaged = line("battleship", 2), line("battleship", 1, damage=1)
    new = sound._replace(number=0, damage=1)
    assert hit((sound,), ((sound, 1),)) == (line("battleship", 1), damaged)
    assert hit((sound,), ((sound, 2), (new, 1))) == (damaged,)
    assert hit((sound,), ((sound, 2), (new, 2))) == ()
    assert hit((sound, damaged), ((damaged, 1),)) == (sound,)
    assert hit((sound, damaged), ((sound, 1), (damaged, 1))) == (line("battleship", 1), damaged)
    assert [room((one,)) for one in (sound, damaged, line("destroyer", 3))] == [4, 1, 3]


# the choice that is offered


def legal_answers(able, hits):
    """Every way in which hits can fall on lines, ship by ship."""
    names = {one.name: one for one in possible_targets(able)}
    found = [{}]
    for name, one in names.items():
        sound = [other.name for other in names.values() if other.kind is one.kind and other.mode == one.mode and one.damage]
        sound = [other for other in sound if other != name]
        found = [
            answer | {name: number}
            for answer in found
            for number in range(min(hits, one.number + sum(answer.get(other, 0) for other in sound)) + 1)
        ]
    return [answer for answer in found if sum(answer.values()) == hits]


FORCES = [
    (line("infantry", 2), line("armor", 1)),
    (line("battleship", 1),),
    (line("battleship", 2), line("destroyer", 1)),
    (line("battleship", 1), line("battleship", 1, damage=1)),
    (line("battleship", 2), line("battleship", 1, damage=1), line("destroyer", 2), line("submarine", 1)),
    (line("battleship", 1), line("battleship", 1, "leaving"), line("transport", 2)),
    (line("fighter", 1), line("fighter", 2, "grounded"), line("infantry", 1)),
]


@pytest.mark.parametrize("able", FORCES)
@pytest.mark.parametrize("owner", [True, False])
@pytest.mark.parametrize("attacking", [True, False])
def test_21_the_most_hits_on_a_line_are_those_of_some_legal_answer(able, owner, attacking):
    for hits in range(1, room(able) + 1):
        answers = legal_answers(able, hits)
        offer = choice_of(able, hits, attacking, owner)
        most = {name: max(answer[name] for answer in answers) for name in answers[0]}
        assert offer.items == {name: number for name, number in most.items() if number}
        assert {name: offer.default.get(name, 0) for name in most} in answers
        assert all(offer.refuse({name: answer[name] for name in offer.items}) is None for answer in answers)
        assert offer.names == {one.name: one for one in possible_targets(able) if one.name in offer.items}


@pytest.mark.parametrize(
    ("able", "hits", "attacking", "owner", "default"),
    [
        # the cheapest first, by what they are worth in this battle, then in the other role
        ((line("armor", 2), line("infantry", 2)), 1, False, True, {"uk-infantry": 1}),
        ((line("armor", 2), line("infantry", 2)), 3, False, True, {"uk-infantry": 2, "uk-armor": 1}),
        ((line("armor", 2), line("infantry", 2)), 1, False, False, {"uk-armor": 1}),
        ((line("armor", 2), line("infantry", 2)), 3, False, False, {"uk-armor": 2, "uk-infantry": 1}),
        # damage that sinks nothing comes before any loss; an enemy sinks what is damaged
        ((line("destroyer", 1), line("battleship", 1)), 1, False, True, {"uk-battleship": 1}),
        ((line("destroyer", 1), line("battleship", 1)), 2, False, True, {"uk-battleship": 1, "uk-destroyer": 1}),
        ((line("battleship", 1), line("battleship", 1, damage=1)), 1, False, True, {"uk-battleship": 1}),
        ((line("battleship", 1), line("battleship", 1, damage=1)), 1, False, False, {"uk-battleship-damaged": 1}),
        ((line("destroyer", 1), line("battleship", 1)), 1, False, False, {"uk-destroyer": 1}),
        (
            (line("destroyer", 1), line("battleship", 1)),
            3,
            False,
            False,
            {"uk-destroyer": 1, "uk-battleship": 1, "uk-battleship-damaged": 1},
        ),
        # whoever retreats is of no more use here
        ((line("infantry", 1), line("infantry", 1, "leaving")), 1, False, True, {"uk-infantry-leaving": 1}),
        ((line("infantry", 1), line("infantry", 1, "leaving")), 1, False, False, {"uk-infantry": 1}),
        # grounded aircraft are spared, unless the enemy chooses
        ((line("fighter", 1, "grounded"), line("armor", 1)), 1, False, True, {"uk-armor": 1}),
        ((line("fighter", 1, "grounded"), line("infantry", 1)), 1, False, False, {"uk-fighter-grounded": 1}),
        # what a unit is worth depends on who attacks
        ((line("bomber", 1), line("dogfighter", 1)), 1, True, True, {"uk-dogfighter": 1}),
        ((line("bomber", 1), line("dogfighter", 1)), 1, False, True, {"uk-bomber": 1}),
    ],
)
def test_4_the_usual_losses(able, hits, attacking, owner, default):
    found = choice_of(able, hits, attacking, owner).default
    assert {name: number for name, number in found.items() if number} == default


def test_21_a_ship_that_is_sunk_was_damaged_before():
    names = {"sound": line("battleship", 1), "damaged": line("battleship", 1, damage=1), "other": line("destroyer", 2)}
    assert damage_refused(names, {"sound": 0, "damaged": 1, "other": 2}) is None
    assert damage_refused(names, {"sound": 1, "damaged": 2, "other": 0}) is None
    assert damage_refused(names, {"sound": 0, "damaged": 2, "other": 2}) is not None
