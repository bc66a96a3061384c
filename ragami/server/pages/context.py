"""The data of a page: what the server knows of a table, as everybody may see it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any, Final
from urllib.parse import quote

from ragami.decoded import Fields
from ragami.game import loadable
from ragami.game.capabilities import APP, GATHERING, SETUP, Marked
from ragami.game.registry import game_named, is_installed
from ragami.language import Language, capital, translator
from ragami.log.origin import Origin
from ragami.markup import element
from ragami.server.bodies import ProblemDetails, TableEntry
from ragami.server.door import STYLE
from ragami.server.play_bodies import Whole
from ragami.server.round_bodies import Clock, RoundSitting

EMPTY: Final = re.compile(r'<(?P<tag>\w+)(?P<rest>[^<>]*?\bid="(?P<id>[^"]+)"[^<>]*?)(?:/>|></\1>)')
MINUTE: Final = 60


@dataclass(frozen=True)
class Context:
    """The content of a page: its language, its table, and `whole`, all that the public sees there.

    `entry` is the table as everybody may know it, `origin` where it goes on from, and `branches`
    are the tables that go on from it, each after a record. `static` says where a file is fetched,
    `chart` is that of the exported page. `script`, `modules` and `data` are those of the screen
    called `name`.
    """

    lang: Language
    static: Callable[[str], str]
    table: str | None = None
    entry: TableEntry | None = None
    whole: Whole | None = None
    tables: Sequence[TableEntry] = ()
    addresses: Sequence[str] = ()
    code: str = ""
    sheet: str = ""
    chart: str = ""
    problem: ProblemDetails | None = None
    clock: Clock | None = None
    papers: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    sitting: RoundSitting | None = None
    style: str = STYLE.text
    name: str = ""
    script: str = ""
    modules: Sequence[str] = ()
    data: Fields = field(default_factory=dict)
    origin: Origin | None = None
    branches: Sequence[tuple[str, int]] = ()

    @property
    def path(self) -> str:
        """The path of the table's pages."""
        return f"/t/{self.quoted}"

    @property
    def quoted(self) -> str:
        """The name of the table as it stands in an address."""
        return quote(self.table or "", safe="")

    def to(self, room: str = "") -> str:
        """The way to another page, in the same language: of the table, or from the root."""
        path = room if room.startswith("/") else f"{self.path}/{room}".rstrip("/")
        return f"{path}?lang={self.lang}"

    def at(self, table: str, entry: TableEntry | None = None) -> Context:
        """Return the context of another table."""
        return Context(self.lang, self.static, table, entry)

    def seats(self) -> dict[str, str]:
        """The seats of the table, each with its player's name and what the seat is called."""
        if self.entry is None:
            return {}
        seats = self.entry.seats or (self.whole.players if self.whole else {})
        if not is_installed(self.entry.game):
            return dict(seats)
        game = game_named(self.entry.game)
        called = {seat: game.words.word(seat, self.lang) for seat in seats}
        return {
            seat: f"{name} ({called[seat]})"
            if game.is_word(seat, self.lang) and name.casefold() != called[seat].casefold()
            else name
            for seat, name in seats.items()
        }

    def games(self) -> Sequence[tuple[str, str]]:
        """Return the games that can be played at a table of a gathering, each with its title."""
        return [(game.name, game.called(self.lang)) for game in loadable()
                if game.get(SETUP) and not game.has(GATHERING)]  # fmt: skip

    def offences(self) -> Sequence[tuple[str, str]]:
        """Return the offences of the catalogue, each in words."""
        from ragami.penalties import OFFENCES  # noqa: PLC0415 (only a referee is asked)

        _ = translator(self.lang)
        return [(offence, capital(_(text))) for offence, text in OFFENCES.items()]

    def story(self) -> Sequence[tuple[str, Sequence[Sequence[Any]]]]:
        """Return the headings of the story, each with its entries."""
        told = self.whole.story if self.whole else ()
        return [(heading, list(entries)) for heading, entries in groupby(told, key=itemgetter(3))]

    def marked(self) -> Marked:
        """Return what the things of the game are called whose marks its app reads."""
        assert self.entry is not None, "a screen of no table asks for none"
        return game_named(self.entry.game).need(APP).marked(self.lang)

    @property
    def time_left(self) -> str | None:
        """The clock: `53:20`; `-2:05` when the time is over; None while it is not set."""
        left = self.clock.left_s if self.clock else None
        if left is None:
            return None
        minutes, seconds = divmod(abs(left), MINUTE)
        return f"{'-' if left < 0 else ''}{minutes}:{seconds:02}"

    def filled(self, frame: str) -> str:
        """Return the board, or what lies beside it, with its spots, as `regions.js` puts them."""
        spots = self.whole.spots if self.whole else {}

        def fill(found: re.Match[str]) -> str:
            if found["id"] not in spots:
                return found[0]
            label, markup = spots[found["id"]]
            said = f' aria-label="{escape(label)}"' if label else ""
            if not label and 'role="img"' in found["rest"]:  # nothing is said of it: decoration
                said = ' aria-hidden="true"'
            title = element("title", escape(label)) if label else ""
            return f"<{found['tag']}{found['rest']}{said}>{title}{markup}</{found['tag']}>"

        return EMPTY.sub(fill, frame)
