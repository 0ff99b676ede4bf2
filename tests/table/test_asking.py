"""Every question of every game is a sentence that names who is asked."""

import re

import pytest

from airwar import rulesets
from airwar.choices.patterns import kind_of
from airwar.engine.questions import Allotment, Choice
from airwar.setup.loading import load_scenario
from airwar.table.asking import IN_BRACES, QuestionFacts, asked_as, sentences_in

FILLED = {name for name in dir(QuestionFacts) if isinstance(getattr(QuestionFacts, name), property)} | {"Do"}


@pytest.mark.parametrize("game", rulesets.IDS)
def test_every_kind_of_question_has_a_sentence(game):
    ruleset = rulesets.load(game)
    sentences = sentences_in(ruleset.package)
    assert [kind for kind in ruleset.decisions if kind_of(kind.replace("*", "x"), sentences) not in sentences] == []
    for kind, text in sentences.items():
        assert kind_of(kind.replace("*", "x"), ruleset.decisions) in ruleset.decisions, f"{kind} is asked nowhere"
        for sentence in text.split(" | "):
            assert re.fullmatch(r"[A-Z{].*[?]", sentence), sentence
            assert set(IN_BRACES.findall(sentence)) <= FILLED, sentence
            assert not re.search(r"\bids?\b|\bkey\b", sentence)


def asked(scenario, key, by, **more):
    return asked_as(load_scenario(scenario), Choice(key, "1", by, {"a": "a", "b": "b"}, "a", **more))


@pytest.mark.parametrize(
    ("scenario", "key", "by", "sentence"),
    [
        ("watchtower-1942", "movement.counterair.attacker.order.1", "attacker", "Which base do the Allies raid next?"),
        ("typhoon-1941", "movement.counterair.attacker.order.1", "attacker", "Which base does the Axis raid next?"),
        ("typhoon-1941", "bryansk.attacker.forces", "attacker", "Which forces does the Axis attack Bryansk with?"),
        ("typhoon-1941", "vyazma-overrun.referee.defenders", "referee", "What defends Vyazma?"),
        ("typhoon-1941", "staging.attacker.stage.kg-53", "attacker", "Where does the Axis stage kg-53 to?"),
        ("maleme-1941", "axis-movement.3.land.kgzbv-1", "axis", "Where does the Axis land Ju 52 I?"),
        ("ceylon-1942", "r1.ceylon.uk.ground", "uk", "Which aircraft does the UK keep on the ground at Ceylon?"),
        ("ceylon-1942", "r2.off-batticaloa.attacker.go-on", "japan", "Does Japan fight on off Batticaloa?"),
        ("uranus-1942", "bokovskaya.r1.attacker.retreat", "Soviet", "Does the Soviet side fight on at Bokovskaya?"),
    ],
)
def test_sentences_are_made_from_the_facts(scenario, key, by, sentence):
    assert asked(scenario, key, by) == sentence


def test_losses_among_units_alike_are_counted():
    items = {"akagi-air": 4, "kaga-air": 4}
    labels = {name: f"{name}: elite Japanese NAS" for name in items}
    question = Allotment("darwin.r1.attacker.losses.nas.eliminated", "19.62", "attacker", items, labels, 3, 3, {"akagi-air": 3})
    assert asked_as(load_scenario("darwin-1942"), question) == "Which three elite Japanese NAS are lost?"
