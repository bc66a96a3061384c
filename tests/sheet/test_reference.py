"""The two references and the annotated example say what the program does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ragami.games.ragami.forms import FORMS
from ragami.judge.report import report
from ragami.sheet import Misread, logs_in, read_line
from ragami.sheet.check import check_of
from ragami.table.recording import Draft
from tests.cli.conftest import Ragami
from tests.sheet.every_record import IN_WORDS
from tests.sheet.test_lines import FIRST_TURN, LOG, after

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / "docs" / name).read_text("utf-8") for name in ("sheet.md", "sheet.es.md")}
ANNOTATED = ("annotated.ragami", "annotated.es.ragami")


def rows(page: str) -> list[str]:
    """The lines that the quick reference shows."""
    table = re.split(r"\n## ", page)[3]
    first_cells = re.findall(r"^\| (`.*?) \| ", table, re.MULTILINE)
    return [each for cell in first_cells for each in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("page", PAGES)
def test_every_line_of_the_quick_reference_is_one(page: str) -> None:
    replay = after(LOG, FIRST_TURN)
    read = set()
    for line in rows(PAGES[page]):
        if ("…" in line and "conf" not in line) or line.startswith(("demon", "redo", "rehace")):
            continue
        found = read_line(replay, line.removesuffix(" …"))
        assert isinstance(found, Draft) or (line.split()[0] in ("undo", "deshace")), found
        if isinstance(found, Draft):
            read.add(found.type)
    assert read >= {row.form.type for row in FORMS.rows}
    assert read >= {"undone", "corrected", "ruled", "noted", "sealed"}


@pytest.mark.parametrize("page", PAGES)
def test_the_heads_of_the_reference_open_a_game(page: str) -> None:
    (heads,) = re.findall(r"```\n((?:game|juego):.*?)```", PAGES[page], re.DOTALL)
    (game,) = logs_in(heads.encode())
    assert not isinstance(game, Misread)
    assert game.title
    assert b'"pass_policy":"reenter"' in game.log


@pytest.mark.parametrize("page", PAGES)
def test_the_check_characters_of_the_reference_are_right(page: str) -> None:
    for line, check in re.findall(r"^(.*) \*(\w\w) #", PAGES[page], re.MULTILINE):
        assert check_of(line) == check


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_the_reference_work(
    ragami: Ragami, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (block,) = re.findall(r"```sh\n(.*?)```", PAGES[page], re.DOTALL)
    for command in block.splitlines():
        said = ragami(*shlex.split(command)[1:])
        assert said.code == 0, (command, said)


@pytest.mark.parametrize("name", ANNOTATED)
def test_the_annotated_example_is_a_good_game_and_shows_every_line(name: str) -> None:
    text = (ROOT / "examples" / name).read_text("utf-8")
    (game,) = logs_in(text.encode())
    assert not isinstance(game, Misread)
    assert report(name, game.log).ok
    types = set(re.findall(r'"type":"(\w+)"', game.log.decode()))
    replay = after(LOG, FIRST_TURN)
    for example in re.findall(r"^#   (.*?)  ", text, re.MULTILINE):
        found = read_line(replay, example)
        types |= {found.type} if isinstance(found, Draft) else {example.split()[0]}
    assert types >= {row.form.type for row in FORMS.rows}
    assert types >= set(IN_WORDS) - {"sealed"}
    assert types & {"seal", "sella"}
    assert text.count("#") > 40


def test_both_annotated_examples_are_the_same_game() -> None:
    games = [logs_in((ROOT / "examples" / name).read_bytes())[0] for name in ANNOTATED]
    one, other = (each.log for each in games if not isinstance(each, Misread))
    said = re.compile(rb'"(?:text|reason|authority)":"[^"]*"|"names":[^]]*')
    assert said.sub(b"", one) == said.sub(b"", other)
