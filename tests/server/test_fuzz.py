"""Whatever is sent, no answer is a fault of ours: every route, with what nobody should send it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import httpx

from ragami.server.routes import API
from tests.scale import often
from tests.server.kit import Club, Phone

WORDS = ("friday", "red", "rolled", "type", "data", "event", "seq", "", "a" * 300, "\u0000", "é",
         "R-RACE-04", "noted", "bet_placed", "referee", "<b>", "1", "corrections", "conduct",
         "\ud83c\udfb2")  # fmt: skip
KEYS = ("type", "data", "event", "seq", "line", "to", "steps", "rule", "player", "offence", "code",
        "seat", "kind", "body", "mark", "size", "root", "key", "time", "signature", "name", "text",
        "locked", "enters", "watches", "undoes", "table", "game", "players", "answer", "reason",
        "points", "level", "options", "role")  # fmt: skip


def anything(rng: Random, deep: int = 0) -> Any:
    """Some JSON, likelier than chance to look like what is wanted."""
    kinds = ["word", "number", "null", "flag"] + ["list", "object"] * (deep < 3)
    match rng.choice(kinds):
        case "word":
            return rng.choice(WORDS)
        case "number":
            return rng.choice([0, 1, -1, 2, 3, 2**53, 2**70, 1.5])
        case "null":
            return None
        case "flag":
            return rng.random() < 0.5
        case "list":
            return [anything(rng, deep + 1) for _ in range(rng.randint(0, 3))]
        case _:
            return {rng.choice(KEYS): anything(rng, deep + 1) for _ in range(rng.randint(0, 4))}


def queries(rng: Random) -> dict[str, str]:
    names = ("at", "after", "limit", "as", "lang", "from", "to", "type", "mine")
    values = ("0", "1", "2", "-1", "x", "99999999999999999999", "red", "referee", "", "²", "true")
    return {rng.choice(names): rng.choice(values) for _ in range(rng.randint(0, 2))}


def ask(phone: Phone, rng: Random, method: str, path: str) -> httpx.Response:
    body = anything(rng)
    text = json.dumps(body).encode() if rng.random() < 0.9 else bytes(rng.randbytes(20))
    headers = {"If-Match": f'"{rng.randint(0, 9)}"'} if rng.random() < 0.8 else {}
    if rng.random() < 0.5:
        headers["Idempotency-Key"] = rng.choice(["a", "b", "x" * 300])
    if method == "GET":
        return phone.get(path, params=queries(rng), headers=headers)
    return phone.post(path, text, method=method, params=queries(rng), headers=headers)


def test_no_answer_is_a_fault_of_ours(club: Club) -> None:
    rng = Random(1409)
    red, referee = club.join("red"), club.referee()
    other = Phone(club.base)
    for route in [one for one in API if "stream" not in one.name and one.name != "whatif"] * often(
        3, 12
    ):
        path = route.path.format(
            table=rng.choice(["friday", "friday", "nosuch", "%F0%9F%8E%B2"]),
            form=rng.choice(["jsonl", "sheet", "page", "svg", "json", "csv"]),
            claim="nothing",
            device="nothing",
            what="seats",
            game=rng.choice(["race", "ragami", "nosuch", "%F0%9F%8E%B2"]),
        )
        phone = rng.choice([red, referee, other])
        answer = ask(phone, rng, route.method, path)
        assert answer.status_code < 500, (route.name, answer.text)
        if answer.status_code >= 400:
            told = answer.json()
            assert answer.headers["content-type"] == "application/problem+json"
            assert told["status"] == answer.status_code
            assert told["detail"] and "{" not in told["title"], told
    other.close()
    assert club.phone().get("/v1/health").json()["ready"]
