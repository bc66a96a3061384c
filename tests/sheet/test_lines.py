"""Single lines: what they say, what they leave out, and what is said of those that are none."""

from __future__ import annotations

import json
import time
from itertools import cycle, product
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.game.capabilities import NOTATION
from ragami.games.ragami.forms import FORMS
from ragami.judge.replay import Replay
from ragami.log.record import Unknown
from ragami.notation.forms import Form, Forms
from ragami.notation.kinds import Text
from ragami.notation.misread import Unread, fold_word
from ragami.sheet import Misread, complete, read_line, write_line
from ragami.sheet.reading import read_entry
from ragami.table.recording import Draft
from tests.scale import SEED, seeds
from tests.sheet.every_record import line_of
from tests.sheet.test_round_trip import game
from tests.simulate.clerk import records

CODEC = game_named("ragami").codec


def after(log: bytes, upto: int) -> Replay:
    lines = log.splitlines()[:upto]
    reads = [CODEC.read_line(line, seq) for seq, line in enumerate(lines, 1)]
    return Replay(game_named("ragami"), CODEC).take_all(reads)


LOG = game(3)
FIRST_TURN = next(
    seq for seq, line in enumerate(LOG.splitlines(), 1) if b'"action_dice_set"' in line
)


@pytest.fixture(scope="module")
def turn() -> Replay:
    """The first player is to act."""
    return after(LOG, FIRST_TURN)


def said(replay: Replay, text: str) -> tuple[str, Any]:
    draft = read_line(replay, text)
    assert isinstance(draft, Draft), draft
    return draft.type, json.loads(draft.data)


def misread(replay: Replay, text: str) -> Misread:
    found = read_line(replay, text, 7)
    assert isinstance(found, Misread), found
    return found


EXAMPLES = list(FORMS.examples("en"))


@pytest.mark.parametrize(("expected", "example"), EXAMPLES, ids=lambda each: each.split()[0])
def test_the_examples_of_the_grammar_are_lines(turn: Replay, expected: str, example: str) -> None:
    type_, data = said(turn, example)
    assert type_ == expected
    event = CODEC.read_event(type_, 1, msgspec.Raw(json.dumps(data).encode()))
    spanish = game_named("ragami").need(NOTATION).write(type_, event, turn.state, "es")
    assert spanish is not None
    assert said(turn, spanish) == (type_, data)
    assert game_named("ragami").need(NOTATION).write(type_, event, turn.state, "en") == example


def test_who_acts_need_not_be_said(turn: Replay) -> None:
    active = turn.state.active
    assert said(turn, "pass") == ("passed", {"player": active})
    assert said(turn, "pa") == said(turn, "pasa") == said(turn, "PASS # final")


def test_the_die_on_the_space_of_the_action_need_not_be_said(turn: Replay) -> None:
    assert said(turn, "saint B>29")[1]["via"] == "saint"
    assert said(turn, "draw -1 -2 +?")[1]["via"] == "draw"
    assert said(turn, "resolve")[1]["via"] == "conflict"
    assert said(turn, "resolve c:8")[1]["via"] == {"card": 8}
    assert said(turn, "draw -1 +2 +3 c:9:draw:-")[1]["via"] == {
        "card": 9,
        "space": "draw",
        "lower": None,
    }


def test_what_could_be_two_things_has_to_be_said(turn: Replay) -> None:
    wrong = misread(turn, "move 14")
    assert wrong.column == len("move 14") + 2
    assert wrong.found == ""
    assert "d:saint" in wrong.say("en")


def test_undo_without_a_number_takes_back_one_event() -> None:
    replay = after(LOG, 12)
    assert said(replay, "undo") == ("undone", {"to": 11, "reason": None})
    assert said(replay, 'deshace 3 "no"') == ("undone", {"to": 9, "reason": "no"})
    assert said(replay, "undo to 5") == ("undone", {"to": 5, "reason": None})


def test_corrections_say_the_line_that_stands_instead(turn: Replay) -> None:
    type_, data = said(turn, 'correct 5 "slip" by "Ana" = Y pass')
    assert (type_, data["seq"], data["type"], data["data"]) == (
        "corrected",
        5,
        "passed",
        {"player": "yellow"},
    )
    assert (data["reason"], data["authority"]) == ("slip", "Ana")
    assert said(turn, "corrige 5 tacha")[1]["type"] is None


def test_undo_leaves_out_what_nobody_has_where_nothing_was_written() -> None:
    with pytest.raises(Unread) as wrong:
        read_entry(after(LOG, 1), "undo")
    assert wrong.value.lost


