"""Every unit and every place, ordered in the file and typed at the prompt: both accept the order, or refuse it for one reason.

Only orders about which something may still happen before their phase comes may be accepted by the file and refused later.
"""

import re
from collections import Counter
from itertools import product
from typing import Any, NamedTuple

import pytest
from both_ways import IN_ALL, Gives, as_said, played
from orders_world_at_war import PHASES, SEAS, SUPPORT

from airwar.engine.walk import Walk
from airwar.errors import BadScenario
from airwar.rulesets.world_at_war.airbases import POWERS
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import bare_log

FRONT = """\
airwar: 1
ruleset: world-at-war
title: A front with everything that may be refused
theater: europe
date: summer 1942
sides: {axis: [germany, italy, japan], allies: [britain, us]}
attacker: axis
turn: true
orders: ask
events-at-sea: true
research: {germany: {jets: 12}}
unlisted-distances: far
bases:
  home: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
  dock: {side: axis, facilities: [city, port], nation: japan}
  weak: {side: axis, facilities: [city], supply: partial, nation: italy}
  cramped: {side: axis, island: true, nation: germany}
  rear: {side: axis, box: other}
  plain: {side: axis, nation: germany}
  field: {side: allies, nation: britain}
  ridge: {side: allies, nation: britain}
  hill: {side: allies, facilities: [airbase], airbase-of: us, nation: us}
  fort: {side: allies, facilities: [city, port, airbase], airbase-of: britain, nation: britain}
carriers:
  akagi: {nation: japan, size: 3, port: dock}
  soryu: {nation: japan, size: 2}
  hiryu: {nation: japan, size: 2, port: dock, damaged: true}
  hermes: {nation: britain, size: 3, port: fort}
distances:
  home: {dock: 3, weak: 3, cramped: 2, field: 3, ridge: 4, hill: 4, fort: 4}
  dock: {weak: 2, cramped: 5, field: 3, ridge: 5, hill: 5, fort: 3}
  weak: {field: 2, hill: 2, fort: 9}
  field: {ridge: 1, hill: 3, fort: 2}
  soryu: {field: 2, ridge: 3, hill: 3, fort: 3, dock: 1}
units:
  - {id: stukas, nation: germany, type: aaf, count: 3, at: home}
  - {id: spent, nation: germany, type: aaf, count: 0, at: home}
  - {id: regia, nation: italy, type: aaf, count: 2, at: weak}
  - {id: ju-52, nation: germany, type: transport, count: 2, at: home}
  - {id: me-262, nation: germany, type: jet, count: 1, at: home}
  - {id: kates, nation: japan, type: nas, count: 2, at: dock}
  - {id: vals, nation: japan, type: nas, count: 2, at: akagi}
  - {id: zeros, nation: japan, type: nas, count: 1, at: soryu}
  - {id: shipped, nation: germany, type: aaf, count: 1, at: dock, sea-transported: true}
  - {id: raf, nation: britain, type: aaf, count: 3, at: fort}
  - {id: usaaf, nation: us, type: aaf, count: 2, at: hill}
  - {id: swordfish, nation: britain, type: nas, count: 2, at: hermes}
fronts: {west: [home, fort, dock], east: [weak, hill]}
strategic:
  - {id: condors, nation: germany, type: bomber, count: 2, front: west}
  - {id: piaggios, nation: italy, type: bomber, count: 1, front: east}
  - {id: heinkels, nation: germany, type: interceptor, count: 1, front: west}
  - {id: beaufighters, nation: britain, type: interceptor, count: 1, front: west}
targets:
  london: {front: west, nation: britain, distances: {home: 4, fort: 2, weak: 4, dock: 4}}
  gotham: {front: west, nation: us, box: atlantic-us, distances: {home: 4}}
  ruhr: {front: west, nation: germany, distances: {home: 1}}
naval-air-training: {nations: {japan: {unbuilt: 3}}}
kamikazes:
  built: 8
  unbuilt: 2
  pool: 14
  attack:
    distances: {dock: 3}
    naval-drm: 1
    groups:
      alpha: {fast-carriers: {wasp: 2}, air-defense: 2}
      bravo: {light-ships: true, air-defense: 1, struck: true}
  construction: {unbuilt-nas: 2, unbuilt-aaf: 1}
"""
NOT_ASKED = "not asked"
KAMIKAZES = FRONT.partition("kamikazes:\n")[2]
STRUCK = r"attacked with it|attack at sea|attacks on ships|only defends there"  # of all that a unit might do at sea
TOO_MANY = r"is not between 0 and|has (no )?room for|only \d+ of|has (none|\d+) uninverted|but (\d+|there) are|may build \d+"
MAY_CHANGE = {
    "redeployment": r"is at \w+ already|has no room for|not at a base on land|no other base has room",
    "transfers": r"not in the same place|has room for|no carrier or port where|from base to base",
}  # what may change before the order is carried out, so that a file does not refuse it


