"""Orders at the prompt for missions and events: transports, ground attacks, defensive air support, raids, captures, sinkings."""

from support import bare_log, fight
from waw import fought, standing
from waw_front import front

from airwar.answers.chance import MachineDice, Scripted
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario

ASK = "orders: ask\n"


def ordered(script, *units, more="", **changes):
    return fight(front(ASK + more, *units, **changes), script)


def attack(hex_, *, attackers=6, defenders=1, kind=""):
    scope = f"{hex_}-{kind}" if kind else hex_
    return {f"{scope}.attacker.forces": {"by-land": attackers}, f"{scope}.referee.defenders": {"dm-1": defenders}}


# transports

TWO_BASES = """
bases:
  pskov: {side: axis, facilities: [city]}
  riga: {side: axis, facilities: [city]}
  pocket: {side: axis}
  london: {side: allies, facilities: [city]}
distances: {pskov: {riga: 3, pocket: 2}, riga: {pocket: 4}}
units:
  - {id: ju1, nation: germany, type: transport, count: 1, at: pskov}
  - {id: ju2, nation: germany, type: transport, count: 2, at: riga}
"""


def test_18_532_transports_from_two_bases_supply_one_hex():
    end = fought(
        ASK + TWO_BASES,
        """
            air-supply.order pocket; transports 1 ju1 1 ju2
            return.ju1.pocket pskov; return.ju2.pocket riga
        """,
    )
    supplied = [note["text"] for note in end.told("note") if note["text"].endswith("is supplied")]
    assert supplied == ["ground-unit-1 is supplied"] * 2
    assert standing(end) == {"ju1": ("pskov", 0, 1), "ju2": ("riga", 1, 1)}


def test_18_542_two_prepared_flights_to_one_hex_from_two_bases():
    flight = "  - {kind: supply, from: %s, to: pocket, with: {%s: 1}, carrying: [{id: %s}]}\n"
    both = "transports:\n" + flight % ("pskov", "ju1", "corps") + flight % ("riga", "ju2", "army")
    end = fought(TWO_BASES + both, "return.ju1.pocket pskov; return.ju2.pocket riga")
    assert [result for _, result in end.state.results] == ["1 of 1 supplied", "1 of 1 supplied"]
    scopes = [body["scope"] for body in end.records if body["t"] == "enter" and "pocket" in body["scope"]]
    assert scopes == ["pocket-supply-pskov", "pocket-supply-riga"]


def test_18_545_ground_units_embark_where_the_attacker_says():
    end = fought(
        ASK + TWO_BASES,
        """
            air-transport.order riga; transports 2 ju2; cargo.pskov 1 infantry 1 specialized
            units.pskov Ramcke; ends.ju2 riga
        """,
    )
    assert standing(end)["ju2"] == ("riga", 0, 2)
    assert "2 German air transports of ju2 stage to Pskov" in end.notes()


# ground attacks


def test_18_551_an_overrun_is_ordered_with_its_support():
    end = ordered(
        """
            overruns.order field; forces 6 by-land; defenders 1 dm-1; attacker.support 2 stukas
            defender.support 1 raf; intercept none; use 1 raf; overrun prevented
            intercept none; stay none
        """,
        "stukas",
        "raf",
    )
    assert ("field", "prevented") in end.state.results
    later = [unit for unit in end.state.units if unit.id == "raf"]
    assert (later[0].inverted, later[0].flying) == (1, 0)  # it stayed over the hex until the combat phase was over


def test_18_611_the_defender_covers_a_hex_that_nobody_attacks_yet():
    end = ordered(
        """
            ground-support.order no-more; defender.order hill; support 2 raf
            intercept none; attacker.order hill; forces 9 by-land; defenders 2 dm-1; attack attack; use 2 raf
            die 6; advance.hill advance
        """,
        "stukas",
        "raf",
    )
    sheet = next(body for body in end.told("sheet") if body["title"] == "Strengths at Hill")
    assert ["Allies", "raf: British AAF", "2", "2"] in sheet["rows"]
    assert end.question("combat.ground-support.defender.order.2").by == "defender"


def test_18_618_cover_stays_against_exploitation_that_nobody_has_announced():
    end = ordered(
        "ground-support.order no-more; order hill; support 2 raf; intercept none; stay 1 raf; intercept none", "stukas", "raf"
    )
    assert [(unit.id, unit.ready, unit.inverted, unit.flying) for unit in end.state.units if unit.id == "raf"] == [("raf", 1, 2, 0)]
    told = end.notes()
    assert "defensive air support that stays over Hill: 1 British AAF" in told


