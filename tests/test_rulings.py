"""The referee's rulings and notes: records with a reason, marked in the tables, trusted by verify, and never in the way."""

import pytest
from forger import forged
from raids import raids, read_once

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.cli import exit_code
from airwar.engine.dice import D6, Bands, Hits, OnRow, Row, Total
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Roll
from airwar.engine.records import Ruled
from airwar.engine.ruling import faces_for, ruled
from airwar.errors import BadAnswer, Mismatch
from airwar.play.session import Session
from airwar.scenario.edit import Set, edited
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.show.reports.battle import report_of
from airwar.show.reports.blocks import text


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("airwar.battle.battle.parse_scenario", read_once)


def entry(session, key):
    return next(record for record in session.entries if record.body.key == key)


def play_on(session):
    while session.question is not None:
        session.answer(session.default)
    return session


def modifier(key="*", value="+1", on="modifier"):
    return Ruled(on, key, value, "why", "who", "at")


ROW = Row("r", 2, ("a", "b", "c"), "chart")


@pytest.mark.parametrize("reading", [Total(2 * D6), OnRow(2 * D6, ROW), Hits(2 * D6, 3)])
def test_a_modifier_is_read_where_modifiers_are_read(reading):
    roll, faces, left = ruled(Roll("a.fire", "", reading), (modifier(), modifier("b.fire")))
    assert [term.value for term in roll.reading.terms] == [1]
    assert (faces, [ruling.key for ruling in left]) == (None, ["b.fire"])


def test_a_modifier_waits_for_a_roll_that_takes_modifiers():
    bands = Bands(2 * D6, (("low", 3), ("high", 6)))
    assert ruled(Roll("a", "", bands), (modifier(),))[2] == (modifier(),)


def test_a_result_is_given_as_the_table_shows_it_or_as_faces():
    assert faces_for(OnRow(2 * D6, ROW), "b") == (1, 2)
    assert faces_for(OnRow(2 * D6, ROW), "6 6") == (6, 6)
    assert faces_for(Hits(3 * D6, 1), "2 hits") == (1, 1, 2)
    assert faces_for(OnRow(2 * D6, ROW), "z") is None
    assert faces_for(Total(2 * D6), "7 7") is None


def test_a_modifier_on_a_coming_roll(path):
    session = Session.begin(raids(), path, seed=3)
    plain = play_on(Session.begin(raids(), None, seed=3))
    session.rule("modifier", "defender.fire", "-2", "sun in their eyes")
    play_on(session)
    first, second = entry(session, "malta.r1.defender.fire").body, entry(session, "malta.r1.attacker.fire").body
    was = entry(plain, "malta.r1.defender.fire").body
    assert (first.faces, first.total) == (was.faces, was.total - 2)
    assert first.terms[-1] == ("sun in their eyes", -2, "ruling", "ruling")
    assert second == entry(plain, "malta.r1.attacker.fire").body
    proof = verify(path)
    assert proof.rulings == ("record 4: referee rules: -2 on the roll defender.fire: sun in their eyes",)


LEFT_OUT = "these odds leave out what the referee has ruled on coming rolls: -2 on the roll defender.fire"


@pytest.mark.parametrize("dice", ["machine", "physical"])
def test_odds_say_that_they_leave_out_rulings_on_coming_rolls(path, dice, capsys):
    """At a decision before the roll; with typed dice, at the roll itself too, and no longer after it."""
    session = Session.begin(raids(), path, seed=3, mode=dice)
    session.rule("modifier", "defender.fire", "-2", "sun in their eyes")
    asked = []
    while "malta.r1.defender.fire" not in [record.body.key for record in session.entries]:
        asked.append(session.question.key)
        assert [ruling.value for ruling in session.walk.rulings] == ["-2"]
        session.roll((1, 1)) if isinstance(session.question, Roll) else session.answer(session.default)
    assert not session.walk.rulings
    session.close()
    assert ("malta.r1.defender.fire" in asked) == (dice == "physical")
    assert exit_code(["odds", "--at", f"{path}:5", "--method", "sample", "--runs", "1"]) == 0
    assert LEFT_OUT in " ".join(capsys.readouterr().out.split())
    assert exit_code(["odds", "--at", str(path), "--method", "sample", "--runs", "1"]) == 0
    assert "leave out" not in capsys.readouterr().out


