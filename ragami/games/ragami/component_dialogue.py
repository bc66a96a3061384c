"""Components entered from the real box, by questions and answers.

A dialogue is a generator: it yields questions, is sent answers, and returns the component as its
file has it. So an answer is taken back by asking again without it, and one that was interrupted
goes on from the answers that were kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final

from ragami.decoded import Data
from ragami.errors import N_
from ragami.game.capabilities import Dialogue, Prompt
from ragami.game.components.entry import Unreadable, ask, truth
from ragami.games.ragami.components import CARDS, FACES, KINDS, SQUARES, connected
from ragami.language import Language, Translate, translator

NOBODY_KNOWS: Final = "?"
TWO: Final = 2  # squares that two blocks share along the street between them


def dialogue(kind: str, name: str, language: Language) -> Dialogue:
    """Ask for a `board`, a `deck` or `dice` that is to be called `name`."""
    _ = translator(language)
    content = yield from {"board": _board, "deck": _deck, "dice": _dice}[kind](_)
    words = [_("Look at every line once more, beside the printed one."), *_read_back(content, _)]
    words.append(
        _("'no' writes it too, as one that nobody has compared; it can be put right there.")
    )
    question = _("Is all of it as printed (yes or no)?")
    verified = yield from ask(_yes_or_no(_), words, question, "no")
    return {"name": name, "verified": verified, **content}


# --- answers -----------------------------------------------------------------------------------

Read = Callable[[str], Any]


def _numbers(_: Translate, allowed: Iterable[int]) -> Callable[[str], list[int]]:
    allowed = set(allowed)

    def read(answer: str) -> list[int]:
        words = re.findall(r"[^\s,;]+", answer)
        for word in words:
            if not re.fullmatch(r"-?\d{1,3}", word) or abs(int(word)) not in allowed:
                raise Unreadable(
                    _("'{word}' does not belong here: numbers from {least} to {most}.").format(
                        word=word, least=min(allowed), most=max(allowed)
                    )
                )
        return [int(word) for word in words]

    return read


def _yes_or_no(_: Translate) -> Read:
    def read(answer: str) -> bool:
        if (yes := truth(answer)) is None:
            raise Unreadable(_("Say yes or no."))
        return yes

    return read


def _read_back(content: Data, _: Translate) -> list[str]:
    """Return the component as entered, a line for each part, titled as in the questions."""
    lines = []
    for part, value in content.items():
        called = _(CALLED[part])
        if isinstance(value, dict):
            lines += [f"{called} {key}: {_listed(inside)}" for key, inside in value.items()]
        else:
            lines.append(f"{called}: {_listed(value)}")
    return lines


CALLED: Final = {
    "street": N_("Streets of square"),
    "block_squares": N_("Squares of block"),
    "block_blocks": N_("Blocks across from"),
    "copies": N_("Copies of kind"),
    "red_triangle": N_("Red triangle"),
    "white_cube": N_("White cube"),
    "action": N_("Action die"),
    "power": N_("Power die"),
}


def _listed(value: object) -> str:
    if value is None:
        return NOBODY_KNOWS
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


# --- the board ---------------------------------------------------------------------------------


def _board(_: Translate) -> Dialogue:
    street = yield from _street(_)
    blocks = yield from _blocks(street, _)
    across = yield from _across(blocks, _)
    return {
        "street": {str(square): sorted(near) for square, near in street.items()},
        "block_squares": blocks,
        "block_blocks": across,
    }


def _street(_: Translate) -> Generator[Prompt, str, dict[int, set[int]]]:
    """Ask for each square's neighbours along the streets; a street counts for both its ends."""
    street: dict[int, set[int]] = {square: set() for square in SQUARES}
    words = [
        _(
            "For each square, the squares that a street leads to: their numbers, with spaces"
            " between. Those that you have named already are shown. A number with a minus takes"
            " one back."
        )
    ]
    for square in SQUARES:
        words = yield from _neighbours(square, street, words, _)
    while apart := sorted(set(SQUARES) - connected(street)):
        words = [
            _("No street leads from square 1 to {apart}.").format(apart=_listed(apart)),
            _("Which square has a street that is missing here?"),
        ]
        read = _numbers(_, SQUARES)
        [square, *_more] = (yield from ask(read, words, _("Square"), str(apart[0]))) or apart
        yield from _neighbours(abs(square), street, [], _)
    return street


def _neighbours(
    square: int, street: dict[int, set[int]], words: list[str], _: Translate
) -> Generator[Prompt, str, list[str]]:
    """Ask for the neighbours of one square, until it has one; return the words to say next."""
    while True:
        entered = _listed(sorted(street[square])) or "–"
        prompt = _("Square {square} (so far: {known})").format(square=square, known=entered)
        numbers = yield from ask(_numbers(_, SQUARES), words, prompt, "")
        for neighbour in numbers:
            if neighbour < 0:
                street[square].discard(-neighbour)
                street[-neighbour].discard(square)
            elif neighbour != square:
                street[square].add(neighbour)
                street[neighbour].add(square)
        if street[square]:
            return []
        words = [_("A square without a street cannot be reached.")]


