"""Schemathesis against a server that runs: what OpenAPI says of it, taken at its word.

Four tables of four games, the token of a referee, every route but the two streams, which never end,
and the import, whose lines it cannot make. The
claims: no answer is a 5xx, and each has a status, a type and a body that the document promises.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import httpx

from tests.server.kit import fill, opened, simulated

EXAMPLES: Final = os.environ.get("SCHEMA_EXAMPLES", "6")
SOURCE: Final = Path(__file__).parents[2]
RACE: Final = SOURCE / "tests" / "games" / "race"
EVENTS: Final = 30
PLAYED: Final = {"ragami": 3, "deal-with-the-devil": 4, "tournament": 8}
A_SECOND: Final = 9  # a device may write ten times
CHECKS: Final = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)


def main() -> int:
    """Prints what schemathesis says; gives 1 where an answer is not as it was promised."""
    if find_spec("schemathesis") is None:
        print("schemathesis is missing: pip install schemathesis")
        return 1
    sys.path.insert(0, str(RACE))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = laid(folder / "hall.db")
        process, said = serving(folder / "hall.db")
        try:
            return asked(folder, said["addresses"][0], said["hall_key"], tables)
        finally:
            process.terminate()
            process.communicate(timeout=10)


def laid(database: Path) -> list[str]:
    """The tables: a game of each kind, in its midst."""
    opened(database, "race")
    for game, players in PLAYED.items():
        fill(database, simulated(game, 1, players, hidden=game.startswith("deal"))[:EVENTS], game)
    return ["race", *PLAYED]


def serving(database: Path) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """`ragami serve` as everybody runs it, and what it says."""
    paths = os.pathsep.join(map(str, (RACE, SOURCE, SOURCE / "cli")))
    process = subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", "--json", "--db", str(database), "serve",
         "--port", "0"],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert process.stdout
    return process, json.loads(process.stdout.readline())


def asked(folder: Path, base: str, key: str, tables: list[str]) -> int:
    """Let schemathesis ask; its own report is printed."""
    joined = httpx.post(f"{base}/v1/join", json={"code": key}, trust_env=False).json()
    config = folder / "schemathesis.toml"
    lists = {"table": tables, "form": ["jsonl", "sheet", "page", "svg", "json"]}
    told = [f"[dictionaries.{one}]\nvalues = {json.dumps(some)}" for one, some in lists.items()]
    bound = [f'"path.{one}" = {{ dictionary = "{one}" }}' for one in lists]
    config.write_text("\n".join([*told, "[parameters]", *bound]) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run",
         f"{base}/v1/openapi.json", "-H", f"Authorization: Bearer {joined['token']}",
         "--exclude-path-regex", "/(stream|import)$", "--phases", "coverage,fuzzing",
         "--max-examples", EXAMPLES, "--checks", CHECKS, "--rate-limit", f"{A_SECOND}/s",
         "--suppress-health-check", "all", "--no-shrink", "--continue-on-failure", "--seed", "14",
         "--generation-database", "none", "--warnings", "off"],
        cwd=folder,
        check=False,
    )  # fmt: skip
    return 1 if done.returncode else 0
