"""One game at the table, without a terminal: what a line brings about, and what it does not."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest

from ragami.draw.panels import Page
from ragami.judge.report import replay_log
from ragami.log.codec import Codec
from ragami.log.record import Record
from ragami.proof import keys
from ragami.sheet.completing import Completion
from ragami.store import open_store
from ragami.table.hints import Hints
from ragami.table.recording import Recording
from ragami_cli.companion.opening import DialogueContext
from ragami_cli.companion.session import TableTalk
from ragami_cli.companion.talk import taken
from tests.companion.conftest import last_of
from tests.page.browser import EXAMPLES
from tests.store.faults import failing_reads, failing_writes

PAGE = Page("en", 80, colour=False, unicode=True)
# What goes on with a text of one's own, or a number that nobody can offer.
FREE = {"note:", "event:", "table:", "date:", "rule", "correct", "assert", "seal", "undo", "redo"}


def test_a_line_is_on_the_disk_when_it_is_answered(desk: DialogueContext, begun: TableTalk) -> None:
    before = desk.store.head("friday")
    answer = begun.enter("Y move 14 d:draw")
    assert answer.kind == "done"
    assert answer.lines == ("Yellow moves the Ragami to 14 (die on Draw: 5→4)",)
    assert desk.store.head("friday") == before + 1
    assert last_of(desk)["data"] == {
        "player": "yellow",
        "via": "draw",
        "ragami": "yellow",
        "to": 14,
    }
    assert last_of(desk)["by"] == "ana"
    assert answer.kept == ""


def test_no_line_of_a_long_game_reads_it_again(
    begun: TableTalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused leaves nothing to fold, and an undo plays what was kept since a state."""
    for number in range(150):
        assert begun.enter(f"note: {number}").kind == "done"
    monkeypatch.setattr(Codec, "read_log", None)
    assert begun.enter("B move 14 d:draw").kind == "refused"
    assert begun.enter("Y move 14 d:draw").kind == "done"
    assert begun.undo().kind == "done"
    assert begun.redo().kind == "done"
    assert begun.enter("undo").kind == "done"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Y mvoe 14 d:draw", 2),
        ("Y move 99 d:draw", 2),
        ("\x00\x1b[2J", 2),
        ("x" * 5000, 2),
        ("G pass", 5),
        ("Y move 21 d:draw", 5),
        ("Y end", 5),
    ],
)
def test_a_wrong_line_changes_nothing_and_stays(
    desk: DialogueContext, begun: TableTalk, line: str, code: int
) -> None:
    before = desk.store.read("friday")
    answer = begun.enter(line)
    assert (answer.kind, answer.code, answer.kept) == ("refused", code, line)
    assert answer.lines[0]
    assert desk.store.read("friday") == before
    assert begun.enter("Y move 14 d:draw").kind == "done"


def test_a_mistyped_word_is_suggested(begun: TableTalk) -> None:
    assert "Y move 14 d:draw" in begun.enter("Y mvoe 14 d:draw").lines[0]


def test_what_is_suggested_is_legal_now(begun: TableTalk) -> None:
    begun.enter("pass", sure=True)
    assert begun.enter("mvoe 14 d:draw").lines[0] == "Did you mean 'move 14 d:draw'?"
    # What is no whole line, even with its verb mended, is shown by one that is legal now.
    shown = begun.enter("mvoe 14").lines[0]
    assert "It is written like this: 'G move 14 d:draw'" in shown
    assert begun.hint("G move 1 d:saint").ready
    assert begun.hint("pas").text.startswith("missing") or begun.hint("pas").ready
    assert begun.hint("psas").text == "Did you mean 'pass'?"


@pytest.mark.parametrize(
    ("log", "moves"),
    [
        ("three-players.jsonl", "→"),
        ("dice-forge/three-players.jsonl", ": Green +1 gold"),
        ("deal-with-the-devil/all-rules.jsonl", "debt +"),
    ],
)
def test_an_event_tells_before_it_is_written_what_it_tells_after(
    desk: DialogueContext, log: str, moves: str
) -> None:
    """With what follows from it: who types a line sees what it moves on the tracks."""
    lines = (EXAMPLES / log).read_bytes().splitlines()
    desk.store.append("evening", 0, lines[:1])
    recording = Recording(desk.store, "evening", told_in="en")
    assert recording.telling
    told = []
    for seq, line in enumerate(lines[1:60], 2):
        read = recording.codec.read_line(line, seq)
        assert isinstance(read, Record)
        told.append(Hints(recording, "en").told(read.data))
        desk.store.append("evening", seq - 1, [line])
        recording.catch_up()
        assert told[-1] in ("", recording.telling.since(seq - 1)[0].text)
    assert any(moves in one for one in told), told


