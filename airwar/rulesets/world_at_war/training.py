"""Naval air training (17.35): how many squadrons and escort carriers a nation may build in a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit import Book, Fault, count, load_chart, shape_of, verb
from airwar.rulesets.world_at_war.basing import room_aboard
from airwar.rulesets.world_at_war.ordering import Chapter, blame
from airwar.rulesets.world_at_war.setting import School, Trained
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import NATIONS, PACKAGE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Section

EUROPEAN_CVES = 4  # that the US may begin in a turn of a European scenario


@rule("17.353A", "17.356")
def starting_rate(nation: str, game: str, european: bool) -> int:
    """The rate at the start of the game; in European scenarios the American rate is 0."""
    if nation == "us" and european:
        return 0
    standard, classic = dict(load_chart(PACKAGE, "naval-air-training").rows)[nation]
    return int(classic if game == "classic" else standard)


@rule("17.353", "17.353C")
def training_rate(nation: str, school: School) -> int:
    """The current rate, with training results before the war and increases by production."""
    trained = school.nations.get(nation, Trained())
    return starting_rate(nation, school.game, school.european) + trained.results + trained.production


@rule("17.353B", "17.356")
def most_cves(of: str, school: School) -> int:
    """How many escort carriers the US may begin for itself or for Britain: as many as that nation's training rate."""
    if of == "us" and school.european:
        return EUROPEAN_CVES
    return training_rate(of, school)


@rule("17.352C", "17.44A")
def lost_this_turn(turn: Turn, nation: str) -> int:
    """Naval squadrons of a nation eliminated in this turn; they may be rebuilt. Those that become kamikazes are not."""
    naval = [unit for unit in turn.units if unit.air_type.nation == nation and unit.type == "nas"]
    return sum(unit.had - unit.left for unit in naval) - (turn.kamikazes.converted if nation == "japan" else 0)


@rule("17.353A", "17.34")
def buildable(turn: Turn, nation: str) -> int:
    """How many squadrons may be built: those waiting to be built, up to the training rate."""
    trained = turn.setting.school.nations[nation]
    waiting = trained.eliminated + trained.additions + trained.unbuilt + lost_this_turn(turn, nation)
    return min(waiting, training_rate(nation, turn.setting.school))


@rule("17.353A", "17.35")
def train_naval_air(ref: Referee, turn: Turn) -> Move[Turn]:
    """Each nation builds naval squadrons up to its rate; a table shows how the limit is worked out."""
    ref.enter("training", "Naval air training")
    for nation in trained_now(turn):
        trained = turn.setting.school.nations[nation]
        most = buildable(turn, nation)
        number = trained.build
        if number is None:
            items, labels = {"nas": most}, {"nas": f"new {NATIONS[nation]} NAS"}
            about, least = partial(to_train, turn, nation, most), placed(turn, nation)
            number = ref.allot(f"{nation}.build", items, by=nation, least=least, default=items, labels=labels, about=about)["nas"]
        ref.tell(working, turn, nation, number)
        ref.tell(elite_or_regular, nation, trained, number)
        if nation == "us":
            ref.tell(assignment, turn, trained, number)
        turn = replace(turn, trained=(*turn.trained, (nation, number)))
    return Return(turn)


@rule("17.353A", "17.352C")
def trained_now(turn: Turn) -> list[str]:
    """The nations that build naval air in this turn: in a whole turn, each in its own."""
    side = turn.setting.alliances.side
    if not turn.setting.whole_turn:
        return list(turn.setting.school.nations)
    return [nation for nation in turn.setting.school.nations if side(nation) in (turn.setting.attacker, None)]


@rule("17.353A", "17.352C")
def after_training(turn: Turn, nation: str) -> dict[str, int]:
    """The pool of a nation after the turn: its losses can be rebuilt, and what was built must be placed, unless it is."""
    known = turn.setting.school.nations.get(nation)
    if known is None:
        return {}
    built, lost = dict(turn.trained).get(nation), lost_this_turn(turn, nation)
    if built is None:
        return {"eliminated": known.eliminated + lost}
    new = min(built, known.additions + known.unbuilt)
    pool = {"eliminated": known.eliminated + lost - (built - new), "unbuilt": known.additions + known.unbuilt - new, "additions": 0}
    return pool | {"to_place": known.to_place + max(0, built - placed(turn, nation))}


def placed(turn: Turn, nation: str) -> int:
    """How many of the squadrons that a nation builds the construction phase has brought already."""
    return sum(unit.had for unit in turn.units if unit.id in turn.basing.constructed and unit.air_type.nation == nation)


def to_train(turn: Turn, nation: str, most: int) -> str:
    """What a nation may build, and what it has lost in this turn."""
    rate, lost = training_rate(nation, turn.setting.school), lost_this_turn(turn, nation)
    return f"{NATIONS[nation]} naval air training: rate {rate}, {lost} NAS lost this turn; {most} can be built, one BRP each."


