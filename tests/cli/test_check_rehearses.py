"""`check` fights a few trial battles by the script, and finds answers that no decision accepts."""

from raids import RAIDS

from airwar.cli import exit_code


def checked(tmp_path, capsys, text):
    path = tmp_path / "raids.yaml"
    path.write_text(text)
    code = exit_code(["check", str(path)])
    return code, capsys.readouterr()


def test_an_answer_that_no_decision_accepts_is_a_problem_with_its_line(tmp_path, capsys):
    text = RAIDS.replace('"*": default', '"*.attacker.disengage": run\n  "*": default')
    code, said = checked(tmp_path, capsys, text.replace('"*.attacker.disengage": {', '"*.nobody.attacker.disengage": {'))
    assert code == 65
    assert "'run' is not one of stay, disengage" in said.err
    assert said.out == ""


def test_an_unknown_fact_is_a_problem(tmp_path, capsys):
    condition = '"*.attacker.disengage": {when: own.factor < 2, then: disengage, else: stay}\n  "*": default'
    text = RAIDS.replace('"*.attacker.disengage": {', '"*.x.attacker.disengage": {').replace('"*": default', condition)
    code, said = checked(tmp_path, capsys, text)
    assert code == 65
    assert "there is no fact 'own.factor' here" in said.err


def test_an_entry_that_was_never_used_is_a_note_not_a_problem(tmp_path, capsys):
    code, said = checked(tmp_path, capsys, RAIDS.replace("choices:", 'choices:\n  "atlantis.*.attacker.disengage": stay'))
    assert code == 0
    assert "note: 'atlantis.*.attacker.disengage' was never used in the trial battles" in said.err
