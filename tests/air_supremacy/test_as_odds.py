"""Shots taken together are the same battle as shots taken one at a time, and exact odds stay within reach."""

from collections import Counter
from fractions import Fraction
from functools import cache, partial

import pytest
from as_table import battle, left_by, play, theater

from airwar.engine.questions import Allotment
from airwar.probability.forecast import Situation, exact
from airwar.rulesets.air_supremacy import sequence
from airwar.rulesets.air_supremacy.combat import side_fires
from airwar.setup.loading import parse_scenario


def default(question):
    return dict(question.default) if isinstance(question, Allotment) else question.default


def one_at_a_time(question):
    """The default order, but never two together."""
    answer = default(question)
    return answer.removesuffix("-together") if isinstance(answer, str) else answer


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ({"fighter": 3, "dive-bomber": 2, "infantry": 1}, {"fighter": 2, "dogfighter": 1, "anti-aircraft": 1, "infantry": 2}),
        ({"bomber": 2, "fighter": 1}, {"fighter": 2, "infantry": 3}),
        ({"fighter": 3, "infantry": 2}, {"bomber": 1, "fighter": 1, "infantry": 1}),
    ],
)
def test_shots_taken_together_change_nothing(attackers, defenders):
    text = battle(attackers, defenders)
    for attacking in (True, False):
        together = left_by(text, default, attacking)
        assert sum(together.values()) == 1
        assert left_by(text, one_at_a_time, attacking) == together


def test_like_fighters_together_match_a_brute_force_of_single_shots():
    """Three fighters against one aircraft and infantry: a twin that rolls each fighter by itself, in the plainest code."""

    @cache
    def single(left, sky, surface):
        if not left:
            return {(sky, surface): Fraction(1)}
        odds = Counter()
        hit = ("sky" if sky else "surface", Fraction(1, 2))
        for chance, (air, ground) in ((hit[1], (1, 0) if hit[0] == "sky" else (0, 1)), (1 - hit[1], (0, 0))):
            for end, weight in single(left - 1, sky - air, max(0, surface - ground)).items():
                odds[end] += chance * weight
        return dict(odds)

    text = battle({"fighter": 3}, {"fighter": 1, "infantry": 2})
    found = Counter()
    for force, chance in left_by(text, default).items():
        left = {line.kind.type.id: line.number for line in force}
        found[left.get("fighter", 0), left.get("infantry", 0)] += chance
    assert found == single(3, 1, 2)


def test_forty_infantry_are_one_roll():
    played = play(battle({"infantry": 40}, {"infantry": 40}), rest=12, until="r1.field.d")
    assert {key: body["dice"] for key, body in played.rolls.items()} == {"r1.field.attacker.surface-2": "40d12"}


def test_a_battle_of_thirty_units_has_few_states(monkeypatch):
    """Ten infantry and five fighters against ten infantry: losses among equals are no choice, rounds are no state."""
    fires = set()

    def seen(ref, fire):
        fires.add(fire)
        return side_fires(ref, fire)

    monkeypatch.setattr(sequence, "side_fires", seen)
    odds_of(battle({"infantry": 10, "fighter": 5}, {"infantry": 10}, choices={"*": "default"}))
    assert len(fires) == 2 * 150  # what either side's fire does, for each pair of forces


# who has won, and who loses what


def odds_of(text):
    """The odds, and the party and worth by which they are measured."""
    scenario = parse_scenario(text, "test.yaml")
    ruleset = scenario.ruleset
    party = partial(ruleset.party, scenario.start.state)
    return exact(Situation(ruleset, scenario.script, scenario.start)), party, ruleset.worth


def test_an_infantry_against_another_wins_with_the_odds_worked_out_by_hand():
    """One hits with 1/6, the other with 1/3, and both roll in every round: whoever hits alone has won."""
    found, party, worth = odds_of(battle({"infantry": 1}, {"infantry": 1}, choices={"*": "default"}))
    decided = 1 - Fraction(5, 6) * Fraction(2, 3)
    assert found.wins("germany", party) == Fraction(1, 6) * Fraction(2, 3) / decided == Fraction(1, 4)
    assert found.wins("uk", party) == Fraction(5, 6) * Fraction(1, 3) / decided == Fraction(5, 8)
    assert found.expected_losses("germany", worth, party) == (Fraction(3, 4), Fraction(3, 8))


def test_allies_are_one_party_and_their_losses_are_not_enemy_losses():
    spaces = {"field": {"kind": "land", "nation": "uk"}, "camp": {"kind": "land", "nation": "germany"}}
    units = [("a", "germany", "infantry", 1, "camp"), ("d", "uk", "infantry", 1, "field"), ("e", "usa", "infantry", 1, "field")]
    found, party, worth = odds_of(theater(units, [{"at": "field", "with": {"a": 1}}], spaces, choices={"*": "default"}))
    assert found.wins("uk", party) == found.wins("usa", party) > found.wins("germany", party)
    own, enemy = found.expected_losses("usa", worth, party)
    assert (
        (enemy, own) == found.expected_losses("germany", worth, party) == tuple(reversed(found.expected_losses("uk", worth, party)))
    )
