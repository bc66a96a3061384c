"""`ragami whatif|penalty|report|diff`, and what `correct`, `rule` and `show` owe to them."""

from __future__ import annotations

import json
import os
import pty
import sys
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.findings import CODES
from ragami.store import open_store
from ragami_cli.__main__ import run
from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, FOUR_PLAYERS, event, lines, play, stored

PASS = event("passed", player="green")
HOSTILE = "<script>alert('x')</script>\x1b[2J&\u202e"


def bytes_of(name: str = "final") -> list[bytes]:
    with open_store() as store:
        return store.read(name)


# what-if

QUESTIONS = [
    ["correct", "final", "22", "--strike", "--reason", "seen"],
    ["correct", "final", "22", PASS],
    ["correct", "final", "22", "--strike", "--same-luck"],
    ["undo", "final", "--steps", "3"],
    ["rule", "final", "R-MOVE-01", "--authority", "Carl"],
    ["penalty", "final", "green", "conduct", "--points", "2"],
]


@pytest.mark.parametrize(
    ("question", "as_json"), list(zip(QUESTIONS, cycle((True, False)), strict=False))
)
def test_a_question_writes_nothing(ragami: Ragami, question: list[str], as_json: bool) -> None:
    play(ragami, 40)
    before = bytes_of()
    said = ragami("whatif", *question, *(["--json"] if as_json else []))
    assert said.code in (0, 1), said
    assert bytes_of() == before
    if as_json:
        (told,) = said.lines
        assert (said.code == 1) == bool(told["illegal"])
        assert {"from_seq", "legal", "before", "after", "as_if_it_stood"} <= told.keys()
    else:
        assert "Nothing was written." in said.err


@pytest.mark.parametrize("question", [q for q in QUESTIONS if "--same-luck" not in q])
def test_taking_whatif_away_does_what_it_said(ragami: Ragami, question: list[str]) -> None:
    play(ragami, 40)
    (told,) = ragami("whatif", *question, "--json").lines
    assert ragami(*question).code in (0, 1)
    (report,) = ragami("verify", "--json", "final").lines
    assert report["final"] == told["after"]["final"]
    errors = [one for one in report["findings"] if one["severity"] == "error"]
    assert errors[:1] == ([told["after"]["error"]] if told["after"]["error"] else [])
    (shown,) = ragami("show", "final", "--json").lines
    scores = {who: player["vp"] for who, player in shown["players"].items()}
    assert scores == told["after"]["scores"]


def test_what_is_refused_is_refused_when_asked(ragami: Ragami) -> None:
    play(ragami, 30)
    question = ["correct", "final", "29", '{"type": "no_such_thing", "data": {}}']
    assert ragami("whatif", *question).code == ragami(*question).code == 5
    assert ragami("whatif", "redo", "final").code == 5
    assert ragami("whatif", "undo", "nothing").code == 3
    assert len(bytes_of()) == 30


