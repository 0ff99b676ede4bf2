"""The options of a scenario: rulings on what the module leaves open. Readings with only one sensible value are in rules.yaml."""

from __future__ import annotations

from airwar.engine.referee import Ruling
from airwar.rulesets.kit.rulings import NO_YES, YES_NO, Rulings
from airwar.rulesets.ruleset import Option

OPTIONS = {
    # dice and values
    "die-sides": Option("12", (), "how many sides the die of every shot has", whole=True, bounds=(2, 100)),
    "hit": Option("or-less", ("or-less", "or-more"), "whether a shot hits on its value or less, or on its value or more"),
    "placeholder-values": Option("no", NO_YES, "whether unit types without values in the module may use house values"),
    # fire and losses
    "air-priority": Option("yes", YES_NO, "whether fighters and guns must roll at aircraft while any fly", rule="3"),
    "aa-attack": Option(
        "land-only",
        ("land-only", "none"),
        "whether attacking anti-aircraft guns roll at land units, or not at all",
        rule="15",
    ),
    "casualties": Option(
        "simultaneous",
        ("simultaneous", "attacker-first"),
        "whether defenders that were hit in a round still roll in it",
        rule="14",
    ),
    "casualty-chooser": Option("owner", ("owner", "shooter"), "who chooses which of the possible targets are lost", rule="4"),
    "joint-losses": Option(
        "leader",
        ("leader", "each-nation"),
        "who chooses losses among units of several nations: the nation that leads, or each among its own once hits are shared out",
        rule="44",
    ),
    "surface-fire-vs-airborne": Option(
        "if-no-surface-target",
        ("if-no-surface-target", "never", "owner-choice"),
        "when hits of troops, ships and bombs fall on aircraft in flight",
        rule="4",
    ),
    "grounded-last": Option(
        "yes",
        YES_NO,
        "whether aircraft in flight are lost before grounded ones when no surface units are left",
        rule="19",
    ),
    "support-shots": Option(
        "first-round",
        ("first-round", "every-round"),
        "whether ships support a landing in its first round only, or in every round",
        rule="46",
    ),
    # carriers
    "carrier-sunk": Option(
        "land-elsewhere",
        ("land-elsewhere", "destroyed"),
        "what becomes of fighters in flight whose carrier was sunk when their battle is over",
        rule="21",
    ),
    # retreats
    "retreaters-roll": Option("no", NO_YES, "whether units roll in the round they retreat or withdraw", rule="22"),
    "retreat-to": Option(
        "adjacent-friendly",
        ("adjacent-friendly", "anywhere"),
        "where units may retreat, except dispatched aircraft",
        rule="22",
    ),
    "withdraw-before-first-roll": Option("no", NO_YES, "whether the attacker may withdraw before the first rolls", rule="48"),
    # dispatch
    "dispatched-bomber-vs-surface": Option(
        "yes",
        YES_NO,
        "whether dispatched bombers roll at surface units once the sky is clear",
        rule="25",
    ),
    "dispatched-may-ground": Option("no", NO_YES, "whether dispatched aircraft may be grounded at their destination", rule="29"),
    "origin-lost": Option(
        "destroyed",
        ("destroyed", "adjacent-friendly"),
        "what becomes of dispatched aircraft whose home was captured or sunk",
        rule="30",
    ),
    "second-space-dispatch": Option(
        "yes",
        YES_NO,
        "whether aircraft may leave the second space of a pass-through before it is attacked",
        rule="39",
    ),
    "passthrough-calloff-costs-return": Option(
        "no",
        NO_YES,
        "whether aircraft dispatched to a second space that is not attacked lose a round on the way back",
        rule="40",
    ),
}

