"""A board, a deck or dice in a file of their own: all that is wrong with them, and what to do.

What stands inside a log is judged with record 1; here somebody makes a component, and wants to
hear everything at once, with the place of each thing. Those of a real box are entered by questions
and answers (`dialogue`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ragami.decoded import Data
from ragami.findings import LOG_RULE, Finding
from ragami.game.capabilities import Dialogue, Prompt
from ragami.game.components.entry import Unreadable, ask, yes_or_no
from ragami.game.components.inspection import Files
from ragami.games.ragami.components import (
    CARDS,
    FACES,
    FILES,
    KINDS,
    SQUARES,
    BoardFile,
    DeckFile,
    DiceFile,
    connected,
    faults,
)
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.rules.board import Board
from ragami.games.ragami.shipped import SHIPPED
from ragami.games.ragami.speech import speech
from ragami.games.ragami.words import WORDS
from ragami.language import Language, capital
from ragami.messages import place, plain, problem

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game.capabilities import Dialogue


def say(finding: Finding, language: Language) -> str:
    """Return a finding of an inspection in words, with what to do about it."""
    if finding.code not in ("malformed-component", "unfit-component", "unfit-layout"):
        text = WORDS.say(finding, language).removeprefix(f"{place(finding, language)}: ")
        return capital(text)
    remedy = speech(language).tables["mend"].get(finding.facts["problem"], "")
    text = _said(finding, language)
    return f"{capital(text)}. {remedy}".rstrip()


def _said(finding: Finding, language: Language) -> str:
    """Return the defect as text, without the full stop."""
    facts, words = finding.facts, speech(language)
    templates = words.tables["problem"] | words.tables["file"]
    if facts["problem"] in templates:
        texts = {name: words.value(value) for name, value in facts.items()}
        return templates[facts["problem"]].format_map(texts)
    return problem(facts, language) or plain(str(facts))


def _of_a_board(file: BoardFile) -> Iterator[Finding]:
    unlike = Board(file).unlike_printed
    if unlike:
        yield Finding("unlike-printed-board", rule="R-BOARD-04", ruling="A-MOVE-01", facts=unlike)
    plan = Plan.from_board(msgspec.to_builtins(file))
    if plan.layout is not None and not plan.brings_places:
        yield Finding("unfit-layout", facts={"problem": "unfit-layout"})


class Components(Files):
    """Boards, decks and dice. See `ragami.game.capabilities.Components`."""

    package = "ragami.games.ragami"
    shipped: Mapping[str, tuple[str, ...]] = SHIPPED
    structs = FILES
    rule = LOG_RULE
    ruling = "A-LOG-07"
    say = staticmethod(say)
    faults = staticmethod(faults)

    def remarks(self, component: BoardFile | DeckFile | DiceFile) -> Iterator[Finding]:
        if isinstance(component, BoardFile):
            yield from _of_a_board(component)
        yield from super().remarks(component)

    def picture(self, component: object, page: Page) -> str | None:
        """Draw a board in characters; None for other components."""
        from ragami.games.ragami.picture.chart import bare  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        return bare(Plan.from_board(msgspec.to_builtins(component)), page)

    def svg(self, component: object, language: Language) -> str | None:
        from ragami.games.ragami.picture.board import bare  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        plan = Plan.from_board(msgspec.to_builtins(component))
        return bare(plan, component.name, language=language)

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        return dialogue(kind, name, language)


COMPONENTS: Final = Components()

# --- entering those of a box ---------------------------------------------------------------


NOBODY_KNOWS: Final = "?"
TWO: Final = 2  # squares that two blocks share along the street between them


def dialogue(kind: str, name: str, language: Language) -> Dialogue:
    """Ask for a `board`, a `deck` or `dice` that is to be called `name`.

    A dialogue yields questions, is sent answers, and returns the component as its file has it. So
    an answer is taken back by asking again without it, and one that was interrupted goes on from
    the answers that were kept.
    """
    say = speech(language).making
    content = yield from {"board": _board, "deck": _deck, "dice": _dice}[kind](say)
    words = [say("compare"), *_read_back(content, say), say("written-anyway")]
    verified = yield from ask(yes_or_no(language), words, say("as-printed"), "no")
    return {"name": name, "verified": verified, **content}


# --- answers -------------------------------------------------------------------------------


Read = Callable[[str], Any]
Say = Callable[..., str]


def _numbers(say: Say, allowed: Iterable[int]) -> Callable[[str], list[int]]:
    allowed = set(allowed)

    def read(answer: str) -> list[int]:
        words = re.findall(r"[^\s,;]+", answer)
        for word in words:
            if not re.fullmatch(r"-?\d{1,3}", word) or abs(int(word)) not in allowed:
                raise Unreadable(say("not-here", word=word, least=min(allowed), most=max(allowed)))
        return [int(word) for word in words]

    return read


def _read_back(content: Data, say: Say) -> list[str]:
    """Return the component as entered, a line for each part, titled as in the questions."""
    lines = []
    for part, value in content.items():
        called = say(part)
        if isinstance(value, dict):
            lines += [f"{called} {key}: {_listed(inside)}" for key, inside in value.items()]
        else:
            lines.append(f"{called}: {_listed(value)}")
    return lines


def _listed(value: object) -> str:
    if value is None:
        return NOBODY_KNOWS
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


# --- the board -----------------------------------------------------------------------------


def _board(say: Say) -> Dialogue:
    street = yield from _street(say)
    blocks = yield from _blocks(street, say)
    across = yield from _across(blocks, say)
    return {
        "street": {str(square): sorted(near) for square, near in street.items()},
        "block_squares": blocks,
        "block_blocks": across,
    }


def _street(say: Say) -> Generator[Prompt, str, dict[int, set[int]]]:
    """Ask for each square's neighbours along the streets; a street counts for both its ends."""
    street: dict[int, set[int]] = {square: set() for square in SQUARES}
    words = [say("streets")]
    for square in SQUARES:
        words = yield from _neighbours(square, street, words, say)
    while apart := sorted(set(SQUARES) - connected(street)):
        words = [say("apart", apart=_listed(apart)), say("missing-street")]
        read = _numbers(say, SQUARES)
        [square, *_more] = (yield from ask(read, words, say("square"), str(apart[0]))) or apart
        yield from _neighbours(abs(square), street, [], say)
    return street


