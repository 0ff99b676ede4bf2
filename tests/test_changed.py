"""Which tests `pytest --changed` runs."""

import subprocess

import changed
import pytest
from changed import belongs, changed_files, room_of


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("airwar/rulesets/ocs/combat.py", "ocs"),
        ("airwar/rulesets/kit/orders.py", "kit"),
        ("airwar/setup/loading.py", "setup"),
        ("airwar/guide/serve.md", "test_guide.py"),
        ("tests/kit/test_kit_orders.py", "kit/test_kit_orders.py"),
        ("tests/kit/helper.py", "kit"),
        ("tests/stories/ocs/overrun.story", "story"),
        ("tests/golden/format-3/ocs/maleme-1941.jsonl", "test_golden_logs.py"),
        ("airwar/errors.py", ""),  # everything rests on it
        ("tests/support.py", ""),
        ("pyproject.toml", ""),
        ("tests/cases/ocs.json", ""),  # a folder without tests
    ],
)
def test_a_changed_file_has_its_tests(file, room):
    assert room_of(file) == room


def test_a_ruleset_has_its_folder_its_stories_and_its_golden_logs():
    assert belongs("ocs/test_ocs_combat.py", "test_9_1_odds", "ocs")
    assert belongs("story/test_every_story.py", "test_it_is_so[ocs/overrun]", "ocs")
    assert belongs("test_golden_logs.py", "test_it_verifies[maleme-1941]", "ocs")
    assert not belongs("test_golden_logs.py", "test_it_verifies[malta-1942]", "ocs")
    assert not belongs("test_golden_logs.py", "test_they_verify_without_docstrings", "ocs")
    assert not belongs("ocsx/test_other.py", "test_other", "ocs")
    assert not belongs("cli/test_commands.py", "test_run[maleme-1941]", "ocs")


def test_what_is_shown_at_a_prompt_has_the_tests_at_terminals():
    assert belongs("cli/test_prompt_at_terminal.py", "test_help", room_of("airwar/table/at_table.py"))
    assert belongs("screens/test_screens.py", "test_screen", room_of("airwar/answers/prompt.py"))
    assert not belongs("cli/test_commands.py", "test_run", room_of("airwar/answers/prompt.py"))


def test_changed_since_a_branch_left_another(tmp_path, monkeypatch):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(**files):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        git("add", "-A")
        git("commit", "-m", "one")

    monkeypatch.setattr(changed, "TESTS", tmp_path / "tests")
    git("init", "-b", "main")
    commit(old="a long line that stays the same\n", other="1")
    git("switch", "-c", "branch")
    git("mv", "old", "new")
    commit(mine="1")
    git("switch", "main")
    commit(other="2")  # not a change of the branch
    git("switch", "branch")
    (tmp_path / "fr\u00e4sh").write_text("")
    assert changed_files("main") == ["fr\u00e4sh", "mine", "new", "old"]
    assert changed_files("HEAD") == ["fr\u00e4sh"]
    with pytest.raises(pytest.UsageError, match="--changed: git merge-base mine"):
        changed_files("mine")  # `pytest --changed FILE` takes the file for a commit