# what each value of an option means at the table
MEANINGS = {
    "hit": {"or-less": "a shot hits on its value or less", "or-more": "a shot hits on its value or more"},
    "placeholder-values": {
        "no": "unit types without values in the module need values in the scenario",
        "yes": "unit types without values in the module may use house values",
    },
    "air-priority": {
        "yes": "fighters and guns must roll at aircraft while any fly",
        "no": "fighters and guns may roll at surface units while aircraft fly",
    },
    "aa-attack": {
        "land-only": "attacking anti-aircraft guns roll at land units only",
        "none": "attacking anti-aircraft guns do not roll",
    },
    "casualties": {
        "simultaneous": "units that are hit still roll in that round",
        "attacker-first": "defenders that are hit do not roll",
    },
    "casualty-chooser": {
        "owner": "the owner of the units hit chooses the losses",
        "shooter": "the shooter chooses the losses",
    },
    "joint-losses": {
        "leader": "one nation chooses losses for all on its side",
        "each-nation": "the leading nation shares out the hits, and each nation chooses among its own units",
    },
    "surface-fire-vs-airborne": {
        "if-no-surface-target": "fire at surface units hits aircraft in flight only if no surface units are left",
        "never": "fire at surface units never hits aircraft in flight",
        "owner-choice": "the owner may take hits of surface fire on aircraft in flight",
    },
    "grounded-last": {
        "yes": "aircraft in flight are lost before grounded ones",
        "no": "grounded aircraft may be lost in place of aircraft in flight",
    },
    "support-shots": {
        "first-round": "each supporting ship fires once, in the first round of the landing",
        "every-round": "supporting ships fire in every round of the landing",
    },
    "carrier-sunk": {
        "land-elsewhere": "fighters in flight whose carrier is sunk land on another carrier or on friendly land next to the zone",
        "destroyed": "fighters in flight whose carrier is sunk are lost",
    },
    "retreaters-roll": {
        "no": "retreating and withdrawing units can be hit but do not roll",
        "yes": "retreating and withdrawing units can be hit and roll",
    },
    "retreat-to": {
        "adjacent-friendly": "units retreat to adjacent friendly spaces that nobody attacks",
        "anywhere": "units retreat off the map",
    },
    "withdraw-before-first-roll": {
        "no": "the attacker cannot withdraw before the first rolls",
        "yes": "the attacker may withdraw before the first rolls",
    },
    "dispatched-bomber-vs-surface": {
        "yes": "dispatched bombers roll at surface units once the sky is clear",
        "no": "dispatched bombers roll at aircraft only",
    },
    "dispatched-may-ground": {
        "no": "dispatched aircraft cannot be grounded at their destination",
        "yes": "dispatched aircraft may be grounded at their destination",
    },
    "origin-lost": {
        "destroyed": "dispatched aircraft whose home is lost are lost",
        "adjacent-friendly": "dispatched aircraft whose home is lost land next to it, on friendly ground or a friendly carrier",
    },
    "second-space-dispatch": {
        "yes": "aircraft may leave the second space of a pass-through before it is attacked",
        "no": "aircraft stay in the second space of a pass-through",
    },
    "passthrough-calloff-costs-return": {
        "no": "a dispatch to a second space that is not attacked costs nothing",
        "yes": "a dispatch to a second space that is not attacked costs a round on the way back",
    },
}


def ruling(rulings: Rulings, option: str) -> Ruling:
    """The event for an option: its value, what that value means, and its rule."""
    return rulings.ruled(option, MEANINGS[option][rulings.value(option)])


DECISIONS = {
    "attacker.go-on": "fight on, call the battle off, or withdraw some units",
    "attacker.withdraw": "which units withdraw under fire",
    "attacker.pass-through": "whether the fleet attacks its second space, in full or in part",
    "attacker.pass-through-with": "which units go on to the second space",
    "attack-*.at": "which space is attacked next",
    "attack-*.after": "whether the attack follows a battle in a first zone",
    "attack-*.defenders": "whose units are attacked",
    "attack-*.with": "which units attack",
    "attack-*.landing": "which troops come ashore",
    "attack-*.support": "which ships support the landing",
    "attacker.next-*": "which unit rolls next, while enemy aircraft fly",
    "defender.next-*": "which unit rolls next, while enemy aircraft fly",
    "attacker.losses-*": "which of the attackers that can be hit are lost",
    "defender.losses-*": "which of the defenders that can be hit are lost",
    "*.retreat": "which of your units retreat under fire",
    "*.retreat-to-*": "where units retreat to",
    "*.land": "where aircraft without a home land",
    "*.ground": "which of your aircraft stay on the ground or below deck",
    "*.dispatch": "which of your aircraft fly to which space's defense",
}
ROLLS = {
    "*.air.*": "fire at aircraft",
    "*.bombs.*": "bombs",
    "*.bombs-*": "bombs",
    "*.surface.*": "fire at surface units",
    "*.surface-*": "fire at surface units",
    "*.support-*": "support fire",
}