def working(turn: Turn, nation: str, number: int) -> Sheet:
    """How many squadrons a nation may build, step by step."""
    school, trained = turn.setting.school, turn.setting.school.nations[nation]
    rows = [
        ("rate at the start", str(starting_rate(nation, school.game, school.european)), "17.353A"),
        ("naval air training results", f"+{trained.results}", "17.353A"),
        ("raised by production", f"+{trained.production}", "17.353C"),
        ("training rate", str(training_rate(nation, school)), "17.353"),
        ("eliminated before this turn", str(trained.eliminated), "17.353A"),
        ("eliminated in this turn", str(lost_this_turn(turn, nation)), "17.353A"),
        ("additions to the pool", str(trained.additions), "17.353A"),
        ("unbuilt from before", str(trained.unbuilt), "17.353A"),
        ("may be built", str(buildable(turn, nation)), "17.353A"),
        ("built", str(number), "17.34"),
        ("BRPs for them", str(number), "17.34"),
    ]
    if nation in ("us", "britain"):
        rows.append((f"{NATIONS[nation]} escort carriers that the US may begin", str(most_cves(nation, school)), "17.353B"))
    return Sheet(f"Naval air training: {NATIONS[nation]}", ("what", "number", "rule"), tuple(rows))


@rule("17.352", "17.352B", "17.352C")
def elite_or_regular(nation: str, trained: Trained, number: int) -> Note | None:
    """New Japanese squadrons are elite until Japan is at war with the Western Allies; rebuilt ones never are."""
    if nation != "japan" or not number:
        return None
    elite = 0 if trained.war else min(number, trained.additions + trained.unbuilt)
    parts = [f"{elite} elite"] * bool(elite) + [f"{number - elite} regular"] * bool(number - elite)
    why = "squadrons built at war or to replace losses are regular"
    return Note(f"Japan builds {' and '.join(parts)} NAS; {why}")


@rule("17.355")
def assignment(turn: Turn, trained: Trained, number: int) -> Note | None:
    """Before war with Japan new American squadrons go to fast carriers as soon as there is room on one."""
    if trained.war or not number:
        return None
    own = [carrier for carrier in turn.carriers if carrier.nation == "us" and not carrier.sunk]
    places = []
    for carrier in own:
        taken = min(room_aboard(turn, carrier), number)
        number -= taken
        if taken:
            places.append(f"{taken} to {carrier.name}")
    rest = [f"{number} {verb(number, 'wait')} for a carrier"] * bool(number)
    return Note(f"new American NAS must make fast carriers operational: {', '.join(places + rest)}")


STEPS = (train_naval_air,)


def read_training(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The calculation waits for the construction phase."""
    said = document["naval-air-training"]
    if said is None:
        return turn
    known = dict(load_chart(PACKAGE, "naval-air-training").rows)
    nations = Book({nation: row for nation, row in said.nations.items() if nation in known})
    turn = turn.with_setting(replace(turn.setting, school=replace(said, nations=nations)))
    for nation, row in said.nations.items():
        blame(problems, row, training_faults(said.game, turn, nation, row))
    built: dict[str, int] = {}
    for unit in document["construction"].values():
        if unit.type == "nas" and unit.nation in nations:
            built[unit.nation] = built.get(unit.nation, 0) + unit.count
            blame(problems, unit, new_naval_air_faults(turn, unit.nation, nations[unit.nation], built[unit.nation], unit.elite))
    return turn.with_agenda(*["construction.training"] * bool(trained_now(turn)))


@rule("17.353", "17.353A", "17.353B", "17.353D")
def training_faults(game: str, turn: Turn, nation: str, row: Trained) -> Iterator[Fault]:
    """No nation builds more than it can train, and three powers train none."""
    if nation in ("france", "russia", "china"):
        yield Fault("", f"{nation} never builds naval air units", "17.353D")
        return
    if nation not in turn.setting.school.nations:
        known = ", ".join(dict(load_chart(PACKAGE, "naval-air-training").rows))
        yield Fault("", f"{nation!r} has no naval air training rate; expected one of {known}", "17.353A")
        return
    if row.results and (nation in ("us", "australia") or game == "classic"):
        why = "the classic game has none" if game == "classic" else f"{nation} has none"
        yield Fault("results", f"naval air training results before the war; {why}", "17.353A")
    if row.build is not None and (refused := too_many_refused(turn, nation, row.build)):
        yield Fault("build", refused)
    if row.cves and nation not in ("us", "britain"):
        yield Fault("cves", f"the US begins escort carriers for itself and for Britain, not for {nation}", "17.353B")
    elif row.cves > (most := most_cves(nation, turn.setting.school)):
        yield Fault("cves", f"{row.cves} escort carriers are begun for {nation}; the limit is {most}", "17.353B")


@rule("17.353A")
def too_many_refused(turn: Turn, nation: str, number: int) -> str | None:
    """Why a nation may not build this number of squadrons, or None."""
    most = buildable(turn, nation)
    return f"{ordered(number)}; {nation} may build {most} (17.353A)" if number > most else None


@rule("17.353A", "17.352B")
def new_naval_air_faults(turn: Turn, nation: str, trained: Trained, number: int, elite: bool) -> Iterator[Fault]:
    """Naval air under `construction` is limited by the rate too, and is not elite once Japan is at war."""
    if refused := too_many_refused(turn, nation, number):
        yield Fault("count", refused)
    elif trained.build is not None and trained.build < number:
        yield Fault("count", f"{ordered(number)}; {nation} builds {trained.build}, as its training says", "17.353A")
    if elite and trained.war:
        yield Fault("elite", "Japan is at war with the Western Allies; new naval air is regular", "17.352B")


def ordered(number: int) -> str:
    return f"{count(number, 'squadron')} {verb(number, 'are', 'is')} ordered"


CHAPTER = Chapter(
    fields={"naval-air-training": Field(shape_of(School), help="how much naval air nations may build in this turn")},
    read=read_training,
    steps=STEPS,
)
