"""Templates from their text: see `ragami.notation.template` for what may stand in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ragami.notation.misread import Word
from ragami.notation.template import (
    NO_TERMS,
    AnyOrder,
    Field,
    Literal,
    Optional,
    TemplateFields,
    TemplatePart,
    TemplateToken,
    Terms,
)

_FIELD: Final = re.compile(r"(?P<path>\*|[\w.]+)(?::(?P<kind>\w+))?")
_CLOSING: Final = {"[": "]", "<": ">", "{": "}"}


def parsed(template: str, setting: TemplateFields, terms: Terms = NO_TERMS) -> list[TemplatePart]:
    nodes: list[TemplatePart] = []
    for chunk in _chunks(template):
        node = _node(chunk, setting, first=not nodes, terms=terms)
        if isinstance(node, Optional) and not node.always and nodes:
            before = nodes[-1]
            if isinstance(before, Optional) and not before.always:
                nodes[-1] = AnyOrder([before, node])
                continue
            if isinstance(before, AnyOrder):
                nodes[-1] = AnyOrder([*before.nodes, node])
                continue
        nodes.append(node)
    return nodes


def _chunks(template: str) -> Iterator[str]:
    """Yield the parts of a template between the blanks that are in no bracket."""
    start = depth = 0
    for at, sign in enumerate(template):
        if sign in "[{" or (sign == "<" and template[at + 1 : at + 2]):
            depth += 1
        elif sign in "]}" or (sign == ">" and _closes(template, at)):
            depth -= 1
        elif sign == " " and not depth:
            if template[start:at]:
                yield template[start:at]
            start = at + 1
    if template[start:]:
        yield template[start:]


def _closes(template: str, at: int) -> bool:
    """Return True if a `>` is the end of a `<…>`, and no sign."""
    open_ = 0
    for sign in template[:at]:
        open_ += (sign == "<") - (sign == ">" and open_ > 0)
    return open_ > 0


def _atoms(chunk: str) -> Iterator[str]:
    """Yield the parts of a token: signs, fields and groups, each with its brackets."""
    start = at = 0
    while at < len(chunk):
        if chunk[at] not in _CLOSING:
            at += 1
            continue
        if chunk[start:at]:
            yield chunk[start:at]
        opening, closing, depth, start = chunk[at], _CLOSING[chunk[at]], 0, at
        while True:
            depth += (chunk[at] == opening) - (chunk[at] == closing)
            at += 1
            if not depth:
                break
        yield chunk[start:at]
        start = at
    if chunk[start:]:
        yield chunk[start:]


def _node(chunk: str, setting: TemplateFields, *, first: bool, terms: Terms) -> TemplatePart:
    atoms = list(_atoms(chunk))
    if len(atoms) > 1:
        return TemplateToken([_atom(part, setting) for part in atoms], terms)
    (atom,) = atoms
    if atom[0] in "[<":
        return Optional(parsed(atom[1:-1], setting, terms), setting, always=atom[0] == "<")
    if atom[0] == "{":
        return _field(atom, setting)
    return Literal(setting.words.get(atom, Word(atom, atom)), whole=first)


def _atom(atom: str, setting: TemplateFields) -> str | Field | Optional:
    if atom[0] == "{":
        return _field(atom, setting)
    if atom[0] in "[<":
        inside: Any = [_atom(part, setting) for part in _atoms(atom[1:-1])]
        return Optional(inside, setting, always=atom[0] == "<")
    return atom


def _field(atom: str, setting: TemplateFields) -> Field:
    match = _FIELD.fullmatch(atom[1:-1])
    assert match, atom
    path, kind = match["path"], match["kind"] or match["path"]
    if kind not in setting.kinds:
        raise LookupError(f"the field {atom} of a form has no kind: put {kind!r} into `kinds`")
    return Field(path, setting.kinds[kind])