class Order(NamedTuple):
    """A section of a file, and the answers at the table: the end of the key of each question, and what is said."""

    section: str
    said: str
    answers: tuple[tuple[str, Any], ...]


class Stopped(Exception):
    """The question that an order is about to answer."""


class Until(Gives):
    """Gives some answers, and stops at a question."""

    def __init__(self, answers, key):
        super().__init__(answers, as_said)
        self.key = key

    def choice(self, question):
        if not self.left and re.search(f"(^|\\.){self.key}$", question.key):
            raise Stopped(question)
        return super().choice(question)


class Table:
    """The prompt: what it asks after some answers, each question found once."""

    def __init__(self, scenario):
        self.scenario, self.known = scenario, {}

    def question(self, answers, key):
        at = (repr(answers), key)
        if at not in self.known:
            try:
                Walk(self.scenario.start, bare_log(), Until(answers, key)).run()
                self.known[at] = None
            except Stopped as stopped:
                self.known[at] = stopped.args[0]
        return self.known[at]

    def refuses(self, order):
        """Why it refuses an order, or None; what is not asked for has only one answer."""
        for number, (key, answer) in enumerate(order.answers):
            question = self.question(order.answers[:number], key)
            if question is None:
                assert number, f"{order}: nobody asks for {key}"
                return NOT_ASKED
            if why := question.refuses(answer):
                return why
        return None


def numbers(unit):
    return (max(1, unit.number), unit.number + 1)


def moves(turn):
    for unit, to in product(turn.units, turn.bases):
        if unit.strategic:
            continue
        for number in numbers(unit):
            said = f"[{{unit: {unit.id}, to: {to.id}, count: {number}}}]"
            first, then = r"staging\.attacker\.order\.1", rf"attacker\.stage\.{unit.id}"
            yield Order("staging", said, ((first, unit.id), (then, {to.id: number})))
            first, then = r"redeployment\.attacker\.order\.1", rf"attacker\.redeploy\.{unit.id}"
            yield Order("redeployment", said, ((first, unit.id), (then, {to.id: number})))


def transfers(turn):
    places = [*turn.setting.bases, *turn.setting.carriers]
    some = [unit for unit in turn.units if unit.type == "nas" or unit.id in ("stukas", "spent")]
    for unit, to, phase in product(some, places, ("movement", "redeployment")):
        said = f"[{{unit: {unit.id}, to: {to}, phase: {phase}}}]"
        key, number = rf"{phase}\.transfers(-after)?\.attacker\.order\.1", max(1, unit.number)
        yield Order("transfers", said, ((key, unit.id), (rf"attacker\.transfer\.{unit.id}", {to: number})))


def missions(turn):
    based = [unit for unit in turn.units if not unit.strategic]
    for unit, at in product(based, turn.bases):
        most, too_many = numbers(unit)
        for number, phase in ((most, "movement"), (too_many, "combat")):
            said = f"[{{at: {at.id}, with: {{{unit.id}: {number}}}, phase: {phase}}}]"
            first = rf"{phase}\.counterair\.attacker\.order\.1"
            yield Order("counterair", said, ((first, at.id), (r"attacker\.commit", {unit.id: number})))
        for number, kind in ((most, "overrun"), (most, "regular"), (too_many, "exploitation")):
            said = f"[{{at: {at.id}, kind: {kind}, attackers: 1, defenders: [], with: {{{unit.id}: {number}}}}}]"
            first = ((rf"{SUPPORT[kind]}\.attacker\.order\.1", at.id), (r"attacker\.forces", {"by-land": 1}))
            yield Order("battles", said, (*first, (r"referee\.defenders", {}), (r"attacker\.support", {unit.id: number})))


FORCES = {"escort-carriers": "cve", "fleet": "bombardment"}


