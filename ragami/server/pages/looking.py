"""Screens to look at: the board, the projector, the story, the sheet."""

from __future__ import annotations

from html import escape
from typing import Final

from ragami.markup import tag
from ragami.server.pages import drawing
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, button, seats_of, titled

RELOAD: Final = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
"""Where no script runs, the page asks again by itself."""


def board(context: Context) -> PageBody:
    """The board, full size, with what lies beside it."""
    _ = context.say
    zoom = (
        button(_("Larger"), id="larger", aria_controls="board"),
        button(_("Smaller"), id="smaller", aria_controls="board"),
        button(_("Whole screen"), id="full", aria_controls="board"),
    )
    play = tag(
        "section",
        drawing.clock(context),
        drawing.due(context),
        drawing.board(context),
        tag("p", *zoom, class_="buttons zoom"),
        class_="play",
        aria_label=_("Board"),
    )
    body = play + drawing.beside(context) + drawing.latest(context)
    data = {"audience": "public", **drawing.clock_data(context)}
    return PageBody(titled(_("Board"), context), body, "board.js", data, head=RELOAD)


def projector(context: Context) -> PageBody:
    """For a wall: board, points, whose turn it is, the time since the last event, a code."""
    _ = context.say
    code = drawing.code(
        context, "watch", _("QR code: watch on your phone"), _("watch on your phone")
    )
    link = tag("span", id="link", class_="link", role="status")
    quiet = tag("p", link, button(_("Keep the screen awake"), id="awake"), class_="quiet")
    side = (
        tag("h1", escape(context.table or "")),
        drawing.clock(context),
        drawing.due(context),
        drawing.scores(context, seats_of(context)),
        tag("p", tag("span", id="quiet", role="timer"), id="since"),
        drawing.latest(context, 2),
    )
    body = (
        drawing.board(context)
        + tag("section", *side, class_="side", aria_label=_("Standing"))
        + tag("div", code, quiet, class_="corner")
    )
    data = {"audience": "public", **drawing.clock_data(context)}
    title = titled(_("Projector"), context)
    return PageBody(title, body, "projector.js", data, bare=True, head=RELOAD)


def story(context: Context) -> PageBody:
    """Every record in words; a tap shows the board as it was."""
    _ = context.say
    find = tag(
        "search",
        tag("label", escape(_("Find in the story")), for_="find"),
        '<input type="search" id="find" autocomplete="off">',
        tag("span", id="found", role="status"),
    )
    back = button(_("Back to now"), id="now", hidden="")
    play = tag(
        "section",
        tag("p", id="said", role="status", aria_live="polite"),
        drawing.board(context),
        back,
        class_="play",
        id="then",
        aria_label=_("The board as it was"),
    )
    body = play + tag("div", find, drawing.whole_story(context), class_="told")
    return PageBody(titled(_("Story"), context), body, "story.js", head=RELOAD)


def sheet(context: Context) -> PageBody:
    """The score sheet as it would be written by hand."""
    _ = context.say
    body = tag("h1", escape(_("Score sheet"))) + tag("pre", escape(context.sheet), class_="sheet",
                                                      tabindex="0")  # fmt: skip
    return PageBody(titled(_("Score sheet"), context), body, head=RELOAD)
