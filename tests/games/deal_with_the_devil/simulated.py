"""What is tried on games of bots: some of them in the suite, 500 in `tests/trials/devil.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from ragami.findings import Finding
from ragami.games.deal_with_the_devil.bot import agreed, play
from ragami.games.deal_with_the_devil.filling import field_of
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, JUDGES
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.view import view
from ragami.games.deal_with_the_devil.visibility import places
from tests.games.deal_with_the_devil import happened
from tests.games.deal_with_the_devil.conserved import Books
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.veil import OF_THE_APP, Keeper, reveals, veiled

Log = list[tuple[str, Any]]
OF_THE_SEED = ("roles", "chests")


def game(seed: int, **options: Any) -> Log:
    """A game in which everything is told, with options that came to the bots' minds but these."""
    chosen = agreed(Random(seed)) | {"ledger": True} | options
    if chosen["distribution"] == "recorded":
        chosen.pop("wishes", None)
    return list(play(4, seed, chosen))


def events(log: Log) -> Iterator[Any]:
    return (msgspec.convert(data, type=EVENTS[type_]) for type_, data in log)


def states(log: Log) -> Iterator[tuple[State, Any]]:
    """After each record the state, which is changed in place, and the event."""
    s = State()
    for seq, event in enumerate(events(log), 1):
        check, apply = JUDGES[type(event)]
        wrong = check(s, event)
        assert wrong == [], (seq, event)
        apply(s, event, seq)
        yield s, event


def check_conserved(seed: int) -> Counter[str]:
    """Nothing is lost or made after any event; gives what has happened."""
    seen: Counter[str] = Counter()
    books = Books()
    for s, event in states(game(seed)):
        books.look(s, event)
        seen["events"] += 1
        seen.update(happened.within(s, event))
    seen.update(happened.at_the_end(s))
    return seen


def check_undone(seed: int) -> None:
    """Law 9: an undo restores what was there, and the same records again lead to the same end."""
    log = game(seed)
    to = Random(seed).randint(1, len(log) - 1)
    was, end = (view(s, n) for n, (s, _) in enumerate(states(log), 1) if n in (to, len(log)))
    undone = ("undone", {"to": to, "reason": None})
    back, again = replayed([*log, undone]), replayed([*log, undone, *log[to:]])
    assert error_of(back) is error_of(again) is None
    assert view(back.state, to) == was
    assert view(again.state, len(log)) == end


def completed(log: Log, seed: int) -> tuple[Log, Log]:
    """A walled log as the app or an observer keeps it, and what is told of it after the end.

    An observer is told roles and chests by the seed; where there is none the app keeps the log.
    """
    keeper: Keeper = "observer" if log[0][1]["options"]["distribution"] == "seed" else "app"
    told = [one for one in reveals(log, keeper) if not one[1]["place"].startswith(OF_THE_SEED)]
    Random(seed).shuffle(told)
    return veiled(log, keeper), told


def check_filled(seed: int) -> None:
    """Law 8: what is not known is null and never wrong; filled, a log is the open one again."""
    full = game(seed, hands="walled")
    hidden, told = completed(full, seed)
    for (all_, _), (known, _) in zip(states(full), states(hidden), strict=True):
        no_other(view(all_, 0), view(known, 0))
    level = replayed([*hidden, *told])
    assert error_of(level) is None
    assert [event for _seq, event in level.standing()] == list(events(full))
    *_, (opened, _) = states(game(seed, hands="open_hands"))
    assert level.final == final(opened)


def no_other(full: Any, known: Any, where: str = "") -> None:
    """Every value that is shown is the full log's, or null."""
    if known is None:
        return
    if isinstance(full, dict):
        assert set(full) == set(known), where
        for key, value in full.items():
            no_other(value, known[key], f"{where}.{key}")
    elif where.rsplit(".", 1)[-1] in ("hand", "events"):
        assert len(full) == len(known), where
        assert not Counter(x for x in known if x) - Counter(full), where
    elif isinstance(full, list):
        assert len(full) == len(known), where
        for i, value in enumerate(full):
            no_other(value, known[i], f"{where}[{i}]")
    else:
        assert full == known, where


# --- a breach behind a wall ------------------------------------------------------------------


def broken(seed: int) -> Log:
    """A game with another value in one secret place, taken from the same place of another record.

    Most are illegal there or later on; an app that knows roles and chests only records all of it.
    """
    rng, log = Random(seed), game(seed, hands="walled")
    pool: dict[str, list[Any]] = {}
    spots: list[tuple[int, str, str]] = []
    for i, (type_, data) in enumerate(log):
        for place, value in places(msgspec.convert(data, type=EVENTS[type_])):
            if field_of(place) in OF_THE_APP:
                continue
            key = f"{type_} {field_of(place)}"
            pool.setdefault(key, []).append(msgspec.to_builtins(value))
            spots.append((i, place, key))
    i, path, key = rng.choice(spots)
    type_, data = log[i]
    log[i] = (type_, _put(data, path, rng.choice(pool[key])))
    return log


def _put(data: Any, path: str, value: Any) -> Any:
    changed: Any = msgspec.json.decode(msgspec.json.encode(data))
    field, _, key = path.replace("[", ".").rstrip("]").partition(".")
    if not key:
        changed[field] = value
    elif isinstance(changed[field], list):
        changed[field][int(key)] = value
    else:
        changed[field][key] = value
    return changed


def check_breach(seed: int, *, when: bool = False) -> str | None:
    """An early breach stands at its own record once the log is completed; gives its rule.

    With `when` also that `known_by` is the first record that showed it (R-D-KNOW-03).
    """
    log = broken(seed)
    expected = error_of(replayed(log))
    told = reveals(log, "app")
    Random(seed).shuffle(told)
    whole = [*veiled(log, "app"), *told]
    found = error_of(replayed(whole))
    assert _said(found) == _said(expected), (seed, found, expected)
    if found is None:
        return None
    if when and (known := found.facts.get("known_by")):
        before, then = (error_of(replayed(whole[:n])) for n in (known - 1, known))
        assert _said(then) == _said(found), (seed, then)
        assert _said(before) != _said(found), (seed, before)
    return found.rule


def _said(finding: Finding | None) -> Any:
    return finding and (finding.seq, finding.rule, finding.ruling)
