"""The page of standings in a browser: it recomputes every number, and shows where it was changed.

Its script has the rules a second time. So it is held against the judge of the house: on every
sample, on tournaments made up by bots, and on logs in which something was changed.
"""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ragami.games.tournament import page as standings_page
from ragami.games.tournament.bot import play
from ragami.games.tournament.events import RoundPaired
from ragami.games.tournament.page import COLUMNS, page
from ragami.games.tournament.pairing.costs import terms
from ragami.games.tournament.verifying import pairing_findings
from ragami.referee.linked import origins, read_linked
from tests.cli.conftest import Ragami
from tests.games.tournament.hall import Hall
from tests.games.tournament.halls import played, sealed, well
from tests.games.tournament.harness import Log, expected_of, log_of, read_log, sample_names
from tests.scale import often, seeds

SCRIPT = Path(__file__).parents[3] / "ragami/games/tournament/data/recompute.js"
TABLES = Path(__file__).parents[2] / "samples" / "logs"
NUMBER = rb"(?<=[ \[])\d+(?=[,}\]])"
RECOMPUTE = """log => {
  const { error, standings, pairings, ruledBreaches, state } = Tournament.recompute(log);
  const ranking = Tournament.ranking(state);
  return { error, standings, ruledBreaches, ranking, pairings: pairings.map(
    p => ({ seq: p.seq, terms: p.terms, swiss: p.swiss && p.swiss.cost })) };
}"""


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    blank = browser.new_page()
    blank.add_script_tag(content=SCRIPT.read_text("utf-8") + "\nwindow.Tournament = Tournament;")
    yield blank
    blank.close()


def recompute(script: Page, log: bytes) -> dict[str, Any]:
    found: dict[str, Any] = script.evaluate(RECOMPUTE, log.decode())
    return found


def agrees(script: Page, log: bytes) -> str | None:
    """Hold both programs against each other; gives the rule that the log breaks."""
    here, there = read_log(log), recompute(script, log)
    error = {"seq": here.error.seq, "rule": here.error.rule} if here.error else None
    assert there["error"] == error
    if here.error:
        return here.error.rule
    assert there["standings"] == here.view()["standings"]
    if here.final:
        places = {name: one["place"] for name, one in here.final["players"].items()}
        assert {one["entrant"]: one["place"] for one in there["ranking"]} == places
    broken = [{"seq": o.seq, "rule": o.rule} for o in here.findings() if o.code == "ruled-breach"]
    assert there["ruledBreaches"] == broken
    told = {one["seq"]: one for one in there["pairings"]}
    assert {seq: sum(one["terms"].values()) for seq, one in told.items()} == {
        seq: event.cost for seq, event in here.standing() if hasattr(event, "cost")
    }
    dearer = {o.seq: o.facts for o in pairing_findings(here.standing())}
    for seq, event in here.standing():
        if isinstance(event, RoundPaired):
            facts = dearer.get(seq, {"swiss": event.cost})
            assert told[seq]["swiss"] <= event.cost or seq not in dearer
            assert "swiss" not in facts or told[seq]["swiss"] == facts["swiss"]
    return None


@pytest.mark.parametrize("name", sample_names())
def test_the_script_judges_a_sample(script: Page, name: str) -> None:
    rule, expected = agrees(script, log_of(name)), expected_of(name)
    assert (rule is None) == (expected["verdict"] == "legal")


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_the_script_judges_a_tournament_by_bots(script: Page, seed: int) -> None:
    log = Log()
    for type_, data in play(3 + seed % 14, seed):
        log.write(type_, data)
    assert agrees(script, log.bytes) is None
    state = log.state
    last = state.rounds[-1] if state.rounds else None
    if last:
        seats = [table.seats for table in last.tables]
        told = recompute(script, log.bytes)["pairings"][-1]["terms"]
        again = terms(state, state.rounds[:-1], seats, last.byes)
        assert told.keys() == again.keys()