def test_a_penalty_costs_what_the_catalogue_has_unless_it_is_said() -> None:
    replay = after(LOG, FIRST_TURN)
    levels = []
    for seq in range(FIRST_TURN + 1, FIRST_TURN + 4):
        type_, data = said(replay, "penalty green slow-play")
        levels.append((data["level"], data["points"], data["minutes"]))
        replay.take(CODEC.read_line(line_of(seq, type_, data), seq))
    assert levels == [("warning", 0, None), ("time", 0, 5), ("points", 1, None)]
    _type, data = said(replay, 'sancion V juego-l puntos 4 contra R-TURN-11 "por eso" por Ana')
    assert (data["points"], data["rule"], data["reason"]) == (4, "R-TURN-11", "por eso")
    assert said(replay, "penalty V late t 7")[1]["minutes"] == 7
    assert misread(replay, "penalty N late").column == 9
    assert misread(replay, "penalty Y late points").column == 23


def test_dice_get_their_names(turn: Replay) -> None:
    named = {"kind": "action", "names": ["red", "w 2", "black"]}
    assert said(turn, 'name dice action red "w 2" black') == ("dice_named", named)
    assert said(turn, 'nombra dados action red "w 2" black') == ("dice_named", named)
    assert misread(turn, "name action red").column == 6


def test_of_many_words_the_nearest_are_told(turn: Replay) -> None:
    told = misread(turn, "Y muve 14").say("en")
    assert "such as move" in told
    assert "reveal" not in told


def test_blank_lines_and_comments_say_nothing(turn: Replay) -> None:
    for text in ("", "   ", "# Y pass", "  # Y pass"):
        assert read_line(turn, text) is None


WRONG = {
    "Y muve 14 d:draw": (3, "muve", "P move 14 d:draw"),
    "A muve 14 d:draw": (3, "muve", "P mueve 14 d:robo"),
    "A juega 13": (9, "13", ""),
    "corrige x": (9, "x", 'corrige 15 "un desliz" = Z dados 4 3 2 = santo:2 robo:3 conflicto:4'),
    "P move 31 d:draw": (8, "31", "P move 14 d:draw"),
    "P move 14 d:drow": (13, "drow", "P move 14 d:draw"),
    "P pass now": (8, "now", "P pass"),
    "Q pass": (1, "Q", "P pass"),
    "P move Q99 d:draw": (8, "Q99", "P move 14 d:draw"),
    "P draw -4 -16 +?": (12, "16", "P draw -4 -10 +?"),
    "P dice 1 5 4": (14, "", "P pass"),
    'note: "open': (12, "", ""),
    "seal forty": (6, "forty", ""),
    "P saint B>29 demon 19>": (23, "", "P saint Y>5 demon +1"),
    "P pass @2026-13-01T00:00:00Z": (8, "@2026-13-01T00:00:00Z", "P pass"),
}


@pytest.mark.parametrize(("text", "told"), WRONG.items())
def test_errors_say_column_and_what_was_found_and_the_nearest_line(
    turn: Replay, text: str, told: tuple[int, str, str]
) -> None:
    wrong = misread(turn, text)
    near = wrong.nearest or wrong.example
    assert (wrong.line, wrong.column, wrong.found, near) == (7, *told)
    for language in ("en", "es"):
        assert "7" in wrong.say(language)
        assert wrong.not_due or str(wrong.column) in wrong.say(language)


def test_the_nearest_line_of_every_example_with_a_slip_is_a_line(turn: Replay) -> None:
    for _, example in EXAMPLES:
        words = example.split()
        for at, word in enumerate(words):
            if word.isalpha() and len(word) > 3:
                slip = " ".join([*words[:at], word[:2] + word[3:], *words[at + 1 :]])
                found = read_line(turn, slip)
                if isinstance(found, Misread) and found.nearest:
                    assert isinstance(read_line(turn, found.nearest), Draft), found


SLIPS = (
    *("mvoe 99", "step +l", "undo 4x", "tomar", "res 3", "resolve 13", "foo", "paas", "draw 4 10"),
    *("Y foo", "trad 3", "cubse +1", "sanit B>29", "assrt vp", "move 77 d:saint", "plya 10"),
)
MOMENTS = (FIRST_TURN, 10, 14, 60, 100)
"""Records after which a line is mistyped: in the suite each slip at one of them."""


