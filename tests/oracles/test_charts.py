"""Every cell of airwar's charts against a second copy, typed from the rule texts before airwar's were read.

Both ways: a cell of airwar's without a counterpart fails, and so does a cell of the copy that airwar lacks.
"""

from fractions import Fraction
from importlib import import_module
from itertools import pairwise

import pytest
from typed_charts import by_roll, facts, grid, lines_of

from airwar.rulesets.kit.charts import chart_names, load_chart
from airwar.rulesets.world_at_war.airbases import counters_of
from airwar.rulesets.world_at_war.airbases import each_turn as each_turn_by_date

RULESETS = ("air_supremacy", "dark_crusade", "ocs", "war_in_europe", "world_at_war")
NO_COUNTERPART = {
    ("dark_crusade", "synthetic-demo"): "made up; no printed chart",
    ("war_in_europe", "synthetic-demo-accuracy"): "made up; no printed chart",
    ("war_in_europe", "synthetic-demo-combat-results"): "made up; no printed chart",
    ("war_in_europe", "synthetic-demo-rail-damage"): "made up; no printed chart",
    ("ocs", "captured-supply-4.3"): "of version 4.3, of which no text was to hand",
    ("ocs", "gunfire-4.3"): "of version 4.3, of which no text was to hand",
    ("ocs", "port-damage-4.3"): "of version 4.3, of which no text was to hand",
}
COMPARED = {}


def package(ruleset):
    name = f"airwar.rulesets.{ruleset}"
    import_module(name)
    return name


def chart(ruleset, name):
    return load_chart(package(ruleset), name)


def cells(ruleset, name):
    """The cells of one of airwar's charts: (row, column head) -> cell."""
    drawn = chart(ruleset, name)
    assert len({label for label, _ in drawn.rows}) == len(drawn.rows)
    return {(label, head): cell for label, row in drawn.rows for head, cell in zip(drawn.columns, row, strict=True)}


def compares(ruleset, *names):
    """Marks a test that compares charts whole."""

    def mark(test):
        for name in names:
            COMPARED[ruleset, name] = test
        return test

    return mark


def test_every_chart_is_compared_or_its_absence_explained():
    everything = {(ruleset, name) for ruleset in RULESETS for name in chart_names(package(ruleset))}
    assert set(COMPARED) | set(NO_COUNTERPART) == everything
    assert not set(COMPARED) & set(NO_COUNTERPART)


def renamed(mapping, names):
    """A mapping of the copy under airwar's names; each name of the copy must be known."""
    return {names[key]: value for key, value in mapping.items()}


# A World at War


@compares("world_at_war", "air-combat")
def test_19_2_air_combat_table():
    assert cells("world_at_war", "air-combat") == grid("waw-air-combat")


@compares("world_at_war", "air-defense")
def test_23_42_air_defense_table():
    assert cells("world_at_war", "air-defense") == grid("waw-air-defense")


@compares("world_at_war", "naval-attack")
def test_20_51_naval_attack_table():
    ours = cells("world_at_war", "naval-attack")
    fleet = {key: cell for key, cell in ours.items() if key[0].startswith("fleet-")}
    assert {key: cell for key, cell in ours.items() if key not in fleet} == grid("waw-naval-attack")
    # fleet factors read a row of their own or that of some squadrons: 3 row 1, 5-6 row 2, 7-9 row 3 ... 25 row 9
    rows = {"1": "fleet-1", "2": "fleet-2", "3": "1", "4": "fleet-4", "5-6": "2"}
    rows |= {f"{low}-{low + 2}": str(3 + at) for at, low in enumerate(range(7, 23, 3))} | {"25": "9"}
    assert {(row, head): ours[rows[row], head] for row, head in grid("waw-naval-attack-fleet")} == grid("waw-naval-attack-fleet")
    assert {row for row, _ in fleet} == {"fleet-1", "fleet-2", "fleet-4"}


@compares("world_at_war", "ground-combat")
def test_15_6_ground_combat_table():
    assert cells("world_at_war", "ground-combat") == grid("waw-ground")


