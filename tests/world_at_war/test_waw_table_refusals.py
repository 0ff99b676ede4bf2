"""Cases from the table that a scenario file must not get away with: each is refused, and the message says why."""

import pytest
from support import problems_of
from waw_cases import case_text

REFUSED = {
    "airbase-by-the-enemy": [
        "12:27: britain is not on the side of axis; airbases are placed in one's own turn (18.142A)",
        "13:22: us is not on the side of axis; airbases are placed in one's own turn (18.142A)",
    ],
    "airbase-for-another-alliance": [
        "12:22: Chungking is controlled by china, of china; us places airbases only for its own alliance (18.142C)",
        "13:25: Vlad is controlled by russia, of russia; china places airbases only for its own alliance (18.142C)",
    ],
    "bombers-escort": [
        "22:95: b29 has 4 uninverted; 5 are to fly (18.41)",
        "22:113: strategic bombers only bomb (17.73)",
        "22:131: strategic bombers only bomb (17.73)",
        "24:24: unknown id 'b29'; expected an id from units, which has none",
    ],
    "bombers-from-a-field": [
        "17:105: b17 has a range of 4; Ruhr is 9 hexes from the nearest operational base of the west front (17.72)",
    ],
    "bombers-from-a-box": [
        "17:105: b17 has a range of 4; Ruhr is 9 hexes from the nearest operational base of the west front (17.72)",
    ],
    "carriers-sunk-by-kamikazes": ["28:145: g has 3 uninverted; 3 fly cover and 3 missions (18.42B)"],
    "cover-from-far-away": [
        "21:60: far flies from Hawaii, which is unsupplied; expected a fully supplied base (18.51)",
        "21:70: boxed is in Box, a box; no mission is flown out of one (18.49)",
    ],
    "escort-out-of-range": [
        "22:113: p51 has a range of 6; Honshu is 12 hexes from the nearest operational base of the pac front (17.82)",
    ],
    "kamikazes-after-counterair": ["28:145: g has 3 uninverted; 3 fly cover and 3 missions (18.42B)"],
    "neutral-power": [
        "17:22: us is not at war in this theater and may not place airbases (18.141)",
        "19:29: us1: us is not at war in this theater and flies no missions (not-at-war)",
    ],
    "raid-after-the-sea": ["21:113: p47 has 0 uninverted; 8 are to fly (18.41)"],
    "research-by-power": ["15:36: jets need a research result of 9 or more; greece has 0 (17.54)"],
    "shot-up-before-the-raid": ["23:113: p47 has 8 uninverted; 16 are to fly (18.41)"],
    "staging-to-boxes": ["21:21: US AAF units may not stage off the map to Australia Box (18.23)"],
    "unknown-nations": [
        "6:18: unknown nation 'usa'; expected a nation that airwar knows, or one declared under minors; did you mean us?",
        "6:23: unknown nation 'uk'; expected a nation that airwar knows, or one declared under minors; did you mean britain?",
        "6:35: unknown nation 'german'; expected a nation that airwar knows, or one declared under minors; did you mean germany?",
        "11:29: london to paris is 3, but paris to london is 5; expected the same both ways",
    ],
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_case_is_refused(name):
    assert problems_of(case_text(name)) == REFUSED[name]


def test_18_23_the_box_counts_not_its_id():
    text = case_text("staging-to-boxes").replace("to: australia-box}", "to: oz-box}")
    assert problems_of(text) == []
