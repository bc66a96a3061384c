"""A log told record by record: what happened, what became of it, and who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.games.ragami.words import WORDS
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES
from ragami.narration import Line, Narration, tell_log
from tests.fuzz.mutations import mutated_logs
from tests.rules.logs import Log, setup
from tests.samples.samples import Sample, samples
from tests.scale import seeds
from tests.words.kit import LONGEST, well_said
from tests.words.tellers import lines_of
from tests.words.transcript import KEPT, transcript

LEGAL = samples("legal")


def in_turns() -> Log:
    """A setup and two turns: yellow moves from Q1 to 2, green to Q2."""
    log = Log(setup())
    log.add("ragami_moved", player="yellow", ragami="yellow", to=2)
    log.add("turn_ended", player="yellow")
    log.add("ragami_moved", player="green", ragami="green", to="Q2")
    return log


def told(log: Log, viewer: str | None = None) -> list[Line]:
    return lines_of(b"".join(line + b"\n" for line in log.lines), "en", viewer)


# --- all of it -----------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [*LEGAL, *samples("illegal")], ids=lambda each: each.name)
def test_every_record_has_its_line(sample: Sample) -> None:
    records = [msgspec.json.decode(line) for line in sample.log.splitlines()]
    english, spanish = (lines_of(sample.log, language) for language in LANGUAGES)
    assert [line.seq for line in english] == [record["seq"] for record in records]
    assert [line.type for line in english] == [record["type"] for record in records]
    for record, one, other in zip(records, english, spanish, strict=True):
        assert one.by == (record["by"] if one.kind != "malformed" else None)
        well_said(one.text)
        well_said(other.text)
        if not one.text.startswith("Note"):
            assert one.text != other.text
        assert msgspec.structs.replace(one, text="", was=None) == msgspec.structs.replace(
            other, text="", was=None
        )


def test_lines_that_are_asked_for_after_each_record_are_those_of_the_log_so_far() -> None:
    game, log = game_named("ragami"), transcript()
    narration = Narration(Replay(game), WORDS.narrator("en", None))
    for n, read in enumerate(game.codec.read_log(log), 1):
        narration.take(read)
        assert narration.lines() == lines_of(b"".join(log.splitlines(keepends=True)[:n]), "en")


@pytest.mark.parametrize("sample", LEGAL, ids=lambda each: each.name)
def test_the_last_line_has_the_final_scores(sample: Sample) -> None:
    players: Mapping[str, Any] = sample.expected["final"]["players"]
    lines = lines_of(sample.log, "en")
    assert lines[-1].scores == {colour: player["vp"] for colour, player in players.items()}
    assert lines[-1].round == sample.expected["final"]["rounds"]
    assert "the game is over" in next(line.text for line in lines[::-1] if line.kind == "event")


@pytest.mark.parametrize("sample", LEGAL, ids=lambda each: each.name)
def test_what_is_told_of_the_players_adds_up(sample: Sample) -> None:
    """The scores run through the events that count, without a jump that no line tells."""
    before: Mapping[str, int] = {}
    for line in lines_of(sample.log, "en"):
        if line.kind != "event" or line.struck_by:
            continue
        risen = {c: vp for c, vp in line.scores.items() if vp != before.get(c, 0)}
        assert not risen or "VP" in line.text, line
        before = line.scores


def test_rounds_and_turns() -> None:
    lines = told(in_turns())
    assert {(line.round, line.turn) for line in lines[:21]} == {(0, 0)}
    assert [(line.round, line.turn, line.player) for line in lines[21:]] == [
        (1, 1, "yellow"),
        (1, 1, "yellow"),
        (1, 2, "green"),
    ]


def test_turns_are_counted_anew_in_each_round_also_after_an_undo() -> None:
    log = Log(setup("YG"))
    log.add("passed", player="yellow")
    last = log.add("passed", player="green")
    log.add("conflicts_drawn", conflicts=[])
    log.undo(last - 1)
    log.add("ragami_moved", player="green", ragami="green", to="Q2")
    log.add("turn_ended", player="green")
    log.add("passed", player="green")
    lines = told(log)[len(setup("YG")) :]
    assert [(line.round, line.turn) for line in lines if line.kind == "event"] == [
        (1, 1),
        (1, 2),
        (2, 0),
        (1, 2),
        (1, 2),
        (1, 3),
    ]


# --- what became of it ---------------------------------------------------------------------


def test_an_undone_event_is_told_as_it_was_played() -> None:
    log = in_turns()
    back = log.undo(21)
    lines = told(log)
    assert [line.struck_by for line in lines[-4:]] == [back, back, back, None]
    assert lines[-4].text == "Yellow moves the Ragami to 2 (die on Draw: 3→2)"
    assert lines[-1].text == (
        "Back to record 21: struck out 22 to 24 – Yellow moves the Ragami to 2 (die on Draw);"
        " Yellow ends the turn; Green moves the Ragami to Q2 (die on Draw)"
    )


def test_what_is_done_again_counts() -> None:
    log = in_turns()
    log.undo(22)
    log.redo()
    lines = told(log)
    assert not [line for line in lines if line.struck_by]
    assert lines[-1].text == "The undo is taken back: 23 and 24 count again"


def test_a_corrected_event_and_those_after_it_are_told_as_they_read_now() -> None:
    log = in_turns()
    moved = {"player": "yellow", "ragami": "yellow", "to": 19, "via": "saint"}
    by = log.correct(22, "ragami_moved", moved)
    lines = told(log)
    assert lines[21].text.startswith("Yellow moves the Ragami to 19 (die on Saint: 2→1)")
    assert (lines[21].was, lines[21].corrected_by, lines[21].struck_by) == (
        "Yellow moves the Ragami to 2 (die on Draw: 3→2)",
        by,
        None,
    )
    assert lines[23].text == "Green moves the Ragami to Q2 (die on Draw: 3→2)"
    assert lines[23].was is None


def test_an_event_that_a_correction_strikes_out() -> None:
    log = in_turns()
    by = log.strike(24)
    line, correction = told(log)[-2:]
    assert (line.struck_by, line.corrected_by, line.was) == (by, None, None)
    assert line.text == "Green moves the Ragami to Q2 (die on Draw: 2→1)"
    assert correction.text == "Record 24 is struck out"


def test_a_correction_that_comes_undone_leaves_the_event_struck_out() -> None:
    log = in_turns()
    log.correct(24, "ragami_moved", {"player": "green", "ragami": "green", "to": "Q5"})
    back = log.undo(23)
    line = told(log)[23]
    assert (line.struck_by, line.corrected_by, line.was) == (back, None, None)


def test_a_correction_that_mends_a_broken_log() -> None:
    log = in_turns()
    log.add("turn_ended", player="green")
    log.correct(22, "passed", {"player": "yellow"})
    log.strike(23)
    assert not any(line.findings for line in told(log))
    lines = told(log)
    assert [line.text for line in lines[21:25:3]] == ["Yellow passes", "Green ends the turn"]


def test_a_record_that_is_wrong_has_its_finding_and_nothing_comes_of_it() -> None:
    log = in_turns()
    log.add("ragami_moved", player="green", ragami="green", to=30)
    log.add("turn_ended", player="green")
    wrong, after = told(log)[-2:]
    assert [(one.code, one.rule) for one in wrong.findings] == [("illegal-event", "R-TURN-07")]
    assert wrong.text == "Green moves the Ragami to 30 (die on Draw)"
    assert after.findings == () and after.scores == wrong.scores


def test_what_stands_by_a_ruling_is_marked() -> None:
    log = in_turns()
    log.rule("R-TURN-07")
    log.add("ragami_moved", player="green", ragami="green", to="Q3")
    ruling, event = told(log)[-2:]
    assert ruling.text == "The next event may break R-TURN-07"
    assert [one.code for one in event.findings] == ["ruled-breach"]
    assert event.text == "Green moves the Ragami to Q3 (die on Draw: 1→0)"


def test_a_log_that_cannot_be_read_is_told_all_the_same() -> None:
    for log in (b"", b"\n\n", b"{}\n", b'{"seq":1}\nx\n', transcript()[:700]):
        for language in LANGUAGES:
            lines = lines_of(log, language)
            assert lines[-1].kind == "malformed"
            well_said(lines[-1].text)


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_no_log_is_beyond_words(seed: int) -> None:
    broken = mutated_logs(seed, 50, [sample.log for sample in LEGAL])
    kinds = set()
    for log in broken:
        for finding in replay_log(log).findings():
            for language in LANGUAGES:
                text = WORDS.say(finding, language)
                assert text.isprintable() and len(text) <= LONGEST, text
            kinds.add(finding.code)
        for line in lines_of(log, "es", "public"):
            assert line.text.isprintable() and line.text, line
    assert {"malformed-record", "illegal-event"} <= kinds


def test_a_record_that_calls_itself_otherwise_is_told_in_its_place() -> None:
    log = in_turns()
    log.add_exactly("passed", {"player": "green"}, seq=7)
    lines = told(log)
    assert [line.seq for line in lines] == [*range(1, 26)]
    assert [one.code for one in lines[-1].findings] == ["malformed-record"]
    assert lines[6].findings == ()
    assert lines[-1].text == "A malformed record: the record has the number 7, and 25 is due"


def test_telling_takes_nothing_from_the_verdict() -> None:
    for sample in samples("illegal"):
        error = replay_log(sample.log).error
        findings = [one for line in lines_of(sample.log, "en") for one in line.findings]
        assert error in findings


# --- who may know it -----------------------------------------------------------------------


def hidden_cards(sample: Sample) -> dict[int, tuple[str, list[int]]]:
    """By record: who kept which cards, as far as the log knows them."""
    kept = {}
    for line in sample.log.splitlines():
        record = msgspec.json.decode(line)
        cards = record["data"].get("kept")
        if cards is not None:
            cards = cards if isinstance(cards, list) else [cards]
            known = [card for card in cards if card is not None]
            kept[record["seq"]] = (record["data"]["player"], known)
    return kept


@cache
def whole_story(log: bytes) -> list[Line]:
    game = game_named("ragami")
    return tell_log(game, WORDS.narrator("en"), log, game.codec)


@pytest.mark.parametrize("viewer", ["public", "yellow", "purple"])
def test_nobody_reads_which_cards_another_kept(viewer: str) -> None:
    game, codec = game_named("ragami"), game_named("ragami").codec
    struck = 0
    for sample in LEGAL:
        lines = tell_log(game, WORDS.narrator("en", viewer), sample.log, codec)
        everything, hidden = whole_story(sample.log), hidden_cards(sample)
        for seq, (player, cards) in hidden.items():
            text, whole = lines[seq - 1].text, everything[seq - 1].text
            if player == viewer or not cards:
                assert text == whole
            else:
                assert text != whole and "hidden card" in text
                struck += 1
        others = [n for n in range(len(lines)) if n + 1 not in hidden]
        assert [lines[n].text for n in others if lines[n].type != "corrected"] == [
            everything[n].text for n in others if lines[n].type != "corrected"
        ]
    assert struck > 30


def test_a_correction_does_not_tell_what_it_says_of_a_hidden_card() -> None:
    records = setup()
    kept = next(n for n, (type_, _) in enumerate(records) if type_ == "starting_card_kept")
    log = Log(records)
    log.correct(kept + 1, "starting_card_kept", records[kept][1] | {"kept": 14})
    for viewer, shown in (("yellow", True), (None, True), ("green", False), ("public", False)):
        lines = told(log, viewer)
        texts = [lines[-1].text, lines[kept].text, lines[kept].was or ""]
        assert ["14" in text for text in texts[:2]] == [shown, shown]
        assert ("card 5" in texts[2]) == shown


def test_a_finding_does_not_tell_what_is_in_the_hand_of_another() -> None:
    log = in_turns()
    log.add("cubes_gathered", player="green")
    finding = told(log)[-1].findings[0]
    assert (finding.rule, finding.facts["hand"]) == ("R-CARD-03", [9])
    hidden = told(log, "yellow")[-1].findings[0]
    assert hidden.facts["hand"] == [None] and "instead" not in hidden.facts


def test_a_shown_card_is_named_from_there_on() -> None:
    lines = lines_of(transcript(), "en", "public")
    assert "keeps a hidden card" in lines[KEPT - 1].text
    shown = next(line for line in lines if line.type == "revealed")
    assert shown.text == "Yellow shows card 8, which record 6 had left hidden"
