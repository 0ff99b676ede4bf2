"""What a report says of a battle in which the referee added units."""

from terminal import Terminal, airwar


def test_a_side_never_loses_more_units_than_it_had(tmp_path):
    with Terminal("run", "ceylon-1942", "--seed", "3", "--log", "c.jsonl", cwd=tmp_path) as terminal:
        terminal.until("\r\n> ")
        for line, prompt in (
            ("r", "none) > "),
            ("3", "unit? (Enter: none) > "),
            ("hurricanes", "> "),
            ("count=4", "why? (Enter: rule nothing) > "),
            ("more", "\r\n> "),
        ):
            terminal.type(line)
            terminal.until(prompt)
        while "the battle is over" not in terminal.shown:
            terminal.type("")
            terminal.until("\r\n> ")
        terminal.type("")
        assert terminal.exit_code() == 0
    told = airwar("report", "c.jsonl", "--format", "text", "--no-analysis", cwd=tmp_path).stdout.decode()
    assert "Japan lost 4 of 8 units and the UK 7 of 8." in told
