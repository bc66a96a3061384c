"""The laws of the house that no linter knows, and the promises of its files."""

from __future__ import annotations

import ast
import gc
import json
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import msgspec
import pytest

from ragami.errors import kinds
from ragami.findings import LOG_RULE
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import ASSERTIONS
from ragami.game.registry import SHIPPED

ROOT = Path(__file__).parents[2]

# Words of one game that stand in no name of its events, where they can be told from English.
WORDS_OF_A_GAME: Final = (
    r"(?i)\b(saints?|demons?|virtues?|cubes?|samurais?|torii"
    r"|hearths?|glory|sanctuary|temples?|feats?"
    r"|chests?|souls?|mortals?|indulgences?|inquisit\w+|cultists?"
    r"|entrants?|standings|pairings?|byes|swiss)\b"
)
OPENING: Final = "game_opened"
RULE_ID: Final = r"\b[A-Z]{1,3}-[A-Z0-9]+(?:-[A-Z0-9]+)*\b"


@cache
def ours() -> dict[str, str]:
    """Every text file of the project, by its path. Not asked of git: a copy may have none."""
    tops = ("ragami", "cli", "tests", "examples", "schemas", "docs", ".ci")
    paths = [path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"}]
    paths += [ROOT / "Makefile", *(path for top in tops for path in (ROOT / top).rglob("*"))]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in paths
        if path.is_file() and path.suffix not in {".pyc", ".mo", ".gz", ".xz", ".db", ".png"}
    }


def modules() -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in ours().items() if name.endswith(".py"))


def lines_with(pattern: str, files: Iterator[tuple[str, str]]) -> list[str]:
    looked_for = re.compile(pattern, re.MULTILINE)
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in files
        if looked_for.search(text)  # few files have such a line
        for number, line in enumerate(text.splitlines(), 1)
        if looked_for.search(line)
    ]


def outside() -> Iterator[tuple[str, str]]:
    """The modules and templates that know no game, those of the command line too."""
    rooms, ends = ("ragami/", "cli/"), (".py", ".html")
    files = ((name, text) for name, text in ours().items() if name.endswith(ends))
    return ((n, text) for n, text in files if n.startswith(rooms) and not of_a_game(n))


def of_a_game(name: str) -> bool:
    return name.startswith(("ragami/games/", "cli/ragami_games_cli/"))


def test_only_games_know_the_words_of_a_game() -> None:
    assert lines_with(WORDS_OF_A_GAME, outside()) == []


@pytest.mark.parametrize("game", SHIPPED)
def test_only_a_game_knows_its_events_their_fields_and_its_options(game: str) -> None:
    """Names of two words: a name of one word may be English, and is for the test before this."""
    others = {name for other in SHIPPED if other != game for name in names(game_named(other))}
    own = {name for name in names(game_named(game)) - others - {OPENING} if "_" in name}
    assert own
    assert lines_with(rf"\b({'|'.join(sorted(own))})\b", outside()) == []


def names(game: GameDefinition) -> set[str]:
    """The types of a game's events, and all names and words in their data."""
    asserted = game.get(ASSERTIONS)
    structs = [
        *(one.struct for one in game.events.values()),
        *([asserted.struct] if asserted else []),
    ]
    told = json.dumps(msgspec.json.schema_components(structs)[1])
    found = set(re.findall(r'"([a-z]\w*)"', told))
    return set(game.events) | found


def test_only_a_game_knows_its_rules() -> None:
    """But the rule of the log, which every game has that has none of its own for it."""
    ids = {id_ for game in SHIPPED for id_ in game_named(game).rulebook.rules()} - {LOG_RULE}
    assert [id_ for id_ in ids if not re.fullmatch(RULE_ID, id_)] == []
    named = ((name, set(re.findall(RULE_ID, text)) & ids) for name, text in outside())
    assert [(name, found) for name, found in named if found] == []