def changed(log: bytes, rng: Random) -> bytes:
    """A log in which one record is struck, doubled, moved, or says something else."""
    lines = log.splitlines()
    at = rng.randrange(1, len(lines))
    record = json.loads(lines[at])
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines.insert(rng.randrange(1, len(lines)), lines.pop(at))
        case 3:
            numbers = [one.span() for one in re.finditer(NUMBER, lines[at])]
            start, end = rng.choice(numbers)
            lines[at] = lines[at][:start] + str(rng.randrange(6)).encode() + lines[at][end:]
        case _:
            other = json.loads(rng.choice(lines))["data"]
            some = [key for key in record["data"] if key in other]
            for key in some[: rng.randrange(1, 3)]:
                record["data"][key] = other[key]
            lines[at] = json.dumps(record).encode()
    numbered = (
        re.sub(rb'"seq": ?\d+', b'"seq":%d' % seq, line, count=1)
        for seq, line in enumerate(lines, 1)
    )
    return b"\n".join(numbered) + b"\n"


def test_the_script_gives_the_verdict_on_changed_logs(script: Page) -> None:
    rng = Random(7)
    broken = set()
    for seed in seeds(25, 1_000):
        log = Log()
        for type_, data in play(4 + seed % 9, seed):
            log.write(type_, data)
        broken.add(agrees(script, changed(log.bytes, rng)))
    assert len(broken - {None}) > often(6, 12), broken


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("undone", {"to": 3, "reason": 0}),
        ("undone", {"to": 0, "reason": None}),
        ("redone", {"to": 3}),
        ("ruled", {"rule": "R-T-SEED-01", "reason": None}),
        ("corrected", {"seq": 3, "type": None, "v": None, "data": None, "reason": None}),
        (
            "corrected",
            {"seq": 3, "type": "noted", "v": 9, "data": {}, "reason": None, "authority": None},
        ),
        ("asserted", {"points12": {"zoe": 0}}),
        ("asserted", {"places": {"ana": "1"}}),
        ("asserted", {"vp": {"ana": 1}}),
        ("noted", {}),
        ("sealed", {"size": "1", "root": "", "note": ""}),
        ("weather seen", {}),
        ("revealed", {}),
    ],
)
def test_R_T_LOG_01_the_script_reads_records_of_any_game(
    script: Page, type_: str, data: dict[str, Any]
) -> None:
    lines = log_of("legal-1").splitlines()
    entered = json.loads(lines[1])["data"]["entrant"]
    text = json.dumps(data).replace('"ana"', f'"{entered}"')
    head = f'"seq":{len(lines) + 1},"type":"{type_}","v":1,"at":null,"by":null'
    wrong = f'{{{head},"data":{text}}}'.encode()
    assert agrees(script, b"\n".join([*lines, wrong, b""])) == "R-T-LOG-01"


# --- the page ------------------------------------------------------------------------------


def of_sample(name: str, language: Any = "en", *, with_logs: bool = False) -> str:
    log = log_of(name)
    fold = read_log(log)
    logs = {}
    for one in expected_of(name).get("table_logs", []):
        table = (TABLES / Path(one).name).read_bytes()
        logs[origins(table)[0]] = [table]
    return page(fold.state, log, logs, language, with_logs=with_logs)


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Page]:
    """A page without a network on which one page of standings is read after the other."""
    opened = browser.new_context(offline=True).new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    yield opened
    opened.context.close()


def shown(reader: Page, text: str, tmp_path: Path) -> Page:
    file = tmp_path / "standings.html"
    file.write_text(text, "utf-8")
    reader.goto(file.as_uri())
    return reader


@pytest.mark.parametrize("name", ["legal-1", "legal-2", "legal-3", "linked-1"])
def test_a_page_agrees_with_itself(reader: Page, tmp_path: Path, name: str) -> None:
    opened = shown(reader, of_sample(name, with_logs=True), tmp_path)
    verdict = opened.locator("#verdict")
    assert verdict.get_attribute("class") == "right"
    assert "every number agrees" in verdict.inner_text()
    pairings = re.findall(b'"type":"(?:round_paired|pairing_overridden|final_cut)"', log_of(name))
    assert opened.locator("#pairings details").count() == len(pairings)


def test_a_number_leads_to_its_records(reader: Page, tmp_path: Path) -> None:
    opened = shown(reader, of_sample("legal-2"), tmp_path)
    first = read_log(log_of("legal-2")).view()["standings"][0]
    opened.locator('#standings tbody tr:first-child td[data-key="points12"]').click()
    lines = opened.locator("#why pre").all_inner_texts()
    assert [json.loads(line)["seq"] for line in lines] == first["from"]
    opened.locator("#pairings details").nth(1).locator("summary").click()
    assert "sisters" in opened.locator("#pairings").inner_text()
    assert opened.locator("#chart polyline").count() == 10


