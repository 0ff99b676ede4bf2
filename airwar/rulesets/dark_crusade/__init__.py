"""Dark Crusade: air and ground combat on the Eastern Front."""

from importlib.resources import files

from airwar.rulesets.dark_crusade import position, sequence, show
from airwar.rulesets.ruleset import Ruleset, Stance

RULESET = Ruleset(
    id="dark-crusade",
    title="Dark Crusade",
    package=__name__,
    fields=position.FIELDS,
    setup=sequence.setup,
    tables=show.tables,
    tally=show.tally,
    standing=show.standing,
    called=show.called,
    place_name=show.place_name,
    options=position.OPTIONS,
    settled=position.SETTLED,
    decisions={
        "combat-table.by-hand": "whether somebody reads the printed combat table, if the scenario does not draw it",
        "combat-table.columns": "the column heads of the printed combat table",
        "combat-table.*.*": "a cell of the printed combat table, by column and die: combat-table.17-24.5",
        "attacker.next-battle-*": "which battle is fought next",
        "attacker.losses": "which attackers absorb the repulses",
        "defender.losses": "which defenders absorb the breakthroughs",
        "attacker.retreat": "stay, or retreat with everything",
        "defender.retreat": "stay, or retreat with everything",
        "defender.refuge.*": "which units retreat to a point; where two lines lead there, by which line",
        "soviet-air.refuge.*": "how many Soviet air units retreat to a point",
        "german-air.advance": "how many German air units advance",
        "german-air.retreat": "how many German air units retreat with the ground units, and where to",
        "soviet-air.return": "where attacking Soviet air goes back to",
    },
    results=show.results,
    winner=show.winner,
    won="the attacker wins by taking every point, the defender by holding every one",
    stances=dict.fromkeys(("attacker.retreat", "defender.retreat"), Stance(stay="stay", leave="retreat")),
    rolls={
        "air-to-air.*": "air-to-air combat",
        "flak": "flak",
        "attacker.fire": "ground combat",
        "defender.fire": "ground combat",
    },
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    adjustable=show.ADJUSTABLE,
    engaged=show.engaged,
    steps=sequence.STEPS,
)
