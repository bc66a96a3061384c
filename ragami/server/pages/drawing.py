"""The parts of a table that live: the board, what lies beside it, what is due, the story."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from ragami.markup import element, tag
from ragami.server.pages.context import Context

EMPTY: Final = re.compile(r'<(?P<tag>\w+)(?P<rest>[^<>]*?\bid="(?P<id>[^"]+)"[^<>]*?)(?:/>|></\1>)')

MINUTE: Final = 60

FEW: Final = 4
"""Hints that fit; where there are more of them, they scroll."""

STEPS: Final = 3
"""Records that a screen with other things on it tells."""


def filled(frame: str, spots: Mapping[str, Sequence[str]]) -> str:
    """A frame with its spots in it, as `regions.js` puts them there."""

    def fill(found: re.Match[str]) -> str:
        if found["id"] not in spots:
            return found[0]
        label, markup = spots[found["id"]]
        said = f' aria-label="{escape(label)}"' if label else ""
        if not label and 'role="img"' in found["rest"]:  # nothing is said of it: decoration
            said = ' aria-hidden="true"'
        title = tag("title", escape(label)) if label else ""
        return f"<{found['tag']}{found['rest']}{said}>{title}{markup}</{found['tag']}>"

    return EMPTY.sub(fill, frame)


def shapes(context: Context) -> str:
    """The shapes that the markup refers to, out of sight."""
    kept = context.whole.get("shapes", {})
    groups = (element("g", shape, id=name) for name, shape in kept.items())
    defs = tag("defs", *groups, id="shapes")
    return f'<svg width="0" height="0" aria-hidden="true" class="stock">{defs}</svg>'


def clock(context: Context) -> str:
    """The clock of the round as it stands, where there is a round; a script lets it run."""
    if not context.clock:
        return ""
    left = context.clock.get("left_s")
    said = "–" if left is None else minutes(int(left))
    unset: dict[str, str] = {"hidden": ""} if left is None else {}
    name = context.say("Clock")
    return tag("p", said, id="clock", class_="clock", role="timer", aria_label=name, **unset)


def clock_data(context: Context) -> dict[str, Any]:
    """Return the clock as data of the script."""
    return {"clock": dict(context.clock)} if context.clock else {}


def code(context: Context, to: str, label: str, caption: str) -> str:
    """A QR code of the table, with what it leads to."""
    address = f"/v1/tables/{context.path.removeprefix('/t/')}/qr?to={to}"
    picture = f'<img src="{escape(address)}" alt="{escape(label)}">'
    return tag("figure", picture, tag("figcaption", escape(caption)), class_="watch")


def minutes(seconds: int) -> str:
    """`53:20`; `-2:05` when the time is over."""
    whole, rest = divmod(abs(seconds), MINUTE)
    return f"{'-' if seconds < 0 else ''}{whole}:{rest:02}"


def board(context: Context) -> str:
    """The board; before there is one, that there is none."""
    _ = context.say
    whole = context.whole
    drawn = filled(whole.get("board", ""), whole.get("spots", {}))
    nothing = tag("p", escape(_("There is no board yet.")), class_="nothing")
    return shapes(context) + tag("div", drawn or nothing, class_="board", id="board", tabindex="0")


def beside(context: Context) -> str:
    """Scores and supply."""
    _ = context.say
    whole = context.whole
    drawn = filled(whole.get("beside", ""), whole.get("spots", {}))
    label = _("Players and supply")
    return tag("section", drawn, class_="beside", id="beside", aria_label=label)


def due(context: Context) -> str:
    """Return the section with the position, the turn, and the next step."""
    _ = context.say
    whole = context.whole
    guide = whole.get("guide") or {}
    told = [tag("li", escape(hint)) for hint in guide.get("hints", ())]
    scrolls = {"tabindex": "0"} if len(told) > FEW else {}
    hints = tag("ul", *told, id="hints", **scrolls)
    stopped = whole.get("stopped")
    wrong = tag("p", escape(stopped or ""), id="stopped", class_="finding error",
                **({} if stopped else {"hidden": ""}))  # fmt: skip
    over = whole.get("over")
    said = over or guide.get("due") or _("Nothing has been recorded yet.")
    return tag(
        "section",
        tag("p", escape(guide.get("step", "")), id="step"),
        tag("p", escape(said), id="due", aria_live="polite", aria_atomic="true"),
        hints,
        wrong,
        tag("p", id="last-thing", class_="last-thing"),
        class_="due",
        aria_label=_("What is due"),
    )


def latest(context: Context, steps: int = STEPS) -> str:
    """The last records, newest below."""
    _ = context.say
    told = (entry[2] for entry in context.whole.get("story", ())[-steps:])
    title = tag("h2", escape(_("What happened")))
    last = tag("ol", *told, id="latest", data_steps=str(steps))
    return tag("section", title, last, class_="story last")


def whole_story(context: Context) -> str:
    """The game in words, all of it, as the exported page has it."""
    _ = context.say
    parts = [tag("h2", escape(_("The game in words")))]
    told = context.whole.get("story", ())
    for heading, entries in groupby(told, key=itemgetter(3)):
        parts.append(tag("h3", escape(heading)))
        parts.append(tag("ol", *(entry[2] for entry in entries)))
    return tag("section", *parts, id="story", class_="story")


def scores(context: Context, seats: Mapping[str, str]) -> str:
    """The points, large, in the order of the seats."""
    points: Mapping[str, Any] = context.whole.get("scores", {})
    due = context.whole.get("due", ())
    rows = (
        tag(
            "li",
            tag("span", escape(name)),
            tag("b", str(points.get(seat, "–"))),
            data_seat=seat,
            **({"class_": "due-now"} if seat in due else {}),
        )
        for seat, name in seats.items()
    )
    return tag("ul", *rows, id="scores")
