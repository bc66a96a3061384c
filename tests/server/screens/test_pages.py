"""The pages as the service sends them: what stands in them, for whom, and how they look."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import islice
from typing import Final

import msgspec
import pytest
from playwright.sync_api import ViewportSize

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.server.door import POLICY
from ragami.server.pages import FILES, PAGES, WORDS, modules
from ragami.store.memory import MemoryStore
from ragami.table.recording import Draft, Recording
from ragami.templates import inlined
from tests.page.axe import violations
from tests.server.screens.conftest import DESKTOP, PHONE
from tests.server.screens.phones import Open
from tests.server.screens.serving import EXAMPLES, context, drawn, served

EMPTY: Final = frozenset(("input", "meta", "link", "img", "br"))
NOBLE: Final = "455e9f6bb50c3cfc1c932c1c94b0aad7d0ad0670b553bce5cb876378568e71b8"
FIRST_BOARD: Final = 60_000
SOME: Final = 40
SCREENS: Final = ("board", "seat", "projector", "story", "result")
"""Those that show a game."""
SHOWN: Final = 40
LOOKS: Final = ((PHONE, "dark"), (DESKTOP, "light"), (PHONE, "light"), (DESKTOP, "dark"))
"""Each page in one of them."""
LOG: Final = (EXAMPLES / "four-players.jsonl").read_bytes()
LINES: Final = LOG.splitlines(keepends=True)
HOSTILE: Final = '</script><img src=x onerror="window.bad=1"><b id=due>&lt;\u202e'


class Elements(HTMLParser):
    """The elements of a page with their attributes; whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """All pages of a game in both languages."""
    made: dict[str, str] = {}
    for lang in ("en", "es"):
        given = context(b"".join(LINES[:SHOWN]), "es" if lang == "es" else "en")
        made |= {f"/{lang}/{name}": drawn(name, given) for name in PAGES}
    return made


@pytest.fixture(scope="module")
def site(pages: dict[str, str]) -> Iterator[str]:
    with served(pages) as address:
        yield address


# --- what stands in them ---------------------------------------------------------------------