def attacks(turn):
    for at, also, kind in product(turn.bases, turn.bases, SUPPORT):
        if at is not also:
            said = f"[{{at: {at.id}, also: [{also.id}], kind: {kind}, attackers: 2, defenders: [], with: {{}}}}]"
            first = ((rf"{SUPPORT[kind]}\.attacker\.order\.1", at.id),)
            yield Order("battles", said, (*first, (r"attacker\.also", {also.id: 1}), (r"attacker\.forces", {"by-land": 2})))
    for land, sea, force, number, kind in product((0, 2), (0, 2), FORCES, (0, 2, 3), SUPPORT):
        forces = {"by-land": land, **({"by-sea": sea} if sea else {}), **({force: number} if number else {})}
        said = f"at: field, kind: {kind}, attackers: {land + sea}, defenders: [], with: {{}}, {FORCES[force]}: {number}"
        said += ", invasion: true" * bool(sea) + f", by-land: {land}" * bool(land and sea)
        first = ((rf"{SUPPORT[kind]}\.attacker\.order\.1", "field"),)
        yield Order("battles", f"[{{{said}}}]", (*first, (r"attacker\.forces", forces)))


def twice(turn):
    """Two orders of a kind that exclude one another, or do not."""
    for one, other in product(("field", "hill", "fort"), repeat=2):
        first, then = ((rf"movement\.counterair\.attacker\.order\.{n}", at) for n, at in enumerate((one, other), 1))
        said = f"[{{at: {one}, with: {{stukas: 1}}}}, {{at: {other}, with: {{stukas: 1}}}}]"
        yield Order("counterair", said, (first, (r"attacker\.commit", {"stukas": 1}), then))
        for kind, part in (("regular", "ground-support"), ("exploitation", "exploitation-support")):
            first, then = ((rf"{part}\.attacker\.order\.{n}", at) for n, at in enumerate((one, other), 1))
            battles = [f"{{at: {at}, kind: {kind}, attackers: 1, defenders: [], with: {{}}}}" for at in (one, other)]
            between = ((r"attacker\.forces", {"by-land": 1}), (r"referee\.defenders", {}), (r"attacker\.support", {}))
            yield Order("battles", f"[{', '.join(battles)}]", (first, *between, then))
    for one, other, kind, phase in product(("field", "fort"), ("field", "fort"), ("hex", "airbase"), PHASES):
        said = f"[{{at: {one}, phase: {phase}}}, {{at: {other}, kind: {kind}, phase: {phase}}}]"
        events = (
            (rf"{PHASES[phase]}\.referee\.event\.{n}", at) for n, at in enumerate((one, other + "/airbase" * (kind != "hex")), 1)
        )
        yield Order("fallen", said, tuple(events))
    for one, other, phase in product(turn.setting.carriers, turn.setting.carriers, SEAS):
        said = f"[{{carrier: {one}, phase: {phase}}}, {{carrier: {other}, phase: {phase}}}]"
        yield Order("sunk", said, tuple((rf"{SEAS[phase]}\.referee\.event\.{n}", at) for n, at in enumerate((one, other), 1)))


def airbases(turn):
    for nation, at, phase, source in product(POWERS, turn.bases, ("movement", "redeployment"), ("", "home", "hill")):
        said = f"[{{nation: {nation}, at: {at.id}, phase: {phase}{f', from: {source}' * bool(source)}}}]"
        first = ((rf"{phase}\.airbases\.attacker\.order\.1", nation), (r"attacker\.airbase-hex\.1", at.id))
        yield Order("airbases", said, (*first, (r"attacker\.airbase-from\.1", source or "stock")))


