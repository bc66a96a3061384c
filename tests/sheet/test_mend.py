"""What is offered for a line that cannot be read: the facts that were typed, or an example."""

from __future__ import annotations

from random import Random

import pytest

from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.notation.misread import Misread
from ragami.sheet import read_line
from ragami.sheet.mend import distance, mend
from tests.games.dice_forge.kit import O, Table
from tests.golden.sheets import GAMES, logs
from tests.scale import often
from tests.sheet.damage import Damage, damages, names, numbers, plain

LINES = often(30, 200)
# Of the lines whose facts are all there, so many come out as they were meant.
MENDED = 0.85


@pytest.fixture
def rolling() -> Replay:
    """Dice Forge, three players (orange, green, blue), before the first roll."""
    return Table(free=False).fold


@pytest.fixture
def acting() -> Replay:
    """Dice Forge, orange may make an offering or perform a feat, and is rich."""
    table = Table()
    table.own(O, gold=12, sun=6, moon=6)
    return table.fold


def shown(replay: Replay, text: str) -> tuple[str, str]:
    """What is offered, and the example."""
    read = read_line(replay, text)
    assert isinstance(read, Misread), read
    return read.nearest, read.example


# --- the rule ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_changed_and_most_lines_are_mended(game: str) -> None:
    rng = Random(21)
    good = [log for name, log in logs(game) if "illegal" not in name]
    found = [offered(each) for each in damages(rng.sample(good, 6), LINES, rng)]
    whole = [one for one in found if one is not None]
    assert len(whole) > LINES / 3
    assert sum(whole) / len(whole) >= MENDED


def offered(damage: Damage) -> bool | None:
    """Is the line offered that was meant? None where it reads as it stands, or a fact is gone."""
    replay = damage.replay
    read = read_line(replay, damage.typed, 1, damage.language)
    if not isinstance(read, Misread):
        return None
    if read.nearest:
        ids = frozenset(map(plain, replay.game.need(NOTATION).vocabulary(replay.state).ids))
        assert numbers(read.nearest) == numbers(damage.typed), damage.typed
        assert names(read.nearest, ids) == names(damage.typed, ids), damage.typed
    if not damage.whole:
        return None
    return bool(read.nearest) and said(replay, read.nearest) == said(replay, damage.line)


def said(replay: Replay, line: str) -> object:
    read = read_line(replay, line)
    assert read is not None and not isinstance(read, Misread)
    return read.type, read.data


# --- lines that wrote something false ------------------------------------------------------


def test_faces_without_the_numbers_of_their_dice_are_read(rolling: Replay) -> None:
    read = read_line(rolling, "roll O 1g 1m B 1g 1g G 1s 2p")
    assert not isinstance(read, Misread)
    with_dice = said(rolling, "roll O 1.1g 2.1m B 1.1g 2.1g G 1.1s 2.2p")
    assert said(rolling, "roll O 1g 1m B 1g 1g G 1s 2p") == with_dice


def test_signs_are_mended_in_the_whole_line(rolling: Replay) -> None:
    near, _ = shown(rolling, "roll O 1-1 2-6 G 1-1 2-6 B 1-1 2-6")
    assert near == "roll O 1.1 2.6 G 1.1 2.6 B 1.1 2.6"


@pytest.mark.parametrize(
    "line", ["tira J 1.1o 2.1l Z 1.1 2.1", "roll O 9g", "roll O 1.1 2.6 2.6", "roll 1g 1m"]
)
def test_of_a_roll_no_die_and_no_face_is_made_up(rolling: Replay, line: str) -> None:
    near, example = shown(rolling, line)
    assert near == ""
    assert example.split()[0] in ("roll", "tira", "B", "Z")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("feat the elder", "feat elder"),
        ("feat blacksmith hammer", "feat hammer"),
        ("feat Blacksmith's Hammer", "feat hammer"),
        ("feat hamer", "feat hammer"),
        ("fet hammer", "fet"),
        ("faeat eldre", "feat elder"),
        ("hazaña el martillo", "hazaña martillo"),
        ("offer 3g 1 2", "offer 3g>1.2"),
        ("offer 3g,1,2", "offer 3g>1.2"),
        ("feat, hammer.", "feat hammer"),
        ("hammer feat", "feat hammer"),
    ],
)
def test_what_people_write_is_mended(acting: Replay, line: str, meant: str) -> None:
    near, _ = shown(acting, line)
    assert near == ("feat hammer" if meant == "fet" else meant)


@pytest.mark.parametrize(
    "line", ["offer 3g 1m", "offer 3g>1g 1m>1g", "feat dragon", "offer 3g>2.9", "J compra 3g"]
)
def test_what_cannot_be_kept_is_no_suggestion(acting: Replay, line: str) -> None:
    near, example = shown(acting, line)
    assert near == ""
    assert example


@pytest.mark.parametrize("line", ["hammer", "hammer 1", "deal", "sa", "undoo", "correkt 5 strike"])
def test_lines_of_the_log_are_offered_by_their_own_word_only(acting: Replay, line: str) -> None:
    near, example = shown(acting, line)
    assert not near.startswith(("undo", "deshace", "correct", "corrige", "consta", "assert"))
    assert not example.startswith(("undo", "deshace", "correct", "corrige", "consta"))


def test_an_example_is_of_what_is_due(rolling: Replay) -> None:
    assert shown(rolling, "orange 1g 9m")[1].split()[0] in ("roll", "B")


def test_a_line_with_two_meanings_is_no_suggestion(acting: Replay) -> None:
    """An offering of one face or a feat: the word is like both verbs' lines."""
    assert mend(acting, "1g>1.1 1g>1.1", "en") == ""


def test_slips_are_counted() -> None:
    assert [distance("ofrece", word) for word in ("ofrece", "forece", "ofece", "ofrecce")] == [
        *(0, 1, 1, 1),
    ]
    assert distance("hammer", "chest") > 3