def _blocks(
    street: dict[int, set[int]], _: Translate
) -> Generator[Prompt, str, dict[str, list[int]]]:
    """Ask for the blocks, each with the squares round it, until every square lies at one."""
    blocks: dict[str, list[int]] = {}
    words = [
        _(
            "For each block, the squares round it. It is called Q1, Q2 …; put another name and a"
            " colon before them if you like. An empty line ends the list."
        )
    ]
    again = False
    while True:
        usual_name = f"Q{len(blocks) + 1}"
        answer = yield Prompt(words, _("Block {name}").format(name=usual_name), "", again)
        words, again = [], False
        if not answer.strip():
            missing = sorted(set(SQUARES) - {square for near in blocks.values() for square in near})
            if not missing:
                return blocks
            words = [_("No block lies at {squares} yet.").format(squares=_listed(missing))]
            continue
        name, colon, squares = answer.rpartition(":")
        name = name.strip() if colon else usual_name
        try:
            near = sorted(set(map(abs, _numbers(_, SQUARES)(squares))))
        except Unreadable as wrong:
            words, again = [str(wrong)], True
            continue
        if name and near:
            blocks[name] = near
            words = _odd(name, near, street, _)


def _odd(name: str, near: list[int], street: dict[int, set[int]], _: Translate) -> list[str]:
    """Return a warning if a street joins some squares round a block to none of the others."""
    joined = connected({square: street[square] & set(near) for square in near}, near[0])
    apart = [square for square in near if square not in joined]
    if not apart:
        return []
    return [
        _("Look again: no street joins {apart} to the other squares round {name}.").format(
            apart=_listed(apart), name=name
        )
    ]


def _across(
    blocks: dict[str, list[int]], _: Translate
) -> Generator[Prompt, str, dict[str, list[str]]]:
    """Ask which blocks face each other across a street: proposed where they share two squares."""
    pairs = {
        (a, b)
        for a in blocks
        for b in blocks
        if a < b and len(set(blocks[a]) & set(blocks[b])) >= TWO
    }
    words = [
        _(
            "These blocks face each other across a street, as they share two squares. If that is"
            " so, go on with an empty line; else name a pair that is missing, as A-B, or one that"
            " is wrong, as -A-B."
        )
    ]
    while True:
        listed = ", ".join(f"{a}-{b}" for a, b in sorted(pairs)) or "–"
        answer = (yield Prompt([*words, listed], _("Pairs"), "")).strip()
        if not answer:
            return {
                block: sorted({*_others(pairs, block)}, key=list(blocks).index) for block in blocks
            }
        words = _change(pairs, answer, set(blocks), _)


def _others(pairs: set[tuple[str, str]], block: str) -> Iterable[str]:
    return (b if a == block else a for a, b in pairs if block in (a, b))


def _change(pairs: set[tuple[str, str]], answer: str, blocks: set[str], _: Translate) -> list[str]:
    """Add or remove pairs of blocks. Return the words that could not be read, as sentences."""
    problems = []
    for word in re.findall(r"[^\s,;]+", answer):
        ends = {
            (a, b)
            for a in blocks
            for b in blocks
            if a < b and word.strip("-") in (f"{a}-{b}", f"{b}-{a}")
        }
        if not ends:
            problems.append(_("There are no two blocks '{word}'.").format(word=word))
        elif word.startswith("-"):
            pairs -= ends
        else:
            pairs |= ends
    return problems


# --- the deck and the dice -----------------------------------------------------------------------


def _deck(_: Translate) -> Dialogue:
    words = [
        _("How many cards are there of each kind? All of them together are {cards}.").format(
            cards=CARDS
        ),
        _("'?' if nobody has counted."),
    ]
    read = _copies(_)
    copies = yield from ask(read, words, _("Copies of the kinds 1 to 15"), NOBODY_KNOWS)
    words = [_("The kinds of card that have this icon, with spaces between.")]
    kinds = _numbers(_, KINDS)
    red = yield from ask(kinds, words, _("Red triangle"), "13 14 15")
    words = [_("The kinds of card that have this icon, with spaces between; '?' if unknown.")]
    cube = yield from ask(
        lambda answer: None if answer == NOBODY_KNOWS else sorted(set(map(abs, kinds(answer)))),
        words,
        _("White cube"),
        NOBODY_KNOWS,
    )
    return {"copies": copies, "red_triangle": sorted(set(map(abs, red))), "white_cube": cube}


def _copies(_: Translate) -> Read:
    numbers = _numbers(_, range(CARDS + 1))

    def read(answer: str) -> dict[str, int] | None:
        if answer == NOBODY_KNOWS:
            return None
        copies = list(map(abs, numbers(answer)))
        if len(copies) != len(KINDS) or sum(copies) != CARDS:
            raise Unreadable(
                _(
                    "{given} numbers, {sum} cards: there are {kinds} kinds, and {cards} cards."
                ).format(given=len(copies), sum=sum(copies), kinds=len(KINDS), cards=CARDS)
            )
        return {str(kind): n for kind, n in zip(KINDS, copies, strict=True)}

    return read


def _dice(_: Translate) -> Dialogue:
    words = [_("The six faces of a die, with spaces between.")]
    action = yield from ask(_faces(_, 1), words, _("Action die"), "1 1 2 3 4 5")
    power = yield from ask(_faces(_, 0), [], _("Power die"), "0 0 1 1 2 2")
    return {"action": action, "power": power}


def _faces(_: Translate, least: int) -> Read:
    numbers = _numbers(_, range(least, 100))

    def read(answer: str) -> list[int]:
        faces = list(map(abs, numbers(answer)))
        if len(faces) != FACES:
            raise Unreadable(_("A die has six faces; these are {n}.").format(n=len(faces)))
        if least and max(faces) == 1:
            raise Unreadable(_("A 1 is rolled again until it is none, which would never end."))
        return faces

    return read
