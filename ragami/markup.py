"""Writing markup: elements as text, numbers short, everything from outside escaped."""

from __future__ import annotations

from html import escape

Value = str | float


def number(value: float) -> str:
    """A coordinate: at most one decimal, no trailing zero."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def element(name: str, /, *inside: str, **attributes: Value) -> str:
    """An element of SVG: `stroke_width=2` becomes `stroke-width="2"`; the inside is markup already.

    Empty ones close themselves, which HTML does not know: see `tag`.
    """
    body = "".join(inside)
    start = name + _attributes(attributes)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def tag(name: str, /, *inside: str, **attributes: Value) -> str:
    """An element of HTML with its end; as for `element`, the inside is markup already."""
    return f"<{name}{_attributes(attributes)}>{''.join(inside)}</{name}>"


def _attributes(attributes: dict[str, Value]) -> str:
    return "".join(
        f' {key.strip("_").replace("_", "-")}="{_said(value)}"' for key, value in attributes.items()
    )


def _said(value: Value) -> str:
    return escape(value) if isinstance(value, str) else number(value)