def test_18_512_the_attacker_attacks_in_the_order_it_likes_and_without_support_too():
    end = ordered(
        """
            ground-support.order field; forces 6 by-land; defenders 1 dm-1; support 1 stukas
            attacks.order hill; forces 2 by-land; defenders none; advance.hill advance
            attack call-off
        """,
        "stukas",
    )
    assert end.state.results == (("hill", "defender eliminated"), ("field", "called off"))
    assert "no-more" not in end.question("combat.attacks.attacker.order.1").options  # an announced attack is made or called off
    assert next(unit for unit in end.state.units if unit.id == "stukas").left == 5  # 18.555


def test_18_251_an_undefended_base_is_taken_by_an_airdrop():
    end = ordered(
        """
            airdrops.order fort; transports 2 ju-52; cargo.home 2 airborne-1
            attacks.order fort; forces none; defenders none
        """,
        "ju-52",
    )
    assert end.state.held_by("fort") == "axis"  # nobody is asked whether paratroops stay where they have landed
    assert ("fort", "defender eliminated") in end.state.results
    said = "transports:\n  - {kind: airdrop, from: home, to: fort, with: {ju-52: 1}, carrying: [{id: para, type: airborne}]}\n"
    listed = front(said + "battles:\n  - {at: fort, attackers: 0, defenders: []}\n", "ju-52")
    assert fight(listed).state.held_by("fort") == "axis"


def test_18_551_the_strength_of_a_prepared_exploitation_is_asked_for_when_its_time_comes():
    more = "battles:\n  - {at: field, kind: exploitation, attackers: 6, defenders: [{factors: 1}], with: {stukas: 2}}\n"
    end = ordered("exploitation-support.order field-exploitation; exploiting 2 by-land; attack call-off", "stukas", more=more)
    assert dict(end.question("field-exploitation.attacker.exploiting").default) == {"by-land": 6}
    assert ("field", "called off") in end.state.results


def test_18_5552_how_many_of_an_invasion_get_ashore_is_asked_for():
    end = ordered(
        """
            ground-support.order field; forces 2 by-sea; defenders 1 dm-1; support 6 stukas; landed 1 landed
            attack abort
        """,
        "stukas",
    )
    assert end.question("field.referee.landed").unknown  # no answer in brackets, and none by default
    assert "1 of 2 invading ground factors fails to get ashore" in end.notes()
    assert next(unit for unit in end.state.units if unit.id == "stukas").inverted == 6


def test_18_553_the_forces_of_an_attack_are_refused_if_they_contradict_the_rules():
    question = ordered(
        "ground-support.order field; forces 6 by-land; defenders 1 dm-1; support none; attack call-off", "stukas"
    ).question("field.attacker.forces")
    assert question.refuses({"by-land": 1, "by-sea": 1}) is None
    assert question.refuses({"by-sea": 2, "escort-carriers": 3}) == "3 escort carrier factors for 2 invading factors (18.553)"
    assert question.refuses({"fleet": 3}) == "no ground factors attack; expected some, or an airdrop (18.551)"


# events


def test_18_25_a_base_is_captured_when_the_referee_says_so():
    haven = "  haven: {side: allies, facilities: [city]}\ncarriers:"
    text = front(ASK, "raf").replace("carriers:", haven, 1).replace("fort: {pocket", "fort: {haven: 5, pocket")
    end = fight(text, "combat.referee.event fort")
    assert (end.state.held_by("fort"), end.state.unit("raf").home) == ("axis", "haven")
    assert end.question("displacement.combat.referee.event.1").default == "no-more"
    assert fight(text).state.held_by("fort") == "allies"


def test_18_25_a_capture_can_be_scripted_under_a_condition():
    script = "choices:\n  displacement.combat.referee.event.1: {when: won.field > 0, then: fort, else: no-more}\n"
    script += "  combat.attacks.attacker.order.1: field\n  field.attacker.forces: {by-land: 2}\n"
    script += '  field.referee.defenders: %s\n  "*": default\n'
    for defenders, holder in (("{}", "axis"), ("{dm-1: 30}", "allies")):
        assert played_by_script(front(ASK + script % defenders, "ju-52")).held_by("fort") == holder


