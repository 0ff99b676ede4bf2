"""The options at a prompt: best first, the better ones sampled more, and no difference where none can be told."""

from fractions import Fraction
from io import StringIO
from itertools import count as counting

import pytest
from rich.console import Console
from support import bare_log
from test_odds_prompt import stopped

from airwar.answers.chance import MachineDice, Scripted
from airwar.choices.script import Entry, Script
from airwar.cli import exit_code
from airwar.engine.questions import Allotment, Asked, Choice
from airwar.engine.walk import Walk
from airwar.probability.at_hand import AtHand
from airwar.probability.distribution import Distribution, Exact, Outcome, Sampled
from airwar.probability.forecast import with_policies
from airwar.probability.nodes import answers_to
from airwar.probability.prospects import Prospect, best_first, prospects
from airwar.rulesets.ruleset import Tally
from airwar.setup.loading import load_scenario
from airwar.show.odds import MOST_OPTIONS, battle_at_hand, comparison, footnotes
from airwar.table.by_the_odds import policies_in_short


def option(name, wins, own=0, enemy=0, runs=None, margin=0.0):
    won = Outcome("won", "attacker", (Tally("defender", "fighter", 9, 1),))
    lost = Outcome("lost", "defender", ())
    total = runs or 100
    how = Sampled("0x1") if runs else Exact()
    odds = Distribution({won: int(wins * total), lost: total - int(wins * total)}, total, how)
    return Prospect(name, odds, Fraction(wins), Fraction(own), Fraction(enemy), margin)


def shown(found, columns, advise=True, question=None):
    text = StringIO()
    console = Console(file=text, width=columns, color_system=None, legacy_windows=False)
    console.print(comparison(console, found, advise, question))
    return text.getvalue().splitlines()


def test_an_answer_that_leads_to_no_battle_has_no_losses_in_it():
    text = StringIO()
    console = Console(file=text, width=80, color_system=None, legacy_windows=False)
    fought = AtHand("2 raf", {"won": Fraction(1)}, Fraction(1), Fraction(2))
    console.print(battle_at_hand(console, [fought, AtHand("none", {}, Fraction(0), Fraction(0), fought=False)], None))
    title, heads, _, *rows = (line.split() for line in text.getvalue().splitlines())
    assert title == ["this", "battle", "by", "itself,", "exact"]
    assert heads == ["option", "own", "losses", "enemy", "losses", "its", "result"]
    assert rows == [["2", "raf", "1.00", "2.00", "won", "100.00", "%"], ["none", "no", "battle"]]


def test_no_option_is_called_best_where_too_few_turns_were_sampled():
    few, many = ([option(name, Fraction(wins, 20), runs=runs) for name, wins in (("a", 11), ("b", 9))] for runs in (20, 2000))
    assert "best of this sample first" in shown(few, 80)[0]
    assert "policies, best first" in shown(many, 80)[0]


ITEMS = {"uk-fighter-kent": 2, "uk-bomber": 1, "uk-anti-aircraft": 2}
RETREAT = Allotment("r1.kent.uk.retreat", "22", "uk", ITEMS, {}, 0, 5, dict.fromkeys(ITEMS, 0))


def retreats():
    names = [name for name, _ in answers_to(RETREAT)]
    return [option(name, Fraction(at, 20), own=at) for at, name in enumerate(names)]


def test_long_allotments_are_numbers_where_words_take_more_than_a_line():
    lines = shown(retreats(), 80, question=RETREAT)
    options = [line.partition("  ")[0] for line in lines if line[:1] in "[0123456789an" and "  " in line]
    assert options[:2] == ["all", "2 1 1"]  # most of them win most
    assert len(options) == MOST_OPTIONS
    assert "options: how many of uk-fighter-kent, uk-bomber, uk-anti-aircraft" in "\n".join(lines)
    wide = shown(retreats(), 120, question=RETREAT)
    assert any(line.startswith("2 uk-fighter-kent, 1 uk-bomber, 1 uk-anti-aircraft ") for line in wide)
    assert "options: " not in "\n".join(wide)


def test_options_are_called_what_the_prompt_calls_them():
    bases = {"malta": "Malta: 5 British AAF", "no-more": "no more counterair in this phase", "stay": "fight on"}
    base = Choice("counterair.order.1", "18.52", "axis", bases, "no-more")
    lines = shown([option(name, Fraction(1, 2)) for name, _ in answers_to(base)], 80, question=base)
    assert [line.split("  ")[0] for line in lines[-3:]] == ["Malta", "[no more]", "stay"]
    planes = {"jg-77": "Bf 109 (3 steps)", "kg-26": "Ju 88: ready", "stg-3": "Ju 88: spent"}
    sent = Allotment("strike", "14.4", "axis", dict.fromkeys(planes, 1), planes, 0, 3, dict.fromkeys(planes, 0))
    names = ["1 jg-77, 1 kg-26", "1 stg-3", "[none]"]
    lines = shown([option(name, Fraction(1, 2)) for name in names], 80, question=sent)
    assert [line.split("  ")[0] for line in lines[-3:]] == ["1 Bf 109, 1 kg-26", "1 stg-3", "[none]"]
    long = [option("1 jg-77, 1 kg-26, 1 stg-3", Fraction(1, 2)), option("none", Fraction(1, 4))]
    lines = shown(long, 60, question=sent)
    assert "  options: how many of Bf 109, kg-26, stg-3, in this order" in map(str.rstrip, lines)


