"""In the middle of a step: `s` shows the table as it is now, and the odds continue with the same keys."""

import pytest
from support import Rigged, bare_log

from airwar.answers.chance import MachineDice
from airwar.battle.battle import begin
from airwar.engine.moves import End
from airwar.engine.questions import Asked
from airwar.engine.referee import Prefilled
from airwar.engine.walk import Walk
from airwar.setup.loading import load_scenario


class OnlyDice:
    def faces(self, roll, drawn):
        return MachineDice(7).faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question):
        raise Asked(question)


def test_the_losses_of_the_round_are_on_the_table_when_the_question_comes():
    battle = begin(load_scenario("malta-1942"), None, 7)
    walk = battle.walk(OnlyDice())
    with pytest.raises(Asked) as asked:
        walk.run()
    assert asked.value.question.key == "malta.r1.attacker.disengage"
    left = [sum(line.number for line in force) for force in (walk.state.attackers, walk.state.defenders)]
    assert left == [3, 2]
    assert [(row[1], row[3]) for row in battle.scenario.ruleset.tables(walk.states)[0].rows] == [
        ("fliegerkorps-ii", "3"),
        ("malta-spitfires", "2"),
    ]


def test_the_rest_of_a_step_is_in_the_battle_and_the_round_that_its_beginning_led_to():
    def step(ref):
        ref.enter("malta", "Malta")
        ref.new_round()
        first = ref.choose("first", ("stay", "leave"), by="axis")
        ref.resume_round(3)
        return first, ref.choose("second", ("stay", "leave"), by="axis"), ref.full_key("third")

    walk = Walk(End("", None), bare_log(), Rigged(answers={"malta.r3.second": "leave"}))
    assert step(Prefilled(walk, ("stay",))) == ("stay", "leave", "malta.r3.third")
    assert (walk.scope, walk.round) == ("malta", 3)
