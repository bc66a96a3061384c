"""Everything that may be said has words in both languages, and the facts fit into them."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec import convert

from ragami.findings import Breach, finding_of
from ragami.games.tournament import words
from ragami.games.tournament.bot import play
from ragami.games.tournament.events import Event, Options, PenaltyGiven
from ragami.games.tournament.game import GAME
from ragami.games.tournament.narration import priced
from ragami.games.tournament.rules.judge import EVENTS, JUDGES
from ragami.games.tournament.state import State
from ragami.games.tournament.verifying import link_findings, pairing_findings
from ragami.games.tournament.words import RULEBOOK
from ragami.language import LANGUAGES
from tests.games.tournament import test_rules, test_scenarios, test_scenarios_later
from tests.games.tournament.hall import Hall, eight, names, origin_of
from tests.games.tournament.test_scenarios_later import FITS, linked

SOURCES = Path(str(files("ragami.games.tournament")))


def test_every_event_has_words_and_every_option_of_a_rule_is_one() -> None:
    assert set(words.EVENT_TEXTS) == set(words.NAMES) == set(EVENTS)
    options = {rule.option for rule in RULEBOOK.rules().values()} - {None}
    assert options <= set(Options.__struct_fields__)


def test_every_event_of_a_tournament_can_be_said() -> None:
    said = set()
    for seed in range(20):
        for type_, data in play(4 + seed, seed):
            for language in LANGUAGES:
                text = GAME.words.narrator(language).tell(convert(data, EVENTS[type_]))
                assert "{" not in text
                assert "None" not in text
            said.add(type_)
    assert said == set(EVENTS)


def test_what_somebody_wrote_is_no_code() -> None:
    given = PenaltyGiven("referee", "warning", None, "referee", "referee")
    assert GAME.words.narrator("es").tell(given) == "Referee: advertencia (referee; referee)"


def test_every_verdict_has_words() -> None:
    """The rules that the sources name in a `breach` are those that have words."""
    named = {
        node.value
        for path in (SOURCES / "rules").glob("*.py")
        if path.name != "judge.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"R-T-[A-Z]+-\d\d", node.value)
    }
    worded = {code.split()[0] for code in words.VERDICTS}
    assert worded == named | {"R-T-PHASE-01", "R-T-END-01"}
    refused = {
        id_
        for id_, rule in RULEBOOK.rules().items()
        if id_.startswith("R") and not rule.unbreakable
    }
    assert worded == refused


def test_every_verdict_of_the_rules_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the tests of the rules and the scenarios break, is said in both languages."""
    said: set[str] = set()
    judged = dict(JUDGES)

    def telling(kind: type) -> tuple[object, object]:
        check, apply = judged[kind]

        def told(state: State, event: Event) -> list[Breach]:
            wrong: list[Breach] = check(state, event)
            for one in wrong:
                said.add(one.rule)
                for language in LANGUAGES:
                    text = GAME.words.say(finding_of("illegal-event", one, 2, 2), language)
                    assert "{" not in text
                    assert "None" not in text
            return wrong

        return told, apply

    for kind in judged:
        monkeypatch.setitem(GAME.judges, kind, telling(kind))
    for module in (test_rules, test_scenarios, test_scenarios_later):
        for name, test in vars(module).items():
            if name.startswith("test_") and not hasattr(test, "pytestmark"):
                test()
    assert said == {code.split()[0] for code in words.VERDICTS}


def test_r_t_link_03_names_both_heads() -> None:
    hall = Hall(4)
    hall.pair("ABCD")
    hall.link(1, size=7)
    hall.link(1, size=6)
    assert hall.fold.error is not None
    text = GAME.words.say(hall.fold.error, "en")
    assert "at 6 records" in text
    assert text.count(origin_of(1)) == 2


# What a command or `verify` of several files says: `test_linking`, `test_page`.
SAID_ELSEWHERE = {
    "result-differs",
    "foreign-game",
    "linked-elsewhere",
    "linked-before",
    "older-log",
    "undated-log",
    "withheld-log",
    "illegal-log",
    "broken-log",
    "several-logs",
    "page-differs",
    "page-unlike",
}


def test_every_finding_about_links_and_pairings_can_be_said() -> None:
    hall = linked()
    broken = [
        *(FITS._replace(sealed=0), FITS._replace(root=None), FITS._replace(grown=True)),
        *(FITS._replace(seats=("red",)), FITS._replace(final=None)),
        FITS._replace(
            final={"players": FITS.final["players"], "winners": []} if FITS.final else None
        ),
    ]
    told = [one for log in broken for one in link_findings(hall.state, {origin_of(1): log})]
    told += link_findings(hall.state, {})
    told += link_findings(eight().state, {})
    wrong = Hall(8)
    wrong.pair("ABCD EFGH", pairer="swiss-1")
    wrong.override("ABCE DFGH")
    told += pairing_findings(wrong.fold.standing())
    second = eight()
    second.pair("AEBF CGDH")
    told += pairing_findings(second.fold.standing())
    for one in told:
        for language in LANGUAGES:
            text = GAME.words.say(one, language)
            assert "{" not in text
            assert "None" not in text
    unsaid = set(words.FINDINGS) - SAID_ELSEWHERE - {one.code for one in told}
    assert not unsaid, f"nothing here is found wrong in this way, nor in SAID_ELSEWHERE: {unsaid}"


def test_a_pairing_is_told_by_the_terms_of_its_cost_and_by_its_tables() -> None:
    tables = [names("AEBF"), names("CGDH")]
    assert list(priced(eight().state, 2, tables, (), "en")) == [
        "Cost 579080: meetings again 576000, differences of points 2880, seats again 200.",
        "1: Ana, Eva, Bea, Fran",
        "2: Caro, Gala, Dani, Hugo",
    ]


def test_a_verdict_names_people_and_tells_two_of_one_name_apart() -> None:
    hall = Hall(2)
    for club in ("Norte", "Sur"):
        assert hall.add("entered", entrant=f"x-{club.lower()}", name="Ana Ruiz", club=club) is None
    hall.pair("ABC", tables=[{"table": 1, "seats": ["bea", "x-norte", "x-sur", "ana"]}])
    hall.add("dropped", entrant="x-sur", reason=None)

    def verdict(type_: str, **data: object) -> str:
        event = convert(data, EVENTS[type_])
        breach = GAME.events[type_].check(hall.state, event)[0]
        return GAME.words.say(finding_of("illegal-event", breach, 9, 9), "es")

    assert "Ana Ruiz (Sur) no puede retirarse" in verdict("dropped", entrant="x-sur", reason=None)
    rows = [
        {"entrant": "x-sur", "place": 1, "score": 3},
        {"entrant": "bea", "place": 2, "score": 2},
    ]
    said = verdict("result_recorded", round=1, table=1, results=rows, **{"from": "referee"})
    assert "lista a Ana Ruiz (Sur), Bea; " in said
    assert "Bea, Ana Ruiz (Norte), Ana Ruiz (Sur), Ana" in said
    # Of an entry the id is what is wrong.
    data = {"entrant": "bea", "name": "Beatriz", "club": None}
    assert "«bea»" in verdict("entered_late", **data)
