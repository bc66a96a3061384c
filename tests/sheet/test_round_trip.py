"""Events to a sheet and back: nothing is lost, whatever a log holds."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.games.ragami.forms import FORMS
from ragami.language import LANGUAGES, Language
from tests.samples.samples import Sample, samples
from tests.scale import SEED, often, seeds
from tests.simulate.clerk import records
from tests.trials.sheet import comes_back, log_in, text_of

BOTH = pytest.mark.parametrize("language", LANGUAGES)
# Those of Deal with the Devil are folded for seconds: `tests/games/test_conformance.py` has one.
GAMES = [game for game in SHIPPED if game != "deal-with-the-devil"]
SAMPLES = [
    *samples("linked", "tournament"),
    *chain.from_iterable(samples("legal", game) for game in GAMES),
    *[*chain.from_iterable(samples("illegal", game) for game in GAMES)][:: often(4, 1)],
]


def game(seed: int, *, hidden: bool = False, log_records: bool = False) -> bytes:
    lines = records(2 + seed % 3, seed, hidden=hidden, log_records=log_records)
    return b"".join(line + b"\n" for line in lines)


def without_stamps(log: bytes) -> list[Any]:
    return [json.loads(line) | {"at": None, "by": None} for line in log.splitlines()]


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_simulated_games_come_back_byte_for_byte(seed: int) -> None:
    size, as_json, lost = comes_back(seed)
    assert size > 100
    assert not as_json
    assert not lost


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.game}-{sample.name}")
def test_samples_come_back_byte_for_byte(sample: Sample) -> None:
    """In the suite every other one in Spanish."""
    odd = SAMPLES.index(sample) % 2
    for language in LANGUAGES if SEED else LANGUAGES[odd : odd + 1]:
        assert log_in(text_of(sample.log, language, stamps=True)) == sample.log


@BOTH
def test_without_stamps_the_records_are_the_same_but_for_at_and_by(language: Language) -> None:
    log = game(1, hidden=True, log_records=True)
    again = log_in(text_of(log, language, stamps=False))
    assert again is not None
    assert without_stamps(again) == without_stamps(log)
    assert {(line["at"], line["by"]) for line in map(json.loads, again.splitlines())} == {
        (None, None)
    }


def test_what_is_typed_otherwise_is_written_one_way_and_stays() -> None:
    loose = (
        b'# Wednesday\nGAME: ragami\nplayers: g Rui b "Ana"\nneutral:  purple\n\n'
        b"seed conf 6:2 21:2 20:1 18:4 10:1 7:6 # as they fell\nsiembra demonios 9 26 24 15\n"
        b"seed saints amarillo>28 P>8\nblue first\n  AZUL   inicial -13 -1 +10\n"
        b"g start \xe2\x88\x923 -7 +?\nset saint 12\nset virt q4\n"
    )
    log = log_in(loose)
    assert log is not None
    once = text_of(log, "en", stamps=False)
    assert once.decode().splitlines() == [
        "game: ragami 1",
        "players: G Rui, B Ana",
        "board: city-1",
        "deck: deck-1",
        "dice: dice-1",
        "neutral: P",
        "seed conflicts 6:2 21:2 20:1 18:4 10:1 7:6",
        "seed demons 9 26 24 15",
        "seed saints Y>28 P>8",
        "B first",
        "B start -13 -1 +10",
        "G start -3 -7 +?",
        "B set saint 12",
        "B set virtue Q4",
    ]
    again = log_in(once)
    assert again == log


def test_every_event_of_the_game_has_a_form() -> None:
    types = set(game_named("ragami").codec.types)
    assert {row.form.type for row in FORMS.rows} >= types & {
        each for each in types if each.endswith(("_set", "_moved", "_drawn", "_seeded", "_kept"))
    }
    game_types = {row.form.type for row in FORMS.rows} - {"asserted", "revealed"}
    assert game_types == set(game_named("ragami").events) - {"game_opened"}


# --- what no program of ours wrote ---------------------------------------------------------

OPENED = game(3).splitlines()[0]
ODD = {
    "unknown type": b'{"seq":2,"type":"sung","v":1,"at":null,"by":null,"data":{"song":"fado"}}',
    "unknown version": b'{"seq":2,"type":"passed","v":9,"at":null,"by":"x","data":{}}',
    "blanks": b'{"seq": 2, "type": "noted", "v": 1, "at": null, "by": null, "data": {"text": "a"}}',
    "another order": b'{"type":"noted","seq":2,"v":1,"by":null,"at":null,"data":{"text":"a"}}',
    "escapes": b'{"seq":2,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"\\u00e9"}}',
    "fraction": b'{"seq":2,"type":"noted","v":1,"at":"2026-01-01T00:00:00.5Z","by":null,"data":'
    b'{"text":"a"}}',
    "wrong number": b'{"seq":7,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"a"}}',
    "missing field": b'{"seq":2,"type":"passed","v":1,"at":null,"by":null,"data":{}}',
    "no JSON": b"hello",
    "nothing": b"",
    "half of it": b'{"seq":2,"type":"passed"',
    "no UTF-8": b'{"seq":2,\xff\xfe}',
    "a tab": b'{"seq":2,\t"type":"x","v":1,"at":null,"by":null,"data":{}}',
    "a return": b'{"seq":2,"type":"x","v":1,"at":null,"by":null,"data":{}}\r',
    "second opening": OPENED.replace(b'"seq":1', b'"seq":2'),
    "strange board": b'{"seq":2,"type":"ragami_set","v":1,"at":null,"by":null,"data":{"ragami":'
    b'"neutral","block":"12 \\"#@*>"}}',
    "stranger": b'{"seq":2,"type":"passed","v":1,"at":null,"by":"","data":{"player":"purple"}}',
}


@BOTH
@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_odd_records_come_back_byte_for_byte(line: bytes, language: Language) -> None:
    log = OPENED + b"\n" + line + b"\n"
    for check in (False, True):
        assert log_in(text_of(log, language, stamps=True, check=check)) == log
    first_not_opening = line + b"\n"
    if line:
        assert log_in(text_of(first_not_opening, language, stamps=True)) == first_not_opening


TEXTS = (
    "",
    " ",
    "a",
    "a # b",
    "a  b",
    '"quoted"',
    "tail @2026-01-01T00:00:00Z ana",
    "ends in *7K",
    "a\nb\t\u2028\x85\x00\x7f",
    "\\",
    "event: Open",
    "table:  5",
    "date: ",
    "“smart” – dash → arrow",
    "ñandú 🎲",
    "\ufeff",
    "note: note",
    "{",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("stamps", [True, False])
def test_any_text_is_kept(text: str, stamps: bool) -> None:
    data = json.dumps(text, ensure_ascii=False)
    opened = json.loads(OPENED)
    opened["data"]["title"] = text
    opened["data"]["players"][0]["name"] = text
    made = [json.dumps(opened, ensure_ascii=False, separators=(",", ":")).encode()]
    for seq, (type_, body) in enumerate(
        (
            ("noted", f'{{"text":{data}}}'),
            ("undone", f'{{"to":1,"reason":{data}}}'),
            ("ruled", f'{{"rule":{data},"reason":{data},"authority":{data}}}'),
            ("corrected", f'{{"seq":1,"type":null,"v":null,"data":null,"reason":{data},'
             f'"authority":{data}}}'),
            ("sealed", f'{{"size":1,"root":{data},"note":{data}}}'),
        ),
        2,
    ):  # fmt: skip
        by = data if stamps else "null"
        made.append(
            f'{{"seq":{seq},"type":"{type_}","v":1,"at":null,"by":{by},"data":{body}}}'.encode()
        )
    log = b"".join(line + b"\n" for line in made)
    again = log_in(text_of(log, "en", stamps=stamps))
    assert again is not None
    assert without_stamps(again) == without_stamps(log)
