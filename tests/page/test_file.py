"""The page as a file: small, on its own, and without anything that the viewer may not see."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from ragami.errors import RagamiError
from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.export.page.moments import Moments
from ragami.game.capabilities import PAGE
from ragami.language import LANGUAGES, Language
from ragami.table.drafts import Stamp
from ragami.table.importing import branched, origin_at
from tests.laws.test_secrets import meddled, others, pair
from tests.page.browser import EXAMPLES
from tests.scale import SEED, often, seeds
from tests.server.screens.test_pages import Elements
from tests.simulate.clerk import records

NORMAL = 400_000
FOUR = EXAMPLES / "four-players.jsonl"
LOGS = sorted(EXAMPLES.glob("*.jsonl"))


@cache
def made(log: bytes, viewer: str | None = None, language: Language = "en") -> str:
    return page.export(Excerpt("game", log, viewer, language)).decode()


@pytest.mark.parametrize("path", LOGS if SEED else [FOUR], ids=lambda path: path.stem)
def test_a_normal_game_is_small(path: object) -> None:
    assert len(made((EXAMPLES / str(path)).read_bytes()).encode()) < NORMAL


@pytest.mark.parametrize("seed", seeds(1, 8))
@pytest.mark.trial
def test_so_is_a_long_one_of_four(seed: int) -> None:
    log = b"".join(line + b"\n" for line in records(4, seed, hidden=seed % 2 == 0))
    assert len(made(log).encode()) < NORMAL


@pytest.mark.parametrize("language", LANGUAGES[-often(1, 2) :])
def test_it_refers_to_nothing_outside_and_forbids_it(language: Language) -> None:
    text = made((EXAMPLES / "referee.jsonl").read_bytes(), language=language)
    elements = Elements(text).found
    assert set(re.findall(r"\w+://[^\"\s]*", text)) <= {"http://www.w3.org/2000/svg"}
    links = [value for _, attrs in elements for value in (attrs.get("href"), attrs.get("src"))]
    assert all(link.startswith("#") for link in links if link is not None)
    assert not {name for name, _ in elements} & {"img", "link", "iframe", "object", "form"}
    assert not [name for name, attrs in elements for key in attrs if key.startswith("on")]
    policy = next(a["content"] for _, a in elements if "http-equiv" in a)
    assert policy and policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert dict(elements)["html"]["lang"] == language


def test_a_branch_leads_to_the_record_that_it_goes_on_from() -> None:
    log = (EXAMPLES / "referee.jsonl").read_bytes()
    made_of = origin_at(log, "Friday, late", 20)
    text = made(branched(log, made_of, Stamp("2026-11-20T19:00:00Z", None)), language="es")
    assert '<a href="Friday%2C%20late.html#20">Esta partida continúa Friday, late' in text


def test_ids_are_unique_and_every_shape_that_is_used_is_there() -> None:
    text = made((EXAMPLES / "four-players.jsonl").read_bytes())
    ids = [attrs["id"] for _, attrs in Elements(text).found if "id" in attrs]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"#(shape-[0-9a-f]+)", text.replace("\\u003c", "<")))
    assert used == {name for name in ids if name and name.startswith("shape-")}


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_the_page_for_others_is_the_same_whatever_card_somebody_holds(seed: int) -> None:
    log, other, owner = pair(seed)
    for viewer in others(log, owner):
        assert made(log, viewer) == made(other, viewer)
    assert made(log, owner) != made(other, owner)
    assert made(log) != made(other)


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_undo_correction_and_verdict_tell_nothing_on_it(seed: int) -> None:
    log, other, owner = pair(seed)
    card = next(card for card in range(1, 16) if not holds(log, other, owner, card))
    logs = [meddled(each, owner, card) for each in (log, other)]
    for viewer in others(log, owner):
        assert made(logs[0], viewer) == made(logs[1], viewer)


def holds(log: bytes, other: bytes, owner: str, card: int) -> bool:
    hands = [
        Excerpt("", each, None, "en").replay.state.players[owner].hand for each in (log, other)
    ]
    return any(slot.card == card for hand in hands for slot in hand)


def test_no_data_of_a_record_stands_in_it() -> None:
    log = (EXAMPLES / "four-players.jsonl").read_bytes()
    text = made(log, "public")
    for line in log.splitlines():
        assert json.dumps(json.loads(line)["data"], separators=(",", ":")) not in text
    assert '"kept"' not in text


def test_the_story_has_every_record_under_its_round() -> None:
    """Each round begins where the log says so; what was undone stands where it stood."""
    log = (EXAMPLES / "four-players.jsonl").read_bytes()
    story = made(log).partition('id="story"')[2].partition("</section>")[0]
    parts = re.split(r"<h3>([^<]+)</h3>", story)[1:]
    rounds = Excerpt("game", log, None, "en").replay.state.round
    assert parts[::2] == ["Setup", *(f"Round {n}" for n in range(1, rounds + 1))]
    told = [[int(n) for n in re.findall(r'id="record-(\d+)"', part)] for part in parts[1::2]]
    assert all(told)
    assert [seq for part in told for seq in part] == list(range(1, log.count(b"\n") + 1))


def test_a_page_has_a_moment_for_every_record_and_one_before_them() -> None:
    log = (EXAMPLES / "four-players.jsonl").read_bytes()
    taken = Excerpt("game", log, None, "en")
    game = taken.replay.game
    names, _title = game.seating(taken.replay.state)
    stage = game.need(PAGE).stage(taken.replay.state, names, "en", str)
    assert stage
    assert len(Moments(taken, stage).changes) == log.count(b"\n") + 1


@pytest.mark.parametrize("log", [b"", b"{}\n", b'{"seq":1}\n\xff\n'])
def test_of_a_log_without_a_game_there_is_no_page(log: bytes) -> None:
    with pytest.raises(RagamiError, match="nothing to draw"):
        made(log)


def test_a_log_that_breaks_off_is_told_with_what_is_wrong() -> None:
    text = made((EXAMPLES / "illegal.jsonl").read_bytes())
    entry = re.search(r'<li id="record-\d+" class="event">(?:(?!</li>).)*finding error', text)
    assert entry, "the finding stands at its record"
    header = text.partition("<header>")[2].partition("</header>")[0]
    assert "finding error" in header
