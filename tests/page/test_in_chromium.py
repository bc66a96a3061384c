"""The page in a real browser: what it shows, how it is driven, and for whom."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from ragami.export.excerpt import Excerpt
from ragami.export.page import export
from ragami.judge.report import replay_log
from tests.page.axe import violations
from tests.page.browser import DESKTOP, EXAMPLES, PHONE, written
from tests.picture.moments import pieces

Open = Callable[..., Page]
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a page without a network; a request or an error in its script fails the test."""
    contexts, faults = [], []

    def note(fault: object) -> None:
        faults.append(str(fault))

    def asked(request: Request) -> None:
        if not request.url.startswith("file:"):
            note(request.url)

    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            note(message.text)

    def open_page(address: str, size: str = "desktop", **how: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        contexts.append(context)
        context.set_offline(True)
        page = context.new_page()
        page.on("request", asked)
        page.on("pageerror", note)
        page.on("console", said)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def here(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def said(page: Page) -> str:
    return page.locator("#said").inner_text()


def standing(page: Page) -> Counter[tuple[str, str]]:
    """Every piece with its place, as the page says it in English."""
    labels = page.eval_on_selector_all(
        "[id^=square-], [id^=block-]", "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert len(labels) == 39
    chips = {"empty", "resolved conflict", "forbidden to Ragamis"}
    found: Counter[tuple[str, str]] = Counter()
    for label in labels:
        where, _, what = label.partition(": ")
        for piece in re.split(r", (?!\d(?:,|$))", what):
            found[where, piece] += piece not in chips
    return +found


def cells(page: Page, colour: str) -> list[str]:
    names = ("points", "resolved", "cubes")
    return [page.locator(f"#seat-{colour}-{name}").inner_text() for name in names]


def hand_of(page: Page, colour: str) -> list[str]:
    """The cards in a hand, as they are read aloud."""
    cards = page.locator(f"#seat-{colour}-hand .piece").all()
    return [card.get_attribute("aria-label") or "" for card in cards]


# --- what it shows -------------------------------------------------------------------------


def test_it_shows_state_story_and_points(
    opened: Open, pages: dict[str, str], game: Excerpt
) -> None:
    page = opened(pages["referee en"])
    at_every_record_it_shows_the_state_there(page, game)
    what_was_undone_is_struck_and_what_was_found_stands_there(page, game)
    the_chart_has_every_point(page, game)


def at_every_record_it_shows_the_state_there(page: Page, game: Excerpt) -> None:
    lines = game.log.splitlines(keepends=True)
    struck = min(game.replay.history.struck)
    for seq in (1, 9, struck, struck + 1, 171, len(lines)):
        page.evaluate(f"location.hash = '#{seq}'")
        expect(page.locator("#slider")).to_have_value(str(seq))
        replay = replay_log(b"".join(lines[:seq]))
        view = replay.game.view(replay.state, seq)
        assert standing(page) == pieces(view), seq
        for colour, player in view["players"].items():
            shown = [str(player[key]) for key in ("vp", "resolved", "cubes")]
            assert cells(page, colour) == shown, (seq, colour)
            assert hand_of(page, colour) == [f"card {card}" for card in player["hand"]]
        dice = page.locator("#action-dice .piece").all()
        for die, value in zip(dice, view["dice"].values(), strict=True):
            label = die.get_attribute("aria-label")
            assert label == str(value) if value else label in ("spent", "no die")
        supply = page.locator("#supply-supply").inner_text()
        assert f"chips left: {view['chips']['pool']}" in supply


def test_other_hands_are_hidden_from_a_player(opened: Open, tmp_path: Path) -> None:
    log = b"".join((EXAMPLES / "four-players.jsonl").read_bytes().splitlines(keepends=True)[:200])
    page = opened(written(log, tmp_path / "blue.html", "blue"))
    players = replay_log(log).state.players
    for colour, player in players.items():
        known = [f"card {slot.card}" for slot in player.hand]
        hidden = ["a hidden card"] * len(known)
        assert hand_of(page, colour) == (known if colour == "blue" else hidden)
    assert "As seen by Blue" in page.locator("header").inner_text()


def what_was_undone_is_struck_and_what_was_found_stands_there(page: Page, game: Excerpt) -> None:
    struck = game.replay.history.struck
    assert struck
    crossed = page.locator(".story li:has(s)")
    assert crossed.count() == len(struck)
    for seq, by in struck.items():
        assert f"struck out by {by}" in page.locator(f"#record-{seq}").inner_text()
    for finding in game.replay.findings():
        if finding.code == "ruled-breach":
            at = page.locator(f"#record-{finding.line} .finding")
            assert finding.rule and finding.rule in at.inner_text()
            at.locator("xpath=..").locator("a").click()
            assert finding.rule in said(page)
    page.locator(f"#record-{min(struck)} a").click()
    assert here(page) == min(struck)
    assert page.locator("#said s").count() == 1


def the_chart_has_every_point(page: Page, game: Excerpt) -> None:
    final = game.replay.final
    assert final
    scores = [str(player["vp"]) for player in final["players"].values()]
    assert page.locator(".sources td:last-child").all_inner_texts() == scores
    assert page.locator(".key b").all_inner_texts() == scores
    assert page.locator("#course > .line").count() == len(scores)
    later = page.locator("#course-later")
    page.keyboard.press("End")
    assert later.get_attribute("width") == "0"
    page.keyboard.press("Home")
    assert float(later.get_attribute("width") or 0) > 390
    page.locator("#course").click(position={"x": 300, "y": 20})
    box = page.locator("#course").bounding_box()
    assert box
    assert (
        abs(
            here(page) - 300 / box["width"] * int(page.locator("#slider").get_attribute("max") or 0)
        )
        < 2
    )


def test_a_moment_is_shared_with_its_title(browser: Browser, pages: dict[str, str]) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(pages["four-players en"] + "#57")
    told = page.locator("#said").inner_text()
    assert page.title().startswith(f"57: {told[:60]}")
    assert page.title().endswith("Spring cup, final · Ragami")
    page.locator("#copy-link").click()
    expect(page.locator("#count")).to_have_text("Link copied")
    read = "async (kind) => (await (await navigator.clipboard.read())[0].getType(kind)).text()"
    assert page.evaluate(read, "text/plain") == pages["four-players en"] + "#57"
    titled = page.evaluate(read, "text/html")
    assert titled.endswith(f">{page.title()}</a>")
    page.evaluate("void (navigator.clipboard.write = () => Promise.reject())")
    page.locator("#copy-link").click()
    expect(page.locator("#count")).to_have_text(pages["four-players en"] + "#57")
    context.close()


# --- without spoilers ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> str:
    log = (EXAMPLES / "referee.jsonl").read_bytes()
    path = tmp_path_factory.mktemp("sealed") / "sealed.html"
    path.write_bytes(export(Excerpt("referee", log, None, "en"), spoiler_free=True))
    return path.as_uri()


def shown(page: Page) -> str:
    """Everything that a reader gets: what is seen, what is read aloud, and the title."""
    labels = page.locator("[aria-label], [title], [aria-valuetext], meta").evaluate_all(
        "all => all.filter(one => !one.closest('[hidden]')).flatMap("
        "one => [...one.attributes].map(each => each.value))"
    )
    return "\n".join([page.title(), page.locator("body").inner_text(), *labels])


def test_a_page_without_spoilers_tells_nothing_before_the_end(
    opened: Open, sealed: str, game: Excerpt
) -> None:
    assert game.replay.final
    last = str(game.replay.seq)
    result = game.game.result(game.replay.final, game.replay.state, "en")
    page = opened(sealed)
    assert page.locator("#count").inner_text() == "Setup · 1"
    struck, by = max(game.replay.history.struck.items())
    for seq in (2, 3):
        page.keyboard.press("ArrowRight")
        assert page.locator("#count").inner_text() == f"Setup · {seq}"
        assert not page.locator(f"#record-{seq + 1}").is_visible()
    page.evaluate(f"location.hash = '#{by - 1}'")
    expect(page.locator("#count")).to_contain_text(f"· {by - 1}")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.locator("#count").inner_text().endswith(str(by - 1))
    assert page.locator(f"#record-{struck}").is_visible()
    assert page.locator(f"#record-{struck} s").count() == 0
    for seq in (by, 200):
        page.evaluate(f"location.hash = '#{seq}'")
        expect(page.locator(f"#record-{seq}")).to_be_visible()
        assert page.locator(f"#record-{struck} s").count() == 1
        for told in (last, result, "wins", "over time", "QR code"):
            assert told not in shown(page), (seq, told)
        assert not page.locator("#slider").is_visible()
        assert not page.locator(f"#record-{last}").is_visible()
    page.evaluate("location.hash = '#9999'")
    expect(page.locator("#count")).to_contain_text("· 200")
    page.evaluate(f"location.hash = '#{last}'")
    expect(page.locator(f"#record-{last}")).to_be_visible()
    assert result in page.locator("header").inner_text()
    assert page.locator("#course").is_visible()
    assert page.locator("#slider").input_value() == last
    page.keyboard.press("ArrowLeft")
    assert here(page) == game.replay.seq - 1


def test_nobody_who_reads_the_file_is_told_either(sealed: str, game: Excerpt) -> None:
    assert game.replay.final
    text = Path(sealed.removeprefix("file://")).read_text()
    for told in (
        game.game.result(game.replay.final, game.replay.state, "en"),
        "wins",
        f"{game.replay.seq}<",
    ):
        assert told not in text
    assert f'="{game.replay.seq}"' not in text


def it_speaks_one_language(page: Page, language: str) -> None:
    page.keyboard.press("Home")
    words = {"en": "The game is opened", "es": "Se abre la partida"}
    assert words[language] in said(page)
    label = page.locator("#square-1").get_attribute("aria-label") or ""
    assert label.startswith({"en": "Square 1:", "es": "Espacio 1:"}[language])


def test_in_spanish_it_says_so_and_nothing_sticks_out(opened: Open, pages: dict[str, str]) -> None:
    page = opened(pages["four-players es"] + "#200")
    for width, height in (DESKTOP, PHONE, (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    it_speaks_one_language(page, "es")


# --- how it is driven ----------------------------------------------------------------------


def test_it_is_driven_by_address_keys_slider_and_buttons(
    opened: Open, pages: dict[str, str]
) -> None:
    page = opened(pages["four-players en"] + "#57")
    an_address_names_a_record(page)
    page.reload()  # nothing has the focus
    it_works_by_keyboard_alone(page)
    page.keyboard.press("End")
    keys_and_slider_and_buttons_lead_through_the_game(page)
    it_speaks_one_language(page, "en")
    at_record_1_nothing_is_marked_as_new(page)
    on_paper_the_game_is_over_and_told(page)


def keys_and_slider_and_buttons_lead_through_the_game(page: Page) -> None:
    last = here(page)
    rounds = page.locator(".story h3").all_inner_texts()
    assert last == len((EXAMPLES / "four-players.jsonl").read_bytes().splitlines())
    for key, seq in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        assert here(page) == seq
    seen = [page.locator("#count").inner_text().partition(" ·")[0]]
    for _ in rounds[1:]:
        page.keyboard.press("PageDown")
        seen.append(page.locator("#count").inner_text().partition(" ·")[0])
    assert seen == rounds
    page.keyboard.press("PageUp")
    assert page.locator("#count").inner_text().startswith(rounds[-2])
    page.keyboard.press("End")
    assert here(page) == last
    page.locator("#slider").fill("57")
    assert page.locator("[aria-current]").inner_text().startswith("57")
    page.locator("#back").click()
    page.locator("#round-back").click()
    page.locator("#slider").press("ArrowUp")
    assert page.locator("#slider").get_attribute("aria-valuetext") == "Round 1, Record 23 of 291"
    assert page.evaluate("scrollY") == 0


def test_space_plays_and_pauses(opened: Open, pages: dict[str, str]) -> None:
    page = opened("about:blank")
    page.clock.install(time=0)
    page.clock.pause_at(1_000)  # else it goes on by itself, too
    page.goto(pages["four-players en"] + "#100")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    page.clock.run_for(3_500)
    assert here(page) == 103
    page.keyboard.press("Space")
    page.clock.run_for(3_000)
    assert here(page) == 103
    page.keyboard.press("End")
    last = here(page)
    page.locator("#play").press("Space")
    assert here(page) == 1
    page.locator("#slider").fill(str(last - 2))
    page.locator("#play").click()
    page.clock.run_for(5_000)
    assert here(page) == last
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def it_works_by_keyboard_alone(page: Page) -> None:
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    signs, *controls = reached
    assert signs == ""  # what they mean is folded below the board
    assert controls[:6] == ["slider", "round-back", "back", "play", "on", "round-on"]
    page.locator("#record-5 a").focus()
    page.keyboard.press("Enter")
    assert here(page) == 5


def an_address_names_a_record(page: Page) -> None:
    assert here(page) == 57
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#58")
    for nonsense, seq in (("#0", 291), ("#x", 291), ("#9999", 291), ("#-4", 1)):
        page.evaluate(f"location.hash = '{nonsense}'")
        expect(page.locator("#slider")).to_have_value(str(seq))


# --- for whom ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "language"), [("phone", "en"), pytest.param("desktop", "es", marks=pytest.mark.trial)]
)
def test_axe_finds_nothing(opened: Open, pages: dict[str, str], size: str, language: str) -> None:
    page = opened(pages[f"referee {language}"] + "#150", size, reduced_motion="reduce")
    page.emulate_media(color_scheme="light" if size == "phone" else "dark")
    assert violations(page) == []


def at_record_1_nothing_is_marked_as_new(page: Page) -> None:
    page.keyboard.press("Home")
    assert page.locator(".board .fresh").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".board .fresh").count() > 5


@pytest.mark.trial
def test_on_a_low_screen_the_board_leaves_room_for_the_controls(
    opened: Open, tmp_path: Path
) -> None:
    """A board of one's own may be higher than the one that ships; some laptops are 720 high."""
    log = (EXAMPLES / "lisbon-east.jsonl").read_bytes()
    page = opened(written(log, tmp_path / "own.html") + "#100")
    for width, height in ((1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#play").bounding_box()
        assert box
        assert box["y"] + box["height"] <= height


def test_who_wants_no_motion_has_none(opened: Open, pages: dict[str, str]) -> None:
    for wish, count in (("no-preference", True), ("reduce", False)):
        page = opened(pages["four-players en"] + "#98", reduced_motion=wish)
        page.keyboard.press("ArrowRight")
        names = page.locator(".board .fresh").evaluate_all(
            "all => all.map(one => getComputedStyle(one).animationName)"
        )
        assert names
        assert ("fresh" in names) == count


def on_paper_the_game_is_over_and_told(page: Page) -> None:
    page.locator("#slider").fill("100")
    page.evaluate("addEventListener('beforeprint', () => { window.printed = slider.value; })")
    paper = page.pdf(format="A4")
    assert page.evaluate("window.printed") == "291"
    assert here(page) == 100
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 12
    page.emulate_media(media="print")
    assert page.locator("#record-291").is_visible()
    assert page.locator("figure").first.is_visible()
    assert not page.locator("#slider").is_visible()


HOSTILE = '</script><img src=x onerror="window.bad=1"><b id=slider>&lt;'


def test_no_name_becomes_markup(opened: Open, tmp_path: Path) -> None:
    lines = (EXAMPLES / "two-players.jsonl").read_bytes().splitlines()
    first = json.loads(lines[0])
    first["data"]["title"] = HOSTILE
    for player in first["data"]["players"]:
        player["name"] = HOSTILE
    note = {"seq": len(lines) + 1, "type": "noted", "v": 1, "at": None, "by": HOSTILE}
    lines[0] = json.dumps(first).encode()
    lines.append(json.dumps(note | {"data": {"text": HOSTILE}}).encode())
    log = b"".join(line + b"\n" for line in lines)
    page = opened(written(log, tmp_path / "hostile.html"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.locator("img").count() == 0
    assert page.evaluate("window.bad") is None
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.title().endswith(f" · {HOSTILE} · Ragami")
    assert HOSTILE in said(page)
    assert (
        page.locator(".lines tbody th").first.inner_text().strip().startswith("</script><img src")
    )
    assert page.locator("#slider").count() == 1
