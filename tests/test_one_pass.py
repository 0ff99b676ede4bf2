"""A file with several mistakes gets all its messages in one run: what was probably meant is taken for written."""

from support import problems_of

HENDERSON = """\
airwar: 1
ruleset: world-at-war
title: Henderson Field, September 1942
theater: pacific
date: september 1942
sides:
  japan: [japan]
  allies: [us, australia]
attacker: japan
bases:
  rabaul: {side: japan, facilities: [port, airbase]}
  buin: {side: japan, facilities: [airbase], jungle: true}
  henderson: {name: Henderson Field, side: allies, facilities: [airbase], jungle: yes}
  espiritu-santo: {side: allies, facilities: [port, airbase]}
distances:
  henderson: {rabaul: 4, buin: 2, espiritu-santo: 3}
  rabaul: {buin: 2}
units:
  - {id: 11th-air-fleet, nation: japan, type: nas, count: 12, at: rabaul}
  - {id: zeros, nation: japan, type: fighter, count: 4, at: buin}
  - {id: cactus, nation: usa, type: aaf, count: 6, at: henderson}
  - {id: marines, nation: us, type: nas, count: 3, at: hendersen}
counterair:
  - {at: henderson, with: {11th-air-fleet: 12, zeroes: 4}}
choices:
  "*": default
"""


def test_mistakes_that_hide_one_another_are_all_reported():
    assert [problem.partition(";")[0] for problem in problems_of(HENDERSON)] == [
        "5:7: 'september 1942' does not fit",
        "13:14: Henderson Field holds 6 factors and 3 naval squadrons",
        "13:83: 'yes' is not true or false",
        "20:38: 'fighter' is not one of aaf, nas, jet, transport, bomber, interceptor, kamikaze",
        "21:26: 'usa' belongs to no side",
        "22:56: unknown id 'hendersen'",
        "24:44: 11th-air-fleet has a range of 3",
        "24:48: unknown id 'zeroes'",
    ]


def test_a_file_without_the_mistakes_reported_is_good():
    mended = HENDERSON.replace("september", "fall").replace("yes", "true").replace("fighter", "nas").replace("usa", "us")
    mended = mended.replace("hendersen", "henderson").replace("zeroes", "zeros").replace("count: 6", "count: 2")
    assert problems_of(mended.replace("rabaul: 4", "rabaul: 3")) == []


def test_the_rest_waits_for_a_value_that_everything_depends_on():
    (problem,) = problems_of(
        HENDERSON.partition("date:")[0].replace("pacific", "africa") + "sides:" + HENDERSON.partition("sides:")[2]
    )[:1]
    assert problem.startswith("4:10: 'africa' is not one of")


def test_a_nation_in_capitals_is_understood():
    text = HENDERSON.replace("nation: japan", "nation: Japan")
    assert "19:34: 'Japan' does not fit; expected a nation in lower case, such as germany; did you mean japan?" in problems_of(text)


def test_an_option_outside_options_is_told_where_it_goes():
    told = problems_of("port-city: one\n" + HENDERSON)
    assert "1:1: 'port-city' does not belong here; it goes under options" in told
