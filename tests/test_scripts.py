"""Scripts of fights in tests: everything in its order, and nothing left over."""

import pytest
from support import SHIPPED, fight

MALTA = next(path for path in SHIPPED if path.stem == "malta-1942").read_text(encoding="utf-8")
ROUND = "fire 1 4, 4 4  # the Axis, then the Allies\ndisengage disengage"


def test_a_script_plays_what_dice_and_answers_by_key_play():
    dice = {"malta.r1.attacker.fire": [1, 4], "malta.r1.defender.fire": [4, 4]}
    by_key = fight(MALTA, dice, {"malta.r1.attacker.disengage": "disengage"})
    assert fight(MALTA, ROUND).records == by_key.records
    assert fight(MALTA, "malta.r1.attacker.fire 1 4; defender.fire 4 4; disengage disengage").records == by_key.records


@pytest.mark.parametrize(
    ("script", "wrong"),
    [
        (f"{ROUND}; reinforce none", "never asked for: .'reinforce none'"),
        (f"reinforce none; {ROUND}", "no dice for malta.r1.attacker.fire"),
        ("defender.fire 4 4; attacker.fire 1 4; disengage disengage", "no dice for malta.r1.attacker.fire"),
        ("fire 1 4; disengage disengage", "no dice for malta.r1.defender.fire"),
    ],
)
def test_a_script_fails_on_too_much_too_little_and_the_wrong_order(script, wrong):
    with pytest.raises(AssertionError, match=wrong):
        fight(MALTA, script)
