"""The screens of a gathering, a game of rounds and tables: a player's phone, the wall, the desk."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from ragami.errors import N_
from ragami.markup import tag
from ragami.server.pages import drawing
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, button, section, titled
from ragami.server.pages.entering import HIDDEN, choices, line, outbox
from ragami.server.pages.looking import RELOAD
from ragami.server.pages.refereeing import key_form

COLUMNS: Final = (N_("Table"), N_("Players"), N_("Where it is"), N_("Last event"), N_("Calls"))


def _public(context: Context) -> dict[str, Any]:
    return {"audience": "public", **drawing.clock_data(context)}


# --- a player's phone ----------------------------------------------------------------------


def mine(context: Context) -> PageBody:
    """Return the player's screen: seat and opponents; entering by a name, going home."""
    _ = context.say
    own = (
        tag("p", id="who"),
        tag("p", id="mine", class_="mine", aria_live="polite"),
        tag(
            "p",
            button(_("To my table"), id="sit", class_="go", **HIDDEN),
            button(_("Call the referee"), id="call"),
            button(_("I have to leave"), id="drop", **HIDDEN),
            button(_("I am back"), id="back", **HIDDEN),
            class_="buttons",
        ),
    )
    act = (
        section(_("You"), *own, id="own", **HIDDEN),
        _report(context),
        _entry(context),
        tag("p", id="sent", role="status", aria_live="polite"),
        drawing.clock(context),
        drawing.due(context),
    )
    play = drawing.beside(context) + drawing.board(context) + drawing.latest(context)
    body = tag("div", *act, class_="act") + tag("div", play, class_="play")
    title = titled(_("My seat"), context)
    return PageBody(title, body, "mine.js", _public(context), head=RELOAD)


def _entry(context: Context) -> str:
    """Entering by a name; with the code, for whoever has not scanned it."""
    _ = context.say
    form = tag(
        "form",
        tag("p", tag("label", escape(_("Code, as it hangs on the wall")), for_="code"),
            '<input id="code" autocomplete="off" autocapitalize="characters" maxlength="80">',
            id="coded"),
        tag("label", escape(_("Your name")), for_="name"),
        '<input id="name" autocomplete="name" maxlength="40" required>',
        tag("label", escape(_("Club (if you like)")), for_="club"),
        '<input id="club" autocomplete="organization" maxlength="40">',
        tag("p", button(_("Enter"), type="submit"), class_="buttons"),
        id="enter",
        method="dialog",
    )  # fmt: skip
    waiting = tag("p", escape(_("Asked: the referee has to say yes.")), id="waits", **HIDDEN)
    known = tag("a", escape(_("I have entered already")), href=context.to("/"), class_="button")
    inside = form, waiting, tag("p", known, class_="buttons")
    return section(_("Enter"), *inside, id="entry", **HIDDEN)


def _report(context: Context) -> str:
    """How one's table ended; a script fills it in."""
    label = context.say("Result")
    inside = (
        tag("h2", id="report-table"),
        tag("div", id="reported", aria_live="polite"),
        tag("p", id="report-wrong", role="status"),
    )
    return tag("section", *inside, id="report", class_="claim", aria_label=label, **HIDDEN)


def place(context: Context) -> PageBody:
    """Return the screen for the QR code of a result slip: the table, for those who sit there."""
    _ = context.say
    found: Mapping[str, Any] = context.sitting
    names = tag("ol", *(tag("li", escape(name)) for name in found.get("players", {}).values()))
    table = found.get("table")
    there = Context(context.lang, context.static, table) if table else None
    ways = [tag("p", escape(_("No game has been opened at this table.")), class_="nothing")]
    if there:
        links = ((there.to("board"), _("Watch")), (there.to(), _("My seat")))
        ways = [tag("a", escape(text), href=to, class_="button") for to, text in links]
    title = _("Table {place}").format(place=found.get("place", "–"))
    sit = button(_("Take my seat"), id="sit", class_="go", **HIDDEN)
    who = (
        tag("p", tag("label", escape(_("Code, as it hangs on the wall")), for_="code"),
            '<input id="code" autocomplete="off" autocapitalize="characters" maxlength="80">'),
        tag("div", id="people", class_="choices"),
    )  # fmt: skip
    body = (
        tag("h1", escape(title))
        + drawing.clock(context)
        + _report(context)
        + section(_("Who are you?"), *who, id="who", **HIDDEN)
        + tag("p", id="sent", role="status")
        + section(_("Players"), names)
        + tag("p", sit, *ways, class_="buttons")
    )
    data = {**_public(context), "place": found.get("place")}
    return PageBody(titled(title, context), body, "place.js", data, head=RELOAD)


