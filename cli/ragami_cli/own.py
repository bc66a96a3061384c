"""Components of one's own, in words."""

from __future__ import annotations

from gettext import gettext as _

from ragami.sources.components import own_names


def own_hints(game: str, kind: str) -> tuple[str, ...]:
    """Return the names of one's own components of a kind as a hint; empty if there are none."""
    names = own_names(game, kind)
    return (_("your own: {names}").format(names=", ".join(names)),) if names else ()
