"""A game at the table, line by line: what is due is asked for, and what a throw brings is said."""

from __future__ import annotations

from pathlib import Path

from ragami.game import game_named
from ragami.games.dice_forge.guide import Words, due
from ragami.games.dice_forge.state import RollDice, State
from ragami.language import LANGUAGES
from ragami.store import open_store
from ragami.store.memory import MemoryStore
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue

HEADS = "game: dice-forge\ntitle: Friday\nplayers: O Max, B Iris, G Alex"


def test_a_turn_is_recorded_as_somebody_at_a_table_would(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        desk = DialogueContext(store, "en", "max", game_named("dice-forge"))
        opening = OpeningDialogue(desk, "friday")
        for line in HEADS.splitlines():
            opening.enter(line)
        assert opening.finish().kind == "done"
        session = desk.session("friday")
        rolled = session.enter("roll O 1.6 2.5 B 1.2g 2.1 G 1.1g 2.6")
        assert rolled.kind != "done"
        rolled = session.enter("roll O 1.6 2.5 B 1.1g 2.1 G 1.1g 2.6")
        assert rolled.kind == "done", rolled
        assert rolled.lines == (
            "The dice fall: Orange 1 sun, 1 moon; Blue 1 gold, 1 gold; Green 1 gold, 2 glory",
        )
        assert session.enter("offer 4g>1.1").kind == "done"
        refused = session.enter("offer 6g>1.1")
        assert refused.kind != "done"
        assert "R-F-EXTRA-01" in " ".join(refused.lines)
        assert session.enter("end").kind == "done"
        assert len(store.read("friday")) == 4


def test_spanish_needs_no_opening_mark() -> None:
    talk = OpeningDialogue(DialogueContext(MemoryStore(), "es", None, game_named("dice-forge")))
    for line in ("", "Ana", "Bea", ""):
        talk.enter(line)
    [word] = talk.words("que cara copia")
    talk.enter("que cara copia")
    assert talk.story()[-1].text == word.text == "¿Qué cara copia un espejo? la última que salió"


def test_the_dialogue_shows_an_example_and_what_was_chosen_in_words() -> None:
    talk = OpeningDialogue(DialogueContext(MemoryStore(), "en", None, game_named("dice-forge")))
    for line in ("", "Ana", "Bea", ""):
        talk.enter(line)
    assert "such as 'Two players: when is step 1 done twice? " in talk.guide().due
    assert [word.text for word in talk.words("which face does")] == [
        "Which face does a mirror copy? the one last rolled"
    ]
    talk.enter("which face does")
    assert talk.story()[-1].text == "Which face does a mirror copy? the one last rolled"


def test_one_of_two_dice_is_asked_for_as_a_choice() -> None:
    task = RollDice("R-F-FEAT-04", "minor", ("green",), "hind", ("green.1", "green.2"))
    said = [due(State(), Words(language), task) for language in LANGUAGES]
    assert said == [
        "Green: roll Green 1 or Green 2 (Silver Hind).",
        "Verde: tira Verde 1 o Verde 2 (Cierva Plateada).",
    ]