NATIONS = {
    "Germany": "germany",
    "Japan": "japan",
    "United States": "us",
    "Britain": "britain",
    "Finland": "finland",
    "Sweden": "sweden",
    "Australia": "australia",
    "India": "india",
    "Italy": "italy",
    "Russia": "russia",
    "France": "france",
    "Free French": "free-france",
    "Vichy French": "vichy-france",
    "China": "china",
}


@compares("world_at_war", "air-nationality")
def test_19_31a_air_nationality_chart():
    typed = facts("waw-facts")
    expected = {NATIONS[nation]: drm for drm in (2, 1) for nation in typed["air_nationality"][drm]} | {"other-minor": 0}
    names = {
        "elite Japanese naval air": "elite-japanese-naval-air",
        "interceptors": "interceptor",
        "American Pacific strategic bombers": "us-pacific-strategic-bomber",
        "British naval air": "british-naval-air",
        "winter effect of 8 or more": "winter-8-or-more",
        "partial supply or air oil effects": "partial-supply-or-air-oil-effects",
    }
    expected |= renamed(typed["air_nationality_modifiers"], names)
    assert {row: int(cell) for (row, _), cell in cells("world_at_war", "air-nationality").items()} == expected


@compares("world_at_war", "range")
def test_18_31_ranges():
    typed = facts("waw-facts")
    names = {"army air": "aaf", "naval air": "nas", "kamikaze": "kamikaze", "air transport": "transport"}
    names |= {f"jet, result {level}": f"jet-{level.rstrip('+')}" for level in ("9", "11", "12+")}
    for kind, short in (("strategic bomber", "bomber"), ("interceptor", "interceptor")):
        names |= {f"{kind}, {number} result{'s' * (number != 1)}": f"{short}-{number}" for number in range(4)}
    expected = renamed(typed["range"], names) | {"air-transport": typed["air_transport_distance"]}
    ours = {key: int(cell) for key, cell in cells("world_at_war", "range").items()}
    assert ours == {(row, theater): hexes for row, by_theater in expected.items() for theater, hexes in by_theater.items()}


@compares("world_at_war", "airbases")
def test_18_14_airbase_counters():
    typed = facts("waw-facts")
    each_turn = dict(typed["airbases_placed_each_turn"])
    each_turn["Russia"] = each_turn.pop("Russia until 1942")
    assert each_turn.pop("Russia from Spring 1943") == 2  # in the code, not in the chart; see below
    ours = {key: int(cell) for key, cell in cells("world_at_war", "airbases").items()}
    expected = {(NATIONS[nation], "each-turn"): number for nation, number in each_turn.items()}
    for nation, stock in typed["airbases"].items():
        for theater in ("Europe", "Pacific"):
            number = stock["both"] if "both" in stock else stock[theater]
            assert counters_of(NATIONS[nation], theater.lower(), {}) == number
            expected[NATIONS[nation], theater] = number
    assert ours == expected
    assert each_turn_by_date("russia", "winter 1942") == 1
    assert each_turn_by_date("russia", "spring 1943") == 2


@compares("world_at_war", "naval-air-training")
def test_17_353a_naval_air_training():
    typed = facts("waw-facts")
    games = {"Standard": typed["naval_air_training"], "Classic": typed["naval_air_training_classic"]}
    expected = {(NATIONS[nation], game): rate for game, rates in games.items() for nation, rate in rates.items()}
    assert {key: int(cell) for key, cell in cells("world_at_war", "naval-air-training").items()} == expected


# OCS


def rolled(name, row):
    """One row of an OCS chart, by roll."""
    return by_roll([(head, cell) for (label, head), cell in cells("ocs", name).items() if label == row])


def rows_of(name):
    return {row for row, _ in cells("ocs", name)}


@compares("ocs", "air-combat", "air-combat-4.3")
def test_ocs_air_combat():
    words = {"Attacker Abort": "attacker-aborts", "Both Sides Abort": "both-abort", "Defender Abort": "defender-aborts"}
    assert rolled("air-combat", "result") == by_roll(
        [(line[0], words[" ".join(line[1:])]) for line in lines_of("ocs-air-combat")[1:]]
    )
    of_4_3 = facts("ocs43-facts")["air_combat"]
    names = {"attacker abort": "attacker-aborts", "both abort": "both-abort", "defender abort": "defender-aborts"}
    assert rolled("air-combat-4.3", "result") == by_roll([(band, names[result]) for result, band in of_4_3.items()])
    assert rows_of("air-combat") == rows_of("air-combat-4.3") == {"result"}