def test_the_result_of_a_coming_roll(path):
    session = Session.begin(raids(), path, seed=3)
    session.rule("result", "*", "6 6", "the die is cocked")
    play_on(session)
    roll = entry(session, "malta.r1.attacker.fire").body
    assert (roll.faces, roll.source, roll.die) == ((6, 6), "ruled", None)
    assert entry(session, "malta.r1.defender.fire").body.die == 0
    assert verify(path).finished


def test_a_ruling_can_be_taken_back(path):
    session = Session.begin(raids(), path, seed=3)
    session.rule("modifier", "*", "+3", "a whim")
    assert session.undo() == "*"
    play_on(session)
    assert "ruling" not in str(entry(session, "malta.r1.attacker.fire").content)
    assert verify(path).finished


def test_an_option_from_here_on(path):
    session = Session.begin(raids(), path, seed=3)
    before = session.log.last.seq
    session.rule("option", "recombination", "ceil", "house rule")
    assert session.walk.position.state.setting.rulings.value("recombination") == "ceil"
    assert session.scenario.start.state.setting.rulings.value("recombination") == "debt"
    assert session.log.last.seq > before
    session.close()
    again = Session.resume(path)
    assert again.walk.position.state.setting.rulings.value("recombination") == "ceil"
    play_on(again)
    assert verify(path).finished


