"""The app: sealed, dealt, sent, proven; and whoever holds it learns colours only."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import click
import pytest
import segno

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.distribution import app
from ragami.games.deal_with_the_devil.rules.judge import JUDGES
from ragami.games.deal_with_the_devil.state import State
from tests.cli.conftest import Ragami
from tests.cli.played import stored
from tests.games.deal_with_the_devil.simulated import events
from tests.games.deal_with_the_devil.table import SEATS
from tests.page.browser import EXAMPLES
from tests.referee.test_commands import at_a_terminal

PLAYERS = [part for c in SEATS for part in ("--player", f"{c}:{c.upper()}")]
MARKS = {"K1": "mortal_1", "K2": "mortal_2", "K3": "cultist", "K4": "devil"}
OPENED = ["game_opened", "committed"]
NOTHING: Any = {"kept": [], "drawn": [None] * 4, "event": None}


@pytest.mark.parametrize("seed", range(400, 406))
def test_the_app_writes_what_the_rules_expect(seed: int) -> None:
    log = list(play(4, seed, {"distribution": "seed", "wishes": seed % 2 == 0}))
    opened = next(data["seed"] for type_, data in log if type_ == "seed_opened")
    s = State()
    done = 0
    for seq, (event, (type_, data)) in enumerate(zip(events(log), log, strict=True), 1):
        if s.opened and type_ in OURS:
            assert app.due(s, opened) == (type_, data)
            done += 1
        JUDGES[type(event)][1](s, event, seq)
        if isinstance(event, ev.OffersSent):
            for colour, role in event.chests.items():
                assert role
                assert app.chest_goes_to(s, opened, role) == colour
        if isinstance(event, ev.CharactersDealt):
            for colour, role in event.roles.items():
                assert role
                assert app.chest_goes_to(s, opened, role) == colour
    assert done == 13


OURS = ("distribution_sealed", "characters_dealt", "offers_sent", "seed_opened")


@pytest.fixture
def evening(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A private game that was opened, on a machine that knows the marks of a box."""
    monkeypatch.setenv("RAGAMI_CHESTS", str(tmp_path / "chests"))
    answers = iter(MARKS)
    monkeypatch.setattr(click, "prompt", lambda *_args, **_more: next(answers))
    assert ragami("chests", "marks").code == 0
    new = ("new", "evening", "--game", "deal-with-the-devil", "--private", *PLAYERS)
    assert ragami(*new).code == 0
    return ragami


def record(ragami: Ragami, type_: str, **data: Any) -> None:
    event = json.dumps({"type": type_, "data": data})
    said = ragami("record", "evening", event)
    assert said.code == 0, said


def to_the_first_pass(ragami: Ragami) -> None:
    assert ragami("chests", "next", "evening").code == 0
    record(ragami, "word_given", player="blue", word="limon")
    assert ragami("chests", "next", "evening").code == 0
    for colour in SEATS:
        record(ragami, "cards_drawn", player=colour, **NOTHING)
    for colour in SEATS:
        record(ragami, "offer_made", player=colour, offer=None)
    assert ragami("chests", "next", "evening").code == 0


def where(ragami: Ragami) -> dict[str, str]:
    """The colour to which each chest goes."""
    said = {mark: ragami("chests", "where", "evening", mark, "--json") for mark in MARKS}
    return {mark: json.loads(one.out)["to"] for mark, one in said.items()}


def test_chests_go_out_and_out_again_as_before(evening: Ragami) -> None:
    to_the_first_pass(evening)
    first = where(evening)
    assert sorted(first.values()) == sorted(SEATS)
    record(evening, "offer_answered", player="red", answer=None)
    assert evening("chests", "back", "evening").code == 0
    assert where(evening) == first
    for colour in SEATS:
        record(evening, "offer_answered", player=colour, answer=None)
    assert evening("chests", "where", "evening", "K1").code == 5
    assert evening("chests", "next", "evening").code == 0
    second = where(evening)
    blind = evening("chests", "where", "evening", "k2", "--json")
    assert json.loads(blind.out)["to"] == second["K2"]
    assert all(first[mark] != second[mark] for mark in MARKS)
    assert evening("chests", "where", "evening", "K9").code == 3
    assert json.loads(evening("verify", "evening", "--json").out)["ok"]


def test_the_app_goes_on_after_an_offer_that_only_it_knows_to_be_wrong(evening: Ragami) -> None:
    """To refuse it, or to stop, would tell who the devil is (R-D-DEAL-03)."""
    assert evening("chests", "next", "evening", "--word", "red:bread").code == 0
    record(evening, "word_given", player="blue", word="limon")
    assert evening("chests", "next", "evening").code == 0
    for colour in SEATS:
        record(evening, "cards_drawn", player=colour, **NOTHING)
    for colour in SEATS:  # one of the four is the devil, who asks for souls alone
        asked = {"goods": {"stone": 1}, "asks": {"coins": 4}}
        record(evening, "offer_made", player=colour, offer=asked)
    said = evening("chests", "next", "evening")
    assert said.code == 0, said
    assert sorted(where(evening).values()) == sorted(SEATS)


