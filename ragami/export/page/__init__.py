"""A game as one file that replays it in a browser (HTML), without a network or a server.

The board and what lies beside it come from the game (`ragami.game.page_content.PageContent`); what
is here is for any game. All that is shown has been through `view`, `Narrator` and `redact` for the
viewer (law 7): no record's data stands in the file but in the QR code of what the viewer may see.
It has its style, its script and its data in it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from ragami.decoded import Data, Fields
from ragami.errors import RagamiError
from ragami.export.code import inline
from ragami.export.excerpt import Excerpt
from ragami.export.page.chart import Points, PointsChart
from ragami.export.page.moments import Moments, PageStory, Stock
from ragami.findings import Finding
from ragami.game.capabilities import PAGE
from ragami.game.page_content import PageContent
from ragami.language import translator
from ragami.log.origin import Origin, origin_of
from ragami.messages import plain
from ragami.narration import Line
from ragami.templates import Inlined, inlined, render

LONGEST_TITLE: Final = 120
IMPORT: Final = 'import { byId, show } from "./regions.js";\n'


class ReplayPage(NamedTuple):
    """The content of the page. Nothing in it is fetched, and its policy forbids it.

    `game` is what the game is called. `remarks` are the findings on the log as a whole; `code` is
    the QR code of the game as far as the page shows it, empty where there is none; `origin` is the
    game that this one goes on from, whose page is beside this file; `changes` is what the script
    needs. With `spoiler_free` that and all that tells the end is sealed: put so
    that nobody reads it who looks at the file.
    """

    title: str
    game: str
    style: Inlined
    script: Inlined
    shapes: Mapping[str, str]
    result: str
    seen_by: str
    error: Finding | None
    stage: PageContent
    last: int
    chart: PointsChart
    story: Sequence[tuple[str, Sequence[Line]]]
    remarks: Sequence[Finding]
    say: Callable[[Finding], str]
    code: str
    origin: Origin | None
    changes: Fields
    spoiler_free: bool

    @staticmethod
    def seal(content: Mapping[str, object]) -> str:
        """Return what the script opens, in a form that tells a reader nothing."""
        return b64encode(json.dumps(content, ensure_ascii=False).encode()).decode()


def write(
    excerpt: Excerpt, stage: PageContent, title: str, stock: Stock, *, spoiler_free: bool
) -> str:
    """Return the whole file. `stock` has the shapes of `stage`, and gets those of every moment."""
    moments = Moments(excerpt, stage)
    replay, language = excerpt.replay, excerpt.language
    words = replay.game.words
    teller = words.narrator(language, excerpt.viewer)
    story = PageStory(replay.game, language)
    lines = moments.story
    page = ReplayPage(
        title=plain(title, LONGEST_TITLE),
        game=replay.game.called(language),
        style=inlined(_file("page.css")),
        # One module: a file on its own can fetch no other.
        script=inlined(_file("regions.js") + _file("page.js").replace(IMPORT, "")),
        shapes=stock.shapes,
        result=replay.game.result(replay.final, replay.state, language) if replay.final else "",
        seen_by=_seen_by(excerpt, stage),
        error=teller.may_see(replay.error) if replay.error else None,
        stage=stage,
        last=len(lines),
        chart=PointsChart(Points(excerpt, stage.players), stage.players, language),
        story=story.parts(lines),
        remarks=[
            teller.may_see(finding)
            for finding in replay.findings()
            if finding.whole or finding.line is None
        ],
        say=story.say,
        code=_code(excerpt),
        origin=origin_of(replay.codec.read_log(excerpt.log)),
        changes=moments.data() | {"rounds": [line.round for line in lines]} | _words(excerpt),
        spoiler_free=spoiler_free,
    )
    return render("ragami/export/page/replay.html", language, page)


def _code(excerpt: Excerpt) -> str:
    """Return the QR code of the game; nothing where no code is made of it, or none can be drawn."""
    try:
        return inline(excerpt)
    except RagamiError:
        return ""


def _seen_by(excerpt: Excerpt, stage: PageContent) -> str:
    """Say for whose eyes the page is, where that is not everybody's who sees all."""
    _ = translator(excerpt.language)
    if not excerpt.viewer:
        return ""
    if excerpt.viewer not in stage.players:
        return _("Without what is hidden") if excerpt.viewer == "public" else ""
    viewer = excerpt.replay.game.words.word(excerpt.viewer, excerpt.language)
    return _("As seen by {viewer}").format(viewer=viewer)


def _words(excerpt: Excerpt) -> Data:
    _ = translator(excerpt.language)
    return {
        "words": {
            "play": _("Play"),
            "pause": _("Pause"),
            "copied": _("Link copied"),
            "record": _("Record {seq} of {last}"),
            "round": _("Round {round}"),
            "setup": _("Setup"),
        }
    }


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def export(excerpt: Excerpt, *, spoiler_free: bool = False) -> bytes:
    """Return the page; it opens at the last record. Raises `RagamiError` `nothing-to-draw`.

    One that is `spoiler_free` opens at the first, and shows neither how long the game is nor how
    it ends until one gets there.
    """
    replay = excerpt.replay
    game = replay.game
    names, title = replay.seating
    stock = Stock()
    stage = game.need(PAGE).stage(replay.state, names, excerpt.language, stock.keep)
    if stage is None:
        raise RagamiError("nothing-to-draw", game=excerpt.name)
    title = title or PurePath(excerpt.name).stem
    page = write(excerpt, stage, title, stock, spoiler_free=spoiler_free)
    return page.encode("utf-8", errors="replace")
