"""The opening of a story: a few sentences on who attacked what with how much, what decided it, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence

from airwar.analysis.chronicle import Chronicle, Episode, Move
from airwar.analysis.timeline import Moment, Timeline
from airwar.analysis.verdict import Change, cost_sentence, sums, turning_points
from airwar.choices.patterns import meaning
from airwar.engine.words import count, listed
from airwar.rulesets.ruleset import Standing
from airwar.show.sides import ROLES, Names

MOST_TARGETS = 4


class Opening:
    """Writes the opening of one battle."""

    def __init__(self, chronicle: Chronicle, line: Timeline | None, names: Names) -> None:
        self.chronicle, self.line, self.names = chronicle, line, names

    def sentences(self) -> list[str]:
        """What happened, in at most five sentences or a few more for games of many sides."""
        return [sentence for sentence in (*self.sent(), self.hardest(), self.captures(), self.decisive(), self.cost()) if sentence]

    def sent(self) -> list[str]:
        """Who went where, with how much: to places that others hold, or where something was fought."""
        chronicle = self.chronicle
        holders = {site.id: site.holder for site in chronicle.ruleset.geography(chronicle.film.states[0]).sites}
        fought = {one.place for one in chronicle.fought}
        found = []
        for side in chronicle.sides:
            mine = [move for move in chronicle.missions() if move.side == side and move.attack]
            raids = [move for move in mine if move.there in fought or holders.get(move.there, side) != side]
            targets: dict[str, list[Move]] = {}
            for move in raids:
                targets.setdefault(move.there, []).append(move)
            if targets:
                found.append(f"{self.names(side)} sent {self.to_targets(targets)}.")
        return found[:2]

    def to_targets(self, targets: dict[str, list[Move]]) -> str:
        parts, last = [], ""
        for place, moves in targets.items():
            force = self.force([Standing(move.side, "", move.unit, move.name, move.number) for move in moves])
            short = force.split(" ")[0] if last and force.partition(" ")[2] == last else force
            last = force.partition(" ")[2]
            parts.append(f"{short} to {self.chronicle.places.get(place, place)}")
        return listed(parts, MOST_TARGETS + 1, "other target") if len(parts) > MOST_TARGETS + 1 else listed(parts)

    def force(self, rows: Sequence[Standing]) -> str:
        """Units in words; of more than two kinds only the number."""
        words = force_words(self.chronicle, rows)
        return listed(words) if len(words) <= 2 else f"{sum(row.count for row in rows)} units"

    def hardest(self) -> str:
        """The fight that cost most, where there were several."""
        fought = [one for one in self.chronicle.fought if one.losses]
        if len(self.chronicle.fought) < 2 or not fought:
            return ""
        worst = max(fought, key=lambda one: sum(lost.number for lost in one.losses))
        return f"The costliest fight was {self.in_a_sentence(worst)}: {self.lost_in(worst)}."

    def in_a_sentence(self, episode: Episode) -> str:
        """The name of an episode inside a sentence: `the counterair against Malta`."""
        name = self.chronicle.name_of(episode)
        who, colon, what = name.partition(": ")
        if colon:
            return f"{who}'s {what}"
        place = self.chronicle.places.get(episode.place, "")
        if name.casefold() == place.casefold():
            return f"the one at {place}"
        return f"the {name[:1].lower()}{name[1:]}" if name[:1].isupper() and place in name else f"“{name}”"

    def lost_in(self, episode: Episode) -> str:
        return listed([f"{self.names(side)} lost {episode.lost(side)}" for side in self.chronicle.sides if episode.lost(side)])

    def captures(self) -> str:
        """Places that changed hands."""
        geography, film = self.chronicle.ruleset.geography, self.chronicle.film
        before = {site.id: site.holder for site in geography(film.states[0]).sites}
        taken: dict[str, list[str]] = {}
        for site in geography(film.last_states).sites:
            if site.holder and before.get(site.id) and site.holder != before[site.id]:
                taken.setdefault(site.holder, []).append(site.name)
        return " ".join(f"{listed(places, 4)} fell to {self.names(side)}." for side, places in taken.items())

    def decisive(self) -> str:
        """The roll that changed most, or else the decision that cost most."""
        if self.line is None or not self.line.moments:
            return ""
        points = sorted(turning_points(self.line, len(self.line.moments)), key=lambda change: -abs(change.change))
        best = next((change for change in points if change.moment.roll), None)
        if best is not None:
            return f"What changed most was {self.told(best)}."
        costly = max(points, key=lambda change: change.cost, default=None)
        return f"What cost most was {self.told(costly)}." if costly and cost_sentence(self.line, costly) else ""

    def told(self, change: Change) -> str:
        """A turning point: what was rolled or chosen, and what that did to the chances."""
        assert self.line is not None
        moment, side = change.moment, self.side_of(self.line.sides[change.side])
        at = f"{where(self.chronicle, moment.seq)}(record {moment.seq})"
        if not moment.roll:
            return f"{side} choosing {chosen(self.chronicle, moment)} {at}: {cost_sentence(self.line, change)}"
        before, after = scores(self.line, change)
        return f"{side} rolling {moment.answer} {at}, which took {side} from {before} to {after}"

    def side_of(self, side: str) -> str:
        """A side of the timeline by name; where the game knows only attacker and defender, whoever that is."""
        own = [one for one in self.chronicle.sides if self.chronicle.scenario.party(one) == side]
        return listed(map(self.names, own)) if side in ROLES and own else self.names(side)

    def cost(self) -> str:
        """What each side lost of what it had, and whom the dice favored."""
        chronicle = self.chronicle
        had = chronicle.strength()
        parts = [f"{self.names(side)} lost {chronicle.total(side)} of {had[side]}" for side in chronicle.sides if had.get(side)]
        return f"{listed(parts)}{self.luck()}." if parts else ""

    def luck(self) -> str:
        if self.line is None or not self.line.moments:
            return ""
        best = max(sums(self.line), key=lambda one: one.luck)
        worth = float(best.luck) * (100 if self.line.can_be_won else 1)
        if worth < max(1.0 if self.line.can_be_won else 0.1, best.luck_margin * (100 if self.line.can_be_won else 1)):
            return "; the dice favored nobody"
        unit = f"{worth:.0f} points of its chance to win" if self.line.can_be_won else f"{worth:.1f} in losses"
        return f"; the dice were worth {unit} to {self.side_of(best.side)}"


def force_words(chronicle: Chronicle, rows: Sequence[Standing]) -> list[str]:
    """Units in words, those of one name together."""
    kinds: dict[str, list[Standing]] = {}
    for row in rows:
        kinds.setdefault(row.name, []).append(row)
    wholes = [some[0]._replace(count=sum(row.count for row in some), marks=()) for some in kinds.values()]
    return [chronicle.ruleset.called(whole).removeprefix(f"{whole.unit} ") for whole in wholes]


def chosen(chronicle: Chronicle, moment: Moment) -> str:
    """What was decided, in the words of the question, and what that was about."""
    about = meaning(moment.key, chronicle.ruleset.decisions)
    return f"“{moment.called(moment.answer)}”" + (f" ({about})" if about else "")


def score(line: Timeline, value: float) -> str:
    """A chance in percent, or losses."""
    return f"{value * 100:.0f} %" if line.can_be_won else f"{value:+.1f}"


def scores(line: Timeline, change: Change) -> tuple[str, str]:
    """The score before and after a turning point; `about` if it is sampled."""
    worths = ((change.before, change.moment.before), (change.after, change.moment.after))
    before, after = (f"{'about ' if worth.sampled else ''}{score(line, float(value))}" for value, worth in worths)
    return before, after


def where(chronicle: Chronicle, seq: int) -> str:
    """`at Malta in round 2 `: the place and the round of a record."""
    episode = next((one for one in chronicle.episodes if seq in one.seqs), None)
    if episode is None:
        return ""
    turns = [number for record, number, _ in episode.rolls if record <= seq]
    name = chronicle.places.get(episode.place, "")
    place = f"{'' if name.startswith('off ') else 'at '}{name} " if name else ""
    return f"{place}{f'in round {turns[-1]} ' if turns and turns[-1] else ''}"


def battles(number: int) -> str:
    return count(number, "battle or mission", "battles and missions")
