"""Reports: every golden log in every format, one of each kept, and no name can become markup."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from raids import RAIDS

from airwar.analysis.chronicle import Chronicle, Film
from airwar.analysis.timeline import answer_in_words, timeline
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.engine.questions import Allotment
from airwar.engine.records import Chosen
from airwar.errors import Unanswered
from airwar.play.session import Session
from airwar.rulesets.ruleset import ELIMINATED
from airwar.setup.loading import load_scenario, parse_scenario, shipped_scenarios
from airwar.show.console import Names
from airwar.show.maps import layout
from airwar.show.reports.battle import report_of
from airwar.show.reports.blocks import Heading, Sentence, bbcode, markdown, one_line, text
from airwar.show.reports.html import html
from airwar.show.reports.map_svg import LONGEST, Paper, picture

SYMBOL = 196  # what it covers on a map
GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "format-3").glob("*/*.jsonl"))
MALTA = next(path for path in GOLDEN if path.stem == "malta-1942")
KEPT = Path(__file__).parent / "reports"
ENDINGS = {"html": "html", "markdown": "md", "bbcode": "bbcode", "text": "txt"}
VOID = {"meta", "input"}


ONE_OF_EACH = list({path.parent: path for path in GOLDEN}.values())  # of each game


@pytest.fixture(scope="module", params=GOLDEN, ids=lambda path: path.stem)
def path(request):
    """Each golden log in turn, with all tests that look at it."""
    return request.param


@pytest.fixture(scope="module")
def film(path):
    return Film(path)


@pytest.fixture(scope="module")
def chronicle(film):
    return Chronicle(film)


@pytest.fixture(scope="module")
def story(path):
    return report_of(Log.load(path), proof=["verified"], text=path.read_bytes())


class Checker(HTMLParser):
    """Checks that every tag is closed in turn, and keeps the tags and attributes."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(page):
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    return checker


@pytest.mark.slow
def test_every_golden_log_can_be_told(story):
    page = parsed(html(story))
    assert page.tags.count("script") == 2  # the battle as data, and the program that shows it
    links = [value for _, name, value in page.attributes if name == "href"]
    assert all(re.fullmatch(r"#\d+|data:application/octet-stream;base64,.*", link) for link in links)
    assert not [name for _, name, _ in page.attributes if name in ("src", "srcset", "style") or name.startswith("on")]
    policy = next(value for tag, name, value in page.attributes if tag == "meta" and value and value.startswith("default-src"))
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    for told in (markdown(story), bbcode(story), text(story)):
        assert story.result.split(";")[0].split("[")[0][:20] in told.replace("\\", "")
        assert "Protocol" not in told


def test_losses_by_battle_add_up_to_what_is_gone(chronicle, story):
    first, last = chronicle.standing[0], chronicle.standing[-1]
    for side in chronicle.sides:
        gone = [sum(row.count for row in rows if row.side == side and row.marks == ELIMINATED) for rows in (first, last)]
        assert chronicle.total(side) == gone[1] - gone[0]
        grid = next((one for one in story.blocks if getattr(one, "caption", "") == "Losses by battle"), None)
        if grid is not None and len(grid.rows) > 1:
            column = grid.columns.index(Names(chronicle.scenario.party)(side))
            figures = [int(row[column].replace("–", "0")) for row in grid.rows]
            assert sum(figures[:-1]) == figures[-1] == chronicle.total(side)


def test_the_story_opens_with_who_raided_what_and_what_it_cost():
    story = report_of(Log.load(MALTA), timeline(Log.load(MALTA)))
    assert [block.text for block in story.blocks if isinstance(block, Sentence) and block.kind == "lead"] == [
        "The Axis sent 5 German AAF to Malta.",
        "The Allies met them with 5 British AAF.",
        "The roll that mattered most was the Axis's 4 6 at Malta in round 1 (record 5): its chance to win went from 62 % to 96 %.",
        "The Axis lost 3 of 7 factors and the Allies all 5; the dice added 38 points to the Axis's chance to win.",
    ]
    assert story.result == "Allies eliminated"


