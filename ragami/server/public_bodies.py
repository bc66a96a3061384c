"""Bodies of public answers: the games, health, tree heads and their proofs, as `bodies`.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ragami.server.bodies import Body, Seq, Short


class SpokenAnswer(Struct):
    """The sentences that answer a question; none where it is no question or nothing is known."""

    says: list[str]


class Seen(Struct):
    """The newest head that a key has signed, and when (seconds since 1970).

    A `known` one is of a device at the table: `name` has its seats, with `+` between them, or
    `keeper` or `referee`. Else `name` is what the key calls itself.
    """

    name: str
    known: bool
    size: int
    key: str
    time: int


class Head(Struct):
    """The tree over the records as everybody may have them; `note` is the newest seal in it."""

    origin: str
    size: int
    root: str
    note: str | None
    text: str
    witnesses: list[Seen]


class ConsistencyReply(Struct):
    """The proof of RFC 9162 that the tree of `old` records grew into that of `size`."""

    old: int
    size: int
    root: str
    path: list[str]


class Cosignature(Body):
    """A cosignature (C2SP, kind 4) of a device on the checkpoint of `size` records.

    `key` are the 32 bytes of the public key, `signature` the 64 bytes over
    `cosignature/v1\\ntime TIME\\n` and the text of the head, both in base 64. The `name` counts
    only for who has no place at the table: of the others the server knows who they are.
    """

    size: Seq
    root: Short
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    key: Short
    time: Annotated[int, Meta(ge=0, le=2**53)]
    signature: Annotated[str, Meta(max_length=100)]


class Witness(Struct, frozen=True, order=True):
    """A witness of a head: `name` and `known` as in `Seen`."""

    name: str
    known: bool
    size: int
    key: str


class Health(Struct):
    """`live`: the process answers; `ready`: the database does."""

    live: bool
    ready: bool
    version: str


class SettingEntry(Struct):
    """A setting: one of `values`, or without them a written text.

    `label` and `labels` say it and its values in words, in the language that was asked for.
    `usual` counts where nothing is said, null where something has to be said. `free`: another
    number or text than those may be written.
    """

    name: str
    values: list[bool | int | str]
    usual: bool | int | str | None
    meaning: list[str]
    label: str
    labels: list[str]
    free: Literal["number", "text"] | None = None


class GameDescription(Struct):
    """A game, what it is like, and what is said to open it.

    One that `gathers` opens without players. `hidden`: players do not see everything; `chance`:
    dice or cards decide something; `simultaneous`: several decide at once. `named`: seats are
    called by who sits there; `keeps`: the points of any game are kept, and its setting `plays`
    says of which.
    """

    name: str
    title: str
    seats: dict[str, str]
    least: int
    most: int
    hidden: bool
    chance: bool
    simultaneous: bool
    settings: list[SettingEntry]
    gathers: bool
    named: bool = False
    keeps: bool = False


class Games(Struct):
    """The games that can be opened here: seats, the least of them, and what is agreed on."""

    games: list[GameDescription]
