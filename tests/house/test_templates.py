"""Law 15: what every template keeps to, whoever's page it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from jinja2 import UndefinedError

from ragami.proof.slip import PAGE, Slip
from ragami.server.pages import PAGES
from ragami.templates import fragment, render

ROOT: Final = Path(__file__).parents[2]
TEMPLATES: Final = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for path in sorted((ROOT / "ragami").rglob("*.html"))
}
STORY: Final = "ragami/export/page/story.html"
AS_IT_IS: Final = {
    "ragami/draw/panels.html": {"map.sketch.board()", "picture"},
    "ragami/export/page/chart.html": {"page.lines()"},
    "ragami/export/page/replay.html": {
        *("page.stage.board", "page.stage.beside", "shape"),
        *("page.style.text", "page.script.text", "page.code"),
    },
    "ragami/export/paper.html": {"page.drawing", "drawing"},
    "ragami/games/tournament/slips.html": {"slip.code"},
    "ragami/games/tournament/standings.html": {"page.style", "script"},
    "ragami/proof/slip.html": {"code"},
    "ragami/server/pages/document.html": {"page.style"},
    "ragami/server/pages/parts.html": {
        *("page.filled(page.whole.board)", "page.filled(page.whole.beside)", "entry[2]", "shape"),
    },
    "ragami/server/pages/result.html": {"page.chart"},
    "ragami/server/pages/ruling.html": {"more"},
}
"""What is put in without being escaped: SVG, fragments of other templates, files of ours."""


def test_each_is_named_by_a_module_or_by_another() -> None:
    files = [path for end in ("py", "html") for path in (ROOT / "ragami").rglob(f"*.{end}")]
    texts = [path.read_text("utf-8") for path in files]
    named = {name for text in texts for name in re.findall(r'"(ragami/[\w/-]+\.html)"', text)}
    assert named | {f"ragami/server/pages/{screen}.html" for screen in PAGES} == TEMPLATES.keys()


def test_what_is_not_escaped_is_said_here_and_no_more() -> None:
    found = {
        name: set(re.findall(r"\{\{-?\s*((?:(?!\}\}).)*?)\|safe", text))
        for name, text in TEMPLATES.items()
        if "|safe" in text or "autoescape" in text
    }
    assert found == AS_IT_IS


def test_what_is_put_into_a_tag_stands_in_quotation_marks() -> None:
    """Escaping is worth nothing where a blank ends the value."""
    bare = {
        (name, n) for name, text in TEMPLATES.items() for n in re.findall(r"\s[\w-]+=\{\{.*", text)
    }
    assert bare == set()


def test_a_text_cannot_become_markup_and_a_wrong_name_is_an_error() -> None:
    hostile = "</title><script>\"'&"
    page = render(PAGE, "en", Slip(hostile, (hostile,), "note"))
    assert page.count("&lt;/title&gt;&lt;script&gt;&#34;&#39;&amp;") == 3
    assert hostile not in page
    with pytest.raises(UndefinedError):
        render(PAGE, "en", object())


def test_a_line_break_between_tags_is_none_in_the_page() -> None:
    shown = fragment(STORY, "story", "es")([], str)
    assert shown == '<section id="story" class="story"><h2>La partida en palabras</h2></section>'
    assert type(shown) is str  # msgspec would not take markup