def test_every_word_that_is_offered_leads_on(begun: TableTalk) -> None:
    """Whoever takes word after word as it is offered ends with a line that the rules accept.

    In the first turn, and at every step of the setup.
    """
    went = 0
    undone = True
    while undone:
        for first in begun.words(""):
            if first.text not in FREE:
                text = word_after_word(begun, first)
                assert begun.hint(text).ready, (text, begun.hint(text))
                went += 1
        undone = begun.undo().kind == "done"
    assert went > 40


def word_after_word(session: TableTalk, first: Completion) -> str:
    """A line of the last words that are offered: those of the last fields."""
    text = taken(session, "", first)
    for _ in range(20):
        ways = session.words(text)
        if session.hint(text).ready or not ways:
            break
        text = taken(session, text, ways[-1])
    return text


# --- before it is too late -----------------------------------------------------------------


def test_a_pass_is_asked_for_twice(desk: DialogueContext, begun: TableTalk) -> None:
    before = desk.store.head("friday")
    answer = begun.enter("pass")
    assert (answer.kind, answer.kept) == ("warned", "pass")
    assert answer.lines[0] == "A pass is final: Yellow has no more turns in round 1."
    assert desk.store.head("friday") == before
    assert begun.enter("pass").kind == "done"
    assert last_of(desk)["type"] == "passed"


def test_an_empty_line_after_the_warning_means_yes(desk: DialogueContext, begun: TableTalk) -> None:
    begun.enter("pass")
    assert begun.enter("").kind == "done"
    assert last_of(desk)["type"] == "passed"


def test_another_line_after_the_warning_means_no(desk: DialogueContext, begun: TableTalk) -> None:
    begun.enter("pass")
    assert begun.enter("mo 14 d:d").kind == "done"
    begun.enter("e")
    assert begun.enter("").kind == "told"
    assert last_of(desk)["type"] == "turn_ended"


def test_the_last_pass_says_that_the_round_is_over(begun: TableTalk) -> None:
    for _ in range(3):
        begun.enter("pass", sure=True)
    assert begun.enter("pass").lines[0] == "Purple passes, and round 1 is over."


# --- undo, and the records of any game -----------------------------------------------------


def test_undo_and_redo_are_records(desk: DialogueContext, begun: TableTalk) -> None:
    begun.enter("mo 14 d:d")
    there = desk.store.head("friday")
    assert begun.undo().lines == (
        f"Back to record {there - 1}: struck out {there} – Yellow moves the Ragami to 14"
        " (die on Draw)",
    )
    assert [told.struck for told in begun.story()[-2:]] == [True, False]
    assert begun.hint("mo 14 d:d").ready
    assert begun.redo().kind == "done"
    assert not any(told.struck for told in begun.story())
    assert begun.redo().kind == "refused"
    assert desk.store.head("friday") == there + 2


def test_undo_goes_back_to_the_opening_and_no_further(begun: TableTalk) -> None:
    for _ in range(20):
        assert begun.undo().kind == "done"
    assert begun.undo().lines == ("There is nothing to undo.",)
    assert begun.guide().step == "Setup, step 1 of 6"


def test_a_reveal_an_assertion_and_a_note_are_lines_too(
    desk: DialogueContext, begun: TableTalk
) -> None:
    assert begun.enter("Y reveal 5").kind == "done"
    assert last_of(desk)["type"] == "revealed"
    ana = next(line for line in begun.standing(PAGE) if "Ana" in line)
    assert ana.split()[-1] == "5"
    assert begun.enter("assert vp Y:3").kind == "done"
    assert last_of(desk)["type"] == "asserted"
    assert any("Yellow" in told.text and "3" in told.text for told in begun.story()[-1:])
    assert begun.enter("note: Bo fetches tea").kind == "done"
    assert last_of(desk)["data"] == {"text": "Bo fetches tea"}


# --- what is due ---------------------------------------------------------------------------


def test_it_leads_through_setup_and_preparation(begun: TableTalk) -> None:
    steps = []
    while begun.undo().kind == "done":
        steps.append(begun.guide().step)
    assert [step[-6:] for step in dict.fromkeys(reversed(steps))] == [
        f"{n} of 6" for n in range(1, 7)
    ]


# --- the disk, and the seal ---


def test_a_full_disk_is_told_and_the_line_stays_to_be_written_later(
    desk: DialogueContext, begun: TableTalk
) -> None:
    before = desk.store.read("friday")
    with failing_writes(errno.ENOSPC) as fault:
        answer = begun.enter("mo 14 d:d")
    assert fault.struck
    assert (answer.kind, answer.code, answer.kept) == ("refused", 7, "mo 14 d:d")
    assert "full" in answer.lines[0]
    assert desk.store.read("friday") == before
    assert begun.enter(answer.kept).kind == "done"
    assert begun.whose == "Yellow"


