"""The referee's report as a page: one file, both languages, made for A4 and for a screen."""

from __future__ import annotations

from html import escape
from typing import Final

from ragami.language import LANGUAGES, Language, translator
from ragami.markup import tag
from ragami.referee.report import ReportEntry, ReportFacts, Section, heading, sections

NAMES: Final[dict[Language, str]] = {"en": "English", "es": "Español"}

STYLE: Final = """
@page { size: A4; margin: 18mm 16mm }
* { box-sizing: border-box }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #111; background: #fff;
  max-width: 178mm; margin: 0 auto; padding: 6mm 4mm }
h1 { font-size: 18pt; margin: 0 0 1mm } h2 { font-size: 12pt; margin: 5mm 0 1mm;
  border-bottom: .3mm solid #999; break-after: avoid }
ul { list-style: none; margin: 0; padding: 0 } li { padding: .4mm 0 .4mm 3mm;
  border-left: 1mm solid transparent; break-inside: avoid; overflow-wrap: anywhere }
small { color: #555; margin-left: 2mm; white-space: nowrap }
.good { font-weight: bold } .error { border-color: #b00020; color: #8c0019 }
.warning { border-color: #c77700 } .notice { border-color: #bbb; color: #444 }
.struck { margin-left: 6mm; color: #555; text-decoration: line-through }
.struck small { display: inline-block; text-decoration: none }
.sign { display: flex; gap: 10mm; margin-top: 18mm; break-inside: avoid }
.sign p { flex: 1; border-top: .3mm solid #111; padding-top: 1mm; margin: 0 }
.choice { margin-right: 3mm; font-family: sans-serif; font-size: 9pt }
article { display: none } #en:checked ~ #in-en, #es:checked ~ #in-es { display: block }
@media print { .choice, body > input { display: none } body { padding: 0; max-width: none } }
"""


def page(desk: ReportFacts, language: Language) -> str:
    """The whole file; `language` is the one that is shown first. Everything in it is escaped."""
    title = heading(desk, language)[0]
    choice = "".join(_choice(each, language) for each in LANGUAGES)
    articles = "".join(_article(desk, each) for each in LANGUAGES)
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
    )
    style = f"<style>{STYLE}</style>"
    inside = tag("head", head, tag("title", escape(title)), style)
    body = tag("body", choice, articles)
    return f"<!DOCTYPE html>\n{tag('html', inside, body, lang=language)}\n"


def _choice(each: Language, first: Language) -> str:
    """A button for each language; no script is needed, and print has what is chosen."""
    checked = " checked" if each == first else ""
    button = f'<input type="radio" name="language" id="{each}"{checked}>'
    return button + tag("label", NAMES[each], for_=each, class_="choice", lang=each)


def _article(desk: ReportFacts, language: Language) -> str:
    _ = translator(language)
    title, players, warning = heading(desk, language)
    parts = "".join(map(_section, sections(desk, language)))
    lines = tag("p", escape(_("Referee"))) + tag("p", escape(_("Place and date")))
    top = tag("h1", escape(title)) + tag("p", escape(players))
    top += tag("p", escape(warning), class_="warning") if warning else ""
    return tag("article", top, parts, tag("div", lines, class_="sign"), id=f"in-{language}",
               lang=language)  # fmt: skip


def _section(section: Section) -> str:
    entries = "".join(map(_entry, section.entries))
    return tag("section", tag("h2", escape(section.title)), tag("ul", entries))


def _entry(entry: ReportEntry) -> str:
    about = tag("small", escape(entry.about)) if entry.about else ""
    return tag("li", escape(entry.text), about, class_=entry.tone)
