"""What is kept apart when a private game is written, record by record; the rules have no part."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.game import game_named
from ragami.games.deal_with_the_devil.bot import play
from ragami.log.unredacted import split_joined, stored_line
from ragami.privacy.checking import check_bound
from ragami.privacy.names import Name, cleared
from ragami.privacy.redacting import Contradiction, keep_apart
from ragami.privacy.secrets import is_private, join_secrets, secrets_in
from tests.cli.played import lines as sample
from tests.sheet.every_record import line_of

GAME = game_named("ragami")
WHY = {"reason": None, "authority": None}


class Keeper:
    """A private game, as its keeper has it."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.write("game_opened", json.loads(sample()[0])["data"])

    def write(self, type_: str, data: Any, by: str | None = "ana") -> list[dict[str, Any]]:
        """Add a record; gives what is stored of it, and of what comes with it."""
        line = line_of(len(self.lines) + 1, type_, data, by)
        made = keep_apart(self.lines, [line], GAME)
        self.lines += made
        return [json.loads(stored_line(one)) for one in made]

    def keep(self, card: int | None) -> list[dict[str, Any]]:
        data = {"player": "green", "discarded": [1, 2], "kept": card}
        return self.write("starting_card_kept", data)

    def correct(self, seq: int, card: int) -> list[dict[str, Any]]:
        data = {"player": "green", "discarded": [1, 2], "kept": card}
        change = {"seq": seq, "type": "starting_card_kept", "v": 1, "data": data, **WHY}
        return self.write("corrected", change)

    def show(self, seq: int, card: int) -> list[dict[str, Any]]:
        return self.write("revealed", {"player": "green", "seq": seq, "card": card})


def test_only_record_2_says_what_the_hashes_bind() -> None:
    game = Keeper()
    second = json.loads(stored_line(game.lines[1]))
    assert (second["type"], second["data"]["leaves"]) == ("committed", 2)
    _kept, committed = game.keep(7)
    assert committed["type"] == "committed"
    assert "leaves" not in committed["data"]


def test_a_game_is_private_by_what_record_2_is_and_not_by_how_it_is_spelled() -> None:
    lines = [stored_line(line) for line in Keeper().lines]
    assert is_private(lines)
    spelled = json.dumps(json.loads(lines[1])).encode()
    assert b'"type":"committed"' not in spelled
    assert is_private([lines[0], spelled])
    assert not is_private(lines[:1])
    text = line_of(2, "noted", {"text": '"type":"committed"'})
    assert not is_private([lines[0], text])


def test_a_card_that_nobody_knows_is_not_committed_to() -> None:
    game = Keeper()
    (kept,) = game.keep(None)
    assert kept["data"]["kept"] is None
    assert split_joined(game.lines[-1]) is None


@pytest.mark.parametrize("name", ["Zo\u00eb Quux", "Zoe\u0308 Quux"])
def test_a_name_is_found_however_its_letters_are_composed(name: str) -> None:
    for text in ("Zo\u00eb Quux", "Zoe\u0308 QUUX", "zo\u00cb  quux"):
        assert Name(name).is_all_of(text)
        assert Name(name).taken_from(f"to {text}!") == "to –!"
    assert not Name(name).is_in("Zoe Quux")


def test_what_is_left_out_is_joined_again() -> None:
    game = Keeper()
    game.keep(7)
    again = join_secrets([stored_line(line) for line in game.lines], secrets_in(game.lines))
    assert again == game.lines
    assert [one.value for one in secrets_in(game.lines) if one.place == "kept"] == ["7"]


def test_a_card_is_opened_once() -> None:
    game = Keeper()
    seq = game.keep(7)[0]["seq"]
    _shown, opened = game.show(seq, 7)
    assert (opened["data"]["seq"], opened["data"]["place"], opened["data"]["value"]) == (
        seq,
        "kept",
        7,
    )
    (again,) = game.show(seq, 7)
    assert again["type"] == "revealed"


def test_what_a_correction_put_there_can_be_shown_and_nothing_else() -> None:
    game = Keeper()
    first, second = game.keep(7)[0]["seq"], game.keep(8)[0]["seq"]
    correction = game.correct(first, 9)[0]["seq"]
    before = list(game.lines)
    for card in (8, 5):
        with pytest.raises(Contradiction) as caught:
            game.show(first, card)
        facts = caught.value.finding.facts
        assert (facts["problem"], facts["record"], facts["shown"]) == ("other-card", first, card)
        assert caught.value.finding.seq == len(before) + 1
    with pytest.raises(Contradiction):
        game.show(second, 9)
    assert game.lines == before
    _shown, opened = game.show(first, 9)
    assert (opened["data"]["seq"], opened["data"]["place"]) == (correction, "data.kept")
    assert [one["type"] for one in game.show(second, 8)] == ["revealed", "opened"]