OPENINGS = {
    "maleme-1941": [
        "The Axis sent the Ju 87R to the Kaso Strait; the Bf 109E and Ju 88 to Galatas; and the Ju 52 I and Ju 52 II to Maleme.",
        "The Allies sent the Hurricane to Galatas and the Blenheim to Maleme.",
        "Maleme and Galatas fell to the Axis.",
        "The Axis lost 2 of 10 steps and the Allies none of their 5.",
    ],
    "ceylon-1942": [
        "Japan sent 1 fighter and 1 dive bomber to Ceylon, and 2 dive bombers to the waters off Batticaloa.",
        "The UK sent 1 fighter and 1 bomber to the Indian Ocean.",
        "The costliest fight was the one in the Indian Ocean: Japan lost 2 and the UK lost 2.",
        "Japan lost 3 of 8 units and the UK 5 of 6.",
    ],
    "gross-deutschland": [
        "The Soviet side sent the 8th Guards Army and 69th Army to Lodz.",
        "The Axis met them with the Gross Deutschland Pz Corps.",
        "Lodz fell to the Soviet side.",
        "The Axis lost its only unit and the Soviet side none of its 2.",
    ],
    "barvenkovo-1942": [
        "The Axis sent LII Corps and the 2nd Hungarian Army to Barvenkovo, and III Pz Corps to Izyum.",
        "The Soviet side had 5 units at Barvenkovo and the 9th Army at Izyum.",
        "The costliest fight was the combat at Barvenkovo: the Axis lost 2 units.",
        "Izyum fell to the Axis.",
        "The Axis lost 2 of 6 units and the Soviet side 1 of 6.",
    ],
    "sicily-1943": [
        "The Western Allies sent 15 Allied Ground Support points to Messina and 10 to Villa San Giovanni.",
        "The Western Allies lost 1 of 55 Air Points.",
    ],
    "sample-air-battle": [
        "In Kiev, 5 units of Germany met 6 units of the USSR.",
        "Germany lost 3 of 5 units and the USSR 5 of 7.",
    ],
    "burma-1944": [
        "Japan sent the Ki-43 to Broadway.",
        "The Allies sent the C-47 of 1st Air Commando and C-46 to Broadway, and the Dakota to Sangshak.",
        "Nobody lost a step.",  # two units were lost in the drop, but no air step
    ],
}


@pytest.mark.parametrize("stem", OPENINGS)
def test_the_opening_of_each_game_reads_as_people_say_it(stem):
    story = report_of(Log.load(next(path for path in GOLDEN if path.stem == stem)))
    assert [block.text for block in story.blocks if isinstance(block, Sentence) and block.kind == "lead"] == OPENINGS[stem]


FALLEN = {
    "typhoon-1941": "Russia: 3 Russian AAF eliminated (2 of 61-sad and 1 of 11-sad)",
    "uranus-1942": "Soviet: 1 Soviet air unit eliminated; 1st Guards Army dispersed",
    "ceylon-1942": "Japan: 2 destroyers lost",
    "saint-lo-1944": "Western Allies: 1 Allied Ground Support point eliminated",
    "schweinfurt-1944": "Axis: 1 German interceptor eliminated (reichsverteidigung)",
    "tunisia-1942": "Axis: Tunis: 1 level lost, now level 1; Ju 52 reduced; Me 323 reduced; Bf 109G reduced",
    "smolensk-1941": "Allies: 1 ground factor, times 2 eliminated",
}


@pytest.mark.parametrize("stem", FALLEN)
def test_losses_are_counted_in_plain_words(stem):
    story = report_of(Log.load(next(path for path in GOLDEN if path.stem == stem)))
    assert FALLEN[stem] in [block.text for block in story.blocks if isinstance(block, Sentence) and block.kind == "loss"]


def test_the_last_words_of_a_replay_are_those_of_the_headline():
    ceylon = next(path for path in GOLDEN if path.stem == "ceylon-1942")
    story = report_of(Log.load(ceylon))
    assert story.result == "Ceylon: called off; Off Batticaloa: Japan wins; Indian Ocean: Japan wins"
    assert story.replay["steps"][-1][1] == f"The end: {story.result}"
    assert story.replay["steps"][0][1] == "Before the battle"


