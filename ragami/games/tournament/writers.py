"""Events of a tournament as lines of its score sheet: what follows the verb."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import to_builtins

from ragami.games.tournament.keywords import (
    BY,
    BYE,
    CLUB,
    COST,
    HAND,
    PLACES,
    POINTS,
    SEATS,
    SEED,
    SOURCES,
    SWISS,
)
from ragami.games.tournament.options import Options
from ragami.language import Language
from ragami.notation.line import bare_or_quoted, line_of_text, quoted, text_in

Data = dict[str, Any]


def why(d: Data) -> list[str]:
    """`-- sisters @ Eva`, as far as there is any of it."""
    reason, authority = d.get("reason"), d.get("authority")
    said = [] if reason is None else ["--", line_of_text(reason)]
    return said if authority is None else [*said, "@", line_of_text(authority)]


def _tables(d: Data, language: Language) -> list[str]:
    groups = [[str(one["table"]), *one["seats"]] for one in d["tables"]]
    if d["byes"]:
        groups.append([BYE.say(language), *d["byes"]])
    told = " / ".join(" ".join(group) for group in groups)
    return [told, "-", COST.say(language), str(d["cost"])]


def _scores(d: Data, language: Language) -> list[str]:
    source = next(word for word, meaning in SOURCES.items() if meaning == d["from"])
    told = (
        f"{one['entrant']} {one['place']} {'-' if one['score'] is None else one['score']}"
        for one in d["results"]
    )
    return [f"{d['round']}.{d['table']}", source.say(language), ", ".join(told)]


def _seat(seat: str) -> str:
    return bare_or_quoted(seat) if text_in(seat) == seat else f"={quoted(seat)}"


def _entry(d: Data, language: Language) -> list[str]:
    club = [] if d["club"] is None else [CLUB.say(language), line_of_text(d["club"])]
    return [d["entrant"], quoted(d["name"]), *club]


def _paired(d: Data, language: Language) -> list[str]:
    by = SWISS if d["pairer"] else HAND
    seed = d["seed"] if d["seed"].isalnum() else quoted(d["seed"])
    head = [str(d["round"]), SEED.say(language), seed, BY.say(language), by.say(language)]
    return head + _tables(d, language)


def _linked(d: Data, _language: Language) -> list[str]:
    players = (f"{_seat(seat)}={who}" for seat, who in d["players"].items())
    log, at = bare_or_quoted(d["log"]), f"{d['round']}.{d['table']}"
    return [at, log, d["origin"], str(d["size"]), d["root"], *players]


def _said(d: Data, language: Language) -> list[str]:
    told = []
    for word, key in ((POINTS, "points12"), (PLACES, "places")):
        if key in d:
            entries = (f"{who}:{'-' if n is None else n}" for who, n in d[key].items())
            told += [word.say(language), *entries]
    return told


def round_and_entrant(d: Data, _language: Language) -> list[str]:
    """What most events are about."""
    return [str(d[name]) for name in ("round", "entrant") if d.get(name) is not None]


# What follows the verb.
WRITERS: Final[dict[str, Callable[[Data, Language], list[str]]]] = {
    "entered": _entry,
    "entered_late": _entry,
    "round_paired": _paired,
    "pairing_overridden": lambda d, language: [f"{d['round']}:", *_tables(d, language)],
    "table_linked": _linked,
    "result_recorded": _scores,
    "result_corrected": _scores,
    "final_cut": lambda d, language: [*d["entrants"], SEATS.say(language), *d["seats"]],
    "asserted": _said,
}


def options_written(options: Options) -> Iterator[str]:
    """What is not the default, as the head `options:` has it."""
    for name, value in to_builtins(options).items():
        told = json.dumps(value, separators=(",", ":"))
        yield f"{name}={value if isinstance(value, str) else told}"
