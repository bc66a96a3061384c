"""A verdict is a sentence, cites the printed rulebook, and says where it rests on a stand-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.findings import breach as broken
from ragami.findings import finding_of
from ragami.game import game_named
from ragami.game.capabilities import BOX
from ragami.judge.report import replay_log
from ragami.language import LANGUAGES
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.test_app import PLAYERS

GAMES = [game_named("deal-with-the-devil"), game_named("dice-forge")]
DEVIL = GAMES[0]
SAMPLES = Path(__file__).parent / "samples"
EXAMPLE = Path(__file__).parents[3] / "examples" / "deal-with-the-devil.jsonl"

# A breach, and how it is told in English before its rule.
TOLD = [
    (
        broken("R-D-LOAN-01", player="blue", has=12, needs=10),
        "a debt is at most 10, and that of Blue would be 12",
    ),
    (
        broken("R-D-ACT-06", found=["harbour"], has=[None] * 4),
        "Harbour cannot be in this hand",
    ),
    (
        broken("R-D-DEAL-04", found={"coins": 9}, role="cultist", needs=[2, 6]),
        "the cultist may ask for 2–6, and asks for 9 coins",
    ),
    (
        broken("R-D-DEAL-03", found={"coins": 2}, role="devil", needs=None),
        "the devil may not ask for 2 coins",
    ),
    (
        broken("R-D-DEAL-02", found={"coins": 9}, role=None, needs=[2, 7]),
        "what may be asked for here is 2–7, and 9 coins is too little or too much",
    ),
    (
        broken("R-D-KNOW-05", problem="no-such-place", seq=4, place="drawn[9]"),
        "record 4 has no such secret place: building 10 of those drawn",
    ),
    (
        broken("R-D-LOG-01", component="cards", found="mine", instead=["devil-cards-1"]),
        "for cards there is no “mine”, but devil-cards-1",
    ),
    (
        broken("R-D-DEAL-08", found="plan_shown", step="deals/send_1"),
        "“plan” is not due: the game is at “first pass”",
    ),
    (broken("R-D-ACT-10", needs="left", player="red"), "Red still has to do: left side"),
    (broken("R-D-RIT-09", found=1, needs=2), "2 has to be written here, and 1 was"),
]


@pytest.mark.parametrize(("wrong", "told"), TOLD)
def test_a_verdict_is_a_sentence(wrong: object, told: str) -> None:
    finding = finding_of("illegal-event", wrong, 7, 7)  # type: ignore[arg-type]
    said = DEVIL.words.say(finding, "en")
    assert said.startswith(f"Record 7: {told} (")
    for dump in ("recorded:", "there is:", "needed:", "player:", "not known, not known"):
        assert dump not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("illegal-*.jsonl")), ids=lambda one: one.stem)
def test_no_verdict_of_the_samples_lists_facts(path: Path, language: str) -> None:
    error = replay_log(path.read_bytes()).error
    assert error
    said = DEVIL.words.say(error, language)  # type: ignore[arg-type]
    told = said.partition(": ")[2].partition(f" ({error.rule})")[0]
    assert ";" not in told


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_what_is_printed_is_cited_by_its_heading(game: object) -> None:
    book = game.rulebook  # type: ignore[attr-defined]
    for rule in book.rules().values():
        cited = book.cite(rule, "es")
        printed = [one for one in rule.sources if one[:1] == "S" and one[1:2].isdigit()]
        assert bool(cited) >= bool(printed), rule.id
        assert not any(one in cited for one in rule.sources if len(one) > 1)


def test_a_refusal_that_rests_on_a_stand_in_says_so_and_how_to_go_on(ragami: Ragami) -> None:
    new = ("new", "friday", "--game", "deal-with-the-devil", "--option", "distribution=recorded")
    assert ragami(*new, *PLAYERS).code == 0
    assert ragami("record", "friday", "roles ?").code == 0
    refused = ragami("record", "friday", "R draw + mill x102 rectory x104 ev a4")
    assert refused.code == 5
    said = " ".join(refused.err.split())
    assert "rests on the cards devil-cards-1" in said
    assert "entered in 'ragami table friday'" in said
    assert "'ragami board use friday FILE'" in said


def test_a_price_of_the_temple_rests_on_the_temple() -> None:
    log = Path(__file__).parents[3] / "examples/dice-forge/three-players.jsonl"
    replay = replay_log(b"\n".join(log.read_bytes().splitlines()[:40]) + b"\n")
    wrong = finding_of("illegal-event", broken("R-F-OFFER-03", problem="gold"), 41, 41)
    assert replay.game.need(BOX).rests_on(replay.state, wrong) == ("temple", "temple-1")


def test_what_cannot_even_be_carried_out_ends_an_audit_of_everything(
    ragami: Ragami, tmp_path: Path
) -> None:
    """An illegal event stands there; one whose penalty cannot be carried out is beyond judging."""
    log = EXAMPLE.read_bytes()
    file = tmp_path / "kept.jsonl"
    file.write_bytes(
        log.replace(b'"given":{"marble":1},"kept":3', b'"given":{"marble":1},"kept":4', 1)
    )
    found = ragami("audit", "--all", "--json", str(file))
    codes = {(one["code"], one["seq"]) for one in found.lines if "code" in one}
    assert found.code == 1
    assert {("illegal-event", 198), ("beyond-judging", 198)} <= codes