# of the raid on Ceylon: small enough to be worked out whole
@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("vvs-west: Russian AAF at Vyazma, 4 hexes away", "2 Russian AAF at Vyazma"),
        ("British fighter to Great Britain", "2 British fighters to Great Britain"),
        ("Blenheim", "2 Blenheims"),
        ("British infantry", "2 British infantry"),
        ("advance to Kursk (2 German air units)", "2 advance to Kursk"),
        ("Catania: one point for the die (catania.die)", "2 Catania: one point for the die"),
        ("Moscow as well", "2 Moscow as well"),
    ],
)
def test_several_of_a_unit_are_in_the_plural(label, words):
    question = Allotment("support", "18.611", "allies", {"vvs-west": 2}, {"vvs-west": label}, 0, 2, {})
    assert answer_in_words(question, {"vvs-west": 2}) == words


LEFT_OUT = ("later-turns", "- attacker: uk", "tone", "blenheims", "guns", "own.bomber", "turn-2")


@pytest.fixture(scope="module")
def ceylon():
    """A log, and what its rolls and decisions were worth."""
    lines = load_scenario("ceylon-1942").text.replace("fighter, count: 2", "fighter").splitlines()
    text = "\n".join(line for line in lines if not any(part in line for part in LEFT_OUT))
    log = Session.begin(parse_scenario(text, "x.yaml"), seed=4, scripted=True).log
    return log, timeline(log)


def test_an_answer_is_one_option_in_whatever_order_its_units_are_listed(ceylon):
    sent = next(moment for moment in ceylon[1].moments if moment.key == "attack-1.with")
    assert sent.called(sent.answer) == "1 Japanese fighter aboard Akagi and 1 Japanese dive bomber aboard Akagi"
    assert len({tuple(sorted(sent.called(name).split(" and "))) for name in sent.options}) == len(sent.options)


def test_a_roll_is_a_turning_point_for_the_side_whose_chances_it_changed(ceylon):
    points = [block.text for block in report_of(*ceylon).blocks if isinstance(block, Sentence) and block.kind == "point"]
    assert [points[2], points[4], points[6]] == [
        "3. UK rolled 3 in Ceylon in round 1: Japan 50 % to 33 %",
        "5. Japan rolled 9 10 off Batticaloa in round 1: UK 29 % to 60 %",
        "7. UK rolled 10 in Ceylon in round 2: 43 % to 0 %",
    ]


def test_what_was_worked_out_without_dice_is_told_in_full():
    rails = next(path for path in GOLDEN if path.stem == "kharkov-rails-1943")
    told = text(report_of(Log.load(rails)))
    assert "WHAT HAPPENED" in told
    assert "through 2 interdicted hexes, counted once" in told


def test_a_chance_that_never_changes_is_not_drawn():
    bagration = Log.load(next(path for path in GOLDEN if path.stem == "bagration-1944"))
    assert "How it stood" not in [
        block.text for block in report_of(bagration, timeline(bagration)).blocks if isinstance(block, Heading)
    ]


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_no_label_of_a_map_covers_a_symbol(path):
    scenario = load_scenario(str(path))
    geography = scenario.ruleset.geography((scenario.start.state,))
    if not geography.sites:
        return
    sheet = Paper(geography, layout(geography))
    for site in geography.sites:
        sheet.label_spot(site.id, [site.name[:LONGEST], "000"])
    covered = [label.shares(symbol) for label in sheet.taken for symbol in sheet.symbols]
    assert max(covered) < SYMBOL / 2


def test_each_battle_has_its_rolls_in_one_table():
    typhoon = next(path for path in GOLDEN if path.stem == "typhoon-1941")
    blocks = report_of(Log.load(typhoon)).blocks
    heads = [block.text for block in blocks if isinstance(block, Heading) and block.level == 3]
    assert heads[:2] == ["Counterair against Bryansk: Russia disengaged", "Counterair against Kalinin: Russia disengaged"]
    at = blocks.index(Heading(3, heads[0]))
    assert blocks[at + 1] == Sentence("Axis: 4 German AAF; Russia: 4 Russian AAF")
    assert blocks[at + 2].columns == (
        "#",
        "roll",
        "dice",
        "modifiers",
        "Air Combat",
        "result",
    )  # and the rounds, if there are several
    assert blocks[at + 2].rows[0] == ("44", "Axis fire", "4 6", "10 +1 air nationality = 11", "row 4, column 11", "3/3")


def test_turning_points_name_what_was_chosen_and_the_best():
    sample = next(path for path in GOLDEN if path.stem == "sample-air-battle")
    log = Log.load(sample)
    points = [block.text for block in report_of(log, timeline(log)).blocks if isinstance(block, Sentence) and block.kind == "point"]
    decided = [point for point in points if " chose " in point]
    assert any(
        "chose “call the battle off and withdraw unscathed” (" in point and "the best (fight on)" in point for point in decided
    )
    assert any("chose “1 Soviet bomber” (" in point for point in decided)
    assert not [point for point in points if "ussr-bomber" in point or "call-off" in point]