def strategic(turn):
    for unit, front in product(turn.strategic, turn.setting.strategy.fronts):
        first = (r"strategic\.attacker\.order\.1", unit.id)
        yield Order(
            "strategic-redeployment", f"{{{unit.id}: {front}}}", (first, (rf"attacker\.front\.{unit.id}", {front: unit.number}))
        )
    said = {"london": "nation: britain, distances: {home: 4, fort: 2, weak: 4, dock: 4}"}
    said |= {"gotham": "nation: us, box: atlantic-us, distances: {home: 4}", "ruhr": "nation: germany, distances: {home: 1}"}
    for target, unit in product(said, turn.units):
        first, one = (r"bombing\.attacker\.order\.1", target), {unit.id: 1}
        head = f"id: {target}, front: west, {said[target]}"
        bombers, none = (r"attacker\.bombers", {"condors": 1}), (r"attacker\.escort", {})
        if unit.type != "aaf":  # which only bombs with an escort
            yield Order("bombing", f"[{{{head}, bombers: {{{unit.id}: 1}}}}]", (first, (r"attacker\.bombers", one)))
        escorted = f"[{{{head}, bombers: {{condors: 1}}, escort: {{{unit.id}: 1}}}}]"
        if unit.id != "condors":  # only one flies
            yield Order("bombing", escorted, (first, bombers, (r"attacker\.escort", one)))
        opposed = f"[{{{head}, bombers: {{condors: 1}}, escort: {{}}, defense: {{{unit.id}: 1}}}}]"
        yield Order("bombing", opposed, (first, bombers, none, (r"defender\.oppose", one)))


def at_sea(turn):
    for unit, task in product(turn.units, ("search", "cover", "attack")):
        first, number = (r"movement\.at-sea\.referee\.event\.1", unit.id), max(1, unit.ready)
        if not unit.strategic:
            yield Order("at-sea", f"{{{unit.id}: {{{task}: {number}}}}}", (first, (r"referee\.task", task)))


def japan(turn):
    for group, number in product(("alpha", "bravo"), (1, 8, 9, 16)):
        said = KAMIKAZES.replace("    naval-drm", f"    strikes: {{{group}: {number}}}\n    naval-drm")
        answers = ((r"combat\.kamikazes\.japan\.moment", "attack"), (r"japan\.strikes", {group: number}))
        yield Order("kamikazes", f"\n{said}", answers)
    for name, number in product(("unbuilt-nas", "unbuilt-aaf", *(unit.id for unit in turn.units)), (1, 2, 3)):
        said = KAMIKAZES.replace("{unbuilt-nas", f"{{convert: {{{name}: {number}}}, unbuilt-nas")
        yield Order("kamikazes", f"\n{said}", ((r"japan\.convert", {name: number}),))
    for number in (0, 1, 3, 4, 20):
        key = (r"japan\.build", {"nas": number})
        yield Order("naval-air-training", f"{{nations: {{japan: {{unbuilt: 3, build: {number}}}}}}}", (key,))


def with_order(order):
    lines, skip = [], False
    for line in FRONT.splitlines():
        skip = line.startswith(f"{order.section}:") or (skip and line.startswith(" "))
        lines += [line] * (not skip)
    return "\n".join([*lines, f"{order.section}: {order.said}", ""])


def disagreement(table, order):
    """How an order ended, after checking that file and prompt agree about it."""
    prompt, problems = table.refuses(order), []
    try:
        file = parse_scenario(with_order(order), "test.yaml")
    except BadScenario as bad:
        problems = [problem.text for problem in bad.problems]
    at = f"{order}\nthe file says {problems}, the prompt {prompt!r}"
    if prompt == NOT_ASKED:
        return "accepted" if not problems else "not asked"
    if problems:
        assert prompt is not None, at
        summary, changes = re.search(f"{IN_ALL}|{STRUCK}", prompt), MAY_CHANGE.get(order.section)
        many = re.search(TOO_MANY, prompt) and any(re.search(TOO_MANY, problem) for problem in problems)
        assert prompt in problems or summary or many or (changes and re.search(changes, prompt)), at
        return "refused"
    if prompt is None:
        return "accepted"
    assert order.section in MAY_CHANGE, at
    assert re.search(f"{MAY_CHANGE[order.section]}|{TOO_MANY}", prompt), at
    assert any(prompt in note or re.search(TOO_MANY, note) for note in played(file).notes) or re.search(IN_ALL, prompt), at
    return "refused later"


KINDS = {
    "moves": moves, "transfers": transfers, "missions": missions, "attacks": attacks, "twice": twice, "airbases": airbases,
    "strategic": strategic, "at sea": at_sea, "Japan": japan,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_18_5_every_order_is_refused_in_the_file_and_at_the_prompt_for_one_reason(kind):
    scenario = parse_scenario(FRONT, "test.yaml")
    table, counts = Table(scenario), Counter()
    for order in KINDS[kind](scenario.start.state):
        counts[disagreement(table, order)] += 1
    assert {"accepted", "refused"} <= {*counts}, counts