@compares("ocs", "loss-die")
def test_ocs_third_die():
    words = {"none": "-", "step loss": "loss"}
    expected = {}
    for version, name in (("ocs-3.0", "ocs-facts"), ("ocs-4.3", "ocs43-facts")):
        expected |= {(version, str(die)): words[result] for die, result in facts(name)["air_combat_loss_die"].items()}
    assert cells("ocs", "loss-die") == expected


@compares("ocs", "reduction")
def test_ocs_air_unit_reduction():
    words = {"none": "-", "reduce": "reduce"}
    typed = facts("ocs-facts")["air_unit_reduction"]
    assert cells("ocs", "reduction") == {("unit", str(die)): words[result] for die, result in typed.items()}


@compares("ocs", "capture", "capture-4.3")
def test_ocs_air_base_capture():
    typed, words = facts("ocs-facts")["air_base_capture"], {"step loss": "loss", "none": "-"}
    for status in ("active", "inactive"):
        assert rolled("capture", status) == by_roll([(band, words[result]) for result, band in typed[status].items()])
        assert rolled("capture-4.3", status) == by_roll(
            [(facts("ocs43-facts")["air_base_capture"]["step loss"], "loss"), ("7+", "-")]
        )
    assert rows_of("capture") == rows_of("capture-4.3") == {"active", "inactive"}


@compares("ocs", "air-drop", "air-drop-4.3")
def test_ocs_air_drop():
    expected = {}
    for hex_, terrain, method, failure, success in lines_of("ocs-air-drop")[1:]:
        lowest, highest = failure.split("-")
        assert (lowest, int(highest) + 1) == ("2", int(success.rstrip("+")))
        expected[f"{hex_}-{terrain}-{method}"] = by_roll([(f"{highest}-", "lost"), (success, "safe")])
    assert {row: rolled("air-drop", row) for row in rows_of("air-drop")} == expected
    of_4_3 = {
        f"{hex_}-{terrain}": by_roll([(f"{least - 1}-", "lost"), (f"{least}+", "safe")])
        for hex_, terrains in facts("ocs43-facts")["air_drop"].items()
        for terrain, least in terrains.items()
    }
    assert {row: rolled("air-drop-4.3", row) for row in rows_of("air-drop-4.3")} == of_4_3


@compares("ocs", "transport")
def test_ocs_transportation_equivalents():
    typed = facts("ocs-facts")
    t_in_an_sp = 4  # of version 4.3
    expected = {
        "light-RE": typed["transport"]["T per RE, move mode MA of 6 or less"],
        "other-RE": typed["transport"]["SP per RE, all others"] * t_in_an_sp,
        "SP": t_in_an_sp,
        "multi-only": Fraction(typed["rail"]["multi-track only"]),
        "single-only": typed["rail"]["single-track or mixed"],
        "mixed": typed["rail"]["single-track or mixed"],
        "interdicted": typed["rail"]["through rail interdiction"],
    }
    assert {row: Fraction(cell) for (row, _), cell in cells("ocs", "transport").items()} == expected


@compares("ocs", "functions", "phases", "phases-4.3")
def test_ocs_functions_of_air_units():
    typed, words = facts("ocs-facts"), {True: "yes", False: "no"}
    names = {"active at a friendly base": "active-at-base", "active elsewhere": "active-elsewhere", "inactive": "inactive"}
    columns = {"move": "fly", "return": "return", "barrage": "barrage"}
    assert cells("ocs", "functions") == {
        (names[status], columns[what]): words[may] for status, line in typed["functions"].items() for what, may in line.items()
    }
    fly = {phase.lower(): "nobody" if who == "none" else who for phase, who in typed["fly_up_to_range"].items()}
    barrage = {**fly, "combat": "phasing"}  # note 2: in the combat phase too, for the player whose phase it is
    for name, guns in (("phases", barrage), ("phases-4.3", fly)):  # in 4.3 only artillery barrages in the combat phase
        expected = {(phase, "fly"): who for phase, who in fly.items()} | {(phase, "barrage"): who for phase, who in guns.items()}
        assert cells("ocs", name) == expected