FIGHTS_AT_ONE_PLACE = {
    "smolensk-1941": {
        "Interception over Smolensk": [],
        "Ground combat at Smolensk": ["defender holds"],
        "Interception over Mogilev": [],
        "Ground combat at Mogilev": ["defender eliminated"],
    },
    "tarawa-1943": {"Interception over Tarawa": [], "Ground combat at Tarawa": ["defender eliminated"]},
    "typhoon-1941": {
        "Counterair against Bryansk": ["defender disengaged"],
        "Ground combat at Bryansk": ["needs chart: Ex-1"],
    },
    "barvenkovo-1942": {"Air combat at Barvenkovo": [], "Combat at Barvenkovo": ["held: attackers destroyed"]},
    "maleme-1941": {
        "Axis: drop on Maleme": ["1 safe, 1 lost; Maleme captured, 0 air steps lost"],
        "Axis: transport to Maleme": ["1 RE flown in"],
        "Allies: attack on Maleme": ["1 air step"],
    },
}


@pytest.mark.parametrize("stem", FIGHTS_AT_ONE_PLACE)
def test_each_of_several_fights_at_one_place_has_its_own_result(stem):
    chronicle = Chronicle(Film(next(path for path in GOLDEN if path.stem == stem)))
    found = {one.title: one.results for one in chronicle.fought}
    expected = FIGHTS_AT_ONE_PLACE[stem]
    assert {title: found[title] for title in expected} == expected


def test_of_two_missions_with_one_heading_each_has_its_own_result():
    tunisia = Chronicle(Film(next(path for path in GOLDEN if path.stem == "tunisia-1942")))
    assert {one.scope: one.results for one in tunisia.episodes if one.title == "Axis: transport to Tunis"} == {
        "shuttle": [],  # driven off by fighters before a die of its own fell
        "giants": ["2T and paratroops flown in"],
    }
    assert tunisia.elsewhere == [("Axis: transport to Tunis", "driven off")]


def test_every_result_of_a_turn_is_told_once(film, chronicle):
    told = [result for one in chronicle.fought for result in one.results] + [result for _, result in chronicle.elsewhere]
    ended = [result for _, result in film.scenario.ruleset.results(film.end.state) if result]
    assert len(told) == len(ended)
    won = [result for result in told if not result.endswith((" wins", " win"))]  # by name, where sides take turns to attack
    assert not Counter(won) - Counter(ended)


def test_the_rolls_against_the_ships_of_a_task_group_are_one_chapter():
    okinawa = next(path for path in GOLDEN if path.stem == "okinawa-1945")
    blocks = report_of(Log.load(okinawa)).blocks
    heads = [block.text for block in blocks if isinstance(block, Heading) and block.level == 3]
    assert heads == [
        "14 kamikazes against Task Group 58.3",
        "6 kamikazes against Task Force 57",
        "4 kamikazes against the radar pickets",
        "After the kamikazes: 2 sunk, 8 hits to settle by hand",
        "Kamikazes in the construction phase: 19 of 33 kamikazes built, pool 34",
    ]


@pytest.mark.parametrize("log", ONE_OF_EACH, ids=lambda path: path.stem)
def test_a_side_has_one_color_everywhere(log):
    log = Log.load(log)
    line = None
    with suppress(Unanswered):
        line = timeline(log, seconds=0.05)
    page = html(report_of(log, line))
    colors = {}
    for color, name in re.findall(r'<b class="(s\d)">([^<]*)</b>', page):
        assert colors.setdefault(name, color) == color
    drawn = re.findall(r'class="line (s\d)" x1.*?<text class="axis"[^>]*>([^<]*)<', page)
    assert all(colors.get(name, color) == color for color, name in drawn)


@pytest.mark.parametrize("format_", ENDINGS)
def test_one_report_of_each_format_is_kept(format_, tmp_path, request):
    out = tmp_path / f"malta.{ENDINGS[format_]}"
    assert exit_code(["report", str(MALTA), "--format", format_, "-o", str(out)]) == 0
    kept = KEPT / f"malta-1942.{ENDINGS[format_]}"
    if request.config.getoption("--update-golden"):
        kept.write_text(out.read_text(encoding="utf-8"), encoding="utf-8")
    assert out.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


