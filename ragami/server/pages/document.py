"""The document around a screen: head, bar, ways to the other screens, and what its script needs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from ragami.errors import N_
from ragami.markup import tag
from ragami.server.pages.context import Context
from ragami.server.pages.words import words_for

LANGUAGES: Final = {"en": "English", "es": "Español"}
ROOMS: Final = {
    "": N_("My seat"),
    "board": N_("Board"),
    "story": N_("Story"),
    "trust": N_("Trust"),
    "result": N_("Result"),
}
STATIC: Final = Path(__file__).parents[1] / "static"


class PageBody(NamedTuple):
    """The content of a page: its title, its markup, and its script if it has one.

    `data` is for the script. `bare`: without the ways to other screens.
    """

    title: str
    body: str
    script: str = ""
    data: dict[str, Any] = {}  # noqa: RUF012 (never written to)
    bare: bool = False
    head: str = ""


def document(name: str, context: Context, screen: PageBody) -> str:
    """The whole file."""
    _ = context.say
    inside = (
        tag("a", escape(_("To the contents")), href="#main", class_="skip"),
        "" if screen.bare else tag("header", *_bar(context, screen), class_="bar"),
        tag("p", id="state", role="alert", hidden=""),
        tag("main", screen.body, id="main"),
        "" if screen.bare else tag("footer", *_foot(context)),
        tag("script", _json(_data(context, screen)), type="application/json", id="page"),
    )
    head = tag("head", *_head(context, screen))
    body = tag("body", *inside, class_=f"is-{name}")
    return f'<!DOCTYPE html>\n<html lang="{context.lang}" class="alive live">{head}{body}</html>\n'


def _head(context: Context, screen: PageBody) -> Iterator[str]:
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield tag("title", escape(screen.title))
    yield f'<link rel="icon" href="{ICON}">'
    for style in ("page.css", "screens.css"):
        yield f'<link rel="stylesheet" href="{escape(context.static(style))}">'
    for module in modules(screen.script):  # the board comes first
        address = escape(context.static(module))
        yield f'<link rel="modulepreload" fetchpriority="low" href="{address}">'
    if screen.script:
        yield tag("script", type="module", fetchpriority="low", src=context.static(screen.script))
    yield screen.head


ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Crect width='16' height='16' rx='4' fill='%23005f94'/%3E%3Ccircle cx='8' cy='8' r='3'"
    " fill='%23fff'/%3E%3C/svg%3E"
)


def modules(script: str) -> list[str]:
    """A module and what it imports, directly or not: fetched at once, not one after the other."""
    seen: list[str] = []
    rest = [script] if script else []
    while rest:
        name = rest.pop(0)
        if name not in seen:
            seen.append(name)
            rest += _imports(name)
    return seen


def _imports(name: str) -> list[str]:
    path = STATIC / name
    if not path.exists():  # what the replay page has as well imports nothing
        return []
    lines = path.read_text("utf-8").splitlines()
    return [line.split('"./')[1].rstrip('";') for line in lines if ' from "./' in line]


def _bar(context: Context, screen: PageBody) -> Iterator[str]:
    """Yield the bar: the table in large letters, the state of the link, the other screens."""
    _ = context.say
    if not context.table:
        yield tag("a", "ragami", href=context.to("/"), class_="table")
        yield _languages(context)
        return
    name = tag("a", escape(context.table), href=context.to(), class_="table")
    yield name if "<h1" in screen.body else tag("h1", name)
    yield tag("span", escape(_("as loaded")), id="link", class_="link", role="status")
    links = (
        tag("li", tag("a", escape(_(text)), href=context.to(room))) for room, text in ROOMS.items()
    )
    yield tag("nav", tag("ul", *links), aria_label=_("Screens of this table"))


def _languages(context: Context) -> str:
    links = (
        tag("a", name, href=f"?lang={code}", lang=code, hreflang=code)
        for code, name in LANGUAGES.items()
        if code != context.lang
    )
    return tag("span", *links, class_="languages")


def _foot(context: Context) -> Iterator[str]:
    _ = context.say
    if context.table:
        yield tag("p", id="witnessed", hidden="")
    links = [tag("a", escape(_("Your phone does not get here?")), href=context.to("/help"))]
    if context.table:
        rooms = {"projector": _("Projector"), "keeper": _("Keeper"), "sheet": _("Score sheet")}
        links += (tag("a", escape(text), href=context.to(room)) for room, text in rooms.items())
        links.append(tag("a", escape(_("All tables")), href=context.to("/")))
        links.append(tag("a", escape(_("Referee's desk")), href=context.to("/desk")))
    yield tag("p", *links)
    if context.table:
        yield _languages(context)


def _data(context: Context, screen: PageBody) -> dict[str, Any]:
    """Return the data of the script; texts only in the language of the page."""
    told: dict[str, Any] = {"lang": context.lang, "table": context.table}
    if context.table:
        told |= {"path": context.path, "seq": context.whole.get("seq", 0)}
        told |= {"seats": seats_of(context), "app": context.entry.get("app", False)}
    return told | screen.data | {"words": words_for(modules(screen.script), context.lang)}


def seats_of(context: Context) -> dict[str, str]:
    """The seats of the table, each with its player's name and what the seat is called."""
    from ragami.game.registry import game_named, is_installed  # noqa: PLC0415 (law 10)

    seats: dict[str, str] = context.entry.get("seats") or context.whole.get("players", {})
    game = context.entry.get("game", "")
    called = {seat: seat for seat in seats}
    if is_installed(game):
        words = game_named(game).words
        called = {seat: words.word(seat, context.lang) for seat in seats}
    return {
        seat: name if name.casefold() == called[seat].casefold() else f"{name} ({called[seat]})"
        for seat, name in seats.items()
    }


def titled(screen: str, context: Context) -> str:
    """The title of a page: which screen, of which table."""
    return f"{screen} · {context.table}"


def section(label: str, *inside: str, **attributes: str) -> str:
    """A part of a page with its name above it."""
    return tag("section", tag("h2", escape(label)), *inside, **attributes)


def button(text: str, **attributes: str) -> str:
    """Return a button."""
    return tag("button", escape(text), **({"type": "button"} | attributes))


def listed(items: Iterable[str], **attributes: str) -> str:
    """An unordered list of markup."""
    return tag("ul", *(tag("li", item) for item in items), **attributes)


def _json(data: dict[str, Any]) -> str:
    """JSON that cannot end the element it stands in, nor begin another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
