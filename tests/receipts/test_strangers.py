"""Receipts of a stranger's game: they fall with whatever its package has and imports."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_
from shutil import make_archive
from typing import Final

import pytest

import ragami as library
from ragami.game import game_named, registry
from ragami.receipts import Receipts
from ragami.receipts.manifest import EVERYTHING, files_of, judge_of, manifest_of
from tests.cli.conftest import Process
from tests.games import packages

RACE: Final = Path(packages.__file__).with_name("race") / "race" / "__init__.py"
IMPORTS: Final = """
import json
from pathlib import Path
from race_bonus import bonus

BONUS: Final = bonus() + json.loads(Path(__file__).with_name("points.json").read_text())
"""
CHECK: Final = """
def faces(least):
    def check(s, e):
        return check_rolled(s, e) if e.face >= least else [breach("R-RACE-04", by=e.player, due="")]
    return check


GAME"""
LOG: Final = (
    b'{"seq":1,"type":"game_opened","v":1,"at":null,"by":null,"data":{"game":"race","rules":1,'
    b'"title":null,"players":[{"colour":"red","name":"Ana"},{"colour":"blue","name":"Bea"}],'
    b'"goal":5}}\n'
    b'{"seq":2,"type":"bet_placed","v":1,"at":null,"by":null,"data":{"player":"red","on":"red"}}\n'
    b'{"seq":3,"type":"bet_placed","v":1,"at":null,"by":null,"data":{"player":"blue","on":null}}\n'
    b'{"seq":4,"type":"rolled","v":1,"at":null,"by":null,"data":{"player":"red","face":5}}\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The race in a package of its own that has a component and a check made with a number.

    It imports another package, and this a third one.
    """
    place = tmp_path / "site"
    (place / "race").mkdir(parents=True)
    source = RACE.read_text("utf-8").replace("BONUS: Final = 3\n", IMPORTS)
    source = source.replace("\nGAME", CHECK).replace("Rolled, check_rolled", "Rolled, faces(1)")
    assert "faces(1)" in source
    packages.write_package(place, "race", "", race="race:GAME")
    (place / "race.py").unlink()
    (place / "race" / "__init__.py").write_text(source, "utf-8")
    (place / "race" / "points.json").write_text("1")
    imports = "from race_more import TWO\ndef bonus():\n return TWO\n"
    packages.write_package(place, "race_bonus", imports)
    packages.write_package(place, "race_more", "TWO = 2\n")
    return place


CHANGES: Final = (
    ("race/points.json", "1", "4"),
    ("race_more.py", "TWO = 2", "TWO = 7"),
    ("race_bonus.py", "return TWO", "return 9"),
    ("race/__init__.py", "faces(1)", "faces(6)"),
)
"""A component, a package that an imported one imports, the imported one, the number of a check."""


def test_a_package_that_changes_without_its_version(
    fork: Process, folder: Path, tmp_path: Path
) -> None:
    log = tmp_path / "race.jsonl"
    log.write_bytes(LOG)
    surroundings = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def verify(*more: str) -> str:
        said = fork("verify", "--json", *more, str(log), **surroundings)
        assert said.code in (0, 1), said
        return said.out

    receipts = ("--receipts", str(tmp_path / "judged"))
    said = [verify(*receipts)]
    for name, old, new in CHANGES:
        path = folder / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        said.append(verify(*receipts))
    assert len(set(said)) == (tmp_path / "judged").read_bytes().count(b'{"log"') == 5
    assert said[-1] == verify()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Path]:
    """The package on the path of this process."""
    monkeypatch.syspath_prepend(folder)
    registry.forget()
    yield folder
    for name in ("race", "race_bonus", "race_more"):
        sys.modules.pop(name, None)
    registry.forget()


def test_what_has_changed_since_it_was_loaded_is_told_by_no_receipt(
    installed: Path, tmp_path: Path
) -> None:
    """The interpreter runs what stood there; what stands there now it has never judged by."""
    path = installed / "race" / "__init__.py"
    game_named("race")
    path.write_text(path.read_text("utf-8").replace("faces(1)", "faces(6)"), "utf-8")
    assert manifest_of(game_named("race")).units == {}
    assert judge_of(game_named("race")) is None
    with Receipts(tmp_path / "judged") as receipts:
        assert library.verify(LOG, receipts=receipts).ok
    assert not (tmp_path / "judged").read_bytes()