POINTS = {"2": [60, 57], "3": [60, 58, 57], "4": [60, 59, 58, 57]}
LABELS = """() => { const svg = document.querySelector('#chart svg'), frame = svg.viewBox.baseVal;
  const names = [...svg.querySelectorAll('text')], boxes = names.map(one => one.getBBox());
  return [names.map(one => one.textContent),
    boxes.every(one => one.x + one.width <= frame.x + frame.width
      && one.y + one.height <= frame.y + frame.height),
    boxes.every((one, n) => boxes.slice(n + 1).every(other => one.y + one.height <= other.y + 1))];
}"""


def test_no_name_beside_the_chart_is_cut_or_lies_on_another(reader: Page, tmp_path: Path) -> None:
    """Four are level; the places of the other table lie close to each other."""
    hall = Hall(7, rounds=1, points=POINTS)
    hall.add("entered", entrant="max", name="Maximiliano Fernández de la Fuente", club=None)
    tables = [
        {"table": 1, "seats": ["ana", "bea", "caro", "dani"]},
        {"table": 2, "seats": ["eva", "fran", "gala", "max"]},
    ]
    assert hall.pair("ABCD", tables=tables) is None
    assert hall.result(1, "1 1 1 1", (30, 30, 30, 30)) is None
    rows = [
        {"entrant": name, "place": place, "score": 50 - place}
        for place, name in enumerate(("eva", "fran", "gala", "max"), 1)
    ]
    assert hall.result(2, "1 2 3 4", results=rows) is None
    hall.close()
    opened = shown(reader, page(hall.state, hall.bytes, {}, "en"), tmp_path)
    names, whole, apart = opened.evaluate(LABELS)
    assert sorted(names) == ["Dani +3", "Eva", "Fran", "Gala", "Maximiliano Fernández d…"]
    assert whole and apart


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.trial), "es"])
def test_what_is_tampered_with_is_said_in_the_first_line(
    reader: Page, tmp_path: Path, language: str
) -> None:
    text = of_sample("legal-1", language)
    for tampered in (
        re.sub(r'(data-key="points12">)\d', r"\g<1>7", text, count=1),
        re.sub(r"(&#34;score&#34;:)(\d)", r"\g<1>1\2", text, count=1),
        text.replace("&#34;place&#34;:1", "&#34;place&#34;:2", 1),
        re.sub(r'<tr><td data-key="place">3.*?</tr>', "", text, count=1),
        text.replace('id="ranking"><tr><td>1', 'id="ranking"><tr><td>2', 1),
    ):
        assert tampered != text
        opened = shown(reader, tampered, tmp_path)
        verdict = opened.locator("#verdict")
        assert verdict.get_attribute("class") == "wrong"
        assert verdict.inner_text().startswith("DO NOT" if language == "en" else "NO TE")
        assert verdict.evaluate("node => getComputedStyle(node).color") == "rgb(187, 0, 0)"


@pytest.mark.parametrize("cut", ['<table id="standings">', '<span id="records">', '<pre id="log">'])
def test_a_page_that_lacks_something_is_not_to_be_trusted(
    browser: Browser, tmp_path: Path, cut: str
) -> None:
    text = of_sample("legal-1").replace(cut, cut.replace("id=", "data-id="), 1)
    (tmp_path / "standings.html").write_text(text, "utf-8")
    opened = browser.new_page()  # whose script may break
    opened.goto((tmp_path / "standings.html").as_uri())
    first = opened.locator("body > :first-child")
    assert first.get_attribute("class") == "wrong"
    assert first.inner_text().startswith("DO NOT TRUST")


def test_a_changed_log_of_a_table_is_named(reader: Page, tmp_path: Path) -> None:
    text = of_sample("linked-1", with_logs=True)
    other = text.replace("&#34;face&#34;:1", "&#34;face&#34;:2", 1)
    if other == text:
        other = re.sub(r"(&#34;by&#34;:&#34;)eva", r"\1ana", text, count=1)
    assert other != text
    opened = shown(reader, other, tmp_path)
    assert "1." in opened.locator("#verdict.wrong").inner_text()


