"""The referee's screens: the desk over all tables, and a table on it."""

from __future__ import annotations

from html import escape
from typing import Final

from ragami.errors import N_
from ragami.game.registry import game_named, is_installed
from ragami.language import LANGUAGES
from ragami.markup import tag
from ragami.server.pages import drawing
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, button, section, titled

COLUMNS: Final = (
    N_("Table"),
    N_("Where it is"),
    N_("Due"),
    N_("Last event"),
    N_("Findings"),
    N_("Devices"),
    N_("Calls"),
)
HIDDEN: Final = {"hidden": ""}


def key_form(context: Context) -> str:
    """Return the form for the hall key, which makes its sender the referee."""
    _ = context.say
    return tag(
        "form",
        tag("p", escape(_("The hall key stands in the terminal where the server was started."))),
        tag("label", escape(_("Hall key")), for_="key"),
        '<input type="password" id="key" autocomplete="off" maxlength="80" required>',
        button(_("I am the referee"), type="submit"),
        tag("p", id="refused", role="alert"),
        id="enter",
        method="dialog",
        **HIDDEN,
    )


def desk(context: Context) -> PageBody:
    """All tables, those in trouble first."""
    _ = context.say
    heads = tag("tr", *(tag("th", escape(_(text)), scope="col") for text in COLUMNS))
    caption = tag("caption", escape(_("Those in trouble stand first.")))
    table = tag("table", caption, tag("thead", heads), tag("tbody", id="tables"), class_="hall")
    wide = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=_("All tables"))
    title = _("Referee's desk")
    about = tag("p", tag("span", id="link", class_="link", role="status"), " ",
                tag("span", id="count"))  # fmt: skip
    noscript = tag("noscript", tag("p", escape(_("The desk needs a script.")), class_="nothing"))
    body = tag("h1", escape(title)) + noscript + key_form(context) + about + wide
    return PageBody(title, body + _opening(context), "desk.js")


def _opening(context: Context) -> str:
    """Opening a table: its game, who plays, what was agreed; a script has the games."""
    _ = context.say
    form = tag(
        "form",
        tag("label", escape(_("What the table is called")), for_="new-name"),
        '<input id="new-name" maxlength="80" autocomplete="off" required>',
        tag("label", escape(_("Game")), for_="new-game"),
        tag("select", id="new-game"),
        tag("label", escape(_("Title (if you like)")), for_="new-title"),
        '<input id="new-title" maxlength="80" autocomplete="off">',
        tag("fieldset", tag("legend", escape(_("Players, clockwise"))),
            tag("div", id="new-players"), id="new-seats"),
        tag("div", id="new-said"),
        tag("details", tag("summary", escape(_("What was agreed"))), tag("div", id="new-usual")),
        tag("p", button(_("Open a table"), type="submit", class_="go"), class_="buttons"),
        tag("p", id="new-told", role="status"),
        id="new",
        method="dialog",
    )  # fmt: skip
    summary = tag("summary", escape(_("Open a table")))
    return tag("details", summary, form, class_="box", id="opening", **HIDDEN)


def ruling(context: Context) -> PageBody:
    """A table on the desk: its records, what would follow, and the ruling itself."""
    _ = context.say
    side = (
        drawing.due(context),
        key_form(context),
        _forms(context),
        section(_("What would follow"), tag("div", id="sides"), id="then", **HIDDEN),
        tag("p", id="sent", role="status", aria_live="polite"),
    )
    calls = tag("p", tag("span", id="calls"), button(_("Answered"), id="answered", **HIDDEN))
    body = (
        tag("div", calls, *side, class_="act")
        + tag("div", drawing.board(context), drawing.beside(context), class_="play")
        + tag("div", drawing.whole_story(context), class_="told")
    )
    title = titled(_("Ruling"), context)
    data = {"audience": "referee", "rules": _rules(context)}
    return PageBody(title, body, "ruling.js", data)


def _rules(context: Context) -> dict[str, list[str]]:
    """The rules of the game in both languages, by id."""
    game = context.entry.get("game", "")
    rules = game_named(game).rulebook.rules() if is_installed(game) else {}
    return {name: [rule.text(one) for one in LANGUAGES] for name, rule in rules.items()}


def _forms(context: Context) -> str:
    """One form for everything that a referee may write; its kind says which parts it has."""
    _ = context.say
    kinds = {
        "rulings": _("Let the next event break a rule"),
        "corrections": _("Let a record read otherwise"),
        "undo": _("Take back"),
        "penalties": _("Penalty"),
    }
    options = (tag("option", escape(text), value=kind) for kind, text in kinds.items())
    levels = {"": "–", "warning": _("a warning"), "time": _("time"), "points": _("points")}
    return tag(
        "form",
        tag("label", escape(_("What is to be written")), for_="kind"),
        tag("select", *options, id="kind"),
        _field(_("Rule"), "rule", "rulings penalties", placeholder="R-…", list="rules"),
        tag("datalist", id="rules"),
        tag("div", id="rule-says", class_="both", data_for="rulings penalties"),
        _field(_("Record"), "record", "corrections", type="number", min="1"),
        _field(_("reads as this line (empty: it is struck out)"), "line", "corrections"),
        _field(_("Back to after record"), "to", "undo", type="number", min="1"),
        _field(_("Player (seat)"), "player", "penalties"),
        _field(_("Offence"), "offence", "penalties"),
        tag("p", tag("label", escape(_("Level")), for_="level"),
            tag("select", *(tag("option", escape(t), value=v) for v, t in levels.items()),
                id="level"), data_for="penalties"),
        _field(_("Points or minutes"), "amount", "penalties", type="number", min="0"),
        _field(_("Reason, which everybody reads"), "reason", "rulings corrections undo penalties"),
        _field(_("Signed by"), "authority", "rulings corrections penalties"),
        tag("p", button(_("What would follow?"), id="ask"),
            button(_("Sign and write it down"), type="submit", class_="grave"), class_="buttons"),
        id="rule-form",
        method="dialog",
        **HIDDEN,
    )  # fmt: skip


def _field(label: str, name: str, kinds: str, **attributes: str) -> str:
    how = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    field = f'<input id="{name}" maxlength="1000" autocomplete="off"{how}>'
    return tag("p", tag("label", escape(label), for_=name), field, data_for=kinds)