def test_same_luck_says_in_words_what_makes_no_sense(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    said = ragami("whatif", "correct", "final", str(FIRST_MOVE), "--strike", "--same-luck")
    assert "The rest again, with the same luck:" in said.out
    assert "It comes to something else: Green passes" in said.out
    (told,) = ragami(
        "whatif", "correct", "final", str(FIRST_MOVE), "--strike", "--same-luck", "--json"
    ).lines
    assert {note["what"] for note in told["same_luck"]["notes"]} >= {"other-way", "left-out"}
    assert told["same_luck"]["played"] > FIRST_MOVE - 1


# asking before it is written


def at_a_terminal(arguments: list[str], answer: str) -> tuple[int, str]:
    """A command with a terminal of its own, and what it showed there."""
    mine, its = pty.openpty()
    os.write(mine, answer.encode())
    with (
        open(its, encoding="utf-8", closefd=False) as keys,
        open(its, "w", encoding="utf-8") as screen,  # noqa: PTH123
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", keys)
        patch.setattr(sys, "stderr", screen)
        code = run(arguments)
    shown = b""
    try:
        while chunk := os.read(mine, 4096):
            shown += chunk
    except OSError:  # the other end is closed
        pass
    os.close(mine)
    return code, shown.decode()


def test_on_a_terminal_a_correction_asks_first(ragami: Ragami) -> None:
    play(ragami, 30)
    strike = ["correct", "final", "22", "--strike"]
    code, shown = at_a_terminal(strike, "n\n")
    assert (code, len(bytes_of())) == (130, 30)
    assert "becomes illegal" in shown
    code, _shown = at_a_terminal(strike, "y\n")
    assert (code, len(bytes_of())) == (1, 31)
    code, shown = at_a_terminal(["rule", "final", "R-MOVE-01", "--yes"], "")
    assert (code, len(bytes_of())) == (0, 32)
    assert "Write it down?" not in shown


@pytest.mark.parametrize(
    ("answer", "written"),
    [("quizá\nsí\n", 1), ("S\n", 1), ("no\n", 0), pytest.param("\n", 1, marks=pytest.mark.trial)],
)
def test_yes_is_said_in_the_language_of_the_question(
    ragami: Ragami, answer: str, written: int
) -> None:
    play(ragami, 30)
    command = ["--lang", "es", "penalty", "final", "green", "late"]
    code, _shown = at_a_terminal(command, answer + "\x04")  # the end of the input
    assert len(bytes_of()) == 30 + written
    assert code == (0 if written else 130)


# penalties


def penalize(ragami: Ragami, offence: str, *more: str) -> dict[str, Any]:
    assert ragami("penalty", "final", "green", offence, *more).code == 0
    found: dict[str, Any] = stored(ragami)[-1]["data"]
    return found


def test_who_does_it_again_pays_more(ragami: Ragami) -> None:
    play(ragami, 30)
    costs = [penalize(ragami, "slow-play") for _ in range(5)]
    told = [(each["level"], each["points"], each["minutes"]) for each in costs]
    last = ("points", 2, None)
    assert told == [("warning", 0, None), ("time", 0, 5), ("points", 1, None), last, last]
    # Another offence, and another player, begin at the first rung.
    assert penalize(ragami, "conduct")["level"] == "warning"
    assert ragami("penalty", "final", "blue", "slow-play").code == 0
    assert stored(ragami)[-1]["data"]["level"] == "warning"
    listed = ragami("penalty", "final", "--json").lines
    assert [each["occasion"] for each in listed] == [1, 2, 3, 4, 5, 1, 1]
    page = ragami("report", "final").out
    assert [page.count(f"number {n} for this offence") for n in (1, 2, 5)] == [0, 1, 1]


def test_of_two_of_one_name_the_seat_is_told(ragami: Ragami) -> None:
    seats = ("-p", "blue:Ana", "-p", "orange:Ana", "-p", "green:Bea")
    assert ragami("new", "friday", "--game", "dice-forge", *seats).code == 0
    refused = ragami("penalty", "friday", "Ana", "slow-play")
    assert (refused.code, "blue, orange, green" in refused.err) == (2, True)
    assert ragami("penalty", "friday", "Bea", "slow-play").code == 0
    assert stored(ragami, "friday")[-1]["data"]["player"] == "green"


def test_a_penalty_counts_for_points_and_not_for_the_play(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    (before,) = ragami("verify", "--json", "final").lines
    (state,) = ragami("show", "final", "--json").lines
    said = penalize(
        ragami, "conduct", "--points", "2", "--rule", "r-turn-02", "--authority", "Carl",
    )  # fmt: skip
    assert (said["rule"], said["authority"], said["points"]) == ("R-TURN-02", "Carl", 2)
    (after,) = ragami("verify", "--json", "final").lines
    (now,) = ragami("show", "final", "--json").lines
    assert after["final"] == before["final"] == FOUR_PLAYERS.expected["final"]
    assert now | {"seq": state["seq"]} == state
    vp = after["final"]["players"]["green"]["vp"]
    told = f"Green: by play {vp}, penalty −2, counts {vp - 2}"
    for command in (["show", "final"], ["games"], ["report", "final"], ["penalty", "final"]):
        assert told in " ".join(ragami(*command).out.split()), command
    assert "2 points off" in ragami("log", "final").out


def test_another_program_keeps_a_penalty_as_unknown() -> None:
    """Its envelope is that of every record, so that nobody has to know it."""
    assert CODES["unknown-record"].severity == "warning"
    newer = {"seq": 2, "type": "penalized", "v": 2, "at": None, "by": None, "data": {"x": 1}}
    log = lines()[0].encode() + b"\n" + json.dumps(newer).encode() + b"\n"
    from ragami.judge.report import report  # noqa: PLC0415 (beside what it shows)

    told = report("x", log)
    assert told.ok
    assert "unknown-record" in {finding.code for finding in told.findings}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["final", "red", "conduct"], 2),
        (["final", "green", "swearing"], 2),
        (["final", "green"], 2),
        (["final", "green", "conduct", "--level", "time", "--points", "3"], 2),
        (["final", "green", "conduct", "--rule", "R-NONE-99"], 3),
        (["nowhere", "green", "conduct"], 3),
    ],
)
def test_a_penalty_that_cannot_be_is_none(ragami: Ragami, words: list[str], code: int) -> None:
    play(ragami, 25)
    assert ragami("penalty", *words).code == code
    assert len(bytes_of()) == 25


