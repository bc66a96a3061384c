"""Screens on which something is entered: joining, the seat, the keeper's, what an undo would do."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from ragami.errors import N_
from ragami.game import game_named
from ragami.game.capabilities import APP
from ragami.markup import tag
from ragami.server.pages import drawing
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, button, seats_of, section, titled

CODE: Final = 6
"""Letters of the code of a table."""

HIDDEN: Final = {"hidden": ""}


# --- coming in -----------------------------------------------------------------------------


def join(context: Context) -> PageBody:
    """The tables; a code to be typed; a seat to be chosen. No name is needed."""
    _ = context.say
    code = escape((context.code or "").upper())
    ask = tag(
        "form",
        tag("label", escape(_("Code of the table")), for_="code"),
        f'<input id="code" name="code" value="{code}" autocomplete="off" spellcheck="false"'
        f' autocapitalize="characters" required minlength="{CODE}" maxlength="80">',
        tag("p", "", id="accepted", role="status"),
        tag("label", escape(_("Your device is called (if you like)")), for_="name"),
        '<input id="name" name="name" autocomplete="nickname" maxlength="40">',
        tag("fieldset", tag("legend", escape(_("What would you like to do?"))),
            tag("div", *_ways(context), id="ways", class_="choices"), id="how"),
        tag("p", "", id="waiting", role="status"),
        id="join",
        method="dialog",
    )  # fmt: skip
    noscript = _("Without a script you can watch: choose a table below.")
    title = _("Join a table")
    here = section(_("Tables here"), tables(context.tables, context), class_="tables")
    body = (
        tag("h1", escape(title))
        + tag("noscript", tag("p", escape(noscript), class_="nothing"))
        + ask
        + ("" if code else here)
    )
    return PageBody(f"{title} · ragami", body, "join.js")


def _ways(context: Context) -> list[str]:
    _ = context.say
    ways = {"public": _("Just watch"), "keeper": _("Keep score for everybody")}
    return [
        tag("button", escape(text), type="submit", name="role", value=role, class_="big")
        for role, text in ways.items()
    ]


def tables(rows: Any, context: Context) -> str:
    """The tables of this server, each with the way to its board."""
    _ = context.say
    if not rows:
        return tag("p", escape(_("No table has been opened yet.")), class_="nothing")
    told = []
    for row in rows:
        of_it = Context(context.lang, context.static, row["table"], entry=row)
        names = ", ".join(seats_of(of_it).values())
        state = _("over") if row.get("over") else _("record {seq}").format(seq=row.get("seq", 0))
        words = (
            tag("b", escape(row["table"])),
            tag("span", escape(names)),
            tag("small", escape(state)),
        )
        told.append(tag("li", tag("a", *words, href=of_it.to("board"))))
    return tag("ul", *told)


# --- the seat ------------------------------------------------------------------------------


def seat(context: Context) -> PageBody:
    """Return the seat's screen: turn, next step, hidden cards, the choices as large buttons."""
    _ = context.say
    joining = tag(
        "p",
        escape(_("You are watching.")),
        " ",
        tag("a", escape(_("Take a seat")), href=context.to("/"), class_="button"),
        id="watching",
    )
    act = (
        drawing.clock(context),
        tag("p", id="me", class_="me", **HIDDEN),
        drawing.due(context),
        final(context),
        joining,
        hand(context),
        choices(context),
        outbox(context),
        *(() if not context.entry.get("app") else (marked(context),)),
        drawing.latest(context),
        amends(context),
        line(context),
    )
    board = tag("details", tag("summary", escape(_("Board"))), drawing.board(context),
                drawing.beside(context), open="", class_="play", id="boardbox")  # fmt: skip
    body = tag("div", *act, class_="act") + board
    return PageBody(titled(_("My seat"), context), body, "seat.js", drawing.clock_data(context))


