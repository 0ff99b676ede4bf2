"""How long the odds may take and how large they may grow: every limit in one place."""

from __future__ import annotations

from math import inf
from time import monotonic

from airwar.errors import AirwarError

# On an idle machine the command answers within two seconds and a prompt within one, start-up included. A slow one samples longer.
COMMAND = 1.4  # seconds
COMMAND_SAMPLES = 1_000  # the fewest battles in a sample of the command
COMMAND_FURTHER = 5.0  # how much longer they may take
LOOKS = ((0.2, 0.93), (0.6, 0.15))  # with more than this unresolved after this share of the time, a sample tells more
LAST_LOOK = 0.7  # after this share of the time, only a sample is left where bounds will not do
LARGE_EDGES = 2_000  # a larger procedure of a turn is entered, not solved by itself; counted in edges, so that every machine agrees
PROMPT_AT_HAND, PROMPT_ADVICE = 0.24, 0.15  # seconds for the battle at hand (it takes a fifth of that), and for advice on it
PROMPT_EXACT, PROMPT_SAMPLE = 0.2, 0.4  # for the whole turn
OPPONENT_EXACT = 0.3  # for each of the opponent's two attempts to solve, before it samples for as long as a prompt does

MOST_EDGES = 1_000_000  # edges of the graph, unless the user insists on exact odds
INSISTED_EDGES = 5_000_000  # then memory is the limit
MOST_ADVICE_EDGES = 150_000
BEST_EDGES = 5_000  # of a turn or a battle in which the best answer is looked for, without a look at the clock
MOST_WHOLE_EDGES = 4_000  # larger procedures are solved in floating point
MOST_WHOLE_BITS = 20_000  # and so are those with a longer denominator

SAMPLES = 10_000  # battles in a sample, if there is time
MOST_SAMPLES = 10_000_000  # if the user says how long it may take
FEWEST_SAMPLES = 20  # even if that takes a little longer; at a prompt, for all options together
GRACE = 1.5  # times the seconds of a sample, after which it stops with what it has
LEAST_PATIENCE = 0.1  # seconds for the first battle of a sample, however many options share the time
DICE_AT_A_TIME = 2_000  # dice between looks at the clock
MOST_PASSED = 1_000_000  # a sampled battle that passes this many places of the graph never ends
MOST_STEPS = 20_000  # nor does one with this many steps in a row without a roll
MOST_NESTED = 40  # or with this many procedures, each called by the one before


class TooMany(AirwarError):
    """The odds need more positions or more time than the budget allows."""

    def __init__(self) -> None:
        super().__init__("too many positions for exact odds; use --method sample")


class TooSlow(AirwarError):
    """Not even one battle could be fought in the time that a sample has."""

    def __init__(self) -> None:
        super().__init__("even one battle takes longer than odds may take here; `airwar odds --method sample` waits for it")


class Budget:
    """How many edges may still be explored, and until when."""

    def __init__(self, edges: int = MOST_EDGES, seconds: float = inf) -> None:
        self.left = edges
        self.begun = monotonic()
        self.until = self.begun + seconds

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.until - monotonic())

    def time_left(self, seconds: float) -> float:
        """What is left of this many seconds since it began."""
        return max(0.0, self.begun + seconds - monotonic())

    def spend(self, edges: int) -> None:
        """Pays for edges before they are created."""
        self.left -= edges
        if self.left < 0 or monotonic() > self.until:
            raise TooMany

    @property
    def used_up(self) -> bool:
        """Whether nothing is left of it."""
        return self.left < 0 or monotonic() > self.until

    def part(self, edges: int) -> Budget:
        """A smaller budget within this one, with the same deadline."""
        return Budget(min(edges, self.left), self.seconds_left)

    def afford(self, edges: int) -> None:
        """Raises TooMany if working out the outcomes of a roll would take more than is left."""
        if edges > self.left:
            raise TooMany

    def check(self) -> None:
        """Raises TooMany when the edges or the time have run out."""
        self.spend(0)
