"""Operational Combat Series: the air charts of v3.0 and the player turn around them, with v4.3 as declared fallback."""

from importlib.resources import files

from airwar.rulesets.ocs import (
    air_combat,
    barrage,
    basing,
    capture,
    drops,
    facility,
    fields,
    flak,
    missions,
    naval,
    refit,
    scenario,
    sequence,
    show,
    sorties,
)
from airwar.rulesets.ocs.rulings import OPTIONS
from airwar.rulesets.ruleset import Ruleset

RULESET = Ruleset(
    id="ocs",
    title="Operational Combat Series",
    package=__name__,
    fields=fields.FIELDS,
    setup=scenario.setup,
    tables=lambda states: show.tables(states[-1]),
    tally=show.tally,
    winner=show.winner,
    won="nobody wins a game turn; here it is the side that loses fewer air steps",
    options=OPTIONS,
    decisions={
        "player-order": "whether the winner of the roll goes first or second",
        "return.*": "whether a unit returns, where it need not",
        "land.*": "the base that a unit returns to",
        "refit.*": "which inactive units a base refits",
        "fly": "who flies a mission, when the order does not say",
        "strike": "who of those over the target barrages it",
        "attacker.abort-before": "which units break off before air combat",
        "defender.abort-before": "which units break off before air combat",
        "attacker.unit": "the unit that fights this round",
        "defender.unit": "the unit that fights this round",
        "attacker.abort-after": "which survivors of air combat go home",
        "defender.abort-after": "which survivors of air combat go home",
        "abort.*": "the base that an aborting unit goes to",
        "intercept": "which fighter intercepts a mission, if any",
        "flak": "the result of the flak, as the players found it",
        "barrage.result": "the result of a barrage, as the players found it",
        "facility": "the result of an attack on an air base, as the players found it",
        "rail": "whether an attack cut the rail line, as the players found it",
        "displace.*": "the base that a unit is displaced to",
        "cargo-lost": "the cargo that is lost with the aircraft",
    },
    rolls=(
        "*.initiative", "air-combat", "loss", "loss.*", "flak", "flak.unit", "barrage", "barrage.half", "facility", "reduction.*",
        "capture.*", "drop.*",
    ),
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    steps=(
        sequence.turn_begins, sequence.weather_determination, sequence.first_player_determination,
        sequence.players_roll, sequence.proceed,
        basing.return_phase, refit.refit_phase, sequence.reinforcement_phase, sequence.next_act,
        missions.fly, air_combat.air_combat_begins, air_combat.air_combat_round, air_combat.air_combat_ends,
        missions.after_air_combat, flak.interception, missions.arrive, missions.barrage_segment, flak.flak,
        sorties.interdict, sorties.station, sorties.sweep, sorties.transfer,
        barrage.barrage, facility.base_attack, facility.planes_rolled_for, facility.trainbust, naval.ship_attack,
        drops.drop, drops.comes_down, drops.transport, drops.cargo_turned_back, capture.base_captured, capture.units_rolled_for,
        sequence.clean_up_phase, sequence.turn_end,
    ),
)  # fmt: skip
