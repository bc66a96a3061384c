"""Findings about a log of any kind: malformed records, undos that fit nothing, unknown types …"""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.findings import Breach, Finding, finding_of
from ragami.game import GameDefinition, game_named
from ragami.games.ragami.words import WORDS
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log, report
from ragami.language import LANGUAGES
from ragami.messages import listed, place, plain, words
from ragami.proof import CODES as OF_PROOF
from ragami.referee.audit import every_code
from tests.games.packages import imported
from tests.games.race.race import GAME as RACE
from tests.rules.kit import CARD_8
from tests.rules.logs import Log, game_opened, setup
from tests.words.kit import said, well_said

RECORD = {"seq": 2, "type": "noted", "v": 1, "at": None, "by": None, "data": {"text": "x"}}


def line(**changes: Any) -> bytes:
    """A second record, with something else in it."""
    return json.dumps(RECORD | changes).encode()


def event(type_: str, **data: Any) -> bytes:
    """A second record of some type, with this data."""
    return line(type=type_, data=data)


# What makes a record malformed, by the word for it.
MALFORMED: dict[str, list[bytes]] = {
    "byte-order-mark": [b"\xef\xbb\xbf" + line()],
    "empty-line": [b"", b"   "],
    "line-end": [line() + b"\r"],
    "not-utf8": [b'{"seq":\xff}'],
    "not-json": [b"{", b"noted"],
    "too-deep": [b"[" * 100_000],
    "not-an-object": [b"[]", line(data=None), line(data=[1])],
    "duplicate-key": [b'{"seq":2,"seq":2}', b'{"\\ud800":1,"\\ud800":1}'],
    "not-an-integer": [line(seq=2.5), line(seq=float("nan"))],
    "number-too-large": [line(seq=2**53 + 1), line(seq=10**40)],
    "seq-out-of-order": [line(seq=3), line(seq=1)],
    "missing-field": [b'{"seq":2}', event("noted"), event("ragami_moved", via={})],
    "unknown-field": [line(mood="good"), event("noted", text="x", **{"{y}": 1})],
    "wrong-type": [
        line(seq="2"),
        line(seq=True),
        line(by=3),
        event("noted", text=None),
        event("saints_moved", player="green", saints=[1]),
        event("undone", to=None, reason=None),
        event("asserted", conflicts={"x": 1}),
    ],
    "unfit-opening": [
        event("joined", line="x", openings=[]),
        event(
            "joined",
            line=line().decode(),
            openings=[{"place": "text[7]", "salt": "", "value": 1}],
        ),
    ],
    "wrong-length": [
        event("saints_moved", player="green", saints=[]),
        event("saints_moved", player="green", saints=[{"saint": "blue", "to": 1}] * 3),
        event("action_dice_set", player="green", rolls=[1], spaces={}, demons=[]),
    ],
    "out-of-range": [
        line(seq=0),
        event("saint_set", player="green", square=31),
        event("virtue_set", player="green", block=""),
        event("asserted", conflicts={"31": 1}),
        event("undone", to=0, reason=None),
    ],
    "wrong-value": [
        event("passed", player="red"),
        event("ragami_moved", player="green", via=CARD_8, ragami="green", to=1),
        event("virtue_step", player="green", vp=0, block=None),
        event("asserted", vp={"red": 1}),
        event("passed", player="red\x1b and " + "blue " * 100),
        line(type="\ud800"),
    ],
    "type-not-plain": [
        line().replace(b'"noted"', b'"no\\u0074ed"'),
        line(type="n\u00f6ted"),
        line(type=""),
        line(type="two words"),
    ],
    "not-utc": [
        line(at="yesterday"),
        line(at="2026-11-20T19:04:31+01:00"),
        line(at="2026-11-20T19:04:31+0000"),
        line(at=5),
    ],
}
CASES = [(problem, bad) for problem, lines in MALFORMED.items() for bad in lines]


def found_in(second: bytes) -> Finding:
    """What is found in a log whose second line is this."""
    opened = Log([("game_opened", game_opened())]).lines[0]
    error = replay_log(opened + b"\n" + second + b"\n").error
    assert error is not None, second
    return error


@pytest.mark.parametrize(("problem", "bad"), CASES)
def test_every_malformed_record_is_well_said(problem: str, bad: bytes) -> None:
    finding = found_in(bad)
    assert finding.code == "malformed-record"
    assert finding.facts["problem"] == problem, finding
    for language in LANGUAGES:
        text = WORDS.say(finding, language)
        assert text.endswith(" (R-LOG-01).")
        well_said(text.replace("{y}", "y"))


