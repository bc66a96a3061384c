"""Archives with receipts, and what somebody does to the receipts who has the source."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from ragami.proof import keys as proof_keys
from ragami.proof.note import Note
from ragami.receipts.lines import signed_line
from ragami.receipts.trust import secret
from tests.archive.games import folder_of, illegal, logs

Line = dict[str, Any]


def games(tmp_path: Path, number: int = 6) -> Path:
    """A folder of games, of which one is illegal."""
    folder = folder_of(tmp_path / "games", number)
    (folder / "wrong.jsonl").write_bytes(illegal(logs(number)[1]))
    return folder


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def changed(line: bytes, **values: object) -> bytes:
    """A line of receipts that says something else."""
    told = msgspec.json.decode(line)
    told.update(values)
    return msgspec.json.encode(told)


def unsigned(_text: str) -> None:
    """Stand for nobody's signature."""


def sign_anew(path: Path, lines: Sequence[bytes], sign: Callable[[str], str | None]) -> None:
    """Write lines as a segment, signed by this machine and by a key."""
    content = [*lines, signed_line(lines, secret(), sign)]
    path.write_bytes(b"".join(line + b"\n" for line in content))


def by_key(name: str) -> Callable[[str], str]:
    """Signs with a key of one's own."""
    key = proof_keys.signer(name)
    return lambda text: str(Note(text, (key.sign(text),)))


@contextmanager
def elsewhere(tmp_path: Path, name: str = "elsewhere") -> Iterator[None]:
    """Be another machine, with keys of its own."""
    with patch.dict(os.environ, RAGAMI_KEYS=str(tmp_path / name)):
        yield
