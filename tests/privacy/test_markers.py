"""Nothing that is secret comes out for the public, by no way out and in no format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect, structs

from ragami.game import game_named
from ragami.game.capabilities import SETUP, VISIBILITY
from ragami.log.record import Record
from ragami.narration import tell_log
from ragami.store import open_store
from tests.cli.conftest import Ragami
from tests.laws.test_secrets import others, pair
from tests.privacy.kit import GAME, ok
from tests.privacy.test_private import EVENTS, OPENED, lines_of

SECRET: Final = {"starting_card_kept.kept", "cards_drawn.kept[]", "game_opened.players[].name"}
PUBLIC: Final = Path(__file__).parent / "public_fields.txt"
"""The fields that anybody may see, looked at one by one: a new field belongs here or above."""

MARKER: Final = "Marcador"
RAGAMI: Final = game_named("ragami")


# --- the fields ----------------------------------------------------------------------------


def fields(kind: inspect.Type, path: str) -> Iterator[str]:
    """The places of the values in a struct: `players[].name`."""
    match kind:
        case inspect.StructType():
            for field in kind.fields:
                yield from fields(field.type, f"{path}.{field.encode_name}")
        case inspect.VarTupleType() | inspect.ListType():
            yield from fields(kind.item_type, f"{path}[]")
        case inspect.TupleType():
            for each in kind.item_types:
                yield from fields(each, f"{path}[]")
        case inspect.DictType():
            yield from fields(kind.value_type, f"{path}{{}}")
        case inspect.UnionType():
            for one in kind.types:
                yield from () if isinstance(one, inspect.NoneType) else fields(one, path)
        case _other:
            yield path


def public() -> set[str]:
    listed: set[str] = set()
    for entry in PUBLIC.read_text().replace("\n    ", " ").splitlines():
        type_, names = entry.split(": ")
        listed |= {f"{type_}.{name}" for name in names.split()}
    return listed


def test_every_field_of_every_record_is_secret_or_known_to_be_public() -> None:
    types = game_named("ragami").codec.types
    there = {
        path
        for name, entry in types.items()
        for path in fields(inspect.type_info(entry.struct), name)
    }
    without = {name for name in types if not structs.fields(types[name].struct)}
    assert without == {"redone"}
    assert there == SECRET | public()
    assert not SECRET & public()


@lru_cache
def events() -> list[tuple[str, Any]]:
    reads = game_named("ragami").codec.read_log(GAME.log)
    return [(read.type, read.data) for read in reads if isinstance(read, Record)]


def test_the_game_names_these_fields_as_its_secrets_and_no_other() -> None:
    named = {
        f"{type_}.{''.join(char for char in hidden.place if not char.isdigit())}"
        for type_, event in events()
        for hidden in RAGAMI.need(VISIBILITY).secrets(event)
    }
    assert named == SECRET


def marked(event: Any) -> Any:
    """An event with a marker in each of its cards that are secret."""
    kept = getattr(event, "kept", None)
    marker = (MARKER,) * len(kept) if isinstance(kept, tuple) else MARKER
    return structs.replace(event, kept=marker)


def test_a_marker_in_a_secret_field_is_seen_by_its_owner_only() -> None:
    struck = 0
    for _type, event in events():
        if hasattr(event, "kept"):
            planted = marked(event)
            own = msgspec.json.encode(RAGAMI.need(VISIBILITY).redact(planted, event.player))
            struck += own.count(MARKER.encode())
            for viewer in ("public", *(set(RAGAMI.need(SETUP).seats) - {event.player})):
                seen = RAGAMI.need(VISIBILITY).redact(planted, viewer)
                assert MARKER not in msgspec.json.encode(seen).decode()
                assert MARKER not in RAGAMI.words.narrator("en", viewer).tell(planted)
                assert MARKER not in RAGAMI.words.narrator("es", viewer).tell(planted)
    assert struck > 20


# --- every way out -------------------------------------------------------------------------

FORMATS: Final = {
    "jsonl": (),
    "sheet": ("--stamps",),
    "json": (),
    "csv": (),
    "svg": (),
    "html": (),
    "parquet": (),
}
TOLD: Final = [
    ["show"],
    ["show", "--json"],
    ["show", "--hands", "--json"],
    ["log"],
    ["log", "--lang", "es"],
    ["log", "--json"],
    ["replay"],
    ["sheet"],
]


def outputs(ragami: Ragami, folder: Path, name: str, viewer: str) -> dict[str, bytes]:
    """All that comes out of a game for a viewer, by the way it takes."""
    out: dict[str, bytes] = {}
    for form, more in FORMATS.items():
        path = folder / f"out.{form}"
        ok(ragami, "export", name, "--to", form, *more, "--as", viewer, "-o", str(path))
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        out |= {f"{form} {file.name}": file.read_bytes() for file in files}
    said = ragami("diff", f"{name}@4", name, "--as", viewer)
    out["diff"] = (said.out + said.err).encode()
    for command, *options in TOLD:
        said = ragami(command, name, *options, "--as", viewer)
        assert said.code in (0, 1), said
        out[" ".join([command, *options])] = (said.out + said.err).encode()
    return out


def test_a_clear_log_that_differs_in_a_hidden_card_comes_out_the_same(
    ragami: Ragami, tmp_path: Path
) -> None:
    log, other, owner = pair(3)
    for viewer in others(log, owner)[:1]:
        told = []
        for content in (log, other):
            (tmp_path / "game.jsonl").write_bytes(content)
            told.append(outputs(ragami, tmp_path, str(tmp_path / "game.jsonl"), viewer))
        assert told[0] == told[1]
        assert len(told[0]) > len(FORMATS) + len(TOLD)


@pytest.fixture
def marks(ragami: Ragami) -> dict[str, set[bytes]]:
    """A private game with a marker for each player's name; all that is secret in it, by owner."""
    seats = [one["colour"] for one in OPENED["players"]]
    players = [word for seat in seats for word in ("-p", f"{seat}:{MARKER}-{seat}")]
    options = [
        word
        for name, value in OPENED["options"].items()
        for word in ("-o", f"{name}={json.dumps(value).strip(chr(34))}")
    ]
    ok(ragami, "new", "final", "--private", *players, *options, "--by", f"{MARKER}-{seats[0]}")
    ok(ragami, "record", "final", "--by", f"{MARKER}-{seats[1]}", stdin=lines_of(EVENTS[:90]))
    with open_store() as store:
        secrets, lines = store.secrets("final"), store.read("final")
    of: dict[str, set[bytes]] = {seat: {f"{MARKER}-{seat}".encode()} for seat in seats}
    for one in secrets:
        data = json.loads(lines[one.seq - 1])["data"]
        owner = data["player"] if "player" in data else json.loads(one.value).split("-")[1]
        of[owner].add(one.salt.encode())
    return of


def test_no_name_and_no_salt_comes_out_for_somebody_else(
    ragami: Ragami, tmp_path: Path, marks: dict[str, set[bytes]]
) -> None:
    assert all(len(of) >= 3 for of in marks.values())
    everything = set().union(*marks.values())
    for viewer in list(marks)[:1]:
        foreign = everything - marks.get(viewer, set())
        for way, content in outputs(ragami, tmp_path, "final", viewer).items():
            assert not [mark for mark in foreign if mark in content], (viewer, way)
    whole = outputs(ragami, tmp_path, "final", "referee")
    named = [way for way, content in whole.items() if MARKER.encode() in content]
    assert len(named) >= len(FORMATS)
    assert all(mark in whole["jsonl out.jsonl"] for mark in everything)


def test_what_is_told_of_a_private_game_is_not_told_by_chance() -> None:
    """The markers are what the teller says to him who may hear it."""
    log = GAME.up_to(30)
    heard = tell_log(RAGAMI, RAGAMI.words.narrator("en"), log)
    hidden = tell_log(RAGAMI, RAGAMI.words.narrator("en", "public"), log)
    assert [line.text for line in heard] != [line.text for line in hidden]