def test_every_page_is_well_formed_and_its_ids_are_unique(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        read = Elements(text)
        assert read.open == [], path
        ids = [attrs["id"] for _, attrs in read.found if "id" in attrs]
        assert len(ids) == len(set(ids)), path
        assert path.startswith(f"/{dict(read.found)['html']['lang']}/")
        labels = {attrs["for"] for tag, attrs in read.found if tag == "label"}
        assert labels <= set(ids), path


def test_nothing_in_them_would_run_inline(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        for tag, attrs in Elements(text).found:
            assert "style" not in attrs, path
            assert not [key for key in attrs if key.startswith("on")], path
            if tag == "script":
                assert attrs.get("type") == "application/json" or "src" in attrs, path
            for key in ("src", "href"):
                link = attrs.get(key)
                assert link is None or link.startswith(("/", "#", "?", "data:image/svg")), path
        [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        assert f"style-src '{inlined(style).digest}';" in POLICY, path


def test_the_words_of_every_module_are_said_and_no_others() -> None:
    """What a module says stands in its table, and the table has nothing that nobody says."""
    for name, path in FILES.items():
        text = path.read_text("utf-8")
        reached = {word for one in modules(name) for word in WORDS.get(one, {})}
        said = set(re.findall(r'say\("([\w-]+)"', text))
        assert said <= reached, name
        for key in WORDS.get(name, {}):
            assert f'"{key}"' in text or key in ("lost", "gone", "yes", "no"), (name, key)


@pytest.mark.parametrize("name", ["seat", "join", "trust", "desk", "ruling", "help"])
def test_in_spanish_nothing_is_left_in_english(pages: dict[str, str], name: str) -> None:
    def words(lang: str) -> set[str]:
        text = re.sub(r"<script.*?</script>", "", pages[f"/{lang}/{name}"])
        told = re.findall(r">([^<>]{4,})<", text) + re.findall(r'aria-label="([^"]{4,})"', text)
        return {one.strip() for one in told}

    shared = words("en") & words("es")
    own = {
        "friday",
        "saturday",
        "ragami",
        "Ragami",
        "R Ragami",
        "English",
        "Español",
        "http://192.168.178.23:8617",
    }
    names = {"Ana", "Bruno", "Chloé", "Dinis", "Spring cup, final", "Spring cup, final · Ragami"}
    left = {one for one in shared - own - names if not re.search(r"[\d=]|^[A-Z]\d?$", one)}
    assert left <= {"No such table", "Nothing is here.", "Join one.", "friday.jsonl"}, left


def test_a_name_stays_a_name() -> None:
    first = json.loads(LINES[0])
    first["data"]["title"] = HOSTILE
    for player in first["data"]["players"]:
        player["name"] = HOSTILE[:60]
    log = json.dumps(first).encode() + b"\n" + b"".join(LINES[1:40])
    given = replace(context(log), table=HOSTILE)
    for name in PAGES:
        text = drawn(name, given)
        assert "<img src=x" not in text
        assert "<b id=due" not in text
        ids = [attrs.get("id") for _, attrs in Elements(text).found]
        assert ids.count("due") <= 1


# --- how large, and from where -----------------------------------------------------------------


def test_the_first_board_is_small(pages: dict[str, str]) -> None:
    """All that has to come before it is there: the page with its style; then the modules."""
    for name in ("board", "seat"):
        text = pages[f"/es/{name}"].encode()
        assert b'<link rel="stylesheet"' not in text
        scripts = [FILES[one].read_bytes() for one in modules(f"{name}.js")]
        size = sum(len(gzip.compress(one)) for one in (text, *scripts))
        assert size < FIRST_BOARD, (name, size)


def test_the_bundle_is_what_was_bundled() -> None:
    """`noble.js` is @noble/ed25519 and @noble/hashes, made by esbuild once, with its licence."""
    path = FILES["noble.js"]
    assert sha256(path.read_bytes()).hexdigest() == NOBLE
    assert "MIT" in path.read_text("utf-8").splitlines()[0]
    assert "Paul Miller" in path.with_name("noble.LICENSE").read_text("utf-8")


# --- in a browser ------------------------------------------------------------------------------


@pytest.mark.parametrize("look", range(len(LOOKS)), ids=lambda n: f"{LOOKS[n][0][0]}-{LOOKS[n][1]}")
def test_axe_finds_nothing_and_nothing_sticks_out_of_a_small_phone_or_at_twice_the_size(
    opened: Open, site: str, look: int
) -> None:
    (width, height), scheme = LOOKS[look]
    size: ViewportSize = {"width": width, "height": height}
    page = opened("about:blank", reduced_motion="reduce", color_scheme=scheme, viewport=size)
    for name in islice(sorted(PAGES), look, None, len(LOOKS)):
        page.set_viewport_size(size)
        page.goto(f"{site}/es/{name}")  # whose words are longer
        assert violations(page) == [], name
        for wide, high in ((320, 568), (640, 400)):
            page.set_viewport_size({"width": wide, "height": high})
            sticks_out = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not sticks_out, (name, wide)


def test_without_a_script_the_game_shows(opened: Open, site: str) -> None:
    page = opened("about:blank", java_script_enabled=False)
    for name in ("board", "story", "sheet", "projector", "seat"):
        page.goto(f"{site}/en/{name}")
        shown = {"sheet": "pre", "story": f"#record-{SHOWN}"}.get(name, "#square-14 use")
        assert page.locator(shown).first.is_visible(), name
        if name != "sheet":
            assert page.locator("#board svg").first.is_visible(), name


def test_it_can_be_printed(opened: Open, site: str) -> None:
    page = opened("about:blank")
    page.emulate_media(media="print")
    for name in ("board", "story", "result"):
        page.goto(f"{site}/en/{name}")
        assert page.locator("#board svg").first.is_visible(), name
        assert not page.locator("nav").first.is_visible(), name


# As one text: a browser says that many times as fast as so many places.
NORMAL: Final = """all => JSON.stringify(all.map(id => {
  const place = document.getElementById(id);
  return [id, place.getAttribute('aria-label'), place.innerHTML];
}))"""


def test_a_game_without_a_picture_has_all_screens(opened: Open, race: bytes) -> None:
    given = context(race, "es")
    with served({f"/{name}": drawn(name, given) for name in PAGES}) as address:
        board = opened(f"{address}/board")
        assert board.locator("#seat-0-fact-0").inner_text()
        assert "Ana" in board.locator("#board").inner_text()
        for name in SCREENS:
            board.goto(f"{address}/{name}")
            assert board.locator("main").is_visible()
        assert violations(board) == []
        board.close()


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("dice-forge", 3),
        ("deal-with-the-devil", 4),
        ("tournament", 8),
    ],
)
@pytest.mark.trial
def test_every_game_that_ships_has_all_screens(opened: Open, game: str, players: int) -> None:
    store = MemoryStore()
    recording = Recording(store, "friday", new=game)
    for type_, data in islice(game_named(game).need(BOT).play(players, 3), SOME):
        content = data if isinstance(data, bytes) else msgspec.json.encode(data)
        recording.write([Draft(type_, content)])
    given = context(b"".join(line + b"\n" for line in store.read("friday")), "es")
    with served({f"/{name}": drawn(name, given) for name in PAGES}) as address:
        page = opened(f"{address}/help")
        for name in SCREENS:
            page.goto(f"{address}/{name}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert violations(page) == []
        page.close()