def test_a_look_round_that_fails_is_no_end(begun: TableTalk, path: Path) -> None:
    with open_store(path) as store:
        TableTalk(store, "friday", "en", "bo").enter("note: tea")
    with failing_reads(errno.EIO) as fault:
        assert begun.glance() == ()
    assert fault.struck
    assert begun.glance() == ("Note: tea",)


@pytest.mark.parametrize("readable", [True, False])
def test_the_end_of_a_round_is_sealed_where_there_is_a_key(
    desk: DialogueContext,
    begun: TableTalk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    readable: bool,
) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    keys.make("ana")
    if not readable:
        (tmp_path / "keys" / "ana.key").chmod(0o644)  # others could read it: it is not used
    for _ in range(4):
        answer = begun.enter("pass", sure=True)
    assert answer.kind == "done"
    assert (last_of(desk)["type"] == "sealed") == readable
    assert ("It is written, but not sealed" in answer.lines[-1]) != readable
    assert "round 2" in begun.guide().step


# --- two at one table ----------------------------------------------------------------------


def test_the_other_companion_sees_what_was_written(desk: DialogueContext, begun: TableTalk) -> None:
    other = desk.session("friday")
    assert other.glance() == ()
    begun.enter("mo 14 d:d")
    assert other.glance() == ("Yellow moves the Ragami to 14 (die on Draw: 5→4)",)
    assert other.story() == begun.story()
    assert other.enter("e").kind == "done"
    begun.glance()
    assert begun.whose == "Green"


def test_who_is_second_is_told_and_keeps_the_line(desk: DialogueContext, begun: TableTalk) -> None:
    other = desk.session("friday")
    begun.enter("mo 14 d:d")
    answer = other.enter("Y move 12 d:saint")
    assert (answer.kind, answer.code, answer.kept) == ("clash", 4, "Y move 12 d:saint")
    assert "Yellow moves the Ragami to 14 (die on Draw: 5→4)" in answer.lines
    assert other.enter(answer.kept).kind == "refused"  # the die is used: and nothing was lost
    assert other.enter("e").kind == "done"


def test_of_two_who_write_at_the_same_time_nothing_is_lost(
    desk: DialogueContext, begun: TableTalk, path: Path
) -> None:
    ready = threading.Barrier(2)

    def talk(who: str) -> None:
        with open_store(path) as store:
            session = TableTalk(store, "friday", "en", who)
            ready.wait()
            for number in range(10):
                line = f"note: {who} {number}"
                while (answer := session.enter(line)).kind == "clash":
                    line = answer.kept
                assert answer.kind == "done"

    threads = [threading.Thread(target=talk, args=(who,)) for who in ("ana", "bo")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    notes = [line for line in desk.store.read("friday") if b'"noted"' in line]
    assert len(notes) == len(set(notes)) == 20
    assert not replay_log(b"\n".join(desk.store.read("friday")) + b"\n").error


def test_a_reveal_that_does_not_fit_is_refused_at_the_table(
    desk: DialogueContext, begun: TableTalk
) -> None:
    before = desk.store.head("friday")
    answer = begun.enter("G reveal 5 from 6")  # Green's only card is known: a 3
    assert (answer.kind, answer.code) == ("refused", 5)
    assert desk.store.head("friday") == before
    assert not begun.hint("G reveal 5 from 6").ready
    assert begun.enter("Y reveal 5").kind == "done"


def test_the_end_of_a_round_says_what_is_to_be_done(begun: TableTalk) -> None:
    for _ in range(3):
        begun.enter("pass", sure=True)
    (told,) = begun.enter("pass", sure=True).lines
    assert "round 1 is over; for round 2 Green becomes first player" in told
    assert "each Conflict die goes up by one: 4 on 4, 2 on 9, 3 on 17, 6 on 23 and 5 on 30" in told
    assert "12 is forbidden now" in told
    assert "prepared" not in told


def test_who_the_prompt_names_may_be_left_out(desk: DialogueContext, begun: TableTalk) -> None:
    for _ in range(4):
        begun.enter("pass", sure=True)
    begun.enter("conflicts 14:3")
    assert begun.whose == "Green"
    assert begun.enter("step Q1").kind == "done"
    assert last_of(desk)["data"]["player"] == "green"  # type: ignore[index]
    assert begun.enter("dice 2 5 4 = saint:4 draw:5 conflict:2").kind == "done"
    assert last_of(desk)["data"]["player"] == "yellow"  # type: ignore[index]


def test_help_shows_the_lines_of_the_printed_reference(begun: TableTalk) -> None:
    lines = begun.reference()
    assert any(line.startswith("Y move 14 d:draw  – ") for line in lines)
    assert any(line.startswith('rule R-LOG-01 "…" by "…"  – ') for line in lines)
