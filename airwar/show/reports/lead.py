"""The opening of a report: a few sentences on who attacked what with how much, what decided it, and what it cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from airwar.analysis.chronicle import Chronicle, Episode, Move
from airwar.analysis.timeline import Change, Moment, Sum, Timeline, cost_sentence, sums, turning_points
from airwar.choices.patterns import meaning
from airwar.engine.words import ROLES, count, is_plural, listed, possessive, with_article
from airwar.rulesets.ruleset import Standing
from airwar.show.console import Names

_MOST_TARGETS = 4
_MOST_KINDS = 2  # of units that are named; more are counted
_FEWEST_LOST = 2  # in a fight that is called costly
_UNNAMED = re.compile(r"\d+ |(?:[IVXLC]+|HMS|USS) ")  # a number of units, and names that go without an article
_WATERS = re.compile(r"(?:Bay|Gulf|Sea) of .*|.* (?:Ocean|Sea|Strait|Channel|Gulf|zone)")
_OFF = re.compile(r"(?i)off ")


class Opening:
    """Writes the opening of one battle."""

    def __init__(self, chronicle: Chronicle, line: Timeline | None, names: Names) -> None:
        self.chronicle, self.line, self.names = chronicle, line, names

    def sentences(self) -> list[str]:
        """What happened, in about five sentences."""
        found = [*self.forces(), self.hardest(), self.captures(), self.decisive(), self.cost()]
        return [f"{sentence[:1].upper()}{sentence[1:]}" for sentence in found if sentence]

    # who, where, with how much

    def forces(self) -> list[str]:
        """Who went where, with how much; of a side that went nowhere, where and with what it fought."""
        sent = {side: targets for side in self.chronicle.sides if (targets := self.sent(side))}
        stood = {with_article(self.names(side)): self.in_words(rows) for side in self.chronicle.sides if (rows := self.stood(side))}
        if not sent and len(stood) == 2 and len({place for forces in stood.values() for place in forces}) == 1:
            here, there = (f"{force} of {who}" for who, forces in stood.items() for force in forces.values())
            place = next(place for forces in stood.values() for place in forces)
            return [f"{_at_place(self.chronicle, place)}, {here} met {there}."]
        found, met = [], []
        party = self.chronicle.scenario.party
        attacking = [side for side in self.chronicle.sides if party(side) == party("attacker")] or sent
        for side in sorted(self.chronicle.sides, key=lambda side: side not in attacking):
            who = with_article(self.names(side))
            targets = sent.get(side) or self.stood(side)
            if not targets:
                continue
            if side not in sent and len(targets) == 1 and any(one.keys() == targets.keys() for one in sent.values()):
                met.append(f"{who} met them with {listed(self.in_words(targets).values())}.")
                continue
            verb, way = ("sent", _toward) if side in sent else ("had", partial(_at_place, self.chronicle))
            parts = [f"{force} {way(place)}" for place, force in _without_repeats(self.in_words(targets)).items()]
            found.append(f"{who} {verb} {_listed_targets(parts)}.")
        return [*found, *met]

    def sent(self, side: str) -> dict[str, list[Standing]]:
        """What a side sent to places that others hold, or where something was fought."""
        chronicle = self.chronicle
        holders = {site.id: site.holder for site in chronicle.ruleset.geography(chronicle.film.states[0]).sites}
        fought = {one.place for one in chronicle.fought}
        targets: dict[str, list[Standing]] = {}
        for move in chronicle.missions():
            raid = move.there in fought or holders.get(move.there, side) != side
            if move.side == side and move.attack and raid and move.there in chronicle.places:
                targets.setdefault(move.there, []).append(_flown(move))
        return targets

    def stood(self, side: str) -> dict[str, list[Standing]]:
        """What a side had in each fight when its first die fell."""
        found: dict[str, list[Standing]] = {}
        for one in self.chronicle.fought:
            own = [row for row in one.forces if row.side == side]
            if own and one.place in self.chronicle.places:
                found.setdefault(one.place, own)
        return found

    def in_words(self, targets: dict[str, list[Standing]]) -> dict[str, str]:
        """Forces by the names of their places."""
        return {self.chronicle.places[place]: self.force(rows, len(targets)) for place, rows in targets.items()}

    def force(self, rows: Sequence[Standing], places: int) -> str:
        """Units in words; of too many kinds only the number."""
        words = [name.partition(" (")[0] for name in force_words(self.chronicle, rows)]
        if len(words) > _MOST_KINDS + (places == 1):
            steps = self.chronicle.ruleset.counted == "step"  # and units are few
            return count(*((len(words), "unit") if steps else (sum(row.count for row in rows), self.chronicle.ruleset.counted)))
        with_the = [word if _UNNAMED.match(word) else f"the {word}" for word in words]
        return f"the {listed(words)}" if all(word.startswith("the ") for word in with_the) else listed(with_the)

    # what it came to

    def hardest(self) -> str:
        """The fight that cost most, where there were several and one stands out."""
        fought = [one for one in self.chronicle.fought if one.losses]
        costs = sorted((sum(lost.number for lost in one.losses) for one in fought), reverse=True)
        if len(self.chronicle.fought) < 2 or not fought or costs[0] < _FEWEST_LOST or costs[0] in costs[1:2]:
            return ""
        worst = max(fought, key=lambda one: sum(lost.number for lost in one.losses))
        name = self.in_a_sentence(worst)
        was = "Costliest were" if name.endswith("s") and not worst.place else "The costliest fight was"
        return f"{was} {name}: {self.lost_in(worst)}."

    def in_a_sentence(self, episode: Episode) -> str:
        """The name of an episode inside a sentence: `the counterair against Malta`."""
        name = self.chronicle.name_of(episode)
        who, colon, what = name.partition(": ")
        if colon:
            return f"{possessive(who)} {what}"
        place = self.chronicle.places.get(episode.place, "")
        if name.casefold() == place.casefold():
            return f"the one {_at_place(self.chronicle, place)}"
        if name.startswith("Over "):
            return f"the one {name[:1].lower()}{name[1:]}"
        return f"the {name[:1].lower()}{name[1:]}" if name[:1].isupper() and place in name else f"“{name}”"

    def lost_in(self, episode: Episode) -> str:
        lost = [
            f"{with_article(self.names(side))} lost {number}" for side in self.chronicle.sides if (number := episode.lost(side))
        ]
        noun = self.chronicle.ruleset.counted
        total = sum(one.number for one in episode.losses)
        return f"{lost[0]} {noun if total == 1 else noun + 's'}" if len(lost) == 1 else listed(lost)

    def captures(self) -> str:
        """Places that changed hands."""
        geography, film = self.chronicle.ruleset.geography, self.chronicle.film
        before = {site.id: site.holder for site in geography(film.states[0]).sites}
        taken: dict[str, list[str]] = {}
        for site in geography(film.last_states).sites:
            if site.holder and before.get(site.id) and site.holder != before[site.id]:
                taken.setdefault(site.holder, []).append(_the_place(site.name))
        return " ".join(f"{listed(places, 4)} fell to {with_article(self.names(side))}." for side, places in taken.items())

    def decisive(self) -> str:
        """The roll that changed most, or else the decision that cost most."""
        if self.line is None or not self.line.moments:
            return ""
        points = sorted(turning_points(self.line, len(self.line.moments)), key=lambda change: -abs(change.change))
        best = next((change for change in points if change.moment.roll and matters(self.line, change)), None)
        if best is not None:
            return f"The roll that mattered most was {self.rolled(best)}."
        costly = max((change for change in points if change.grade), key=lambda change: change.cost, default=None)
        return f"What cost most was {self.choice(costly)}." if costly else ""

    def rolled(self, change: Change) -> str:
        """A roll, and what it did to the chances: `the Axis's 4 6 at Malta in round 1 (record 5): its chance to win ...`"""
        assert self.line is not None
        moment = change.moment
        whose, roller = self.side_of(self.line.sides[change.side]), self.roller(moment)
        before, after = scores(self.line, change)
        owner = possessive(whose) if whose != roller else "their" if is_plural(whose) else "its"
        what = "chance to win" if self.line.can_be_won else "expected balance of losses"
        at = f"{where(self.chronicle, moment.seq)}(record {moment.seq})"
        return f"{possessive(roller)} {moment.answer} {at}: {owner} {what} went from {before} to {after}"

    def choice(self, change: Change) -> str:
        assert self.line is not None
        moment = change.moment
        who = with_article(self.side_of(self.line.sides[change.side]))
        at = f"{where(self.chronicle, moment.seq)}(record {moment.seq})"
        return f"that {who} chose {chosen(self.chronicle, moment)} {at}: {cost_sentence(self.line, change)}"

    def roller(self, moment: Moment) -> str:
        assert self.line is not None
        return self.side_of(self.line.sides[moment.side]) if moment.side >= 0 else self.names(moment.by)

    def side_of(self, side: str) -> str:
        """A side of the timeline by name; where the game knows only attacker and defender, whoever that is."""
        own = [one for one in self.chronicle.sides if self.chronicle.scenario.party(one) == side]
        return listed(map(self.names, own)) if side in ROLES and own else self.names(side)

    # what it cost

    def cost(self) -> str:
        """What each side lost of what it had, and whom the dice favored."""
        had = {side: number for side, number in self.chronicle.strength().items() if number}
        lost = {side: self.chronicle.total(side) for side in had}
        if not any(lost.values()):
            noun = self.chronicle.ruleset.counted
            article = "an" if noun[:1] in "AEIO" else "a"
            return f"Nobody lost {article} {noun}{self.luck()}." if had and self.chronicle.fought else ""
        parts = [
            f"{with_article(self.names(side))}{' lost' if at == 0 else ''} {self.share(side, lost[side], had[side], at == 0)}"
            for at, side in enumerate(had)
        ]
        return f"{listed(parts)}{self.luck()}."

    def share(self, side: str, lost: int, had: int, first: bool) -> str:
        """`3 of 7 factors`, `all 5`, `none of its 8`."""
        noun = self.chronicle.ruleset.counted
        told = f" {noun if had == 1 else noun + 's'}" if first else ""
        if not lost:
            return f"none of {'their' if is_plural(self.names(side)) else 'its'} {had}{told}"
        if lost == had == 1:
            return f"{'their' if is_plural(self.names(side)) else 'its'} only {noun}"
        return f"all {had}{told}" if lost == had else f"{lost} of {had}{told}"

    def luck(self) -> str:
        """Whom the dice favored, and by how much."""
        if self.line is None or not self.line.moments:
            return ""
        best = max(sums(self.line), key=lambda one: one.luck)
        if not _lucky(self.line, best):
            return "; the dice favored neither side"
        whose = self.side_of(best.side)
        if self.line.can_be_won:
            return f"; the dice added {float(best.luck) * 100:.0f} points to {possessive(whose)} chance to win"
        return f"; the dice favored {with_article(whose)} by {float(best.luck):.1f} {self.chronicle.ruleset.counted}s"


def _lucky(line: Timeline, one: Sum) -> bool:
    """Whether luck is more than noise, and enough to speak of."""
    return one.luck > max(0.01 if line.can_be_won else 0.1, one.luck_margin)


def matters(line: Timeline, change: Change) -> bool:
    """Whether a change is large enough to speak of, and known well enough."""
    size = max(abs(change.change), change.cost)
    return size >= (0.05 if line.can_be_won else 0.5) and size >= 2 * change.margin


def _flown(move: Move) -> Standing:
    return Standing(move.side, "", move.unit, move.name, move.number)


def force_words(chronicle: Chronicle, rows: Sequence[Standing]) -> list[str]:
    """Units in words, those of one name together."""
    kinds: dict[str, list[Standing]] = {}
    for row in rows:
        kinds.setdefault(row.name, []).append(row)
    wholes = [some[0]._replace(count=sum(row.count for row in some), marks=()) for some in kinds.values()]
    return [chronicle.ruleset.called(whole).removeprefix(f"{whole.unit} ") for whole in wholes]


def _without_repeats(forces: dict[str, str]) -> dict[str, str]:
    """The same units again are only counted: 5 German AAF, then 4."""
    found, last = {}, ""
    for place, force in forces.items():
        number, _, kind = force.partition(" ")
        found[place] = number if kind == last and number.isdecimal() and " and " not in kind else force
        last = kind
    return found


def _listed_targets(parts: Sequence[str]) -> str:
    """Forces and where they went; a force of several kinds is set apart by semicolons."""
    more = len(parts) - _MOST_TARGETS
    shown = [*parts[:_MOST_TARGETS], f"to {more} other targets"] if more > 1 else list(parts)
    if len(parts) > 1 and any(" and " in part for part in parts):
        return "; ".join([*shown[:-1], f"and {shown[-1]}"]) if len(shown) > 2 else ", and ".join(shown)
    return listed(shown)


def _the_place(name: str) -> str:
    """A place in a sentence: `Malta`, `the Indian Ocean`, `off Casablanca`."""
    if _OFF.match(name):
        return f"{name[:1].lower()}{name[1:]}"
    return f"the {name}" if _WATERS.fullmatch(name) and not name.startswith("the ") else name


def _toward(name: str) -> str:
    return f"to {'the waters ' if _OFF.match(name) else ''}{_the_place(name)}"


def _at_place(chronicle: Chronicle, name: str) -> str:
    return f"{'' if _OFF.match(name) else 'in ' if _WATERS.fullmatch(name) else f'{chronicle.ruleset.at} '}{_the_place(name)}"


def chosen(chronicle: Chronicle, moment: Moment) -> str:
    """What was decided, in the words of the question, and what that was about."""
    about = meaning(moment.key, chronicle.ruleset.decisions)
    return f"“{moment.called(moment.answer)}”" + (f" ({about})" if about else "")


def _score(line: Timeline, value: float) -> str:
    """A chance in percent, or losses."""
    return f"{value * 100:.0f} %" if line.can_be_won else f"{value:+.1f}"


def scores(line: Timeline, change: Change) -> tuple[str, str]:
    """The score before and after a turning point; `about` if it is sampled."""
    worths = ((change.before, change.moment.before), (change.after, change.moment.after))
    before, after = (f"{'about ' if worth.sampled else ''}{_score(line, float(value))}" for value, worth in worths)
    return before, after


def where(chronicle: Chronicle, seq: int) -> str:
    """`at Malta in round 2 `: the place and the round of a record."""
    episode = next((one for one in chronicle.episodes if seq in one.seqs), None)
    if episode is None:
        return ""
    turns = [number for record, number, _ in episode.rolls if record <= seq]
    name = chronicle.places.get(episode.place, "")
    several = len({number for _, number, _ in episode.rolls if number}) > 1
    return (
        f"{_at_place(chronicle, name) + ' ' if name else ''}{f'in round {turns[-1]} ' if several and turns and turns[-1] else ''}"
    )


def battles(number: int) -> str:
    return count(number, "battle or mission", "battles and missions")
