"""Ragami as a game of the table: the one object that the rest of the program sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import convert, json, structs, to_builtins

from ragami.finding import Breach, Finding
from ragami.game import Apply, Check, Guide, Hands, Opening, Page, Roll, Value
from ragami.games.ragami import ending, table, view
from ragami.games.ragami import events as ev
from ragami.games.ragami.judge import JUDGES, NEVER_WAIVED
from ragami.games.ragami.options import Options
from ragami.games.ragami.state import State
from ragami.hidden import Hidden
from ragami.language import Language
from ragami.record import Versioned

if TYPE_CHECKING:
    from ragami.games.ragami.choices import Choice
    from ragami.games.ragami.luck import Luck
    from ragami.spelling.notation import Notation
    from ragami.staging import Stage
    from ragami.statistics import Statistics
    from ragami.telling import Teller


class Ragami:
    """The game of Gil d'Orey (2012), rules version 1. See `ragami.game.Game`."""

    name = "ragami"
    events: Mapping[str, Versioned] = {
        name: Versioned(struct) for name, struct in ev.EVENTS.items()
    }
    asserted = Versioned(ev.Asserted)
    revealed = Versioned(ev.Revealed)
    judges: Mapping[type[Any], tuple[Check, Apply]] = JUDGES

    @property
    def opening(self) -> Opening:
        from ragami.games.ragami.opening import Opening as OpeningOfRagami

        return OpeningOfRagami()

    @property
    def notation(self) -> Notation:
        from ragami.games.ragami.sheet.notation import NOTATION

        return NOTATION

    @property
    def luck(self) -> Luck:
        from ragami.games.ragami.luck import LUCK

        return LUCK

    def new_state(self) -> State:
        return State()

    def pack(self, state: State) -> bytes:
        from ragami.games.ragami.packing import pack

        return pack(state)

    def unpack(self, packed: bytes, like: State) -> State:
        from ragami.games.ragami.packing import unpack

        return unpack(packed, like)

    def reveal(self, state: State, data: ev.Revealed) -> Breach | None:
        return table.reveal(state, data)

    def hidden(self, state: State, seat: str) -> list[int]:
        return table.hidden(state, seat)

    def hands(self, standing: Iterable[tuple[int, Any]], viewer: str | None = None) -> Hands:
        from ragami.games.ragami.hands.onlooker import hands

        return hands(standing, viewer)

    def tell_hands(self, hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
        from ragami.games.ragami.hands.told import tell_hands

        return tell_hands(hands, state, language)

    def contradiction(self, state: State, standing: Iterable[tuple[int, Any]]) -> Iterable[Finding]:
        if not state.hidden:
            return ()
        from ragami.games.ragami.hands.onlooker import contradiction

        return contradiction(standing)

    def differences(self, state: State, data: ev.Asserted) -> dict[str, Any]:
        return table.differences(state, data)

    def may_be_waived(self, rule: str) -> bool:
        from ragami.games.ragami.catalogue import rules

        return rule.startswith("R-") and rule not in NEVER_WAIVED and rule in rules()

    def remarks(self, state: State) -> Iterable[Finding]:
        if not state.opened:
            return
        parts = {"board": state.board.file, "deck": state.deck, "dice": state.dice}
        unverified = {what: part.name for what, part in parts.items() if not part.verified}
        if state.deck.white_cube is None:
            unverified["white_cube"] = "any card is accepted"
        if state.options.movement_check != "full":
            unverified["movement"] = state.options.movement_check
        if unverified:
            yield Finding("unverified-components", None, "A-LOG-07", 1, 1, unverified)
        unlike = state.board.unlike_printed
        if unlike:
            yield Finding("unlike-printed-board", "R-BOARD-04", "A-MOVE-01", 1, 1, unlike)

    def chapter(self, state: State) -> int:
        return int(state.round)

    def final(self, state: State) -> dict[str, Any] | None:
        return ending.final(state)

    def tell_result(self, final: Mapping[str, Any], language: Language) -> str:
        from ragami.games.ragami.result import tell_result

        return tell_result(final, language)

    def tell_moment(self, state: State, language: Language) -> str:
        from ragami.games.ragami.moment import tell_moment

        return tell_moment(state, language)

    def guide(self, state: State, language: Language) -> Guide:
        from ragami.games.ragami.guide import guide

        return guide(state, language)

    def warning(self, state: State, event: Any, language: Language) -> str | None:
        from ragami.games.ragami.guide import warning

        return warning(state, event, language)

    def word(self, code: str, language: Language) -> str:
        from ragami.games.ragami.speech import speech

        return speech(language).value(code)

    def seats_and_title(self, opened: Any) -> tuple[dict[str, str], str | None]:
        if not isinstance(opened, ev.GameOpened):
            return {}, None
        return {seat.colour: seat.name for seat in opened.players}, opened.title

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        from ragami.games.ragami.opening import agreed

        return agreed(opened) if isinstance(opened, ev.GameOpened) else {}

    def teller(self, language: Language, viewer: str | None = None) -> Teller:
        from ragami.games.ragami.words import Teller as TellerOfRagami

        return TellerOfRagami(language, viewer)

    def view(self, state: State, seq: int, viewer: str | None = None) -> dict[str, Any]:
        return view.view(state, seq, viewer)

    def legal(self, state: State) -> list[Choice]:
        from ragami.games.ragami.legal import legal

        return legal(state)

    def redact(self, event: Any, viewer: str | None) -> Any:
        return view.redact(event, viewer)

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        from ragami.games.ragami.secrets import WORDING

        return WORDING

    def secrets(self, event: Any) -> Iterable[Hidden]:
        from ragami.games.ragami.secrets import secrets

        return secrets(event)

    def svg(
        self,
        view: Mapping[str, Any],
        state: State,
        names: Mapping[str, str],
        title: str | None,
        language: Language,
    ) -> str | None:
        from ragami.games.ragami.picture.layout import Plan
        from ragami.games.ragami.picture.svg import svg

        if not state.opened:
            return None
        plan = Plan.from_board(to_builtins(state.board.file))
        return svg(view, plan, language=language, names=names, title=title)

    def picture(
        self, state: State, view: Mapping[str, Any], names: Mapping[str, str], page: Page
    ) -> str:
        from ragami.games.ragami.picture.layout import plan_of
        from ragami.games.ragami.picture.text import text

        if not state.opened:
            return self.tell_moment(state, page.language) + "\n"
        plan = plan_of(json.encode(state.board.file))
        return text(view, plan, names=names, **page._asdict())

    def stage(
        self,
        state: State,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> Stage | None:
        from ragami.games.ragami.page.stage import Stage as StageOfRagami
        from ragami.games.ragami.picture.layout import Plan

        if not state.opened:
            return None
        plan = Plan.from_board(to_builtins(state.board.file))
        return StageOfRagami(plan, names, language, keep)

    def rolls(self, event: Any) -> Iterable[Roll]:
        from ragami.games.ragami.chance import rolls

        return rolls(event)

    def disclosed(self, event: Any) -> list[str]:
        from ragami.games.ragami.chance import disclosed

        return disclosed(event)

    def under(self, opened: ev.GameOpened, chosen: Mapping[str, Value]) -> ev.GameOpened:
        return structs.replace(opened, options=structs.replace(opened.options, **chosen))

    def faces(self, state: State) -> Mapping[str, tuple[int, ...]]:
        from ragami.games.ragami.chance import faces

        return faces(state)

    def statistics(self) -> Statistics:
        from ragami.games.ragami.statistics import Statistics as StatisticsOfRagami

        return StatisticsOfRagami()

    def join(self, one: Any, other: Any) -> Any | None:
        from ragami.games.ragami.joining import join

        return join(one, other)

    def rivals(self, one: Any, other: Any) -> bool:
        from ragami.games.ragami.joining import rivals

        return rivals(one, other)

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, Any]]:
        from ragami.games.ragami.bots.play import play

        options = None if chosen is None else convert(chosen, Options)
        return play(players, seed, options=options, hidden=hidden)

    def say(self, finding: Finding, language: Language) -> str:
        from ragami.games.ragami.saying import say

        return say(finding, language)

    def sources(self, finding: Finding) -> list[str]:
        from ragami.games.ragami.saying import sources

        return sources(finding)


GAME: Final = Ragami()