@compares("ocs", "stacking")
def test_ocs_order_of_stacking():
    names = {
        "active air units": "active-air",
        "hedgehogs": "hedgehog",
        "mode markers": "mode-marker",
        "HQs": "hq",
        "combat units": "combat-unit",
        "ships": "ship",
        "landing craft": "landing-craft",
        "supplies": "supply",
        "transport points": "transport-point",
        "airbases": "air-base",
        "railhead": "railhead",
        "rail interdiction markers": "rail-interdiction-marker",
        "damage markers": "damage-marker",
        "inactive air units": "inactive-air",
    }
    typed = facts("ocs-facts")["stacking"]
    assert cells("ocs", "stacking") == {(names[kind], "line"): line for line, kinds in typed.items() for kind in kinds}


def up_to(name, chart_name):
    """A 4.3 grid under airwar's heads: `4` in the copy is the column up to 4, such as `3-4`."""
    tops = [head.rpartition("-")[2] if not head.endswith("+") else "more" for head in chart("ocs", chart_name).columns]
    heads = dict(zip(tops, chart("ocs", chart_name).columns, strict=True))
    return {(row, heads[head]): cell for (row, head), cell in grid(name).items()}


@compares("ocs", "barrage-4.3", "barrage-cost-4.3")
def test_ocs_4_3_barrage_table():
    assert cells("ocs", "barrage-4.3") == up_to("ocs43-barrage", "barrage-4.3")
    assert contiguous("barrage-4.3")
    costs = [int(cell) for cell in cells("ocs", "barrage-cost-4.3").values()]
    assert costs == facts("ocs43-facts")["barrage_cost_T"]


@compares("ocs", "facility-4.3", "facility-cost-4.3")
def test_ocs_4_3_barrage_vs_facility():
    def drawn(cell):
        """n1,S,p5 as it is drawn: 1*(5)."""
        parts = {part[0]: part[1:] for part in cell.split(",")}
        return parts.get("n", "") + "*" * ("S" in parts) + (f"({parts['p']})" if "p" in parts else "") or "-"

    expected = {key: drawn(cell) for key, cell in up_to("ocs43-facility", "facility-4.3").items()}
    assert cells("ocs", "facility-4.3") == expected
    assert contiguous("facility-4.3")
    costs = [int(cell) for cell in cells("ocs", "facility-cost-4.3").values()]
    assert costs == facts("ocs43-facts")["facility_cost_T"]


def contiguous(name):
    """Whether the column heads of a chart leave no strength out, and the line of its costs has the same columns."""
    spans = [head.rstrip("+").split("-") for head in chart("ocs", name).columns]
    costs = chart("ocs", name.replace("barrage", "barrage-cost").replace("facility", "facility-cost")).columns
    same = [span[-1] for span in spans[:-1]] == list(costs[:-1])
    return same and all(int(span[-1]) + 1 == int(after[0]) for span, after in pairwise(spans))


@compares("ocs", "shifts-4.3")
def test_ocs_4_3_shifts():
    typed = facts("ocs43-facts")
    expected = {"more-RE" if top == "more" else f"{top}-RE-or-less": shift for top, shift in typed["density_shift"].items()}
    names = {
        "hedgehog": ("hedgehog",),
        "close or very close": ("close", "very-close"),
        "extremely close": ("extremely-close",),
        "no spotter": ("no-spotter",),
        "strat mode": ("strat-mode",),
        "all aircraft within 10": ("short-range",),
        "any aircraft beyond half range (21.4)": ("long-range",),
    }
    expected |= {ours: shift for name, shift in typed["shifts"].items() for ours in names[name]}
    assert {row: int(cell) for (row, _), cell in cells("ocs", "shifts-4.3").items()} == expected


