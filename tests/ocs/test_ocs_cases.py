"""The cases of tests/cases/ocs.json: the published tables and examples of play, run through the rules."""

import json
from fractions import Fraction

import pytest
from ocs_theater import faces
from support import TESTS

from airwar.rulesets.ocs.air_combat import ABORTS, Contender, combat_reading, loss_reading
from airwar.rulesets.ocs.barrage import barrage_reading, final_column, half_reading, shifts
from airwar.rulesets.ocs.bases import active_limit, refit_capacity, refit_cost
from airwar.rulesets.ocs.board import barrage_refused, flight_refused, interdiction_refused, return_refused
from airwar.rulesets.ocs.capture import capture_reading
from airwar.rulesets.ocs.facility import reduction_reading, stated
from airwar.rulesets.ocs.lifts import drop_reading, drop_terms, hex_status, terrain_class
from airwar.rulesets.ocs.position import Unit, half_up
from airwar.rulesets.ocs.rulings import profile
from airwar.rulesets.ocs.worksheets import load_cost, rail_cost, stack_order

CASES = json.loads((TESTS / "cases" / "ocs.json").read_text())
PROFILES = {"ocs30": "ocs-3.0", "ocs43": "ocs-4.3"}
STATUS = {"active_at_friendly_base": "active-at-base", "active_elsewhere": "active-elsewhere", "inactive": "inactive"}
PHASE = {"Air Unit Return": "return"}
RESULT = {"attacker-aborts": "ATTACKER_ABORT", "both-abort": "BOTH_ABORT", "defender-aborts": "DEFENDER_ABORT"}


def contender(said):
    return Contender(
        said["rating"],
        said.get("f", False),
        said.get("interdicting", False),
        said.get("range", 0),
        said.get("distance", 0),
        said.get("own_base", False),
    )


def with_steps(steps):
    return Unit(id="u", side="axis", type="F", range=1, rating="1", at="x", steps=steps)


def air_combat(said, rulings):
    rulings = profile(rulings.value("profile"), long_range="yes" if said.get("opt_21_4") else "no")
    reading = combat_reading(contender(said["att"]), contender(said["def"]), said.get("advantage", "none"), rulings)
    dice = tuple(said["dice"]) if "dice" in said else faces(said["dice_total"])
    lost = loss_reading(rulings.value("profile")).read((said["loss"],)) == "loss"
    aborts = ABORTS[reading.read(dice)]
    out = {"mod": reading.record(dice).total, "result": RESULT[reading.read(dice)]}
    for name, unit, aborted in zip(("att", "def"), (said["att"], said["def"]), aborts, strict=True):
        out[f"{name}_loss"] = aborted and lost
        before = with_steps(unit.get("steps", 2))
        out[f"{name}_steps"] = (before.hit() if aborted and lost else before).steps
    out["loss"] = lost
    return out


def reduction(said, rulings):
    rolled = bool(stated(said["facility"], ("NE", "AB", "1", "2")).planes_from)
    steps = []
    for unit in said["units"]:
        air = with_steps(unit["steps"])
        hit = rolled and reduction_reading().read((unit["die"],)) == "reduce"
        steps.append((air.hit() if hit else air).steps)
    return {"steps": steps, "rolled": rolled}


def capture(said, rulings):
    reading = capture_reading(said["status"] == "active", said.get("advance", False), said.get("self_inflicted", False), rulings)
    return {"loss": reading.read(faces(said["dice"])) == "loss"}


def drop(said, rulings):
    year, month = said.get("allied_eto", "1943-07").split("-")
    soviet, allied = said.get("soviet", False), "allied_eto" in said
    terms = drop_terms(rulings, (int(year), int(month)), soviet=soviet, allied_eto=allied)
    reading = drop_reading(said["hex"], said["terrain"], said["method"], terms)
    return {"success": reading.read(faces(said["dice"])) == "safe"}


def barrage43(said, rulings):
    terms = shifts(res=Fraction(said["re"]), spotter=said["spotter"], closeness="close" if said.get("close") else "")
    column = final_column(said["strength"], terms)
    result = barrage_reading(column).read(faces(said["dice_total"]))
    loses = result.isdigit() or (result == "1/2" and half_reading().read((said["half_die"],)) == 1)
    return {"column": column, "result": result, "step_loss": loses, "dg": result != "-"}


def player(said):
    return said["player"].replace("_", "-")


def phase(said):
    return PHASE.get(said["phase"], said["phase"].lower())


def refit43(said, rulings):
    limit = active_limit(rulings, said["level"])
    return {"units": refit_capacity(said["level"]), "cost_T": refit_cost(), "active_limit": limit}


OPERATIONS = {
    "air_combat": air_combat,
    "air_combat43": air_combat,
    "reduction": reduction,
    "capture": capture,
    "drop": drop,
    "barrage43": barrage43,
    "refit43": refit43,
    "hex_status": lambda said, rulings: hex_status(said["friendly_unit_at_phase_start"]),
    "terrain_class": lambda said, rulings: terrain_class(said["terrain"], said.get("village", False), said.get("airfield", False)),
    "load_cost": lambda said, rulings: load_cost(Fraction(said["re"]), said["ma"], rulings),
    "rail_cost": lambda said, rulings: half_up(
        rail_cost(Fraction(said["load_T"]), said["track"].replace("_", "-"), said["rail_interdicted_hexes"])
    ),
    "stack_sort": lambda said, rulings: [kind.replace("-", "_") for kind in stack_order(kind.replace("_", "-") for kind in said)],
    "may_fly": lambda said, rulings: (
        flight_refused(STATUS[said["status"]], phase(said), player(said), rulings.value("profile")) is None
    ),
    "may_barrage": lambda said, rulings: (
        barrage_refused(STATUS[said["status"]], phase(said), player(said), rulings.value("profile")) is None
    ),
    "may_return": lambda said, rulings: return_refused(STATUS[said["status"]], phase(said), player(said)) is None,
    "may_interdict": lambda said, rulings: interdiction_refused(said["range"], said["distance"]) is None,
}


@pytest.mark.proves("R48", "R49", "R50", "R42", "R43", "R44a", "R44b", "R19", "R20", "R21", "R22", "R23", "R25")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_published_case(case):
    found = OPERATIONS[case["op"]](case["in"], profile(PROFILES[case["profile"]]))
    if isinstance(case["out"], dict):
        found = {name: found[name] for name in case["out"]}
    assert found == case["out"]


def test_r43_case_d19_flips_with_the_cutoff_of_4_3():
    case = next(case for case in CASES if case["id"] == "D19")
    assert drop(case["in"], profile()) == {"success": False}
    assert drop(case["in"], profile(allied_eto_cutoff="1944-08")) == {"success": True}
