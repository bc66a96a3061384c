"""Events in words: every type as a sentence, with what came of it, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game import game_named
from ragami.games.ragami.events import EVENTS
from ragami.games.ragami.words import Teller
from ragami.language import LANGUAGES, Language
from tests.rules.kit import CARD_5, CARD_8, CARD_11, Play, Table, card_9, conflicts_on, rolled
from tests.rules.logs import setting_up
from tests.words.kit import well_said

Event = tuple[Play, str, dict[str, Any]]


def told(play: Play, type_: str, data: dict[str, Any], viewer: str | None = None) -> list[str]:
    """An event in both languages; it must be legal, and is played."""
    event = play.read(type_, data)
    tellers = [Teller(language, viewer) for language in LANGUAGES]
    before = [teller.look(play.state, play.seq, event) for teller in tellers]
    play.do(type_, **data)
    after = [teller.look(play.state, play.seq) for teller in tellers]
    texts = [
        teller.tell(event, *moments)
        for teller, *moments in zip(tellers, before, after, strict=True)
    ]
    for text in texts:
        well_said(text)
    assert texts[0] != texts[1]
    return texts


def attempt(**pieces: Any) -> Table:
    """Yellow at a conflict of 3 with a Demon on 20."""
    table = Table().conflicts({20: 3}).demons({20: 1}).ragamis(yellow=20, **pieces)
    return table.cubes(yellow=4, blue=0).virtue(yellow=("Q5", 3))


def cases() -> list[tuple[Event, str, str]]:
    """Positions and events, with what is told of them; made anew, since they are played."""
    return [
        (
            (
                setting_up("conflicts_seeded"),
                "conflicts_seeded",
                {"conflicts": conflicts_on(1, 2, 3, 4, 5, 6)},
            ),
            "The first conflicts: 2 on 1, 2 on 2, 2 on 3, 2 on 4, 2 on 5 and 2 on 6",
            "Los primeros conflictos: 2 en 1, 2 en 2, 2 en 3, 2 en 4, 2 en 5 y 2 en 6",
        ),
        (
            (setting_up("demons_seeded"), "demons_seeded", {"squares": [1, 5, 9, 11]}),
            "The first Demons: on 1, 5, 9 and 11",
            "Los primeros Demonios: en 1, 5, 9 y 11",
        ),
        (
            (
                setting_up("neutral_saints_seeded", "YG"),
                "neutral_saints_seeded",
                {"saints": [{"saint": "blue", "square": 1}, {"saint": "purple", "square": 2}]},
            ),
            "Saints without an owner: blue on 1 and purple on 2",
            "Santos sin dueño: azul en 1 y púrpura en 2",
        ),
        (
            (setting_up("first_player_drawn"), "first_player_drawn", {"player": "green"}),
            "Green is first player",
            "Verde es el jugador inicial",
        ),
        (
            (
                setting_up("starting_card_kept"),
                "starting_card_kept",
                {"player": "blue", "kept": None},
            ),
            "Blue keeps a hidden card to start with, discards 1 and 2",
            "Azul se queda con una carta oculta para empezar y descarta 1 y 2",
        ),
        (
            (setting_up("saint_set"), "saint_set", {"player": "yellow", "square": 12}),
            "Yellow sets the Saint on 12",
            "Amarillo pone su Santo en 12",
        ),
        (
            (setting_up("virtue_set"), "virtue_set", {"player": "green", "block": "Q5"}),
            "Green sets the Virtue die on Q5",
            "Verde pone su dado de Virtud en Q5",
        ),
        (
            (setting_up("ragami_set"), "ragami_set", {"ragami": "blue", "block": "Q5"}),
            "The blue Ragami is set on Q5",
            "El Ragami azul se coloca en Q5",
        ),
        (
            (setting_up("action_dice_set"), "action_dice_set", rolled([1, 5, 1], [5, 4, 3], 23, 1)),
            "Purple rolls 1, 5 and 1 and sets Saint 5, Draw 4, Conflict 3; new Demons on 23 and 1:"
            " round 1 begins with Yellow",
            "Púrpura tira 1, 5 y 1 y pone Santo 5, Robar 4, Conflicto 3; nuevos Demonios en 23 y 1: la"
            " ronda 1 empieza con Amarillo",
        ),
        (
            (Table().demons({2: 2}), "ragami_moved", {"to": 2}),
            "Yellow moves the Ragami to 2 (die on Draw: 2→1): 2 Demons purified; +2 VP",
            "Amarillo mueve su Ragami a 2 (dado en Robar: 2→1): 2 Demonios purificados; +2 PV",
        ),
        (
            (
                Table("YG", neutral="blue").hand("yellow", 5),
                "ragami_moved",
                {"via": CARD_5, "ragami": "neutral", "to": "Q2"},
            ),
            "Yellow moves the neutral Ragami to Q2 (card 5)",
            "Amarillo mueve el Ragami neutral a Q2 (carta 5)",
        ),
        (
            (
                Table().hand("yellow", None).cubes(yellow=1),
                "ragami_moved",
                {"via": card_9("saint", "conflict"), "to": 2},
            ),
            "Yellow moves the Ragami to 2 (card 9 as the die on Saint; die on Conflict: 2→1): −1 cube",
            "Amarillo mueve su Ragami a 2 (carta 9 como dado en Santo; dado en Conflicto: 2→1): −1 cubo",
        ),
        (
            (
                Table().conflicts({12: 2}).demons({18: 1}),
                "saint_and_demon_moved",
                {"saint": "blue", "to": 12, "demon": {"from": 18, "to": 13}},
            ),
            "Yellow moves the blue Saint to 12 and a Demon from 18 to 13 (die on Saint: 2→1): +1 cube",
            "Amarillo mueve el Santo azul a 12 y un Demonio de 18 a 13 (dado en Santo: 2→1): +1 cubo",
        ),
        (
            (Table(), "saint_and_demon_moved", {"saint": "blue", "to": 12}),
            "Yellow moves the blue Saint to 12 and a Demon from the supply to 1 (die on Saint: 2→1)",
            "Amarillo mueve el Santo azul a 12 y un Demonio del suministro a 1 (dado en Santo: 2→1)",
        ),
        (
            (
                Table().hand("yellow", 1, None, None),
                "cards_drawn",
                {"discarded": 1, "rejected": [4, 10], "kept": [None]},
            ),
            "Yellow discards card 1, draws, rejects 4 and 10, keeps a hidden card (die on Draw: 2→1)",
            "Amarillo descarta la carta 1, roba, rechaza 4 y 10 y se queda con una carta oculta (dado"
            " en Robar: 2→1)",
        ),
        (
            (
                Table().hand("yellow", 11),
                "cards_drawn",
                {"via": CARD_11, "rejected": [4], "kept": [7, None]},
            ),
            "Yellow draws, rejects 4, keeps 7 and a hidden card (card 11)",
            "Amarillo roba, rechaza 4 y se queda con 7 y una carta oculta (carta 11)",
        ),
        (
            (
                attempt(blue=20).saints(green=20),
                "conflict_tried",
                {"cubes": 1},
            ),
            "Yellow resolves 20 with 1 cube (die on Conflict: 2→1): +3 VP, 1 conflict resolved;"
            " Green's Saint +1 VP; Blue's help +2 cubes",
            "Amarillo resuelve 20 con 1 cubo (dado en Conflicto: 2→1): +3 PV, 1 conflicto resuelto;"
            " Santo de Verde +1 PV; ayuda de Azul +2 cubos",
        ),
        (
            (
                attempt().hand("yellow", 8, 13, 6).resolved(yellow=2),
                "conflict_tried",
                {
                    "via": CARD_8,
                    "cubes": 1,
                    "virtue": 3,
                    "cards": [13, 6],
                    "power_rolls": [2, 1],
                },
            ),
            "Yellow resolves 20 with 1 cube, 3 Virtue points, cards 13 and 6 and a roll of 2 and 1 (card"
            " 8): +3 VP, 3 conflicts resolved, −2 cubes, Virtue die 3→0",
            "Amarillo resuelve 20 con 1 cubo, 3 puntos de Virtud, las cartas 13 y 6 y una tirada de 2 y"
            " 1 (carta 8): +3 PV, 3 conflictos resueltos, −2 cubos, dado de Virtud 3→0",
        ),
        (
            (
                attempt().hand("yellow", 13),
                "conflict_tried",
                {"cards": [13], "virtue": 1, "power_rolls": [0], "withdraw_to": "Q5"},
            ),
            "Yellow fails at 20 with 1 Virtue point, card 13 and a roll of 0 and withdraws to Q5 (needs"
            " 4, has 3: 1 Virtue point + 2 from cards; die on Conflict: 2→1)",
            "Amarillo fracasa en 20 con 1 punto de Virtud, la carta 13 y una tirada de 0 y se retira a"
            " Q5 (necesita 4, tiene 3: 1 punto de Virtud + 2 de cartas; dado en Conflicto: 2→1)",
        ),
        (
            (
                Table().hand("yellow", 1).conflicts({12: 2}),
                "saints_moved",
                {"saints": [{"saint": "blue", "to": 12}, {"saint": "green", "to": 11}]},
            ),
            "Yellow moves the blue Saint to 12 and the green Saint to 11 (card 1): +1 cube",
            "Amarillo mueve el Santo azul a 12 y el Santo verde a 11 (carta 1): +1 cubo",
        ),
        (
            (
                Table().hand("yellow", 2).conflicts({18: 2}).demons({18: 2}),
                "demons_moved",
                {"demons": [{"from": 18, "to": 13}, {"from": 18, "to": 12}]},
            ),
            "Yellow moves a Demon from 18 to 13 and a Demon from 18 to 12 (card 2): +2 cubes",
            "Amarillo mueve un Demonio de 18 a 13 y un Demonio de 18 a 12 (carta 2): +2 cubos",
        ),
        (
            (
                Table().hand("yellow", 3).cubes(yellow=1).ragamis(blue=20),
                "ragamis_swapped",
                {"with_": "blue"},
            ),
            "Yellow swaps places with Blue (card 3): Yellow on 20; Blue on Q1; −1 cube; Blue +1 cube",
            "Amarillo cambia de sitio con Azul (carta 3): Amarillo en 20; Azul en Q1; −1 cubo; Azul +1"
            " cubo",
        ),
        (
            (Table().hand("yellow", 4), "cubes_gathered", {}),
            "Yellow gathers cubes (card 4): +3 cubes",
            "Amarillo recoge cubos (carta 4): +3 cubos",
        ),
        (
            (
                Table().hand("yellow", 7).conflicts({20: 5}),
                "conflict_die_turned",
                {"square": 20, "change": -2},
            ),
            "Yellow turns the conflict on 20 by −2 (card 7): it shows 3",
            "Amarillo gira el conflicto de 20 en −2 (carta 7): marca 3",
        ),
        (
            (
                Table().hand("yellow", 10).vp(yellow=9, green=3, blue=5, purple=3),
                "last_player_raised",
                {},
            ),
            "Yellow raises who is last (card 10): +3 cubes; Green +1 VP; Purple +1 VP",
            "Amarillo hace subir a quien va último (carta 10): +3 cubos; Verde +1 PV; Púrpura +1 PV",
        ),
        (
            (
                Table().hand("yellow", 12).virtue(yellow=("Q1", 3)),
                "virtue_die_moved",
                {"block": "Q9"},
            ),
            "Yellow moves the Virtue die to Q9 (card 12): Virtue die 3→4",
            "Amarillo lleva su dado de Virtud a Q9 (carta 12): dado de Virtud 3→4",
        ),
        (
            (Table().hand("yellow", None), "card_traded", {"card": 4}),
            "Yellow turns in card 4: +1 cube",
            "Amarillo entrega la carta 4: +1 cubo",
        ),
        (
            (Table().cubes(yellow=5), "cubes_converted", {"vp": 2}),
            "Yellow exchanges cubes for 2 VP: −4 cubes",
            "Amarillo cambia cubos por 2 PV: −4 cubos",
        ),
        (
            (Table().virtue(yellow=("Q1", 6)), "virtue_converted", {"vp": 1}),
            "Yellow exchanges Virtue points for 1 VP: Virtue die 6→3",
            "Amarillo cambia puntos de Virtud por 1 PV: dado de Virtud 6→3",
        ),
        (
            (Table().do("ragami_moved", to=2), "turn_ended", {}),
            "Yellow ends the turn",
            "Amarillo termina su turno",
        ),
        ((Table(), "passed", {}), "Yellow passes", "Amarillo pasa"),
        (
            (
                Table("YG").passed("green").conflicts({12: 6, 20: 2}).virtue(green=("Q1", 1)),
                "passed",
                {},
            ),
            "Yellow passes: round 1 is over; round 2 is prepared, and Green is first player; 12 is"
            " forbidden now; Virtue dice: Green 4",
            "Amarillo pasa: acaba la ronda 1; se prepara la ronda 2 con Verde como jugador inicial; 12"
            " queda prohibido; dados de Virtud: Verde 4",
        ),
        (
            (
                Table("YG").passed("green").vp(yellow=30, green=12).cubes(yellow=2),
                "passed",
                {},
            ),
            "Yellow passes: the game is over, for 30 VP are reached; Yellow 38 VP (7 of them as bonus)"
            " and Green 19 VP (7 of them as bonus); Yellow wins",
            "Amarillo pasa: la partida termina porque se ha llegado a 30 PV; Amarillo 38 PV (7 de"
            " bonificación) y Verde 19 PV (7 de bonificación); gana Amarillo",
        ),
        (
            (Table("YG").passed("green").pool(0), "passed", {}),
            "Yellow passes: the game is over, for there are no chips left; Yellow 7 VP (7 of them as"
            " bonus) and Green 7 VP (7 of them as bonus); Yellow and Green share the victory",
            "Amarillo pasa: la partida termina porque no quedan fichas; Amarillo 7 PV (7 de"
            " bonificación) y Verde 7 PV (7 de bonificación); Amarillo y Verde comparten la victoria",
        ),
        (
            (
                Table()
                .conflicts({12: 6})
                .ragamis(yellow=12)
                .virtue(blue=("Q5", 1))
                .everybody_passes(),
                "ragami_displaced",
                {"ragami": "yellow", "block": "Q5"},
            ),
            "The yellow Ragami leaves its forbidden square for Q5: Virtue dice: Blue 3",
            "El Ragami amarillo deja su espacio prohibido y va a Q5: dados de Virtud: Azul 3",
        ),
        (
            (
                Table().pool(2).everybody_passes(),
                "conflicts_drawn",
                {"conflicts": [{"square": 1, "die": 3}, {"square": 2, "die": 5}]},
            ),
            "New conflicts: 3 on 1 and 5 on 2",
            "Nuevos conflictos: 3 en 1 y 5 en 2",
        ),
        (
            (
                Table().virtue(green=("Q2", 5)).step_5(),
                "virtue_step",
                {"player": "green", "vp": 2, "block": "Q7"},
            ),
            "Green exchanges Virtue points for 2 VP, and sets the Virtue die on Q7",
            "Verde cambia puntos de Virtud por 2 PV y pone su dado de Virtud en Q7",
        ),
        (
            (Table().virtue(green=("Q2", 5)).step_5(), "virtue_step", {"player": "green", "vp": 1}),
            "Green exchanges Virtue points for 1 VP: Virtue die 6→3",
            "Verde cambia puntos de Virtud por 1 PV: dado de Virtud 6→3",
        ),
        (
            (Table().step_5(), "virtue_step", {"player": "green", "block": "Q7"}),
            "Green sets the Virtue die on Q7",
            "Verde pone su dado de Virtud en Q7",
        ),
    ]


@pytest.mark.parametrize(("event", "en", "es"), cases())
def test_an_event_and_what_came_of_it(event: Event, en: str, es: str) -> None:
    assert told(*event) == [en, es]


def test_every_type_of_event_is_told_here() -> None:
    assert {type_ for (_, type_, _), _, _ in cases()} == EVENTS.keys() - {"game_opened"}


def test_a_deck_that_runs_out_is_told() -> None:
    used = [*range(1, 16), *range(1, 16), 13]
    en, es = told(Table().used(*used), "cards_drawn", {})
    assert en.endswith(": the used cards are shuffled into a new deck")
    assert es.endswith(": las cartas usadas se barajan y forman un mazo nuevo")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_that_was_not_played_is_told_without_what_came_of_it(language: Language) -> None:
    for (play, type_, data), *told_then in cases():
        event = play.read(type_, data)
        text = Teller(language).tell(event)
        well_said(text)
        assert "→" not in text and "+" not in text
        then = told_then[LANGUAGES.index(language)]
        assert text.split(" (")[0].split(":")[0][:12] == then[:12]


# --- what is hidden ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "kept"),
    [
        (None, "keeps 7"),
        ("referee", "keeps 7"),
        ("yellow", "keeps 7"),
        ("green", "keeps a hidden card"),
        ("public", "keeps a hidden card"),
    ],
)
def test_who_sees_which_card_was_kept(viewer: str | None, kept: str) -> None:
    drawn = told(Table(), "cards_drawn", {"rejected": [4, 10], "kept": [7]}, viewer)
    assert f"rejects 4 and 10, {kept} (" in drawn[0]
    start = told(
        setting_up("starting_card_kept"),
        "starting_card_kept",
        {"player": "yellow", "kept": 7},
        viewer,
    )
    assert kept.replace("keeps 7", "keeps card 7") in start[0]


def test_a_card_that_is_played_or_shown_is_seen_by_all() -> None:
    assert "card 4" in told(Table().hand("yellow", None), "cubes_gathered", {}, "public")[0]
    shown = game_named("ragami").revealed.struct("yellow", 3, 8)
    assert Teller("en", "public").tell(shown) == (
        "Yellow shows card 8, which record 3 had left hidden"
    )