def final(context: Context) -> str:
    """Give the points at the end, and the way to where they came from."""
    _ = context.say
    link = tag(
        "a", escape(_("Where the points came from")), href=context.to("result"), class_="button"
    )
    points = drawing.scores(context, seats_of(context))
    return section(_("Points"), points, tag("p", link), id="final", **HIDDEN)


def hand(context: Context) -> str:
    """Return the hand that only this seat may see, shown as long as the button is held."""
    _ = context.say
    inside = (
        tag("div", id="held"),
        button(_("Hold to show what is hidden"), id="hold", aria_pressed="false"),
    )
    return section(_("Only for you"), *inside, id="hand", **HIDDEN)


def choices(context: Context) -> str:
    """Return the section of choices; a script fills it."""
    _ = context.say
    inside = (
        tag("div", id="choices", class_="choices"),
        tag("form", id="asking", method="dialog", **HIDDEN),
        tag("div", id="stage"),
        tag("p", id="sent", role="status", aria_live="polite"),
    )
    return section(_("What may be done"), *inside, id="doing", **HIDDEN)


def outbox(context: Context) -> str:
    """Return the section of taps that are not on the disk yet."""
    _ = context.say
    return section(_("Not stored yet"), tag("ul", id="waiting"), id="outbox", **HIDDEN)


def marked(context: Context) -> str:
    """A game whose app the server is: a mark is scanned by photo, or typed."""
    _ = context.say
    called = game_named(context.entry["game"]).need(APP).marked(context.lang)
    photo = tag("label", escape(called.photograph), for_="photo")
    mark = tag("label", escape(_("or type its mark")), for_="mark")
    form = tag(
        "form",
        photo,
        '<input type="file" id="photo" accept="image/*" capture="environment">',
        mark,
        '<input id="mark" autocomplete="off" maxlength="80">',
        button(_("Whose is it?"), type="submit"),
        tag("p", id="scanned", role="status"),
        id="scan",
        method="dialog",
    )
    return section(called.things, form, id="marked", **HIDDEN)


def amends(context: Context) -> str:
    """Taking back, and calling the referee."""
    _ = context.say
    policy: Mapping[str, Any] = context.entry.get("policy") or {}
    follows = tag(
        "a", escape(_("Take back the last …")), href=context.to("what-follows"), class_="button"
    )
    if policy.get("undoes") == "referee":
        follows = ""
    call = button(_("Call the referee"), id="call")
    leave = button(_("Give up this seat"), id="leave")
    return tag("div", follows, call, leave, class_="buttons amends", id="amends", **HIDDEN)


def line(context: Context) -> str:
    """A line of the score sheet, for whoever is quicker with that."""
    _ = context.say
    form = tag(
        "form",
        tag("label", escape(_("A line of the score sheet")), for_="line"),
        '<input id="line" autocomplete="off" autocapitalize="off" spellcheck="false"'
        ' maxlength="1000" list="goes-on">',
        tag("datalist", id="goes-on"),
        button(_("Check"), id="try"),
        button(_("Write it down"), type="submit"),
        tag("div", tag("ul", id="verdicts"), role="status"),
        id="typing",
        method="dialog",
    )
    return tag(
        "details", tag("summary", escape(_("Type it instead"))), form, id="linebox", **HIDDEN
    )


# --- the keeper ----------------------------------------------------------------------------


def keeper(context: Context) -> PageBody:
    """Everything for everybody on a tablet or a laptop."""
    _ = context.say
    watching = tag(
        "p",
        escape(_("This device does not keep the score.")),
        " ",
        tag("a", escape(_("Join as keeper")), href=context.to("/"), class_="button"),
        id="watching",
    )
    left = (
        drawing.clock(context),
        drawing.due(context),
        watching,
        choices(context),
        outbox(context),
        line(context),
        drawing.latest(context, 6),
        amends(context),
    )
    right = (drawing.board(context), drawing.beside(context), dice(context))
    body = tag("div", *left, class_="act") + tag("div", *right, class_="play")
    data = {"audience": "keeper", **drawing.clock_data(context)}
    return PageBody(titled(_("Keeper"), context), body, "keeper.js", data)


