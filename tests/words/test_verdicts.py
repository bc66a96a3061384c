"""Verdicts in words: every way of breaking a rule has its own text, in both languages."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ragami.findings import Breach, Finding, found
from ragami.games.ragami import words
from ragami.games.ragami.events import Options
from ragami.games.ragami.rulebook import RULEBOOK, rules
from ragami.games.ragami.speech import TABLES
from ragami.games.ragami.words import say
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
    return tuple(found("illegal-event", Breach(*breach), 57, 57) for breach in met.values())


def test_every_verdict_is_well_said() -> None:
    for finding in verdicts():
        for text in said(finding).values():
            assert text.startswith(("Record 57: ", "Anotación 57: ")), text


def test_every_verdict_has_a_text_of_its_own_and_every_text_a_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen: set[str] = set()
    choose = words._fitting

    def watched(*args: Any) -> str | None:
        verdict = choose(*args)
        assert verdict is not None, args
        chosen.add(verdict)
        return verdict

    monkeypatch.setattr(words, "_fitting", watched)
    for finding in verdicts():
        say(finding, "en")
    written = {code for code in TABLES["verdict"] if code.startswith(("R-", "not-due"))}
    # On a board of one's own alone: tests/cli/test_board.py.
    assert written - chosen == {"R-MOVE-01.2"}


def test_the_facts_of_the_verdict_are_in_its_text() -> None:
    for finding in verdicts():
        for name in ("needs", "has", "distance", "found", "limit", "card", "block"):
            fact = finding.facts.get(name)
            if isinstance(fact, int) and "phase" not in finding.facts:
                assert str(fact) in say(finding, "en"), (name, finding)


def test_the_rule_stands_in_the_text_in_our_own_words_and_with_its_pages() -> None:
    for finding in verdicts():
        rule = rules()[finding.rule or ""]
        if rule.pages:
            assert rule.en in say(finding, "en") and rule.es in say(finding, "es")
            assert f"(rulebook p. {rule.pages[0]}" in say(finding, "en")
            assert f"(reglamento, p. {rule.pages[0]}" in say(finding, "es")


def test_an_option_in_force_is_told_with_its_value() -> None:
    for finding in verdicts():
        option = rules()[finding.ruling].option if finding.ruling else None
        if option in finding.facts:
            value = str(finding.facts[option])
            value = value.lower() if value in ("True", "False") else value
            assert f"{option} = {value}" in say(finding, "es"), finding


def test_sources_are_those_of_the_catalogue() -> None:
    assert RULEBOOK.sources(Finding("illegal-event", rule="R-MOVE-01")) == ["E236", "S226"]
    assert RULEBOOK.sources(Finding("unverified-components", ruling="A-MOVE-01")) == list(
        rules()["A-MOVE-01"].sources
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


# --- word for word -------------------------------------------------------------------------


def breach(play: Play, type_: str, **data: Any) -> Breach:
    """The first of what is wrong with an event."""
    event = play.read(type_, data)
    return event if isinstance(event, Breach) else play.judge(event)[0]


def verdict(play: Play, type_: str, **data: Any) -> dict[str, str]:
    """The verdict on an event, as record 57, in both languages."""
    return said(found("illegal-event", breach(play, type_, **data), 57, 57))


def test_too_far() -> None:
    assert verdict(Table().ragamis(yellow=1), "ragami_moved", to=30) == {
        "en": "Record 57: the Ragami cannot get from 1 to 30: that is 6 movements, and 4 are"
        " allowed. R-MOVE-01 (rulebook p. 4): A Ragami moves by at most 4 movements, each to the"
        " next square or block. In reach: 1, 2, 3, 4, 5, 6, 7, 8 and 22 more.",
        "es": "Anotación 57: el Ragami no puede llegar de 1 a 30: son 6 movimientos, y se permiten"
        " 4. R-MOVE-01 (reglamento, p. 4): Un Ragami hace como máximo 4 movimientos, cada uno al"
        " espacio o edificio contiguo. A su alcance: 1, 2, 3, 4, 5, 6, 7, 8 y 22 más.",
    }


def test_too_few_points() -> None:
    table = Table().conflicts({20: 3}).demons({20: 1}).ragamis(yellow=20).cubes(yellow=2)
    assert verdict(table.saints(blue=20), "conflict_tried", cubes=2) == {
        "en": "Record 57: the attempt at 20 has too few Power Points (needs 4, has 3: 2 cubes + 1"
        " Saint). R-CONF-25 (rulebook p. 6): Unless the Power die is rolled, an attempt must reach"
        " the value of the conflict; falling short without a roll is not allowed. Add points, or"
        " roll the Power die as well.",
        "es": "Anotación 57: al intento en 20 le faltan puntos de Poder (necesita 4, tiene 3: 2"
        " cubos + 1 Santo). R-CONF-25 (reglamento, p. 6): Si no se tira el dado de Poder, el"
        " intento debe alcanzar el valor del conflicto; no se permite quedarse corto sin tirar."
        " Añade puntos, o tira también el dado de Poder.",
    }


def test_after_passing() -> None:
    assert verdict(Table().passed("green"), "ragami_moved", player="green", to=2) == {
        "en": "Record 57: Green has passed in this round, and acts again; it is Yellow's turn."
        " R-TURN-08 (rulebook p. 4): Turns go round the table until everyone has passed, because"
        " they cannot or will not do more. You pass in a turn without a die or card action; a turn"
        " with one is ended, not passed. Ruling A-TURN-01 applies; this table plays pass_policy ="
        " final.",
        "es": "Anotación 57: Verde ha pasado en esta ronda y vuelve a actuar; el turno es de"
        " Amarillo. R-TURN-08 (reglamento, p. 4): Los turnos se suceden hasta que todos han"
        " pasado, por no poder o no querer hacer nada más. Se pasa en un turno sin acción de dado"
        " ni de carta; un turno con alguna se termina, no se pasa. Se aplica el dictamen A-TURN-01;"
        " en esta mesa se juega con pass_policy = final.",
    }


def test_not_in_the_hand() -> None:
    table = Table().hand("yellow", 13)
    assert verdict(table, "ragamis_swapped", with_="green")["en"] == (
        "Record 57: card 3 is not in the hand, which is: 13. R-CARD-03 (rulebook p. 5 and 7): You"
        " may play only cards that are in your hand and were there before this turn began. Known"
        " to be playable: 13."
    )
    table.just_drawn("yellow", 3)
    assert verdict(table, "ragamis_swapped", with_="green")["es"] == (
        "Anotación 57: la carta 3 solo puede haber llegado a la mano en este turno, y se puede usar"
        " desde el siguiente; la mano: 13 y 3. R-CARD-03 (reglamento, p. 5 y 7): Solo puedes jugar"
        " cartas que tengas en la mano y que ya tuvieras antes de empezar este turno. Se aplica el"
        " dictamen A-LOG-02. Se sabe que se puede jugar: 13."
    )


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
            Table().dice(saint=2, draw=0, conflict=1),
            "ragami_moved",
            {"to": 2},
            "the Action die on Draw is spent.",
            "el dado de Acción de Robar está agotado.",
        ),
        (
            Table().ragamis(yellow=14, green=15, blue=15),
            "ragami_moved",
            {"to": 15},
            "on 15 there are 2 Ragamis already: the green Ragami and the blue Ragami.",
            "en 15 ya hay 2 Ragamis: el Ragami verde y el Ragami azul.",
        ),
        (
            Table("YG", neutral="blue"),
            "ragami_moved",
            {"ragami": "neutral", "to": 2},
            "Yellow may not move the neutral Ragami in this way.",
            "Amarillo no puede mover así el Ragami neutral.",
        ),
        (
            Table(),
            "saint_and_demon_moved",
            {"saint": "blue", "to": 12, "demon": None},
            "a Saint was moved, and no Demon after it.",
            "se movió un Santo, y después ningún Demonio.",
        ),
        (
            Table().hand("yellow", 1, 2, None),
            "cards_drawn",
            {},
            "the hand is full with 3 cards, and none of them goes first.",
            "la mano está llena, con 3 cartas, y no se descarta ninguna antes.",
        ),
        (
            Table().hand("yellow", 8).conflicts({20: 1}).ragamis(yellow=20).saints(blue=20),
            "conflict_tried",
            {"via": {"card": 8}},
            "card 8 costs white cubes: 1 needed, 0 left.",
            "la carta 8 cuesta cubos blancos; necesarios: 1, disponibles: 0.",
        ),
        (
            Table().hand("yellow", 7).conflicts({20: 5}),
            "conflict_die_turned",
            {"square": 20, "change": 2},
            "the Conflict die shows 5; with +2 it would be at 7.",
            "el dado de Conflicto marca 5; con +2 quedaría en 7.",
        ),
        (
            setting_up("saint_set"),
            "saint_set",
            {"player": "green", "square": 4},
            "next: the setting of a Saint for Yellow, not for Green.",
            "toca la colocación de un Santo para Amarillo, no para Verde.",
        ),
        (
            setting_up("ragami_set"),
            "passed",
            {"player": "yellow"},
            "a pass is not due now; next: the setting of a Ragami for Blue.",
            "un pase no toca ahora; lo siguiente: la colocación de un Ragami para Azul.",
        ),
        (
            Table().vp(yellow=30).everybody_passes(),
            "turn_ended",
            {"player": "yellow"},
            "the game is over, and the end of a turn comes too late.",
            "la partida ha terminado, y el final de un turno llega tarde.",
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
    assert said(found("ruled-breach", too_far, 57, 57)) == {
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
        text = say(found("illegal-event", wrong, 57, 57), language)
        assert text.isprintable() and len(text) < 250, text