# --- the wall ------------------------------------------------------------------------------


def wall(context: Context) -> PageBody:
    """For a projector: the clock, who sits where, and how it stands."""
    _ = context.say
    code = drawing.code(context, "seat", _("QR code: on your phone"), _("on your phone"))
    link = tag("span", id="link", class_="link", role="status")
    name = context.whole.get("title") or context.table or ""
    head = (
        tag("div", tag("h1", escape(name)), drawing.due(context), class_="what"),
        tag("p", tag("span", id="page-of", class_="page-of"), link, class_="state"),
        drawing.clock(context),
        code,
    )
    body = (
        tag("section", *head, class_="side", aria_label=_("Standing"))
        + tag("div", drawing.beside(context), class_="called")
        + drawing.board(context)
    )
    title = titled(_("Projector"), context)
    return PageBody(title, body, "wall.js", _public(context), bare=True, head=RELOAD)


# --- the desk ------------------------------------------------------------------------------


def rounds(context: Context) -> PageBody:
    """Return the desk: next step, clock, tables, requests to enter, printing."""
    _ = context.say
    act = (
        key_form(context),
        drawing.due(context),
        section(_("Clock"), drawing.clock(context), _clock_buttons(context), id="timing"),
        choices(context),
        outbox(context),
        section(_("Calls"), tag("ul", id="calls"), _answered(context), id="called", **HIDDEN),
        section(_("Asking to come in"), tag("ul", id="asking-in"), id="asked-in", **HIDDEN),
        _agreement(context),
        line(context),
    )
    body = (
        tag("div", *act, class_="act")
        + tag("div", _tables(context), _papers(context), class_="play")
        + tag("div", drawing.board(context), drawing.beside(context), drawing.latest(context),
              class_="told")
    )  # fmt: skip
    title = titled(_("Rounds"), context)
    data = {**drawing.clock_data(context), "audience": "referee", "plays": True}
    return PageBody(title, body, "rounds.js", data)


def _answered(context: Context) -> str:
    return tag("p", button(context.say("Answered"), id="answered"), class_="buttons")


def _clock_buttons(context: Context) -> str:
    _ = context.say
    buttons = (
        button(_("Start"), id="start"),
        button(_("Stop"), id="stop"),
        button(_("5 minutes more"), id="more"),
    )
    field = (
        tag("label", escape(_("Minutes of the round")), for_="minutes"),
        '<input type="number" id="minutes" min="1" max="1440" inputmode="numeric">',
    )
    return tag("p", *buttons, class_="buttons") + tag("p", *field)


def _tables(context: Context) -> str:
    _ = context.say
    heads = tag("tr", *(tag("th", escape(_(text)), scope="col") for text in COLUMNS))
    table = tag("table", tag("thead", heads), tag("tbody", id="round"), class_="hall")
    label = _("Tables of the round")
    wide = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=label)
    game = (
        tag("label", escape(_("Game at the tables")), for_="game"),
        '<input id="game" maxlength="80" autocomplete="off">',
    )
    opens = tag("p", button(_("Open the tables"), id="open"), class_="buttons")
    return section(label, wide, tag("p", *game, id="which", **HIDDEN), opens)


def _agreement(context: Context) -> str:
    _ = context.say
    entries = {"referee": _("the referee says yes"), "anybody": _("whoever has the code")}
    results = {"log": _("at once"), "referee": _("when the referee says so")}
    inside = (
        *_select("entries", _("Who comes in by phone"), entries),
        *_select("results", _("Results from the log, or confirmed by two of a table"), results),
    )
    return tag("details", tag("summary", escape(_("What was agreed"))), *inside, class_="box")


def _select(name: str, label: str, options: Mapping[str, str]) -> tuple[str, str]:
    inside = (tag("option", escape(text), value=value) for value, text in options.items())
    return tag("label", escape(label), for_=name), tag("select", *inside, id=name)


def _papers(context: Context) -> str:
    """Return the papers to print, and the ways in for people."""
    _ = context.say
    name = context.path.removeprefix("/t/")
    links = (
        tag("li", tag("a", escape(text),
                      href=f"/v1/tables/{name}/papers/{what}?lang={context.lang}"))
        for what, text in context.papers.items()
    )  # fmt: skip
    join = tag("p", tag("span", id="code-said"), " ", tag("span", id="join-code"))
    wall_ = tag("a", escape(_("Projector")), href=context.to("projector"))
    ruling = tag("a", escape(_("Ruling")), href=f"/desk/{name}?lang={context.lang}")
    more = (tag("li", wall_), tag("li", ruling))
    return section(_("To hang up and hand out"), join, tag("ul", *links, *more), id="papers")
