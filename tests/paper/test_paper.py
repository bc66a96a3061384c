"""The score sheet on paper: empty or filled, and that what stands on it can be typed in again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from math import prod
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click import UsageError
from click.testing import CliRunner

from ragami.export.excerpt import Excerpt
from ragami.export.paper import PAGES, Size, paper
from ragami.game import game_named
from ragami.games.ragami.game import GAME
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES, Language
from ragami.sheet import Misread, read_line
from ragami_cli.main import invoke

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def begun() -> bytes:
    lines = (EXAMPLES / "four-players.jsonl").read_bytes().splitlines(keepends=True)
    return b"".join(lines[:80])


def page(log: bytes | None, language: Language = "en", size: Size = "a4") -> str:
    what = GAME if log is None else Excerpt("friday", log, None, language)
    return paper(what, size, language).decode()


def rendered(page: str) -> Any:
    """The page as it comes out of a printer."""
    from weasyprint import HTML  # noqa: PLC0415 (half a second, in whoever collects this)

    return HTML(string=page).render()


def numbers(page: str) -> list[int]:
    return [int(n) for n in re.findall(r"<tr><td>(\d+)</td><td></td></tr>", page)]


def reference(page: str) -> list[str]:
    return [unescape(line) for line in re.findall(r"<td><code>(.*?)</code></td>", page)]


@pytest.fixture(scope="module")
def own() -> bytes:
    """A game with a board of one's own."""
    lines = (EXAMPLES / "lisbon-east.jsonl").read_bytes().splitlines(keepends=True)
    return b"".join(lines[:80])


@pytest.mark.parametrize(
    ("log", "size", "language"),
    [
        ("empty", "a4", "en"),
        ("own", "letter", "es"),
        pytest.param("opened", "letter", "es", marks=pytest.mark.trial),
        pytest.param("begun", "a4", "es", marks=pytest.mark.trial),
    ],
)
def test_it_fills_four_pages_of_its_size(
    log: str, size: Size, language: Language, begun: bytes, own: bytes
) -> None:
    opened = begun.splitlines(keepends=True)[0]
    logs = {"empty": None, "opened": opened, "begun": begun, "own": own}
    document = rendered(page(logs[log], language, size))
    millimetres = {"a4": (210, 297), "letter": (215.9, 279.4)}[size]
    assert len(document.pages) == 4
    for printed in document.pages:
        measured = (printed.width / 96 * 25.4, printed.height / 96 * 25.4)
        assert measured == pytest.approx(millimetres, abs=0.5)


@pytest.mark.parametrize(
    ("game", "records", "apart", "size"),
    [
        ("dice-forge/three-players", 40, 2, "letter"),
        pytest.param("deal-with-the-devil", 40, 2, "letter", marks=pytest.mark.trial),
        pytest.param("deal-with-the-devil", 120, 2, "a4", marks=pytest.mark.trial),
    ],
)
def test_a_tall_picture_has_pages_of_its_own(
    game: str, records: int, apart: int, size: Size
) -> None:
    """Its text was 2 pt high; and many heads pushed a single row of lines onto the next page."""
    lines = (EXAMPLES / f"{game}.jsonl").read_bytes().splitlines(keepends=True)
    sheet = page(b"".join(lines[:records]), "es", size)
    assert sheet.count('<section class="moment apart"><svg') == apart == sheet.count("<svg")
    assert len(rendered(sheet).pages) == 1 + apart + 2 + 1
    assert numbers(sheet)[0] == records + 1