def test_what_enter_takes_is_always_among_the_options_shown():
    found = retreats()  # none is the default, and the worst of eighteen
    assert len(found) == 18
    rows = [line for line in shown(found, 80, question=RETREAT) if line.startswith("[none] ")]
    assert len(rows) == 1
    assert footnotes(found, 18)[0] == "6 other options are no better"
    sampled = [option(one.option, one.wins, runs=500) for one in found]
    assert footnotes(sampled, 18)[0] == "6 other options are not shown"


def test_options_with_the_same_exact_figures_are_not_advised():
    found = [option(name, Fraction(1, 2), own=1) for name in ("bomb", "none")]
    lines = shown(found, 80)
    assert not any("best" in line for line in lines)
    assert [line.split()[0] for line in lines if line.startswith(("bomb", "none"))] == ["bomb", "none"]
    advice = "no advice: losses and the chance to win are the same whatever is chosen, and these figures measure nothing else"
    assert footnotes(found, 2) == ["exact", advice]


def test_what_has_happened_is_not_advised():
    found = [option("hit", Fraction(1, 4)), option("miss", Fraction(3, 4))]
    assert not any("best" in line for line in shown(found, 80, advise=False))
    assert footnotes(found, 2, advise=False) == ["exact"]
    reported = load_scenario("maleme-1941").ruleset.reported
    assert {"flak", "barrage.result"} < set(reported) <= set(load_scenario("maleme-1941").ruleset.decisions)


def test_intervals_are_mentioned_only_where_the_table_shows_some():
    won = option("a", Fraction(1, 2), runs=20)
    few = "fewer than 100 turns cannot tell options apart; o again samples more"
    assert footnotes([won], 1) == [few, "sampled: 20 turns an option; 95 % intervals"]
    assert footnotes([option("a", Fraction(1, 2), runs=100)], 1) == ["sampled: 100 turns an option; 95 % intervals"]
    nobody = Distribution({Outcome("raided", "", ()): 20}, 20, Sampled("0x1"))
    assert footnotes([Prospect("a", nobody, Fraction(0), Fraction(0), Fraction(0))], 1) == [few, "sampled: 20 turns an option"]


@pytest.mark.parametrize("columns", [80, 120])
def test_each_option_has_a_line_and_no_word_is_broken(columns):
    names = [f"{spitfires} spitfires, {hurricanes} hurricanes" for spitfires in range(4) for hurricanes in range(2)]
    found = [option(name, Fraction(at, 10), own=1, enemy=2, runs=9999) for at, name in enumerate(names)]
    lines = shown(found, columns)
    assert max(map(len, lines)) <= columns
    rows = [line for line in lines if "spitfires" in line]
    assert [row.split("   ")[0] for row in rows] == names[::-1]
    assert rows[0].rstrip().endswith("best")


def test_of_very_many_options_the_best_are_shown():
    found = [option(f"hex-{at}", Fraction(at, 50)) for at in range(40)]
    assert sum("hex-" in line for line in shown(found, 80)) == MOST_OPTIONS
    assert footnotes(found, 45) == [
        "28 other options are no better",
        "5 options are left out: airwar cannot know what comes next there, or ran out of time",
        "exact",
    ]


@pytest.fixture
def slow(monkeypatch):
    """A clock on which every look takes a moment, so that nothing is exact and the samples are the same on every machine."""
    clock = counting()
    for module in ("budget", "sample"):
        monkeypatch.setattr(f"airwar.probability.{module}.monotonic", lambda: next(clock) / 1500)


def test_the_better_options_are_sampled_more(tmp_path, slow):
    battle, walk, question = stopped(load_scenario("battle-of-britain-1940").text, tmp_path / "log.jsonl", 0)
    found = prospects(battle.scenario.ruleset, with_policies(battle.scenario.script), walk, question)
    assert all(one.odds.sampled for one in found)
    runs = sorted(one.odds.total for one in found)
    middle = runs[len(runs) // 2]
    assert len(runs) == 18
    assert runs[-1] > 2 * middle
    assert sum(number > middle for number in runs[:-1]) > 1
    assert best_first(found)[0][0].odds.total > min(runs)


def test_an_option_that_only_the_table_can_follow_is_left_out():
    """Maleme: a drop that is ordered needs its cargo, which no policy knows."""
    scenario = load_scenario("maleme-1941")

    class First(Scripted):
        def choice(self, question):
            raise Asked(question)

    walk = Walk(scenario.start, bare_log(), First(scenario.script, MachineDice(3)))
    with pytest.raises(Asked) as asked:
        walk.run()
    question = asked.value.question
    found = prospects(scenario.ruleset, with_policies(scenario.script), walk, question)
    assert 1 < len(found) < len(question.options)


def test_odds_and_batch_say_which_rolls_are_fixed(capsys):
    said = "3 rolls are fixed by the scenario: kursk.air-to-air.1, kursk.air-to-air.2, kursk.r1.defender.fire"
    for command in (["odds", "kursk-1943"], ["batch", "kursk-1943", "--runs", "3", "--seed", "1"]):
        assert exit_code(command) == 0
        assert said in capsys.readouterr().out.splitlines()
    assert exit_code(["odds", "malta-1942"]) == 0
    assert "fixed by the scenario" not in capsys.readouterr().out


def test_players_who_roll_their_own_dice_are_not_told_the_odds_of_fixed_ones():
    script = load_scenario("kursk-1943").script
    assert script.has_dice
    assert not script.without_dice().has_dice
    assert len(script.without_dice().entries) < len(script.entries)


def test_policies_that_take_more_than_a_line_are_counted_at_a_prompt():
    few = Script((Entry("*.reinforce", "none"), Entry("*", "default")))
    listed = "policies, first match wins: *.reinforce: none; *: default"
    assert policies_in_short(few, len(listed)) == listed
    assert policies_in_short(few, len(listed) - 1) == "policies: 2 entries of choices; airwar odds lists them"
