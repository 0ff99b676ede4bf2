"""Reads the second copy of the charts in `charts/`: grids drawn as text, and single numbers in YAML."""

from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "charts"
ROLLS = range(-9, 26)  # far enough to both sides of every two-dice table


def lines_of(name):
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def grid(name):
    """The cells of a grid: (row, column head) -> cell."""
    heads, *rows = lines_of(name)
    for row in rows:
        assert len(row) == len(heads), row
    return {(row[0], head): cell for row in rows for head, cell in zip(heads[1:], row[1:], strict=True)}


def facts(name):
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text())


def leaves(value, path=()):
    """Every single number or word in a file of facts, by its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, str(key)))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, str(at)))
    else:
        yield path, value


def covers(band, roll):
    """Whether a printed band such as 5-, 6-8, 7 or 9+ covers a roll."""
    band = str(band)
    if band.endswith("+"):
        return roll >= int(band[:-1])
    if band.endswith("-"):
        return roll <= int(band[:-1])
    low, _, high = band.partition("-")
    return int(low) <= roll <= int(high or low)


def by_roll(bands):
    """A table of bands as one entry for each roll: exactly one band must cover it."""
    table = {}
    for roll in ROLLS:
        (table[roll],) = [result for band, result in bands if covers(band, roll)]
    return table
