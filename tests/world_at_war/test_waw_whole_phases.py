"""Whole phases with all their questions in order."""

from dataclasses import replace

import pytest
from waw_desert import DESERT
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, holding, options
from waw_ground import battle, in_support, operation, turn_of, with_battles
from waw_raids import HEAD as RAID_HEAD
from waw_raids import RAIDS

from airwar.rulesets.world_at_war import carriers, counterair, redeployment, staging, start_and_end
from airwar.rulesets.world_at_war import ground_attacks as combat
from airwar.rulesets.world_at_war import ground_attacks as overruns
from airwar.rulesets.world_at_war import ground_support as support
from airwar.rulesets.world_at_war import strategic_bombing as bombing
from airwar.rulesets.world_at_war.carriers import Transfer
from airwar.rulesets.world_at_war.defensive_air_support import interceptors_sent, next_interception
from airwar.rulesets.world_at_war.redeployment import Redeployment
from airwar.rulesets.world_at_war.setting import BombingRaid
from airwar.rulesets.world_at_war.staging import Staging
from airwar.rulesets.world_at_war.state import GroundOutcome, Interception


def test_18_21_the_staging_phase_asks_for_orders_and_uninverts_afterwards():
    turn = begun(DESERT, part="movement.staging")
    order = Staging(unit="jg", to="tripoli", count=2)
    other = Redeployment(unit="jg", to="tripoli")
    turn = turn.with_basing(turn.basing._replace(moves=(order, other)))
    answers = {
        "staging.attacker.order.1": "jg@tripoli",
        "staging.attacker.order.2": "regia",
        "staging.attacker.stage.regia": {"tripoli": 1, "tripoli/inverted": 1},
        "staging.attacker.order.3": "no-more",
    }
    end = called(staging.stage_air_units, turn, answers=answers)
    assert end.state.step is start_and_end.uninvert_after_staging
    after = end.state.state
    there = holding(after)
    assert (there["jg/tripoli"], there["regia/tripoli"]) == (("tripoli", 2, 0, 0, 0, 0), ("tripoli", 1, 0, 0, 1, 0))
    assert after.basing.moves == (other,)
    assert [note["text"].split(" ")[0] for note in end.told("note")] == ["2", "2"]
    assert (end.asked[0].default, end.asked[1].default) == ("jg@tripoli", "no-more")
    again = called(start_and_end.uninvert_after_staging, after, answers={"attacker.uninvert": "uninvert"}).state.value
    assert (holding(again)["regia/tripoli"], holding(again)["jg"]) == (("tripoli", 2, 0, 0, 0, 0), ("benghazi", 2, 0, 0, 0, 0))


def test_18_21_a_prepared_staging_that_is_refused_is_told():
    turn = begun(DESERT, part="movement.staging")
    order = Staging(unit="jg", to="tobruk", count=2)
    turn = turn.with_basing(turn.basing._replace(moves=(order,)))
    end = called(staging.staging_ordered, turn, "jg@tobruk")
    assert (len(end.told("note")), holding(end.state), end.state.basing.moves) == (1, holding(turn), ())


def test_17_3122_transfers_are_told_with_their_number():
    text = DESERT.replace("aquila: {nation: italy, size: 2, inverted: true}", "aquila: {nation: italy, size: 3, port: benghazi}")
    text = text.replace("count: 2, inverted: 2, at: aquila", "count: 2, at: aquila")
    turn = begun(text, part="movement.transfers")
    move = Transfer(unit="aquila-air", to="benghazi", count=9)
    turn = turn.with_basing(turn.basing._replace(moves=(move, replace(move, phase="redeployment"))))
    answers = {"movement.transfers.attacker.order.1": "aquila-air@benghazi", "movement.transfers.attacker.order.2": "aquila-air",
               "movement.transfers.attacker.transfer.aquila-air": {"aquila": 1},
               "movement.transfers.attacker.order.3": "no-more"}  # fmt: skip
    end = called(carriers.naval_air_transfers, turn, answers=answers)
    after = end.state.value
    assert [note["text"].split(" ")[0] for note in end.told("note")] == ["2", "1"]
    assert holding(after)["aquila-air"] == ("benghazi", 1, 0, 0, 0, 0)
    assert after.basing.moves == (replace(move, phase="redeployment"),)
    late = replace(turn, part="movement.transfers-after")
    left = called(carriers.naval_air_transfers, late, answers={"movement.transfers-after.attacker.order.1": "no-more"})
    assert left.state.value.basing.moves == (replace(move, phase="redeployment"),)


