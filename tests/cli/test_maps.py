"""airwar map: a scenario or a battle, as text or as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from support import SHIPPED, TESTS

from airwar.cli import exit_code

TYPHOON = TESTS / "golden" / "format-3" / "world-at-war" / "typhoon-1941.jsonl"


def test_a_scenario_is_drawn_as_text(capsys):
    assert exit_code(["map", "malta-1942"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["#Sicily", "7", "oMalta", "5"]
    assert "Fitted to the distances of the scenario, and all are exact." in out


def test_a_battle_is_drawn_as_it_stands_at_the_end(capsys):
    assert exit_code(["map", str(TYPHOON)]) == 0
    assert "#Tula" in capsys.readouterr().out  # it was captured


def test_a_scenario_without_places_cannot_be_drawn(capsys):
    assert exit_code(["map", "kharkov-rails-1943"]) == 1
    assert "kharkov-rails-1943 has no places to draw" in capsys.readouterr().err


def test_a_picture_of_a_battle_shows_flights_and_losses(tmp_path):
    out = tmp_path / "typhoon.svg"
    assert exit_code(["map", str(TYPHOON), "-o", str(out)]) == 0
    svg = out.read_text(encoding="utf-8")
    assert len(re.findall('class="flight s0"', svg)) == 9
    assert '<tspan class="s1 fall">−3 </tspan>' in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_picture_is_well_formed_and_keeps_its_labels_on_the_paper(path, tmp_path):
    out = tmp_path / "map.svg"
    if exit_code(["map", str(path), "-o", str(out)]):
        pytest.skip("no places")
    root = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height
