"""Check what a program gives to the public interface: types, and names that there are."""

from __future__ import annotations

from collections.abc import Iterable

from ragami.errors import RagamiError


class WrongArgument(RagamiError, TypeError, ValueError):
    """An argument of the public interface is of another type, or names what does not exist."""


def expect(argument: str, value: object, *kinds: type) -> None:
    """Raise `WrongArgument` `wrong-argument` unless a value is of one of these types."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        expected = " | ".join(kind.__name__.replace("NoneType", "None") for kind in kinds)
        found = type(value).__name__
        raise WrongArgument("wrong-argument", argument=argument, expected=expected, found=found)


def expect_one_of(argument: str, value: object, there: Iterable[object]) -> None:
    """Raise `WrongArgument` `no-such-name` unless a value is one of these names."""
    if value not in (names := list(there)):
        facts = {"argument": argument, "found": value, "there": ", ".join(map(str, names)) or "–"}
        raise WrongArgument("no-such-name", **facts)