@pytest.mark.parametrize(
    ("on", "key", "value", "why", "said"),
    [
        ("modifier", "*", "+1", " ", "needs a reason"),
        ("modifier", "*", "many", "why", "not a modifier"),
        ("weather", "*", "rain", "why", "no ruling on"),
        ("option", "gravity", "on", "why", "no option"),
        ("option", "recombination", "on", "why", "not a value"),
        ("option", "recombination", "debt", "why", "already"),
        ("unit", "nobody", "ready=1", "why", "no unit"),
        ("result", "", "", "why", "needs what it changes"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_and_nothing_is_written(path, on, key, value, why, said):
    session = Session.begin(raids(), path, seed=3)
    before = path.read_bytes()
    with pytest.raises(BadAnswer, match=said):
        session.rule(on, key, value, why)
    assert path.read_bytes() == before
    play_on(session)
    assert verify(path).rulings == ()


def test_a_ruling_is_made_again_after_a_correction(path):
    session = Session.begin(raids(), path, seed=3, ask_before_end=True)
    session.answer(session.default)
    at = session.question.key
    session.rule("modifier", "malta.r2.attacker.fire", "+1", "dusk")
    session.rule("option", "recombination", "ceil", "house rule")
    play_on(session)
    session.correct(entry(session, "malta.attacker.commit").seq, {"luftwaffe": 5, "regia": 2}, "miscounted")
    counted = [record.body for record in in_force(session.log.records) if isinstance(record.body, Ruled)]
    assert {(ruling.key, ruling.at) for ruling in counted} == {("malta.r2.attacker.fire", at), ("recombination", at)}
    assert len(counted) == 2
    play_on(session).finish()
    assert verify(path).finished


def test_notes_are_kept_whatever_is_taken_back(path):
    session = Session.begin(raids(), path, seed=3)
    session.answer(session.default)
    session.answer(session.default)
    session.note("tea at five")
    session.undo()
    with pytest.raises(BadAnswer):
        session.note("  ")
    play_on(session)
    assert [record.body.text for record in in_force(session.log.records) if record.kind == "note"] == ["tea at five"]
    assert verify(path).notes == 1


def test_forged_rulings_are_found(path):
    session = Session.begin(raids(), None, seed=3)
    session.rule("modifier", "*", "+1", "dusk")
    session.rule("option", "recombination", "ceil", "house rule")
    play_on(session)
    honest = [record.content for record in session.log.records]
    path.write_bytes(forged(honest))
    assert len(verify(path).rulings) == 2
    _, option, modifier = (place for place, content in enumerate(honest) if content["t"] == "ruling")
    roll = next(place for place, content in enumerate(honest) if content["t"] == "roll")
    without_die = {name: value for name, value in honest[roll].items() if name != "die"}
    false = {
        "another modifier": (modifier, {**honest[modifier], "value": "+2"}),
        "another roll": (modifier, {**honest[modifier], "key": "malta.r1.defender.fire"}),
        "another position": (option, {**honest[option], "state": "0" * 16}),
        "no such value": (option, {**honest[option], "value": "never"}),
        "ruled dice without a ruling": (roll, {**without_die, "source": "ruled"}),
    }
    for place, content in false.values():
        path.write_bytes(forged([*honest[:place], content, *honest[place + 1 :]]))
        with pytest.raises(Mismatch):
            verify(path)


# units


@pytest.mark.parametrize(
    ("scenario", "unit", "what", "value"),
    [
        ("typhoon-1941", "jg-51", "ready", "2"),
        ("husky-1943", "", "steps", "1"),
        ("kursk-1943", "", "dispersed", "yes"),
        ("saint-lo-1944", "", "left", "70"),
    ],
)
def test_a_unit_is_changed_by_a_ruling_and_the_books_balance(path, scenario, unit, what, value):
    """What the ruling gives or takes is in the books: nothing is lost by it, and nothing is found."""
    session = Session.begin(load_scenario(scenario), path, seed=3, mode="physical")
    known = session.adjustments
    unit = unit or next(name for name, now in known.items() if what in now and now[what] != value)
    session.rule("unit", unit, f"{what}={value}", "a miscount at the start")
    assert session.adjustments[unit][what] == value
    for tally in session.scenario.ruleset.tally(session.walk.states[0]):
        assert 0 <= tally.lost <= tally.had
    session.close()
    assert Session.resume(path).adjustments[unit][what] == value
    assert len(verify(path).rulings) == 1


@pytest.mark.parametrize(("on", "value"), [("modifier", "+1"), ("result", "1/3")])
def test_the_roll_that_is_ruled_on_is_not_a_later_entry(path, on, value):
    session = Session.begin(load_scenario("malta-1942"), path, seed=11)
    first, _ = session.entries
    assert session.rule(on, first.body.key, value, "house rule", back_to=first.seq) == (1, 0)
    session.close()


@pytest.mark.parametrize(("steps", "ruled"), [(1, 2), (2, 1)])
def test_steps_that_a_ruling_gives_or_takes_are_neither_found_nor_lost(path, steps, ruled):
    """The unit had what the ruling says it had, so that no loss is negative, and a step that it loses later is a loss."""
    scenario = load_scenario("husky-1943")
    text = edited(scenario.text, [Set(("units", "jg-53", "steps"), str(steps))])
    session = Session.begin(parse_scenario(text, "husky.yaml", scenario.files), path, seed=3, mode="physical")
    session.rule("unit", "jg-53", f"steps={ruled}", "a miscount at the start")

    def tally():
        turn = session.walk.states[0]
        return next(one for one in session.scenario.ruleset.tally(turn) if one.unit.startswith("jg-53:"))

    assert (tally().had, tally().lost) == (ruled, 0)
    assert session.walk.states[0].board.steps_lost(tally().side) == 0
    session.close()
    assert len(verify(path).rulings) == 1


def at(scenario, key, path=None, seed=3, mode="machine"):
    """A session at a question, reached by the usual answers."""
    session = Session.begin(load_scenario(scenario), path, seed=seed, mode=mode)
    while session.question is not None and session.question.key != key:
        session.answer(session.default)
    assert session.question is not None, f"{key} never came"
    return session


IN_A_BATTLE = {
    "world-at-war": ("malta-1942", "malta.r1.attacker.disengage", "malta-spitfires", "ready=3", "the battle over Malta"),
    "ocs": ("maleme-1941", "allies-reaction.1.r1.defender.unit", "jg-77", "steps=1", "the mission at Galatas"),
    "air-supremacy": ("ceylon-1942", "r1.ceylon.defender.next-3", "ceylon.japan-fighter", "count=9", "the fight under way"),
    "war-in-europe": ("kiev-1941", "romny.german.bombing", "ukraine.axis.german", "left=1", "fly to the Romny line"),
}


@pytest.mark.parametrize(("scenario", "key", "unit", "value", "said"), IN_A_BATTLE.values(), ids=IN_A_BATTLE)
def test_a_unit_in_a_battle_is_refused_with_the_moment_when_it_can_be_ruled_on(path, scenario, key, unit, value, said):
    session = at(scenario, key, path, mode="physical" if scenario == "kiev-1941" else "machine")
    before = path.read_bytes()
    with pytest.raises(BadAnswer, match=f"^{unit} .*{said}.*; rule on (it|them) when "):
        session.rule("unit", unit, value, "a miscount")
    assert path.read_bytes() == before
    assert unit not in session.adjustments
    assert said in session.not_now[unit]
    session.close()


def test_retreating_units_are_refused_with_the_moment():
    """A retreat goes by what they were when they left; before it and after it they can be ruled on."""
    session = Session.begin(load_scenario("uranus-1942"), None, seed=1)
    player = AnyLegal(1)
    assert "romanian-4" in session.adjustments
    while session.question.key != "abganerovo.r2.defender.refuge.kalach":
        session.answer(player.choice(session.question))
    with pytest.raises(BadAnswer, match=r"^romanian-4 is in retreat; rule on it when the retreat is over"):
        session.rule("unit", "romanian-4", "losses=0", "a miscount")


def test_a_unit_can_be_ruled_on_when_its_mission_is_over():
    session = at("maleme-1941", "allies-reaction.2.order")
    assert session.adjustments["raf-274"]["steps"] == "1"
    before = lost(session)
    session.rule("unit", "raf-274", "steps=2", "a miscount")
    assert session.adjustments["raf-274"]["steps"] == "2"
    play_on(session)
    assert all(was <= now for was, now in zip(before.values(), lost(session).values(), strict=True))


def lost(session):
    return {tally[:2]: tally.lost for tally in session.scenario.ruleset.tally(session.states[0])}


@pytest.mark.parametrize("scenario", ["kursk-1943", "vyazma-1941"])
def test_a_ruling_on_a_ground_unit_applies_to_the_battle_that_it_fights(scenario):
    """In Dark Crusade what is ruled on a unit holds at once, in the middle of its battle."""
    session = Session.begin(load_scenario(scenario), None, seed=3)
    unit = next(name for name, now in session.adjustments.items() if now["dispersed"] == "no")
    session.rule("unit", unit, "dispersed=yes", "seen by all")
    assert ["dispersed" in row.marks for row in session.standing if row.unit == unit] == [True]


@pytest.mark.parametrize(
    ("scenario", "unit", "value", "said"),
    [
        ("typhoon-1941", "jg-51", "at=atlantis", "'atlantis' is not a base or a carrier"),
        ("typhoon-1941", "jg-51", "at=moscow", "expected a base of"),
        ("typhoon-1941", "jg-51", "ready=150", "it may base"),
        ("watchtower-1942", "wasp-air", "ready=50", "its size is"),
        ("maleme-1941", "eleusis", "level=0", "expected a whole number from 1 to 3"),
        ("sicily-1943", "south.allies.allied", "left=1", "not a number from 10, which are used or ordered already"),
    ],
)
def test_what_no_scenario_could_say_is_refused(scenario, unit, value, said):
    with pytest.raises(BadAnswer, match=said):
        Session.begin(load_scenario(scenario), None, seed=3).rule("unit", unit, value, "a miscount")


def test_a_unit_with_losses_stays_dispersed():
    session = Session.begin(load_scenario("vyazma-1941"), None, seed=3)
    while not any(now["losses"] != "0" for now in session.adjustments.values()):
        session.answer(session.default)
    unit = next(name for name, now in session.adjustments.items() if now["losses"] != "0")
    with pytest.raises(BadAnswer, match=f"{unit} has losses, and so it is dispersed"):
        session.rule("unit", unit, "dispersed=no", "a whim")


def test_an_option_has_its_bounds():
    session = Session.begin(load_scenario("battle-of-britain-1940"), None, seed=3)
    with pytest.raises(BadAnswer, match="'0' is not a value of die-sides; expected a whole number from 2 to 100"):
        session.rule("option", "die-sides", "0", "a whim")


def test_players_who_roll_their_own_dice_are_not_held_to_a_script_that_a_ruling_has_made_unfit(path):
    """The scenario gives two dice for the fire of the defenders; with all but one dispersed there is one."""
    session = Session.begin(load_scenario("kursk-1943"), path, seed=3, mode="ask")
    there = [row for row in session.standing if (row.side, row.place) == ("soviet", "kursk")]
    defenders = [row.unit for row in there if row.unit in session.adjustments and "dispersed" not in row.marks]
    for unit in defenders[1:]:
        session.rule("unit", unit, "dispersed=yes", "seen by all")
    while session.question is not None:
        session.roll() if isinstance(session.question, Roll) else session.answer(session.default)
    assert len(entry(session, "kursk.r1.defender.fire").body.faces) == 1
    session.close()
    assert verify(path).finished


# rolls


@pytest.mark.parametrize(("on", "key", "value"), [("modifier", "attaker.fire", "+3"), ("result", "5/5", "attacker.fire")])
def test_a_ruling_names_a_roll_that_can_come(on, key, value):
    """A misspelled roll, and a roll in the place of its result."""
    session = Session.begin(load_scenario("malta-1942"), None, seed=11)
    with pytest.raises(BadAnswer, match=f"no roll '{key}' can come; there is attacker.fire, defender.fire, ground.die"):
        session.rule(on, key, value, "why")


@pytest.mark.parametrize("key", ["*", "fire", "attacker.fire", "*.attacker.fire", "malta.r2.attacker.fire"])
def test_a_roll_can_be_named_by_its_end_or_by_a_pattern(key):
    session = Session.begin(load_scenario("malta-1942"), None, seed=11)
    session.rule("modifier", key, "+3", "why")
    session.answer("stay")
    while session.question is not None and session.walk.rulings:
        session.answer(session.default)
    assert any("ruling" in str(record.content.get("terms")) for record in session.log.records if record.kind == "roll")


def test_a_roll_that_has_been_made_is_not_ruled_on_as_a_coming_one():
    session = Session.begin(load_scenario("malta-1942"), None, seed=11)
    with pytest.raises(BadAnswer, match=r"malta.r1.attacker.fire has been rolled already; correct it"):
        session.rule("modifier", "malta.r1.attacker.fire", "+1", "dusk")


@pytest.mark.parametrize("key", ["*", "attacker.fire", "malta.r1.attacker.fire"])
def test_a_result_is_one_that_the_pending_roll_can_have(key):
    session = Session.begin(load_scenario("malta-1942"), None, seed=11, mode="physical")
    assert session.question.key == "malta.r1.attacker.fire"
    with pytest.raises(BadAnswer, match=r"malta.r1.attacker.fire cannot have the result 9/9; it can have "):
        session.rule("result", key, "9/9", "why")
    session.rule("result", key, "6 6", "why")
    assert entry(session, "malta.r1.attacker.fire").body.source == "ruled"


def test_the_coming_rolls_begin_with_the_pending_one():
    session = Session.begin(load_scenario("malta-1942"), None, seed=11, mode="physical")
    rolls = session.coming_rolls
    assert list(rolls)[:3] == ["malta.r1.attacker.fire", "attacker.fire", "defender.fire"]
    assert set(rolls.values()) >= {"air combat", "the ground attack"}


UNMET = "this ruling met no roll: -2 on the roll ground.die: mud"


def test_a_ruling_that_met_no_roll_is_reported_at_the_end(path, capsys):
    """Where the battle was fought, by verify, and in the report; one that met a roll is not."""
    session = Session.begin(load_scenario("malta-1942"), path, seed=11)
    session.rule("modifier", "ground.die", "-2", "mud")
    session.rule("modifier", "attacker.fire", "+1", "sun behind them")
    session.answer("stay")
    session.close()
    assert verify(path).unmet == (), "it may still come"
    assert exit_code(["resume", str(path), "--no-input"]) == 0
    assert UNMET in " ".join(capsys.readouterr().out.split())
    assert verify(path).unmet == (UNMET,)
    assert exit_code(["verify", str(path)]) == 0
    assert f"noted {UNMET}" in " ".join(capsys.readouterr().out.split())
    told = text(report_of(Log.load(path)))
    assert " ".join(told.split()).count(UNMET) == 1
