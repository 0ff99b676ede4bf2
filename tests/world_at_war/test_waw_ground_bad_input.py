"""Bad input in air transport activities and ground attacks: the line, and a sentence."""

import pytest
from support import problems_of
from waw_front import DROP, SUPPLY, TRANSPORT, battle, front

FIELD = "attackers: 2, defenders: [{factors: 1}]"
WRONG = {
    "a jet on ground support": (
        battle(f"{FIELD}, with: {{me-262: 1}}"),
        ["me-262"],
        "26:73: German jet units do not fly ground support; expected army or naval air (17.23, 17.33)",
    ),
    "a transport on ground support": (
        battle(f"{FIELD}, with: {{ju-52: 1}}"),
        ["ju-52"],
        "26:72: German air transport units do not fly ground support; expected army or naval air (17.23, 17.33)",
    ),
    "ground support over the limit": (
        battle("attackers: 1, defenders: [{factors: 1}], with: {stukas: 4}"),
        ["stukas"],
        "26:64: 4 factors of ground support for 1 ground factor; expected at most 3 (18.554)",
    ),
    "ground support that was promised twice": (
        battle(f"{FIELD}, with: {{stukas: 4}}") + f"  - {{at: hill, {FIELD}, with: {{stukas: 3}}}}\n",
        ["stukas"],
        "27:72: stukas has 6 uninverted; 7 are to fly (18.41)",
    ),
    "ground support out of range": (
        battle(f"{FIELD}, with: {{far: 1}}"),
        ["{id: far, nation: germany, type: aaf, count: 1, at: rear}"],
        "26:70: far has a range of 4; Field is out of reach (18.45)",
    ),
    "ground support beyond range": (
        battle(f"{FIELD}, with: {{far: 1}}", "fort"),
        ["{id: far, nation: germany, type: aaf, count: 1, at: rear}"],
        "26:69: far has a range of 4; Fort is 9 hexes away (18.45)",
    ),
    "the enemy's ground support": (
        battle(f"{FIELD}, with: {{raf: 1}}"),
        ["raf"],
        "26:70: raf does not belong to the attacker, axis (18.551)",
    ),
    "an attack on one's own hex": (
        battle(FIELD, "pocket"),
        ["stukas"],
        "26:10: Pocket is the attacker's own; expected an enemy hex (18.551)",
    ),
    "two attacks on a hex": (
        battle(FIELD) + f"  - {{at: field, {FIELD}}}\n",
        ["stukas"],
        "27:10: a second regular attack on Field; add them together",
    ),
    "an attack by nobody": (
        battle("attackers: 0, defenders: [{factors: 1}]"),
        ["stukas"],
        "26:28: Field has no attackers; expected ground factors or an airdrop",
    ),
    "an invasion in exploitation": (
        battle(f"{FIELD}, kind: exploitation, invasion: true"),
        ["stukas"],
        "26:88: an invasion is a regular attack, not exploitation",
    ),
    "more landed than sailed": (
        battle(f"{FIELD}, invasion: true, landed: 3"),
        ["stukas"],
        "26:82: 3 landed of 2; expected at most 2",
    ),
    "an overrun's result in a regular attack": (
        battle(f"{FIELD}, result: overrun"),
        ["stukas"],
        "26:66: a regular attack cannot have the result overrun",
    ),
    "a transport carrying armor": (
        TRANSPORT.replace("{id: alpini}", "{id: tiger, type: armor}"),
        ["ju-52"],
        "30:21: tiger is armor; air transports carry one-factor infantry and specialized units (18.543, 18.544)",
    ),
    "too few transports": (
        SUPPLY.replace("ju-52: 2", "ju-52: 1"),
        ["ju-52"],
        "29:11: 1 air transport factors for 2 ground units; expected one for each (18.532, 18.542)",
    ),
    "more transports than there are": (
        SUPPLY + SUPPLY.split("\n", 1)[1].replace("to: pocket", "to: hill"),
        ["ju-52"],
        "34:19: ju-52 has 3 uninverted; 4 are to fly (18.41)",
    ),
    "air transport to a hex without a base": (
        TRANSPORT.replace("to: rear", "to: pocket"),
        ["ju-52"],
        "28:9: Pocket is not an operational city or airbase of axis (18.545)",
    ),
    "infantry dropped from the air": (
        DROP.replace("{id: para-1, type: airborne}", "{id: para-1}"),
        ["ju-52"],
        "30:21: para-1 is infantry; only airborne units are dropped (17.63)",
    ),
    "a drop in the redeployment phase": (
        DROP.replace("kind: airdrop", "kind: airdrop\n    phase: redeployment"),
        ["ju-52"],
        "27:12: airdrop is not flown in the redeployment phase; expected combat or exploitation (18.511-18.513)",
    ),
    "ground units over the Hump": (
        SUPPLY.replace("kind: supply", "kind: hump"),
        ["ju-52"],
        "30:15: only grants are flown over the Hump, not ground units (17.63)",
    ),
    "transports from elsewhere": (
        SUPPLY.replace("ju-52: 2", "far: 2"),
        ["{id: far, nation: germany, type: transport, count: 2, at: rear}"],
        "29:17: far is at Rear; the activity is flown from Home (18.45)",
    ),
    "an unknown unit": (
        SUPPLY.replace("ju-52: 2", "ju-53: 2"),
        ["ju-52"],
        "29:12: unknown id 'ju-53'; expected an id from units; did you mean ju-52?",
    ),
    "two supplies of one hex": (
        SUPPLY.replace("{ju-52: 2}", "{ju-52: 1}").replace("{id: corps}, ", "")
        + "\n".join(
            ["  - kind: supply", "    from: home", "    to: pocket", "    with: {ju-52: 1}", "    carrying: [{id: other}]", ""]
        ),
        ["ju-52"],
        "33:9: a second supply from Home to Pocket in the same phase; combine them",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_line(case):
    what, units, problem = WRONG[case]
    assert problem in problems_of(front(what, *units))


@pytest.mark.parametrize(
    ("state", "reason"),
    [("supply: partial", "in partial supply"), ("supply: none", "unsupplied"), ("oil: true", "subject to air oil effects")],
)
@pytest.mark.parametrize(
    ("what", "unit", "place"), [(SUPPLY, "ju-52", "29:19"), (battle(f"{FIELD}, with: {{stukas: 1}}"), "stukas", "26:73")]
)
def test_no_mission_from_a_base_that_is_not_operational(what, unit, place, state, reason):
    text = front(what, unit).replace("home: {side: axis,", f"home: {{side: axis, {state},")
    expected = f"{place}: {unit} flies from Home, which is {reason}; expected a fully supplied base (18.51)"
    assert problems_of(text) == [expected]


def test_every_problem_is_told_at_once():
    armor = TRANSPORT.replace("{id: alpini}", "{id: tiger, type: armor}")
    found = problems_of(front(armor + battle(f"{FIELD}, with: {{me-262: 9}}"), "ju-52", "me-262"))
    assert [problem.split(":")[0] for problem in found] == ["31", "33", "33", "33"]


def test_18_41_who_flies_counterair_gives_no_ground_support_in_the_same_turn():
    raid = "counterair: [{at: fort, with: {stukas: 4}}]\n"
    (found,) = problems_of(front(raid + battle("attackers: 3, defenders: [{factors: 1}], with: {stukas: 3}"), "stukas"))
    assert found.endswith("stukas has 6 uninverted; 7 are to fly (18.41)")
