"""A pad on which the lines of a scenario are written, one after the other."""

from __future__ import annotations

from typing import Any, Final

from ragami.findings import Finding
from ragami.games.scores.game import GAME
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.sheet import Misread, logs_in

THREE: Final = 'ana "Ana", bea "Bea", caro "Caro"'


class Pad:
    """A game of the score keeper, written as a sheet; `lines` are parted by semicolons."""

    def __init__(
        self, lines: str = "", *, players: str = THREE, heads: str = "", **options: Any
    ) -> None:
        chosen = " ".join(f"{name}={value}" for name, value in options.items())
        parts = ["game: scores 1", f"players: {players}", *filter(None, heads.split("\n"))]
        self.text = "\n".join(parts + ([f"options: {chosen}"] if chosen else [])) + "\n"
        self.write(lines)

    def write(self, lines: str) -> Pad:
        """Write more lines below."""
        self.text += "".join(f"{line.strip()}\n" for line in lines.split(";") if line.strip())
        return self

    @property
    def log(self) -> bytes:
        games = logs_in(self.text.encode())
        assert games and not isinstance(games[0], Misread), games
        return games[0].log

    @property
    def replay(self) -> Replay:
        return replay_log(self.log)

    def after(self, lines: str = "") -> dict[str, Any]:
        """The state after more lines, which are all accepted."""
        replay = self.write(lines).replay
        assert replay.error is None, GAME.words.say(replay.error, "en")
        return GAME.view(replay.state, replay.seq)

    def refuses(self, lines: str) -> str | tuple[str, str]:
        """The verdict on the last of more lines: its rule, with the ruling it rests on."""
        pad = self.copy().write(lines)
        error = pad.replay.error
        assert error is not None, f"{lines}: it is accepted"
        assert error.line == pad.log.count(b"\n"), error
        assert error.rule is not None
        return (error.rule, error.ruling) if error.ruling else error.rule

    def takes(self, lines: str) -> bool:
        """Whether these lines are accepted behind the others."""
        return self.copy().write(lines).replay.error is None

    def copy(self) -> Pad:
        pad = Pad()
        pad.text = self.text
        return pad

    def final(self, lines: str = "") -> dict[str, Any]:
        self.after(lines)
        final = self.replay.final
        assert final is not None
        return dict(final)

    def findings(self, lines: str = "") -> list[Finding]:
        return [one for one in self.write(lines).replay.findings() if one.code != "unfinished"]


def totals(state: dict[str, Any]) -> list[int]:
    return [side["total"] for side in state["sides"].values()]


def places(state: dict[str, Any]) -> list[int | None]:
    return [side["place"] for side in state["sides"].values()]
