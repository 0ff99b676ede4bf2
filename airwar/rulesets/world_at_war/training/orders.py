"""The naval air training section of a scenario, and what is legal in it."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.records import place_of
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.training.state import School, Trained
from airwar.rulesets.world_at_war.training.training import STEPS, buildable, most_cves, trained_now
from airwar.rulesets.world_at_war.units.types import PACKAGE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, MapOf, OneOf, Record, Section, Text, Whole

NATION = Record(
    {
        "results": Field(Whole(0, 9), default=0, help="naval air training results before the war"),
        "production": Field(Whole(0, 9), default=0, help="how much production has raised the rate"),
        "eliminated": Field(Whole(0, 99), default=0, help="squadrons lost before this turn and not rebuilt"),
        "additions": Field(Whole(0, 99), default=0, help="squadrons that mobilization or production adds"),
        "unbuilt": Field(Whole(0, 99), default=0, help="other squadrons in the pool, not built"),
        "to-place": Field(Whole(0, 99), default=0, help="squadrons that are built, and not yet among the units"),
        "build": Field(Whole(0, 99), help="squadrons to build; asked if left out"),
        "cves": Field(Whole(0, 99), default=0, help="escort carriers that the US begins for this nation"),
        "war": Field(Flag(), default=True, help="Japan is at war with the Western Allies"),
    }
)
TRAINING = Record(
    {
        "game": Field(OneOf(("standard", "classic")), default="standard", help="which starting rates apply"),
        "european": Field(Flag(), default=False, help="a European scenario"),
        "nations": Field(
            MapOf(Text(max_length=30, pattern="[a-z][a-z-]*"), NATION, 1), required=True, help="nations that train naval air"
        ),
    }
)


def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The calculation waits for the construction phase."""
    said = document["naval-air-training"]
    if said is None:
        return turn
    known = dict(load_chart(PACKAGE, "naval-air-training").rows)
    nations = {
        nation: Trained(**{name.replace("-", "_"): value for name, value in row.items()})
        for nation, row in said["nations"].items()
        if nation in known
    }
    turn = turn.with_setting(replace(turn.setting, school=School(said["game"], said["european"], nations)))
    check_training(said, turn, problems)
    check_built(document, turn, problems)
    return turn.with_agenda(*["construction.training"] * bool(trained_now(turn)))


@rule("17.353", "17.353A", "17.353B", "17.353D")
def check_training(said: Section, turn: Turn, problems: Problems) -> None:
    """No nation builds more than it can train, and three powers train none."""
    for nation, row in said["nations"].items():
        mark = said["nations"].at(nation)
        if nation in ("france", "russia", "china"):
            problems.add(mark, f"{nation} never builds naval air units (17.353D)")
            continue
        if nation not in turn.setting.school.nations:
            known = ", ".join(dict(load_chart(PACKAGE, "naval-air-training").rows))
            problems.add(mark, f"{nation!r} has no naval air training rate; expected one of {known} (17.353A)")
            continue
        if row["results"] and (nation in ("us", "australia") or said["game"] == "classic"):
            why = "the classic game has none" if said["game"] == "classic" else f"{nation} has none"
            problems.add(row.at("results"), f"naval air training results before the war; {why} (17.353A)")
        most = buildable(turn, nation)
        if row["build"] is not None and row["build"] > most:
            problems.add(row.at("build"), f"{row['build']} squadrons are ordered; {nation} may build {most} (17.353A)")
        if row["cves"] and nation not in ("us", "britain"):
            problems.add(row.at("cves"), f"the US begins escort carriers for itself and for Britain, not for {nation} (17.353B)")
        elif row["cves"] > most_cves(nation, turn.setting.school):
            most = most_cves(nation, turn.setting.school)
            problems.add(row.at("cves"), f"{row['cves']} escort carriers are begun for {nation}; the limit is {most} (17.353B)")


@rule("17.353A", "17.352B")
def check_built(document: Section, turn: Turn, problems: Problems) -> None:
    """Naval air under `construction` is limited by the rate too, and is not elite once Japan is at war."""
    built: dict[str, int] = {}
    for said in document["construction"].values():
        nation = said.nation
        if said.type != "nas" or nation not in turn.setting.school.nations:
            continue
        built[nation] = built.get(nation, 0) + said.count
        most = buildable(turn, nation)
        if built[nation] > most:
            problems.add(place_of(said, "count"), f"{built[nation]} squadrons are ordered; {nation} may build {most} (17.353A)")
        if said.elite and turn.setting.school.nations[nation].war:
            problems.add(place_of(said, "elite"), "Japan is at war with the Western Allies; new naval air is regular (17.352B)")


PART = Part(
    fields={"naval-air-training": Field(TRAINING, help="how much naval air nations may build in this turn")},
    plan=plan,
    decisions={"*.build": "how many naval squadrons a nation builds"},
    steps=STEPS,
)