@pytest.mark.parametrize("name", ["legal-3", "linked-1"])
def test_on_a_phone_nothing_of_the_page_scrolls_sideways(
    reader: Page, tmp_path: Path, name: str
) -> None:
    """The standings stand in two lines a person; other tables scroll each in its own box."""
    reader.set_viewport_size({"width": 360, "height": 640})
    opened = shown(reader, of_sample(name, with_logs=True), tmp_path)
    for summary in opened.locator("summary").all():
        summary.click()
    assert opened.evaluate("document.documentElement.scrollWidth") == 360
    assert opened.locator("#standings").evaluate("box => box.scrollWidth <= box.clientWidth")
    row = opened.locator("#standings tbody tr").first
    for key in COLUMNS:
        cell = row.locator(f'[data-key="{key}"]')
        box = cell.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360, key
        assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), key


def test_without_a_script_it_can_be_read(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context(java_script_enabled=False, offline=True) as context:
        opened = shown(context.new_page(), of_sample("legal-1"), tmp_path)
        assert opened.locator("#standings tbody tr").count() == 11
        assert read_linked(log_of("legal-1")).head.root in opened.locator("body").inner_text()
        assert "not sealed" in opened.locator("#checkpoint").inner_text()


def test_the_page_of_a_sealed_tournament(
    ragami: Ragami, reader: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    (tmp_path / "open.jsonl").write_bytes(log_of("legal-1"))
    assert ragami("key", "new", "eva").code == 0
    assert ragami("import", str(tmp_path / "open.jsonl")).code == 0
    assert ragami("seal", "open").code == 0
    out = tmp_path / "page.html"
    assert ragami("tournament", "standings", "open", "-o", str(out)).code == 0
    text = out.read_text("utf-8")
    opened = shown(reader, text, tmp_path)
    assert opened.locator("#verdict.right").count() == 1, opened.locator("#verdict").inner_text()
    assert "— eva" in opened.locator("#checkpoint").inner_text()
    names = re.sub(r"(&#34;name&#34;:&#34;)", r"\1X", text, count=1)
    opened = shown(reader, names, tmp_path)
    assert "sealed" in opened.locator("#verdict.wrong").inner_text()


# --- the page held against its own log -----------------------------------------------------


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `published` keeps what it made the first time."""
    return tmp_path_factory.mktemp("published")


@pytest.fixture
def published(
    ragami: Ragami, once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Ragami:
    """A sealed tournament with a sealed table, whose page is `page.html`."""
    monkeypatch.chdir(tmp_path)
    if not (once / "page.html").exists():
        publish(ragami, tmp_path)
        shutil.copytree(tmp_path, once, dirs_exist_ok=True)
    else:
        shutil.copytree(once, tmp_path, dirs_exist_ok=True)
    return ragami


def publish(ragami: Ragami, folder: Path) -> None:
    well(ragami("key", "new", "eva"))
    names = ("Ana", "Bea", "Caro", "Dani")
    well(ragami("tournament", "new", "open", "--seed", "x", "--option", "rounds=1"))
    for name in names:
        well(ragami("tournament", "enter", "open", name.lower(), name))
    well(ragami("tournament", "pair", "open"))
    sealed(ragami, "table", played(names), folder)
    well(ragami("tournament", "results", "open", "--logs", "table.jsonl"))
    well(ragami("tournament", "close", "open"))
    well(ragami("tournament", "close", "open"))
    well(ragami("tournament", "standings", "open", "-o", "page.html", "--with-logs"))


def codes(ragami: Ragami, page: str, code: int = 0) -> set[str]:
    """What is found in a page; with what code the command ends is asserted."""
    Path("page.html").write_text(page, "utf-8")
    done = ragami("verify", "--json", "page.html")
    assert done.code == code
    return {one["code"] for one in done.lines[0]["findings"] if one["severity"] != "notice"}


def test_verify_takes_the_logs_out_of_a_page(published: Ragami) -> None:
    reports = well(published("verify", "--json", "page.html")).lines
    assert [one["file"] for one in reports] == ["page.html", "page.html#2"]
    assert all(one["ok"] for one in reports)
    assert codes(published, Path("page.html").read_text("utf-8")) == set()


@pytest.mark.parametrize(
    ("pattern", "other"),
    [
        (r'(data-key="entrant">)\w+', r"\g<1>Zoe"),
        (r'(data-key="points12">)\d', r"\g<1>7"),
        (r"(<th>)Place", r"\g<1>Rank"),
        (r'(<span id="records">)\d+', r"\g<1>1"),
        (r'(<code id="root">).', r"\g<1>"),
        (r'(<pre id="checkpoint">)[^<]+', r"\g<1>not sealed"),
        (r'(<tr data-table="1.1"><td>1.1</td><td>)\w+', r"\g<1>other"),
        (r"<h1>[^<]+", r"<h1>Another"),
        (r'(<table id="ranking"><tr><td>1</td><td>)\w+', r"\g<1>Zoe"),
        (r'<tr><td data-key="place">.*?</tr>', ""),
    ],
)
def test_verify_says_what_a_page_prints_otherwise(
    published: Ragami, pattern: str, other: str
) -> None:
    page = Path("page.html").read_text("utf-8")
    changed = re.sub(pattern, other, page, count=1)
    assert changed != page
    assert "page-differs" in codes(published, changed, 1)


def test_verify_says_that_a_page_has_another_program(published: Ragami) -> None:
    page = Path("page.html").read_text("utf-8")
    assert codes(published, page.replace("disagrees", "agrees")) == {"page-unlike"}


def test_verify_takes_a_page_with_the_program_of_an_earlier_version(
    published: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path("page.html").read_text("utf-8")
    *_others, program = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    earlier = program.replace("chart", "graph")
    digest = sha256(earlier.encode()).hexdigest()
    monkeypatch.setattr(standings_page, "EARLIER", {digest: "page.js"})
    assert codes(published, page.replace(program, earlier)) == set()
    assert codes(published, page.replace(program, f"{earlier} ")) == {"page-unlike"}


def test_verify_takes_a_page_whose_quotation_marks_are_escaped_as_they_were(
    published: Ragami,
) -> None:
    """Up to 0.2 it was `&quot;` and `&#x27;`, by the names that `html.escape` gives them."""
    page = Path("page.html").read_text("utf-8")
    assert "&#34;" in page
    old = page.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")
    assert codes(published, old) == set()


def test_verify_judges_the_tables_in_a_page(published: Ragami) -> None:
    page = Path("page.html").read_text("utf-8")
    start = page.index('<pre class="table"')
    last = page.rindex("&#34;bot&#34;")
    assert last > start
    changed = page[:last] + page[last:].replace("bot", "bob", 1)
    assert "head-differs" in codes(published, changed, 6)


def test_a_page_that_holds_no_log(published: Ragami) -> None:
    Path("other.html").write_text("<!doctype html>\n<p>Hello", "utf-8")
    done = published("verify", "other.html")
    assert done.code == 3 and "no log in the page" in done.err


def test_a_page_stays_right_when_a_name_was_withdrawn(
    published: Ragami, reader: Page, tmp_path: Path
) -> None:
    assert published("withdraw", "Bea", "--yes").code == 1
    well(published("tournament", "standings", "open", "-o", "page.html", "--with-logs"))
    text = Path("page.html").read_text("utf-8")
    assert "withheld" in text and "Bea" not in text
    opened = shown(reader, text, tmp_path)
    verdict = opened.locator("#verdict")
    assert verdict.get_attribute("class") == "right", verdict.inner_text()
    assert "signatures" in verdict.inner_text() and "ragami verify" in verdict.inner_text()


def test_two_of_one_name_on_a_page(reader: Page, tmp_path: Path) -> None:
    log = Log()
    opened = {"game": "tournament", "rules": 1, "title": None, "plays": None, "seed": "x"}
    log.write("game_opened", {**opened, "options": {}})
    for who, club in (("a", "Sur"), ("b", None), ("c", "Norte")):
        log.write("entered", {"entrant": who, "name": "Ana Ruiz", "club": club})
    text = page(log.state, log.bytes, {}, "en")
    shown_page = shown(reader, text, tmp_path)
    assert shown_page.locator("#verdict.right").count() == 1
    names = shown_page.locator('#standings td[data-key="entrant"]').all_inner_texts()
    assert sorted(names) == ["Ana Ruiz (2)", "Ana Ruiz (Norte)", "Ana Ruiz (Sur)"]
    other = text.replace(">Ana Ruiz (Sur)<", ">Ana Ruiz (Este)<")
    assert shown(reader, other, tmp_path).locator("#verdict.wrong").count() == 1
