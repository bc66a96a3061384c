"""Verdicts in words: every way of breaking a rule has its own text, in both languages."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ragami.findings import Breach, Finding, finding_of
from ragami.game.words import REMEDY
from ragami.games.ragami import words
from ragami.games.ragami.events import Options
from ragami.games.ragami.speech import TABLES, speech
from ragami.games.ragami.words import RULEBOOK, WORDS
from ragami.language import LANGUAGES
from tests.rules.kit import Play, Table
from tests.rules.logs import setting_up
from tests.rules.remembered import remembered
from tests.words.kit import said

GAME = Path(words.__file__).parent


@cache
def verdicts() -> tuple[Finding, ...]:
    """Every breach that the tests of the rules and the scenarios meet, once, at record 57."""
    met = {json.dumps(breach): breach for found_ in remembered().values() for breach in found_}
    return tuple(finding_of("illegal-event", Breach(*breach), 57, 57) for breach in met.values())


def test_every_verdict_is_well_said() -> None:
    for finding in verdicts():
        for text in said(finding).values():
            assert text.startswith(("Record 57: ", "Anotación 57: ")), text


def test_every_verdict_has_a_text_of_its_own_and_every_text_a_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen: set[str] = set()
    fill = words.GameWords.filled

    def watched(self: words.GameWords, code: str, *args: Any) -> str | None:
        text = fill(self, code, *args)
        if text and not code.startswith(REMEDY):
            chosen.add(code)
        return text

    def unforeseen(*args: object) -> str:
        pytest.fail(f"no text fits {args}")

    monkeypatch.setattr(words.GameWords, "filled", watched)
    monkeypatch.setattr(words.GameWords, "fact", unforeseen)
    for finding in verdicts():
        WORDS.say(finding, "en")
    written = {code for code in TABLES["verdict"] if code.startswith(("R-", "not-due"))}
    # On a board of one's own alone: tests/cli/test_board.py.
    assert written - chosen == {"R-MOVE-01.2"}


def test_the_facts_of_the_verdict_are_in_its_text() -> None:
    for finding in verdicts():
        for name in ("needs", "has", "distance", "found", "limit", "card", "block"):
            fact = finding.facts.get(name)
            if isinstance(fact, int) and "phase" not in finding.facts:
                assert str(fact) in WORDS.say(finding, "en"), (name, finding)


def test_the_rule_stands_in_the_text_in_our_own_words_and_with_its_pages() -> None:
    for finding in verdicts():
        rule = RULEBOOK.rules()[finding.rule or ""]
        if rule.pages:
            assert rule.en in WORDS.say(finding, "en") and rule.es in WORDS.say(finding, "es")
            assert f"(rulebook p. {rule.pages[0]}" in WORDS.say(finding, "en")
            assert f"(reglamento, p. {rule.pages[0]}" in WORDS.say(finding, "es")


def test_an_option_in_force_is_told_with_its_value() -> None:
    told = set()
    for finding in verdicts():
        option = RULEBOOK.rules()[finding.ruling].option if finding.ruling else None
        if option in finding.facts:
            told.add(option)
            agreed = speech("es").option(option, finding.facts[option])
            assert f"«{agreed}»" in WORDS.say(finding, "es"), finding
            assert f"{option} =" not in WORDS.say(finding, "es")
    assert "pass_policy" in told


def test_sources_are_those_of_the_catalogue() -> None:
    assert RULEBOOK.sources(Finding("illegal-event", rule="R-MOVE-01")) == ["E236", "S226"]
    assert RULEBOOK.sources(Finding("unverified-components", ruling="A-MOVE-01")) == list(
        RULEBOOK.rules()["A-MOVE-01"].sources
    )
    assert RULEBOOK.sources(Finding("unfinished")) == []


# --- where no text was foreseen ------------------------------------------------------------


def facts_in(tree: ast.AST) -> Iterator[str]:
    """The names of the facts in calls of `breach`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "breach":
            yield from (keyword.arg.rstrip("_") for keyword in node.keywords if keyword.arg)


def test_every_fact_has_a_name_in_words() -> None:
    names = {name for file in GAME.glob("*.py") for name in facts_in(ast.parse(file.read_text()))}
    names |= {n for finding in verdicts() if "problem" not in finding.facts for n in finding.facts}
    assert len(names) > 60
    assert names - TABLES["fact"].keys() - set(Options.__struct_fields__) == set()