def played_by_script(text):
    scenario = parse_scenario(text, "test.yaml")
    return Walk(scenario.start, bare_log(), Scripted(scenario.script, MachineDice(7))).run().state


def test_17_3124_a_carrier_is_sunk_or_damaged_when_the_referee_says_so():
    end = ordered("sinkings.event akagi; patrol.akagi 0 squadrons", "vals")
    assert end.state.carrier("akagi").sunk
    assert end.state.unit("vals").left == 0
    assert ordered("event akagi/damaged", "vals").state.carrier("akagi").damaged


def test_17_3126c_the_defender_says_whether_a_carrier_leaves_an_attacked_port():
    end = ordered(
        "counterair.order fort; commit 1 stukas; fire 1 1, 1 1; disengage disengage; sail.hermes sail", "stukas", "sea-hurricanes"
    )
    assert end.state.carrier("hermes").port == ""


# bombing

RAID = """
orders: ask
fronts: {western: [berlin, london], southern: [rome]}
bases:
  london: {side: axis, facilities: [city]}
  rome: {side: axis, facilities: [city]}
  berlin: {side: allies, facilities: [city]}
distances: {london: {berlin: 4, rome: 9}}
units: []
strategic:
  - {id: eighth, nation: germany, type: bomber, count: 6, front: western}
"""


def test_18_57_a_base_on_a_front_is_bombed_at_the_table():
    end = fought(RAID, "bombing.attacker.order berlin; raid.attacker.bombers 4 eighth")
    assert end.state.unit("eighth").inverted == 4
    assert end.state.results == (("Berlin", "4 bombers through, resolve the bombing by hand"),)


def test_17_71_a_part_of_a_unit_changes_fronts():
    end = fought(RAID, "strategic.attacker.order eighth; strategic.attacker.front.eighth 2 southern")
    assert [(unit.id, unit.home, unit.number) for unit in end.state.strategic] == [
        ("eighth", "western", 4),
        ("eighth/southern", "southern", 2),
    ]


# weather


def test_19_31a_a_winter_result_is_stated_at_the_start_of_the_turn():
    text = front(ASK + "date: winter 1941\n", "stukas", "raf")
    end = fight(text, "winter 8; winter-side axis")
    assert [(unit.id, unit.air_type.drm, unit.winter) for unit in end.state.units] == [("stukas", 1, 8), ("raf", 2, 0)]
    assert [question.key for question in fight(text).asked if "winter" in question.key] == ["weather.referee.winter"]
    summer = fight(text.replace("winter 1941", "summer 1941"))
    assert [question.key for question in summer.asked if "winter" in question.key] == []


def test_18_611d_a_hex_in_deep_winter_is_covered_only_from_itself():
    more = "battles:\n  - {at: field, attackers: 3, defenders: [{factors: 1}], with: {}}\n"
    end = ordered("winter 9; winter-hexes 1 field; ground-support.order field; attack call-off", "stukas", "raf", more=more)
    covers = [list(question.options) for question in end.asked if "ground-support.defender.order" in question.key]
    assert "field" not in covers[0]


def test_18_545_a_new_airbase_in_a_bare_hex_takes_air_transport():
    rest = """
airbases: [{nation: germany, at: pocket}]
transports:
  - {kind: transport, from: pskov, to: pocket, with: {ju1: 1}, carrying: [{id: alpini}]}
"""
    end = fought(TWO_BASES + rest, "ends.ju1 pocket")
    assert standing(end)["ju1"] == ("pocket", 0, 1)


# prepared orders that can no longer be carried out


def test_18_41_a_person_is_asked_again_when_a_prepared_mission_lacks_units():
    more = "counterair: [{at: fort, with: {stukas: 6}}]\n"
    more += "battles:\n  - {at: field, attackers: 3, defenders: [{factors: 1}], with: {fighters: 3, stukas: 1}}\n"
    text = front(ASK + more, "stukas", "fighters").replace("count: 6, at: home", "count: 7, at: home")
    end = fight(
        text,
        """
            overruns.attacker.order hill
            hill-overrun.attacker.forces 6 by-land; hill-overrun.referee.defenders 1 dm-1
            hill-overrun.attacker.support 2 fighters; hill-overrun.attacker.overrun prevented
            field.attacker.support 1 fighters; field.attacker.attack call-off
        """,
    )
    assert dict(end.question("field.attacker.support").default) == {"stukas": 1, "fighters": 1}
    told = end.notes()
    assert "fighters: 2 of the 3 ordered to fly cannot: only 1 is free to fly (18.41)" in told


