"""Signers of a note: the names that known keys vouch for, and findings against the others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from ragami.errors import N_, RagamiError
from ragami.findings import Finding, finding_at
from ragami.language import Translate
from ragami.messages import plain
from ragami.proof.keys import Ring
from ragami.proof.note import Note, Signature

UNKNOWN: Final = N_("unknown key {key}, which calls itself {name}")
LONGEST_NAME: Final = 80
_LAST_TIME: Final = 253402300799  # the year 9999; a cosignature may say more


class Signer(Struct, frozen=True, order=True):
    """A signer, by the name in the signature and the id of the key in hex.

    The name is somebody's only where a `known` key has made a signature that counts.
    """

    name: str
    key: str
    known: bool


def signers(note: Note, ring: Ring, when: datetime | None = None) -> tuple[Signer, ...]:
    """Return the signers of a note, each once: first those whose known key vouches for the name."""
    good, _wrong = judge_signatures(note, ring, when)
    by_key = {}
    for signature in note.signatures:
        match = ring.of(signature) if signature in good else None
        key = (match.key.id() if match else signature.key_id).hex()
        by_key[signature.name, key] = Signer(signature.name, key, match is not None)
    return tuple(sorted(by_key.values(), key=lambda signature: not signature.known))


def apart(signed: Iterable[Signer]) -> tuple[list[str], list[Signer]]:
    """Return the names of the known keys, and the signers with other keys, as programs get them."""
    signed = list(signed)
    names = dict.fromkeys(entry.name for entry in signed if entry.known)
    return list(names), [entry for entry in signed if not entry.known]


def say_signers(names: Iterable[str], unknown: Iterable[Signer], translate: Translate) -> str:
    """Name the signers; of a key that nobody here knows only what it calls itself."""
    texts = [plain(name, LONGEST_NAME) for name in names]
    for entry in unknown:
        name = plain(entry.name, LONGEST_NAME)
        texts.append(translate(UNKNOWN).format(key=entry.key, name=name))
    return ", ".join(texts) or "–"


def judge_signatures(
    note: Note, ring: Ring, when: datetime | None = None, seq: int | None = None
) -> tuple[list[Signature], list[Finding]]:
    """Return the good signatures, and findings: false ones always, doubtful ones if none is good.

    Signatures of keys that are not known count for nothing, as the standard wants it. A plain
    signature says no time; it was made at `when`, or else today.
    """
    doubts = [_doubt(note.text, signature, ring, when, seq) for signature in note.signatures]
    good = [
        signature for signature, doubt in zip(note.signatures, doubts, strict=True) if doubt is None
    ]
    findings = [
        signature
        for signature in doubts
        if signature and (signature.code == "bad-signature" or not good)
    ]
    return good, findings


def _doubt(
    text: str, signature: Signature, ring: Ring, when: datetime | None, seq: int | None
) -> Finding | None:
    """Return the finding against a signature that does not count; None for a good one."""
    match = ring.of(signature)
    facts = {"signer": signature.name, "key": signature.key_id.hex()}
    if match is None:
        code = "foreign-signer" if ring.named(signature.name) else "unknown-signer"
        return finding_at(code, seq, **facts)
    try:
        if not match.key.signed(text, signature):
            return finding_at("bad-signature", seq, **facts)
    except RagamiError as trouble:  # what checks signatures is an extra
        return finding_at("unchecked-signature", seq, **facts, module=trouble.facts["module"])
    if signature.time is not None:
        when = datetime.fromtimestamp(min(signature.time, _LAST_TIME), UTC)
    if match.expired(when):
        return finding_at("expired-signer", seq, **facts, until=str(match.until))
    return None