def test_a_rule_without_a_text_tells_its_facts_one_by_one() -> None:
    facts = {
        "card": 8,
        "hand": [3, None],
        "instead": [],
        "from": {"cubes": 2},
        "needs": 3,
        "has": 2,
    }
    texts = said(Finding("illegal-event", rule="R-INV-09", seq=57, line=57, facts=facts))
    assert texts["en"].startswith("Record 57: card: 8; hand: 3 and a hidden card;")
    assert "mano: 3 y una carta oculta" in texts["es"]
    texts = said(Finding("illegal-event", rule="R-MOVE-99", ruling="A-MOVE-99", seq=57, line=57))
    assert texts["en"] == "Record 57: this rule is broken (R-MOVE-99). Ruling A-MOVE-99 applies."


# --- word for word: what tests/golden/texts has not -----------------------------------------


def breach(play: Play, type_: str, **data: Any) -> Breach:
    """The first of what is wrong with an event."""
    event = play.read(type_, data)
    return event if isinstance(event, Breach) else play.judge(event)[0]


def verdict(play: Play, type_: str, **data: Any) -> dict[str, str]:
    """The verdict on an event, as record 57, in both languages."""
    return said(finding_of("illegal-event", breach(play, type_, **data), 57, 57))


def test_after_passing() -> None:
    assert verdict(Table().passed("green"), "ragami_moved", player="green", to=2) == {
        "en": "Record 57: Green has passed in this round, and acts again; it is Yellow's turn."
        " R-TURN-08 (rulebook p. 4): Turns go round the table until everyone has passed, because"
        " they cannot or will not do more. You pass in a turn without a die or card action; a turn"
        " with one is ended, not passed. Ruling A-TURN-01 applies, as this table plays:"
        " “After a pass: one is out of the round”.",
        "es": "Anotación 57: Verde ha pasado en esta ronda y vuelve a actuar; el turno es de"
        " Amarillo. R-TURN-08 (reglamento, p. 4): Los turnos se suceden hasta que todos han"
        " pasado, por no poder o no querer hacer nada más. Se pasa en un turno sin acción de dado"
        " ni de carta; un turno con alguna se termina, no se pasa. Se aplica el dictamen A-TURN-01,"
        " como se juega en esta mesa: «Después de pasar: se está fuera de la ronda».",
    }


@pytest.mark.parametrize(
    ("table", "type_", "data", "en", "es"),
    [
        (
            Table(),
            "turn_ended",
            {"player": "green"},
            "Green acts, but it is Yellow's turn.",
            "actúa Verde, pero el turno es de Amarillo.",
        ),
        (
            setting_up("first_player_drawn", "YGB"),
            "first_player_drawn",
            {"player": "purple"},
            "Purple has no seat at this table (R-LOG-01). Seated: Yellow, Green and Blue.",
            "Púrpura no tiene asiento en esta mesa (R-LOG-01). Sentados: Amarillo, Verde y Azul.",
        ),
    ],
)
def test_what_is_wrong(table: Table, type_: str, data: dict[str, Any], en: str, es: str) -> None:
    texts = verdict(table, type_, **data)
    assert texts["en"].startswith(f"Record 57: {en}")
    assert texts["es"].startswith(f"Anotación 57: {es}")


def test_what_a_ruling_let_stand_says_so_and_offers_nothing_else() -> None:
    too_far = breach(Table().ragamis(yellow=1), "ragami_moved", to=30)
    assert said(finding_of("ruled-breach", too_far, 57, 57)) == {
        "en": "Record 57 stands by a ruling, though the Ragami cannot get from 1 to 30: that is 6"
        " movements, and 4 are allowed. R-MOVE-01 (rulebook p. 4): A Ragami moves by at most 4"
        " movements, each to the next square or block.",
        "es": "Anotación 57: vale por un dictamen, aunque el Ragami no puede llegar de 1 a 30: son"
        " 6 movimientos, y se permiten 4. R-MOVE-01 (reglamento, p. 4): Un Ragami hace como máximo"
        " 4 movimientos, cada uno al espacio o edificio contiguo.",
    }


@pytest.mark.parametrize("name", ["{x}\n\x1b[2J", "%s {0}", "Q" * 1000, "\ud800", "\u202etxet"])
def test_names_of_others_cannot_upset_a_text(name: str) -> None:
    wrong = Breach("R-LOG-01", None, {"block": name, "blocks": [name, "Q1"]})
    for language in LANGUAGES:
        text = WORDS.say(finding_of("illegal-event", wrong, 57, 57), language)
        assert text.isprintable() and len(text) < 250, text
