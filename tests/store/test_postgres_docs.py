"""What the page on PostgreSQL promises: the role of a server of tables, and a schema of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest

from ragami.errors import STORAGE
from ragami.store import Secret, Withdrawal, open_store
from tests.postgres import PAGE, Server
from tests.store.contract import bodies, grown, trouble_in


@pytest.fixture(scope="module")
def owned(server: Server) -> Iterator[str]:
    """Yield the address of a database, for its owner."""
    with server.database() as address:
        yield address


@pytest.fixture(scope="module")
def table_server(server: Server, owned: str) -> Iterator[str]:
    """Yield the address of the same database for the role that the page makes."""
    with server.table_server(owned) as address:
        yield address


def test_the_role_of_a_server_can_do_all_but_take_away(owned: str, table_server: str) -> None:
    secret = Secret(1, "by", "", "7")
    with (
        open_store(owned) as owner,
        open_store(table_server) as store,
        store.watch() as watch,
    ):
        store.append("g", 0, bodies(1, 3), key="k", secrets=[secret])
        assert store.append("g", 0, bodies(1, 3), key="k").repeated
        store.put_result("g", 3, b"{}")
        store.put_result("g", 3, b"[]")
        assert store.games()[0].result == b"[]"
        assert (store.read("g"), store.secrets("g")) == (bodies(1, 3), [secret])
        owner.append("h", 0, bodies(1, 1))
        grown(watch, "h", 3)
        wanted = [Withdrawal("g", forgotten=[secret], name="i")]
        trouble = trouble_in(store.withdraw, wanted, "now")
        assert (trouble.code, trouble.exit_code) == ("server-forbids", STORAGE)
        assert store.secrets("g") == [secret]
        owner.withdraw(wanted, "now")
        assert (store.read("i"), store.secrets("i")) == (bodies(1, 3), [])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = body",
        "DELETE FROM event",
        "TRUNCATE event",
        "DROP TABLE event",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "UPDATE command SET key = 'l'",
        "DELETE FROM secret",
        "DELETE FROM result",
        "INSERT INTO withdrawal (game, at) VALUES ('g', '')",
        "UPDATE schema_version SET version = 9",
        "DELETE FROM serve_witness",
        "UPDATE serve_seed SET seed = ''",
        "CREATE TABLE serve_more (a text)",
    ],
)
def test_it_has_no_right_to_anything_else(table_server: str, statement: str) -> None:
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(table_server) as raw, refused:
        raw.execute(statement.encode())


def test_a_schema_of_its_own(server: Server, database: str) -> None:
    (options,) = re.findall(r"options=[\w%-]+", PAGE)
    server.sql("empty", "CREATE SCHEMA league")
    at_league = f"{server.address('empty')}&{options}"
    with open_store(at_league) as league, open_store(database) as other:
        league.append("g", 0, bodies(1, 1))
        assert league.head("g") == 1
        assert other.games() == []
