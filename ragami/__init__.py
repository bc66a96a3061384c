"""ragami keeps the record of a board game, and proves what happened.

    import ragami

    for moment in ragami.replay(ragami.read("game.jsonl")):
        print(moment.seq, moment.scores)

This is the public interface; `docs/api.md` leads through it. Nothing is imported before it is
asked for (law 10).
"""

__version__ = "0.3.0"

TYPE_CHECKING = False  # the module that has it costs more than this one may
if TYPE_CHECKING:
    from ragami.api import check_proof as check_proof
    from ragami.api import prove as prove
    from ragami.api import read as read
    from ragami.api import replay as replay
    from ragami.api import seal as seal
    from ragami.api import simulate as simulate
    from ragami.api import verify as verify
    from ragami.api import verify_all as verify_all
    from ragami.errors import RagamiError as RagamiError
    from ragami.export import export as export
    from ragami.findings import Finding as Finding
    from ragami.game.definition import GameDefinition as GameDefinition
    from ragami.game.registry import UnknownGame as UnknownGame
    from ragami.game.registry import games as games
    from ragami.judge.moments import Log as Log
    from ragami.judge.moments import Moment as Moment
    from ragami.judge.report import Report as Report
    from ragami.notation.misread import Misspelled as Misspelled
    from ragami.receipts import Receipts as Receipts
    from ragami.store import Conflict as Conflict
    from ragami.store import Store as Store
    from ragami.table.game import TableGame as TableGame
    from ragami.table.game import open as open  # noqa: A004 (as `gzip.open`)
    from ragami.table.recording import Refused as Refused

__all__ = [
    "Conflict",
    "Finding",
    "GameDefinition",
    "Log",
    "Misspelled",
    "Moment",
    "RagamiError",
    "Receipts",
    "Refused",
    "Report",
    "Store",
    "TableGame",
    "UnknownGame",
    "check_proof",
    "export",
    "games",
    "open",
    "prove",
    "read",
    "replay",
    "seal",
    "simulate",
    "verify",
    "verify_all",
]

# Where a name stands that is not in `ragami.api`. The packages `games` and
# `export` are themselves what is called.
_HOMES = {
    "Conflict": "store:Conflict",
    "Finding": "findings:Finding",
    "GameDefinition": "game.definition:GameDefinition",
    "Log": "judge.moments:Log",
    "Misspelled": "notation.misread:Misspelled",
    "Moment": "judge.moments:Moment",
    "RagamiError": "errors:RagamiError",
    "Receipts": "receipts:Receipts",
    "Refused": "table.recording:Refused",
    "Report": "judge.report:Report",
    "Store": "store:Store",
    "TableGame": "table.game:TableGame",
    "UnknownGame": "game.registry:UnknownGame",
    "code": "code",
    "export": "export",
    "games": "games",
    "open": "table.game:open",
}


def __getattr__(name: str) -> object:
    if name not in __all__ and name != "code":
        raise AttributeError(f"module 'ragami' has no attribute {name!r}{_near(name)}")
    from importlib import import_module  # noqa: PLC0415 (law 10)

    module, _, inside = _HOMES.get(name, f"api:{name}").partition(":")
    found: object = import_module(f"ragami.{module}")
    globals()[name] = found = getattr(found, inside) if inside else found
    return found


def _near(name: str) -> str:
    """Say which name of the interface a misspelt one may mean."""
    from difflib import get_close_matches  # noqa: PLC0415 (law 10)

    near = get_close_matches(name, [*__all__, "code"], 1) if name[:1] != "_" else ()
    return f". Nearest to it: {near[0]}" if near else ""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