def test_the_two_languages_differ_for_every_problem() -> None:
    for _problem, bad in CASES:
        finding = found_in(bad)
        assert WORDS.say(finding, "en") != WORDS.say(finding, "es")


@pytest.mark.parametrize(
    ("bad", "en", "es"),
    [
        (
            line(seq=7),
            "Line 2 (record 7): the record has the number 7, and 2 is due (R-LOG-01).",
            "Línea 2 (anotación 7): la anotación lleva el número 7 y toca el 2 (R-LOG-01).",
        ),
        (
            b"{",
            "Line 2: this is no JSON from column 2 on (R-LOG-01).",
            "Línea 2: esto no es JSON a partir de la columna 2 (R-LOG-01).",
        ),
        (
            line(by=3),
            "Record 2: by must be a text or null, and is an integer (R-LOG-01).",
            "Anotación 2: by debe ser un texto o null, y es un número entero (R-LOG-01).",
        ),
        (
            event("passed"),
            "Record 2: data lacks the field player (R-LOG-01).",
            "Anotación 2: falta el campo player en data (R-LOG-01).",
        ),
        (
            event("passed", player="red"),
            "Record 2: data.player cannot be 'red' (R-LOG-01).",
            "Anotación 2: data.player no puede ser «red» (R-LOG-01).",
        ),
        (
            event("saint_set", player="green", square=31),
            "Record 2: data.square must be at most 30 (R-LOG-01).",
            "Anotación 2: data.square debe ser como mucho 30 (R-LOG-01).",
        ),
        (
            event("virtue_set", player="green", block=""),
            "Record 2: data.block must be a text, its length at least 1 (R-LOG-01).",
            "Anotación 2: data.block debe ser un texto cuya longitud sea al menos 1 (R-LOG-01).",
        ),
        (
            event("corrected", seq=1, type="a b", v=1, data={}, reason=None, authority=None),
            "Record 2: data.type must be plain letters, digits and '_' (R-LOG-01).",
            "Anotación 2: data.type debe ser letras simples, cifras y «_» (R-LOG-01).",
        ),
        (
            event("action_dice_set", player="green", rolls=[1], spaces={}, demons=[]),
            "Record 2: the length of data.rolls must be exactly 3 (R-LOG-01).",
            "Anotación 2: la longitud de data.rolls debe ser exactamente 3 (R-LOG-01).",
        ),
        (
            event("game_opened", **{**game_opened(), "players": game_opened()["players"][:1]}),
            "Record 2: there have to be at least 2 players (R-LOG-01).",
            "Anotación 2: tiene que haber al menos 2 jugadores (R-LOG-01).",
        ),
        (
            b'{"seq":2}',
            "Record 2: the record lacks the field type (R-LOG-01).",
            "Anotación 2: falta el campo type en la anotación (R-LOG-01).",
        ),
        (
            event("virtue_step", player="green", vp=0, block=None),
            "Record 2: data cannot be like this: a player who does nothing writes no"
            " virtue_step (R-LOG-01).",
            "Anotación 2: data no puede ser así: un jugador que no hace nada no escribe"
            " virtue_step (R-LOG-01).",
        ),
    ],
)
def test_what_is_malformed(bad: bytes, en: str, es: str) -> None:
    finding = found_in(bad)
    assert (WORDS.say(finding, "en"), WORDS.say(finding, "es")) == (en, es)


# --- undo, correction, ruling ---------------------------------------------------------------


NEVER_IN_A_LOG = {"unknown-type", "programs-only"}
NOTHING_HIDDEN = "nothing-hidden"
# What only a game has whose reveals fill their places: told on the race.
OF_A_FILLED_PLACE = {
    "no-such-secret": {"seq": 2, "place": "player", "value": "red"},
    "known-otherwise": {"seq": 2, "place": "on", "value": "blue"},
    "unfit-value": {"seq": 3, "place": "on", "value": "pink"},
}
# What the house checks of a record 1 that is written with the author's kit: told on Kalah.
OF_RECORD_1 = {"opened-before": ("south", "north"), "seat-twice": ("south", "south")}
ELSEWHERE = {*OF_A_FILLED_PLACE, *OF_RECORD_1, NOTHING_HIDDEN}


