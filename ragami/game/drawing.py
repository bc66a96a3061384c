"""Pictures and pages of a moment, from the panels of the game, and the points it brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from ragami.decoded import AnyEvent
from ragami.draw.html import Panelled
from ragami.draw.panels import NO_BOARD, Page, Panel, Row, Text, pad_of, spoken
from ragami.draw.sketch import Region
from ragami.errors import N_
from ragami.game.capabilities import SETUP
from ragami.game.definition import GameDefinition
from ragami.game.opening import named
from ragami.game.page_content import Gain, PageContent
from ragami.game.standing import standing_and_panels, symbol_of
from ragami.game.state import HIDDEN, with_hidden
from ragami.language import Language, capital, translator
from ragami.messages import plain, value_in_words

FEW: Final = 6
"""So many lines of what belongs to nobody are shown where there is no room for a board."""


class DefaultDrawing:
    """See `capabilities.Drawing`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def svg(
        self,
        view: Mapping[str, object],
        state: object,
        names: Mapping[str, str],
        title: str | None,
        language: Language,
    ) -> str | None:
        from ragami.draw.svg import svg  # noqa: PLC0415 (law 10)

        drawn, subtitle = self._panels(view, state, names, language)
        if not drawn:
            return None
        name = self._game.called(language)
        return svg(drawn, symbol_of(self._game), plain(title or name), subtitle, name)

    def sheets(
        self,
        view: Mapping[str, object],
        state: object,
        names: Mapping[str, str],
        language: Language,
        tall: float,
    ) -> list[str]:
        """Return a moment on several pictures for paper, see `ragami.draw.svg.sheets`."""
        from ragami.draw.svg import sheets  # noqa: PLC0415 (law 10)

        drawn, subtitle = self._panels(view, state, names, language)
        name = self._game.called(language)
        return list(sheets(drawn, symbol_of(self._game), name, subtitle, name, tall))

    def _panels(
        self,
        view: Mapping[str, object],
        state: object,
        names: Mapping[str, str],
        language: Language,
    ) -> tuple[list[Panel], str]:
        """Return the standing and the panels of the game, none without these, and the step."""
        head, drawn = standing_and_panels(self._game, state, view, names, language)
        if not drawn:
            return [], head.title
        if len(head.rows) == 1 and head.rows[0].widgets:  # all that it has is the result
            return [*drawn], ". ".join(map(spoken, head.rows[0].widgets))
        return [head._replace(title=""), *drawn], head.title

    def picture(
        self, state: object, view: Mapping[str, object], names: Mapping[str, str], page: Page
    ) -> str:
        from ragami.draw.text import text  # noqa: PLC0415 (law 10)

        game = self._game
        args = game, state, view, names, page.language
        head, drawn = standing_and_panels(*args, beside=page.part == "beside")
        board = [panel for panel in drawn if panel.is_board()]
        if page.part in ("beside", "due"):
            scores = tuple(row for row in head.rows if row.name != "result")  # the guide says it
            head = head._replace(title="", rows=scores)
        if drawn and not any(row.widgets for row in head.rows):
            head = head._replace(rows=())
        if board and page.part == "board":
            return text(board, page)
        if board and page.part in NO_BOARD:
            return text([head, *(panel for panel in drawn if not panel.is_board())], page)
        if page.part in ("standing", "beside"):
            return text([head], page)
        if page.part == "due":
            if pad_of(drawn):
                return text(drawn, page)
            due = [panel for panel in drawn if panel.owner and panel.due]
            table = [panel for panel in drawn if not panel.owner]
            if text(table, page).count("\n") > FEW:
                table = []
            return text([*(due if len(due) == 1 else ()), *table, head], page)
        return text(drawn if page.part == "board" else [head, *drawn], page)


