"""No name of a field, no type of event and no id of a part stands where people read.

That is: on every page, in every question with what is grey in it, in what a seat sees, in why
something is refused, in what follows from an undo, a correction and a penalty.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.game.capabilities import BOT, COMPONENTS, GATHERING
from ragami.game.definition import GameDefinition
from tests.scale import often
from tests.server.kit import Club, Json, Phone, fill
from tests.server.tapping import labels

GAMES: dict[str, tuple[int, Json]] = {
    "ragami": (3, {}),
    "dice-forge": (3, {}),
    "deal-with-the-devil": (4, {"distribution": "recorded"}),
    "tournament": (8, {}),
}
SCREENS = ("", "/board", "/story", "/result", "/trust", "/keeper", "/projector", "/what-follows")
PAGES = (*(f"/t/friday{screen}" for screen in SCREENS), "/desk", "/desk/friday", "/")
# What is spelt so in Spanish as well, and the name of our program.
SPANISH = {"ragami", "mortal", "virtual", "saint", "dice"}
# Whoever has not entered has no name but the id.
NAMELESS = {"R-T-ENTR-01"}
# In Spanish a name of the data is found wherever it stands; in English where it looks like one.
LANGUAGES = ("es", "en")[: often(1, 2)]


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
    # A command is no text.
    body = re.sub(r"<(script|style|pre)[\s\S]*?</\1>|«ragami [^»]*»", "", markup)
    read = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', body)
    return words(html.unescape(" ".join([re.sub(r"<[^>]*>", " ", body), *read])))


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w-]+", text))


def unspeakable(said: set[str], names: set[str], language: str) -> set[str]:
    """What people should not meet: a name in Spanish is one; in English only what is no word."""
    low = {one for one in said if "_" in one or re.fullmatch(r"[a-z]\d{2,3}", one)}
    return low | (said & names - SPANISH if language == "es" else set())


def refusals(desk: Phone, events: list[Json]) -> Iterator[str]:
    """Why events are refused that come too early, and what their lines would read."""
    for event in events:
        answer = desk.post("check", event).json()
        if not NAMELESS & {finding["rule"] for finding in answer["findings"]}:
            yield from (finding["text"] for finding in answer["findings"])
        yield from answer["says"]


def consequences(desk: Phone, seat: str, last: int) -> Iterator[str]:
    """What follows from what a referee may write."""
    wanted: list[tuple[str, Json]] = [("undo", {"steps": steps}) for steps in (1, 3)]
    wanted += [
        ("corrections", {"seq": seq, "event": None}) for seq in range(max(2, last - 3), last)
    ]
    wanted += [("penalties", {"player": seat, "offence": "conduct"}), ("redo", {})]
    for kind, body in wanted:
        answer = desk.post("whatif", {"kind": kind, "body": body}).json()
        yield from answer.get("text", [answer.get("detail", ""), answer.get("remedy", "")])
        yield from (finding["text"] for finding in answer.get("blast", {}).get("findings", ()))


def seen(phone: Phone) -> Iterator[str]:
    """All that a screen shows of the moment, by text and by label."""
    moment = phone.get("moment").json()
    spots = [part for spot in moment["spots"].values() for part in spot]
    told = [markup for _kind, _seq, markup, _heading in moment["story"]]
    yield from (" ".join(words_on(markup)) for markup in (moment["beside"], *spots, *told))
    yield from (moment["guide"]["step"], moment["guide"]["due"], *moment["guide"]["hints"])


def desks(desk: Phone, language: str) -> Iterator[tuple[str, str]]:
    """What the desk of a gathering shows, and what it asks to take a step."""
    path = f"/desk/friday/rounds?lang={language}"
    yield path, desk.client.get(path).text
    yield from (("step", label[language]) for label in labels(desk.get("steps").json()["forms"]))


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.trial) if one == "dice-forge" else one for one in GAMES],
)
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
    now = max(2, int(len(events) * part))
    fill(tmp_path / "games.db", events[:now])
    names = names_of(game)
    found = set()
    gathers = game.has(GATHERING)
    with Club(tmp_path / "games.db") as club:
        seat = next(iter(club.phone().get("/v1/tables/friday").json()["seats"]))
        desk, player = club.referee("friday"), club.join(seat)
        for language in LANGUAGES:
            desk.language = player.language = language
            texts = [
                *((page, desk.client.get(f"{page}?lang={language}").text) for page in PAGES),
                *(desks(desk, language) if gathers else ()),
                *(("seat", text) for text in seen(player)),
                *(
                    ("question", label[language])
                    for label in labels(player.get("choices").json()["forms"])
                ),
                *(("refusal", text) for text in refusals(desk, events[now + 2 : now + 12])),
                *(("consequence", text) for text in consequences(desk, seat, now)),
            ]
            asked = {"question", "refusal"} if now < len(events) else set()
            assert {"seat", "consequence"} | asked <= {part for part, _ in texts}
            found |= {
                (language, where, word)
                for where, text in texts
                for word in unspeakable(words_on(text), names, language)
            }
    assert found == set()