@compares("ocs", "flak-4.3", "mission-loss-4.3")
def test_ocs_4_3_flak():
    typed = facts("ocs43-facts")
    loss_at = typed["flak"]["loss at"]
    assert rolled("flak-4.3", "mission") == by_roll([(f"{loss_at - 1}-", "-"), (f"{loss_at}+", "loss")])
    assert rows_of("flak-4.3") == {"mission"}
    losses = {1: [1] * 6, **typed["mission_loss_die"]}  # a single aircraft is the one that is hit
    expected = {(str(number), str(die)): str(hit) for number, row in losses.items() for die, hit in enumerate(row, 1)}
    assert cells("ocs", "mission-loss-4.3") == expected


# Air Supremacy


@compares("air_supremacy", "units")
def test_air_supremacy_units():
    names = {"aa-gun": "anti-aircraft", "carrier": "aircraft-carrier"}
    never = ("submarine", "aa-gun")  # what they attack with never hits aircraft
    grades = {"text": "source", "outside": "published", "house": "placeholder"}
    expected = {}
    for unit, _, attack, attack_air, defend, defend_air, hits, grade in lines_of("air-supremacy-units")[1:]:
        bombs = attack.replace("+", "/") if "+" in attack else "-"
        necessity = "-" if unit in never else "n"
        line = {
            "attack": "-" if "+" in attack else attack,
            "attack-air": necessity if attack_air == "-" else attack_air,
            "defend": defend,
            "defend-air": necessity if defend_air == "-" else defend_air,
            "bombs": bombs,
            "hits": hits,
            "grade": grades[grade],
        }
        expected |= {(names.get(unit, unit), column): cell for column, cell in line.items()}
    ours = cells("air_supremacy", "units")
    derived = {key: cell for key, cell in ours.items() if key[1] in ("sphere", "holds")}
    assert {key: cell for key, cell in ours.items() if key not in derived} == expected
    air = ("fighter", "bomber", "dive-bomber", "dogfighter")
    land = ("infantry", "armor", "artillery", "anti-aircraft")
    room = {"aircraft-carrier": f"{facts('air-supremacy-facts')['carrier_capacity']}-aircraft", "transport": "2-troops"}  # house
    for unit, _ in chart("air_supremacy", "units").rows:
        assert derived[unit, "sphere"] == ("air" if unit in air else "land" if unit in land else "sea")
        assert derived[unit, "holds"] == room.get(unit, "-")


@compares("air_supremacy", "friend-groups")
def test_air_supremacy_friend_groups():
    names = {"U.K.": "uk", "U.S.A.": "usa", "U.S.S.R.": "ussr"}
    ours = {}
    for (nation, _), group in cells("air_supremacy", "friend-groups").items():
        ours.setdefault(group, set()).add(nation)
    expected = [{names.get(nation, nation.lower()) for nation in group} for group in facts("air-supremacy-facts")["friends"]]
    assert sorted(map(sorted, ours.values())) == sorted(map(sorted, expected))


# War in Europe


@compares("war_in_europe", "accuracy-chart-by-nation", "bomber-points")
def test_war_in_europe_rail_bombing():
    typed = facts("war-in-europe-facts")
    names = {"Allies": "allied", "Germans": "german", "Russians": "russian", "Italians": "italian"}
    expected = {(nation, "chart"): str(number) for nation, number in renamed(typed["accuracy_chart"], names).items()}
    assert cells("war_in_europe", "accuracy-chart-by-nation") == expected
    (hit_on,) = typed["flak"]["hit on"]
    assert {row: int(cell) for (row, _), cell in cells("war_in_europe", "bomber-points").items()} == {
        "air-points-to-a-bomber-point": typed["air_points_per_bomber_point"],
        "air-points-to-a-flak-die": typed["flak"]["air points per die"],
        "flak-die-eliminates-on": hit_on,
    }


@pytest.mark.parametrize("name", ["waw-air-combat", "waw-air-defense", "waw-naval-attack"])
def test_two_dice_tables_have_every_column(name):
    assert {head for _, head in grid(name)} == {*map(str, range(2, 12)), "12+"}
