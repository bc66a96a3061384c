"""The referee's report as a page: one file, both languages, made for A4 and for a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ragami.language import LANGUAGES, Language, translator
from ragami.referee.report import ReportFacts, Section, heading, sections
from ragami.templates import render


class ReportArticle(NamedTuple):
    """The report in one language."""

    language: Language
    title: str
    players: str
    warning: str
    sections: Sequence[Section]
    signed: Sequence[str]


def page(desk: ReportFacts, language: Language) -> str:
    """The whole file; `language` is the one that is shown first. Everything in it is escaped."""
    articles = {language_: _article(desk, language_) for language_ in LANGUAGES}
    return render("ragami/referee/report.html", language, articles)


def _article(desk: ReportFacts, language: Language) -> ReportArticle:
    _ = translator(language)
    signed = (_("Referee"), _("Place and date"))
    return ReportArticle(language, *heading(desk, language), sections(desk, language), signed)