def history() -> dict[str, Log]:
    """Logs whose last record applies to nothing, by the word for what is wrong."""
    logs = {problem: Log(setup()) for problem in words()["problem"] if problem not in MALFORMED}
    last = len(logs["undo-to-later"].lines)
    logs["not-opened"] = Log([("noted", {"text": "too early"})])
    logs["undo-to-later"].undo(last + 1)
    logs["nothing-to-redo"].redo()
    logs["no-such-event"].correct(last + 9, "passed", {"player": "yellow"})
    unknown = logs["unknown-event"].add_exactly("saint_set", {}, version=9)
    logs["unknown-event"].correct(unknown, "passed", {"player": "yellow"})
    logs["half-a-correction"].correct(last, None, {"player": "yellow"})
    logs["not-a-game-event"].correct(last, "noted", {"text": "x"})
    logs["not-to-be-waived"].rule("R-TURN-02")
    for problem in NEVER_IN_A_LOG | ELSEWHERE:
        del logs[problem]
    return logs


def test_what_applies_to_nothing_is_well_said() -> None:
    for problem, log in history().items():
        error = log.replay().error
        assert error is not None and error.facts["problem"] == problem, error
        said(error)


def test_every_problem_has_a_log_here() -> None:
    here = MALFORMED.keys() | history().keys() | ELSEWHERE
    assert here == words()["problem"].keys() - NEVER_IN_A_LOG


@pytest.mark.parametrize("problem", OF_RECORD_1)
def test_a_record_1_that_cannot_stand_is_well_said(problem: str) -> None:
    players = [{"seat": seat, "name": seat.upper()} for seat in OF_RECORD_1[problem]]
    opened = {"game": "kalah", "rules": 1, "title": None, "players": players, "seeds": 4}
    log = Log()
    log.add_exactly("game_opened", opened)
    log.add_exactly("game_opened", opened)
    with imported("kalah") as kalah:
        error = Replay(kalah.GAME).take_all(kalah.GAME.codec.read_log(_lines(log))).error
        assert error is not None and error.facts["problem"] == problem, error
        assert error.seq == (2 if problem == "opened-before" else 1)
        told_in_both(kalah.GAME, error, "R-KAL-LOG-01")
        if problem == "seat-twice":
            assert "tienen el asiento Sur " in kalah.GAME.words.say(error, "es")


def test_a_reveal_where_nothing_is_hidden_is_well_said() -> None:
    game = game_named("dice-forge")
    log = Log()
    log.add_exactly("revealed", {"player": "blue", "seq": 1, "card": 1})
    error = Replay(game).take_all(game.codec.read_log(log.lines[0] + b"\n")).error
    assert error is not None and error.facts["problem"] == NOTHING_HIDDEN, error
    for language in LANGUAGES:
        well_said(game.words.say(error, language))


@pytest.mark.parametrize("problem", OF_A_FILLED_PLACE)
def test_what_fills_no_place_is_well_said(problem: str) -> None:
    seats = ({"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Bea"})
    opened = {"game": "race", "rules": 1, "title": None, "players": seats, "goal": 20}
    log = Log()
    log.add_exactly("game_opened", opened)
    log.add_exactly("bet_placed", {"player": "red", "on": "red"})
    log.add_exactly("bet_placed", {"player": "blue", "on": None})
    log.add_exactly("revealed", {"player": "red"} | OF_A_FILLED_PLACE[problem])
    error = Replay(RACE).take_all(RACE.codec.read_log(_lines(log))).error
    assert error is not None and error.facts["problem"] == problem, error
    told_in_both(RACE, error, "R-RACE-LOG-01")


def _lines(log: Log) -> bytes:
    return b"\n".join([*log.lines, b""])


def told_in_both(game: GameDefinition, error: Finding, rule: str) -> None:
    """Check that a finding has a sentence in each language, with the log rule of its game."""
    texts = {language: game.words.say(error, language) for language in LANGUAGES}
    assert texts["en"] != texts["es"]
    for text in texts.values():
        well_said(text)
        assert rule in text


def test_a_type_that_cannot_be_recorded_is_named() -> None:
    facts = {"problem": "unknown-type", "found": "ragami_flown"}
    texts = said(Finding("malformed-record", rule="R-LOG-01", seq=9, line=9, facts=facts))
    assert texts["en"] == "Record 9: there is no type of record called ragami_flown (R-LOG-01)."