def test_a_picture_is_wide_enough_to_be_read() -> None:
    """All on one page, the text of a game that is over was 4 pt high."""
    sheet = page((EXAMPLES / "deal-with-the-devil.jsonl").read_bytes())
    millimetres = []
    for wide, high in re.findall(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"', sheet):
        millimetres.append(min(186, 270 * int(wide) / int(high)) / int(wide))
    assert len(millimetres) > 1
    assert min(millimetres) * 13 / 25.4 * 72 > 6.5  # the smallest text is 13 high
    board = page((EXAMPLES / "four-players.jsonl").read_bytes())
    (high,) = re.findall(r'<svg [^>]*viewBox="0 0 \d+ (\d+)"', board)
    (room,) = re.findall(r"\.over svg { max-height: (\d+)mm; }", board)
    assert 'class="moment over"' in board
    # Of Ragami's board 17 on a board of 1000, which is 872 wide in the picture.
    assert int(room) / int(high) * 17 * 0.872 / 25.4 * 72 > 6
    assert len(rendered(board).pages) == 1


@pytest.mark.parametrize(
    "records",
    [*(pytest.param(n, marks=pytest.mark.trial) for n in (5, 235)), 80],
)
def test_what_stands_on_a_die_face_is_six_points_high(records: int) -> None:
    """The digits of faces with several parts were 4.4 pt."""
    log = (EXAMPLES / "dice-forge/four-players.jsonl").read_bytes()
    sheet = page(b"".join(log.splitlines(keepends=True)[:records]), "es")
    heights = []
    for picture in re.findall(
        r'<section class="moment apart">(?:(?!<svg).)*(<svg.*?</svg>)', sheet, re.DOTALL
    ):
        root = ET.fromstring(picture)
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        points = min(186, 270 * wide / high) / wide / 25.4 * 72
        heights += [points * size for size in sizes(root, 1, 16)]
    assert len(heights) > 50
    assert min(heights) >= 6


def sizes(element: ET.Element, scale: float, size: float) -> Iterator[float]:
    """Yield the sizes of all texts in a picture, in the units of the whole."""
    scale *= prod(map(float, re.findall(r"scale\(([\d.]+)", element.get("transform", ""))))
    size = float(element.get("font-size", size))
    if element.tag.endswith("}text") and "".join(element.itertext()).strip():
        yield scale * size
    for child in element:
        yield from sizes(child, scale, size)


def test_the_lines_are_numbered_as_their_records_will_be(begun: bytes) -> None:
    assert numbers(page(None))[0] == 2
    written = numbers(page(begun))
    assert written == list(range(81, 81 + len(written)))


def test_the_heads_are_those_of_the_game_and_can_be_read_again(begun: bytes) -> None:
    told = page(begun)
    heads = [unescape(line) for line in re.findall(r"<tr><td>([^<]*)</td></tr>", told)]
    assert "players: B Ana, P Bruno, G Chloé, Y Dinis" in heads
    assert "# records 2 to 80 are in the log 'friday'" in heads
    agreed = begun.replace(b'"power_die":true', b'"power_die":false', 1)
    assert "# The Power die is played with: no" in unescape(page(agreed))
    assert "# Se juega con el dado de Poder: no" in unescape(page(agreed, "es"))


def test_a_component_of_ones_own_stands_by_its_name(own: bytes) -> None:
    told = unescape(page(own))
    assert "board: lisbon-east  # …<" in told
    assert '"street"' not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_reference_is_read_in_its_language(
    language: Language, begun: bytes
) -> None:
    """Read, not judged: a line that cannot be understood would stop at some column."""
    codec = game_named("ragami").codec
    replay = Replay(GAME, codec).take_all(codec.read_log(begun))
    replay.state.neutral_colour = "yellow"
    lines = [line for line in reference(page(None, language)) if "…" not in line]
    assert len(lines) > 30
    for line in lines:
        assert not isinstance(read_line(replay, line), Misread), line


def test_both_languages_say_the_same(begun: bytes) -> None:
    codec = game_named("ragami").codec
    replay = Replay(GAME, codec).take_all(codec.read_log(begun))
    replay.state.neutral_colour = "yellow"
    english, spanish = (reference(page(None, language)) for language in ("en", "es"))
    assert len(english) == len(spanish)
    for one, other in zip(english, spanish, strict=True):
        if "…" not in one:
            assert read_line(replay, one) == read_line(replay, other)


def test_what_a_player_may_not_see_is_not_printed() -> None:
    log = (EXAMPLES / "four-players.jsonl").read_bytes()
    seen = paper(Excerpt("x", log, "public", "en"), "a4", "en")
    assert seen != paper(Excerpt("x", log, None, "en"), "a4", "en")


def test_hostile_names_stay_text() -> None:
    first = (EXAMPLES / "four-players.jsonl").read_bytes().splitlines(keepends=True)[0]
    hostile = first.replace(b"Ana", b"<script>alert(1)</script>")
    assert hostile != first
    told = page(hostile)
    assert "<script" not in told
    assert "&lt;script" in told


def run(*arguments: object) -> tuple[int, bytes]:
    with CliRunner().isolation() as (out, _err, _output):
        code = invoke([str(argument) for argument in arguments], "en")
        return code, out.getvalue()


def test_the_command_writes_html_and_pdf(tmp_path: Path) -> None:
    code, out = run("sheet", EXAMPLES / "four-players.jsonl", "--paper", "letter")
    assert code == 0
    assert f"size: {PAGES['letter']}".encode() in out
    code, out = run("sheet", "-o", tmp_path / "empty.pdf")
    assert (code, out) == (0, b"")
    assert (tmp_path / "empty.pdf").read_bytes().startswith(b"%PDF")


def test_a_name_that_says_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.html or \.pdf"):
        run("sheet", "-o", tmp_path / "empty.docx")
    assert not list(tmp_path.iterdir())


def test_a_game_that_is_over_has_its_points_and_no_lines_to_write_on() -> None:
    log = (EXAMPLES / "deal-with-the-devil.jsonl").read_bytes()
    lines = log.splitlines(keepends=True)
    over, going = page(log), page(b"".join(lines[: len(lines) // 2]))
    assert numbers(over) == []
    assert reference(over) == []
    assert numbers(going)[0] == len(lines) // 2 + 1
    for said, rounds in ((over, 5), (going, 2)):
        rows = re.search(r'class="scores">(.*?)</table>', said)
        assert rows
        assert re.findall(r"<th>(\d+)</th>", rows[1]) == list("12345")
        assert len(re.findall(r"<td>-?\d+</td>", rows[1])) == 4 * rounds
    final = replay_log(log).final
    assert final
    for one in final["players"].values():
        assert f"<td>{one['total']}</td></tr>" in over
    assert "<h1>Pacto con el diablo</h1>" in paper(DEVIL, "a4", "es").decode()


@pytest.mark.parametrize("name", ["dice-forge/four-players", "three-players"])
def test_a_game_that_is_over_has_a_column_for_each_round_that_was_played(name: str) -> None:
    """Neither one that nobody played nor, of a long game, none for its last rounds."""
    log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    replay, said = replay_log(log), page(log)
    rows = re.search(r'class="scores">(.*?)</table>', said)
    assert rows
    rounds = re.findall(r"<th>(\d+)</th>", rows[1])
    assert rounds == [str(n) for n in range(1, replay.position.round + 1)]
    assert "<td></td>" not in rows[1]


def test_a_sheet_on_which_nobody_plays_yet_has_no_table_of_points() -> None:
    """A tournament has entrants later: its table would be a head without a row."""
    said = paper(game_named("tournament"), "a4", "en").decode()
    assert 'class="scores"' not in said
    assert 'class="scores"' in paper(DEVIL, "a4", "en").decode()


DEVIL = game_named("deal-with-the-devil")
