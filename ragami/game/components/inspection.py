"""A component file looked at from all sides: is it JSON, of which kind, and of what form?

What stands inside a log is judged with record 1; here somebody makes a component, and wants to
hear everything at once, with the place of each thing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct

from ragami.catalogue import shipped
from ragami.decoded import Data
from ragami.findings import Finding
from ragami.log.strict import Malformed, explain, strict_json

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.language import Language


COMMON: Final = frozenset({"name", "verified"})


class Files:
    """The part of `capabilities.Components` that is the same in every game with components.

    The files that ship lie in the `data` of the game's `package`; `structs` are what they are read
    into, by kind. What is wrong with one breaks `rule`; `ruling` is that on unverified ones.
    """

    package: str
    shipped: Mapping[str, tuple[str, ...]]
    structs: Mapping[str, type[Struct]]
    rule: str
    ruling: str | None = None

    def faults(self, component: Any) -> Iterable[Data]:
        """Return the facts of each defect that makes a component unusable."""
        return ()

    def remarks(self, component: Any) -> Iterator[Finding]:
        """Yield what is to be said of a component that can be used: that nobody has verified it."""
        if not component.verified:
            structs = self.structs.items()
            kind = next(kind for kind, struct in structs if isinstance(component, struct))
            facts = {kind: component.name}
            yield Finding("unverified-components", ruling=self.ruling, facts=facts)

    def inspect(self, content: bytes) -> Inspection:
        """Read a file and list all that is wrong with it. Never raises."""
        try:
            fields = strict_json(content)
            msgspec.json.decode(content)
        except Malformed as wrong:
            return self._malformed(None, _with_line(wrong.facts, content))
        except msgspec.DecodeError:  # such as "\\ud800", which is JSON and no text
            return self._malformed(None, {"problem": "half-a-character"})
        kind = kind_of(fields, self.structs)
        if kind is None:
            return self._malformed(None, {"problem": "no-component"})
        if faults := [fault.facts for fault in _form(fields, self.structs[kind])]:
            return self._malformed(kind, *faults)
        component = msgspec.convert(fields, self.structs[kind], str_keys=True)
        return Inspection(kind, component, list(self._findings(component)))

    def _malformed(self, kind: str | None, *faults: Data) -> Inspection:
        findings = [Finding("malformed-component", rule=self.rule, facts=facts) for facts in faults]
        return Inspection(kind, None, findings)

    def _findings(self, component: object) -> Iterator[Finding]:
        """Yield the defects; if there are none, the remarks."""
        unfit = [
            Finding("unfit-component", rule=self.rule, facts=facts)
            for facts in self.faults(component)
        ]
        return iter(unfit or self.remarks(component))

    def read(self, kind: str, name: str) -> bytes:
        """Return the file of a component that ships. Raises `KeyError`."""
        if name not in self.shipped[kind]:
            raise KeyError(name)
        return shipped(self.package, f"{name}.json")

    def picture(self, _component: object, _page: Page) -> str | None:
        """Return None: a moment of a game shows the cards."""
        return None

    def svg(self, _component: object, _language: Language) -> str | None:
        return None


class Inspection(Struct, frozen=True):
    """The inspection of a component: the component and its kind, if readable, and findings."""

    kind: str | None
    component: Any
    findings: list[Finding]

    @property
    def ok(self) -> bool:
        """True if the component can be played with."""
        return not any(finding.severity == "error" for finding in self.findings)


def kind_of(fields: Mapping[str, object], kinds: Mapping[str, type[Struct]]) -> str | None:
    """Return the kind whose fields are most of those given; None where there is none of any."""
    shared = {
        kind: len(fields.keys() & set(struct.__struct_fields__) - COMMON)
        for kind, struct in kinds.items()
    }
    best = max(shared, key=lambda kind: shared[kind])
    return best if shared[best] else None


# --- form ----------------------------------------------------------------------------------


def _form(data: Data, kind: type[Struct]) -> Iterator[Malformed]:
    """Yield every field that is missing, unknown or not as it must be; of a table, every entry."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in data.keys() - fields.keys():
        yield Malformed("unknown-field", where="$", field=name)
    for name, field in fields.items():
        if name in data:
            yield from _value(data[name], field.type, f"$.{name}")
        elif field.required:
            yield Malformed("missing-field", where="$", field=name)


def _value(value: object, kind: object, where: str) -> Iterator[Malformed]:
    entry_kind = _entries(kind)
    if entry_kind is not None and isinstance(value, list) and value:
        for at, inside in enumerate(value):
            yield from _wrong(inside, entry_kind, f"{where}[{at}]")
        return
    if not isinstance(value, dict) or _converts({}, kind):
        yield from _wrong(value, kind, where)
        return
    for key, inside in value.items():
        if " - at `key` in " in str(_converts({key: inside}, kind)):
            yield Malformed("wrong-key", where=where, key=key)
        else:
            yield from _wrong({key: inside}, kind, f"{where}.{key}")


def _entries(kind: object) -> object:
    """Return the element type of a list of any length; None for anything else."""
    match get_origin(kind), get_args(kind):
        case (builtin, (each, dots)) if builtin is tuple and dots is ...:
            return each
    return None


def _wrong(value: object, kind: object, where: str) -> Iterator[Malformed]:
    error = _converts(value, kind)
    if error:
        facts = explain(error, where).facts
        # The key of a table stands in `where` already; msgspec writes `[...]` for it.
        yield Malformed(**facts | {"where": facts["where"].replace("[...]", "", 1)})


def _converts(value: object, kind: object) -> msgspec.ValidationError | None:
    """Return the error that keeps a value from being of this type; None if it is."""
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as wrong:
        return wrong
    return None


def _with_line(facts: Data, content: bytes) -> dict[str, object]:
    """Return the facts of broken JSON with the line as well: a file for people has many."""
    try:
        json.loads(content)
    except json.JSONDecodeError as wrong:
        if facts["problem"] == "not-json":
            return facts | {"line": wrong.lineno, "column": wrong.colno}
    except (ValueError, RecursionError):
        pass
    return facts
