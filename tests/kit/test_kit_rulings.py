"""Options of a scenario, and the event that reports one where it mattered."""

import pytest
from support import Rigged, bare_log

from airwar.engine.events import Ruling
from airwar.engine.moves import End, then
from airwar.engine.rule import rule
from airwar.engine.walk import Walk
from airwar.rulesets.kit.rulings import YES_NO, Rulings
from airwar.rulesets.ruleset import Option

OPTIONS = {
    "flak": Option("yes", YES_NO, "whether flak fires", rule="2.1"),
    "rounds": Option("3", (), "how many rounds are fought", whole=True, rule="4.5"),
    "order": Option("attacker", ("attacker", "listed"), "who says which battle is next"),
}


def test_every_option_has_its_default_unless_chosen():
    rulings = Rulings.defaults(OPTIONS, rounds=5)
    assert (rulings.yes("flak"), rulings.number("rounds"), rulings.value("order")) == (True, 5, "attacker")
    assert [rulings.is_default(name) for name in OPTIONS] == [True, False, True]


def test_a_ruling_carries_the_rule_of_its_option():
    assert Rulings.defaults(OPTIONS, flak="no").ruled("flak", "no flak") == Ruling("flak", "no", "no flak", "2.1")


def test_chosen_tells_only_of_values_other_than_the_default():
    rulings = Rulings.defaults(OPTIONS, rounds=5)
    assert rulings.chosen("flak", "flak fires") is None
    assert rulings.chosen("rounds", "five rounds") == Ruling("rounds", "5", "five rounds", "4.5")


def test_a_value_that_is_neither_yes_nor_no_is_a_mistake_in_the_code():
    with pytest.raises(AssertionError, match="neither yes nor no"):
        Rulings.defaults(OPTIONS).yes("order")


@rule("9.9")
def tells_both(ref, rulings):
    ref.tell(rulings.ruled, "flak", "flak fires")
    ref.tell(rulings.ruled, "order", "the attacker decides")
    return End("over", ())


def test_the_log_cites_the_rule_of_the_option_and_never_that_of_the_step():
    walk = Walk(then(tells_both, Rulings.defaults(OPTIONS)), bare_log(), Rigged())
    walk.run()
    told = [record.content for record in walk.log.records if record.content["t"] == "told"]
    assert [(body["option"], body["rule"]) for body in told] == [("flak", "2.1"), ("order", "")]
