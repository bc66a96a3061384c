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
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

from ragami.server.openapi import document
from ragami.server.routes import API
from tests.server.kit import Club, fill, simulated

GAMES: Final = {"dice-forge": 3, "ragami": 2, "scores": 3}
"""How many play each, at one device."""

DEVIL: Final = "deal-with-the-devil"
SEATS: Final = ("red", "blue", "green", "yellow")
"""What the players of the Devil keep hidden is only taken from their own devices."""

CUP: Final = "cup"
NAMES: Final = ("Ana", "Bea", "Caro", "Dani")

MOST: Final = 1500
DEVIL_MOST: Final = 150
"""Records of the Devil: by chance hardly anybody gets through the ritual."""
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
            tables = [Table([Device(club, game, club.code(game), role="keeper")]) for game in GAMES]
            devil = seated(club, DEVIL, SEATS).play(DEVIL_MOST)
            return sum(table.play() for table in tables) + devil + desk(club)


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


class Device:
    """A device that asks by the generated client alone, as a seat or in a role."""

    def __init__(self, club: Club, game: str, code: str, **joins: str) -> None:
        self.game = game
        client = import_module("made.client")
        self.models, self.types = import_module("made.models"), import_module("made.types")
        self.client = client.Client(base_url=club.base, httpx_args={"trust_env": False})
        joined = self.ask("join", body=self.models.Join.from_dict({"code": code} | joins))
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

    def done(self, operation: str, *path: str, **given: Any) -> Any:
        """Call an operation that has to succeed."""
        answer = self.ask(operation, *path, **given)
        assert not isinstance(answer, self.models.ProblemDetails), (operation, answer)
        return answer


class Table:
    """A table whose devices play it: one of the keeper, or one of each seat."""

    def __init__(self, devices: list[Device], referee: Device | None = None) -> None:
        self.devices, self.game = devices, devices[0].game
        self.referee = referee or devices[0]
        self.models = devices[0].models
        self.rng = Random(8617)

    def play(self, most: int = MOST) -> int:
        """Play until nothing is to be chosen any more, or so many records are written. 0: done."""
        refused, tried = 0, Counter[str]()
        while refused < 20 * MOST:
            for device in self.rng.sample(self.devices, len(self.devices)):
                reply = device.done("choices", self.game)
                if reply.choices or reply.app:
                    break
            if reply.app:
                nobody = {"keeper": None} if reply.app == "seal" else {}
                self.referee.done("app", self.game, body=self.models.AppAsked.from_dict(nobody))
                continue
            if not reply.choices or reply.seq > most:
                break
            # What was seldom tried: by chance alone nobody stops to borrow.
            types = {choice.type_ for choice in reply.choices}
            type_ = min(sorted(types), key=tried.__getitem__)
            tried[type_] += 1
            same = [choice for choice in reply.choices if choice.type_ == type_]
            refused += not self.takes(device, self.rng.choice(same), reply.seq)
        moment = self.devices[0].done("moment", self.game)
        print(f"{self.game}: {moment.seq} records, {refused} refused; over: {moment.over}")
        return 0 if moment.over or moment.seq > most else 1

    def takes(self, device: Device, choice: Any, seq: int) -> bool:
        """Fill a choice, have it checked, and write it. False: it was refused."""
        body = {"type": choice.type_, "data": self.filled(choice)}
        draft = self.models.EventDraft.from_dict(body)
        checked = device.ask("check", self.game, body=draft)
        if isinstance(checked, self.models.ProblemDetails) or not checked.ok:
            return False
        written = device.ask("events", self.game, body=draft, if_match=f'"{seq}"')
        return not isinstance(written, self.models.ProblemDetails)

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


def seated(club: Club, game: str, seats: tuple[str, ...]) -> Table:
    """A new table at which every seat has a device."""
    referee = Device(club, game, club.hall_key)
    players = [{"seat": seat, "name": seat.title()} for seat in seats]
    wanted = {"table": game, "game": game, "players": players}
    opened = referee.done("new_table", body=referee.models.NewTable.from_dict(wanted))
    return Table([Device(club, game, opened.code, seat=seat) for seat in seats], referee)


def desk(club: Club) -> int:
    """A tournament at its desk and on the phones of four: in, paired, reported, closed. 0: done."""
    referee = Device(club, CUP, club.hall_key)
    models = referee.models
    options = {"rounds": 1, "table_size": 4, "seed": "2026-11-22"}
    wanted = {"table": CUP, "game": "tournament", "players": [], "options": options}
    code = referee.done("new_table", body=models.NewTable.from_dict(wanted)).code
    phones = [Device(club, CUP, code) for _name in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.done("enter", CUP, body=models.Entry.from_dict({"name": name}))
    for one in referee.done("round_", CUP).asking:
        admitted = models.Admission.from_dict({"id": one.id, "answer": "yes"})
        referee.done("admit", CUP, body=admitted)
    step(referee, "pair")
    referee.done("set_clock", CUP, body=models.SetClock.from_dict({"do": "start", "minutes": 60}))
    (table,) = referee.done("round_", CUP).tables
    scores = zip(table.players.additional_properties, (36, 31, 27, 20), strict=True)
    results = [{"player": player, "score": score} for player, score in scores]
    body = models.ResultReport.from_dict({"place": table.place, "results": results})
    told = [phone.done("report", CUP, body=body).agrees for phone in phones[:2]]
    assert told == ["one", "agreed"], told
    step(referee, "close")
    moment = referee.done("moment", CUP)
    print(f"{CUP}: {moment.seq} records, {[phone.done('me', CUP).number for phone in phones]}")
    return 0


def step(referee: Device, name: str) -> None:
    """Take the first step of this name, in the first way, with nothing answered."""
    models = referee.models
    offered = referee.done("steps", CUP).choices
    said = next(one for one in offered if one.type_ == name).data.to_dict()
    ways = referee.done("ways", CUP, body=models.DeskStep.from_dict({"step": name, "said": said}))
    referee.done("events", CUP, body=ways.ways[0].events, if_match=f'"{ways.seq}"')