class DefaultPages:
    """See `capabilities.Pages`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def stage(
        self,
        state: object,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> PageContent | None:
        """Set the game out; None while nobody sits at the table."""
        return Stage(self._game, state, names, language, keep) if names else None


class Stage:
    """See `ragami.game.page_content.PageContent`: the panels are the board.

    Of a game with a map that alone is the board, and the other panels lie beside it.
    """

    def __init__(
        self,
        game: GameDefinition,
        state: object,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> None:
        self._game, self._language, self._names = game, language, names
        self.players = {seat: game.player(seat, name, language) for seat, name in names.items()}
        self._html = Panelled(symbol_of(game), keep)
        head, *drawn = self._all(state, game.view(state, 0, "public"))
        board = [panel for panel in drawn if panel.is_board()]
        others = [panel for panel in drawn if not panel.is_board()] if board else []
        self.board = self._html.frame(board or drawn)
        self.beside = self._html.frame([head, *others])
        self._empty = dict.fromkeys(self._html.places([head, *drawn]), Region("", ""))

    def _all(self, state: object, view: Mapping[str, object]) -> list[Panel]:
        game, names, language = self._game, self._names, self._language
        head, drawn = standing_and_panels(game, state, view, names, language)
        return [head, *drawn]

    def spots(self, state: object, view: Mapping[str, object]) -> dict[str, Region]:
        """Return every row as it is at a moment; of another table (record 1 corrected) nothing."""
        drawn = self._html.spots(self._all(state, view))
        return {name: drawn.get(name, nothing) for name, nothing in self._empty.items()}


POINTS = N_("points")


class Scores:
    """See `capabilities.Gains`."""

    def __init__(self, _game: GameDefinition) -> None:
        pass

    def sources(self, language: Language) -> Mapping[str, str]:
        return {"points": translator(language)(POINTS)}

    def gains(self, _event: AnyEvent, before: Any, after: Any) -> Iterator[Gain]:
        for seat, points in after.scores.items():
            if won := points - before.scores.get(seat, 0):
                yield Gain(seat, "points", won)


# --- panels for a game that describes none -------------------------------------------------------


# What the standing says already.
STANDING = frozenset({"seq", "phase", "round", "active", "players"})

FIELD: Final = "field/"
"""Before the name of a field: the code of its word, where that alone is a type of event."""


class Facts:
    """See `capabilities.Panels`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def panels(
        self,
        state: object,
        view: Mapping[str, object],
        names: Mapping[str, str],
        language: Language,
    ) -> Sequence[Panel]:
        due = self._game.position(state).due
        view = with_hidden(state, view)
        players = view.get("players")
        players = players if isinstance(players, Mapping) else {}
        setup = self._game.get(SETUP)
        people = names if setup and named(setup) else {}
        seats = [
            Panel(
                f"seat-{n}",
                people.get(seat) or self._title(seat, name, language),
                tuple(self._facts(players.get(seat, {}), frozenset({"name"}), language, people)),
                owner=seat,
                due=seat in due,
            )
            for n, (seat, name) in enumerate(names.items())
        ]
        rows = tuple(self._facts(view, STANDING, language, people))
        return [*seats, Panel("table", "", rows, size="whole")] if names else []

    def _title(self, seat: str, name: str, language: Language) -> str:
        word = self._game.words.word(seat, language)
        return f"{capital(word)} · {name}"

    def _facts(
        self,
        facts: object,
        left_out: frozenset[str],
        language: Language,
        people: Mapping[str, str],
    ) -> Iterator[Row]:
        """Yield a row for each part of a view, also for an empty one: a page keeps its place."""
        if not isinstance(facts, Mapping):
            facts = {"": facts}
        for n, (key, value) in enumerate(facts.items()):
            if key not in left_out:
                text = self._said(value, language, people)
                word = self._field(key, language) if key else ""
                yield Row(f"fact-{n}", (Text(text),) if text else (), word)

    def _field(self, key: str, language: Language) -> str:
        """Name a field: one called like a type of event has not the label of that (Show)."""
        if key not in self._game.events:
            return self._game.words.word(key, language)
        word = self._game.words.word(f"{FIELD}{key}", language)
        return word.removeprefix(FIELD)

    def _said(self, value: object, language: Language, people: Mapping[str, str]) -> str:
        _ = translator(language)
        if value is HIDDEN:
            return _("hidden")
        match value:
            case None:
                return "–"
            case str():
                return people.get(value) or self._game.words.word(value, language)
            case list() | tuple():
                runs = groupby(value, lambda inside: inside is HIDDEN)
                return ", ".join(
                    text
                    for hidden, run in runs
                    for text in self._run(list(run), language, people, hidden=hidden)
                )
        say = partial(self._said, people=people)
        return value_in_words(value, language, say, self._field)

    def _run(
        self,
        values: Sequence[object],
        language: Language,
        people: Mapping[str, str],
        *,
        hidden: bool,
    ) -> Iterator[str]:
        """Yield the values of a list; hidden ones that stand together are counted."""
        if hidden and len(values) > 1:
            yield f"{self._said(HIDDEN, language, people)} ×{len(values)}"
        else:
            yield from (self._said(inside, language, people) for inside in values)
