"""A forger at a private game: what it leaves out, opens and withholds."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from ragami.findings import Finding
from ragami.log.codec import encode_record
from ragami.log.record import Committed, Opened
from ragami.log.unredacted import LeftOutValue, join
from ragami.privacy.checking import check_bound
from ragami.privacy.secrets import commitment, secret
from ragami.proof.checking import check_log
from ragami.proof.keys import KnownKey, Ring, trust
from ragami.proof.note import Checkpoint, Note, origin_of
from ragami.proof.proving import (
    check,
    inclusion_of,
)
from ragami.proof.proving import (
    leaves_of as list_of,
)
from ragami.proof.tree import root_of
from ragami.proof.withheld import leaves_of, withheld
from ragami.referee.verdict import verdict
from tests.proof.forging import every_type, forgeries
from tests.proof.kit import ANA, AT, joined, seal_line

EVERY = list(every_type())
PUBLIC = Ring([KnownKey(ANA.public)])


@pytest.fixture(autouse=True)
def public_key() -> None:
    trust(ANA.public.text())


def errors(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity == "error"]


SECRETS = [secret(1, "players[0].name", '"Ana"'), secret(3, "kept", "7"), secret(5, "kept", "8")]


def private(leaves: Any = 2) -> list[bytes]:
    """A log that leaves three things out, and opens one of them."""
    some = iter(range(1, 99))

    def line(type_: str, data: Any) -> bytes:
        return encode_record(next(some), type_, 1, AT, "yellow", data)

    first, second, third = map(commitment, SECRETS)
    body = [
        line("game_opened", {"game": "ragami", "players": [{"name": "yellow"}]}),
        line("committed", Committed((first,), leaves)),
        line("starting_card_kept", {"player": "yellow", "discarded": [], "kept": None}),
        line("committed", Committed((second,))),
        line("starting_card_kept", {"player": "green", "discarded": [], "kept": None}),
        line("committed", Committed((third,))),
        line("revealed", {"player": "yellow", "seq": 3, "card": 7}),
        line("opened", Opened(3, "kept", SECRETS[1].salt, Raw(b"7"))),
        line("noted", {"text": "Zenobia was here"}),
    ]  # fmt: skip
    hashes = leaves_of(body)
    text = Checkpoint(origin_of(hashes[0]), len(hashes), root_of(hashes)).text()
    return [*body, seal_line(body, Note(text, (ANA.sign(text),)))]


def test_the_hashes_of_a_new_private_game_bind_the_head_of_a_withheld_record() -> None:
    for leaves, bound in ((2, True), (msgspec.UNSET, False)):
        lines = private(leaves)
        assert not verdict(joined(lines)).findings
        for at, line in enumerate(lines[:-1]):
            record = json.loads(line)
            honest = [*lines[:at], withheld(line, record | {"by": None}), *lines[at + 1 :]]
            expected = ["withheld-record", *["broken-proof"] * (bound and at == 1)]
            assert [one.code for one in verdict(joined(honest)).findings] == expected
            for name, value in {"type": "dice_named", "v": 2, "at": None, "seq": 77}.items():
                forged = withheld(line, record | {name: value})
                codes = {
                    one.code
                    for one in verdict(joined([*lines[:at], forged, *lines[at + 1 :]])).findings
                }
                assert ("broken-proof" in codes) is bound, (
                    at,
                    name,
                )


def test_records_of_a_private_game_are_proven_by_their_bytes() -> None:
    for leaves in (2, msgspec.UNSET):
        lines = private(leaves)
        log = check_log(lines, PUBLIC)
        for at, line in enumerate(lines[:-1]):
            proof = inclusion_of(log, "x", at + 1, line)
            assert check(proof, PUBLIC) == []
            assert check(list_of(log, "x"), PUBLIC, line) == []
            for forged in forgeries(lines, at, EVERY):
                record = forged.lines[at] if at < len(forged.lines) else b""
                if record != line:
                    assert check(proof, PUBLIC, record), forged.how


def test_no_part_of_an_opening_can_be_another_one() -> None:
    lines = private()
    assert check_bound(lines) == []
    at = 7
    true = json.loads(lines[at])
    other = SECRETS[2]
    changes: dict[str, list[Any]] = {
        "seq": [1, 5, 4, 9, 3.0, "3", None],
        "place": ["players[0].name", "kept[0]", "discarded", "", None],
        "salt": [
            other.salt,
            SECRETS[1].salt.rstrip("="),
            SECRETS[1].salt + "=",
            "",
            "AAAA",
            SECRETS[1].salt.swapcase(),
            None,
        ],
        "value": [8, "7", [7], None, 70, True],
    }
    for name, values in changes.items():
        for value in values:
            data = {**true["data"], name: value}
            line = json.dumps(true | {"data": data}, separators=(",", ":")).encode()
            forged = [*lines[:at], line, *lines[at + 1 :]]
            told = check_bound(forged)
            unread = (value is None and name != "value") or (
                isinstance(value, float | str) and name == "seq"
            )
            assert told or unread, (name, value)
            assert errors(verdict(joined(forged)).findings)  # it is under a seal besides
    shown = lines[6].replace(b'"card":7', b'"card":8')
    for spelled in (shown, shown.replace(b'"revealed"', b'"reve\\u0061led"')):
        (one,) = check_bound([*lines[:6], spelled, *lines[7:]])
        assert (one.facts["problem"], one.seq) == ("other-card", 7)
    opened = lines[7].replace(b'"value":7', b'"value":8')
    for spelled in (opened, opened.replace(b'"opened"', b'"open\\u0065d"')):
        (one,) = check_bound([*lines[:7], spelled])
        assert (one.facts["problem"], one.seq) == ("other-value", 8)


def test_no_part_of_what_a_keeper_joins_can_be_another_one() -> None:
    lines = private()
    left = LeftOutValue("kept", SECRETS[2].salt, Raw(b"8"))
    assert check_bound([*lines[:4], join(5, lines[4], [left]), *lines[5:]]) == []
    assert check_log([*lines[:4], join(5, lines[4], [left]), *lines[5:]], PUBLIC).findings == []
    for problem, seq, lies in (
        ("other-value", 5, [LeftOutValue("kept", SECRETS[2].salt, Raw(b"9"))]),
        ("other-value", 5, [LeftOutValue("kept", SECRETS[1].salt, Raw(b"8"))]),
        ("malformed", 5, [LeftOutValue("kept", "AAAA", Raw(b"8"))]),
        ("uncommitted", 5, [LeftOutValue("player", SECRETS[2].salt, Raw(b'"yellow"'))]),
        ("uncommitted", 5, [left, LeftOutValue("discarded", SECRETS[2].salt, Raw(b"[1]"))]),
        ("other-value", 3, [left]),
        ("uncommitted", 7, [left]),
    ):
        forged = [*lines[: seq - 1], join(seq, lines[seq - 1], lies), *lines[seq:]]
        for spelled in (forged, [one.replace(b'"joined"', b'"join\\u0065d"') for one in forged]):
            assert [(one.facts["problem"], one.seq) for one in check_bound(spelled)] == [
                (problem, seq)
            ]
            assert errors(verdict(joined(spelled)).findings)