def test_a_photo_of_a_chest_is_as_good_as_its_mark(evening: Ragami, tmp_path: Path) -> None:
    to_the_first_pass(evening)
    photo = tmp_path / "chest.png"
    segno.make("K1", micro=False).save(str(photo), kind="png", scale=8, border=4)
    said = evening("chests", "where", "evening", str(photo), "--json")
    assert json.loads(said.out)["to"] == where(evening)["K1"]
    photo.write_bytes(b"no photo")
    refused = evening("chests", "where", "evening", str(photo))
    assert (refused.code, refused.err) == (
        2,
        "This is no picture that can be read. Type the mark instead.\n",
    )
    assert evening("chests", "where", "evening", str(tmp_path / "none.png")).code == 7


def test_who_holds_the_app_learns_no_role(evening: Ragami, tmp_path: Path) -> None:
    to_the_first_pass(evening)
    for viewer in (None, *SEATS, "public", "referee"):
        as_ = ("--as", viewer) if viewer else ()
        state = json.loads(evening("show", "evening", "--json", *as_).out)
        assert {one["role"] for one in state["players"].values()} == {None}
        assert all(not any(one.values()) for one in state["deal"]["chests"])
        for command in (("log",), *(("export", "--to", to) for to in ("jsonl", "json", "html"))):
            name, *rest = command
            out = evening(name, "evening", *rest, *as_).out
            assert '"red":"' not in out.replace('"to":"', "")
            assert not any(f'"{c}":"{role}"' in out for c in SEATS for role in ev.ROLES)
    for file in (tmp_path / "chests").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_who_holds_the_app_sees_who_plays(evening: Ragami) -> None:
    to_the_first_pass(evening)
    told = evening("log", "evening").out
    assert all(seat.upper() in told for seat in SEATS)


def test_the_app_is_for_a_private_game_of_ours(evening: Ragami) -> None:
    assert evening("new", "open", "--game", "deal-with-the-devil", *PLAYERS).code == 0
    assert evening("chests", "next", "open").code == 2
    assert evening("chests", "where", "evening", "K1").code in (3, 5)


def words_of(ragami: Ragami) -> list[tuple[int, str, str]]:
    return [
        (one["seq"], one["data"]["player"], one["data"]["word"])
        for one in stored(ragami, "evening")
        if one["type"] == "word_given"
    ]


def test_the_app_takes_the_word_of_its_keeper_with_the_seal(evening: Ragami) -> None:
    for given in ("bread", "red", "purple:bread", "red:"):
        assert evening("chests", "next", "evening", "--word", given).code == 2
    assert [one["type"] for one in stored(evening, "evening")] == OPENED
    assert evening("chests", "next", "evening", "--word", "Rojo:bread").code == 0
    assert words_of(evening) == [(4, "red", "bread")]
    later = evening("chests", "next", "evening", "--word", "blue:salt")
    assert later.code == 5
    event = json.dumps({"type": "word_given", "data": {"player": "red", "word": "again"}})
    assert evening("record", "evening", event).code == 5
    record(evening, "word_given", player="blue", word="salt")
    assert evening("chests", "next", "evening").code == 0


def test_a_word_that_cannot_be_written_leaves_the_seed_unsealed(evening: Ragami) -> None:
    assert evening("chests", "next", "evening", "--word", f"red:{'x' * 101}").code == 5
    assert [one["type"] for one in stored(evening, "evening")] == OPENED


def test_who_gives_no_word_is_told_what_it_means(evening: Ragami) -> None:
    said = evening("chests", "next", "evening")
    assert said.code == 0
    assert "--word" in said.err
    assert words_of(evening) == []
    assert evening("chests", "next", "evening").code == 0
    codes = [one["code"] for one in evening("verify", "evening", "--json").lines[0]["findings"]]
    assert "seed-without-words" in codes


def test_the_keeper_is_asked_on_a_terminal(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGAMI_CHESTS", str(tmp_path / "chests"))
    new = ("new", "evening", "--game", "deal-with-the-devil", "--private", *PLAYERS)
    assert ragami(*new).code == 0
    asked = ["chests", "next", "evening"]
    code, shown = at_a_terminal(asked, "blue salt\n")
    assert code == 0, shown
    assert "who keeps this device" in shown
    assert words_of(ragami) == [(4, "blue", "salt")]


def test_one_line_of_the_command_line_is_for_all_who_are_due(evening: Ragami) -> None:
    assert evening("chests", "next", "evening").code == 0
    assert "'app next'" in evening("legal", "evening").out
    assert evening("chests", "next", "evening").code == 0
    assert "Type, for example: all draw ?" in evening("legal", "evening").out
    assert evening("record", "evening", "all draw ?").code == 0
    assert json.loads(evening("show", "evening", "--json").out)["step"] == "last"


def test_what_the_phones_do_is_said_step_by_step(ragami: Ragami) -> None:
    """That they deal is said before they have dealt, and not at every pass and at the end."""
    lines = (EXAMPLES / "deal-with-the-devil/walled.jsonl").read_bytes().splitlines(keepends=True)
    said = {}
    for type_ in OURS:
        before = next(n for n, line in enumerate(lines) if f'"{type_}"'.encode() in line)
        out = ragami("legal", "-", stdin=b"".join(lines[:before])).out
        said[type_] = out.splitlines()[1]
    serve = "The phones of all deal: 'ragami serve' shows the code that they scan."
    assert [said[type_] for type_ in OURS] == [
        serve,
        serve,
        "On one of the phones: Send the chests round.",
        "On one of the phones: Open the seed.",
    ]
