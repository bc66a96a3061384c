"""Assertions read from the command line: JSON, or KEY=VALUE with dots in KEY."""

from __future__ import annotations

import json
from collections.abc import Sequence
from gettext import gettext as _
from typing import Any

import click

HINT = "JSON|KEY=VALUE"


def from_words(words: Sequence[str]) -> dict[str, Any]:
    """`points.yellow=12 points.green=9` as `{"points": {"yellow": 12, "green": 9}}`."""
    assertion: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if word.lstrip().startswith("{"):
            join(assertion, value_of(word), word)
        elif equals and all(key.split(".")):
            nested = value_of(value)
            for part in reversed(key.split(".")):
                nested = {part: nested}
            join(assertion, nested, word)
        else:
            raise click.BadParameter(
                _("'{word}' is neither KEY=VALUE nor KEY.KEY=VALUE.").format(word=word),
                param_hint=HINT,
            )
    return assertion


def value_of(text: str) -> Any:
    """A value as JSON has it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise click.BadParameter(
            _("'{text}' is no number and no JSON object.").format(text=text), param_hint=HINT
        ) from None


def join(assertion: dict[str, Any], more: dict[str, Any], word: str) -> None:
    """Add to what is shown; the same thing twice would be two things."""
    for key, value in more.items():
        there = assertion.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            join(there, value, word)
        elif key in assertion:
            raise click.BadParameter(
                _("'{word}' says something a second time.").format(word=word), param_hint=HINT
            )
        else:
            assertion[key] = value
