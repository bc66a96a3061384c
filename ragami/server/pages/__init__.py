"""The screens: HTML made by the server, of what everybody may see; a template each.

No token comes with the load of a page, so every page is the public one; its script asks for what
its holder may see besides. Without a script the public board, the story and the sheet still show.

What a script says is in `data/words.jsonl`, in the table of its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from msgspec import to_builtins

import ragami.export.page as replay_page
from ragami.catalogue import texts
from ragami.decoded import Data, Fields
from ragami.game import loadable
from ragami.game.capabilities import APP, GATHERING, SETUP, Marked
from ragami.game.registry import game_named, is_installed
from ragami.language import LANGUAGES, Language, capital, translator
from ragami.log.origin import Origin
from ragami.markup import element
from ragami.messages import plain
from ragami.server.bodies import LONGEST_TITLE, ProblemDetails, TableEntry
from ragami.server.door import STYLE
from ragami.server.play_bodies import Whole
from ragami.server.round_bodies import Clock, RoundSitting
from ragami.templates import render

STATIC: Final = Path(__file__).parents[1] / "static"
WORDS: Final = texts("ragami.server.pages")


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
    def heading(self) -> str:
        """Return what people call the table: its title, else its name."""
        return plain((self.entry.title if self.entry else None) or self.table or "", LONGEST_TITLE)

    @property
    def path(self) -> str:
        """Return the path of the table's pages."""
        return f"/t/{self.quoted}"

    @property
    def quoted(self) -> str:
        """Return the name of the table as it stands in an address."""
        return quote(self.table or "", safe="")

    def to(self, room: str = "") -> str:
        """Return the address of a page in the same language: of the table, or from the root."""
        path = room if room.startswith("/") else f"{self.path}/{room}".rstrip("/")
        return f"{path}?lang={self.lang}"

    def at(self, table: str, entry: TableEntry | None = None) -> Context:
        return Context(self.lang, self.static, table, entry)

    def seats(self) -> dict[str, str]:
        """Return the seats of the table, each with the player's name and the word for the seat."""
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

    @property
    def plays(self) -> str:
        """Return what the game of the table is called; empty if it is not installed here."""
        game = self.entry.game if self.entry else ""
        return capital(game_named(game).called(self.lang)) if is_installed(game) else ""

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
        entries = self.whole.story if self.whole else ()
        return [(heading, list(below)) for heading, below in groupby(entries, key=itemgetter(3))]

    def marked(self) -> Marked:
        """Return what the things of the game are called whose marks its app reads."""
        assert self.entry is not None, "a screen of no table asks for none"
        return game_named(self.entry.game).need(APP).marked(self.lang)

    @property
    def time_left(self) -> str | None:
        """Return the clock as `53:20`, `-2:05` when time is over; None while it is not set."""
        left = self.clock.left_s if self.clock else None
        if left is None:
            return None
        minutes, seconds = divmod(abs(left), MINUTE)
        return f"{'-' if left < 0 else ''}{minutes}:{seconds:02}"

    def filled(self, frame: str) -> str:
        """Return the board, or what lies beside it, with its spots, as `regions.js` puts them."""
        spots = self.whole.spots if self.whole else {}

        def fill(tag: re.Match[str]) -> str:
            if tag["id"] not in spots:
                return tag[0]
            label, markup = spots[tag["id"]]
            aria = f' aria-label="{escape(label)}"' if label else ""
            if not label and 'role="img"' in tag["rest"]:  # nothing is said of it: decoration
                aria = ' aria-hidden="true"'
            title = element("title", escape(label)) if label else ""
            return f"<{tag['tag']}{tag['rest']}{aria}>{title}{markup}</{tag['tag']}>"

        return EMPTY.sub(fill, frame)


class ScreenScript(NamedTuple):
    """The script of a screen, for whom it asks, whether it has a clock, and what else it is told.

    What it shows is said by the template of its name.
    """

    script: str = ""
    audience: str | None = None
    clock: bool = False
    more: Callable[[Context], Data] | None = None