@pytest.mark.parametrize(
    ("records", "slip"),
    [*product(MOMENTS, SLIPS)] if SEED else [*zip(cycle(MOMENTS), SLIPS, strict=False)],
)
def test_the_nearest_line_is_legal_now_and_no_remark(records: int, slip: str) -> None:
    replay = after(LOG, records)
    found = read_line(replay, slip)
    if not isinstance(found, Misread) or not found.nearest:
        return
    near = read_line(replay, found.nearest)
    assert isinstance(near, Draft)
    assert near.type != "noted"
    if near.type in CODEC.types and near.type in game_named("ragami").events:
        event = CODEC.read_event(near.type, 1, msgspec.Raw(near.data))
        assert replay.would_be_wrong(event) == []


@pytest.mark.parametrize(
    ("slip", "kind"), [("dra 3", "draw"), ("trade 99", "trade"), ("undo 4x", "undo")]
)
def test_the_nearest_line_is_of_the_same_kind(turn: Replay, slip: str, kind: str) -> None:
    found = misread(turn, slip)
    near = found.nearest or found.example
    assert kind in near


def test_a_card_that_is_not_played_by_itself_says_what_it_pays(turn: Replay) -> None:
    for text, told in (
        ("play 13", "it pays: resolve … k13"),
        ("Y play 5", "it pays: move … c:5"),
        ("play 11", "it pays: draw … c:11"),
    ):
        wrong = misread(turn, text)
        assert told in wrong.say("en")
        assert (wrong.nearest, wrong.example) == ("", "")
    assert "paga: resuelve … k13" in misread(turn, "juega 13").say("es")


# --- words cut short -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("m 14 d:d", "move 14 d:draw"),
        ("Y m 14 d:d", "Y move 14 d:draw"),
        ("d -4 -10 +?", "draw -4 -10 +?"),
        ("s B>29", "saint B>29"),
        ("corr 4 str", "correct 4 strike"),
        ("note tea", "note: tea"),
        ("no tea", None),
    ],
)
def test_a_word_may_be_cut_short_as_long_as_it_is_clear_among_what_is_legal(
    turn: Replay, short: str, whole: str | None
) -> None:
    if whole is None:
        misread(turn, short)
    else:
        assert said(turn, short) == said(turn, whole)


def test_what_is_not_legal_now_may_be_cut_short_where_that_is_clear(turn: Replay) -> None:
    assert said(turn, "fi") == said(turn, "first")
    assert said(turn, "redo") == said(turn, "red")


def test_a_word_that_is_cut_too_short_is_ambiguous(turn: Replay) -> None:
    wrong = misread(turn, "se 4:3")
    assert wrong.short_for == ("seed", "set", "seal")
    assert wrong.ambiguous("en") == "ambiguous: seed, set or seal"
    assert "ambiguous: seed, set or seal" in wrong.say("en")
    assert (wrong.column, wrong.found, wrong.nearest) == (1, "se", "")


def test_after_a_word_that_is_cut_short_the_columns_are_those_of_the_line(turn: Replay) -> None:
    wrong = misread(turn, "m 14 x:draw")
    assert (wrong.column, wrong.found) == (6, "x:draw")


def test_after_a_word_that_is_cut_short_the_line_is_completed(turn: Replay) -> None:
    assert {each.text for each in complete(turn, "m ", "en")} == {
        each.text for each in complete(turn, "move ", "en")
    }
    assert {each.start for each in complete(turn, "m 1", "en")} == {2}


# --- as it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["\u202e", "\x1b", "\x85", "\u2028"])
def test_a_sign_that_cannot_be_seen_is_written_out_and_read_again(turn: Replay, sign: str) -> None:
    draft = Draft("noted", msgspec.json.encode({"text": f"a{sign}b"}))
    line = b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":%s}'
    noted = CODEC.read_line(line % (FIRST_TURN + 1, draft.data), FIRST_TURN + 1)
    written = write_line(turn, noted, "en")
    assert written == f"note: {json.dumps(f'a{sign}b')}"
    assert said(turn, written) == ("noted", {"text": f"a{sign}b"})


def test_a_record_that_nobody_knows_is_written_whole_also_without_its_line(turn: Replay) -> None:
    line = b'{"seq":%d,"type":"drummed","v":3,"at":null,"by":"bea","data":{"on":[1]}}'
    strange = CODEC.read_line(line % (FIRST_TURN + 1), FIRST_TURN + 1)
    assert isinstance(strange, Unknown)
    assert write_line(turn, strange, "en") == write_line(turn, strange, "en", strange.line)
    assert '"drummed"' in write_line(turn, strange, "en")


