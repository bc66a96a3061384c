"""Events in words: every type as a sentence, with what came of it, in both languages."""

from __future__ import annotations

import pytest

from ragami.games.ragami.events import Revealed
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.words import WORDS
from ragami.language import LANGUAGES
from tests.rules.kit import Table
from tests.rules.logs import setting_up
from tests.words.kit import well_said
from tests.words.played import Event, events
from tests.words.tellers import told, transcript_told


def test_every_type_of_event_is_told() -> None:
    assert {type_ for _, type_, _ in events()} == EVENTS.keys() - {"game_opened"}
    assert transcript_told("en").startswith(
        "1 event 0.0 - | 0 0 | The game is opened: Yellow (yellow)"
    )


def test_every_event_is_well_said_in_two_languages() -> None:
    for english, spanish in zip(events(), events(), strict=True):
        texts = told(english, "en"), told(spanish, "es")
        assert texts[0] != texts[1]
        for text in texts:
            well_said(text)
            assert text[0].isupper()


def test_an_event_that_was_not_played_is_told_without_what_came_of_it() -> None:
    for play, type_, data in events():
        event = play.read(type_, data)
        for language in LANGUAGES:
            text = WORDS.narrator(language).tell(event)
            well_said(text)
            assert "→" not in text and "+" not in text, text


def test_the_game_is_opened() -> None:
    opened = EVENTS["game_opened"]
    data = transcript_told("es").splitlines()[0]
    assert opened.__name__ == "GameOpened"
    assert data.endswith("Se abre la partida: Yellow (amarillo) y Green (verde); Ragami neutral:"
                         " azul; Después de pasar: se puede volver")  # fmt: skip


# --- what is hidden ------------------------------------------------------------------------

SEE = [None, "referee", "yellow"]
DO_NOT = ["green", "public"]


def drawn() -> Event:
    return Table(), "cards_drawn", {"rejected": [4, 10], "kept": [7]}


def begun() -> Event:
    return setting_up("starting_card_kept"), "starting_card_kept", {"player": "yellow", "kept": 7}


@pytest.mark.parametrize("viewer", SEE)
def test_who_sees_which_card_was_kept(viewer: str | None) -> None:
    assert "rejects 4 and 10, keeps 7 (" in told(drawn(), "en", viewer)
    assert "keeps card 7 to start with" in told(begun(), "en", viewer)


@pytest.mark.parametrize("viewer", DO_NOT)
def test_who_does_not(viewer: str) -> None:
    assert "rejects 4 and 10, keeps a hidden card (" in told(drawn(), "en", viewer)
    assert "se queda con una carta oculta para empezar" in told(begun(), "es", viewer)


def test_a_card_that_is_played_or_shown_is_seen_by_all() -> None:
    played = told((Table().hand("yellow", None), "cubes_gathered", {}), "en", "public")
    assert played == "Yellow gathers cubes (card 4): +3 cubes"
    shown = Revealed("yellow", 3, 8)
    assert WORDS.narrator("en", "public").tell(shown) == (
        "Yellow shows card 8, which record 3 had left hidden"
    )
