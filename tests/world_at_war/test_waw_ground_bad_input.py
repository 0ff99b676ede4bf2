"""Bad input in air transport activities and ground attacks: the line, and a sentence."""

import pytest
from support import problems_of
from waw import changed, changes
from waw_front import SUPPLY, battle, front

ORDERS = front(
    """counterair: [{at: fort, with: {stukas: 2}}]
battles:
  - {at: field, attackers: 2, defenders: [{factors: 1}], with: {stukas: 3}}
transports:
  - {kind: supply, from: home, to: pocket, with: {ju-52: 1}, carrying: [{id: corps, factors: 4}]}
  - {kind: transport, from: home, to: rear, with: {ju-52: 1}, carrying: [{id: alpini}]}
  - {kind: airdrop, from: home, to: hill, with: {ju-52: 1}, carrying: [{id: para, type: airborne}]}
""",
    *("stukas", "me-262", "ju-52", "raf"),
    "{id: far, nation: germany, type: aaf, count: 1, at: rear}",
    "{id: tante, nation: germany, type: transport, count: 2, at: rear}",
)


@changes("""
    {stukas: 3} => {me-262: 1}
        32:73: German jet units do not fly ground support; expected army or naval air (17.23, 17.33)
    {stukas: 3} => {ju-52: 1}
        32:72: German air transport units do not fly ground support; expected army or naval air (17.23, 17.33)
    {stukas: 3} => {far: 1}
        32:70: far has a range of 4; Field is out of reach (18.45)
    at: field, attackers: 2, defenders: [{factors: 1}], with: {stukas: 3} => at: fort, attackers: 2, defenders: [], with: {far: 1}
        32:57: far has a range of 4; Fort is 9 hexes away (18.45)
    {stukas: 3} => {raf: 1}
        32:70: raf does not belong to the attacker, axis (18.551)
    {stukas: 2} => {stukas: 4}
        32:73: stukas has 6 uninverted; 7 are to fly (18.41)
    {stukas: 3} => {stukas: 7}
        32:64: 7 factors of ground support for 2 ground factors; expected at most 6 (18.554)
    at: field => at: pocket
        32:10: Pocket is the attacker's own; expected an enemy hex (18.551)
    {stukas: 3}} => {stukas: 3}}\\n  - {at: field, attackers: 2, defenders: []}
        33:10: Field has its regular attack in this phase already (18.551)
    attackers: 2 => attackers: 0
        32:28: no ground factors attack; expected some, or an airdrop (18.551)
    attackers: 2 => attackers: 61
        32:28: 61 ground factors that attack by land; expected at most 60 (18.551)
    attackers: 2 => attackers: 31, invasion: true
        32:42: 31 ground factors that invade by sea; expected at most 30 (18.551)
    {factors: 1} => {factors: 31}
        32:53: '31' is out of range; expected a whole number from 1 to 30
    with: {stukas: 3} => kind: exploitation, invasion: true
        32:88: an invasion is a regular attack (18.553)
    with: {stukas: 3} => invasion: true, landed: 3
        32:82: 3 landed of 2; expected at most 2
    with: {stukas: 3} => result: overrun
        32:66: a regular attack cannot have the result overrun
    {id: alpini} => {id: tiger, type: armor}
        35:79: tiger is armor; air transports carry one-factor infantry and specialized units (18.543, 18.544)
    {id: alpini} => {id: alpini}, {id: folgore}
        35:51: 1 air transport factors for 2 ground units; expected one for each (18.532, 18.542)
    {ju-52: 1} => {ju-52: 2}
        36:57: ju-52 has 3 uninverted; 4 are to fly (18.41)
    to: rear => to: pocket
        35:39: Pocket is not an operational city or airbase of axis (18.545)
    type: airborne => type: infantry
        36:77: para is infantry; only airborne units are dropped (17.63)
    kind: airdrop => kind: airdrop, phase: redeployment
        36:28: airdrop is not flown in the redeployment phase; expected combat or exploitation (18.511-18.513)
    kind: supply => kind: hump
        34:70: only grants are flown over the Hump, not ground units (17.63)
    {ju-52: 1} => {tante: 1}
        34:58: tante is at Rear; the activity is flown from Home (18.45)
    ju-52: 1 => ju-53: 1
        34:51: unknown id 'ju-53'; expected an id from units; did you mean ju-52?
    {id: para, => {id: alpini,
        36:77: Alpini is air transported in this turn already, and flies no second time (18.547C)
""")
def test_what_is_wrong_is_said_with_its_line(old, new, problem):
    assert problem in changed(ORDERS, old, new)


@pytest.mark.parametrize(
    ("state", "reason"),
    [("supply: partial", "in partial supply"), ("supply: none", "unsupplied"), ("oil: true", "subject to air oil effects")],
)
@pytest.mark.parametrize(
    ("what", "unit", "place"),
    [(SUPPLY, "ju-52", "29:19"), (battle("attackers: 2, defenders: [], with: {stukas: 1}"), "stukas", "26:61")],
)
def test_no_mission_from_a_base_that_is_not_operational(what, unit, place, state, reason):
    text = front(what, unit).replace("home: {side: axis,", f"home: {{side: axis, {state},")
    expected = f"{place}: {unit} flies from Home, which is {reason}; expected a fully supplied base (18.51)"
    assert problems_of(text) == [expected]


def test_a_sound_file_has_no_problem_and_an_unsound_one_is_told_all_at_once():
    assert problems_of(ORDERS) == []
    found = changed(ORDERS.replace("{id: alpini}", "{id: tiger, type: armor}"), "3}}\ntransports", "9}}\ntransports")
    assert [problem.split(":")[0] for problem in found] == ["32", "32", "35"]
