"""A client that openapi-python-client makes of the OpenAPI document, as it is, plays each game.

It knows a server, a code and the types of the document, and nothing of a game: it takes a choice,
fills its open fields from `Open`, `Several` and `Template`, has it checked, and writes it. The
claims: every operation that is asked here has a type, the games end, nothing is a 5xx.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

from ragami.server.openapi import document
from ragami.server.routes import API
from tests.server.kit import Club, fill, simulated

GAMES: Final = {"dice-forge": 3, "ragami": 2, "scores": 3}
"""How many play each. What players of the Devil keep hidden is only taken from their devices."""

MOST: Final = 1500
TYPED: Final = ("moment", "choices", "check", "events", "join", "table", "records", "import_")


def main() -> int:
    """Make the client, play, and print how many records it took."""
    if find_spec("openapi_python_client") is None:
        print("openapi-python-client is missing: pip install openapi-python-client")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if generated(folder) != 0:
            return 1
        sys.path.insert(0, str(folder))
        database = folder / "hall.db"
        for game, players in GAMES.items():
            fill(database, simulated(game, 1, players)[:1], game)
        with Club(database) as club:
            return sum(Player(club, game).play() for game in GAMES)


def generated(folder: Path) -> int:
    """Have the client made; its warnings are printed."""
    (folder / "openapi.json").write_text(json.dumps(document(API)))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json",
           "--meta", "none", "--output-path", "made"]  # fmt: skip
    done = subprocess.run(run, cwd=folder, env={**os.environ, "PATH": path}, check=False,
                          capture_output=True, text=True)  # fmt: skip
    print("\n".join(line for line in done.stdout.splitlines() if line.startswith("WARNING")))
    missing = [one for one in TYPED if not (folder / f"made/api/default/{one}.py").exists()]
    if missing:
        print(f"not generated: {', '.join(missing)}\n{done.stdout}{done.stderr}")
    return len(missing)


class Player:
    """Plays by the generated client alone."""

    def __init__(self, club: Club, game: str) -> None:
        self.game = game
        client = import_module("made.client")
        self.rng = Random(8617)
        self.models, self.types = import_module("made.models"), import_module("made.types")
        code = {"code": club.code(game), "role": "keeper"}
        self.client = client.Client(base_url=club.base, httpx_args={"trust_env": False})
        joined = self.ask("join", body=self.models.Join.from_dict(code))
        self.client = client.AuthenticatedClient(
            base_url=club.base, token=joined.token, httpx_args={"trust_env": False}
        )

    def ask(self, operation: str, *path: str, **given: Any) -> Any:
        """Call an operation; gives what the document says that it answers."""
        asked = import_module(f"made.api.default.{operation}")
        answer = asked.sync_detailed(*path, client=self.client, **given)
        assert answer.status_code < 500, answer
        assert answer.parsed is not None, (operation, answer)
        return answer.parsed

    def play(self) -> int:
        """Play until nothing is to be chosen any more."""
        refused, seq = 0, 1
        while (choices := self.ask("choices", self.game).choices) and seq < MOST:
            choice = self.rng.choice(choices)
            body = {"type": choice.type_, "data": self.filled(choice)}
            draft = self.models.EventDraft.from_dict(body)
            checked = self.ask("check", self.game, body=draft)
            if isinstance(checked, self.models.ProblemDetails) or not checked.ok:
                refused += 1
                assert refused < 20 * MOST
                continue
            receipt = self.ask("events", self.game, body=draft, if_match=f'"{seq}"')
            seq = receipt.last
        moment = self.ask("moment", self.game)
        print(f"{self.game}: {seq} records, {refused} that the check refused; {moment.over}")
        return 0 if moment.over else 1

    def filled(self, choice: Any) -> dict[str, Any]:
        """The data of an event of a choice."""
        data: dict[str, Any] = choice.data.to_dict()
        opens = choice.open_.additional_properties if choice.open_ else {}
        return data | {name: self.field(values) for name, values in opens.items()}

    def field(self, values: Any) -> Any:
        if isinstance(values, list):
            return self.value(self.rng.choice(values))
        if isinstance(values, self.models.Several):
            number = self.rng.randint(values.least, values.most)
            taken = self.rng.choices if values.repeat else self.rng.sample
            return [self.value(one) for one in taken(values.of, k=number)]
        return None  # what somebody writes

    def value(self, value: Any) -> Any:
        """A value, with one of each list of a template."""
        if not isinstance(value, self.models.Template):
            return value
        inside = value.additional_properties
        return {
            name: self.rng.choice(one) if isinstance(one, list) else one
            for name, one in inside.items()
        }