def test_where_a_reveal_names_a_place_only_what_is_there_is_opened() -> None:
    devil = game_named("deal-with-the-devil")
    played = list(play(4, 5, {"hands": "open_hands"}))
    data = next(data for type_, data in played if type_ == "cards_drawn")
    lines = keep_apart([], [line_of(1, *played[0])], devil)
    seq = len(lines) + 1
    lines += keep_apart(lines, [line_of(seq, "cards_drawn", data)], devil)
    assert data["drawn"][0] != data["drawn"][1]
    for place, fits in ((0, False), (1, True)):
        told = {"player": data["player"], "seq": seq, "place": f"drawn[{place}]"}
        shown = line_of(len(lines) + 1, "revealed", told | {"value": data["drawn"][1]})
        if fits:
            opened = json.loads(keep_apart(lines, [shown], devil)[1])
            assert opened["type"] == "opened"
            assert opened["data"].items() >= {"seq": seq, "place": "drawn[1]"}.items()
        else:
            with pytest.raises(Contradiction):
                keep_apart(lines, [shown], devil)


def test_a_card_is_held_against_what_the_record_and_its_correction_leave_out() -> None:
    game = Keeper()
    seq = game.keep(7)[0]["seq"]
    game.correct(seq, 9)
    game.show(seq, 9)
    assert check_bound(game.lines) == []
    told = {"player": "green", "seq": seq, "card": 5}
    (finding,) = check_bound([*game.lines, line_of(len(game.lines) + 1, "revealed", told)])
    assert finding.facts == {"problem": "other-card", "record": seq, "shown": 5}


def test_who_is_no_player_signs_with_the_own_name() -> None:
    game = Keeper()
    names = [one["name"] for one in json.loads(sample()[0])["data"]["players"]]
    seats = [one["colour"] for one in json.loads(sample()[0])["data"]["players"]]
    for name, seat in zip(names, seats, strict=True):
        assert [one["by"] for one in game.write("noted", {"text": "x"}, name.upper())] == [seat]
    assert [one["by"] for one in game.write("noted", {"text": "x"}, "the referee")] == [
        "the referee"
    ]
    assert [one["by"] for one in game.write("noted", {"text": "x"}, None)] == [None]


WORDS = {
    "undone": {"to": 2, "reason": "Ana said so"},
    "corrected": {"seq": 2, "type": None, "v": None, "data": None, "reason": "for Ana",
                  "authority": "Ana"},
    "ruled": {"rule": "R-TURN-11", "reason": "Ana's", "authority": "the referee, Ana"},
    "noted": {"text": "Ana was late"},
    "dice_named": {"kind": "Ana's", "names": ["red", "of Ana"]},
    "penalized": {"player": "green", "offence": "late", "level": "warning", "points": 0,
                  "minutes": None, "rule": None, "reason": "Ana", "authority": "ANA"},
    "sung_in_a_later_version": {"song": ["by Ana"]},
}  # fmt: skip


@pytest.mark.parametrize("type_", WORDS)
def test_a_name_is_taken_out_of_everything_that_people_write(type_: str) -> None:
    line = line_of(5, type_, WORDS[type_], "Ana")
    now, left = cleared(line, Name("ana"), GAME)
    assert now is not None and left == ()
    assert b"ana" not in now.lower()
    reads = json.loads(now)
    assert (reads["type"], reads["by"], reads["data"]["type"]) == ("withheld", None, type_)
    assert cleared(line, Name("Bea"), GAME) == (None, ())


def test_a_name_may_be_in_what_is_no_text() -> None:
    assert not Name("Ana").may_be_in(b"\xff")
    assert Name("Ana").may_be_in(b"\xff ana")
    assert cleared(b'["Ana"]', Name("Ana"), GAME) == (None, ("?",))
    assert cleared(b'["Bea", "\\u0041n"]', Name("Ana"), GAME) == (None, ())


def test_a_name_that_is_the_key_of_an_object_takes_nothing_with_it() -> None:
    line = line_of(5, "sung_in_a_later_version", {"songs": {"Ana": 3}, "Ana": 4, "by": "Ana"})
    now, left = cleared(line, Name("Ana"), GAME)
    assert now is not None
    assert json.loads(now)["data"]["data"] == {
        "songs": {"Ana": 3},
        "Ana": 4,
        "by": "–",
    }
    assert left != ()
