"""Who is where, one place, one unit, and the map, as a person at the prompt sees them."""

import pytest

from airwar.play.session import Session
from airwar.setup.loading import load_scenario
from airwar.show.console import Quiet, in_colors
from airwar.show.positions import board_map, look_at, situation
from airwar.table.asking import BoardFacts

CONSOLE = Quiet(width=80, height=24)
TYPHOON = load_scenario("typhoon-1941")
STATES = (TYPHOON.start.state,)
ROWS = TYPHOON.ruleset.standing(STATES)


def lines(blocks):
    return [line for block in blocks for line in block.plain.splitlines()]


def test_s_is_by_place_and_shorter_where_the_screen_is():
    full, short, least = (lines(situation(CONSOLE, TYPHOON, ROWS, room)) for room in (60, 24, 12))
    assert "  Smolensk: jg-51 3 German AAF; stg-1 2 German AAF; stg-2 3 German AAF (2" in full
    assert "  Smolensk: 10 German AAF (2 inverted)" in short
    assert len(short) <= 24
    assert len(least) <= 12
    assert least[0].startswith("Axis  Smolensk 10 German AAF (2 inverted); Minsk 5 German AAF")


@pytest.mark.parametrize("what", ["smolensk", "Smolensk", "smol"])
def test_s_of_a_place(what):
    shown = lines(look_at(CONSOLE, TYPHOON, ROWS, what))
    assert shown[0] == "Smolensk"
    assert "jg-51 3 German AAF" in shown[2]
    assert shown[-1] == "  hexes to Demyansk 2, Orsha 2, Vyazma 2, Kalinin 3, Minsk 3, Bryansk 4"


@pytest.mark.parametrize("what", ["berlin", "zz", "?"])
def test_s_of_nothing_says_so_though_some_units_are_nowhere(what):
    malta = load_scenario("malta-1942")
    lost = [row._replace(place="") for row in malta.ruleset.standing((malta.start.state,))]
    (shown,) = lines(look_at(CONSOLE, malta, lost, what))
    assert shown.startswith(f"  nothing is called {what!r} here")


def test_s_of_a_beginning_that_several_names_share():
    first, *others = lines(look_at(CONSOLE, TYPHOON, ROWS, "kg"))
    assert first.startswith("  'kg' could be kg-2 (German AAF), kg-3 (German AAF)")
    assert all(line.startswith("    ") for line in others)


def test_s_of_a_unit_and_of_a_side():
    assert lines(look_at(CONSOLE, TYPHOON, ROWS, "stg-2")) == [
        "stg-2  Axis, German AAF",
        "  Smolensk: 1",
        "  Smolensk: 2 (inverted)",
        "  hexes to Demyansk 2, Orsha 2, Vyazma 2, Kalinin 3, Minsk 3, Bryansk 4",
    ]
    assert lines(look_at(CONSOLE, TYPHOON, ROWS, "russia"))[0] == "Russia"


def test_s_of_nothing_says_what_may_be_meant():
    assert lines(look_at(CONSOLE, TYPHOON, ROWS, "smolenks")) == ["  nothing is called 'smolenks' here; did you mean smolensk?"]


def test_s_shows_the_troops_on_the_ground():
    maleme = load_scenario("maleme-1941")
    rows = maleme.ruleset.everything((maleme.start.state,))
    assert "  Galatas: 3 RE" in lines(situation(CONSOLE, maleme, rows, 24))
    assert lines(look_at(CONSOLE, maleme, rows, "galatas"))[:3] == ["Galatas", "Allies", "  Galatas: 3 RE"]
    assert "Galatas" not in " ".join(row.place for row in maleme.ruleset.standing((maleme.start.state,)))


def test_a_target_is_so_far_from_the_nearest_base_with_somebody_who_can_fly():
    session = Session.begin(load_scenario("maleme-1941"), seed=4, ask_all=False)
    session.order("ship-attack 1 stg-2; barrage 1 jg-77 1 kg-30; drop")
    facts = BoardFacts(session, session.question)
    assert facts.told("maleme").far == "27 hexes from Eleusis"  # Molaoi is nearer, and empty by now; ships do not fly
    assert facts.told("galatas").there == "Axis Bf 109E (F) 4, Ju 88 (T) (2); Allies 3 RE"


def test_the_map_has_every_place_once_with_what_is_there_and_fits():
    shown = lines(board_map(CONSOLE, TYPHOON, STATES, 21))
    assert len(shown) <= 21
    assert max(map(len, shown)) <= 80
    drawn = "\n".join(shown)
    for place in ("#Smolensk 10", "oMoscow 12", "oVyazma", "oSevastopol 3", "oUrals"):
        assert drawn.count(place) == 1
    assert "# Axis, o Russia, . nobody; numbers are factors" in shown


def test_the_sides_have_their_colors_on_the_map():
    with in_colors(TYPHOON):
        blocks = board_map(CONSOLE, TYPHOON, STATES, 21)
    (line,) = [block for block in blocks if "Moscow" in block.plain]
    assert [line.plain[span.start : span.end] for span in line.spans if span.style == "dark_orange"] == ["oMoscow", "oGorki"]


def test_where_there_are_no_places_there_is_no_map():
    rails = load_scenario("kharkov-rails-1943")
    (line,) = lines(board_map(CONSOLE, rails, (rails.start.state,), 21))
    assert "no places to draw" in line
