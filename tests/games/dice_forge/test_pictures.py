"""Pictures, the page, guidance: what is shown is what the log says, and nobody needs colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from ragami.draw.panels import Card, Page, Sign
from ragami.game.capabilities import DRAWING, GUIDANCE
from ragami.games.dice_forge.drawing import panels
from ragami.games.dice_forge.events import (
    BoarPaid,
    DiceRolled,
    FaceForged,
    FacesApplied,
    FacesRemoved,
    FeatPerformed,
    Forge,
    OfferingMade,
    TritonSpent,
    TurnEnded,
)
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.labels import LABELS
from ragami.games.dice_forge.narration import WORDS
from ragami.language import Language
from ragami.narration import tell_log
from ragami.notation.reader import At
from tests.games.dice_forge.kit import B, G, O, Table
from tests.games.dice_forge.test_games import events

EXAMPLES = Path(__file__).parents[3] / "examples" / "dice-forge"
LANGUAGES: tuple[Language, ...] = ("en", "es")
ORANGE: Any = O
BLUE: Any = B
SEATS = {O: "Ana", G: "Rui <the elder>", B: "Carl"}


def table_with_forged_faces() -> Table:
    table = Table()
    table.own(O, gold=12, glory=7)
    table.offer(O, "4g>1.3", "1g/1s/1m>2.2")
    table.own(O, sun=6)
    table.feat(O, "owl")
    return table


def in_characters(table: Table, **asked: object) -> str:
    view = table.fold.view()
    page = Page("en", **asked)  # type: ignore[arg-type]
    return GAME.need(DRAWING).picture(table.state, view, SEATS, page)


def test_characters_show_dice_with_forged_faces_and_the_one_up() -> None:
    shown = in_characters(table_with_forged_faces())
    assert "1  1g 1g [4g*] 1g 1g 1s" in shown
    assert "2  1g [1g/1s/1m*] 1g 1g 1m 2p" in shown
    assert re.search(r"Orange · Ana +11 +5 +2 +0", shown)
    assert "gold 5/12 · suns 2/6 · moons 0/6 · glory track 7 · on island 6" in shown
    assert "reinforcements: Guardian's Owl" in shown
    assert "Minotaur 3s 8p ×3 · Guardian's Owl 2s 4p ×2" in shown
    assert "6g ×1 · -1g/1s/1m- ×0" in shown
    assert "Island" not in in_characters(table_with_forged_faces(), part="standing")


@pytest.mark.parametrize(("language", "letters"), [("en", "RGYB"), ("es", "RVAZ")])
def test_a_boar_has_the_letter_of_its_colour_in_the_language(
    language: Language, letters: str
) -> None:
    table = table_with_forged_faces()
    signs = [
        widget
        for panel in panels(table.state, table.fold.view(), SEATS, language)
        for row in panel.rows
        for widget in row.widgets
        if isinstance(widget, Sign) and "boar" in widget.picture
    ]
    drawn = [re.findall(r">(\w)</text>", LABELS.symbol(sign.picture)) for sign in signs]
    assert drawn == [[letter] for letter in letters]
    assert {sign.picture for sign in signs} <= {*LABELS.pictures()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_svg_names_every_face_for_who_does_not_see_it(language: Language) -> None:
    table = table_with_forged_faces()
    drawing = GAME.need(DRAWING)
    svg = drawing.svg(table.fold.view(), table.state, SEATS, "Friday & more", language)
    assert svg is not None
    tree = ET.fromstring(svg)
    labels = [one.get("aria-label") or "" for one in tree.iter()]
    words = {"en": "4 gold, forged", "es": "4 de oro, forjada"}[language]
    assert any(words in label for label in labels)
    texts = [one.text for one in tree.iter() if one.tag.endswith("text")]
    assert "Friday & more" in texts
    assert any(text and "Rui <the elder>" in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_guidance_says_what_is_due_at_every_moment(language: Language) -> None:
    guidance = GAME.need(GUIDANCE)
    said = set()
    for seed in range(4):
        state = GAME.new_state()
        for seq, event in enumerate(events(seed), 1):
            guide = guidance.guide(state, language)
            assert guide.step and guide.due
            assert not re.search(r"[{}]", " ".join((guide.step, guide.due, *guide.hints)))
            said.add(guide.due)
            warning = guidance.warning(state, event, language)
            assert warning is None or "{" not in warning
            GAME.judges[type(event)][1](state, event, seq)
        assert guidance.guide(state, language).due == WORDS.result(
            GAME.final(state) or {}, language
        )
    assert len(said) > 30


def test_what_cannot_be_taken_back_is_said_before() -> None:
    table = table_with_forged_faces()
    warning = GAME.need(GUIDANCE).warning
    over = OfferingMade(ORANGE, (Forge("3g", 1, 3),))
    assert warning(table.state, over, "en") == ("4 gold on die 1 goes for good, and it was forged.")
    assert warning(table.state, FaceForged(ORANGE, "x3", 1, 1), "en") is None
    assert warning(table.state, TurnEnded(ORANGE), "en") is None
    fresh = Table()
    assert "without an action" in (warning(fresh.state, TurnEnded(ORANGE), "en") or "")
    fresh.state.round, fresh.state.active = 10, B
    assert "the game is over" in (warning(fresh.state, TurnEnded(BLUE), "en") or "")
    assert "Cerberus" in (warning(fresh.state, FacesApplied(ORANGE, (), ()), "en") or "")


def test_a_line_says_what_a_throw_brings() -> None:
    table = Table()
    table.step()
    teller = GAME.words.narrator("en")
    before = teller.look(table.state, 1)
    table.roll(orange_1="1s", orange_2="2p")
    event = getattr(table.fold.history.events[-1], "data", None)
    assert teller.tell(event, before, teller.look(table.state, 2)) == (
        "The dice fall: Orange 1 sun, 2 glory; Green 1 gold, 1 gold; Blue 1 gold, 1 gold"
    )


def test_a_gain_is_told_where_the_faces_do_not_say_it() -> None:
    """Nothing twice; but what a full reserve leaves out is seen."""
    table = Table()
    table.step()
    table.own(O, gold=11)
    teller = GAME.words.narrator("en")
    before = teller.look(table.state, 1)
    table.roll(orange_1="1g", orange_2="1g")
    event = getattr(table.fold.history.events[-1], "data", None)
    told = teller.tell(event, before, teller.look(table.state, 2))
    assert told.endswith("Blue 1 gold, 1 gold: Orange +1 gold")


@pytest.mark.parametrize(
    ("event", "en", "es"),
    [
        (OfferingMade(ORANGE, (Forge("6g", 1, "1g"),)),
         "Orange makes an offering and forges “6 gold” on die 1 over “1 gold”",
         "Naranja hace una ofrenda y forja «6 de oro» en el dado 1 sobre «1 de oro»"),
        (BoarPaid(ORANGE, ("sun", "glory")), "Orange gains 1 sun and 3 glory for the boar",
         "Naranja gana 1 sol y 3 de gloria por el jabalí"),
        (TritonSpent(ORANGE, "moon", 0), "Orange gives up a Triton token for 2 moons",
         "Naranja entrega una ficha de Tritón por 2 lunas"),
        (FeatPerformed(ORANGE, "spirits"), "Orange performs the feat Wild Spirits",
         "Naranja realiza la hazaña Espíritus Salvajes"),
    ],
)  # fmt: skip
def test_what_is_bought_and_gained_is_told_as_people_say_it(event: Any, en: str, es: str) -> None:
    told = [GAME.words.narrator(language).tell(event) for language in LANGUAGES]
    assert told == [en, es]


def test_a_single_die_is_told_with_its_number() -> None:
    table = Table()
    before = GAME.words.narrator("en").look(table.state, 1)
    event: Any = DiceRolled({"orange.2": 6})
    assert GAME.words.narrator("en").tell(event, before, before) == (
        "The dice fall: Orange (die 2) 2 glory"
    )
    assert GAME.words.narrator("es").tell(event) == "Caen los dados: Naranja (dado 2) lado 6"


def test_a_face_of_several_things_stands_in_brackets_beside_others() -> None:
    table = Table(2, free=False)
    before = GAME.words.narrator("en").look(table.state, 1)
    rolled: Any = DiceRolled({"orange.1": "1g", "orange.2": "1s+1p"})
    assert GAME.words.narrator("en").tell(rolled, before, before) == (
        "The dice fall: Orange 1 gold, (1 sun and 1 glory)"
    )
    removed: Any = FacesRemoved({"4": ("6g", "2g+1m"), "12": ("4p", "2m+2p")})
    assert (
        GAME.words.narrator("en")
        .tell(removed)
        .endswith("6 gold, (2 gold and 1 moon), 4 glory and (2 moons and 2 glory)")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_what_it_does(language: Language) -> None:
    """On the page after a tap, and beside it where a feat is chosen on a phone."""
    table = table_with_forged_faces()
    state, view = table.state, GAME.view(table.state, 1)
    cards = [
        card
        for panel in panels(state, view, SEATS, language)
        for row in panel.rows
        for card in row.widgets
        if isinstance(card, Card)
    ]
    assert len(cards) == len(state.table.in_game) + 1
    assert all(card.tells.endswith(".") and card.title not in card.tells for card in cards)
    told = {card.title: card.tells for card in cards}
    kind = LABELS.kind("feat_performed", LABELS.names(["feat"]))
    assert kind
    for feat in state.table.in_game:
        assert kind.tells(feat, At(state, {}, language)) == told[WORDS.word(feat, language)]


def test_a_roll_is_told_in_the_order_of_the_seats() -> None:
    """As the gains behind it are: here blue sits before green."""
    log = (EXAMPLES / "three-players.jsonl").read_bytes().replace(b"green", b"first")
    log = log.replace(b"blue", b"green").replace(b"first", b"blue")
    rolled = tell_log(GAME, GAME.words.narrator("en"), log)[1].text
    assert re.findall("Green|Blue|Black", rolled)[:3] == ["Blue", "Green", "Black"]


@pytest.mark.parametrize(
    ("language", "step", "purse"),
    [
        ("en", "Round 1 of 10, Orange's turn, step 3",
         "Orange has 4 gold and 2 moons, which pays for Blacksmith's Hammer, Blacksmith's Chest"
         " and Silver Hind."),
        ("es", "Ronda 1 de 10, turno de Naranja, paso 3",
         "Naranja tiene 4 de oro y 2 lunas, lo que paga Martillo del Herrero, Cofre del Herrero"
         " y Cierva Plateada."),
    ],
)  # fmt: skip
def test_who_acts_reads_what_is_in_hand(language: Language, step: str, purse: str) -> None:
    table = Table()
    table.step()
    table.roll()
    table.own(O, gold=4, sun=0, moon=2)
    guide = GAME.need(GUIDANCE).guide(table.state, language)
    assert (guide.step, guide.hints) == (step, (purse,))


def test_faces_to_be_applied_are_told_apart() -> None:
    table = Table()
    table.step()
    table.own(O, gold=0)
    table.roll(orange_1="2g+1m", orange_2="1g/1s/1m")
    guide = GAME.need(GUIDANCE).guide(table.state, "en")
    assert guide.due == (
        "Orange: say how you apply (2 gold and 1 moon) and (1 gold or 1 sun or 1 moon)."
    )
    assert guide.hints == ("Orange has nothing in reserve.",)