def test_a_type_that_only_programs_write_is_named() -> None:
    facts = {"problem": "programs-only", "found": "withheld"}
    texts = said(Finding("malformed-record", rule="R-LOG-01", seq=9, line=9, facts=facts))
    assert "records of type withheld are written by the program alone" in texts["en"]


def test_the_redo_that_finds_nothing() -> None:
    error = history()["nothing-to-redo"].replay().error
    assert error is not None
    assert said(error) == {
        "en": "Record 22: there is no undo to take back, or an event has been recorded since"
        " (R-LOG-01).",
        "es": "Anotación 22: no hay ningún deshacer que anular, o ya se ha anotado un evento"
        " después (R-LOG-01).",
    }


# --- the other findings ---------------------------------------------------------------------


def log_with_everything_to_remark() -> Log:
    """A legal log: an unknown record, an assertion that differs, reveals that do not fit."""
    records = setup()
    kept = next(n for n, (type_, _) in enumerate(records) if type_ == "starting_card_kept")
    records[kept] = ("starting_card_kept", records[kept][1] | {"kept": None})
    log = Log(records)
    log.add("weather_changed", version=3, sky="grey")
    log.add("asserted", vp={"yellow": 7}, demons={"19": 1, "21": 1, "24": 1, "25": 1})
    log.add("revealed", player="green", seq=kept + 1, card=3)
    log.add("revealed", player="yellow", seq=kept + 1, card=3)
    log.add("revealed", player="yellow", seq=kept + 1, card=3)
    return log


def test_a_record_of_ours_that_does_not_fit_says_where() -> None:
    log = Log([("game_opened", game_opened())])
    log.add("withheld", leaf="torn", type="noted", v=1, data={"text": "x"})
    unfit = next(one for one in log.replay().findings() if one.code == "unknown-record")
    assert WORDS.say(unfit, "en") == (
        "Record 2: data.leaf is not as a record of type withheld in version 1 has it. The record"
        " is kept byte for byte and counts for nothing."
    )


REMARKED: list[tuple[str, dict[str, str]]] = [
    (
        "unverified-components",
        {
            "en": "Record 1: nobody has compared these with the printed game: board city-1,"
            " deck deck-1, dice dice-1 and the white-cube icons of the cards (any card is"
            " accepted). Ruling A-LOG-07 applies.",
            "es": "Anotación 1: nadie ha comparado esto con el juego impreso: tablero city-1,"
            " mazo deck-1, dados dice-1 y los iconos del cubo blanco de las cartas (se acepta"
            " cualquier carta). Se aplica el dictamen A-LOG-07.",
        },
    ),
    (
        "unknown-record",
        {
            "en": "Record 22: type weather_changed in version 3 is not known here. The record"
            " is kept byte for byte and counts for nothing; a newer ragami may know it.",
            "es": "Anotación 22: aquí no se conoce el tipo weather_changed en la versión 3. La"
            " anotación se conserva byte a byte y no cuenta para nada; quizá la conozca un"
            " ragami más nuevo.",
        },
    ),
    (
        "asserted-difference",
        {
            "en": "Record 23: the table and the log differ: VP, Yellow: 7 on the table, 0 in"
            " the log; Demons on 25: 1 on the table, 0 in the log; Demons on 26: 0 on the"
            " table, 1 in the log. Put the table right, or correct the record that is wrong.",
            "es": "Anotación 23: la mesa y el registro difieren: PV, Amarillo: 7 en la mesa, 0"
            " en el registro; Demonios en 25: 1 en la mesa, 0 en el registro; Demonios en 26:"
            " 0 en la mesa, 1 en el registro. Corrige la mesa, o la anotación que esté mal.",
        },
    ),
    (
        "unfit-reveal",
        {
            "en": "Record 24: Green cannot show card 3: record 5 brought no unknown card that"
            " is still in the hand and could be it. R-CARD-03 (rulebook p. 5 and 7): You may"
            " play only cards that are in your hand and were there before this turn began."
            " Ruling A-LOG-01 applies. The record changes nothing.",
            "es": "Anotación 24: Verde no puede enseñar la carta 3: la anotación 5 no trajo"
            " ninguna carta desconocida que siga en la mano y pueda ser ella. R-CARD-03"
            " (reglamento, p. 5 y 7): Solo puedes jugar cartas que tengas en la mano y que ya"
            " tuvieras antes de empezar este turno. Se aplica el dictamen A-LOG-01. La"
            " anotación no cambia nada.",
        },
    ),
    (
        "unfinished",
        {
            "en": "Record 26: the log ends here, and the game is not over.",
            "es": "Anotación 26: el registro acaba aquí y la partida no ha terminado.",
        },
    ),
]