def dice(context: Context) -> str:
    """Dice for a table that has none at hand; nothing is written down."""
    _ = context.say
    inside = (
        tag("div", *(button(str(n), value=str(n)) for n in range(1, 7)), id="throw", class_="row"),
        tag("p", id="thrown", role="status"),
    )
    about = tag("p", escape(_("How many dice? They are thrown here, and not written down.")))
    return section(_("Quick dice"), about, *inside, class_="box")


# --- before something is taken back ----------------------------------------------------------


def what_follows(context: Context) -> PageBody:
    """Return the screen with the effect of an undo, and the approval of those it concerns."""
    _ = context.say
    choose = tag(
        "form",
        tag("label", escape(_("Back to after record")), for_="to"),
        '<input type="number" id="to" inputmode="numeric" min="1" required>',
        tag("label", escape(_("Why? (everybody will read it)")), for_="reason"),
        '<input id="reason" maxlength="200">',
        tag("p", button(_("What follows?"), type="submit"), class_="buttons"),
        id="undo",
        method="dialog",
    )
    then = (
        tag("ul", id="struck", class_="story"),
        tag("ul", id="follows"),
        tag("p", button(_("Take it back"), id="do", class_="grave"),
            tag("a", escape(_("Leave it as it is")), href=context.to(), class_="button"),
            class_="buttons"),
        tag("p", id="asked", role="status"),
    )  # fmt: skip
    body = (
        tag("h1", escape(_("What follows if it is taken back?")))
        + drawing.due(context)
        + choose
        + section(_("This would count no longer"), *then, id="then", **HIDDEN)
        + drawing.latest(context, 8)
    )
    return PageBody(titled(_("What follows?"), context), body, "follows.js")


# --- when something is in the way -----------------------------------------------------------


TROUBLES: Final = (
    (N_("Is the phone in the same Wi-Fi?"),
     N_("Mobile data off for a moment: some phones leave a Wi-Fi that has no internet.")),
    (N_("A guest network?"),
     N_("Many keep devices apart. Use another network, or the hotspot of a phone or this laptop.")),
    (N_("A firewall on the laptop?"),
     N_("When it asks whether Python may be reached, say yes, for private networks.")),
    (N_("Typed it yourself?"),
     N_("It begins with http:// and not https://, and the number after the colon belongs to it.")),
    (N_("It worked yesterday?"),
     N_("The laptop may have another address today: scan the code again, your seat is claimed with"
        " one yes from another phone.")),
)  # fmt: skip


def lost(context: Context) -> PageBody:
    """Return the screen of help for phones that do not reach the server."""
    _ = context.say
    here = tag("ul", *(tag("li", tag("code", escape(one))) for one in context.addresses))
    told = "".join(tag("dt", escape(_(what))) + tag("dd", escape(_(do))) for what, do in TROUBLES)
    title = _("Your phone does not get here?")
    body = (
        tag("h1", escape(title))
        + (section(_("This table's server is at"), here) if context.addresses else "")
        + tag("dl", told, class_="facts")
        + tag("p", tag("a", escape(_("Join a table")), href=context.to("/"), class_="button"))
    )
    return PageBody(title, body)


def problem(context: Context) -> PageBody:
    """Return the screen for something that cannot be shown, with a remedy."""
    _ = context.say
    told: Mapping[str, Any] = context.problem
    body = (
        tag("h1", escape(told.get("title", "")))
        + (tag("p", escape(told["detail"])) if told.get("detail") != told.get("title") else "")
        + tag("p", escape(told.get("remedy", "")))
        + tag("p", tag("a", escape(_("All tables")), href=context.to("/"), class_="button"))
    )
    return PageBody(told.get("title", "ragami"), body)
