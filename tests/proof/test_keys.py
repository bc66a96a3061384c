"""Keys on this machine: made once, read by nobody else, and refused where that is not so."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.proof import keys as ring
from ragami.proof.folder import own_names
from ragami.proof.note import TIMED
from tests.cli.conftest import Ragami
from tests.proof.kit import ANA, BEA


def code_of(call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(RagamiError) as stopped:
        call(*arguments)
    return stopped.value.code


def test_a_new_key_is_its_owners_alone_and_known_at_once(keys: Path) -> None:
    made = ring.make("ana")
    assert (keys / "ana.key").stat().st_mode & 0o777 == 0o600
    assert keys.stat().st_mode & 0o777 == 0o700
    assert ring.signer() == made
    assert [one.key for one in ring.known_ring()] == [made.public]
    assert code_of(ring.make, "ana") == "key-exists"
    assert ring.signer() == made


def test_a_key_that_cannot_be_made_known_is_none(keys: Path) -> None:
    (keys / ring.KNOWN).mkdir(parents=True)
    with pytest.raises(OSError, match=ring.KNOWN):
        ring.make("ana")
    assert own_names() == []


def test_of_several_keys_one_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_of(ring.signer) == "no-keys"
    ana, bea = ring.make("ana"), ring.make("bea")
    assert code_of(ring.signer) == "which-key"
    assert ring.signer("bea") == bea
    monkeypatch.setenv("RAGAMI_SIGNER", "ana")
    assert ring.signer() == ana
    assert code_of(ring.signer, "carl") == "no-key"


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a/b", "..", "-x", "x" * 41, "a\u00a0b", "\n"])
def test_a_name_that_no_key_can_have_is_refused(name: str) -> None:
    assert code_of(ring.make, name) == "bad-key-name"
    assert own_names() == []


UNSEEN = [
    "ana\u200b",
    "\u202eana",
    "ana\u007f",
    "ana\u009b",
    "ana\u2066",
    "a\ufe0fna",
    "ana\u3164",
    "\u2800ana",
    "ana\u00ad",
    "ana\ue000",
    "\u0301ana",
    "ana\u0301",
    "\ufb01na\ufeff",
    "ana\ufffc",
    "a\ufffdna",
    "ana\U0001d159",
    "ana\U00013441",
    "ana\U00016fe4",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_is_seen_whole_and_spelled_in_one_way(ragami: Ragami, name: str) -> None:
    assert code_of(ring.make, name) == "bad-key-name"
    verifier = BEA._replace(name=name).public.text()
    assert code_of(ring.trust, verifier) == "bad-key-name"
    assert ragami("key", "trust", verifier).code == 2
    assert [*ring.known_ring()] == []


@pytest.mark.parametrize("name", ["José", "Ñandú", "Анна", "张三", "o'neill", "मीरा", "x" * 40])
def test_names_of_every_script_are_names(name: str) -> None:
    assert ring.trust(BEA._replace(name=name).public.text()).key.name == name


ALIKE = [
    "an\u0430",
    "\u0430na",
    "Ana",
    "\u03b1na",
    "\u1d43na",
    "\u00e1na",
    "\U0001d41ana",
    "\uff41na",
    "carI",
    "car1",
    "rna1",
    "0lga",
    "\u09e6lga",
    "O\u05c0ga",
    "\u03f2arl",
    "ca\u017fl",
]


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_can_be_taken_for_a_known_one_is_asked_about(
    ragami: Ragami, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring.make("ana")
    ring.make("carl")
    for other in ("mal", "olga", "cafl"):
        ring.trust(BEA._replace(name=other).public.text())
    verifier = BEA._replace(name=name).public.text()
    for command in (("new", name), ("trust", verifier)):
        said = ragami("key", *command)
        assert said.code == 4
        assert "can be taken for" in said.err
        assert len([*ring.known_ring()]) == 5
    monkeypatch.setattr("ragami_cli.output.is_terminal", lambda _stream: True)
    assert ragami("key", "trust", verifier, stdin="\n").code == 130
    assert len([*ring.known_ring()]) == 5
    assert ragami("key", "trust", verifier, stdin="yes\n").code == 0
    assert len([*ring.known_ring()]) == 6
    assert ragami("key", "trust", verifier, "--until", "2030-01-01", "--yes").code == 0


def test_other_names_and_new_keys_of_a_name_are_not_asked_about(ragami: Ragami) -> None:
    ring.make("ana")
    for name in ("bea", "anna", "an", "ana2", "ana"):
        assert ragami("key", "trust", BEA._replace(name=name).public.text()).code == 0
    assert ragami("key", "trust", "anaa").code == 2


def test_a_key_that_others_can_read_signs_nothing(keys: Path) -> None:
    ring.make("ana")
    (keys / "ana.key").chmod(0o640)
    assert code_of(ring.signer) == "key-open-to-others"


@pytest.mark.parametrize(
    "content", [b"", b"garbage\n", b"\xff\n", ANA.text().encode()[:-3], BEA.text().encode()]
)
def test_a_file_that_holds_another_key_or_none_signs_nothing(keys: Path, content: bytes) -> None:
    ring.make("ana")
    (keys / "ana.key").write_bytes(content)
    assert code_of(ring.signer) == "bad-key-file"


def test_somebody_elses_key_counts_until_its_last_day() -> None:
    ring.trust(ANA.public.text())
    ring.trust(BEA.public.text(TIMED), date(2026, 12, 31))
    assert [(one.key.name, one.until) for one in ring.known_ring()] == [
        ("ana", None),
        ("bea", date(2026, 12, 31)),
    ]
    ring.trust(ANA.public.text(), date(2027, 1, 1))
    assert {one.key.name: one.until for one in ring.known_ring()}["ana"] == date(2027, 1, 1)
    assert code_of(ring.trust, "ana+00000000+AAAA") == "bad-verifier-key"


@pytest.mark.parametrize("line", ["nonsense", "a b c d", f"{ANA.public.text()} until tomorrow"])
def test_a_list_of_known_keys_with_a_wrong_line_is_not_guessed_at(keys: Path, line: str) -> None:
    ring.trust(BEA.public.text())
    with (keys / "known").open("a") as file:
        file.write(f"# a remark\n\n{line}\n")
    with pytest.raises(RagamiError) as stopped:
        ring.known_ring()
    assert (stopped.value.code, stopped.value.facts["line"]) == ("bad-known-key", 4)