def test_the_library_does_not_know_the_command_line() -> None:
    """Not by an import, and not by a name in a text either."""
    library = ((name, text) for name, text in modules() if name.startswith("ragami/"))
    assert lines_with(r"\bragami(_games)?_cli\b|\b(import|from) click\b", library) == []


def test_what_a_command_prints_is_of_the_library() -> None:
    of_its_own = [
        name
        for name, text in modules()
        if name.startswith("cli/") and re.search(r"^class .*\bStruct\b", text, re.MULTILINE)
    ]
    assert not of_its_own, "a struct for --json stands in the library, and in ragami/schema.py"


# The names of elements of HTML that SVG has not. `<!doctype html` at the start of a log that was
# fetched says that no log came.
HTML: Final = (
    r"(a|article|b|body|button|code|dd|details|div|dl|dt|em|fieldset|figcaption|figure|footer|form"
    r"|h[1-6]|head|header|html|img|input|label|legend|li|link|main|meta|meter|nav|noscript|ol|option"
    r"|p|pre|section|select|small|span|strong|summary|table|tbody|td|textarea|th|thead|tr|ul)"
)


def test_html_is_a_template() -> None:
    """Law 15: no text in Python begins or ends an element of it, and no call is given its name."""
    product = [(n, text) for n, text in modules() if n.startswith(("ragami/", "cli/"))]
    begins = re.compile(rf"(?<!P)</?{HTML}([ >/]|$)|<(!doctype html>|script|style)", re.IGNORECASE)
    written = {
        (name, literal[:60])
        for name, text in product
        if "<" in text  # few modules are worth reading for it
        for literal in literals(text)
        if begins.search(literal)
    }
    assert {place for place in written if place[0] not in READS_HTML} == set()
    assert lines_with(rf"\b(element|labelled)\(\s*[\"']{HTML}[\"']", iter(product)) == []


READS_HTML: Final = {"ragami/games/tournament/page.py"}
"""What reads a page that was made, and makes none."""


def literals(text: str) -> Iterator[str]:
    """The texts in a module but for its docstrings."""
    nodes = list(ast.walk(tree(text)))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


@cache
def tree(text: str) -> ast.Module:
    parsed = ast.parse(text)
    gc.freeze()  # a tree stays, and is not to be looked through again with every file
    return parsed


BLOCKS: Final = ("body", "orelse", "handlers", "finalbody", "cases")


@cache
def statements(text: str) -> list[ast.AST]:
    """The statements of a module, however deep: in an expression there is none."""
    found: list[ast.AST] = [tree(text)]
    for node in found:  # grows on the way
        for block in BLOCKS:
            found += getattr(node, block, ())
    return found


def functions(text: str) -> Iterator[tuple[str, int]]:
    """The functions of a module, with how many lines each has."""
    for node in statements(text):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_and_functions_stay_short() -> None:
    assert [name for name, text in modules() if text.count("\n") >= 500] == []
    long = [(file, *of) for file, text in modules() for of in functions(text) if of[1] > 50]
    assert long == []


def test_what_a_docstring_refers_to_exists() -> None:
    """Law 18."""
    named = {
        (name, reference)
        for name, text in modules()
        for reference in re.findall(r"`(ragami(?:_cli|_games_cli)?(?:\.\w+)+)`", text)
        if name.startswith(("ragami/", "cli/"))
    }
    assert len(named) > 10
    assert sorted(place for place in named if not resolves(place[1])) == []


def test_nothing_refers_to_a_section_of_a_text_that_is_not_here() -> None:
    """Law 18: rules have ids, and pages of the rulebook are told by `data/rules.jsonl`."""
    sections = r"(?<!RFC 3339, )\b[Ss]ections? \d|\bAppendix [A-Z]\b|[a-z] \(\d\.\d+(?:\)|, [a-z])"
    assert lines_with(sections, modules()) == []


