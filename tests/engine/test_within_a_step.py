"""What `s` shows at a prompt is the table as it stands, not as the step found it."""

import pytest

from airwar.answers.chance import MachineDice
from airwar.battle import begin
from airwar.engine.referee import Asked
from airwar.loading import load_scenario


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
