"""Air combat (19): one round of it, on the Air Combat Table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from airwar.engine.dice import D6, OnRow, Row, Term
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air_combat.forces import NOTHING, Effect, Force
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units.types import PACKAGE

TABLE_TOP = 20  # the highest strength that the table prints


# 19.2: the row


@rule("17.55", "17.65")
@lru_cache(maxsize=4096)
def strength(force: Force) -> int:
    """The strength that rolls: a jet counts three, an air transport nothing."""
    weights = {"jet": 3, "transport": 0}
    return sum(weights.get(line.type, 1) * line.number for line in force)


@rule("19.2", "19.21", "19.42")
@cache
def table_row(of_strength: int, above_forty: str = "repeat-20") -> Row[Effect]:
    """The row of the Air Combat Table. Above 20, row 20 is added as often as it goes in, then the remainder."""
    counted = of_strength if above_forty == "repeat-20" else min(of_strength, 2 * TABLE_TOP)
    twenties, rest = divmod(counted, TABLE_TOP)
    labels = [str(TABLE_TOP)] * twenties + ([str(rest)] if rest else [])
    rows = [load_chart(PACKAGE, "air-combat").row(label, effect) for label in labels]
    cells = tuple(
        Effect(sum(cell.eliminated for cell in column), sum(cell.aborted for cell in column))
        for column in zip(*(row.cells for row in rows), strict=True)
    )
    return Row("+".join(labels), rows[0].first, cells, rows[0].chart, rows[0].heads)


def effect(cell: str) -> Effect:
    """The effect that a printed cell means; a bare 0 has no effect."""
    eliminated, _, aborted = cell.partition("/")
    return Effect(int(eliminated), int(aborted or 0))


def eliminations_only(cell: Effect) -> Effect:
    """For a roll whose aborts no longer matter."""
    return Effect(cell.eliminated, 0)


# 19.3: the modifiers


@rule("19.31A")
def lowest_drm(force: Force, transport_drm: str = "engaged") -> int:
    """The lowest Air Nationality DRM present counts for the whole force, air transports included."""
    counted = [line.air_type.drm for line in force if transport_drm == "engaged" or line.type != "transport"]
    return min(counted or [line.air_type.drm for line in force])


@rule("19.31B", "17.56")
def jets(force: Force) -> int:
    """One for each jet factor, or each three jet squadrons, whatever units they are of."""
    flying = [line for line in force if line.type == "jet"]
    squadrons = sum(line.number for line in flying if line.whole)
    return squadrons // 3 + sum(line.number for line in flying if not line.whole)


@rule("19.3", "19.31", "19.31C", "19.31D")
@lru_cache(maxsize=4096)
def modifiers(own: Force, enemy: Force, *, patrol: int = 0, radar: int = 0, rulings: Rulings = DEFAULTS) -> tuple[Term, ...]:
    """Each modifier by name. `patrol` is +1 for combat air patrol, -1 for the strike it meets; `radar` likewise."""
    transport_drm = rulings.value("transport-drm")
    difference = lowest_drm(own, transport_drm) - lowest_drm(enemy, transport_drm)
    terms = (
        Term.of("air-nationality", difference, "19.31A"),
        Term.of("jets", jets(own) - jets(enemy), "19.31B"),
        Term.of("combat-air-patrol", patrol, "19.31C"),
        Term.of("radar", radar, "19.31D"),
    )
    return tuple(term for term in terms if term.value)


@rule("19.42")
def within(most: int, aborts_matter: bool) -> Callable[[Effect], Effect]:
    """Results beyond the number of targets are ignored, and so are aborts that no longer matter."""

    def meaning(cell: Effect) -> Effect:
        eliminated = min(cell.eliminated, most)
        return Effect(eliminated, min(cell.aborted, most - eliminated) if aborts_matter else 0)

    return meaning


@lru_cache(maxsize=4096)
def reading(
    own: Force, enemy: Force, aborts_matter: bool, patrol: int = 0, radar: int = 0, rulings: Rulings = DEFAULTS, most: int = 0
) -> OnRow[Effect] | None:
    """What a side's dice mean, or None for a force without strength, which makes no roll."""
    if not strength(own):
        return None
    meaning = within(most, aborts_matter) if most else None if aborts_matter else eliminations_only
    terms = modifiers(own, enemy, patrol=patrol, radar=radar, rulings=rulings)
    return OnRow(2 * D6, table_row(strength(own), rulings.value("above-forty")), terms, meaning)


@rule("19.4", "19.41")
def fire(
    ref: Referee,
    side: str,
    own: Force,
    enemy: Force,
    *,
    aborts_matter: bool = True,
    patrol: int = 0,
    radar: int = 0,
    rulings: Rulings = DEFAULTS,
    most: int = 0,
) -> Effect:
    """One side's dice roll. Both sides' strengths are those before any loss of the round; no more than `most` can be hit."""
    meant = reading(own, enemy, aborts_matter, patrol, radar, rulings, most)
    ref.tell(rulings_on_the_roll, side, own, rulings)
    return NOTHING if meant is None else ref.roll(f"{side}.fire", meant, side)


@rule("19.31A", "19.2", "17.65")
def rulings_on_the_roll(side: str, own: Force, rulings: Rulings) -> list[Event]:
    """Says when an option decided the row or the modifier of a roll."""
    events: list[Event] = []
    if strength(own) > 2 * TABLE_TOP:
        row = table_row(strength(own), rulings.value("above-forty")).label
        events.append(rulings.ruled("above-forty", f"strength {strength(own)} uses rows {row}"))
    if not strength(own):
        events.append(Note(f"{rulings.name(side)}: only air transports, so no roll"))
    elif lowest_drm(own, "engaged") != lowest_drm(own, "combat-only"):
        drm = lowest_drm(own, rulings.value("transport-drm"))
        events.append(rulings.ruled("transport-drm", f"{rulings.name(side)}: DRM {drm}, with air transports engaged"))
    return events