HOSTILE = "<script>alert(1)</script> [b]x[/b] **y** | `z` ![i](http://e) & www.evil.example"


@cache
def hostile_story():
    quoted = HOSTILE.replace("'", "''")
    scenario = parse_scenario(RAIDS.replace("title: Two raids", f"title: '{quoted}'"), "x.yaml")
    session = Session.begin(scenario, seed=1, scripted=True)
    return report_of(session.log)


def test_a_hostile_name_is_text_in_html():
    page = html(hostile_story())
    assert parsed(page).tags.count("script") == 2
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


PAYLOADS = (
    "</script><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "<!--",
    "]]>",
    '" onmouseover=alert(1) x="',
    "' onmouseover='alert(1)",
    "&lt;b&gt;",
    "</svg><script>alert(1)</script>",
    "javascript:alert(1)",
    "</style><script>alert(1)</script>",
    "{{7*7}}",
    "${alert(1)}",
    "\\u003cscript\\u003e",
    "<iframe src=http://e>",
    "<a href=//e>x</a>",
    "</pre></details><h1>x",
    "[b]x[/b][url=http://e]y[/url]",
    "[/code][img]http://e/x.png[/img]",
    "```\\n# x",
    "![i](http://e) **y** <b>z</b>",
    "| a | b | $x$ @all #1",
    "=HYPERLINK(1)",
    "&#60;script&#62;",
    "--><script>alert(1)</script>",
)


def raided(name):
    """The story of two raids, whose title and place go by a name."""
    quoted = name.replace("'", "''")[:58]
    text = RAIDS.replace("title: Two raids", f"title: '{quoted}'")
    text = re.sub(r"(?m)^(  malta: \{)(?=side)", lambda found: f"{found[1]}name: '{quoted}', ", text)
    return report_of(Session.begin(parse_scenario(text, "x.yaml"), seed=1, scripted=True).log)


def unit_named(name):
    """The story of a combat, one of whose units goes by a name."""
    quoted = name.replace("'", "''")[:58]
    text = load_scenario("vyazma-1941").text.replace("{id: das-reich, ", f"{{id: das-reich, name: '{quoted}', ")
    return report_of(Session.begin(parse_scenario(text, "x.yaml"), seed=1, scripted=True).log)


@pytest.mark.slow
@pytest.mark.parametrize("told", [raided, unit_named])
def test_no_name_of_a_place_or_unit_becomes_markup(told):
    """Titles, places and units: in headings, tables, on the map, in the data of the replay; on a page, in Markdown and BBCode."""
    plain = structure(told("Plain"))
    for payload in PAYLOADS:
        story = told(payload)
        assert structure(story) == plain, payload
        assert one_line(payload)[:58] in unescape(html(story))


def structure(story):
    """What readers of each format make of a story, without the words."""
    page = parsed(html(story))
    return page.tags, [one[:2] for one in page.attributes], kinds(markdown(story)), tags(bbcode(story))


def kinds(told):
    """What a Markdown reader makes of a text, without the words."""
    reader = MarkdownIt("commonmark", {"linkify": False}).enable(["table", "strikethrough"])
    return [(one.type, [child.type for child in one.children or ()]) for one in reader.parse(told)]


def tags(told):
    return re.findall(r"\[[^\]]*\]", told)


def test_no_name_on_a_map_becomes_markup():
    def drawn(name):
        quoted = name.replace("'", "''")[:58]
        text = re.sub(r"(?m)^(  malta: \{)(?=side)", lambda found: f"{found[1]}name: '{quoted}', ", RAIDS)
        whole = ElementTree.fromstring(picture(parse_scenario(text, "x.yaml"), alone=True).svg)
        return [(one.tag, sorted(one.attrib)) for one in whole.iter()]

    for payload in PAYLOADS:
        assert drawn(payload) == drawn("Plain"), payload


def test_a_hostile_name_is_text_in_markdown():
    first = markdown(hostile_story()).splitlines()[0]
    assert r"\<script\>" in first
    assert r"\*\*y\*\*" in first
    assert r"\!\[i\](http\://e)" in first
    assert r"www\.evil.example" in first