def test_bytecode_of_another_source_is_told_by_no_receipt(
    fork: Process, folder: Path, tmp_path: Path
) -> None:
    """Python takes the bytecode for that of the source: its size and second are the same."""
    log, path, judged = tmp_path / "race.jsonl", folder / "race_more.py", tmp_path / "judged"
    log.write_bytes(LOG)

    def verify(two: str) -> tuple[str, int]:
        path.write_text(f"TWO = {two}\n")
        os.utime(path, (1, 1))
        said = fork("verify", "--json", "--receipts", str(judged), str(log), **surroundings)
        return said.out, judged.read_bytes().count(b'{"log"')

    surroundings = {"PYTHONPATH": str(folder)}
    first = verify("2")
    assert first[1] == 1
    assert verify("7") == first  # the rules of 2: no receipt says that they are those of 7
    assert verify("2") == first
    assert verify("77")[1] == 2


def test_what_stands_on_a_game_of_ours_rests_on_its_data(installed: Path) -> None:
    path = installed / "race_more.py"
    path.write_text("from ragami.games.dice_forge.components import shipped\nTWO = 2\n", "utf-8")
    game_named("race")
    assert {"temple-1.json", "feats.py"} <= {file.name for file in files_of("race")}
    path.write_text("if True: import race_other; import race_third\n", "utf-8")
    packages.write_package(installed, "race_other", "")
    packages.write_package(installed, "race_third", 'import_module("race_fourth")')
    packages.write_package(installed, "race_fourth", "__import__('race_fifth')")
    packages.write_package(installed, "race_fifth", "")
    assert {"race_other.py", "race_third.py", "race_fourth.py", "race_fifth.py"} <= {
        file.name for file in files_of("race")
    }


def test_bytecode_without_a_source_counts_as_one(installed: Path) -> None:
    source = installed / "race" / "__init__.py"
    text = source.read_text("utf-8")
    manifests = []
    for written in (text, text, text.replace(">= least", "> least")):
        source.write_text(written, "utf-8")
        bytecode = str(source.with_suffix(".pyc"))
        compile_(str(source), bytecode, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
        source.unlink()
        sys.modules.pop("race", None)
        registry.forget()
        manifest_of.cache_clear()
        manifests.append(manifest_of(game_named("race")))
    first, same, other = manifests
    assert set(first.units) == {EVERYTHING}
    assert first == same
    assert first.base != other.base


def test_what_has_no_files_has_no_receipts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a zip nobody sees the source: it might change unnoticed."""
    (tmp_path / "site").mkdir()
    packages.write_package(tmp_path / "site", "race", RACE.read_text("utf-8"), race="race:GAME")
    monkeypatch.syspath_prepend(make_archive(str(tmp_path / "packed"), "zip", tmp_path / "site"))
    registry.forget()
    try:
        assert manifest_of(game_named("race")).units == {}
        with Receipts(tmp_path / "judged") as receipts:
            assert library.verify(LOG, receipts=receipts).ok
        assert not (tmp_path / "judged").read_bytes()
    finally:
        sys.modules.pop("race", None)
        registry.forget()


def test_a_module_without_a_package_rests_on_itself_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All else in the folder where packages are installed is none of its files."""
    packages.write_package(tmp_path, "race", RACE.read_text("utf-8"), race="race:GAME")
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "large.json"
    other.write_text("1")
    monkeypatch.syspath_prepend(tmp_path)
    registry.forget()
    before = manifest_of(game_named("race"))
    other.write_text("2")
    manifest_of.cache_clear()
    assert manifest_of(game_named("race")) == before
    sys.modules.pop("race")
    registry.forget()


def test_a_function_without_a_name_makes_the_package_one_unit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever reads its module reads all of `capabilities`, and could ask for any."""
    source = RACE.read_text("utf-8").replace(
        "EventType(Rolled, check_rolled, apply_rolled)",
        "EventType(Rolled, check_rolled, apply_rolled, 2, {1: lambda data: data})",
    )
    source = source.replace("\nGAME: ", "\nfrom ragami.game import capabilities as can\nGAME: ")
    packages.write_package(tmp_path, "race", source, race="race:GAME")
    monkeypatch.syspath_prepend(tmp_path)
    registry.forget()
    assert set(manifest_of(game_named("race")).units) == {EVERYTHING}
    sys.modules.pop("race")
    registry.forget()
