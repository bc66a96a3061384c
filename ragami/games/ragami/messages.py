"""Findings in words: what is wrong, by which rule, on which page, and what there is instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from ragami.findings import LOG_RULE, Finding
from ragami.games.ragami import catalogue
from ragami.games.ragami.speech import Speech, speech
from ragami.games.ragami.texts.facts import FACT_WORDS, as_json, spoken
from ragami.games.ragami.texts.verdicts import FINDINGS, NOT_DUE, VERDICTS, Verdict
from ragami.language import Language
from ragami.messages import place, rule_in_brackets, say_of_log

FIELD: Final = re.compile(r"\{(\w+)\}")


def say(finding: Finding, language: Language) -> str:
    """A finding in one to four sentences: place, facts, rule and pages, ruling, way out."""
    text = say_of_log(finding, language, lambda code, _language: code)
    return " ".join(_sentences(finding, speech(language))) if text is None else text


def sources(finding: Finding) -> list[str]:
    """The lines of the rulebooks (`E236`, `S226`) that the rule, or else the ruling, rests on."""
    entry = catalogue.rules().get(finding.rule or finding.ruling or "")
    return list(entry.sources) if entry else []


def _sentences(finding: Finding, words: Speech) -> Iterator[str]:
    facts = spoken(finding, words)
    verdict = _fitting(finding, facts)
    yield _statement(finding, verdict, facts, words)
    yield from _rule(finding, words)
    yield from _ruling(finding, words)
    if finding.code != "ruled-breach":
        yield from _way_out(verdict, facts, words)


# --- what is wrong -------------------------------------------------------------------------


def _fitting(finding: Finding, facts: Mapping[str, str]) -> Verdict | None:
    """The first text all of whose places have a fact; None where no text was foreseen."""
    for verdict in _texts(finding):
        if _fields(verdict.says) <= facts.keys():
            return verdict
    return None


def _texts(finding: Finding) -> tuple[Verdict, ...]:
    if finding.code in FINDINGS:
        return FINDINGS[finding.code]
    if "phase" in finding.facts:
        return NOT_DUE
    rule = finding.rule or ""
    return VERDICTS.get(f"{rule} {finding.ruling}", ()) + VERDICTS.get(rule, ())


@cache
def _fields(text: str) -> frozenset[str]:
    """The names of the facts that a text asks for."""
    return frozenset(FIELD.findall(text))


def _statement(
    finding: Finding, verdict: Verdict | None, facts: Mapping[str, str], words: Speech
) -> str:
    """The place and what is wrong there. A rule without a text of its own tells all its facts."""
    _ = words.translate
    where = place(finding, words.language)
    if finding.code == "ruled-breach":
        where = _("{place} stands by a ruling, though").format(place=where)
    else:
        where = f"{where}:"
    if verdict:
        text = _(verdict.says).format_map(facts)
    else:
        entries = [f"{_(FACT_WORDS.get(name, name))}: {value}" for name, value in facts.items()]
        text = "; ".join(entries) or _("this rule is broken")
    return f"{where} {text}{'' if _entry(finding) else rule_in_brackets(finding)}."


def _way_out(verdict: Verdict | None, facts: Mapping[str, str], words: Speech) -> Iterator[str]:
    """Yield the remedy of the verdict, if the facts it mentions are known."""
    if verdict and verdict.remedy and _fields(verdict.remedy) <= facts.keys():
        yield words.translate(verdict.remedy).format_map(facts)


# --- by which rule -------------------------------------------------------------------------


def _entry(finding: Finding) -> catalogue.Rule | None:
    """Return the catalogue's entry for the rule; None for the log's own rule."""
    return None if finding.rule == LOG_RULE else catalogue.rules().get(finding.rule or "")


def _rule(finding: Finding, words: Speech) -> Iterator[str]:
    """The rule in our own words, with its pages."""
    entry = _entry(finding)
    if entry is None:
        return
    _ = words.translate
    text = entry.text(words.language)
    if entry.pages:
        pages = words.listed(map(str, entry.pages))
        yield _("{rule} (rulebook p. {pages}): {text}").format(
            rule=entry.id, pages=pages, text=text
        )
    else:
        yield f"{entry.id}: {text}"


def _ruling(finding: Finding, words: Speech) -> Iterator[str]:
    """The ruling that the verdict rests on, and what this table agreed on."""
    if finding.ruling is None:
        return
    _ = words.translate
    entry = catalogue.rules().get(finding.ruling)
    option = entry.option if entry else None
    if option is None or option not in finding.facts:
        yield _("Ruling {ruling} applies.").format(ruling=finding.ruling)
        return
    yield _("Ruling {ruling} applies; this table plays {option} = {value}.").format(
        ruling=finding.ruling, option=option, value=as_json(finding.facts[option])
    )
