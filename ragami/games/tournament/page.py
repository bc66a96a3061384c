"""The page of standings (section 10.1): one file that works every number out again by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pkgutil import get_data
from typing import Final

from msgspec import json

from ragami.game.links import LogHead
from ragami.game.texts import by_language
from ragami.games.tournament.ending import ranking
from ragami.games.tournament.narration import points
from ragami.games.tournament.people import labels_of
from ragami.games.tournament.results import heads
from ragami.games.tournament.standings import Standing, standings
from ragami.games.tournament.state import State
from ragami.games.tournament.words import PAGE, VALUES
from ragami.language import Language
from ragami.log.unredacted import stored
from ragami.proof.checking import lines_of, newest_seal
from ragami.proof.note import encoded
from ragami.proof.tree import root_of
from ragami.proof.withheld import leaves_of

NO_NOTES: Final[Mapping[str, str]] = {}
COLUMNS: Final = (
    *("place", "entrant", "points12", "wins12", "share", "vp", "opponents", "small", "lot"),
)
STYLE: Final = (
    "body{font:15px/1.45 sans-serif;margin:1.5em auto;max-width:64em;padding:0 1em}"
    "table{border-collapse:collapse}td,th{border-bottom:1px solid #bbb;padding:.2em .6em;"
    "text-align:right}#standings :is(td,th):nth-child(2),#ranking td+td,#chart td:first-child"
    "{text-align:left}"
    "#standings td{cursor:pointer}#verdict{padding:.6em;border:2px solid #555}"
    ".right{border-color:#060!important;color:#050}.wrong{border-color:#b00!important;color:#b00;"
    "font-weight:bold}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}"
    "svg{width:100%;max-width:60em}polyline{fill:none;stroke-width:2}svg text{font-size:11px}"
)


def page(
    s: State,
    log: bytes,
    tables: Mapping[str, Sequence[bytes]],
    lang: Language,
    *,
    with_logs: bool = False,
    notes: Mapping[str, str] = NO_NOTES,
) -> str:
    """Return the page of a tournament. `tables` are the logs of its tables by origin.

    With `with_logs` they stand in it too; else the notes of the seals that cover their heads.
    `notes` are such notes by origin, where they are known already.
    """
    links = {head.origin: head for head in heads(s)}
    copies = {at: _best(found, links[at]) for at, found in tables.items() if at in links}
    noted = {at: _note(log, links[at].size) for at, log in copies.items()} | dict(notes)
    log = _stored(log)
    root = encoded(root_of(leaves_of(lines_of(log))))
    title = (s.opened.title if s.opened else None) or PAGE["title"].text(lang)
    words = by_language(VALUES, PAGE)[lang]
    records = len(lines_of(log))
    show = escape(words["show-log"])
    parts = (
        f'<p id="verdict">{escape(words["not-recomputed"])}</p>',
        f"<h1>{escape(title)}</h1>",
        f'<table id="standings">{_head(words)}<tbody>{_rows(s)}</tbody></table>',
        '<div id="why" aria-live="polite"></div>',
        _ranking(s, words),
        f'<h2>{escape(words["by-round"])}</h2><div id="chart"></div>',
        f'<h2>{escape(words["pairings"])}</h2><div id="pairings"></div>',
        f"<h2>{escape(words['logs'])}</h2>{_links(s, noted, words)}",
        f"<h2>{escape(words['the-log'])}</h2>",
        f'<p>{escape(words["log-is"])} <span id="records">{records}</span>, '
        f'<code id="root">{root}</code></p>',
        f'<pre id="checkpoint">{escape(_note(log) or words["no-seal"])}</pre>',
        f"<details><summary>{show}</summary>{_pre(log, 'id', 'log')}</details>",
        *(_pre(one, "class", "table") for one in copies.values() if with_logs),
        _script("words", json.encode(words).decode().replace("<", "\\u003c")),
        f"<script>{_own('recompute.js')}</script><script>{_own('page.js')}</script>",
    )
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _stored(log: bytes) -> bytes:
    """Return the lines of a log as they are stored: what a private game keeps apart stays there."""
    return b"".join(stored(line) + b"\n" for line in lines_of(log))


def _best(copies: Sequence[bytes], head: LogHead) -> bytes:
    """Return the copy that fits the head, else the longest."""
    lines = {copy: lines_of(copy) for copy in map(_stored, copies)}
    return max(
        lines,
        key=lambda one: (
            encoded(root_of(leaves_of(lines[one])[: head.size])) == head.root,
            len(lines[one]),
        ),
    )


def _note(log: bytes, size: int = 1) -> str | None:
    """Return the note of the newest seal over at least `size` records."""
    seal = newest_seal(log, size)
    return str(seal.note) if seal else None


def _own(name: str) -> str:
    data = get_data("ragami.games.tournament", f"data/{name}")
    assert data is not None, "it ships with the program"
    return data.decode()


def _script(id_: str, text: str) -> str:
    return f'<script type="application/json" id="{id_}">{text}</script>'


def _pre(log: bytes, key: str, value: str) -> str:
    """A log as it is: what a browser gives back as text is the log byte for byte."""
    hidden = " hidden" if value == "table" else ""
    return f'<pre {key}="{value}"{hidden}>\n{escape(log.decode(errors="replace"))}</pre>'


def _head(words: Mapping[str, str]) -> str:
    return (
        "<thead><tr>"
        + "".join(f"<th>{escape(words[key])}</th>" for key in COLUMNS)
        + "</tr></thead>"
    )


def _rows(s: State) -> str:
    called = labels_of(s)
    return "".join(
        "<tr>"
        + "".join(
            f'<td data-key="{key}">{escape(_cell(called, standing, key))}</td>' for key in COLUMNS
        )
        + "</tr>"
        for standing in standings(s)
    )


def _cell(called: Mapping[str, str], one: Standing, key: str) -> str:
    """A number as it is printed: points in twelfths, rates to the last millionth."""
    value = getattr(one, key)
    match key:
        case "place":
            return "–" if value is None else str(value)
        case "entrant":
            return called[str(value)]
        case "points12" | "wins12":
            return points(value)
        case "share" | "opponents":
            return f"{value // 10**6}.{value % 10**6:06}"
    return str(value)[:12]


def _ranking(s: State, words: Mapping[str, str]) -> str:
    """Return the final ranking as HTML; empty while the tournament goes on."""
    if s.phase != "over":
        return ""
    places, called = ranking(s), labels_of(s)
    order = {one.entrant: at for at, one in enumerate(standings(s))}
    listed = sorted(places, key=lambda name: (places[name] or len(places) + 1, order[name]))
    rows = "".join(
        f"<tr><td>{places[name] or '–'}</td><td>{escape(called[name])}</td></tr>" for name in listed
    )
    return f'<h2>{escape(words["ranking"])}</h2><table id="ranking">{rows}</table>'


def _links(s: State, notes: Mapping[str, str | None], words: Mapping[str, str]) -> str:
    """Each table's log: name, origin, head, and the seal that covers it."""
    rows = []
    for played, table in s.tables():
        if table.link:
            named = table.link.named
            at = f"{played.number}.{table.number}"
            cells = (at, named.log, named.origin, str(named.size), named.root)
            told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            seal = f"<td><pre>{escape(notes.get(named.origin) or words['no-seal'])}</pre></td>"
            rows.append(f'<tr data-table="{at}">{told}{seal}</tr>')
    return (
        f'<table id="links">{"".join(rows)}</table>'
        if rows
        else f"<p>{escape(words['no-logs'])}</p>"
    )