def resolves(reference: str) -> bool:
    """Say whether a dotted name is a module, or something in one."""
    try:
        pkgutil.resolve_name(reference)
    except (ImportError, AttributeError):
        return False
    return True


def test_no_two_modules_import_each_other() -> None:
    """Nor do three in a circle; what is imported for its types or in a function counts."""
    files = {dotted(name): text for name, text in modules() if not name.startswith("tests/")}
    imports = {name: {*imported(text, files)} - {name} for name, text in files.items()}
    TopologicalSorter(imports).prepare()  # raises `CycleError`, which names them


def dotted(name: str) -> str:
    """The module in a file."""
    return name.removesuffix(".py").removesuffix("/__init__").removeprefix("cli/").replace("/", ".")


def imported(text: str, files: Mapping[str, str]) -> Iterator[str]:
    """The modules among these that a module names in its imports."""
    for node in statements(text):
        if isinstance(node, ast.ImportFrom) and node.module:
            deeper = (f"{node.module}.{one.name}" for one in node.names)
            found = [one for one in deeper if one in files]
            yield from found or (one for one in [node.module] if one in files)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in files)


def test_nothing_is_left_to_do() -> None:
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error"))
    assert lines_with(rf"\b({marks})\b", modules()) == []


def test_no_test_is_skipped() -> None:
    """But those that need a PostgreSQL server or a small disk, where there is none to be had; and
    that is said loudly, and in CI is a failure.
    """
    ways = "|".join(("skip", "skipif", "xfail", "import" + "orskip"))
    tests = [(name, text) for name, text in modules() if name.startswith("tests/")]
    skips = lines_with(rf"pytest\.(mark\.)?({ways})\b", iter(tests))
    assert [skip.partition(":")[0] for skip in skips] == ["tests/missing.py"]
    assert {call.partition(": ")[2] for call in lines_with(r"^\s+left_out\(", iter(tests))} == {
        "left_out(postgres.MISSING)",
        "left_out(NO_DISK)",
    }


def test_no_file_names_a_place_of_one_machine() -> None:
    places = "|".join("/" + place + "/" for place in ("ro" + "ot", "wo" + "rk", "ho" + "me"))
    assert lines_with(f"({places})", iter(ours().items())) == []


@pytest.mark.parametrize("top", ["ragami", "cli/ragami_cli", "cli/ragami_games_cli"])
def test_every_folder_of_modules_is_a_package(top: str) -> None:
    """A folder without `__init__.py` would be seen by neither the import contracts nor mypyc."""
    folders = {path.parent for path in (ROOT / top).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_trouble_is_raised_somewhere() -> None:
    said = "".join(text for name, text in modules() if name.startswith(("ragami/", "cli/")))
    assert [code for code in kinds() if f'"{code}"' not in said] == []


def test_every_trouble_says_what_to_do_in_whole_sentences() -> None:
    for code, kind in kinds().items():
        assert kind.exit in {1, 2, 3, 4, 5, 6, 7, 70, 130}, code
        for text in (kind.en, kind.es, kind.remedy_en, kind.remedy_es):
            assert not text or text.endswith((".", "?", "}")), code


# Of Ragami `tests/rules/test_every_rule.py` asks for more: that a test breaks it.
@pytest.mark.parametrize("game", [name for name in SHIPPED if name != "ragami"])
def test_every_rule_that_can_be_broken_is_named_by_a_test(game: str) -> None:
    folder = ROOT / "tests" / "games" / game.replace("-", "_")
    tests = "\n".join(path.read_text("utf-8") for path in folder.rglob("test_*.py"))
    unnamed = [
        rule.id
        for rule in game_named(game).rulebook.rules().values()
        if rule.id.startswith("R-") and not rule.unbreakable
        if not re.search(rf"\b{rule.id}\b", tests) and rule.id.replace("-", "_") not in tests
    ]
    assert unnamed == [], f"break each in a test of {folder.name} (docs/adding-a-rule.md, step 6)"