def test_18_521_counterair_is_announced_together_or_one_by_one():
    for ruling, announced in (("together", ("tobruk", "alex")), ("one-by-one", ("tobruk",))):
        text = DESERT.replace("benghazi: {tripoli", "benghazi: {alex: 4, tripoli") + f"options: {{announcements: {ruling}}}\n"
        turn = begun(text, part="movement.counterair")
        answers = {"movement.counterair.attacker.order.1": "tobruk", "tobruk.attacker.commit": {"jg": 1}}
        if ruling == "together":
            answers |= {"movement.counterair.attacker.order.2": "alex", "alex.attacker.commit": {"jg": 1}}
        end = called(counterair.announce_counterair, turn, answers=answers)
        record = end.state.state.counterair
        assert tuple(raid.at for raid in record.announced) == announced
        assert record.over == (ruling == "together")
        assert end.state.step is counterair.next_counterair
    nobody = turn.with_units([turn.unit(name).holding() for name in ("jg", "regia", "aquila-air")])
    end = called(counterair.announce_counterair, nobody)
    assert (end.asked, end.state.step, end.state.state.counterair.over) == ([], counterair.next_counterair, True)


def test_18_512_the_attacks_of_a_script_are_made_in_the_order_that_the_attacker_chooses():
    turn = turn_of(asked=False)
    before = operation(turn, battle("field"), battle("hill"), battle("fort", kind="exploitation"))
    before = before._replace(waiting=("field", "hill"))
    end = called(combat.next_attack, before, answers={"regular.attacker.next-attack.2": "hill"})
    assert options(end.asked[0]) == ["field", "hill"]
    assert (end.state.step, end.state.state.waiting) == (combat.attack_decided, ("hill", "field"))
    alone = called(combat.next_attack, before._replace(waiting=("hill",)))
    assert (alone.asked, alone.state.state.waiting) == ([], ("hill",))
    over = called(combat.next_attack, before._replace(waiting=()))
    assert over.state.value.battles == before.turn.battles


def test_18_512_attacks_that_were_announced_are_made_and_others_may_be_ordered():
    turn = replace(turn_of(), part="combat.attacks")
    before = operation(turn, battle("field"))
    answers = {"combat.attacks.attacker.order.1": "field"}
    end = called(combat.next_attack, before, answers=answers)
    assert end.state.step is combat.attack_decided
    assert options(end.asked[0]) == ["field", "hill", "fort"]  # it is made or called off
    assert end.state.state.waiting == ("field",)
    answers = {
        "combat.attacks.attacker.order.1": "hill",
        "hill.attacker.forces": {"by-land": 2},
        "hill.referee.defenders": {"dm-1": 1},
    }
    end = called(combat.attack_ordered, before, answers=answers)
    assert end.state.state.waiting == ("hill", "field")
    assert [one.id for one in end.state.state.turn.battles] == ["field", "hill"]
    none = operation(turn)
    end = called(combat.attack_ordered, none, answers={"combat.attacks.attacker.order.1": "no-more"})
    assert options(end.asked[0]) == ["no-more", "field", "hill", "fort"]
    assert end.state.value.asked == 1


def test_18_551_ground_support_is_announced_attack_by_attack():
    turn = replace(turn_of(), part="combat.ground-support")
    before = operation(turn, battle("field", turn=turn), battle("hill", attackers=0, known=False, turn=turn))._replace(
        waiting=("field",)
    )
    answers = {
        "combat.ground-support.attacker.order.1": "field",
        "field.attacker.support": {"stukas": 2},
        "combat.ground-support.attacker.order.2": "hill",
        "hill.attacker.forces": {"by-land": 1},
        "hill.referee.defenders": {"dm-1": 1},
        "hill.attacker.support": {},
        "combat.ground-support.attacker.order.3": "no-more",
    }
    end = called(support.announce_ground_support, before, answers=answers)
    after = end.state.state
    assert [(one.id, one.support, one.attackers) for one in after.turn.battles] == [("field", (("stukas", 2),), 4), ("hill", (), 1)]
    assert after.waiting == ("field", "hill")
    orders = [options(question) for question in end.asked if ".order." in question.key]
    assert orders == [["field", "no-more", "hill", "fort"], ["no-more", "hill", "fort"], ["no-more", "fort"]]
    assert [called(step, turn).state.state.kind for step in (support.regular_support, support.exploitation_support)] == [
        *("regular", "exploitation")
    ]


