"""Whole sheets: several games in a file, every error of it, and bytes of any kind."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.sheet import Misread, complete, logs_in, read_line
from ragami.sheet.files import is_sheet, read_sheet
from ragami.table.recording import Draft
from tests.companion.conftest import HEADS, SETUP
from tests.fuzz.mutations import ON_BYTES
from tests.scale import often
from tests.sheet.test_lines import CODEC, FIRST_TURN, LOG, after
from tests.sheet.test_round_trip import game
from tests.trials.sheet import text_of


@cache
def sheets() -> list[bytes]:
    return [
        text_of(game(1, hidden=True, log_records=True), "en", stamps=True),
        text_of(game(2, log_records=True), "es", stamps=False, check=True),
        text_of(game(3), "en", stamps=False),
    ]


def misread_in(text: bytes) -> list[Misread]:
    found = logs_in(text)
    wrong = [each for each in found if isinstance(each, Misread)]
    assert len(wrong) == len(found)
    return wrong


def test_every_record_knows_its_line() -> None:
    text = b"# a comment\n\n" + sheets()[2].replace(b"\nseed demons", b"\n\n# now\nseed demons")
    (found,) = read_sheet(text)
    lines = text.splitlines()
    assert found.lines[0] == 3
    assert len(found.lines) == found.log.count(b"\n")
    assert all(lines[number - 1].strip() for number in found.lines)
    assert lines[found.lines[-1] - 1] == sheets()[2].splitlines()[-1]


def test_windows_may_have_had_it() -> None:
    (plain,), (found,) = (
        read_sheet(sheets()[2]),
        read_sheet(b"\xef\xbb\xbf" + sheets()[2].replace(b"\n", b"\r\n")),
    )
    assert found.log == plain.log


def test_all_errors_are_listed_and_the_good_part_is_kept() -> None:
    lines = sheets()[2].decode().splitlines()
    whole = read_sheet(sheets()[2])[0].log.splitlines()
    at = [30, 40, 90]
    lines[30] = "Y muve 14"
    lines[40] = lines[40] + " zz"
    lines[90] = "\udcff"
    text = "\n".join(lines).encode(errors="surrogateescape")
    wrong = misread_in(text)
    assert [each.line for each in wrong] == [each + 1 for each in at]
    assert wrong[1].found == "zz"
    assert wrong[1].nearest == ""  # nobody knows what 'zz' says
    (found,) = read_sheet(text)
    good = found.log.splitlines()
    assert good == whole[: len(good)]
    assert found.lines[-1] == 30


@pytest.mark.parametrize(
    ("good", "slip", "nearest"),
    [
        ("Y set saint 21", "Y sett saint 21", "Y set saint 21"),
        (
            "P dice 2 5 4 = saint:4 draw:5 conflict:2",
            "P dice 2 5 4 saint:4 draw:5 conflict:2",
            "P dice 2 5 4 = saint:4 draw:5 conflict:2",
        ),
        ("G draw -1 -2 +?", "G draw -1 -22 +?", ""),  # another card than was typed
        ("Y end", "Y fni", "Y fin"),
        ("Y first", "Y frist", "Y first"),
    ],
)
def test_the_nearest_line_of_the_first_wrong_one_is_legal_there(
    good: str, slip: str, nearest: str
) -> None:
    """Whose turn it is, what stands and what was drawn decide it, and not an example."""
    whole = HEADS + SETUP + "Y move 14 d:draw\nY end\nG draw -1 -2 +?\n"
    [wrong] = misread_in(whole.replace(good, slip, 1).encode())
    assert wrong.nearest == nearest


def test_a_missing_line_does_not_make_the_others_wrong() -> None:
    """What later lines leave out cannot be known after an error, and is no error of theirs."""
    lines = sheets()[2].decode().splitlines()
    first = next(n for n, line in enumerate(lines) if line.endswith(" end"))
    short = [line.partition(" ")[2] if line.endswith(" end") else line for line in lines]
    short[first - 1] = "nonsense here"
    assert [each.line for each in misread_in("\n".join(short).encode())] == [first]


def test_wrong_heads_are_all_told() -> None:
    text = b"game: ragami 2\ntitle: x\nplayers: Y Ana\noptions: power_die=perhaps\nY first\nfoo\n"
    assert [each.line for each in misread_in(text)] == [1, 6]
    text = text.replace(b"ragami 2", b"ragami")
    assert [each.line for each in misread_in(text)] == [3, 4, 6]
    assert [each.line for each in misread_in(b"Y pass\n")] == [1]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("ragami", "Y Ana, G Rui"),
        ("dice-forge", "O Max, B Iris"),
        ("deal-with-the-devil", "R Ada, B Berta, G Cleo, Y Dora"),
    ],
)
def test_record_1_is_written_in_its_order_however_the_heads_stand(name: str, players: str) -> None:
    """Its bytes are hashed and signed."""
    sheet = f"game: {name}\noptions:\nplayers: {players}\ntitle: Friday\n".encode()
    data = json.loads(read_sheet(sheet)[0].log)["data"]
    assert [*data] == [*next(iter(game_named(name).events.values())).struct.__struct_fields__]


def test_event_table_and_date_may_stand_among_the_heads() -> None:
    among = b"game: Ragami\nevent: Open\nplayers: Y Ana, G Rui\ndate: today\nneutral: P\nfirst\n"
    after_them = (
        b"game: ragami\nplayers: Y Ana, G Rui\nneutral: P\nevent: Open\ndate: today\nfirst\n"
    )
    assert [each.line for each in misread_in(among)] == [6]
    found, other = (read_sheet(text.replace(b"first\n", b""))[0] for text in (among, after_them))
    assert found.log == other.log
    assert found.lines == (1, 2, 4)


def test_a_head_is_read_without_its_accent() -> None:
    """Sheets of 0.2 have `titulo:`."""
    for title in ("titulo", "título"):
        text = f"juego: ragami\n{title}: Martes\njugadores: P Ana, B Rui\nneutral: G\n"
        [game] = logs_in(text.encode())
        assert not isinstance(game, Misread)
        assert (game.title, game.misread) == ("Martes", ())


def test_what_is_wrong_is_told_in_the_language_of_the_sheet() -> None:
    for opens, players, near in (
        (b"game", b"players", "seed "),
        (b"juego", b"jugadores", "siembra "),
    ):
        text = opens + b": ragami\n" + players + b": P Ana, B Rui\nneutral: G\nP movve 14 d:draw\n"
        (wrong,) = misread_in(text)
        assert wrong.nearest == ""  # nobody may move before the board is set up
        assert wrong.example.startswith(near)


def test_a_sheet_is_told_from_a_log() -> None:
    assert is_sheet(sheets()[0])
    assert is_sheet(b"\n# hello\n  JUEGO: ragami")
    assert not is_sheet(game(1))
    assert not is_sheet(b"")
    assert not is_sheet(b"\x00\xff")


# --- whatever comes ------------------------------------------------------------------------

TURN = after(LOG, FIRST_TURN)
BEFORE = json.dumps(game_named("ragami").view(TURN.state, TURN.seq))
SAID = r"""
    Y G B P N Z A V ? - + = > : # @ * " \ { } 0 1 9 14 31 -1 x5 -4 +? c3 v2 k13 4:3 19>29 B>29
    move saint demon draw resolve play set seed roll out pass end step dice assert reveal from
    undo to correct strike rule seal record bytes note: game: players: d:draw c:9 c:9:draw:- Q5
    vp Y:6 saint:3 @2026-01-01T00:00:00Z @- *7K "a" {"type":"passed","data":{}}
    99999999999999999
