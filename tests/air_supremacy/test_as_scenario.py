"""What a scenario may not say: every problem with its line and a sentence; and what it may start from."""

import json

import pytest
from as_table import theater
from support import problems_of

from airwar import rulesets
from airwar.play.session import Session
from airwar.rulesets.air_supremacy.show import turn_in
from airwar.rulesets.air_supremacy.turn import Status
from airwar.setup.loading import parse_scenario

RULESET = rulesets.load("air-supremacy")
SPACES = {
    "field": {"kind": "land", "nation": "uk", "adjacent": ["sea"]},
    "sea": {"kind": "sea"},
    "far": {"kind": "sea"},
    "camp": {"kind": "land", "nation": "germany"},
}
UNITS = [("army", "germany", "infantry", 2, "camp"), ("guard", "uk", "infantry", 1, "field")]
ATTACK = {"at": "field", "with": {"army": 2}}


def said(units=(), attacks=(ATTACK,), **more):
    return problems_of(theater([*UNITS, *units], list(attacks), SPACES, **more))


def test_the_template_is_a_scenario():
    assert parse_scenario(RULESET.template, "template.yaml").start


@pytest.mark.parametrize(
    ("units", "attacks", "sentence"),
    [
        ([("ark", "uk", "aircraft-carrier", 1, "sea"), ("raf", "uk", "fighter", 3, "@ark")], [ATTACK], "ark carries 3; it holds 2"),
        ([("raf", "uk", "fighter", 1, "sea")], [ATTACK], "Sea is a sea zone; expected raf on land or aboard a ship"),
        ([("hood", "uk", "battleship", 1, "camp")], [ATTACK], "Camp is land; expected hood, a battleship, in a sea zone"),
        (
            [("ark", "uk", "aircraft-carrier", 1, "sea"), ("b", "uk", "bomber", 1, "@ark")],
            [ATTACK],
            "b, bomber, cannot be aboard a carrier; expected fighters",
        ),
        (
            [("ark", "uk", "aircraft-carrier", 1, "sea"), ("z", "japan", "fighter", 1, "@ark")],
            [ATTACK],
            "ark belongs to UK, which is not a friend of Japan (43)",
        ),
        (
            [("ark", "uk", "destroyer", 1, "sea"), ("z", "uk", "fighter", 1, "@ark")],
            [ATTACK],
            "ark, a destroyer, carries no other units; expected a carrier or a transport",
        ),
        ([], [ATTACK, ATTACK], "Field is attacked twice in one turn; combine the two battles"),
        ([], [ATTACK | {"with": {"army": 3}}], "3 of army, but only 2 are free; a unit attacks in one place only"),
        ([("solo", "germany", "infantry", 1, "camp")], [ATTACK | {"with": {"solo": 2}}], "2 of solo, but only 1 is free"),
        ([], [ATTACK | {"with": {"guard": 1}}], "guard belongs to UK, which is not attacking; expected units of Germany"),
        (
            [],
            [ATTACK, {"at": "far", "with": {"army": 1}}],
            "nobody defends Far; an attack needs enemy units to fight, or land that an enemy holds (42)",
        ),
        (
            [("u", "germany", "submarine", 1, "far")],
            [ATTACK | {"with": {"u": 1}}],
            "u, submarine, cannot be under with in Field; ships fire support shots (46)",
        ),
        (
            [("u", "germany", "destroyer", 1, "far")],
            [ATTACK | {"support": {"u": 1}}],
            "support shots are for landings; expected units under landing (46)",
        ),
        (
            [("c", "germany", "aircraft-carrier", 1, "far")],
            [{"at": "field", "landing": {"army": 2}, "support": {"c": 1}}],
            "c, aircraft carrier, fires no support shots; battleships and destroyers do (46)",
        ),
        ([], [ATTACK | {"after": "sea"}], "'sea' is not a sea zone attacked above; a fleet passes through one (39)"),
        ([], [{"at": "field"}], "nobody attacks Field; expected units under with or landing"),
        ([("x", "atlantis", "infantry", 1, "camp")], [ATTACK], "unknown nation 'atlantis'"),
        ([("x", "uk", "fihgter", 1, "field")], [ATTACK], "unknown unit type 'fihgter'"),
    ],
)
def test_every_problem_has_its_sentence(units, attacks, sentence):
    found = said(units, attacks)
    assert any(sentence in problem for problem in found), found
    assert all(problem.partition(":")[0].isdigit() for problem in found)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"sphere": "land", "bombs": [8]}, "odd is not an aircraft; only aircraft have bombs (12)"),
        ({"sphere": "air", "bombs": [8], "attack": 3}, "odd attacks surface units with its bombs only; leave attack out (12)"),
        ({"sphere": "air", "holds": 2}, "odd is not a ship; only ships carry other units (21)"),
    ],
)
def test_12_a_type_is_what_its_sphere_allows(declared, sentence):
    assert any(sentence in problem for problem in said(types={"odd": declared}))


def test_a_unit_is_in_one_place():
    text = theater([*UNITS, ("ark", "uk", "aircraft-carrier", 1, "sea"), ("raf", "uk", "fighter", 1, "@ark")], [ATTACK], SPACES)
    both = text.replace('"aboard": "ark"', '"aboard": "ark", "at": "field"')
    assert any("raf is in two places or in none; expected either at or aboard" in problem for problem in problems_of(both))