def _neighbours(
    square: int, street: dict[int, set[int]], words: list[str], say: Say
) -> Generator[Prompt, str, list[str]]:
    """Ask for the neighbours of one square, until it has one; return the words to say next."""
    while True:
        entered = _listed(sorted(street[square])) or "–"
        prompt = say("neighbours", square=square, known=entered)
        numbers = yield from ask(_numbers(say, SQUARES), words, prompt, "")
        for neighbour in numbers:
            if neighbour < 0:
                street[square].discard(-neighbour)
                street[-neighbour].discard(square)
            elif neighbour != square:
                street[square].add(neighbour)
                street[neighbour].add(square)
        if street[square]:
            return []
        words = [say("unreached")]


def _blocks(street: dict[int, set[int]], say: Say) -> Generator[Prompt, str, dict[str, list[int]]]:
    """Ask for the blocks, each with the squares round it, until every square lies at one."""
    blocks: dict[str, list[int]] = {}
    words = [say("blocks")]
    again = False
    while True:
        usual_name = f"Q{len(blocks) + 1}"
        answer = yield Prompt(words, say("block", name=usual_name), "", again)
        words, again = [], False
        if not answer.strip():
            missing = sorted(set(SQUARES) - {square for near in blocks.values() for square in near})
            if not missing:
                return blocks
            words = [say("no-block-at", squares=_listed(missing))]
            continue
        name, colon, squares = answer.rpartition(":")
        name = name.strip() if colon else usual_name
        try:
            near = sorted(set(map(abs, _numbers(say, SQUARES)(squares))))
        except Unreadable as wrong:
            words, again = [str(wrong)], True
            continue
        if name and near:
            blocks[name] = near
            words = _odd(name, near, street, say)


