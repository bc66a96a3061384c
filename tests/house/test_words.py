"""The texts: complete, compiled, with the same places to fill in both languages."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from ragami.game import game_named
from ragami.game.capabilities import STATISTICS
from ragami.game.registry import SHIPPED
from ragami.language import LANGUAGES
from ragami.notation.misread import Word
from ragami.notation.template import Literal

ROOT = Path(__file__).parents[2]
MARKED = re.compile(r"\b(_|N_|ngettext)\(")
UNSEEN = re.compile(
    r"""\b(?:translate|translator\([^()]*\))\(\s*f?["'].* | f"[^"\n]*\{(?:_|ngettext)\(["'].*""",
    re.VERBOSE,
)
SPANISH = ROOT / "ragami/locale/es/LC_MESSAGES/ragami.po"


@pytest.fixture(scope="module")
def spanish() -> Catalog:
    with SPANISH.open("rb") as file:
        return read_po(file, locale="es")


def texts(message: Message) -> tuple[str, ...]:
    """The Spanish text; two of them where the number decides."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def ids(message: Message) -> tuple[str, ...]:
    """The English text, or its two."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def literals(parts: Iterable[Any]) -> Iterator[Word]:
    """The words that stand for themselves in parts of a template."""
    for part in parts:
        if isinstance(part, Literal):
            yield part.word
        yield from literals(getattr(part, "nodes", ()))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_word_of_a_line_is_in_the_table_sheet_of_its_game(game: str) -> None:
    """There it has its Spanish; `ragami.notation.forms` takes a word without it as it is."""
    forms = game_named(game).forms
    assert forms
    words = {word.en for row in forms.rows for word in literals(row.nodes) if word.en.isalpha()}
    assert words
    path = files("ragami.games") / game.replace("-", "_") / "data" / "words.jsonl"
    entries = map(json.loads, path.read_text("utf-8").splitlines())
    lacking = words - {entry["code"] for entry in entries if entry["in"] == "sheet"}
    assert not lacking, f"put them into the table `sheet` of {path}"


@pytest.mark.parametrize("game", SHIPPED)
def test_every_column_of_an_answer_has_a_heading(game: str) -> None:
    """A column without one raises, and names the table and the code that lack."""
    assert game_named(game).need(STATISTICS).questions


def test_everything_that_we_say_is_said_in_spanish(spanish: Catalog) -> None:
    ours = {
        message
        for folder in ("ragami", "cli")
        for path in (ROOT / folder).rglob("*.py")
        if MARKED.search(path.read_text("utf-8"))  # few modules are worth reading for it
        for _line, message, _comments, _context in extract_from_file("python", path)
    }
    assert len(ours) > 100
    translated = {message.id for message in spanish if message.id and all(texts(message))}
    assert sorted(map(str, ours - translated)) == []
    assert not [message.id for message in spanish if message.id and message.fuzzy]


def places(text: str) -> set[str]:
    """What is filled in: `{name}` of str.format, `%(name)s` of %."""
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\(\w+\)\w", text))


ENGLISH: Final = {"number_type"}
"""What click fills in with an English word, which a Spanish text leaves out."""


def test_both_languages_have_the_same_places_to_fill(spanish: Catalog) -> None:
    for message in spanish:
        if message.id and all(texts(message)):
            wanted = set().union(*map(places, ids(message))) - ENGLISH
            found = set().union(*map(places, texts(message))) - ENGLISH
            assert found == wanted, message.id


CATALOGUES = sorted(ROOT.glob("ragami/**/data/words.jsonl"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_has_both_languages_with_the_same_places_to_fill(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        text = json.loads(line)
        assert text["en"] and text["es"], text
        english, spanish = (
            sorted(name for _, name, _, _ in string.Formatter().parse(text[language]) if name)
            for language in LANGUAGES
        )
        assert english == spanish, text


@pytest.mark.parametrize("game", SHIPPED)
def test_a_rulebook_has_both_languages_in_sentences(game: str) -> None:
    for rule in game_named(game).rulebook.rules().values():
        assert rule.en[-1] in ".?!" and rule.es[-1] in ".?!", rule.id
        assert rule.en != rule.es, rule.id
        assert rule.id.startswith("R-") or rule.unbreakable is None, rule.id


def test_what_is_compiled_is_what_is_written(spanish: Catalog) -> None:
    with SPANISH.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    written = {ids(m)[0]: texts(m) for m in spanish if m.id and all(texts(m))}
    assert {ids(m)[0]: texts(m) for m in compiled if m.id} == written, "run `make words`"


def test_nothing_is_said_that_the_extraction_does_not_see() -> None:
    """Texts are marked by `_`, `N_` and `ngettext`; a bare one would stay English for ever.

    Before Python 3.12 one inside an f-string is not seen either.
    """
    unseen = [
        f"{path.relative_to(ROOT)}: {call}"
        for folder in ("ragami", "cli")
        for path in (ROOT / folder).rglob("*.py")
        for call in UNSEEN.findall(path.read_text("utf-8"))
    ]
    assert unseen == []
