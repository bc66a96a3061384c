"""A tournament as a score sheet: every line is read back as what was written."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert, json, to_builtins

from ragami.game.capabilities import GUIDANCE
from ragami.games.tournament.bot import play
from ragami.games.tournament.forms import NOTATION
from ragami.games.tournament.game import GAME
from ragami.games.tournament.rules.judge import EVENTS
from ragami.language import LANGUAGES, Language
from ragami.notation.heads import A_NEW_HEAD
from ragami.notation.line import Line
from ragami.notation.misread import Misread
from ragami.sheet import complete, logs_in, read_line
from ragami.sheet.reading import read_entry
from ragami.sheet.writing import write_sheet
from ragami.table.recording import Draft
from tests.games.tournament.hall import Hall, eight
from tests.games.tournament.harness import log_of, sample_names
from tests.scale import seeds
from tests.trials.sheet import as_they_are, text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sample_names())
def test_of_a_sample_only_what_is_malformed_falls_back_to_json(
    name: str, language: Language
) -> None:
    assert as_they_are(text_of(log_of(name), language, stamps=False)) <= 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", seeds(3, 90))
def test_every_event_is_written_and_read_back(seed: int, language: Language) -> None:
    hall = Hall.__new__(Hall)
    super(Hall, hall).__init__()
    for type_, data in play(4 + seed % 9, seed):
        event = convert(data, EVENTS[type_])
        if type_ != "game_opened":
            line = NOTATION.write(type_, event, hall.state, language)
            assert line is not None
            entry = read_entry(hall.fold, line)
            assert entry is not None
            assert (entry.type, entry.event) == (type_, event), line
        assert hall.write(type_, to_builtins(event)) is None


@pytest.mark.parametrize("accents", [True, False])
def test_a_spanish_line_is_written_with_accents_and_read_with_and_without(accents: bool) -> None:
    lines = list(write_sheet(log_of("legal-2"), "es"))
    assert any(" árbitro: " in line for line in lines)
    assert any(line.startswith("pérdida ") for line in lines)
    text = "\n".join(lines)
    if not accents:
        text = text.replace("árbitro:", "arbitro:").replace("pérdida", "perdida")
    (game,) = logs_in(text.encode())
    assert not isinstance(game, Misread)
    assert list(write_sheet(game.log, "es")) == lines


def test_a_head_that_stands_twice_is_misread_and_not_the_last_one_taken() -> None:
    lines = list(write_sheet(log_of("legal-1"), "en"))
    seed = next(n for n, line in enumerate(lines) if line.startswith("seed:"))
    (found,) = logs_in("\n".join([*lines[: seed + 1], "seed: 1", *lines[seed + 1 :]]).encode())
    assert isinstance(found, Misread)
    assert (found.line, found.expected) == (seed + 2, (A_NEW_HEAD,))


def read(hall: Hall, text: str) -> tuple[str, Any]:
    found = read_line(hall.fold, text)
    assert isinstance(found, Draft), found
    return found.type, json.decode(found.data)


ODD: list[tuple[str, dict[str, Any]]] = [
    ("dropped", {"entrant": "ana", "reason": ""}),
    ("dropped", {"entrant": "ana", "reason": 'said "no" @ noon -- twice # 2'}),
    ("entered", {"entrant": "club", "name": " x ", "club": "San José — Norte"}),
    ("final_cut", {"entrants": ["seats", "ana"], "seats": ["ana", "seats"]}),
    (
        "table_linked",
        {
            "round": 1,
            "table": 1,
            "log": "r1 t1",
            "origin": "0" * 32,
            "size": 3,
            "root": "A" * 43 + "=",
            "players": {"seat 1": "ana", "a=b": "bea", "#": "caro"},
        },
    ),
    (
        "round_paired",
        {
            "round": 1,
            "seed": '#@"x:',
            "pairer": None,
            "byes": ["bye"],
            "cost": 7,
            "tables": [{"table": 1, "seats": ["by", "cost"]}],
        },
    ),
    (
        "result_corrected",
        {
            "round": 1,
            "table": 2,
            "from": "referee",
            "reason": "-",
            "authority": "@",
            "results": [
                {"entrant": "ana", "place": 1, "score": None},
                {"entrant": "log", "place": 2, "score": -3},
            ],
        },
    ),
    ("asserted", {"points12": {"ana": 60}, "places": {"ana": None, "points": 2}}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("type_", "data"), ODD)
def test_odd_words_are_kept(type_: str, data: dict[str, Any], language: Language) -> None:
    hall = Hall(2)
    event = convert(data, GAME.codec.types[type_].struct)
    line = NOTATION.write(type_, event, hall.state, language)
    assert line is not None
    entry = read_entry(hall.fold, line)
    assert entry is not None
    assert (entry.type, entry.event) == (type_, event), line


def test_what_the_state_says_may_be_left_out() -> None:
    hall = eight()
    _type, paired = read(hall, "pair")
    swiss = hall.swiss()
    assert paired["pairer"] == "swiss-1"
    assert paired["cost"] == swiss.cost
    assert [(one["table"], tuple(one["seats"])) for one in paired["tables"]] == [
        *enumerate(swiss.tables, 1)
    ]
    for alone in ("pair 2 by swiss-1:", "pair by swiss-1", "empareja 2 por swiss-1:"):
        assert read(hall, alone)[1] == paired, alone
    by_hand = "pair 2 by hand: 1 ana eva bea fran / 2 caro gala dani hugo"
    assert read(hall, by_hand)[1]["cost"] == 579080
    assert (
        read(hall, "EMPAREJA 2 por mano: 1 ana eva bea fran / 2 caro gala dani hugo")[1]
        == (read(hall, by_hand)[1])
    )
    assert hall.write(*read(hall, by_hand)) is None
    text = "override 2: 1 ana caro bea fran / 2 eva gala dani hugo -- sisters @ Eva"
    assert read(hall, text)[1]["cost"] == 873228


@pytest.mark.parametrize(
    ("line", "found", "column"),
    [
        ("warn ana late @ Eva", "late", 10),
        ("warn ana -- late", "", 18),
        ("result 1 referee: ana 1 36", "1", 8),
        ("result 1.1 memory: ana 1 36", "memory:", 12),
        ("result 1.1 log: ana 5 36", "5", 21),
        ("result 1.1 log: ana 1 x", "x", 23),
        ("pair 2 seed", "", 13),
        ("pair 3 by swiss-1:", "", 20),
        ("pair 2 by hand:", "", 17),
        ("cut ana bea", "", 13),
        ("assert points ana", "ana", 15),
        ("drop", "", 6),
        ("return ana bea", "bea", 12),
    ],
)
def test_a_line_that_cannot_be_read(line: str, found: str, column: int) -> None:
    wrong = read_line(eight().fold, line)
    assert isinstance(wrong, Misread)
    assert (wrong.found, wrong.column) == (found, column)


def test_every_line_has_an_example_that_reads() -> None:
    assert len(list(NOTATION.reference("en"))) == 17
    hall = Hall(8)
    for language in LANGUAGES:
        for line, meaning in NOTATION.reference(language):
            assert meaning
            if "…" not in line:
                assert isinstance(read_line(hall.fold, line), Draft), line


def test_only_what_is_legal_is_offered() -> None:
    hall = Hall(4)
    assert {one.text for one in complete(hall.fold, "", "en")} >= {"enter", "drop", "pair"}
    assert "result" not in {one.text for one in complete(hall.fold, "", "en")}
    assert [one.text for one in complete(hall.fold, "drop ", "en")] == [
        "ana",
        "bea",
        "caro",
        "dani",
    ]
    hall.pair("ABCD")
    assert [one.text for one in complete(hall.fold, "resultado ", "es")] == ["1.1"]
    assert [one.text for one in complete(hall.fold, "noshow 1 b", "en")] == ["bea"]


def test_what_is_due() -> None:
    guide = GAME.need(GUIDANCE)
    hall = Hall(2)
    assert "too few" in guide.guide(hall.state, "en").due
    for letter in "AB":
        hall.drop(letter)
    hall.back("B")
    assert guide.guide(hall.state, "en").due == "Here: 1; not yet: 1."
    hall = Hall(7, rounds=1)
    hall.drop("A")
    assert guide.guide(hall.state, "en").due.startswith("Here: 6; not yet: 1. Next: the pairing")
    hall.back("A")
    assert "7 are in" in guide.guide(hall.state, "en").due
    hall.pair("ABCD EFG")
    hall.drop("A")
    assert guide.guide(hall.state, "en").due == "Still without a result: tables 1, 2."
    assert "Ana (1)" in guide.guide(hall.state, "es").hints[0]
    hall.result(1, "1 2 3 4")
    hall.result(2, "1 2 3")
    assert "cierre de la ronda" in guide.guide(hall.state, "es").due
    hall.close()
    assert guide.guide(hall.state, "en").due == "Next: the end of the tournament."
    hall.end()
    assert "over" in guide.guide(hall.state, "en").due


def test_a_result_typed_by_a_person_is_the_referees() -> None:
    short, whole = (
        NOTATION.read(Line(f"result 2.1 {source}ana 1 36, bea 2 -"), None)
        for source in ("", "referee: ")
    )
    assert short == whole
    assert short[1]["from"] == "referee"