def _odd(name: str, near: list[int], street: dict[int, set[int]], say: Say) -> list[str]:
    """Return a warning if a street joins some squares round a block to none of the others."""
    joined = connected({square: street[square] & set(near) for square in near}, near[0])
    apart = [square for square in near if square not in joined]
    if not apart:
        return []
    return [say("odd", apart=_listed(apart), name=name)]


def _across(blocks: dict[str, list[int]], say: Say) -> Generator[Prompt, str, dict[str, list[str]]]:
    """Ask which blocks face each other across a street: proposed where they share two squares."""
    pairs = {
        (a, b)
        for a in blocks
        for b in blocks
        if a < b and len(set(blocks[a]) & set(blocks[b])) >= TWO
    }
    words = [say("across")]
    while True:
        listed = ", ".join(f"{a}-{b}" for a, b in sorted(pairs)) or "–"
        answer = (yield Prompt([*words, listed], say("pairs"), "")).strip()
        if not answer:
            return {
                block: sorted({*_others(pairs, block)}, key=list(blocks).index) for block in blocks
            }
        words = _change(pairs, answer, set(blocks), say)


def _others(pairs: set[tuple[str, str]], block: str) -> Iterable[str]:
    return (b if a == block else a for a, b in pairs if block in (a, b))


def _change(pairs: set[tuple[str, str]], answer: str, blocks: set[str], say: Say) -> list[str]:
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
            problems.append(say("no-blocks", word=word))
        elif word.startswith("-"):
            pairs -= ends
        else:
            pairs |= ends
    return problems


# --- the deck and the dice -----------------------------------------------------------------


def _deck(say: Say) -> Dialogue:
    words = [say("how-many-cards", cards=CARDS), say("uncounted")]
    copies = yield from ask(_copies(say), words, say("all-copies"), NOBODY_KNOWS)
    kinds = _numbers(say, KINDS)
    red = yield from ask(kinds, [say("icon")], say("red_triangle"), "13 14 15")
    cube = yield from ask(
        lambda answer: None if answer == NOBODY_KNOWS else sorted(set(map(abs, kinds(answer)))),
        [say("icon-or-unknown")],
        say("white_cube"),
        NOBODY_KNOWS,
    )
    return {"copies": copies, "red_triangle": sorted(set(map(abs, red))), "white_cube": cube}


def _copies(say: Say) -> Read:
    numbers = _numbers(say, range(CARDS + 1))

    def read(answer: str) -> dict[str, int] | None:
        if answer == NOBODY_KNOWS:
            return None
        copies = list(map(abs, numbers(answer)))
        if len(copies) != len(KINDS) or sum(copies) != CARDS:
            raise Unreadable(
                say("sum", given=len(copies), sum=sum(copies), kinds=len(KINDS), cards=CARDS)
            )
        return {str(kind): n for kind, n in zip(KINDS, copies, strict=True)}

    return read


def _dice(say: Say) -> Dialogue:
    action = yield from ask(_faces(say, 1), [say("faces")], say("action"), "1 1 2 3 4 5")
    power = yield from ask(_faces(say, 0), [], say("power"), "0 0 1 1 2 2")
    return {"action": action, "power": power}


def _faces(say: Say, least: int) -> Read:
    numbers = _numbers(say, range(least, 100))

    def read(answer: str) -> list[int]:
        faces = list(map(abs, numbers(answer)))
        if len(faces) != FACES:
            raise Unreadable(say("six", n=len(faces)))
        if least and max(faces) == 1:
            raise Unreadable(say("only-ones"))
        return faces

    return read
