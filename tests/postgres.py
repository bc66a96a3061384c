"""A PostgreSQL server for the tests, of the programs that Debian installs; made and thrown away."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final, Self

import psycopg

from ragami.server.access import Access
from ragami.store import open_store

PAGE: Final = (Path(__file__).parents[1] / "docs" / "postgresql.md").read_text("utf-8")
RIGHTS: Final = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)[0]
FOLDERS: Final = Path("/usr/lib/postgresql")
MISSING: Final = "there is no PostgreSQL here to test with (apt-get install postgresql)"
ACCESS: Final = "local all stranger scram-sha-256\nlocal all all trust\n"
QUICKLY: Final = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "listen_addresses=")
"""A server of the tests may be killed, but the machine under it does not lose its current."""


def programs() -> Path | None:
    """Where `initdb` and `postgres` are, the newest of them; None if there are none."""
    found = [path.parent for path in FOLDERS.glob("*/bin/initdb")]
    if there := shutil.which("initdb"):
        found.append(Path(there).resolve().parent)
    return max(
        found, key=lambda path: [int(n) for n in re.findall(r"\d+", str(path))], default=None
    )


class Server:
    """A server on a Unix socket in a folder of its own, as long as the `with` block."""

    def __init__(self, programs: Path, *settings: str, below: str | None = None) -> None:
        self._programs = programs
        self._settings = settings
        # Not a folder of pytest's: nobody but its owner may enter those, and PostgreSQL is never
        # root. A socket's name may not be long, either.
        self.folder = Path(tempfile.mkdtemp(prefix="ragami-pg-", dir=below))
        self._user = "postgres" if os.geteuid() == 0 else None
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._copied = "TEMPLATE empty"

    def __enter__(self) -> Self:
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-D", self._data, "-U", "tester", "-A", "trust", "-E", "UTF8",
                  "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        (self.folder / "data/pg_hba.conf").write_text(ACCESS)
        self.start()
        self.sql("postgres", "CREATE DATABASE empty TEMPLATE template0")
        # Whoever comes first to a database fills its cache, which is copied with it; where a server
        # can do more than copy the files, it has to be told.
        if int(self.sql("empty", "SHOW server_version_num")) >= 150_000:
            self._copied = "TEMPLATE empty STRATEGY FILE_COPY"
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", self._data, "-k", str(self.folder),
                 *QUICKLY, *self._settings],
                user=self._user, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        patience = time.monotonic() + 60
        while self._ready() != 0:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < patience
            time.sleep(0.02)

    def _ready(self) -> int:
        run = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run(run, check=False).returncode

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it at once; with SIGKILL as a power cut would."""
        if self._process is None:
            return
        children = self._children() if how is signal.SIGKILL else []
        self._process.send_signal(how)
        for child in children:
            os.kill(child, how)
        self._process.wait()
        self._process = None

    def _children(self) -> list[int]:
        assert self._process
        tasks = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in tasks.read_text().split()]

    def address(self, database: str, user: str = "tester", password: str = "") -> str:
        word = f":{password}" if password else ""
        return f"postgresql://{user}{word}@/{database}?host={self.folder}"

    @contextmanager
    def database(self, *settings: str) -> Iterator[str]:
        """The address of a database that is empty, and taken away whoever still uses it."""
        name = f"games_{next(self._numbers)}"
        copied = f"TEMPLATE template0 {' '.join(settings)}" if settings else self._copied
        self.sql("postgres", f"CREATE DATABASE {name} {copied}")
        try:
            yield self.address(name)
        finally:
            self.sql("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    def schema(self) -> str:
        """Return the address of an empty schema, which is made sooner than a database."""
        name = f"games_{next(self._numbers)}"
        with psycopg.connect(self.address("empty"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address('empty')}&options=-csearch_path%3D{name}"

    @contextmanager
    def table_server(self, address: str) -> Iterator[str]:
        """The same database for the role that docs/postgresql.md makes, with its tables made."""
        name = address.partition("@/")[2].partition("?")[0]
        open_store(address).close()
        Access(address).close()
        self.sql(name, RIGHTS)
        try:
            yield self.address(name, "table_server")
        finally:
            self.sql(name, "DROP OWNED BY table_server; DROP ROLE table_server")

    def sql(self, database: str, statement: str) -> str:
        """Return the answer to a statement of the owner; `database` is a name or an address."""
        return self._run(
            "psql", "-h", str(self.folder), "-U", "tester", "-d", database, "-qAtX",
            "-v", "ON_ERROR_STOP=1", "-c", statement,
        )  # fmt: skip
