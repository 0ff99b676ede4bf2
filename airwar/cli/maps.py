"""map: a scenario or a battle as a map."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="map")
@click.argument("battle", metavar="SCENARIO|LOG")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write an SVG picture to this file instead of printing text.")
def map_(battle: str, out: Path | None) -> int:
    """\b
    airwar map typhoon-1941
    airwar map typhoon-1941.jsonl -o typhoon.svg

    Draw the map: places, who holds them and what is there. Of a battle it shows the end, and the picture also who
    flew where and what was lost. Places are where their hexes are; without hexes they are fitted to the distances that the
    scenario gives, or to what is adjacent. The map says how far it is off, and which distances contradict each other.
    """
    from airwar.analysis.chronicle import Chronicle
    from airwar.analysis.film import Film
    from airwar.cli.batch import write
    from airwar.errors import AirwarError
    from airwar.setup.loading import load_scenario
    from airwar.show.map_text import map_lines
    from airwar.show.reports.map_svg import picture
    from airwar.show.text import wanted_width

    film = Film(Path(battle)) if battle.endswith(".jsonl") else None
    scenario = film.scenario if film else load_scenario(battle)
    if out is None:
        states = film.last_states if film else (scenario.start.state,)
        lines = map_lines(scenario, states, min(wanted_width() or 80, 160))
        if not lines:
            raise AirwarError(f"{battle} has no places to draw")
        click.echo("\n".join(lines))
        return 0
    drawn = picture(scenario, Chronicle(film) if film else None, alone=True)
    if drawn is None:
        raise AirwarError(f"{battle} has no places to draw")
    write(out, drawn.svg + "\n")
    return 0
