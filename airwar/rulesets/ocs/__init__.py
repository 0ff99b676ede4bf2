"""Operational Combat Series: the air charts of v3.0 and the turn around them; what they leave out is borrowed from v4.3."""

from importlib.resources import files

from airwar.rulesets.kit import places
from airwar.rulesets.ocs import sequence, show
from airwar.rulesets.ocs.air_combat import combat
from airwar.rulesets.ocs.bases import capture, clean_up, refit, returning
from airwar.rulesets.ocs.missions import (
    agenda,
    barrage,
    course,
    drops,
    facility,
    flak,
    gunfire,
    interception,
    naval,
    ports,
    sorties,
)
from airwar.rulesets.ocs.rulings import OPTIONS
from airwar.rulesets.ocs.scenario import fields, setup
from airwar.rulesets.ruleset import Ruleset

RULESET: Ruleset[sequence.Turn] = Ruleset(
    id="ocs",
    title="Operational Combat Series",
    package=__name__,
    fields=fields.FIELDS,
    setup=setup.setup,
    tables=show.tables,
    tally=show.tally,
    winner=show.winner,
    won="nobody wins a game turn; the side that loses fewer air steps counts as the winner",
    options=OPTIONS,
    decisions={
        **places.DECISIONS,
        "player-order": "whether the winner of the roll goes first or second",
        "return.*": "whether a unit returns, if it need not",
        "land.*": "the base that a unit returns to",
        "arrive.*": "where a new unit arrives whose base the enemy has captured",
        "refit.*": "which inactive units a base refits",
        "*.order": "which mission a player orders next, or what happens on the ground",
        "*.target": "the hex, base or ship of that order or event",
        "*.method": "whether a drop is made by parachute or by glider",
        "*.cargo": "what a drop or a transport carries, such as 2T, 1/2 RE",
        "*.planned": "whether a drop of units was planned two turns ahead",
        "*.allied-eto": "whether a drop is an Allied drop in Europe",
        "*.stays": "whether transports stay at the base they fly to",
        "*.what": "what changes in a hex",
        "*.who": "who is in a hex or next to it now",
        "*.level": "the level of a hedgehog",
        "*.supply": "the supply at a base, in T",
        "*.re": "how strong the units in a hex are, in RE",
        "*.is-there": "whether it is there",
        "captured": "whether ground units capture an air base",
        "guns": "which guns fire a barrage, if the order does not name them",
        "pays": "who pays the supply of an artillery barrage",
        "advantage": "which side uses Advantage in the air combat of a mission ordered at the table",
        "fly": "which units fly a mission, if it does not name them",
        "strike": "which of the units over the target barrage it",
        "attacker.abort-before": "which units break off before air combat",
        "defender.abort-before": "which units break off before air combat",
        "attacker.unit": "the unit that fights this round",
        "defender.unit": "the unit that fights this round",
        "attacker.abort-after": "which survivors of air combat go home",
        "defender.abort-after": "which survivors of air combat go home",
        "abort.*": "the base that an aborting unit goes to",
        "intercept": "which fighter intercepts a mission, if any",
        "flak": "the result of the flak, as the players state it",
        "barrage.result": "the result of a barrage, as the players state it",
        "facility": "the result of an attack on an air base, as the players state it",
        "rail": "whether an attack cut the rail line, as the players state it",
        "displace.*": "the base that a unit is displaced to",
        "cargo-left": "the cargo that stays at the base, because there is no room for it",
        "cargo-lost": "the cargo that is lost with the aircraft",
    },
    rolls=(
        "*.initiative", "air-combat", "loss", "loss.*", "flak", "flak.unit", "barrage", "barrage.half", "facility", "reduction.*",
        "capture.*", "drop.*",
    ),
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    steps=(
        sequence.turn_begins, sequence.weather_determination, sequence.first_player_determination, sequence.players_roll,
        sequence.next_segment, returning.return_phase, refit.refit_phase, returning.reinforcement_phase,
        agenda.next_mission, agenda.next_order, course.fly,
        combat.air_combat_begins, combat.air_combat_round, combat.air_combat_ends,
        course.after_air_combat, course.meet_interceptors, interception.interception, course.after_interception,
        course.arrive, course.strike, course.brave_flak, flak.flak, course.after_flak,
        sorties.interdict, sorties.station, sorties.sweep, sorties.transfer, sorties.transport,
        barrage.barrage, facility.base_attack, facility.reduction_roll, facility.raid_over, facility.trainbust, naval.ship_attack,
        ports.port_attack, gunfire.gunfire,
        drops.drop, drops.drop_roll, drops.dropped, drops.base_taken,
        capture.base_attacked, capture.base_captured, capture.capture_roll, capture.displacement,
        agenda.mission_over,
        clean_up.clean_up_phase, sequence.segment_over, sequence.turn_end,
    ),
)  # fmt: skip
