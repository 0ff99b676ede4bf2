"""A small model of a battle by mail, and a cheat who may send anything. It shares no code with airwar.

`applied(state, by, entry)` is the whole grammar of the protocol: the state after one entry, or Refused. `written(state, me)` is
what an honest program puts into its letter. `Search` tries every letter that a cheat can make of all that he knows.

A battle is a string: A and B decide, R is a roll of one d6, a and b decide only if the last die is odd, so that nobody knows
beforehand how many rolls come between two decisions.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

LINKS = 12  # of a chain
POLICIES = {"0": lambda die: 0, "1": lambda die: 1, "odd": lambda die: die % 2}  # standing orders


def hashed(tag: str, *parts: bytes) -> bytes:
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(tag.encode() + b"\0" + joined).digest()


@cache
def chain(secret: bytes) -> tuple[bytes, ...]:
    """Links in the order in which they are opened; the first is the published end."""
    links = [hashed("secret", secret)]
    for _ in range(LINKS):
        links.append(hashed("link", links[-1]))
    return tuple(links[::-1])


def face(seed: bytes, number: int) -> int:
    for attempt in itertools.count():
        byte = hmac.digest(seed, b"die %d.%d" % (number, attempt), "sha256")[0]
        if byte < 252:
            return byte % 6 + 1
    raise AssertionError


def seal(side: str, nonce: bytes, policy: str) -> bytes:
    return hashed("seal", side.encode(), nonce, policy.encode())


class Refused(Exception):
    """The protocol does not allow an entry."""


@dataclass(frozen=True)
class Rules:
    """The protocol as it is. Each of these can be switched off, to see that the search finds what then goes wrong."""

    ends_first: bool = True  # both ends are published before a link is opened
    only_at_rolls: bool = True  # a link is opened only where a roll comes next
    quiet_half: bool = True  # nothing stands between the two links of a draw
    fitting_links: bool = True  # a link proves itself by the one before
    closing: bool = True  # the first free record ends a draw
    no_new_end_in_half: bool = True
    binding: str = "first"  # dice come from the record that opened the first link; or from the second; or only from the links


SAFE = Rules()
FLAWED = {
    "one link a letter, whatever comes next": Rules(only_at_rolls=False, quiet_half=False),
    "records between the two links": Rules(quiet_half=False),
    "dice from the head at the second link, and notes before it": Rules(quiet_half=False, binding="second"),
    "links that prove nothing": Rules(fitting_links=False),
    "a draw that outlives a decision": Rules(closing=False),
    "a new end while a draw is half open": Rules(no_new_end_in_half=False),
    "a link before both ends are known": Rules(ends_first=False),
}


class State(NamedTuple):
    """What both players hold. `draw` is closed, half (one link is open, by `first`) or live (dice may fall)."""

    battle: str
    log: tuple[tuple[str, str, tuple[tuple[str, Any], ...]], ...] = ()
    head: bytes = b""
    ends: tuple[tuple[str, bytes], ...] = ()  # the last known link of each side, at first its end
    draw: str = "closed"
    number: int = 0
    first: str = ""
    seed: bytes = b""  # half: the hash of the first opening; live: the seed
    rolled: int = 0
    at: int = 0
    die: int = 0
    orders: tuple[tuple[str, str], ...] = ()
    seals: tuple[tuple[str, bytes], ...] = ()

    @property
    def question(self) -> tuple[str, str, int] | None:
        """Who is asked next, or R for a roll; the key; and its place."""
        for at in range(self.at, len(self.battle)):
            who = self.battle[at]
            if who.isupper() or self.die % 2:
                return who.upper(), f"q{at}", at
        return None

    def with_(self, name: str, side: str, value: Any) -> State:
        """With another end, other orders or another seal of a side."""
        return self._replace(**{name: tuple(sorted((dict(getattr(self, name)) | {side: value}).items()))})

    def recorded(self, kind: str, by: str, **what: Any) -> State:
        record = (kind, by, tuple(sorted(what.items())))
        return self._replace(log=(*self.log, record), head=hashed("record", self.head, repr(record).encode()))


def begun(battle: str) -> State:
    """The header: the scenario is under every hash that follows."""
    return State(battle, head=hashed("header", battle.encode()))


def settled(s: State) -> State:
    """All that nobody is free in: dice of a live draw, and answers of open orders."""
    while (asked := s.question) is not None:
        who, key, at = asked
        if who == "R":
            if s.draw != "live":
                break
            shown = face(s.seed, s.rolled)
            s = s.recorded("roll", "", key=key, draw=s.number, face=shown)._replace(at=at + 1, die=shown, rolled=s.rolled + 1)
        elif who in dict(s.orders):
            s = s.recorded("bound", who, key=key, answer=POLICIES[dict(s.orders)[who]](s.die))._replace(at=at + 1)
        else:
            break
    return s


def freely(s: State, rules: Rules) -> State:
    """Somebody is free in what comes: the dice of the links opened so far are over."""
    if s.draw == "half" and rules.quiet_half:
        raise Refused("a draw is half open: only the other link may follow")
    return s._replace(draw="closed") if rules.closing and s.draw == "live" else s


def applied(s: State, by: str, entry: tuple[Any, ...], rules: Rules = SAFE) -> State:
    """The state after an entry, and after all that follows from it. Raises Refused."""
    kind, *args = entry
    return settled({"end": joined, "choice": chosen, "orders": ordered, "seal": sealed, "unseal": unsealed, "note": noted,
                    "open": opened}[kind](s, by, rules, *args))  # fmt: skip


def joined(s: State, by: str, rules: Rules, end: bytes) -> State:
    ends = dict(s.ends)
    if by in ends and s.draw == "half" and rules.no_new_end_in_half:
        raise Refused("a new chain while a draw is half open")
    if end in ends.values():
        raise Refused("the end of a chain that is already in use")
    s = s._replace(draw="closed") if by in ends and s.draw == "live" else s
    return s.recorded("end", by, end=end).with_("ends", by, end)


def chosen(s: State, by: str, rules: Rules, key: str, answer: int) -> State:
    asked = s.question
    if asked is None or asked[:2] != (by, key) or by in dict(s.seals):
        raise Refused("not this side's question")
    return freely(s, rules).recorded("choice", by, key=key, answer=answer)._replace(at=asked[2] + 1)


def ordered(s: State, by: str, rules: Rules, policy: str) -> State:
    return freely(s, rules).recorded("orders", by, policy=policy).with_("orders", by, policy)


def sealed(s: State, by: str, rules: Rules, made: bytes) -> State:
    if by in dict(s.seals):
        raise Refused("the last seal is still closed")
    return freely(s, rules).recorded("seal", by, seal=made).with_("seals", by, made)


def unsealed(s: State, by: str, rules: Rules, nonce: bytes, policy: str) -> State:
    if dict(s.seals).get(by) != seal(by, nonce, policy):
        raise Refused("it does not fit the seal")
    s = s._replace(seals=tuple(one for one in s.seals if one[0] != by))
    return s.recorded("unseal", by, nonce=nonce, policy=policy).with_("orders", by, policy)


def noted(s: State, by: str, rules: Rules, text: str) -> State:
    if s.draw == "half" and rules.quiet_half:
        raise Refused("a draw is half open")
    return s.recorded("note", by, text=text)


def opened(s: State, by: str, rules: Rules, link: bytes) -> State:
    ends, asked, half = dict(s.ends), s.question, s.draw == "half"
    if by not in ends or (len(ends) < 2 and rules.ends_first):
        raise Refused("both ends come first")
    if half and s.first == by:
        raise Refused("this side's link is open")
    if s.draw == "live":
        raise Refused("no link is needed")
    if rules.only_at_rolls and (asked is None or asked[0] != "R"):
        raise Refused("no roll is pending")
    if rules.fitting_links and hashed("link", link) != ends[by]:
        raise Refused("the link does not fit the one before")
    number, before = s.number + (not half), s.head
    s = s.recorded("open", by, draw=number, link=link).with_("ends", by, link)
    if not half:
        return s._replace(draw="half", number=number, first=by, seed=s.head)
    return s._replace(draw="live", seed=hashed("dice", s.seed if rules.binding == "first" else before, link), rolled=0)


# the honest program


class Player:
    def __init__(self, name: str, secret: bytes) -> None:
        self.name, self.links = name, chain(secret)

    def next_link(self, s: State) -> bytes:
        return self.links[self.links.index(dict(s.ends)[self.name]) + 1]


def written(s: State, player: Player, decide: Any, rules: Rules = SAFE, under_seal: Any = None, orders: str = "") -> Any:
    """The letter of an honest player: the state after it, and its entries."""
    me, entries = player.name, []

    def put(*entry: Any) -> None:
        nonlocal s
        s = applied(s, me, entry, rules)
        entries.append(entry)

    if me not in dict(s.ends):
        put("end", player.links[0])
        if under_seal:
            put("seal", seal(me, *under_seal))
        if orders:
            put("orders", orders)
    while (asked := s.question) is not None:
        if asked[0] == "R":
            if (len(s.ends) < 2 and rules.ends_first) or (s.draw == "half" and s.first == me):
                break
            put("open", player.next_link(s))
        elif asked[0] != me:
            if not rules.only_at_rolls and len(s.ends) == 2 and s.draw == "closed" and "R" in s.battle[s.at :]:
                put("open", player.next_link(s))  # the flawed variant: one link a letter
            break
        elif me in dict(s.seals):
            put("unseal", *under_seal)
        else:
            put("choice", asked[1], decide(s, asked))
    return s, entries


def fought(battle: str, secrets: tuple[bytes, bytes] = (b"a", b"b"), under_seal: Any = None, orders: str = "") -> tuple[State, int]:
    """Two honest players. Returns the end, and how many letters that took."""
    players = Player("A", secrets[0]), Player("B", secrets[1])
    s, letters, idle = begun(battle), 0, 0
    while s.question is not None or letters < 2:
        first = letters % 2 == 0
        more = {"under_seal": under_seal} if first else {"orders": orders}
        s, entries = written(s, players[letters % 2], lambda s, asked: 0, **more)
        letters, idle = letters + 1, 0 if entries else idle + 1
        assert idle < 2, f"{battle} stalls"
    return s, letters


# the cheat


class Search:
    """Every letter of up to `longest` entries that a cheat can make, against an honest side that decides anything.

    For every moment in which the honest side opens a link, the dice that it accepts for this link must be the same whatever the
    cheat does afterward; and no record that he is free in may stand between that link and a die of it.
    """

    def __init__(
        self, battle: str, cheat: str, rules: Rules = SAFE, longest: int = 5, tricks: int = 1, most: int = 10**9, **plans: Any
    ):
        self.battle, self.cheat, self.rules, self.longest, self.tricks, self.most = battle, cheat, rules, longest, tricks, most
        self.plans = plans  # of the honest side: orders, or orders under seal
        self.honest = Player("B" if cheat == "A" else "A", b"honest")
        self.own = [Player(cheat, b"cheat-1"), Player(cheat, b"cheat-2")]
        self.next_of = {link: after for one in self.own for link, after in itertools.pairwise(one.links)}
        self.dice: dict[tuple[bytes, int], set[int]] = defaultdict(set)  # by the head where the honest link was opened
        self.seen: set[Any] = set()
        self.states = self.ended = 0
        self.faults: Counter[str] = Counter()

    def run(self) -> Search:
        start = begun(self.battle)
        if self.cheat == "A":
            self.cheats(start, 4, self.longest)
        else:
            self.answers(start, 4)
        steered = sum(len(faces) > 1 for faces in self.dice.values())
        if steered:
            self.faults["one honest link, several dice to choose from"] = steered
        return self

    def entries(self, s: State) -> Any:
        """All that he can send: right and forged answers and links, two chains of his own, a copied end, notes, orders, seals."""
        ends, asked = dict(s.ends), s.question
        if asked is not None and asked[0] != "R":
            yield from (("choice", asked[1], answer) for answer in (0, 1))
        if self.cheat in ends:
            after = self.next_of.get(ends[self.cheat])
            yield from (("open", link) for link in (after, self.next_of.get(after, b"?")) if after is not None)
            yield ("open", ends.get(self.honest.name, b"?"))
            yield ("open", b"forged")
        yield from (("end", one.links[0]) for one in self.own)
        if self.honest.name in ends:
            yield ("end", ends[self.honest.name])
        yield ("note", "x")
        for policy in ("0", "odd"):
            yield from (("orders", policy), ("seal", seal(self.cheat, b"n", policy)), ("unseal", b"n", policy))

    def is_trick(self, s: State, entry: tuple[Any, ...]) -> bool:
        """Whether an honest player would not send it; so many of these are tried in a battle. Wrong links are always tried."""
        if entry[0] in ("choice", "unseal", "open"):
            return False
        return entry[0] != "end" or self.cheat in dict(s.ends)

    def cheats(self, s: State, letters: int, left: int) -> None:
        if (s.head, left) in self.seen or self.states > self.most:
            return
        self.seen.add((s.head, left))
        self.states += 1
        if s.question is None and len(s.ends) == 2:
            self.judge(s)
            return
        self.answers(s, letters)  # he may stop anywhere
        if not left:
            return
        used = sum(kind in ("note", "orders", "seal", "end") and by == self.cheat for kind, by, _ in s.log)
        for entry in self.entries(s):
            if self.is_trick(s, entry) and used - (self.cheat in dict(s.ends)) >= self.tricks:
                continue
            try:
                after = applied(s, self.cheat, entry, self.rules)
            except Refused:
                continue
            self.cheats(after, letters, left - 1)

    def answers(self, s: State, letters: int) -> None:
        """The honest side answers, in any way that it may decide."""
        if not letters or (s.head, "honest") in self.seen:
            return
        self.seen.add((s.head, "honest"))
        self.states += 1
        free = any(who.upper() == self.honest.name for who in s.battle[s.at :])
        for answer in (0, 1) if free else (0,):
            try:
                after, entries = written(s, self.honest, lambda s, asked, answer=answer: answer, self.rules, **self.plans)
            except Refused:
                return
            if not entries:
                return  # the cheat keeps the pen: a refusal, which everybody sees
            if after.question is None:
                self.judge(after)
            else:
                self.cheats(after, letters - 1, self.longest)

    def judge(self, s: State) -> None:
        """A battle has ended: which dice followed each honest link, and whether the cheat was free after it."""
        self.ended += 1
        head, links, rolls, freed = begun(s.battle).head, dict[int, bytes](), Counter[int](), dict[int, bool]()
        for record in s.log:
            head = hashed("record", head, repr(record).encode())
            kind, by, what = record
            said = dict(what)
            if kind == "open" and by == self.honest.name:
                links[said["draw"]], freed[said["draw"]] = head, False
            elif kind in ("choice", "orders", "seal", "end") and by == self.cheat:
                freed = dict.fromkeys(freed, True)
            elif kind == "roll" and said["draw"] in links:
                number = said["draw"]
                self.dice[links[number], rolls[number]].add(said["face"])
                rolls[number] += 1
                if freed[number]:
                    self.faults["a free decision after the honest link was known"] += 1


def battles(longest: int, kinds: str = "ABR") -> Any:
    """All battles of up to so many questions in which dice fall."""
    for length in range(1, longest + 1):
        yield from ("".join(made) for made in itertools.product(kinds, repeat=length) if "R" in made)
