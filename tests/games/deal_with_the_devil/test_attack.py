"""Who holds the laptop looks for the roles on the disk and on the screen before the end."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ragami.games.deal_with_the_devil import events as ev
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.evening import MARKS, Evening, files, game
from tests.scale import often

LOG = game(12)
SEEDS = {"one": "11" * 32, "other": "2e" * 32}
VIEWERS = (None, "public", "referee", "red")
# Every command that looks at a game; with those that have a viewer, as each of them.
AS = (
    ("show",), ("show", "--json"), ("log",), ("log", "--json"), ("sheet",), ("replay",),
    *(("export", "--to", to) for to in ("jsonl", "json", "csv", "sheet", "html")),
)  # fmt: skip
PLAIN = (
    ("verify",), ("verify", "--json"), ("report",), ("audit",), ("audit", "--json"), ("legal",),
    ("legal", "--json"), ("stats",), ("whatif", "undo"), ("penalty",), ("dice",),
)  # fmt: skip
# The first one is tried by every command; in later phases, up to the last before roles are public,
# by those from which all others take what they say.
PHASES = ("step_resolved", "buildings_passed", "votes_cast", "ritual_opened", "inquisition_faced")
QUICK = (("show", "--json"), ("log",), ("export", "--to", "jsonl"))
# What is drawn at random and says nothing: digests, salts, and when it was written.
RANDOM = re.compile(
    r"[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{22}==|[0-9a-f]{37,}|\d{4}-\d\d-\d\dT[\d:]+Z|\d\d:\d\d(:\d\d)?"
)


@pytest.fixture
def worlds(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Evening]]:
    """The same evening twice; all that differs is the seed, and so who is who."""
    before = os.umask(0)  # what is private is so in any surroundings
    made = {}
    for name, seed in SEEDS.items():
        enter(monkeypatch, tmp_path / name)
        monkeypatch.setattr("ragami.table.device.secrets.token_hex", lambda _n, seed=seed: seed)
        answers = iter(MARKS)
        monkeypatch.setattr(click, "prompt", lambda *_args, _all=answers, **_more: next(_all))
        assert ragami("chests", "marks").code == 0
        made[name] = Evening(ragami, LOG)
        made[name].until("offers_sent", 2)
        made[name].step()
    yield made
    os.umask(before)


def enter(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Go where one of the worlds lies."""
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RAGAMI_DB", str(folder / "games.db"))
    monkeypatch.setenv("RAGAMI_CHESTS", str(folder / "chests"))


def test_who_holds_the_laptop_learns_nothing_before_the_end(
    worlds: dict[str, Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, list[tuple[object, ...]]] = {}
    for name, evening in worlds.items():
        enter(monkeypatch, tmp_path / name)
        seen[name] = []
        assert len(set(evening.where().values())) == len(MARKS)
        for viewer in VIEWERS[:: often(3, 1)]:
            as_ = ("--as", viewer) if viewer else ()
            for command in AS:
                first, *rest = command
                seen[name].append(said(evening, first, "evening", *rest, *as_))
            seen[name].append(said(evening, "diff", "evening@12", "evening@20", *as_))
        for first, *rest in PLAIN:
            seen[name].append(said(evening, first, *rest, "evening"))
        for type_ in PHASES[:: often(3, 1)]:
            evening.until(type_)
            for viewer in ("public", "referee", "red"):
                for first, *rest in QUICK:
                    seen[name].append(said(evening, first, "evening", *rest, "--as", viewer))
            seen[name].append(said(evening, "verify", "--json", "evening"))
        for form in ("jsonl", "html", "csv"):
            evening.ok("export", "evening", "--as", "referee", "-o", f"out.{form}")
        evening.ok("backup", "copy.db")
    for one, other in zip(*seen.values(), strict=True):
        assert one == other

    left = {name: dict(on_the_disk(tmp_path / name)) for name in worlds}
    assert left["one"] == left["other"]


def said(evening: Evening, *command: str) -> tuple[object, ...]:
    """What a command says; what it does not do for a private game is the same in all worlds."""
    done = evening.ragami(*command)
    assert not any(seed in done.out + done.err for seed in SEEDS.values())
    assert "Traceback" not in done.err
    return (command, done.code, RANDOM.sub("#", done.out), RANDOM.sub("#", done.err))


def on_the_disk(folder: Path) -> Iterator[tuple[str, object]]:
    """Names, sizes and contents of all files; of those that hold secrets that they are private."""
    assert stat.S_IMODE((folder / "chests").stat().st_mode) == 0o700
    for file in files(folder):
        name = RANDOM.sub("#", str(file.relative_to(folder)))
        if ".db" in file.name or file.parent.name == "chests":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
            yield name, file.stat().st_size if file.parent.name == "chests" else None
        else:
            text = file.read_text()
            assert not any(f'"{c}":"{role}"' in text for c in ev.COLOURS for role in ev.ROLES)
            yield name, RANDOM.sub("#", text)
