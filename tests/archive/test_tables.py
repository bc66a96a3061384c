"""An archive as tables: everything is in them, and they add up."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ragami import Receipts, verify
from ragami.analytics import folder as archive_folder
from ragami.analytics.tables import OF_ANY_GAME, tables
from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import Points
from ragami.game import game_named
from ragami.game.capabilities import PAGE, STATISTICS
from ragami.judge.report import replay_log
from ragami_cli.__main__ import run
from tests.archive.games import folder_of, illegal, logs
from tests.cli.conftest import Ragami

NUMBER = 3  # of two, three and four players
DOCUMENT = Path(__file__).parents[2] / "docs" / "statistics.md"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = folder_of(tmp_path_factory.mktemp("games"), NUMBER)
    (made / "wrong.jsonl").write_bytes(illegal(logs(NUMBER)[2]) + b'\xff{"no":"record"}\n')
    return made


@pytest.fixture(scope="module")
def written(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("archive") / "tables"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive_folder, "AT_ONCE", 100_000)
        assert run(["export", str(games), "--to", "parquet", "-o", str(out)]) == 0
    return out


def rows(written: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as here:
        for path in written.glob("*.parquet"):
            if path.stem in sql:
                here.execute(f"CREATE VIEW {path.stem} AS FROM read_parquet('{path}')")
        return here.execute(sql).fetchall()


def test_the_options_are_those_of_record_1(games: Path, written: Path) -> None:
    for log in games.rglob("game-*.jsonl"):
        opened = json.loads(log.read_bytes().splitlines()[0])["data"]
        found = rows(written, f"SELECT option, value FROM options WHERE game = '{log}'")
        agreed = {**opened["options"], "neutral_colour": opened["neutral_colour"]}
        assert {name: json.loads(value) for name, value in found} == agreed


def test_the_records_are_the_logs_byte_for_byte(ragami: Ragami, games: Path, written: Path) -> None:
    found = ragami("verify", "--json", str(written))
    asked = ragami("verify", "--json", str(games))
    path = str(written / "records.parquet")
    assert found.out.replace(f"{path}#", "") == asked.out
    for log in games.rglob("game-*.jsonl"):
        assert ragami("export", f"{path}#{log}").out.encode() == log.read_bytes()
    raw = rows(written, "SELECT line FROM records WHERE game LIKE '%wrong%' ORDER BY seq")
    assert b"".join(line + b"\n" for (line,) in raw) == (games / "wrong.jsonl").read_bytes()


def test_every_column_is_there_and_documented(written: Path) -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    there = {path.stem for path in written.glob("*.parquet")}
    assert there == {
        table.name for table in (*OF_ANY_GAME, *game_named("ragami").need(STATISTICS).tables)
    }
    for table in tables():
        if table.name in there:
            columns = rows(written, f"DESCRIBE {table.name}")
            assert [row[0] for row in columns] == [column.name for column in table.columns]
        part = document.partition(f"### {table.name}\n")[2].partition("\n### ")[0]
        told = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", part, re.MULTILINE)
        assert told == [(c.name, c.kind, c.meaning) for c in table.columns], table.name


def test_the_verdicts_are_those_of_receipts(
    games: Path, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path))
    with Receipts(tmp_path / "judged") as receipts:
        for path in games.rglob("*.jsonl"):
            verify(path.read_bytes(), receipts=receipts)
    made = [json.loads(line) for line in (tmp_path / "judged").read_bytes().splitlines()]
    lines = [line for line in made if "log" in line]
    assert len(lines) == NUMBER + 1
    found = rows(written, "SELECT digest, judge, findings, final, records FROM games")
    assert sorted(
        (digest, judge, json.loads(findings), final and json.loads(final), records)
        for digest, judge, findings, final, records in found
    ) == sorted(
        (line["log"], line["judge"], line["findings"], line["final"], line["records"])
        for line in lines
    )


def test_points_add_up_to_the_scores(written: Path) -> None:
    wrong = rows(
        written,
        """SELECT game, player, vp, sum(points) FROM players LEFT JOIN points USING (game, player)
        WHERE vp IS NOT NULL GROUP BY ALL HAVING vp <> coalesce(sum(points), 0)""",
    )
    assert wrong == []
    assert rows(written, "SELECT count(*) FROM points")[0][0] > 20 * NUMBER


def test_points_come_from_where_the_page_says(games: Path, written: Path) -> None:
    """The page works them out from what is seen, the tables from the state."""
    for path in sorted(games.glob("game-*.jsonl")):
        log = path.read_bytes()
        taken = Excerpt("x", log, None, "en")
        game = game_named("ragami")
        names, _title = game.seating(taken.replay.state)
        stage = game.need(PAGE).stage(taken.replay.state, names, "en", str)
        assert stage
        page: dict[tuple[str, str], float] = defaultdict(int)
        for (player, _column, source), points in Points(taken, stage.players).won.items():
            page[player, source] += points
        found = rows(
            written,
            f"SELECT player, source, sum(points) FROM points WHERE game = '{path}' GROUP BY ALL",
        )
        assert {(player, source): int(n) for player, source, n in found} == dict(page)


def test_what_is_counted_is_what_is_in_the_logs(games: Path, written: Path) -> None:
    for path in sorted(games.rglob("game-*.jsonl")):
        events = [json.loads(line) for line in path.read_bytes().splitlines()]
        here = f"WHERE game = '{path}'"
        assert rows(written, f"SELECT count(*) FROM events {here}") == [(len(events),)]
        dice = [
            face for e in events if e["type"] == "action_dice_set" for face in e["data"]["rolls"]
        ]
        fell = rows(written, f"SELECT face FROM rolls {here} AND kind = 'action' ORDER BY seq, die")
        assert [face for (face,) in fell] == dice
        kept = [c for e in events if e["type"] == "cards_drawn" for c in e["data"]["kept"]]
        drawn = rows(written, f"SELECT value FROM draws {here} AND kept AND seq > 30 ORDER BY seq")
        assert [card for (card,) in drawn][-len(kept) :] == kept[-len(drawn) :]
        traded = sum(e["type"] == "card_traded" for e in events)
        assert rows(written, f"SELECT count(*) FROM plays {here} AND traded") == [(traded,)]
        final = replay_log(path.read_bytes()).final
        assert final
        result = rows(written, f"SELECT reason, rounds, winners FROM games {here}")
        assert result == [(final["reason"], final["rounds"], " ".join(final["winners"]))]


def test_what_is_wrong_is_in_the_tables_too(written: Path) -> None:
    where = "WHERE game LIKE '%wrong%'"
    ((ok, seq, ended),) = rows(written, f"SELECT ok, error_seq, ended FROM games {where}")
    assert (ok, ended) == (False, False)
    after = rows(written, f"SELECT DISTINCT counts FROM events {where} AND seq >= {seq}")
    assert after == [(False,)]
    assert rows(written, f"SELECT max(seq) < {seq} FROM points {where}")[0][0] in (True, None)


def test_who_may_not_see_it_does_not_find_it_in_a_table(
    ragami: Ragami, games: Path, tmp_path: Path
) -> None:
    out = tmp_path / "public"
    how = ("--to", "parquet", "--as", "public", "-o", str(out))
    assert ragami("export", str(games), *how).code == 0
    assert rows(out, "SELECT count(value) FROM draws WHERE kind = 'card' AND kept") == [(0,)]
    assert rows(out, "SELECT count(value) > 0 FROM draws WHERE NOT kept") == [(True,)]
    assert rows(out, "SELECT count(*) FROM records WHERE decode(line) LIKE '%\"kept\":[1%'") == [
        (0,)
    ]


# --- asked ---------------------------------------------------------------------------------


def test_the_answer_is_the_same_from_logs_and_from_tables(
    ragami: Ragami, games: Path, written: Path
) -> None:
    one = ragami("stats", "--json", str(games))
    two = ragami("stats", "--json", str(written))
    assert one.out == two.out
    answers = {line["question"]: line["rows"] for line in one.lines}
    assert list(answers) == ["seats", "colours", "length", "points", "cards", "dice"]
    for players in (2, 3, 4):
        shares = [row["share"] for row in answers["seats"] if row["players"] == players]
        assert len(shares) == players
        assert sum(shares) == pytest.approx(1, abs=0.01)
    assert sum(row["share"] for row in answers["points"]) == pytest.approx(1, abs=0.01)
    assert sum(row["games"] for row in answers["length"]) == NUMBER


def test_that_no_game_is_over_is_said(ragami: Ragami, games: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(logs(NUMBER)[2].splitlines(keepends=True)[:60]))
    assert "Not one of these games is over." in ragami("stats", str(part)).err
    assert "Ninguna" in ragami("stats", str(part), "--lang", "es", "--question", "seats").err
    assert ragami("stats", "--json", str(part), str(games)).err == ""


def test_tables_bars_and_pictures(ragami: Ragami, written: Path, tmp_path: Path) -> None:
    table = ragami("stats", str(written), "--question", "dice").out
    assert "Action dice" in table
    bars = ragami("stats", str(written), "--question", "dice", "--chart").out
    assert bars.count("█") > 50
    picture = tmp_path / "stats.svg"
    assert ragami("stats", str(written), "--chart", "-o", str(picture)).code == 0
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and drawn.count("<rect") > 40
    # What a bar is of stands beside it, and how long it is behind it.
    rows = re.findall(r'y="([\d.]+)"[^>]*>[^<]+</text><rect [^>]*?y="([\d.]+)"[^/]*/><text [^>]*?'
                      r'y="([\d.]+)"', drawn)  # fmt: skip
    assert len(rows) > 40
    assert all(float(bar) < float(label) == float(value) for label, bar, value in rows)


def test_a_question_that_there_is_not(ragami: Ragami, written: Path) -> None:
    said = ragami("stats", str(written), "--question", "dise")
    assert said.code == 2
    assert "dice" in said.err


def test_a_file_that_is_no_table(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "records.parquet"
    path.write_bytes(b"PAR1 and nothing more")
    said = ragami("verify", "--json", str(path))
    assert (said.code, said.lines[0]["error"]["code"]) == (1, "bad-parquet")