# --- completing ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(1, 30))
def test_whatever_is_played_is_offered_word_by_word(seed: int) -> None:
    lines = list(records(2 + seed % 3, seed, hidden=seed % 2 == 1))[:60]
    replay = after(lines[0], 1)
    missing = []
    offers = 0
    for seq, line in enumerate(lines[1:], 2):
        read = CODEC.read_line(line, seq)
        before = ""
        for word in write_line(replay, read, "en").split():
            offered = [each.text for each in complete(replay, before, "en")]
            offers += 1
            if word not in offered:
                missing.append((seq, before, word))
            before += word + " "
        replay.take(read)
    assert offers > 150
    assert missing == []


def test_half_a_word_is_completed_from_where_it_begins(turn: Replay) -> None:
    (way,) = complete(turn, "  mo", "en")
    assert (way.text, way.start) == ("move", 2)
    assert way.meaning
    assert [each.text for each in complete(turn, "mue", "en")] == ["mueve"]
    assert {each.start for each in complete(turn, "move ", "en")} == {5}


def test_only_what_is_legal_is_offered(turn: Replay) -> None:
    verbs = {each.text for each in complete(turn, "", "en")}
    assert "pass" in verbs
    assert not verbs & {"set", "seed", "end", "step", "redo"}
    for way in complete(turn, "move ", "en"):
        dice = [each.text for each in complete(turn, f"move {way.text} ", "en")]
        assert dice
        for die in dice:
            type_, data = said(turn, f"move {way.text} {die}")
            event = CODEC.read_event(type_, 1, msgspec.Raw(json.dumps(data).encode()))
            assert turn.would_be_wrong(event) == []


def test_the_lines_of_any_game_are_offered_where_they_can_stand(turn: Replay) -> None:
    verbs = {each.text for each in complete(turn, "", "en")}
    assert verbs >= {"undo", "correct", "rule", "note:"}
    only_opened = {each.text for each in complete(after(LOG, 1), "", "en")}
    assert not only_opened & {"undo", "redo"}
    undone = after(LOG, FIRST_TURN)
    draft = read_line(undone, "undo")
    assert isinstance(draft, Draft)
    line = b'{"seq":%d,"type":"undone","v":1,"at":null,"by":null,"data":%s}'
    undone.take(CODEC.read_line(line % (FIRST_TURN + 1, draft.data), FIRST_TURN + 1))
    assert "redo" in {each.text for each in complete(undone, "", "en")}


def test_a_sheet_begins_with_its_game_and_names_it_once() -> None:
    assert [each.text for each in complete(after(LOG, 0), "", "en")] == ["game:"]
    assert "game:" not in {each.text for each in complete(after(LOG, 0), "game: ", "en")}


def test_an_undo_may_say_how_far_back(turn: Replay) -> None:
    assert [each.text for each in complete(turn, "undo ", "en")] == ["to"]
    assert [each.text for each in complete(turn, "deshace ", "es")] == ["a"]


def test_a_name_that_cannot_be_read_is_not_left_out(turn: Replay) -> None:
    found = misread(turn, r'pass @- "a\q"')
    assert found.column == len("pass @- ") + 1
    assert isinstance(read_line(turn, 'pass @- "a q"'), Draft)


def test_capitals_and_accents_make_no_other_word() -> None:
    assert fold_word("PÚRPURA") == fold_word("pu\u0301rpura") == fold_word("Purpura") == "purpura"
    assert fold_word("Señal") == "senal"


def test_nothing_is_offered_after_the_end() -> None:
    replay = after(LOG, LOG.count(b"\n"))
    assert {each.text for each in complete(replay, "", "en")} <= {
        *("undo", "correct", "rule", "note:", "assert"),
        *("Y", "G", "B", "P", "reveal"),
    }


def test_a_line_is_read_in_a_blink_on_a_long_game() -> None:
    """The budget is 5 ms; here a median, because other things run on the machine too."""
    lines = list(records(4, 3, log_records=True))
    notes = [
        b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"x"}}' % seq
        for seq in range(len(lines) + 1, 1001)
    ]
    replay = after(b"\n".join([*lines[:-1], *notes]), 1000)
    took = []
    for _ in range(50):
        start = time.perf_counter()
        read_line(replay, "Y move 14 d:draw")
        took.append(time.perf_counter() - start)
    assert sorted(took)[25] < 0.005


@pytest.mark.parametrize("written", ["1", "01", "+1"])
def test_a_card_is_named_by_its_number_however_it_is_written(turn: Replay, written: str) -> None:
    assert said(turn, f"play {written} B>29") == said(turn, "play 1 B>29")


def test_a_form_whose_field_has_no_kind_says_which() -> None:
    with pytest.raises(LookupError, match=r"\{why\}.*'why'"):
        Forms([Form("passed", "<{player}> pass [because {why}]")], kinds={"player": Text()})