"""
WORDS = st.sampled_from(SAID.split())
LINES = st.one_of(st.text(), st.lists(WORDS, max_size=9).map(" ".join))


@settings(max_examples=often(6, 1000))
@given(LINES)
def test_no_line_raises_or_changes_anything(text: str) -> None:
    for replay in (TURN, Replay(game_named("ragami"), CODEC)):
        seq = replay.seq
        found = read_line(replay, text)
        assert found is None or isinstance(found, Draft | Misread)
        if isinstance(found, Misread):
            assert found.say("en")
            assert found.say("es")
            assert found.column >= 1
        for way in complete(replay, text, "es"):
            assert way.text
        assert replay.seq == seq
    assert json.dumps(game_named("ragami").view(TURN.state, TURN.seq)) == BEFORE


@settings(max_examples=often(10, 500))
@given(st.binary(max_size=300))
def test_no_bytes_raise(text: bytes) -> None:
    read_sheet(text)
    read_sheet(b"game: ragami\nplayers: Y a, G b\n" + text)


def test_changed_sheets_are_read_or_refused() -> None:
    rng = Random(2026)
    codec = game_named("ragami").codec
    refused = 0
    times = often(8, 60)
    for _ in range(times):
        lines = rng.choice(sheets()).splitlines(keepends=True)
        text = b"".join(lines[: rng.choice((8, 20, 60))])
        for _change in range(rng.choice((1, 2, 3))):
            text = rng.choice(ON_BYTES)(text, rng)
        for found in read_sheet(text):
            refused += bool(found.misread)
            codec.read_log(found.log)
            assert found.log.count(b"\n") == len(found.lines)
    assert refused > times / 3