def test_18_561_interception_hex_by_hex():
    turn, one = in_support(0, cover=(("raf", 1),))
    turn = replace(changed_unit(turn, "raf", ready=1, flying=2), part="combat.ground-support")
    other = battle("hill", cover=(("raf", 1),), types=one.types, turn=turn)
    before = operation(turn, one, other, battle("fort"))
    answers = {"combat.ground-support.attacker.order.1": "hill"}
    answers |= {"hill.air.attacker.intercept": {}, "field.air.attacker.intercept": {}}
    end = called(next_interception, before, answers=answers)
    assert options(end.asked[0]) == ["field", "hill"]
    assert [question.key for question in end.asked[1:]] == ["hill.air.attacker.intercept", "field.air.attacker.intercept"]
    assert end.state.value.units == turn.units
    answers = {"combat.ground-support.attacker.order.1": "hill", "hill.air.attacker.intercept": {"fighters": 2}}
    fight = called(next_interception, before, answers=answers).state.state
    assert isinstance(fight, Interception)
    assert [(line_.unit, line_.number) for line_ in (*fight.attackers, *fight.defenders)] == [("fighters", 2), ("raf", 1)]
    assert ("fighters", 1) in [(line_.unit, line_.number) for line_ in fight.reserves]
    done = called(next_interception, operation(turn, battle("fort")))
    assert done.state.value.battles == (battle("fort"),)
    (question,) = called(interceptors_sent, turn, one, (("raf", 2),), answers={"attacker.intercept": {}}).asked
    assert question.facts() == {"enemy.factors": 2}
    assert not any(question.default.values())


def test_18_556_air_that_was_given_up_is_eliminated_and_the_rest_goes_home():
    turn, one = in_support(4, attackers=3, cover=(), used=(("raf", 2),))
    turn = changed_unit(turn, "raf", ready=1, flying=2)
    before = operation(turn, one)
    after = one._replace(support=(("stukas", 3),), used=(("raf", 1),), attackers=2)
    end = called(combat.battle_over, before, GroundOutcome(after, 3))
    there = holding(end.state.state.turn)
    assert (there["stukas"], there["raf"]) == (("home", 2, 0, 0, 3, 0), ("fort", 1, 0, 0, 1, 0))
    assert end.state.state.turn.results == (("field", "defender holds"),)
    fallen = GroundOutcome(after._replace(defenders=()), 1)
    won = called(combat.battle_over, before, fallen, answers={"field.r1.attacker.advance.field": "stay"}, scope="field")
    assert won.state.state.turn.base("field").side == "allies"
    assert options(won.asked[0]) == ["advance", "stay"]


@pytest.mark.parametrize(
    ("asked", "hex_", "based", "question"),
    [(True, "field", False, True), (False, "field", False, False), (False, "fort", False, True), (False, "field", True, True)],
)
def test_18_617_the_advance_is_asked_about_where_something_depends_on_it(asked, hex_, based, question):
    turn = turn_of("stukas", "raf", asked=asked)
    turn = changed_unit(turn, "raf", home=hex_) if based else turn
    one = battle(hex_, defenders=())
    end = called(combat.advanced, turn, one, answers={f"attacker.advance.{hex_}": "stay"} if question else {})
    assert (end.state.base(hex_).side, len(end.asked)) == ("allies", question)


@pytest.mark.parametrize(("result", "stukas", "ended"), [("prevented", 4, "prevented"), ("call-off", 0, "call-off")])
def test_18_613_an_overrun_that_fails(result, stukas, ended):
    turn, one = in_support(4, attackers=3, kind="overrun", cover=(("raf", 2),))
    turn = replace(changed_unit(turn, "raf", ready=1, flying=2), agenda=("combat.ground-support",))
    before = operation(turn, one, kind="overrun")
    answers = {"field-overrun.defender.use": {"raf": 1}, "field-overrun.attacker.overrun": result}
    end = called(overruns.overrun, before, before.turn, answers=answers)
    after = end.state.state
    assert options(end.asked[1]) == ["prevented", "overrun", "call-off", "unknown"]
    assert holding(after)["stukas"] == ("home", 2, 0, 0, stukas, 0)
    assert [(kept.kind, dict(kept.cover)) for kept in after.battles] == [("regular", {"raf": 2})]
    assert after.attacked == (("field", "overrun", ended),)
    assert len(end.told("sheet")) == 1
    known = with_battles(turn, one._replace(result="prevented"))
    quiet = called(overruns.overrun, before._replace(turn=known), known, answers={"field-overrun.defender.use": {}})
    assert len(quiet.asked) == 1