def test_16_an_attacker_cannot_ground_by_script():
    problems = said(choices={"r1.field.germany.ground": "all"})
    assert len(problems) == 1
    assert problems[0].endswith("germany attacks; only defenders declare ground (16)")
    assert said(choices={"*.germany.dispatch": "all"})[0].endswith("germany attacks; only defenders declare dispatch (26)")
    assert said(choices=[{"*": "default"}, {"*.germany.dispatch": "all"}])[0].endswith("only defenders declare dispatch (26)")


def test_24_a_dispatch_out_of_reach_is_refused_by_script():
    extra = [
        ("navy", "uk", "destroyer", 1, "far"),
        ("ark", "uk", "aircraft-carrier", 1, "far"),
        ("f", "uk", "fighter", 1, "@ark"),
    ]
    assert said(extra, choices={"r1.ark.uk.dispatch": {"fighter-to-field": 1}}) == []  # the carrier may have moved by then
    problems = said(extra, choices={"r1.camp.uk.dispatch": {"fighter-to-field": 1}})
    assert [problem.partition(": ")[2] for problem in problems] == [
        "Field is out of reach of Camp; a dispatch goes to an adjacent space (24)"
    ]


def test_24_a_dispatch_out_of_reach_is_refused_under_conditions_and_in_any_round():
    answer = {"when": "to.field > 0", "then": {"fighter-to-field": 1}, "else": "none"}
    assert any("Field is out of reach of Camp" in problem for problem in said([], choices={"*.camp.uk.dispatch": answer}))


def test_43_a_dispatch_to_strangers_is_refused_by_script():
    extra = [("akagi", "japan", "aircraft-carrier", 1, "sea"), ("zeros", "japan", "fighter", 1, "@akagi")]
    problems = said(extra, choices={"r1.akagi.japan.dispatch": {"fighter-to-field": 1}})
    assert problems[0].endswith("Japan has no friends in Field; aircraft defend only their own group (43)"), problems


def test_42_a_dispatch_to_a_quiet_space_is_refused_by_script():
    problems = said([("f", "uk", "fighter", 1, "field")], choices={"r1.field.uk.dispatch": {"fighter-to-sea": 1}})
    assert problems[0].endswith("nobody attacks Sea; aircraft are dispatched to where friends are attacked (42)")


def test_values_without_a_source_need_a_request_and_are_labeled():
    text = theater([*UNITS, ("tanks", "germany", "armor", 1, "camp")], [ATTACK], SPACES, options={"placeholder-values": "no"})
    assert any(
        "the module gives no values for armor; declare it under types, or say placeholder-values: yes under options" in problem
        for problem in problems_of(text)
    )
    declared = theater(
        [*UNITS, ("tanks", "germany", "armor", 1, "camp")],
        [ATTACK],
        SPACES,
        options={"placeholder-values": "no"},
        types={"armor": {"sphere": "land", "attack": 8, "defend": 4}},
    )
    assert problems_of(declared) == []
    assert parse_scenario(declared.replace('"no"', '"yes"'), "x.yaml").start.state.house_types == []


def test_the_six_types_of_the_module_need_no_request():
    units = [
        (type_, "uk", type_, 1, "field")
        for type_ in ("infantry", "anti-aircraft", "fighter", "dive-bomber", "dogfighter", "bomber")
    ]
    assert problems_of(theater([UNITS[0], *units], [ATTACK], SPACES, options={"placeholder-values": "no"})) == []


def test_all_problems_are_reported_at_once():
    found = said([("x", "atlantis", "infantry", 1, "camp"), ("raf", "uk", "fighter", 1, "sea")], [ATTACK | {"with": {"army": 3}}])
    assert len(found) == 3


def test_39_no_space_is_adjacent_to_itself():
    spaces = SPACES | {"sea": {"kind": "sea", "adjacent": ["field", "sea"]}}
    assert problems_of(theater(UNITS, [ATTACK], spaces))[0].endswith("sea is adjacent to itself; expected other spaces")


def test_34_the_usual_answer_to_what_attacks_is_one_that_is_accepted():
    units = [("barges", "germany", "transport", 2, "far"), ("cargo", "germany", "infantry", 1, "@barges")]
    spaces = SPACES | {"sea": {"kind": "sea", "adjacent": ["far"]}}
    text = theater([("hood", "uk", "destroyer", 1, "sea"), *units], [], spaces)
    session = Session.begin(parse_scenario(text, "test.yaml"), None, seed=1)
    session.answer("sea")
    assert session.question.key == "attack-1.with"
    assert session.question.refuses(session.question.default) is None
    assert session.question.items == {"barges": 1, "barges-2": 1}


def test_43_aircraft_that_are_bound_for_strangers_turn_back():
    document = json.loads(theater([*UNITS, ("armee", "france", "bomber", 1, "far-away")], [ATTACK], SPACES))
    document["spaces"]["far-away"] = {"kind": "land", "nation": "france", "adjacent": ["field"]}
    document["spaces"]["field"]["nation"] = document["units"][1]["nation"] = "ussr"
    document["units"][2]["bound-for"] = "field"
    turn = turn_in(parse_scenario(json.dumps(document), "test.yaml").start.state)
    assert [line.kind.nation for line in turn.battle_in("field").defenders] == ["ussr"]
    assert [group.status for group in turn.groups if group.kind.nation == "france"] == [Status.RETURNING]
