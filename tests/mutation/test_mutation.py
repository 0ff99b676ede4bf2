"""The mutation tester itself: in a small module it kills what a test notices and lets live what none does."""

import ast
from pathlib import Path

import pytest
import toy
from mutants import mutants_of, mutated, probed
from patching import Imported
from reach import PROBE
from run import KILLED, PACKAGES, SURVIVED, accepted, files_of, in_a_fork, limit

FILE = Path(toy.__file__)
SOURCE = FILE.read_text(encoding="utf-8")
MUTANTS = mutants_of("toy", SOURCE)


def notices():
    """Whether a test of the toy fails. None tries more than three hits."""
    return toy.hits((2, 5, 6), 5) != 2 or toy.countdown(3) != [3, 2, 1]


def fate(mutant):
    def task():
        limit(1)
        assert Imported([FILE]).patch(FILE, mutated(SOURCE, mutant.number))
        return KILLED if notices() else SURVIVED, ""

    return in_a_fork(task)[0]


@pytest.mark.slow
def test_a_fault_that_a_test_notices_is_killed_and_one_that_none_notices_survives():
    assert not notices()
    assert {mutant.change: fate(mutant) for mutant in MUTANTS if mutant.function == "hits"} == {
        "delete: return min(3, sum((face >= needed for face in faces)))": KILLED,
        "min(3, sum((face >= needed for face in faces))) -> max(3, sum((face >= needed for face in faces)))": KILLED,
        "face >= needed -> face > needed": KILLED,
        "3 -> 2": SURVIVED,
        "3 -> 4": SURVIVED,
    }
    assert not notices()


@pytest.mark.slow
def test_a_fault_that_never_ends_is_killed():
    (endless,) = [mutant for mutant in MUTANTS if mutant.change == "delete: number -= 1"]
    assert fate(endless) == KILLED


def test_texts_annotations_and_decorators_are_not_mutated():
    source = (
        '@cache(1)\ndef f(x: int = 1) -> int | None:\n    """Two."""\n    raise ValueError(f"{x + 1} is wrong", "bad" + str(x))\n'
    )
    assert [mutant.change for mutant in mutants_of("m", source)] == [
        "delete: raise ValueError(f'{x + 1} is wrong', 'bad' + str(x))"
    ]


def test_functions_that_only_make_a_sentence_are_not_mutated():
    source = "def f(x) -> {}:\n    return f'{{x + 1}}{}' if x else ''\n"
    assert mutants_of("m", source.format("str", " or more")) == []
    assert mutants_of("m", source.format("str", ""))
    assert mutants_of("m", source.format("str | None", " or more"))


def test_checks_of_the_code_on_itself_are_not_mutated():
    source = "def f(x, y):\n    return dict(zip(x, y, strict=True), key=True)\n"
    changes = [mutant.change for mutant in mutants_of("m", source)]
    assert changes == ["delete: return dict(zip(x, y, strict=True), key=True)", "True -> False"]


def test_probes_tell_which_blocks_ran():
    source = "def f(x):\n    if x:\n        return 1\n    return 2\n"
    blocks = {mutant.change: mutant.block[1] for mutant in mutants_of("m", source)}
    reached = set()
    namespace = {PROBE: reached}
    exec(compile(probed(source, PROBE), "m", "exec"), namespace)
    namespace["f"](0)
    assert blocks["delete: return 1"] not in reached
    assert blocks["delete: return 2"] in reached


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: str(mutant.number))
def test_every_mutant_compiles_and_differs_from_the_source(mutant):
    tree = mutated(SOURCE, mutant.number)
    compile(tree, "toy", "exec")
    assert ast.unparse(tree) != ast.unparse(ast.parse(SOURCE))


def test_every_accepted_survivor_is_still_a_mutant_and_has_a_reason():
    files = {module: file for package in PACKAGES for module, file in files_of(package).items()}
    modules = {module for module, _, _ in accepted()} & files.keys()
    present = {mutant.identity for module in modules for mutant in mutants_of(module, files[module].read_text(encoding="utf-8"))}
    assert [entry for entry in accepted() if entry not in present] == []
    assert all(len(reason.split()) > 2 for reason in accepted().values())