def test_what_is_remarked_of_a_log() -> None:
    texts = [
        (finding.code, said(finding))
        for finding in log_with_everything_to_remark().replay().findings()
    ]
    again = texts.pop(4)
    assert texts == REMARKED
    assert "Yellow cannot show card 3" in again[1]["en"]


def test_a_board_that_is_not_the_printed_one() -> None:
    facts = {"no_block_touches": [12, 14], "from": 19, "to": 29, "distance": 8, "limit": 4}
    for names in (facts, ["no_block_touches"], ["from", "to", "distance", "limit"]):
        told = {name: facts[name] for name in names}
        texts = said(
            finding_of("unlike-printed-board", Breach("R-BOARD-04", "A-MOVE-01", told), 1, 1)
        )
        assert ("12 and 14" in texts["en"]) == ("no_block_touches" in told)
        assert ("from 19 to 29" in texts["en"]) == ("from" in told)


UNDOING: dict[str, Any] = {
    "first": 3, "last": 5, "crossed": [], "players": ["yellow"], "by": "ana", "reason": None,
}  # fmt: skip


OF_PROOFS: dict[str, Any] = {
    "seen": 9, "origin": "ragami/1", "expected": "ragami/2", "signer": "ana", "key": "1234",
    "until": "2026-12-31", "module": "cryptography", "records": 3, "first": 2, "path": "kept",
    "seq": 7, "of": 9, "head": "7:AAAA", "other_head": "7:BBBB", "other": "b.jsonl", "sealed": 2,
}  # fmt: skip


def test_every_code_is_said_with_and_without_a_place() -> None:
    facts: dict[str, Any] = {
        "unknown-record": {"type": "weather_changed", "v": 3},
        "unknown-game": {"game": "chess"},
        "asserted-difference": {"vp": {"yellow": {"log": 1, "table": 2}}},
        "takeback": UNDOING,
        "undone-chance": UNDOING | {"crossed": ["roll", "card"]},
        "time-order": {"at": "2026-11-20T19:04:31Z", "before": "2026-11-20T19:05:00Z"},
        "malformed-note": {"problem": "no-signatures"},
        "malformed-proof": {"problem": "not-utf8"},
        "unsealed": {"records": 12, "sealed": 7},
    }
    for code in every_code():
        others = OF_PROOFS if code in OF_PROOF else {}
        for seq, line_number in ((57, 57), (None, 57), (9, 57), (None, None)):
            breach = Breach("R-MOVE-01", None, facts.get(code, others))
            said(finding_of(code, breach, seq, line_number))


def test_the_report_has_both_languages() -> None:
    log = b"\n".join(log_with_everything_to_remark().lines)
    for finding in report("x.jsonl", log).findings:
        assert finding.en != finding.es
        assert finding.seq is not None and finding.en.startswith(f"Record {finding.seq}")


# --- what these are made of -----------------------------------------------------------------


def test_lists_are_short() -> None:
    assert listed([], "en") == "none"
    assert listed(["2"], "en") == "2"
    assert listed(["2", "3"], "es") == "2 y 3"
    assert listed(["Ana", "Inés"], "es") == "Ana e Inés"
    assert listed(["Ana", "Hilario"], "es") == "Ana e Hilario"
    assert listed(["nieve", "hielo"], "es") == "nieve y hielo"
    assert listed(["Ana", "Inés"], "en") == "Ana and Inés"
    assert listed(map(str, range(9)), "en") == "0, 1, 2, 3, 4, 5, 6, 7 and 8"
    assert listed(map(str, range(10)), "en") == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"


def test_what_others_wrote_is_short_and_printable() -> None:
    assert plain("Plaza\n Mayor") == "Plaza Mayor"
    assert plain("a\x1b[31m\ud800") == "a\ufffd[31m\ufffd"
    assert plain("x" * 41) == "x" * 39 + "…"


def test_places() -> None:
    assert place(Finding("unfinished", seq=3, line=3), "en") == "Record 3"
    assert place(Finding("unfinished", seq=3), "en") == "Record 3"
    assert place(Finding("unfinished", line=3), "es") == "Línea 3"
    assert place(Finding("unfinished", seq=2, line=3), "es") == "Línea 3 (anotación 2)"
    assert place(Finding("unfinished"), "en") == "The log"
