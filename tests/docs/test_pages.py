"""The pages for those who carry on say what is so: laws, rooms, records, codes, links."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import ragami
from ragami.findings import CODES
from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.log.record import LOG_EVENTS
from ragami.referee.audit import CODES as OF_AUDITS

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
DESIGN: Final = (DOCS / "design.md").read_text("utf-8")
CONTRACT: Final = (DOCS / "contract.md").read_text("utf-8")


def test_every_law_that_a_comment_names_is_there() -> None:
    laws = set(re.findall(r"^(\d+)\. \*\*", DESIGN, re.MULTILINE))
    assert laws == {str(number) for number in range(1, 19)}
    tops = (ROOT / "ragami", ROOT / "cli", ROOT / "tests")
    named = {
        number
        for top in tops
        for path in top.rglob("*.py")
        for number in re.findall(r"\b[Ll]aws? (\d+)\b", path.read_text("utf-8"))
    }
    assert named <= laws
    assert len(named) > 5


def test_every_room_is_in_the_table_of_rooms() -> None:
    rooms = {
        path.name + ("/" if path.is_dir() else "")
        for path in (ROOT / "ragami").iterdir()
        if (path.is_dir() and (path / "__init__.py").exists())
        or (path.suffix == ".py" and path.stem != "__init__")
    }
    table = re.findall(r"^\| (`.*?) \|", DESIGN, re.MULTILINE)
    named = {name for row in table for name in re.findall(r"`([^`]+)`", row)}
    assert rooms <= named
    assert named - rooms == {"cli/ragami_cli/", "cli/ragami_games_cli/"}


def codes() -> set[str]:
    """The codes of any game: an audit imports what finds any of them, and no game."""
    return {*CODES, *OF_AUDITS}


def test_the_contract_names_the_records_and_codes_of_any_game() -> None:
    assert {name for name in LOG_EVENTS if f"`{name}`" not in CONTRACT} == set()
    own = set(re.findall(r"`([a-z]+-[a-z-]+)`", CONTRACT))
    assert own - set(SHIPPED) - {"deal-with-the-devil"} <= codes()


def test_the_record_of_the_contract_is_one() -> None:
    (line,) = (block for block in re.findall(r"```json\n(.*?)\n```", CONTRACT) if "seq" in block)
    read = game_named("ragami").codec.read_line(line.encode(), 12)
    assert read.type == json.loads(line)["type"]


def test_the_rule_of_the_page_stands_where_the_page_says() -> None:
    rule = "R-MOVE-04"
    page = (DOCS / "adding-a-rule.md").read_text("utf-8")
    folder = ROOT / "ragami/games/ragami"
    for place in ("data/rules.jsonl", "rules/movement.py", "data/words.jsonl"):
        assert f"`{place}`" in page
        assert rule in (folder / place).read_text("utf-8")
    (check,) = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    code = [line.strip() for line in (folder / "rules/movement.py").read_text("utf-8").splitlines()]
    assert all(line.strip() in code for line in check.splitlines())


def test_every_link_leads_somewhere() -> None:
    for page in (*ROOT.glob("*.md"), *DOCS.glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            assert "://" in target or (page.parent / target).exists(), (page.name, target)


def test_the_version_has_its_chapter() -> None:
    assert f"## {ragami.__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
