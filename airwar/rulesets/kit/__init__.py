"""What rulesets share, so that the same thing is done in the same way in every game.

    charts     the chart files of a ruleset
    facts      what a condition in `choices` may ask about: strengths, losses, strength-percent
    hexes      hexes by the labels that a map prints, and how far apart they are
    mentions   the ids that a state names, to find the units that a procedure under way has in hand
    names      names made from ids: `title_of("cape-gela")` is Cape Gela; `count(2, "step")` is 2 steps
    places     the places of a map: their names, and the distances between them, which are asked for where nobody gave them
    rulings    the options of a scenario, and the event that reports one where it mattered
    supplied   charts that a scenario supplies, in the format of a ruleset's own chart files

Distances
---------
A ruleset adds `distance_fields(...)` to its fields, `HEX_FIELD` to the records of its places and `places.DECISIONS` to its
decisions, makes its places with `places_of`, and reports with `check_distances`. Its rules ask `hexes_between(ref, places, here,
there)` or `beyond(ref, places, here, there, reach)`, never `places.distance`, whose None must not be read as "too far". A function
that also serves the check of a file takes `ref: Referee | None` and passes it on. Ask for a distance last: a unit that cannot fly
anyway, or a base that has no room, needs none.

Refusals
--------
Whether something is legal is asked in one function, which returns the reason if it is not:

    def staging_refused(turn: Turn, unit: Unit, base: Base) -> str | None:
        \"\"\"Why a unit cannot stage to a base, or None.\"\"\"
        if base.side != unit.side:
            return f"{base.name} is an enemy base (18.21)"
        ...
        return None

Its name ends in `_refused`. A scenario reports the reason as a problem, a question offers only what is not refused, and a
`refuse` of `ref.allot` hands it on. There is no second function that tests the same conditions for a plain yes or no: write
`not staging_refused(...)`. Reasons are lower-case sentences without a full stop, they name the value and the place, and they end
with the rule number where there is one.
"""
