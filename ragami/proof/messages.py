"""Texts of findings on seals and proofs. English texts are the message ids."""

from __future__ import annotations

from typing import Final

from ragami import findings, messages
from ragami.errors import N_
from ragami.findings import Code

WITHHELD: Final = N_(
    "{records} of {of} records are withheld: their seals vouch for their places, not for what"
    " they say"
)

CODES: Final = {
    "broken-proof": Code("error", N_("Records that are not those that were sealed")),
    "rolled-back": Code("error", N_("A log that is older than its last seal here")),
    "malformed-note": Code("error", N_("A seal that is no signed checkpoint")),
    "malformed-proof": Code("error", N_("A proof that is cut short, or is none")),
    "foreign-checkpoint": Code("error", N_("A seal of another log")),
    "forked-log": Code("error", N_("Two versions of one log, sealed by one key")),
    "other-origin": Code("notice", N_("A seal that calls the log by a name of its own")),
    "earlier-state": Code("notice", N_("An earlier state of a log that was signed here")),
    "other-continuation": Code("notice", N_("Another continuation of a log that was signed here")),
    "not-signed-by": Code("error", N_("A log that a key has not sealed to its end")),
    "bad-signature": Code("error", N_("A false signature")),
    "foreign-signer": Code("error", N_("A known name with another key")),
    "unknown-signer": Code("warning", N_("Signed by nobody whose key is known")),
    "withheld-record": Code("warning", N_("Records from which words were taken out")),
    "expired-signer": Code("warning", N_("Signed after the last day of the key")),
    "unchecked-signature": Code("warning", N_("A signature that could not be checked here")),
}

TEXTS: Final[dict[str, str]] = {
    "broken-proof changed": N_("this is not the record that was sealed"),
    "broken-proof dropped": N_("the record that was sealed here is gone"),
    "broken-proof inserted": N_("this record was not there when the log was sealed"),
    "broken-proof doubled": N_("this record stands twice in the log"),
    "broken-proof swapped": N_("this record has changed places with record {other}"),
    "broken-proof cut-off": N_("this record is missing and so is all after it: {size} were there"),
    "broken-proof out-of-place": N_(
        "this is not the record that was sealed here; the seal of record {seal} does not fit"
    ),
    "broken-proof between": N_(
        "one of the records {first} to {last} is not as this seal has it; the list of leaves"
        " would name it"
    ),
    "broken-proof size-ahead": N_("this seals {size} records, and so many do not stand before it"),
    "broken-proof first-record": N_(
        "all seals are of a log that begins with another record 1: {origin}"
    ),
    "broken-proof leaves-changed": N_("the list of leaves is not the one that was signed"),
    "broken-proof not-included": N_("the record is not proven to be in the sealed log"),
    "broken-proof not-consistent": N_(
        "the earlier checkpoint is not proven to be the beginning of the later one"
    ),
    "broken-proof other-root": N_(
        "the log is not the one of the proof: its first {size} records have another root"
    ),
    "broken-proof too-short": N_("the log has {there} records, and {size} were sealed"),
    "broken-proof withheld": N_(
        "this record is withheld: what is left of it is not what was sealed, and proves nothing"
    ),
    "forked-log": N_(
        "the key {key} of {signer} has sealed two versions of this log: this one with the head"
        " {head}, and with the head {other_head} the one in {other}"
    ),
    "forked-log seen": N_(
        "the key {key} of {signer} has sealed two versions of this log: this one with the head"
        " {head}, and with the head {other_head} the one that was sealed on this machine"
    ),
    "forked-log list": N_(
        "the key {key} of {signer} has sealed two versions of this log: this one with the head"
        " {head}, and with the head {other_head} the one that the list of leaves is of"
    ),
    "forked-log proof": N_(
        "the key {key} of {signer} has sealed two versions of this log: this one with the head"
        " {head}, and with the head {other_head} the one that the proof is of"
    ),
    "broken-proof second-withheld": N_(
        "this record is withheld, and in a private log it never is: it says what the seals vouch"
        " for"
    ),
    "broken-proof heads-hidden": N_(
        "by its seals this is a private log, in which this record says what they vouch for; it does"
        " not"
    ),
    "other-origin": N_("this seal calls the log {origin}; by its record 1 it is {expected}"),
    "earlier-state game": N_(
        "this is an earlier state of '{other}', which had {seen} records when it was last signed on"
        " this machine; here are {there}"
    ),
    "earlier-state file": N_(
        "this is an earlier state of a log that had {seen} records when it was last signed on this"
        " machine; here are {there}"
    ),
    "other-continuation game": N_(
        "from here on this is another continuation of '{other}' than the one that was signed on"
        " this machine"
    ),
    "other-continuation file": N_(
        "from here on this is another continuation of a log than the one that was signed on this"
        " machine"
    ),
    "not-signed-by withheld": N_(
        "{withheld} of the {records} records are withheld, and what they say nobody has sealed, nor"
        " has {signer} ({key}); --withheld lets that pass"
    ),
    "not-signed-by": N_(
        "this log is not sealed to its end by {signer} ({key}): of its {records} records that key"
        " has sealed {sealed}"
    ),
    "rolled-back": N_(
        "the log ends before this record, but {seen} records were there when it was last sealed"
        " on this machine"
    ),
    "malformed-note": N_("this seal is no signed checkpoint: {reason}"),
    "malformed-proof": N_("this is no proof: {reason}"),
    "foreign-checkpoint": N_("this checkpoint is of another log, {origin}, and not of {expected}"),
    "bad-signature": N_("the signature of {signer} ({key}) is false"),
    "foreign-signer": N_(
        "this is signed in the name of {signer} with a key ({key}) that is not the known one"
    ),
    "unknown-signer": N_(
        "this is signed by an unknown key {key}, which calls itself {signer}; 'ragami key trust'"
        " makes a key known"
    ),
    "expired-signer": N_("{signer} signed with a key ({key}) that counted until {until}"),
    "unchecked-signature": N_(
        "the signature of {signer} ({key}) is not checked, because {module} is not installed"
    ),
    "withheld-record": WITHHELD,
}

REASONS: Final[dict[str, str]] = {
    "control-character": N_("it has a control character"),
    "no-signatures": N_("it has no signatures, or is cut short"),
    "too-many-signatures": N_("it has {found} signatures, more than {limit}"),
    "repeated-signature": N_("a signature stands twice"),
    "extra-line": N_("among the signatures is another line"),
    "short-signature": N_("a signature is too short"),
    "not-base64": N_("a hash or a signature is not whole, or not in base 64"),
    "no-checkpoint": N_("its text is no checkpoint"),
    "another-note": N_("size or root of the record are not those of its note"),
    "not-utf8": N_("it is not UTF-8"),
    "no-leaves": N_("it is another kind of proof, and no list of leaves"),
    "no-proof-file": N_("it begins like none, or is cut short"),
    "cut-short": N_("it has {found} hashes, and {expected} were signed"),
}


findings.register(CODES)
messages.register(TEXTS, REASONS)
