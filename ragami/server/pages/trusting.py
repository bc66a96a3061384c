"""Trust in a game: its witnesses, and the files that remain when it is over."""

from __future__ import annotations

from html import escape
from typing import Final

from ragami.errors import N_
from ragami.markup import tag
from ragami.server.pages import drawing
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, button, seats_of, section, titled

ABOUT: Final = N_(
    "Every device at this table keeps what it has seen of the log as a fingerprint, and signs it."
    " If a record that was shown is changed, left out or written twice later, each of these devices"
    " can prove it."
)
LIMITS: Final = N_(
    "This page comes from the same laptop as the game: it binds that laptop from now on, but it"
    " cannot speak against it at this moment. The slip of paper and `ragami prove` on another"
    " machine do not depend on it."
)
TAKEN: Final = (
    ("page", N_("The game as a page that replays it"), N_("one file, for any browser, for ever")),
    ("jsonl", N_("The log"), N_("what counts: every record, as everybody may have it")),
    ("sheet", N_("The score sheet"), N_("the game in lines, to be read and typed")),
    ("svg", N_("The last board as a picture"), N_("for a wall or a message")),
    ("json", N_("One document for programs"), N_("records, findings, result")),
)
HIDDEN: Final = {"hidden": ""}


def trust(context: Context) -> PageBody:
    """The head of the log, who has seen it, and this device's own memory of it."""
    _ = context.say
    head = tag(
        "dl",
        tag("dt", escape(_("Records"))), tag("dd", "–", id="size"),
        tag("dt", escape(_("Fingerprint"))), tag("dd", tag("code", "–", id="root")),
        tag("dt", escape(_("Sealed by the host"))), tag("dd", "–", id="sealed"),
        class_="facts",
    )  # fmt: skip
    own = (
        tag("p", id="kept", role="status"),
        tag("details", tag("summary", escape(_("As text, to compare two phones"))),
            tag("pre", id="text", tabindex="0")),
        tag("p", button(_("Compare now"), id="compare"), class_="buttons"),
        tag("label", escape(_("The text of another phone")), for_="other"),
        '<textarea id="other" rows="4" spellcheck="false"></textarea>',
        tag("p", button(_("Do they agree?"), id="agree"), tag("span", id="agreed", role="status")),
    )  # fmt: skip
    body = (
        tag("h1", escape(_("Can this game be trusted?")))
        + tag("p", escape(_(ABOUT)))
        + tag("p", id="red", role="alert", class_="grave", **HIDDEN)
        + section(_("The log now"), head)
        + section(_("Who has seen it"), tag("ul", id="witnesses"), tag("p", id="together"))
        + section(_("This device"), *own)
        + section(
            _("Check it yourself"),
            tag("p", escape(_(LIMITS))),
            tag("pre", _how(context)),
            drawing.code(context, "slip", _("QR code: the slip"), _("the slip, to be kept")),
        )
    )
    return PageBody(titled(_("Trust"), context), body, "trust.js")


def _how(context: Context) -> str:
    base = context.addresses[0].rstrip("/") if context.addresses else ""
    name = escape(context.path.removeprefix("/t/"))
    return (
        f"curl -o {name}.jsonl {escape(base)}/v1/tables/{name}/records\nragami verify {name}.jsonl"
    )


def result(context: Context) -> PageBody:
    """Return the screen of the result, and the files that everybody may take home."""
    _ = context.say
    name = context.path.removeprefix("/t/")
    links = (
        tag("li", tag("a", tag("b", escape(_(what))), tag("span", escape(_(why))),
                      href=f"/v1/tables/{name}/export/{form}?lang={context.lang}", download=""))
        for form, what, why in TAKEN
    )  # fmt: skip
    erase = _(
        "Whoever keeps the log can take a name out of it, and all else stays provable: ask the"
        " host for `ragami withdraw`."
    )
    ways = (
        button(_("Share the page"), id="share", **HIDDEN),
        button(_("The log as this device may have it"), id="own-log", **HIDDEN),
    )
    home = section(_("Take it home"), tag("ul", *links), *ways, class_="home")
    body = (
        tag("h1", escape(context.whole.get("over") or _("The game is not over yet.")), id="over")
        + drawing.scores(context, seats_of(context))
        + tag("div", context.chart, id="chart")
        + drawing.board(context)
        + home
        + section(_("My name"), tag("p", escape(erase)))
    )
    return PageBody(titled(_("Result"), context), body, "result.js", {"audience": "public"})