def rules(context: Context) -> Data:
    """Return the rules of the game in both languages, by id."""
    game = context.entry.game if context.entry else ""
    book = game_named(game).rulebook.rules() if is_installed(game) else {}
    texts = {id_: [rule.text(language) for language in LANGUAGES] for id_, rule in book.items()}
    return {"rules": texts}


# The screens of a table, by the last part of their address; the seat is the table's own.
OF_A_TABLE: Final[Mapping[str, ScreenScript]] = {
    "board": ScreenScript("board.js", "public", clock=True),
    "projector": ScreenScript("projector.js", "public", clock=True),
    "keeper": ScreenScript("keeper.js", "keeper", clock=True),
    "story": ScreenScript("story.js"),
    "sheet": ScreenScript(),
    "what-follows": ScreenScript("follows.js"),
    "trust": ScreenScript("trust.js"),
    "result": ScreenScript("result.js", "public"),
}
SCREENS: Final = frozenset(OF_A_TABLE)

OF_A_GATHERING: Final = {"seat": "mine", "projector": "wall"}
"""The screens that look otherwise where a game has tables of its own."""

PAGES: Final[Mapping[str, ScreenScript]] = {
    **OF_A_TABLE,
    "seat": ScreenScript("seat.js", clock=True),
    "join": ScreenScript("join.js"),
    "help": ScreenScript(),
    "problem": ScreenScript(),
    "desk": ScreenScript("desk.js"),
    "ruling": ScreenScript("ruling.js", "referee", more=rules),
    "mine": ScreenScript("mine.js", "public", clock=True),
    "place": ScreenScript("place.js", "public", clock=True, more=lambda at: {"place": at.place}),
    "wall": ScreenScript("wall.js", "public", clock=True),
    "rounds": ScreenScript("rounds.js", "referee", clock=True, more=lambda _: {"plays": True}),
}


def page(name: str, context: Context) -> str:
    """Return a whole HTML document. Raise `KeyError` for an unknown page."""
    screen = PAGES[name]
    page_context = replace(
        context,
        name=name,
        script=screen.script,
        modules=modules(screen.script),
        data=data(screen, context),
    )
    return render(f"ragami/server/pages/{name}.html", context.lang, page_context)


def _files() -> Mapping[str, Path]:
    own = STATIC.iterdir()
    shared = Path(replay_page.__file__).with_name("regions.js")
    return {path.name: path for path in (*own, shared) if path.suffix == ".js"}


FILES: Final = _files()
"""What the pages load, by plain name; the replay page has one of them as well."""


# --- what a script is told -------------------------------------------------------------------


def data(screen: ScreenScript, context: Context) -> Data:
    """Return the data of a screen's script; texts only in the language of the page."""
    document_data: Data = {"lang": context.lang, "table": context.table}
    if context.whole and context.entry:
        document_data |= {"path": context.path, "seq": context.whole.seq}
        document_data |= {"seats": context.seats(), "app": context.entry.app}
    if screen.audience:
        document_data["audience"] = screen.audience
    if screen.clock and context.clock:
        document_data["clock"] = to_builtins(context.clock)
    if screen.more:
        document_data |= screen.more(context)
    return document_data | {"words": words_for(modules(screen.script), context.lang)}


def words_for(names: Iterable[str], language: Language) -> dict[str, str]:
    tables = (WORDS.get(name, {}) for name in names)
    return {code: both.text(language) for table in tables for code, both in table.items()}


def modules(script: str) -> list[str]:
    """Return a module and all that it imports, so that the browser fetches them at once."""
    seen: list[str] = []
    ahead = [script] if script else []
    while ahead:
        name = ahead.pop(0)
        if name not in seen:
            seen.append(name)
            ahead += _imports(name)
    return seen


def _imports(name: str) -> list[str]:
    path = STATIC / name
    if not path.exists():  # what the replay page has as well imports nothing
        return []
    lines = path.read_text("utf-8").splitlines()
    return [line.split('"./')[1].rstrip('";') for line in lines if ' from "./' in line]
