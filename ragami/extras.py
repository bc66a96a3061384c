"""Extras: packages that only some of the work needs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ragami.errors import RagamiError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Import what the extra brings in here.

    Raises `RagamiError` `extra-needed` if it is not there.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise RagamiError("extra-needed", extra=extra, module=error.name) from error
