"""Score sheets through the commands: record, export, import, verify."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.cli.played import records, stored
from tests.sheet.test_round_trip import game, without_stamps
from tests.trials.sheet import text_of

LOG = game(2, log_records=True)


@cache
def sheet_of(*, stamps: bool) -> str:
    return text_of(LOG, "en", stamps=stamps).decode()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "game.ragami"
    path.write_text(sheet_of(stamps=True), "utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    lines = sheet_of(stamps=True).splitlines()
    lines[50], lines[80] = "Y muve 14", "zz"
    path = tmp_path / "broken.ragami"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_out_and_in_again_are_the_same_bytes(ragami: Ragami, sheet: Path, tmp_path: Path) -> None:
    assert ragami("import", str(sheet)).code == 0
    assert ragami("export", "game").out.encode() == LOG
    again = tmp_path / "again.ragami"
    assert ragami("export", "game", "-o", str(again), "--stamps", "--check").code == 0
    assert ragami("import", str(again)).code == 0
    assert ragami("export", "again").out.encode() == LOG


def test_verify_reads_sheets_and_names_their_lines(ragami: Ragami, tmp_path: Path) -> None:
    lines = sheet_of(stamps=True).splitlines()
    at = next(n for n, line in enumerate(lines) if " end" in line)
    lines.insert(at, "# again, by mistake")
    lines.insert(at + 1, lines[at - 1])
    path = tmp_path / "wrong.ragami"
    path.write_text("\n".join(lines), "utf-8")
    said = ragami("verify", "--json", str(path))
    assert said.code == 1
    (error,) = [each for each in said.lines[0]["findings"] if each["severity"] == "error"]
    assert error["line"] == at + 2
    assert (
        error["seq"]
        == at
        - sheet_of(stamps=True)
        .splitlines()
        .index(next(line for line in sheet_of(stamps=True).splitlines() if line.startswith("seed")))
        + 2
    )
    assert ragami("verify", "-", stdin=sheet_of(stamps=True)).code == 0


def test_verify_lists_all_that_cannot_be_read(ragami: Ragami, broken: Path) -> None:
    said = ragami("verify", str(broken))
    assert said.code == 1
    assert "Line 51, column 3: found 'muve'" in said.err
    assert "Line 81, column 1: found 'zz'" in said.err
    error = ragami("verify", "--json", str(broken)).lines[0]["error"]
    assert [line["line"] for line in error["facts"]["lines"]] == [51, 81]
    assert "línea" in error["es"].lower() or error["es"]


def test_nothing_of_a_wrong_sheet_is_written_unless_it_is_salvaged(
    ragami: Ragami, broken: Path
) -> None:
    assert ragami("import", str(broken)).code == 1
    assert ragami("games", "--json").out == ""
    said = ragami("import", "--json", str(broken), "--salvage")
    assert said.code == 1
    (told,) = said.lines
    assert told["salvaged"]
    assert [line["line"] for line in told["misread"]] == [51, 81]
    written = ragami("export", "broken").out.encode()
    assert LOG.startswith(written)
    assert records(ragami, "broken") == told["records"] > 30


def test_to_salvage_again_says_again_what_was_left_out(ragami: Ragami, broken: Path) -> None:
    first, again = (ragami("import", "--json", str(broken), "--salvage") for _ in range(2))
    assert (first.code, again.code) == (1, 1)
    assert again.lines[0] == first.lines[0] | {"there_already": True}


def test_of_several_games_the_good_ones_are_whole(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "evening.ragami"
    lines = sheet_of(stamps=False).splitlines()
    path.write_text("\n".join([sheet_of(stamps=True), *lines[:50], "zz", *lines[51:]]), "utf-8")
    assert ragami("import", str(path)).code == 1
    assert ragami("games", "--json").out == ""
    said = ragami("import", "--json", str(path), "--salvage")
    assert said.code == 1
    assert [each.get("salvaged", False) for each in said.lines] == [False, True]
    assert ragami("export", "evening-1").out.encode() == LOG


def test_a_file_that_is_called_a_sheet_is_read_as_one(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "headless.ragami"
    path.write_text("Y pass\n", "utf-8")
    said = ragami("verify", str(path))
    assert said.code == 1
    assert "Line 1, column 1: found 'Y', expected game:." in said.err
    path.write_bytes(LOG)
    assert ragami("verify", str(path)).code == 0


def test_heads_that_become_notes_are_recorded_after_record_1(ragami: Ragami) -> None:
    heads = "game: ragami\nevent: Open\nplayers: Y Ana, G Rui\ndate: today\nneutral: P\n"
    assert ragami("record", "typed", stdin=heads).code == 0
    assert [each["type"] for each in stored(ragami, "typed")] == ["game_opened", "noted", "noted"]


def test_salvage_stops_at_an_illegal_record_too(ragami: Ragami, tmp_path: Path) -> None:
    lines = LOG.splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join([*lines[:40], lines[1].replace(b'"seq":2', b'"seq":41')]))
    assert ragami("import", str(path)).code == 5
    said = ragami("import", "--salvage", str(path))
    assert said.code == 1
    assert ragami("export", "cut").out.encode() == b"".join(lines[:40])


def test_a_sheet_of_several_games_is_several_games(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "evening.ragami"
    path.write_text(sheet_of(stamps=True) + "\n" + sheet_of(stamps=False), "utf-8")
    assert ragami("import", str(path)).code == 0
    names = sorted(each["name"] for each in ragami("games", "--json").lines)
    assert len(names) == 2
    assert [ragami("verify", str(path)).out.count("✓")] == [2]


def test_of_a_private_game_the_stored_bytes_come_back(ragami: Ragami, tmp_path: Path) -> None:
    heads = ("-p", "yellow:Ana", "-p", "green:Rui", "--option", "neutral_colour=purple")
    assert ragami("new", "secret", "--private", *heads).code == 0
    setup = "seed conflicts 4:3 9:1 12:6 17:2 22:5 30:4\nseed demons 1 5 11 28\n"
    setup += "seed saints B>10 P>14\nY first\nY start -4 -10 +7\n"
    assert ragami("record", "secret", stdin=setup).code == 0
    path = tmp_path / "published.ragami"
    assert ragami("export", "secret", "--stamps", "-o", str(path)).code == 0
    assert "-10 +7" not in path.read_text("utf-8")
    assert ragami("import", str(path)).code == 0
    assert ragami("export", "published").out == ragami("export", "secret").out
    public = ragami("export", "secret", "--to", "sheet").out
    assert "Y start -4 -10 +?" in public.splitlines()
    assert "-10 +7" not in public  # a digest may have +7 in it
    whole = ragami("export", "secret", "--to", "sheet", "--as", "referee").out
    assert "Y start -4 -10 +7" in whole


# --- record --------------------------------------------------------------------------------


@pytest.mark.parametrize("atomic", [(), ("--atomic",)])
def test_lines_are_recorded_one_after_the_other(ragami: Ragami, atomic: tuple[str, ...]) -> None:
    said = ragami("record", "typed", *atomic, stdin=sheet_of(stamps=False))
    assert said.code in {0, 1}, said.err  # 1: what the table shows differs, as in the log
    assert [each["data"] for each in stored(ragami, "typed")] == [
        each["data"] for each in without_stamps(LOG)
    ]


def test_lines_may_leave_out_what_the_lines_before_them_say(ragami: Ragami) -> None:
    lines = sheet_of(stamps=False).splitlines()
    first = next(n for n, line in enumerate(lines) if line.endswith(" end"))
    short = [*lines[:first], "end"]
    assert ragami("record", "typed", "--atomic", stdin="\n".join(short)).code == 0
    assert stored(ragami, "typed")[-1]["type"] == "turn_ended"


def test_a_wrong_line_changes_nothing(ragami: Ragami) -> None:
    lines = sheet_of(stamps=False).splitlines()
    assert ragami("record", "typed", stdin="\n".join(lines[:20])).code == 0
    before = records(ragami, "typed")
    said = ragami("record", "typed", "Y muve 14 d:draw")
    assert said.code == 5
    assert "column 3" in said.err
    assert "It is written like this: P set virtue Q5" in said.err  # what is due
    assert ragami("record", "typed", "--json", "Y muve 14").code == 5
    assert ragami("record", "typed", "Y set saint 14").code == 5
    assert records(ragami, "typed") == before
    stop = ragami("record", "typed", "--atomic", stdin=f"{lines[20]}\nnonsense\n")
    assert stop.code == 5
    assert "Line 2, column 1" in stop.err
    assert records(ragami, "typed") == before


def test_output_is_in_the_language_asked_for(ragami: Ragami, sheet: Path) -> None:
    spanish = ragami("--lang", "es", "export", str(sheet), "--to", "sheet").out
    assert spanish.startswith("juego: ragami 1\n")
    assert "siembra conflictos" in spanish


def test_stamps_are_for_sheets(ragami: Ragami, sheet: Path) -> None:
    assert ragami("export", str(sheet), "--stamps").code == 2
