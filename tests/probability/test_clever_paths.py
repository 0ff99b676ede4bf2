"""Every clever path of the odds, of batches and of the memory of walks, with the test that compares it with the plain one.

A clever path gives what a plain one would, only sooner. Whoever adds one adds it here. The test below only looks whether both
are still there; that the other can fail is seen by breaking the path on purpose.
"""

import re
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

# what is clever; where it is, and the test
CLEVER = """
procedures solved once, whoever calls them
    probability.solve:Solver.table test_the_odds_are_those_of_every_face_of_every_die
rounds without a hit as linear equations, here by hand
    probability.loops:expected_visits test_self_loop_at_2v2
chance in whole numbers of one scale
    probability.solve:Integers test_exact_odds_are_what_every_face_of_every_die_gives
chance in floating point, with its error
    probability.solve:Floats test_in_floating_point_no_chance_is_off_by_more_than_the_stated_error
the likeliest positions first, with a bound
    probability.forecast:Spread test_bounds_contain_the_truth_in_a_thousand_small_turns
large procedures entered, not solved
    probability.solve:Solver._called test_a_large_procedure_is_entered_and_a_small_one_is_a_table
rounds that no policy tells apart as one
    probability.explorer:Explorer.new_round test_policies_that_distinguish_rounds_are_exact
two rolls of one moment as one
    probability.explorer:Explorer.roll_both test_two_rolls_taken_as_one_come_to_what_they_come_to_in_turn
several lots of dice as one roll
    probability.explorer:Explorer.roll_lots test_lots_rolled_at_once_come_to_what_they_come_to_one_after_another
hits and totals counted, not listed
    engine.dice:hits_of_lots test_the_spread_of_lots_is_that_of_all_faces
outcomes of a reading from its totals
    engine.dice:OnRow.outcomes test_the_distribution_is_that_of_every_roll
answers without their question
    probability.explorer:Explorer.known_choice test_turns_are_the_same_where_nothing_is_known_before_it_is_asked
allotments by default without their question
    probability.explorer:Explorer.known_allotment test_turns_are_the_same_where_nothing_is_known_before_it_is_asked
words that facts choose
    choices.script:Script.word test_facts_choose_between_words_as_they_answer_the_whole_question
decisions settled once for equal arguments
    probability.explorer:Explorer.settle test_decisions_that_are_settled_once_would_be_settled_in_the_same_way_again
positions that keep what still holds
    engine.frozen:replace test_what_turns_keep_is_what_follows_from_their_units
battles fought over the graph
    probability.sample:played test_the_same_dice_fight_the_same_battle_over_the_graph
faces that remember where they lead
    probability.nodes:Rows test_a_sample_draws_the_dice_that_the_table_draws
a graph that forgets what is seldom passed
    probability.graph:Graph.forget test_a_graph_that_grows_too_large_keeps_its_battles_and_every_outcome
samples
    probability.sample:Sample test_exact_odds_lie_within_four_sigma_of_the_samples
the battle at hand, without the turn
    probability.at_hand:BattleAtHand test_the_battle_at_hand_is_what_many_walks_of_it_come_to
a battle by itself, without who aborts
    probability.at_hand:BattleAtHand._found test_a_shipped_battle_costs_the_same_whether_or_not_aborts_are_worked_out
a battle by itself, without which ship is hit
    rulesets.world_at_war.kamikazes:struck test_which_ships_kamikazes_have_hit_does_not_matter_by_itself
losses without what stands elsewhere
    rulesets.ruleset:Ruleset.eliminated test_what_a_procedure_returns_shows_what_it_has_cost
means by backward induction
    probability.values:Expectation test_means_are_those_of_the_distribution_from_every_position
advice by improving both sides in turn
    probability.values:Advice test_neither_side_can_do_better_by_changing_its_answers_alone
`best` from what was solved before
    probability.best:BestPlay._again test_what_was_solved_for_one_answer_gives_the_next_as_a_fresh_look_does
the odds at a prompt over one graph
    probability.prospects:Comparison test_the_odds_at_a_prompt_are_those_of_the_log_there
a paused collector
    engine.collector:paused test_four_threads_get_equal_odds_and_leave_the_collector_running
steps that are not taken again
    engine.memory:Memory test_a_log_says_the_same_whatever_is_remembered
batches over the graph
    batches.batch:fight_piece test_a_batch_counts_what_a_sample_counts
batches in pieces
    batches.batch:Piece test_runs_in_pieces_are_the_runs_of_one
batches on several workers
    batches.workers:fought test_any_executor_gives_the_same_runs
finished pieces that are kept
    batches.workers:ChunkStore test_finished_pieces_are_not_fought_again
"""
LINES = CLEVER.strip().splitlines()
PATHS = dict(zip(LINES[::2], LINES[1::2], strict=True))


@pytest.fixture(scope="module")
def tests():
    """The names of all tests."""
    return {name for path in TESTS.rglob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_every_clever_path_has_a_test_that_compares_it(path, tests):
    where, test = path.split()
    module, _, name = where.partition(":")
    found = import_module(f"airwar.{module}")
    for part in name.split("."):
        found = getattr(found, part)
    assert test in tests
