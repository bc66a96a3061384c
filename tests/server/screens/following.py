"""A table with a phone for each seat that enters, by taps alone, what the bots played.

What a player keeps secret is kept by the button for it; what the bots told is tapped and typed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tests.server.kit import Club, Json
from tests.server.screens.evening import PHONE, TOUCH, DeadEnd
from tests.server.screens.phones import TABLE, Open, at, seated
from tests.server.screens.test_robot import like
from tests.server.tapping import STOP, Unreachable, answer

MOST: Final = 200
"""So many screens for one event are too many: the phone goes in circles."""

ASKED: Final = """() => new Promise(done => { const began = performance.now(); const look = () => {
  const form = document.getElementById('asking'), place = document.getElementById('choices');
  const forms = [...place.querySelectorAll('[data-form]')].map(one => JSON.parse(one.dataset.form));
  const wrong = [...form.querySelectorAll('.finding.error')].map(one => one.textContent);
  if (!form.hidden && form.dataset.asks) {
    const untold = Boolean(form.querySelector('[data-untold]'));
    return done({ asks: JSON.parse(form.dataset.asks), untold, wrong });
  }
  if (form.hidden && !place.inert && place.dataset.seq === document.body.dataset.seq) {
    return done({ forms, wrong });
  }
  if (performance.now() - began > 10000) return done({ late: form.textContent, wrong });
  setTimeout(look, 5); }; look(); })"""


class Followers:
    """The phones of a table; `taps` has those of each event."""

    def __init__(self, opened: Open, club: Club, languages: Sequence[str]) -> None:
        self.taps: list[int] = []
        self.kinds: list[str] = []
        self.phones: dict[str, Page] = {}
        for number, seat in enumerate(club.phone().get(f"/v1/tables/{TABLE}").json()["seats"]):
            language = languages[number % len(languages)]
            self.phones[seat] = seated(opened, club, seat, lang=language, viewport=PHONE, **TOUCH)

    def play(self, events: Sequence[Json], after: int) -> None:
        """Enter events, each on the phone of whose it is. Raises `DeadEnd`."""
        for seq, wanted in enumerate(events, after + 1):
            page = self.phones.get(wanted["data"].get("player")) or next(iter(self.phones.values()))
            at(page, seq - 1)
            try:
                self.taps.append(_enter(page, wanted))
            except (Unreachable, AssertionError) as wrong:
                raise DeadEnd(f"record {seq}, {wanted}: {wrong}") from wrong
            self.kinds.append(wanted["type"])
            at(page, seq)


def _enter(page: Page, wanted: Json) -> int:
    """Enter an event; gives how many taps that took."""
    taps = 0
    for _ in range(MOST):
        shown = page.evaluate(ASKED)
        if shown.get("late") or shown["wrong"]:
            raise DeadEnd(str(shown))
        asked = shown.get("asks")
        if not asked:
            taps += _open(page, shown["forms"], wanted)
        elif not _fits(asked, wanted):  # another form has opened by itself
            page.locator("#asking > .buttons button").last.tap()
            taps += 1
        elif asked.get("whole"):
            page.locator("#asking [data-write]").tap()
            return taps + 1
        elif shown["untold"] and _untold(asked, wanted):
            page.locator("#asking [data-untold]").tap()
            return taps + 1
        elif "all" in asked:
            lines = page.locator("#asking .line").all()
            for line, question in zip(lines, asked["all"], strict=True):
                _one(line, answer(question, wanted["data"]), question["values"])
            page.locator("#asking [data-write], #asking .finding.error").first.wait_for()
            taps += len(lines)
        else:
            taps += _answer(page.locator("#asking"), asked, wanted["data"])
    raise DeadEnd(f"still asked after {MOST} screens")


def _open(page: Page, forms: Sequence[Json], wanted: Json) -> int:
    """Take the button of an event; one that lies in a list is one tap more."""
    number = next((n for n, one in enumerate(forms) if _fits(one, wanted)), None)
    if number is None:
        raise DeadEnd(f"no button, only {forms}")
    button = page.locator("#choices [data-form]").nth(number)
    folded = button.locator("xpath=ancestor::details[not(@open)]")
    inside = folded.count()
    if inside:
        folded.locator("> summary").tap()
    button.tap()
    return 1 + inside


def _answer(form: Locator, question: Json, data: Any) -> int:
    value = answer(question, data)
    if value is STOP:
        form.locator("[data-stop]").tap()
        return 1
    values = question.get("values", ())
    if not _written(question):
        folded = form.locator("details:not([open]):has([data-value]) > summary")
        opened = folded.count()
        if opened:
            folded.tap()
        _one(form, value, values)
        return 1 + opened
    taps = _write(form, question, value)
    form.locator("[data-next]").tap()
    return taps + 1


def _written(question: Json) -> bool:
    return question["kind"] in {"text", "number", "tally", "table", "parts"} and not (
        0 < len(question.get("values", ())) <= 12
    )


def _write(form: Locator, question: Json, value: Any) -> int:
    """Fill in a field, count goods, or answer the rows of a form; gives the taps."""
    kind: str = question["kind"]
    write: Callable[[Locator, Json, Any], int] = {
        "tally": _tally, "table": _table, "parts": _parts, "text": _text, "number": _text
    }.get(kind, _row)  # fmt: skip
    return write(form, question, value)


def _tally(form: Locator, _question: Json, value: Any) -> int:
    taps = 0
    for key, number in (value or {}).items():
        typed = 1 + len(str(number))  # into the field, and its digits
        if number > typed:
            form.locator(f"[data-count='{key}']").fill(str(number))
        else:
            for _ in range(number):
                form.locator(f"[data-more='{key}']").tap()
        taps += min(number, typed)
    return taps


def _table(form: Locator, question: Json, value: Any) -> int:
    taps = 0
    for row in value:
        for column in question["each"]:
            told = row.get(column["key"])
            if told is not None:
                place = f"[data-of='{row[question['row']]}'][data-each='{column['key']}']"
                form.locator(place).fill(str(told))
                taps += 1
    return taps


def _parts(form: Locator, question: Json, value: Any) -> int:
    taps = 0
    for part in question["parts"]:
        name = part["path"][-1]
        inside = form.locator(f":scope > fieldset[data-part='{name}']")
        if value and name in value and inside.count():
            taps += _write(inside, part, value[name])
        elif inside.count() and _is_choice(part):  # left out of the event: nothing of it
            taps += _row(inside, part, None)
    return taps


def _is_choice(part: Json) -> bool:
    return bool(part.get("values")) and part["kind"] not in {"tally", "table", "parts", "text"}


def _text(form: Locator, _question: Json, value: Any) -> int:
    if value is None:
        return 0
    form.locator("input").fill(str(value))
    return 1


def _row(form: Locator, question: Json, value: Any) -> int:
    if len(question["values"]) > 1:  # the only one is taken
        _one(form, value, question["values"])
    return 1


def _one(form: Locator, value: Any, values: Sequence[Json]) -> None:
    alike = [like(one["value"], value) for one in values]
    if True not in alike:
        raise DeadEnd(f"{value} is none of {[one['value'] for one in values]}")
    form.locator("[data-value]").nth(alike.index(True)).tap()


def _fits(form: Json, wanted: Json) -> bool:
    """Is an event one of this form? Its fixed fields say so."""
    fixed = form["data"].items()
    return form["type"] == wanted["type"] and all(wanted["data"].get(k) == v for k, v in fixed)


def _untold(form: Json, wanted: Json) -> bool:
    """Is everything secret that is asked?"""
    asked = [value for name, value in wanted["data"].items() if name not in form["data"]]
    return None in _leaves(asked) and not any(leaf is not None for leaf in _leaves(asked))


def _leaves(value: Any) -> Iterator[Any]:
    if value and isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one)
    elif value == []:
        yield None
    else:
        yield value


def events_of(log: bytes) -> list[Json]:
    """Return the events of a log."""
    records = map(json.loads, log.splitlines())
    return [{"type": one["type"], "data": one["data"]} for one in records]
