"""No name of a field, no type of event and no id of a part stands on a page or in a question."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.game.capabilities import BOT, COMPONENTS
from ragami.game.definition import GameDefinition
from tests.server.kit import Club, Json, fill
from tests.server.tapping import labels

GAMES: dict[str, tuple[int, Json]] = {
    "ragami": (3, {}),
    "dice-forge": (3, {}),
    "deal-with-the-devil": (4, {"distribution": "recorded"}),
}
PAGES = ("", "/board", "/story", "/result", "/trust", "/keeper", "/projector", "/what-follows")
# What is spelt so in Spanish as well, and the name of our program.
SPANISH = {"ragami", "mortal", "virtual", "saint"}


def names_of(game: GameDefinition) -> set[str]:
    """The types of events and all fields in them, and the ids of what ships."""
    found = set(game.events)
    waiting: list[Any] = [each.struct for each in game.events.values()]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found |= {one.encode_name for one in msgspec.structs.fields(kind)}
            waiting += [one.type for one in msgspec.structs.fields(kind)]
        else:
            waiting += getattr(kind, "__args__", ())
    return found | ids_of(game)


def ids_of(game: GameDefinition) -> set[str]:
    """The ids in the components that ship."""
    components = game.get(COMPONENTS)
    if components is None:
        return set()
    shipped = components.shipped.items()
    texts = [components.read(kind, name) for kind, names in shipped for name in names]
    return {
        one for text in texts for one in re.findall(r'"id":\s*"([a-z]+_?[a-z0-9]+)"', str(text))
    }


def words_on(markup: str) -> set[str]:
    """What a page says, seen or read aloud."""
    body = re.sub(r"<(script|style)[\s\S]*?</\1>", "", markup)
    read = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', body)
    return words(html.unescape(" ".join([re.sub(r"<[^>]*>", " ", body), *read])))


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w-]+", text))


def unspeakable(said: set[str], names: set[str], language: str) -> set[str]:
    """What people should not meet: a name in Spanish is one; in English only what is no word."""
    low = {one for one in said if "_" in one or re.fullmatch(r"[a-z]\d{2,3}", one)}
    return low | (said & names - SPANISH if language == "es" else set())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "part", [*(pytest.param(one, marks=pytest.mark.trial) for one in (0.02, 0.7, 1.0)), 0.35]
)
def test_no_page_and_no_question_has_a_name_of_the_data(
    tmp_path: Path, name: str, part: float
) -> None:
    game = game_named(name)
    players, chosen = GAMES[name]
    played = game.need(BOT).play(players, 3, chosen or None)
    events = [{"type": type_, "data": msgspec.to_builtins(data)} for type_, data in played]
    fill(tmp_path / "games.db", events[: max(2, int(len(events) * part))])
    names = names_of(game)
    found = set()
    with Club(tmp_path / "games.db") as club:
        phone = club.phone()
        for language in ("en", "es"):
            for page in PAGES:
                answer = phone.client.get(f"/t/friday{page}?lang={language}")
                assert answer.status_code == 200
                wrong = unspeakable(words_on(answer.text), names, language)
                found |= {(language, page, one) for one in wrong}
            for label in labels(phone.get("choices").json()["forms"]):
                wrong = unspeakable(words(label[language]), names, language)
                found |= {(language, label[language], one) for one in wrong}
    assert found == set()
