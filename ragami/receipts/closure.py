"""The source that a function can come to run: every definition that is reached from it by name.

Sources are read, never memory. A definition is a top-level function, class or assignment, whole; a
statement that defines nothing belongs to every definition of its module. What is made inside a
function leads also to what it closes over, and an object to its attributes.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from importlib.util import find_spec
from operator import attrgetter, itemgetter, methodcaller
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Final, NamedTuple, TypeGuard

HOUSE: Final = "ragami"
Function = ast.FunctionDef | ast.AsyncFunctionDef
LEAVES: Final = {ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del}
"""The nodes of most statements that have no names inside: two of three."""

QUOTING: Final = {ast.AnnAssign, ast.Subscript}
"""The nodes in which a type may stand in quotation marks."""

PARTS: Final = (
    *(str, bytes, int, float, range, tuple, list, set, frozenset, dict, MappingProxyType),
    *(type, partial, FunctionType, MethodType, attrgetter, itemgetter, methodcaller),
)
"""What the attributes of an object are followed to: not to other objects, such as the game."""

Fields = Mapping[type[ast.AST], tuple[str, ...]]
WITHOUT_ANNOTATIONS: Final[Fields] = {
    ast.arg: (),
    ast.FunctionDef: ("args", "body", "decorator_list"),
    ast.AsyncFunctionDef: ("args", "body", "decorator_list"),
}
"""The fields of a function that run where its annotations are texts."""

NAMELESS: Final = re.compile(
    rb"""
    ^(?!if[ ](?:TYPE_CHECKING|__name__)\b)
        (?: (?:for|if|match|try|while|with)\b [^\n]* :[ \t]*(?:\#[^\n]*)?$
          | del\b | @\w+\. | [A-Za-z_]\w*(?:[(\[]|\.\w) )
    | ^\w+[ ]*(?::(?![^\n=]*Mapping\[)[^\n=]*)?=[ ]*
        (?: \[\] | \{\} | (?:Counter|deque|dict|list|set)\(\) | defaultdict\( )
    | \b(?: __annotations__ | __getattr__ | __globals__ | __import__ | __init_subclass__
          | __subclasses__ | eval | exec | get_annotations | get_type_hints | globals
          | import_module | inspect\.signature | locals | singledispatch(?:method)?
          | sys\.modules )\b
    | import[ ]\*
    """,
    re.MULTILINE | re.VERBOSE,
)
"""What leads somewhere without its name: a statement that acts when its module is imported, a
decorator of an object, a table that others fill, a call of what is found at run time."""


FILLING: Final = re.compile(
    rb"""
    ^[ ]+(\w+)
    (?: \.(?:add|append|appendleft|extend|insert|setdefault|update)\(
      | \[[^\]\n]*\][ ]*[|+-]?=(?!=) )
    """,
    re.MULTILINE | re.VERBOSE,
)
TABLE: Final = re.compile(rb"^(\w+)[ ]*(?::[^\n=]*)?=", re.MULTILINE)


def is_nameless(module: bytes) -> bool:
    """Say whether a module leads somewhere without a name, or a function of it fills its table."""
    if NAMELESS.search(module):
        return True
    return not {*FILLING.findall(module)}.isdisjoint(TABLE.findall(module))


class Unresolved(Exception):
    """A name in our own packages that leads nowhere, or a module whose source cannot be read."""


class Definition(NamedTuple):
    """A definition of a module; `name` is empty for all that the module has."""

    module: str
    name: str = ""


class Meaning(NamedTuple):
    """A name as a definition reads it, and what it is a name of; perhaps in others' packages."""

    name: str
    of: Definition


class Import(NamedTuple):
    """The target of an imported name; `name` is None for the module itself."""

    module: str
    name: str | None


class ModuleSource:
    """A module as it is written: its definitions, and what its names stand for."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        self.path = Path(path)
        self.content = self.path.read_bytes()
        self.definitions: defaultdict[str, list[ast.stmt]] = defaultdict(list)
        self.loose: list[ast.stmt] = []
        self.imports: dict[str, Import] = {}
        self._sort(ast.parse(self.content).body)
        annotated = self.imports.get("annotations") == Import("__future__", "annotations")
        self.fields = WITHOUT_ANNOTATIONS if annotated else {}

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the source, with their ends."""
        return self.content.splitlines(keepends=True)

    def _sort(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                self.imports |= self.imported(statement)
            elif names := _defined(statement):
                for name in names:
                    self.definitions[name].append(statement)
            elif _is_for_types(statement):
                self._sort(statement.orelse)
            elif isinstance(statement, ast.If | ast.Try):
                parts = [statement.body, statement.orelse]
                if isinstance(statement, ast.Try):
                    handlers = [handler.body for handler in statement.handlers]
                    parts += [statement.finalbody, *handlers]
                for part in parts:
                    self._sort(part)
                self.loose.append(statement)
            elif not _is_text(statement):
                self.loose.append(statement)

    def imported(self, statement: ast.Import | ast.ImportFrom) -> dict[str, Import]:
        """Return the names that an import brings, and what each stands for."""
        if isinstance(statement, ast.Import):
            return {
                alias.asname or alias.name.partition(".")[0]: Import(
                    alias.name if alias.asname else alias.name.partition(".")[0], None
                )
                for alias in statement.names
            }
        module = statement.module or ""
        if statement.level:
            parts = self.package.split(".")
            above = parts[: len(parts) - statement.level + 1]
            module = ".".join([*above, module] if module else above)
        return {alias.asname or alias.name: Import(module, alias.name) for alias in statement.names}

    def text(self, statement: ast.stmt) -> bytes:
        """Return the source of a statement, its decorators included."""
        decorators = getattr(statement, "decorator_list", ())
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        return b"".join(self.lines[first - 1 : statement.end_lineno])


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.ClassDef | Function):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        targets: list[ast.expr] = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    nodes = (node for target in targets for node in ast.walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def _is_for_types(statement: ast.stmt) -> TypeGuard[ast.If]:
    """Return True for `if TYPE_CHECKING:`: it never runs, and none of its names is there."""
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class Sources:
    """The modules of the house and of the package of one game, each read once."""

    def __init__(self, *packages: str) -> None:
        self.own = {HOUSE, *packages}
        self._modules: dict[str, ModuleSource | None] = {}
        self._read: dict[Definition, set[Meaning]] = {}

    def is_own(self, module: str) -> bool:
        """Say whether a module is of the house or of the game, and so is read."""
        return module.partition(".")[0] in self.own

    def paths(self) -> list[Path]:
        return [module.path for module in self._modules.values() if module]

    def reached(self, roots: Iterable[Definition]) -> set[Definition]:
        """Return the definitions that are reached from some. Raises `Unresolved`."""
        waiting, reached = list(roots), set[Definition]()
        while waiting:
            definition = waiting.pop()
            if definition not in reached and self.is_own(definition.module):
                reached.add(definition)
                waiting += self.leads(definition) - reached
        return reached

    def leads(self, definition: Definition) -> set[Definition]:
        """Return the definitions whose names a definition reads. Raises `Unresolved`."""
        meant = (meaning.of for meaning in self.meanings(definition))
        return {target for target in meant if self.is_own(target.module)}

    def meanings(self, definition: Definition) -> set[Meaning]:
        """Return the names that a definition reads, with what they mean. Raises `Unresolved`.

        An import may change what a name means where nothing else changes.
        """
        if definition not in self._read:
            self._read[definition] = set(self._from(definition))
        return self._read[definition]

    def text(self, definition: Definition) -> bytes:
        module = self.module(definition.module)
        if not definition.name:
            return module.content
        statements = [*module.definitions[definition.name], *module.loose]
        return b"".join(map(module.text, statements))

    def module(self, name: str) -> ModuleSource:
        """Return a module of our own. Raises `Unresolved`."""
        module = self._module(name)
        if module is None:
            raise Unresolved(name)
        return module

    def _module(self, name: str) -> ModuleSource | None:
        """Return a module of our own; None where there is none of that name."""
        if name not in self._modules:
            try:
                spec = find_spec(name)
            except (ImportError, ValueError):
                spec = None
            path = spec.origin if spec else None
            if spec and (path is None or not path.endswith(".py")):
                raise Unresolved(name)
            self._modules[name] = ModuleSource(name, path) if path else None
        return self._modules[name]

    def _from(self, definition: Definition) -> Iterator[Meaning]:
        module = self.module(definition.module)
        if not definition.name:
            yield from (Meaning(name, Definition(module.name, name)) for name in module.definitions)
            for name, target in module.imports.items():
                yield from self._meanings(name, target, ())
            statements = module.loose
        elif definition.name not in module.definitions:
            raise Unresolved(":".join(definition))
        else:
            statements = [*module.definitions[definition.name], *module.loose]
        for statement in statements:
            yield from self._read_in(module, statement)

    def _read_in(self, module: ModuleSource, statement: ast.stmt) -> Iterator[Meaning]:
        """Yield the names that a statement reads, local imports included."""
        within: set[int] = set()
        imports = dict(module.imports)
        nodes = _nodes_in(statement, module.fields)
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports |= (local := module.imported(node))
                for name, target in local.items():
                    yield from self._meanings(name, target, ())
        for node in nodes:
            if isinstance(node, ast.Attribute):
                first, path = _dotted(node)
                if first is not None and first.id in imports and id(first) not in within:
                    within.add(id(first))
                    yield from self._meanings(first.id, imports[first.id], path)
            elif isinstance(node, ast.Name) and id(node) not in within:
                if node.id in module.definitions:
                    yield Meaning(node.id, Definition(module.name, node.id))
                if node.id in imports:  # also what was imported, and has the name no more
                    yield from self._meanings(node.id, imports[node.id], ())

    def _meanings(self, name: str, target: Import, path: tuple[str, ...]) -> Iterator[Meaning]:
        dotted = ".".join((name, *path))
        return (Meaning(dotted, definition) for definition in self.meant(target, path))

    def meant(self, target: Import, path: tuple[str, ...]) -> Iterator[Definition]:
        """Return the target of an imported name with the attributes that follow it."""
        if not self.is_own(target.module):
            yield Definition(target.module, ".".join((target.name or "", *path)))
            return
        if target.name is not None:
            below = f"{target.module}.{target.name}"
            module = self.module(target.module)
            if target.name in module.definitions:
                yield Definition(module.name, target.name)
            elif target.name in module.imports and module.imports[target.name] != target:
                yield from self.meant(module.imports[target.name], path)
            elif self._module(below):
                yield from self.meant(Import(below, None), path)
            elif target.name not in {"__file__", "__name__"}:
                raise Unresolved(f"{target.module}:{target.name}")
        elif path:
            yield from self.meant(Import(target.module, path[0]), path[1:])
        else:
            yield Definition(target.module)

    # --- from what is in memory to where it is written -------------------------------------

    def written(self, value: object, within: frozenset[int] = frozenset()) -> Iterator[Definition]:
        """Yield the definitions of a function, a class or an object, and of what it was made with.

        `within` are the objects that it is a part of: a function may close over itself.
        """
        if isinstance(value, str):
            module, _colon, name = value.partition(":")
            first, *attributes = name.split(".")
            yield from self.meant(Import(module, first or None), tuple(attributes))
        elif isinstance(value, ModuleType):
            yield from self.meant(Import(value.__name__, None), ())
        elif not isinstance(value, partial | MethodType | BuiltinFunctionType):
            definer = value if isinstance(value, FunctionType | type) else type(value)
            yield from self._named(definer.__module__, definer.__qualname__)
            if isinstance(value, FunctionType):  # which may have the name of one that it wraps
                yield from self._named(value.__globals__["__name__"], value.__code__.co_qualname)
        for _name, part in made_with(value) if id(value) not in within else ():
            if not isinstance(part, str | bytes):
                yield from self.written(part, within | {id(value)})

    def _named(self, module: str, qualname: str) -> Iterator[Definition]:
        if self.is_own(module):
            name = qualname.partition(".")[0]
            yield Definition(module, "" if name.startswith("<") else name)


def made_with(value: object) -> Iterator[tuple[str, object]]:
    """Yield the objects that a function or an object was made with, each with a name."""
    match value:
        case partial():
            yield from (("", value.func), ("arguments", value.args), ("keywords", value.keywords))
        case MethodType():
            yield from (("", value.__func__), ("self", value.__self__))
        case FunctionType():
            cells = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
            yield from ((name, cell.cell_contents) for name, cell in cells)
            yield from (("defaults", value.__defaults__), ("keywords", value.__kwdefaults__))
        case tuple() | list():
            yield from ((str(number), part) for number, part in enumerate(value))
        case set() | frozenset():
            yield from (("", part) for part in sorted(value, key=_name_of))
        case attrgetter() | itemgetter() | methodcaller():
            yield "arguments", value.__reduce__()[1]
        case dict() | MappingProxyType():
            yield from (pair for key, part in value.items() for pair in (("", key), ("", part)))
        case object() if not isinstance(value, type | ModuleType):
            yield from _attributes(value)


def _attributes(value: object) -> Iterator[tuple[str, object]]:
    """Yield the attributes of an object that are values, tables or functions, in their order."""
    kind = type(value)
    slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
    fields = getattr(kind, "__struct_fields__", ())
    for name in sorted({*slots, *fields, *getattr(value, "__dict__", ())}):
        part = getattr(value, name, None)
        if isinstance(part, PARTS) and not isinstance(getattr(kind, name, None), cached_property):
            yield name, part


def _name_of(value: object) -> str:
    """Return a name that is the same in every process."""
    name = getattr(value, "__qualname__", None)
    return f"{value.__module__}:{name}" if name else repr(value)


def plain_values(value: object, path: str, within: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the plain values and the names that an object was made with, each behind its path.

    They may stand where no definition leads: in the table of a game, as an argument.
    """
    if value is None or isinstance(value, str | bytes | int | float | range):
        yield f"{path}={value!r}"
    elif isinstance(value, type | FunctionType | BuiltinFunctionType):
        yield f"{path}={_name_of(value)}"
    for name, part in made_with(value) if id(value) not in within else ():
        yield from plain_values(part, f"{path}.{name}", within | {id(value)})


def _nodes_in(statement: ast.stmt, fields: Fields) -> list[ast.AST]:
    """List the nodes of a statement, outer ones first (two fifths of the time of `ast.walk`).

    Of a type of node only its `fields` are followed, where they say anything of it.
    """
    nodes: list[ast.AST] = [statement]
    for node in nodes:  # grows on the way
        if type(node) in LEAVES:
            continue
        if type(node) in QUOTING:
            nodes += _quoted(node)
        for field in fields.get(type(node), node._fields):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                nodes += [child for child in inner if isinstance(child, ast.AST)]
            elif isinstance(inner, ast.AST):
                nodes.append(inner)
    return nodes


def _quoted(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in quotation marks in an annotation, as it will be evaluated."""
    inner = node.annotation if isinstance(node, ast.AnnAssign) else getattr(node, "slice", None)
    for part in getattr(inner, "elts", [inner]):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            with suppress(SyntaxError):
                yield ast.parse(part.value, mode="eval").body


def _dotted(node: ast.Attribute) -> tuple[ast.Name | None, tuple[str, ...]]:
    """Return the name that a chain of attributes begins with, and the attributes in their order."""
    path: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        path.append(inner.attr)
        inner = inner.value
    return (inner if isinstance(inner, ast.Name) else None), tuple(reversed(path))
