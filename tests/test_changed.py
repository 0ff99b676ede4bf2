"""Which tests `pytest --changed` runs."""

import pytest
from changed import belongs, room_of


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
    ],
)
def test_a_changed_file_has_its_tests(file, room):
    assert room_of(file) == room


def test_a_ruleset_has_its_folder_its_stories_and_its_golden_logs():
    assert belongs("ocs/test_ocs_combat.py", "test_9_1_odds", "ocs")
    assert belongs("story/test_every_story.py", "test_it_is_so[ocs/overrun]", "ocs")
    assert belongs("test_golden_logs.py", "test_it_verifies[maleme-1941]", "ocs")
    assert not belongs("test_golden_logs.py", "test_it_verifies[malta-1942]", "ocs")
    assert not belongs("ocsx/test_other.py", "test_other", "ocs")
    assert not belongs("cli/test_commands.py", "test_run[maleme-1941]", "ocs")