def test_the_catalogue_is_told_in_both_languages(ragami: Ragami) -> None:
    ladders = {line["offence"]: line["ladder"] for line in ragami("penalty", "--json").lines}
    assert len(ladders) == 6
    for ladder in ladders.values():
        points = [rung["points"] for rung in ladder]
        assert points == sorted(points)
    assert "slow-play" in ragami("penalty").out


# the report


class Tags(HTMLParser):
    """The elements of a page, and where it points to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def desk_game(ragami: Ragami) -> None:
    """A game with everything that a report has to tell of."""
    play(ragami, 40)
    by = ["--by", HOSTILE.replace("\x1b", ""), "--reason", HOSTILE, "--authority", HOSTILE]
    assert ragami("penalty", "final", "green", "conduct", "--points", "2", *by).code == 0
    opened = json.loads(lines()[0])
    opened["data"]["title"] = "Final"
    assert ragami("correct", "final", "1", json.dumps(opened), *by).code == 0
    assert ragami("undo", "final", "--at", "35", "--reason", HOSTILE, "--by", "ana").code == 0
    assert ragami("rule", "final", "R-MOVE-01", *by).code == 0


def test_a_report_tells_of_everything(ragami: Ragami) -> None:
    desk_game(ragami)
    said = ragami("report", "final")
    assert said.code == 0
    for word in ("ana", "struck", "points off", "After a pass: One is out", "R-MOVE-01", "city-1"):
        assert word in said.out
    assert "\x1b" not in said.out
    (told,) = ragami("report", "final", "--json").lines
    assert [each["seq"] for each in told["undone"][0]["events"]] == [36, 37, 38, 39, 40]
    assert (told["undone"][0]["by"], told["rulings"][0]["event"]) == ("ana", None)
    assert told["corrections"][0]["events"][0]["was"]["en"]
    assert told["penalties"][0]["penalty"]["points"] == 2
    assert told["counted"]["green"]["penalty"] == -2
    assert told["unverified"]


def test_a_report_on_paper_is_one_file_with_nothing_that_runs(
    ragami: Ragami, tmp_path: Path
) -> None:
    desk_game(ragami)
    path = tmp_path / "report.html"
    assert ragami("report", "final", "-o", str(path)).code == 0
    text = path.read_text("utf-8")
    page = Tags(text)
    assert "script" not in page.tags
    assert page.addresses == []
    assert page.tags.count("article") == 2
    assert "@page" in text
    assert "alert('x')" in "".join(page.words)  # shown, and no element
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert ragami("report", "final", "--to", "html").out.strip() == text.strip()


def test_a_report_says_who_sealed_the_game_and_whether_it_fits(
    ragami: Ragami, tmp_path: Path
) -> None:
    ragami("key", "new", "ana")
    play(ragami, 40)
    assert ragami("seal", "final").code == 0
    said = ragami("report", "final")
    assert said.code == 0
    assert "signed by ana" in said.out
    assert "The log fits all of its seals." in said.out
    (told,) = ragami("report", "final", "--json").lines
    assert (told["seals"][-1]["signers"], told["seals_hold"]) == (["ana"], True)
    log = tmp_path / "final.jsonl"
    ragami("export", "final", "-o", str(log))
    log.write_bytes(log.read_bytes().replace(b'"square":2', b'"square":3', 1))
    said = ragami("report", str(log))
    assert said.code == 6
    assert "does not fit what was sealed" in said.out


def test_a_report_as_json_goes_where_it_is_wanted(ragami: Ragami, tmp_path: Path) -> None:
    desk_game(ragami)
    path = tmp_path / "report.json"
    said = ragami("report", "final", "-o", str(path))
    assert (said.code, said.out) == (0, "")
    (told,) = ragami("report", "final", "--json").lines
    assert json.loads(path.read_text()) == told
    assert ragami("report", "final", "--json", "-o", str(path)).out == ""


def test_what_mends_an_event_says_what_is_wrong_with_it_now(ragami: Ragami) -> None:
    play(ragami, 40)
    assert ragami("correct", "final", "22", "--strike").code == 1
    (told,) = ragami("whatif", "correct", "final", "22", lines()[21], "--json").lines
    assert told["mended"][0]["findings"][0]["code"] == "illegal-event"
    said = ragami("whatif", "correct", "final", "22", lines()[21])
    assert "illegal no more" in said.out
    assert "Record 23:" in said.out


def test_a_report_on_a_log_with_an_error_says_so(ragami: Ragami) -> None:
    play(ragami, 40)
    assert ragami("correct", "final", "22", "--strike").code == 1
    said = ragami("report", "final")
    assert said.code == 1
    assert "breaks off at record 23" in said.out


# diff


def test_a_game_differs_in_nothing_from_itself(ragami: Ragami) -> None:
    play(ragami, 40)
    assert ragami("diff", "final", "final").code == 0
    (told,) = ragami("diff", "final@30", "final@30", "--json").lines
    assert (told["records"], told["state"]) == (None, [])


def test_two_moments_differ_field_by_field(ragami: Ragami) -> None:
    play(ragami, 40)
    said = ragami("diff", "final@21", "final@22", "--json")
    assert said.code == 1
    (told,) = said.lines
    (here,), (there,) = (ragami("show", "final", "--at", at, "--json").lines for at in ("21", "22"))
    assert told["state"]
    for each in told["state"]:
        one, other = here, there
        for key in each["path"].split("."):
            one, other = one.get(key, {}), other.get(key, {})
        assert (each["a"], each["b"]) == (one, other)
        assert one != other


def test_two_logs_differ_from_the_first_record_on(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 40)
    other = [json.loads(line) for line in lines()[:39]]
    other[21]["by"] = "somebody else"
    path = tmp_path / "other.jsonl"
    path.write_text("".join(json.dumps(each, separators=(",", ":")) + "\n" for each in other))
    (told,) = ragami("diff", "final", str(path), "--json").lines
    fields = {each["seq"]: each for each in told["records"]}
    (by,) = (each for each in fields[22]["fields"] if each["path"] == "by")
    assert by["b"] == "somebody else" != by["a"]
    assert fields[40]["only"] == "a"
    assert ragami("diff", "final", str(path)).code == 1
    assert ragami("diff", "final", "nowhere").code == 3
    assert ragami("diff", "final@99", "final").code == 3


def test_a_record_more_does_not_make_all_others_differ(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 40)
    other = [json.loads(line) for line in lines()[:40]]
    note = {"type": "noted", "v": 1, "at": None, "by": None, "data": {"text": "rain"}}
    other[30]["by"] = "somebody else"
    other.insert(20, note)
    path = tmp_path / "other.jsonl"
    numbered = [each | {"seq": seq} for seq, each in enumerate(other, 1)]
    path.write_text("".join(json.dumps(each, separators=(",", ":")) + "\n" for each in numbered))
    (told,) = ragami("diff", lines_in(tmp_path), str(path), "--json").lines
    places = [(each["seq"], each["seq_b"], each["only"]) for each in told["records"]]
    assert places == [(None, 21, "b"), (31, 32, None)]
    assert [each["path"] for each in told["records"][1]["fields"]] == ["by"]
    said = ragami("diff", lines_in(tmp_path), str(path))
    assert "  31 | 32: recorded by: " in said.out
    assert said.code == 1


def test_of_the_dice_that_were_rolled_the_one_that_differs_is_named(
    ragami: Ragami, tmp_path: Path
) -> None:
    log = (Path(__file__).parents[1] / "games/dice_forge/samples/legal-1.jsonl").read_text()
    seq, rolled = next(
        (n, line) for n, line in enumerate(log.splitlines(), 1) if '"dice_rolled"' in line
    )
    rolls = json.loads(rolled)["data"]["rolls"]
    ref, side = next((ref, side) for ref, side in rolls.items() if ref.endswith(".2"))
    other = json.dumps(json.loads(rolled) | {"data": {"rolls": rolls | {ref: 1 + side % 6}}})
    (tmp_path / "a.jsonl").write_text(log)
    (tmp_path / "b.jsonl").write_text(log.replace(rolled, other))
    said = ragami("diff", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"), "--lang", "es")
    colours = {"orange": "Naranja", "blue": "Azul", "green": "Verde", "black": "Negro"}
    die = f"{colours[ref.removesuffix('.2')]} dado 2"
    assert f"  {seq}: Dados · {die}: {side} | {1 + side % 6}\n" in said.out


def lines_in(folder: Path) -> str:
    """The same 40 records as a file."""
    path = folder / "final.jsonl"
    records = [json.loads(line) | {"seq": seq} for seq, line in enumerate(lines()[:40], 1)]
    path.write_text("".join(json.dumps(each, separators=(",", ":")) + "\n" for each in records))
    return str(path)


def test_a_diff_for_the_public_shows_no_hand(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    said = ragami("diff", "final@20", "final", "--as", "public", "--json")
    (told,) = said.lines
    hands = [each for each in told["state"] if each["path"].endswith(".hand")]
    assert hands
    for each in hands:
        assert {*each["a"], *each["b"]} <= {None}


EXAMPLES: Final = Path(__file__).parents[2] / "examples"
RUMMY: Final = EXAMPLES / "scores" / "rummy.jsonl"


def rummy_twice(folder: Path) -> tuple[str, str]:
    """A pad of four people called by name, and another account of it: Ana has 54, not 45."""
    log, other = RUMMY.read_bytes(), folder / "other.jsonl"
    changed = log.replace(b'"ana":45', b'"ana":54').replace(b'"name":"Ana"', b'"name":"Ana Ruiz"')
    path = folder / "one.jsonl"
    path.write_bytes(log.replace(b'"name":"Ana"', b'"name":"Ana Ruiz"'))
    other.write_bytes(changed)
    return str(path), str(other)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("2: Points · Ana Ruiz: 45 | 54", "rows · 1 · points · Ana Ruiz: 45 | 54")),
        ("es", ("2: Puntos · Ana Ruiz: 45 | 54", "filas · 1 · puntos · Ana Ruiz: 45 | 54")),
    ],
)
def test_what_differs_is_said_with_names_and_words(
    ragami: Ragami, tmp_path: Path, language: str, told: tuple[str, ...]
) -> None:
    said = ragami("diff", *rummy_twice(tmp_path), "--lang", language).out
    for text in (*told, "Ana Ruiz · total: 209 | 218"):
        assert text in said
    assert "sides" not in said and "ana" not in said


def test_two_accounts_are_told_with_names(ragami: Ragami, tmp_path: Path) -> None:
    said = " ".join(ragami("merge", *rummy_twice(tmp_path)).err.split())
    assert "Ana Ruiz: 54 · Bea: 0 · Caro: 62" in said
    assert "Bea wins (Bea 203, Ana Ruiz 218" in said
    assert "Ana Ruiz · total: 45 | 54" in said
    assert "1 event merged:" in said


def test_results_are_told_with_names(ragami: Ragami, tmp_path: Path) -> None:
    one, _other = rummy_twice(tmp_path)
    assert "Ana Ruiz 209" in ragami("verify", one).out
    assert "[Ana Ruiz 45, Caro 62, Dani 18]" in ragami("log", one).out
    days = str(EXAMPLES / "tournament.jsonl")
    assert "Gala Rey wins (1. Gala Rey 8" in ragami("verify", days).out