def test_18_551_overruns_are_ordered_one_after_another():
    turn = replace(turn_of(), part="movement.overruns", phase="movement")
    turn = with_battles(turn, battle("field", "overrun"), battle("hill"))
    end = called(overruns.next_overrun, turn, answers={"movement.overruns.attacker.order.1": "no-more"})
    assert options(end.asked[0]) == ["field-overrun", "no-more", "hill", "fort"]
    assert end.state.value.battles == (battle("hill"),)
    made = called(overruns.next_overrun, turn, answers={"movement.overruns.attacker.order.1": "field-overrun"})
    assert made.state.state.waiting == ("field-overrun",)
    assert len(made.asked) == 1
    new = {
        "movement.overruns.attacker.order.1": "fort",
        "fort-overrun.attacker.forces": {"by-land": 2},
        "fort-overrun.referee.defenders": {"dm-1": 1},
    }
    ordered = called(overruns.next_overrun, turn, answers=new)
    assert ordered.state.state.waiting == ("fort-overrun",)


def test_18_57_raids_are_announced_then_opposed():
    turn = begun(RAIDS, RAID_HEAD, "combat", "combat.bombing")
    turn = replace(turn, bombing=(BombingRaid("ruhr", (("eighth", 3),), ()),))
    answers = {
        "combat.bombing.attacker.order.1": "ruhr",
        "combat.bombing.attacker.order.2": "paris",
        "paris.raid.attacker.bombers": {"command": 4},
        "paris.raid.attacker.escort": {"raf": 3},
    }
    end = called(bombing.announce_bombing, turn, answers=answers)
    after = end.state.state
    assert after.bombing == (BombingRaid("ruhr", (("eighth", 3),), ()), BombingRaid("paris", (("command", 4),), (("raf", 3),)))
    assert end.state.step is bombing.oppose_bombing
    answers = {"ruhr.raid.defender.oppose": {"jg": 1}, "paris.raid.defender.oppose": {"jg": 2}}
    met = called(bombing.oppose_bombing, after, answers=answers)
    assert [raid.defense for raid in met.state.state.bombing] == [(("jg", 1),), (("jg", 2),)]
    assert options(met.asked[1])["jg"] == 2
    assert met.told("ruling") == []


def test_18_72d_the_redeployment_phase():
    turn = begun(DESERT, part="redeployment.units", phase="redeployment")
    order = Redeployment(unit="jg", to="tripoli", count=2)
    turn = turn.with_basing(turn.basing._replace(moves=(order, Transfer(unit="jg", to="tripoli"))))
    turn = changed_unit(turn, "regia", ready=1, at_sea=1)
    answers = {
        "redeployment.attacker.order.1": "jg@tripoli",
        "redeployment.attacker.order.2": "regia",
        "redeployment.attacker.redeploy.regia": {"rome": 1},
        "redeployment.attacker.order.3": "no-more",
    }
    end = called(redeployment.air_units_redeploy, turn, answers=answers)
    after = end.state.value
    there = holding(after)
    assert there["jg/tripoli"] == ("tripoli", 2, 0, 0, 0, 0)
    assert there["regia"] == ("benghazi", 0, 0, 0, 2, 0)  # from the sea
    assert there["regia/rome"] == ("rome", 1, 0, 0, 0, 0)
    assert after.basing.moves == (Transfer(unit="jg", to="tripoli"),)
    assert options(end.asked[0]) == ["jg@tripoli", "no-more", "jg", "regia"]


def test_18_72c_units_are_told_as_they_are_built():
    turn = begun(DESERT, phase="construction")
    new = turn.unit("aquila-air")._replace(id="new", ready=0, inverted=1, had=1)
    turn = turn.with_units([turn.unit("aquila-air").holding()])
    for inverted in (True, False):
        now = changed_carrier(turn, "aquila", inverted=inverted).with_basing(turn.basing._replace(building=(new,)))
        (status,) = called(redeployment.units_are_built, now).statuses()
        assert ("uninverted" in status[3]) == (not inverted)


def test_18_72d_no_room_anywhere_else():
    turn = begun(DESERT)
    jg = turn.unit("jg")
    assert redeployment.redeploys_to(turn, jg)
    closed = changed_base(changed_base(turn, "rome", side="allies"), "tripoli", side="allies")
    assert not redeployment.redeploys_to(changed_base(closed, "oasis", side="axis"), jg)
    assert redeployment.redeploys_to(closed, jg) == {}