def test_18_561_the_attacker_says_over_which_hex_it_intercepts_first():
    end = ordered(
        """
            ground-support.order no-more; defender.order field; support 1 raf
            defender.order hill; support 2 raf; attacker.order hill; intercept 6 stukas
            fire 1 1, 1 1; continue return; stay none
        """,
        "stukas",
        "raf",
    )
    assert [question.key for question in end.asked if "intercept" in question.key] == ["hill.air.attacker.intercept"]


def test_18_25_air_that_comes_back_to_a_base_without_its_airbase_goes_to_another():
    haven = "  haven: {side: allies, facilities: [city]}\ncarriers:"
    text = front(ASK, "stukas", "raf").replace("carriers:", haven, 1).replace("fort: {pocket", "fort: {haven: 5, pocket")
    text = text.replace("facilities: [city, port]", "facilities: [airbase]").replace(", port: fort", "")
    end = fight(
        text,
        """
            overruns.attacker.order field
            field-overrun.attacker.forces 6 by-land; field-overrun.referee.defenders 1 dm-1
            field-overrun.attacker.support none; field-overrun.defender.support 3 raf
            air.attacker.intercept none
            field-overrun.defender.use 3 raf; field-overrun.attacker.overrun prevented
            displacement.referee.event fort/airbase
            air.attacker.intercept none
            field.defender.stay none
        """,
    )
    assert [(unit.home, unit.inverted) for unit in end.state.units if unit.side == "allies" and unit.left] == [("haven", 3)]


def test_18_555_support_is_lost_when_the_announced_airborne_factors_are_not_flown():
    end = ordered(
        """
            ground-support.order field; forces 1 by-land 1 airborne; defenders 1 dm-1; support 6 stukas
            attack call-off
        """,
        "stukas",
    )
    assert "the airborne factors announced for Field are not dropped (18.555)" in end.notes()
    assert end.state.unit("stukas").left == 0  # three too many for one ground factor, then the rest with the attack
    made = ordered(
        """
            ground-support.order field; forces 1 by-land 1 airborne; defenders 1 dm-1; support 6 stukas
            attack attack; die 6; advance.field stay
        """,
        "stukas",
    )
    assert (made.losses()[0], made.state.unit("stukas").left) == (("attacker", "stukas: German AAF", 3, "eliminated"), 3)
    end = ordered("ground-support.order field; forces 2 airborne; defenders 1 dm-1; support 6 stukas", "stukas")
    assert (end.state.results, end.state.unit("stukas").left) == ((("field", "called off"),), 0)


def test_18_617_a_hex_without_a_base_is_captured_too():
    end = ordered("attacks.order field; forces 2 by-land; defenders none; advance.field advance", "ju-52")
    assert end.state.held_by("field") == "axis"
    assert (
        ordered("attacks.order field; forces 2 by-land; defenders none; advance.field stay", "ju-52").state.held_by("field")
        == "allies"
    )


def test_18_25_naval_air_is_not_displaced_to_a_bare_island_that_the_enemy_has_just_taken():
    isle = front(ASK, "faa", theater="pacific").replace("field: {side: allies}", "field: {side: allies, island: true}")
    assert (
        fight(
            isle,
            """
            attacks.attacker.order field
            field.attacker.forces 2 by-sea; field.referee.defenders none; field.referee.landed 2 landed
            field.attacker.advance.field stay
            combat.referee.event fort
        """,
        )
        .state.unit("faa")
        .home
        == "field"
    )
    end = fight(
        isle,
        """
            attacks.attacker.order field
            field.attacker.forces 2 by-sea; field.referee.defenders none; field.referee.landed 2 landed
            field.attacker.advance.field advance
            combat.referee.event fort
        """,
    )
    assert end.state.unit("faa").left == 0


def test_18_25_what_is_won_in_the_air_is_not_won_on_the_ground():
    script = "choices:\n  displacement.combat.referee.event.1: {when: won.fort > 0, then: field, else: no-more}\n"
    script += '  movement.counterair.attacker.order.1: fort\n  fort.attacker.commit: {stukas: 1}\n  "*": default\n'
    end = played_by_script(front(ASK + script, "stukas"))
    assert dict(end.results)["fort"] == "base empty"
    assert end.held_by("field") == "allies"
