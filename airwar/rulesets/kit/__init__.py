"""The one module that a ruleset needs: it declares a game, and its steps are written with it.

Declare a thing once, and it can be read, checked, asked for, shown, ruled on and written back:

    record, said    a frozen dataclass that is the YAML, the typed state and the text of the next scenario      kit.records
    Orders          a kind of order, with the one function that says what makes it illegal                      kit.orders
    Detail, Which, HowMany    what is asked for when an order is given                                          kit.details
    Part, proceed   the sequence of play as one table, in the rule book's order                                 kit.declaring
    OpenChart       a chart that the source does not print: drawn, read from the page, or missing               kit.charts
    sheet           a table from rows and columns                                                               kit.telling
    Rulings         the options of a scenario, and the event that tells where one mattered                      kit.rulings
    declared_ruleset    the ruleset from all of these                                                           kit.declaring

Besides: `load_chart` (the chart files of a ruleset), `SuppliedChart` (charts that a scenario draws), `facts` (what a condition in
`choices` may ask about), `title_of`, `count`, `verb` and `agreeing` (words), `mentioned` (the ids in a state), and `Places`,
`hexes_between` and `beyond` (distances, see kit.places).

Whether something is legal is decided in one function, which gives the reason if it is not: a `Fault` with the field to blame, the
reason and the rule for an order, a sentence or None for anything else, in a function whose name ends in `_refused`. Reasons are
lower-case sentences without a full stop that name the value and the place. There is no second function for a plain yes or no.
"""

from airwar.engine.dice import D6, Bands, Chart, Dice, EachFace, Faces, Hits, HowRead, OnRow, Reading, Row, Term, Total
from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.frozen import replace
from airwar.engine.moves import End, Move, Position, Return, Step, Then, call, then
from airwar.engine.questions import REFEREE, About, Menu, Roll, first_come
from airwar.engine.referee import Referee
from airwar.engine.rule import rule, under
from airwar.engine.words import agreeing, closest, count, did_you_mean, id_of, listed, some_of, verb
from airwar.rulesets.kit.charts import (
    Complaints,
    DownColumn,
    Grid,
    OpenChart,
    Span,
    SuppliedChart,
    check_totals,
    column_faults,
    column_for,
    load_chart,
    span_of,
    whole_number_refused,
)
from airwar.rulesets.kit.declaring import Part, declared_ruleset, proceed, ruled_fields
from airwar.rulesets.kit.details import Detail, HowMany, Which, typed
from airwar.rulesets.kit.orders import NO_MORE, Fault, Orders, ask_target, can_order, next_kind, next_order
from airwar.rulesets.kit.passing import to_continue
from airwar.rulesets.kit.places import (
    FAR,
    GRID,
    HEX,
    HEX_FIELD,
    MOST_HEXES,
    Hex,
    HexGrid,
    Places,
    away,
    beyond,
    check_distances,
    check_labels,
    distance_fields,
    distances_of,
    grid_of,
    hex_of,
    hexes_between,
    places_among,
)
from airwar.rulesets.kit.records import (
    ASKED,
    KEPT,
    RESET,
    Book,
    OrAsk,
    Titled,
    becomes,
    differences,
    inside,
    list_of,
    made,
    map_of,
    named,
    options_of,
    passed,
    place_of,
    record,
    said,
    said_as,
    said_id,
    said_name,
    shape_of,
    state,
    worked_out,
    written,
)
from airwar.rulesets.kit.rulings import NO_YES, YES_NO, Rulings
from airwar.rulesets.kit.telling import facts, mentioned, sheet, title_of
from airwar.rulesets.ruleset import (
    ELIMINATED,
    NOT_FLOWN,
    Adjustable,
    AdjustableCounts,
    Geography,
    Option,
    Ruleset,
    Site,
    Stance,
    Standing,
    Tally,
    standing_of,
)
from airwar.scenario.problems import Problems
from airwar.scenario.reader import CHART_FILE
from airwar.scenario.shape import Date, Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

__all__ = [
    "ASKED", "CHART_FILE", "D6", "ELIMINATED", "FAR", "GRID", "HEX", "HEX_FIELD", "KEPT", "MOST_HEXES", "NOT_FLOWN", "NO_MORE",
    "NO_YES", "REFEREE", "RESET", "YES_NO", "About", "Adjustable", "AdjustableCounts", "Bands", "Book", "Chart", "Complaints",
    "Date", "Detail", "Dice", "DownColumn", "EachFace", "Either", "End", "Event", "Exact", "Faces", "Fault", "Field", "Flag",
    "Geography", "Grid", "Hex", "HexGrid", "Hits", "HowMany", "HowRead", "Id", "ListOf", "Loss", "MapOf", "Menu", "Move",
    "NeedsChart", "Note", "OnRow", "OneOf", "OpenChart", "Option", "OrAsk", "Orders", "Part", "Places", "Position", "Problems",
    "Reading", "Record", "Ref", "Referee", "Return", "Roll", "Row", "Ruleset", "Ruling", "Rulings", "Section", "Sheet", "Site",
    "Span", "Stance", "Standing", "Status", "Step", "SuppliedChart", "Tally", "Term", "Text", "Then", "Titled", "Total",
    "Which", "Whole", "agreeing", "ask_target", "away", "becomes", "beyond", "call", "can_order", "check_distances",
    "check_labels", "check_totals", "closest", "column_faults", "column_for", "count", "declared_ruleset", "did_you_mean",
    "differences", "distance_fields", "distances_of", "facts", "first_come", "grid_of", "hex_of", "hexes_between", "id_of",
    "inside", "list_of", "listed", "load_chart", "made", "map_of", "mentioned", "named", "next_kind", "next_order",
    "options_of", "passed", "place_of", "places_among", "proceed", "record", "replace", "rule", "ruled_fields", "said",
    "said_as", "said_id", "said_name", "shape_of", "sheet", "some_of", "span_of", "standing_of", "state", "then", "title_of",
    "to_continue", "typed", "under", "verb", "whole_number_refused", "worked_out", "written",
]  # fmt: skip
