"""The good part of a log: its records before the first wrong one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ragami.errors import RagamiError
from ragami.sources.places import LogPlace, Source
from ragami.sources.sheets import SheetLog, UnreadableSheet

if TYPE_CHECKING:
    from ragami.findings import Finding
    from ragami.sheet import Misread


class GoodPart(SheetLog):
    """A log up to the first error in it; `misread` and `wrong` say what came there."""

    misread: tuple[Misread, ...] = ()
    wrong: Finding | None = None


def good_parts(place: LogPlace) -> Iterator[Source]:
    """Yield the logs of a place, or what is good of them: at least one record."""
    for source in place.sources():
        try:
            log = source.read()
        except UnreadableSheet as unread:
            for number, game in enumerate(unread.games, 1):
                name = f"{source.name}#{number}" if len(unread.games) > 1 else source.name
                good = good_part(SheetLog.of(game))
                good.misread = game.misread
                yield source._replace(name=name, read=partial(_read, good, unread))
        except RagamiError:
            yield source
        else:
            good = good_part(log)
            yield source._replace(read=partial(bytes, good or log))


def _read(good: GoodPart, unread: UnreadableSheet) -> bytes:
    if not good:
        raise unread
    return good


def good_part(log: bytes) -> GoodPart:
    """Return the records before the first that is wrong."""
    from ragami.judge.report import on_line_of, replay_log  # noqa: PLC0415 (law 10)

    lines: Sequence[int] = getattr(log, "lines", ())
    first = None
    while log and (error := replay_log(log).error):
        first = error
        log = b"".join(log.splitlines(keepends=True)[: (error.line or 1) - 1])
    good = GoodPart(log)
    good.lines = tuple(lines)
    good.wrong = first and on_line_of(lines, first)
    return good