def test_a_hostile_name_is_text_in_bbcode():
    first = bbcode(hostile_story()).splitlines()[0]
    assert "(b)x(/b)" in first
    assert re.sub(r"\[/?[bu]\]", "", first).count("[") == 0


def test_one_side_reads_only_what_it_may_know(tmp_path, capsys):
    session = Session.begin(parse_scenario(RAIDS, "x.yaml"), tmp_path / "raids.jsonl", seed=1, scripted=True)
    deciders = {record.body.by for record in session.log.records if record.kind == "choice"}
    session.close()
    assert deciders == {"attacker", "defender"}
    scenario = parse_scenario(RAIDS, "x.yaml")
    for side, other in (("attacker", "defender"), ("defender", "attacker")):
        assert exit_code(["report", str(tmp_path / "raids.jsonl"), "--side", side, "--format", "markdown"]) == 0
        out = capsys.readouterr().out
        own, enemy = (scenario.party(one).title() for one in (side, other))
        decided = r"(?:fight on|break off|.* \(.*\))$"  # the label of a choice, or an answer with its question
        assert re.search(rf"^- {own}: {decided}", out, re.MULTILINE)
        assert not re.search(rf"^- {enemy}: {decided}", out.replace("(18.522)", ""), re.MULTILINE)
        assert "Order of battle" not in out
        assert "hash" not in out


def test_the_log_is_not_embedded_for_one_side(tmp_path):
    out = tmp_path / "one.html"
    assert exit_code(["report", str(MALTA), "--side", "attacker", "-o", str(out)]) == 0
    assert "data:" not in out.read_text()


def test_a_side_may_be_called_by_its_own_name(capsys):
    assert exit_code(["report", str(MALTA), "--side", "Axis", "--format", "markdown"]) == 0
    assert "- Axis: fight on\n" in capsys.readouterr().out
    assert exit_code(["report", str(MALTA), "--side", "allies", "--format", "markdown"]) == 0
    assert "- Axis: fight on\n" not in capsys.readouterr().out


def test_the_order_of_battle_is_the_one_before_the_first_unit_moves():
    smolensk = next(path for path in GOLDEN if path.stem == "smolensk-1941")
    order = text(report_of(Log.load(smolensk))).partition("ORDER OF BATTLE")[2].partition("FINAL POSITION")[0]
    assert "Brest: ii-air-corps 5 German AAF" in order  # two of them have flown by the time of the first question


def test_sides_have_their_names_and_choices_their_labels(film, story):
    scenario, told = film.scenario, text(story, 400)
    keys = {record.body.key for record in film.log.records if isinstance(record.body, Chosen)}
    assert not [key for key in keys if f"({key})" in told]
    for role in ("attacker", "defender"):
        if scenario.party(role) not in ("attacker", "defender"):
            assert not re.search(rf"^  {role}(?:: |  )", told, re.MULTILINE)


def test_no_line_of_the_head_is_wider_than_the_page():
    smolensk = next(path for path in GOLDEN if path.stem == "smolensk-1941")
    head = text(report_of(Log.load(smolensk)), 60).partition("\n\n")[0].splitlines()
    assert len(head) > 2
    assert max(map(len, head)) <= 60


def test_nobody_else_has_a_report(capsys):
    assert exit_code(["report", str(MALTA), "--side", "nobody"]) == 1
    assert "there is no side 'nobody'" in capsys.readouterr().err


def test_pictures_have_text_alternatives():
    page = parsed((KEPT / "malta-1942.html").read_text(encoding="utf-8"))
    labels = [value for tag, name, value in page.attributes if tag == "svg" and name == "aria-label"]
    assert labels == [
        "Map: Sicily (Axis), Malta (Allies)",
        "Chance to win, from the first position to the last: Axis 62% to 100%, Allies 38% to 0%",
    ]


def test_a_series_is_told_beside_its_odds(tmp_path):
    out = tmp_path / "series.md"
    assert exit_code(["batch", "malta-1942", "--runs", "200", "--seed", "7", "--report", str(out)]) == 0
    told = out.read_text(encoding="utf-8")
    assert "| defender eliminated |" in told
    assert "odds: exact: " in told
    page = tmp_path / "series.html"
    assert exit_code(["batch", "malta-1942", "--runs", "50", "--seed", "7", "--report", str(page)]) == 0
    assert "svg" in parsed(page.read_text(encoding="utf-8")).tags
