"""Who can have chosen the key of a distribution: what verify says of words, seals and deals."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.games.deal_with_the_devil.distribution.dealing import digest
from ragami.language import LANGUAGES
from ragami.server.drafting import consequences
from ragami.table.drafts import Stamp
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.logs import error_of, log_of, replayed
from tests.games.deal_with_the_devil.simulated import Log, game
from tests.games.deal_with_the_devil.table import NOBODY, SEED, opening

Event = tuple[str, Any]
TOO_MUCH = {"goods": {}, "asks": {"coins": 9}}
OTHER_SEED = "01" * 32
ABOUT_THE_KEY = {"seed-without-words", "word-taken-back", "dealt-again"}


def opened(**options: Any) -> Event:
    return "game_opened", opening(**options)


def seal(seed: str = SEED) -> Event:
    return "distribution_sealed", {"digest": digest(seed)}


def word(said: str, player: str = "red") -> Event:
    return "word_given", {"player": player, "word": said}


def wishes(player: str = "red") -> Event:
    return "wishes_given", {"player": player, "wishes": None}


def undo(to: int) -> Event:
    return "undone", {"to": to, "reason": None}


def corrected(seq: int, event: Event | None) -> Event:
    type_, data = event or (None, None)
    said = {"seq": seq, "type": type_, "v": 1 if event else None, "data": data}
    return "corrected", said | {"reason": "it was wrong", "authority": "the table"}


DEAL: Event = ("characters_dealt", {"roles": NOBODY})


def about_the_key(*log: Event) -> list[tuple[str, int | None, str]]:
    replay = replayed(log)
    assert replay.error is None
    told = [one for one in replay.findings() if one.code in ABOUT_THE_KEY]
    assert all(one.rule == "R-D-DIST-09" for one in told)
    for one in told:
        assert one.severity == ("warning" if one.code == "dealt-again" else "notice")
        for language in LANGUAGES:
            assert one.code not in replay.game.words.say(one, language)
    return [(one.code, one.seq, one.facts.get("changed", "")) for one in told]


def test_R_D_DIST_09_a_deal_without_words_is_a_notice() -> None:
    assert about_the_key(opened(), seal(), DEAL) == [("seed-without-words", 3, "")]
    assert about_the_key(opened(), seal(), word("pan"), DEAL) == []
    assert about_the_key(opened(), seal()) == []
    assert about_the_key(opened(distribution="recorded"), DEAL) == []


AGAIN: dict[str, tuple[list[Event], str]] = {
    "another word": ([undo(2), word("sal"), DEAL], "key-words"),
    "one word more": ([undo(3), word("sal", "blue"), DEAL], "key-words"),
    "no word": ([undo(2), DEAL], "key-words"),
    "a word that was corrected": ([undo(3), corrected(3, word("sal")), DEAL], "key-words"),
    "a deal struck out by a correction": (
        [corrected(4, None), word("sal", "blue"), DEAL],
        "key-words",
    ),
    "a word corrected while the deal stood": (
        [corrected(3, word("sal")), undo(3), DEAL],
        "key-words",
    ),
    "another seed": ([undo(1), seal(OTHER_SEED), word("pan"), DEAL], "key-seed"),
}


@pytest.mark.parametrize("name", AGAIN)
def test_R_D_DIST_09_a_second_deal_from_another_key_is_a_warning(name: str) -> None:
    rest, changed = AGAIN[name]
    log = [opened(), seal(), word("pan"), DEAL, *rest]
    told = about_the_key(*log)
    assert ("dealt-again", len(log), changed) in told
    assert [code for code, _, _ in told].count("dealt-again") == 1
    assert ("word-taken-back", 3, "") not in told  # it was in the key of the deal after it


def test_R_D_DIST_09_wishes_given_once_more_are_another_key() -> None:
    log = [opened(wishes=True), seal(), word("pan"), wishes(), DEAL]
    told = about_the_key(*log, undo(3), wishes(), DEAL)
    assert told == [("dealt-again", 8, "key-wishes")]


def test_R_D_DIST_09_the_same_deal_once_more_is_nothing() -> None:
    log = [opened(), seal(), word("pan"), DEAL]
    assert about_the_key(*log, undo(3), DEAL) == []
    assert about_the_key(*log, undo(2), word("pan"), DEAL) == []
    assert about_the_key(*log, undo(3), ("redone", {})) == []


def test_R_D_DIST_09_a_word_that_was_taken_back_before_the_deal_is_a_notice() -> None:
    begun = [opened(), seal(), word("pan")]
    assert about_the_key(*begun, undo(2), word("sal"), DEAL) == [("word-taken-back", 3, "")]
    assert about_the_key(*begun, corrected(3, word("sal")), DEAL) == [("word-taken-back", 3, "")]
    assert about_the_key(*begun, undo(2), word("pan"), DEAL) == []
    # to another seal the same word is another one
    said = about_the_key(*begun, undo(1), seal(OTHER_SEED), word("pan"), DEAL)
    assert said == [("word-taken-back", 3, "")]


def of_bots() -> Log:
    """A game whose chests were dealt by hand, in which the first offer asks for what none may."""
    log = game(12, hands="walled", distribution="recorded")
    first = next(n for n, (type_, _) in enumerate(log) if type_ == "offer_made")
    return [*log[:first], ("offer_made", log[first][1] | {"offer": TOO_MUCH}), *log[first + 1 :]]


def test_R_D_DIST_08_what_was_never_judged_is_compared_with_nothing() -> None:
    """Behind an illegal record no round goes on, and a ruling strikes out what stands there."""
    log = of_bots()
    wrong = error_of(replayed(log))
    assert wrong is not None
    assert wrong.seq and wrong.rule
    ruled = ("ruled", {"rule": wrong.rule, "reason": "agreed", "authority": "the table"})
    told = replayed([*log, undo(wrong.seq - 1), ruled, *log[wrong.seq - 1 :]])
    assert error_of(told) is None
    assert [one for one in told.findings() if one.severity == "warning"] == []


def test_R_D_DIST_08_what_was_judged_later_is_compared() -> None:
    """The offer is corrected first; then a pass is done again, and goes another way."""
    log = of_bots()
    wrong = error_of(replayed(log))
    assert wrong is not None
    assert wrong.seq
    nothing = log[wrong.seq - 1][1] | {"offer": {"goods": {}, "asks": {}}}
    sent = next(n for n, (type_, _) in enumerate(log, 1) if type_ == "offers_sent")
    chests = {**log[sent - 1][1]["chests"]}
    mended = [*log, corrected(wrong.seq, ("offer_made", nothing)), undo(sent - 1)]
    assert error_of(replayed(mended)) is None
    one, other = ("mortal_1", "mortal_2")
    swapped = {one: other, other: one}
    again = {colour: swapped.get(chest, chest) for colour, chest in chests.items()}
    told = replayed([*mended, ("offers_sent", {"pass": 1, "chests": again})]).findings()
    facts = {"before": sent, "round": 1, "pass": 1}
    assert [one.facts for one in told if one.code == "chance-repeated-differently"] == [facts]


def test_what_a_correction_would_warn_of_is_said_before(ragami: Ragami, tmp_path: Path) -> None:
    log = game(12, hands="walled", distribution="recorded")
    sent = next(n for n, (type_, _) in enumerate(log, 1) if type_ == "offers_sent")
    again = [*log[:sent], undo(sent - 1), log[sent - 1]]
    file = tmp_path / "again.jsonl"
    file.write_bytes(log_of(again))
    pass_, chests = log[sent - 1][1]["pass"], dict(log[sent - 1][1]["chests"])
    swapped = {"mortal_1": "mortal_2", "mortal_2": "mortal_1"}
    other = {colour: swapped.get(chest, chest) for colour, chest in chests.items()}
    line = json.dumps({"type": "offers_sent", "data": {"pass": pass_, "chests": other}})
    command = ("correct", str(file), str(len(again)), line, "--reason", "it was so")
    said = ragami("whatif", *command)
    assert said.code == 0
    assert "pass 1 of round 1 went another way than in record" in said.out
    would = ragami("whatif", *command, "--json").lines[0]
    assert [one["code"] for one in would["findings"]] == ["chance-repeated-differently"]
    body = {"seq": len(again), "event": json.loads(line), "reason": "so", "authority": "Eva"}
    lines = log_of(again).splitlines()
    told = consequences(
        "t",
        lines,
        "corrections",
        json.dumps(body).encode(),
        Stamp("2026-01-01T00:00:00Z", "x"),
        "en",
    )
    assert isinstance(told, bytes)
    at_the_desk = json.loads(told)
    assert at_the_desk["blast"]["findings"][0]["code"] == "chance-repeated-differently"
    assert any("went another way" in one for one in at_the_desk["text"])
