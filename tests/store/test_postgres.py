"""The PostgreSQL store keeps the contract, and what only a server has to do."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg import errors

from ragami.errors import NOT_FOUND, STORAGE
from ragami.store import Appended, Secret, Store, Withdrawal, open_store, postgres_schema
from ragami.store.postgres import PostgresStore
from ragami.store.postgres_fault import not_connected, trouble_of
from ragami.store.postgres_waking import CHANNEL, LONGEST, heard, said
from ragami.store.protocol import without_password
from tests.postgres import Server
from tests.scale import seeds
from tests.store.contract import EXACT, StoreContract, bodies, grown, trouble_in
from tests.store.elsewhere import Elsewhere, another_process
from tests.store.test_several_writers import race


@pytest.fixture
def postgres(database: str) -> Iterator[PostgresStore]:
    with PostgresStore(database) as store:
        yield store


class TestPostgres(StoreContract):
    @pytest.fixture
    def store(self, postgres: PostgresStore) -> Store:
        return postgres

    @pytest.fixture
    def elsewhere(self, database: str) -> Iterator[Elsewhere]:
        with another_process(database) as elsewhere:
            yield elsewhere


def named(address: str) -> str:
    """The name of a database of the tests' server."""
    return address.partition("@/")[2].partition("?")[0]


def test_all_is_there_when_it_is_opened_again(database: str) -> None:
    with PostgresStore(database) as store:
        store.append("g", 0, EXACT, key="k")
        store.put_result("g", len(EXACT), b'{"winners":[]}')
        listed = store.games()
    with open_store(database, create=False) as store:
        assert store.read("g") == EXACT
        assert store.games() == listed
        assert store.append("g", 0, EXACT, key="k") == Appended(1, len(EXACT), repeated=True)


def test_a_commit_waits_for_the_disk_whatever_the_server_is_used_to(
    server: Server, whole_database: str
) -> None:
    name = named(whole_database)
    server.sql("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")
    server.sql(
        "postgres", f"ALTER DATABASE {name} SET default_transaction_isolation='serializable'"
    )
    with PostgresStore(whole_database) as store:
        ask = store._connection.execute
        assert ask("SHOW synchronous_commit").fetchone() == ("on",)
        assert ask("SHOW transaction_isolation").fetchone() == ("read committed",)


def test_the_list_of_many_games_comes_page_by_page(postgres: PostgresStore) -> None:
    names = [f"game {number:04}" for number in range(600)]
    for name in names:
        postgres.append(name, 0, bodies(1, 1))
    assert list(postgres.names()) == names


# --- several at once ---


def test_one_winner_for_every_seq(database: str) -> None:
    won = race(database, ["ana", "eva", "lola"], 40)
    assert sorted(seq for mine in won.values() for seq in mine) == list(range(1, 121))


@pytest.mark.parametrize("attempt", seeds(1, 9))
def test_several_may_make_the_same_database(database: str, attempt: int) -> None:
    won = race(database, ["ana", "eva", "lola", "luis"], 1)
    assert sorted(seq for mine in won.values() for seq in mine) == [1, 2, 3, 4]


def test_threads_may_share_a_store_and_a_key_is_used_once(postgres: PostgresStore) -> None:
    def tap(number: int) -> bool:
        return postgres.append("g", 0, bodies(1, 2), key="tap").repeated

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(tap, range(40)))
    assert answers.count(False) == 1
    assert postgres.read("g") == bodies(1, 2)


# --- append-only ---

REFUSED = [
    "UPDATE event SET body = '{}'",
    "UPDATE event SET seq = seq + 10",
    "UPDATE event SET game = 'h'",
    "UPDATE event SET body = body",
    "DELETE FROM event",
    "DELETE FROM event WHERE seq = 3",
    "TRUNCATE event",
    "TRUNCATE event, command, secret, result",
    "INSERT INTO event VALUES ('g', 2, '{}')",
    "INSERT INTO event VALUES ('g', 2, '{}') ON CONFLICT (game, seq) DO UPDATE SET body = '{}'",
    "INSERT INTO event VALUES ('g', 0, '{}')",
    "INSERT INTO event VALUES ('g', -1, '{}')",
    "INSERT INTO event VALUES ('g', 4, NULL)",
    "INSERT INTO event VALUES (NULL, 1, '{}')",
    "UPDATE command SET last = 9",
    "UPDATE command SET key = 'l'",
    "DELETE FROM command",
    "TRUNCATE command",
    "INSERT INTO command VALUES ('g', 'k', 1, 1)",
    "UPDATE withdrawal SET at = ''",
    "DELETE FROM withdrawal",
    "TRUNCATE withdrawal",
    "SET session_replication_role = replica; DELETE FROM event",
]


@pytest.fixture(scope="module")
def written(server: Server) -> Iterator[tuple[str, PostgresStore]]:
    """Yield the address of a database in which no statement below may change anything."""
    address = server.schema()
    with PostgresStore(address) as store:
        store.append("g", 0, bodies(1, 3), key="k")
        store.append("h", 0, bodies(1, 1))
        store.withdraw([Withdrawal("h", name="i")], "now")
        yield address, store


@pytest.mark.parametrize("statement", REFUSED)
def test_the_database_itself_keeps_the_log(
    written: tuple[str, PostgresStore], statement: str
) -> None:
    """Even from the superuser, as long as nobody takes a trigger away on purpose."""
    address, postgres = written
    with psycopg.connect(address, autocommit=True) as raw:
        with pytest.raises((psycopg.errors.RaiseException, psycopg.errors.IntegrityError)):
            raw.execute(statement.encode())
        kept = raw.execute("SELECT game, at FROM withdrawal").fetchall()
    assert kept == [("i", "now")]
    assert postgres.read("g") == bodies(1, 3)
    assert postgres.earlier("g", "k") == Appended(1, 3, repeated=True)


RECORD = b'{"seq":1,"type":"noted","v":1,"at":null,"by":"Ana","data":{"text":"Ana Ruiz was here"}}'
WITHHELD = (
    b'{"seq":1,"type":"withheld","v":1,"at":null,"by":null,'
    b'"data":{"leaf":"abc","type":"noted","v":1}}'
)


@pytest.mark.parametrize(
    "other",
    [
        b'{"seq":1,"type":"noted","v":1,"at":null,"data":{"leaf":"abc","type":"noted","v":1}}',
        WITHHELD.replace(b'"at":null', b'"at":"now"'),
        WITHHELD.replace(b'"seq":1', b'"seq":2'),
        WITHHELD.replace(b'"type":"noted"', b'"type":"undone"'),
        WITHHELD.replace(b'"leaf":"abc",', b""),
        WITHHELD.replace(b'"data":{', b'"date":{'),
    ],
)
def test_words_are_withheld_in_one_form_only(postgres: PostgresStore, other: bytes) -> None:
    postgres.append("g", 0, [RECORD])
    trouble = trouble_in(postgres.withdraw, [Withdrawal("g", {1: (RECORD, other)})], "now")
    assert trouble.exit_code == STORAGE
    assert postgres.read("g") == [RECORD]
    postgres.withdraw([Withdrawal("g", {1: (RECORD, WITHHELD)})], "now")
    assert postgres.read("g") == [WITHHELD]
    again = WITHHELD.replace(b'"abc"', b'"abd"')
    trouble_in(postgres.withdraw, [Withdrawal("g", {1: (WITHHELD, again)})], "now")
    assert postgres.read("g") == [WITHHELD]


def test_nothing_of_a_withdrawn_word_stays_in_the_files(
    server: Server, database: str, postgres: PostgresStore
) -> None:
    name = "Zoraida Quintanilla"
    record = RECORD.replace(b"Ana Ruiz", name.encode())
    secret = Secret(1, "by", "c2FsdA==", f'"{name}"')
    postgres.append(f"with {name}", 0, [record], key=f"{name} 1", secrets=[secret])
    postgres.put_result(f"with {name}", 1, f'{{"winner":"{name}"}}'.encode())
    files = server.folder / "data" / "base"

    def found() -> bool:
        server.sql("postgres", "CHECKPOINT")
        done = subprocess.run(["grep", "-rqs", name, str(files)], check=False)
        return done.returncode == 0

    server.sql(database, "ANALYZE")
    assert found(), "this test looks in the right place"
    game = f"with {name}"
    wanted = Withdrawal(game, {1: (record, WITHHELD)}, [secret], {f"{name} 1": "k1"}, "g")
    postgres.withdraw([wanted], "now")
    assert not found()
    assert postgres.read("g") == [WITHHELD]


def test_who_still_looks_at_the_old_words_is_noticed(
    postgres: PostgresStore, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragami.store.postgres.PATIENCE", 0.1)
    postgres.append("g", 0, [RECORD])
    with psycopg.connect(database) as other:
        other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        other.execute("SELECT 1")
        wanted = Withdrawal("g", {1: (RECORD, WITHHELD)})
        assert trouble_in(postgres.withdraw, [wanted], "now").code == "old-bytes-left"
        assert postgres.read("g") == [WITHHELD]
    postgres.withdraw([], "later")


def test_who_holds_on_to_the_tables_is_noticed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_schema, "BUSY", 100)
    with PostgresStore(database) as store, psycopg.connect(database) as other:
        store.append("g", 0, [RECORD])
        other.execute("SELECT FROM event")
        wanted = Withdrawal("g", {1: (RECORD, WITHHELD)})
        assert trouble_in(store.withdraw, [wanted], "now").code == "old-bytes-left"
        other.rollback()
        store.withdraw([], "later")


# --- which databases are taken ---


def test_our_tables_are_made_only_on_purpose(database: str) -> None:
    trouble = trouble_in(open_store, database, create=False)
    assert (trouble.code, trouble.exit_code) == ("database-not-found", NOT_FOUND)
    PostgresStore(database).close()
    open_store(database, create=False).close()


def test_a_database_that_is_newer_is_left_as_it_is(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(database) as store:
        store.append("g", 0, bodies(1, 3))
    steps = (*postgres_schema.STEPS, ("CREATE TABLE more (text text)",))
    monkeypatch.setattr(postgres_schema, "STEPS", steps)
    for _ in range(2):
        with PostgresStore(database, create=False) as store:
            assert store.read("g") == bodies(1, 3)
            assert store._execute("SELECT * FROM more").fetchall() == []
    monkeypatch.undo()
    trouble = trouble_in(open_store, database)
    assert (trouble.code, trouble.exit_code) == ("database-newer", STORAGE)
    known = len(postgres_schema.STEPS)
    assert (trouble.facts["found"], trouble.facts["known"]) == (known + 1, known)


def test_an_upgrade_that_fails_halfway_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(database) as store:
        store.append("g", 0, bodies(1, 3))
    broken = ("CREATE TABLE more (text text)", "CREATE TABLE more (text text)")
    monkeypatch.setattr(postgres_schema, "STEPS", (*postgres_schema.STEPS, broken))
    assert trouble_in(open_store, database).exit_code == STORAGE
    monkeypatch.undo()
    with PostgresStore(database) as store:
        assert store.read("g") == bodies(1, 3)
        assert store._execute("SELECT to_regclass('more')").fetchone() == (None,)


@pytest.mark.parametrize(
    "script", ["CREATE TABLE event (game text)", "CREATE TABLE schema_version (version text)"]
)
def test_the_tables_of_somebody_else_are_left_as_they_are(
    server: Server, database: str, script: str
) -> None:
    server.sql(database, script)
    trouble = trouble_in(open_store, database)
    assert (trouble.code, trouble.exit_code) == ("unfit-database", STORAGE)
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    assert server.sql(database, tables) == "1\n"


def test_a_database_that_could_not_keep_every_byte_is_refused(server: Server) -> None:
    with server.database("ENCODING 'LATIN1'", "LOCALE 'C'") as address:
        trouble = trouble_in(open_store, address)
    assert (trouble.code, trouble.exit_code) == ("unfit-database", STORAGE)
    assert trouble.facts["found"] == "encoding LATIN1"


# --- what goes wrong ---


def test_who_is_not_let_in_is_told_so_without_the_password(server: Server) -> None:
    server.sql("postgres", "CREATE ROLE stranger LOGIN PASSWORD 'right'")
    try:
        trouble = trouble_in(open_store, server.address("postgres", "stranger", "geheim"))
        assert (trouble.code, trouble.exit_code) == ("server-shut", STORAGE)
        assert "geheim" not in str(trouble)
        assert "stranger@" in str(trouble)
    finally:
        server.sql("postgres", "DROP ROLE stranger")
    assert trouble_in(open_store, server.address("postgres", "nobody")).code == "server-shut"


def test_a_database_that_the_server_does_not_have(server: Server) -> None:
    trouble = trouble_in(open_store, server.address("none"))
    assert (trouble.code, trouble.exit_code) == ("database-not-found", NOT_FOUND)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ana:geheim@127.0.0.1:1/club",
        "postgresql:///club?host=/nowhere",
        "postgresql://127.0.0.1:port/club",
        "postgresql://127.0.0.1/club?nonsense=1",
    ],
)
def test_where_no_server_answers(address: str) -> None:
    trouble = trouble_in(open_store, address)
    assert (trouble.code, trouble.exit_code) == ("server-not-reached", STORAGE)
    assert "geheim" not in str(trouble)


def test_an_address_is_shown_without_its_password() -> None:
    for address, safe in {
        "postgresql://a:b@h:1/d?x=1": "postgresql://a@h:1/d?x=1",
        "postgresql://a:b%40c@h/d": "postgresql://a@h/d",
        "postgres:///d?password=b": "postgres:///d",
        "postgresql://h/d?user=a&password=b&host=c": "postgresql://h/d?user=a&host=c",
        "postgresql://a@/d?host=/tmp": "postgresql://a@/d?host=/tmp",
    }.items():
        assert without_password(address) == safe


def test_who_keeps_on_writing_is_not_waited_for_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_schema, "BUSY", "100ms")
    with PostgresStore(database) as store, psycopg.connect(database) as other:
        other.execute("INSERT INTO event VALUES ('g', 1, '{}')")
        trouble = trouble_in(store.append, "g", 0, bodies(1, 1))
        assert (trouble.code, trouble.exit_code) == ("database-busy", STORAGE)
        other.rollback()
        assert store.append("g", 0, bodies(1, 1)).last == 1


def test_a_connection_that_broke_off_is_replaced(server: Server, database: str) -> None:
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ragami'"
    with PostgresStore(database) as store, store.watch() as watch:
        store.append("g", 0, bodies(1, 1))
        server.sql("postgres", end)
        trouble = trouble_in(store.append, "g", 1, bodies(2, 2))
        assert (trouble.code, trouble.exit_code) == ("server-lost", STORAGE)
        assert store.append("g", 1, bodies(2, 2)) == Appended(2, 2)
        grown(watch, "g", 3)
        assert store.read("g") == bodies(1, 2)


# --- wake-ups ---


def test_what_is_said_fits_and_names_every_game() -> None:
    games = {f"Final, mesa {number} 聖人": number for number in range(1, 1000)} | {"%_,": 7}
    payloads = list(said(games))
    assert len(payloads) > 2
    assert max(len(one.encode()) for one in payloads) <= LONGEST
    assert [game for payload in payloads for game in heard(payload)] == list(games)
    assert list(said({"g": 3, "h": 5})) == ["g 3,h 5"]


def test_wake_ups_are_few_however_much_is_appended(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as other, PostgresStore(database) as store:
        other.execute(f"LISTEN {CHANNEL}".encode())
        begun, seq = time.monotonic(), 0
        while time.monotonic() - begun < 1 or seq <= 50:
            seq = store.append("g", seq, bodies(seq + 1, seq + 1)).last
        came = []
        for wake_up in other.notifies(timeout=10):
            came.append(wake_up)
            if wake_up.payload == f"g {seq}":  # the last one is told
                break
        spent = time.monotonic() - begun
        came += other.notifies(timeout=0.3)
    assert came[-1].payload == f"g {seq}"
    assert len(came) <= 20 * (spent + 0.3)


def test_what_is_still_to_be_said_is_said_at_the_end(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as other:
        with PostgresStore(database) as store:
            other.execute(f"LISTEN {CHANNEL}".encode())
            store.append("g", 0, bodies(1, 1))
        said_at_last = [*other.notifies(timeout=10, stop_after=1), *other.notifies(timeout=0.3)]
        assert [wake_up.payload for wake_up in said_at_last] == ["g 1"]


def test_a_server_is_not_imported_by_who_needs_none(path: Path) -> None:
    program = (
        "import sys; from ragami.store import open_store\n"
        f"open_store({str(path)!r}).append('g', 0, [b'{{}}'])\n"
        "print('psycopg' in sys.modules)"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.stdout == "False\n", done.stderr


FAULTS = [
    (errors.ConnectionFailure, "server-lost"),
    (errors.AdminShutdown, "server-lost"),
    (errors.CrashShutdown, "server-lost"),
    (errors.CannotConnectNow, "server-not-reached"),
    (errors.CharacterNotInRepertoire, "unfit-database"),
    (errors.UntranslatableCharacter, "unfit-database"),
    (errors.DuplicateTable, "unfit-database"),
    (errors.ReadOnlySqlTransaction, "server-forbids"),
    (errors.InsufficientPrivilege, "server-forbids"),
    (errors.InvalidPassword, "server-shut"),
    (errors.TooManyConnections, "server-shut"),
    (errors.InvalidCatalogName, "database-not-found"),
    (errors.DiskFull, "disk-full"),
    (errors.IoError, "disk-error"),
    (errors.LockNotAvailable, "database-busy"),
    (errors.QueryCanceled, "database-busy"),
    (errors.DataCorrupted, "database-damaged"),
    (errors.IndexCorrupted, "database-damaged"),
    (errors.SyntaxError, "storage-failed"),
    (psycopg.OperationalError, "server-lost"),
]


@pytest.mark.parametrize(("error", "code"), FAULTS, ids=lambda one: getattr(one, "__name__", one))
def test_what_the_server_says_is_one_of_our_troubles(error: type[psycopg.Error], code: str) -> None:
    trouble = trouble_of(error("it says so.\nDETAIL: more"), "postgresql://here")
    assert trouble.code == code
    assert trouble.facts == {"path": "postgresql://here", "found": "it says so"}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('connection failed: FATAL: database "x" does not exist', "database-not-found"),
        ('connection failed: FATAL: role "x" does not exist', "server-shut"),
        ("connection failed: FATAL: no pg_hba.conf entry for host", "server-shut"),
        ("connection failed: FATAL: sorry, too many clients already", "server-shut"),
        ("connection failed: Connection refused", "server-not-reached"),
    ],
)
def test_who_cannot_connect_is_told_why(said: str, code: str) -> None:
    trouble = not_connected(psycopg.OperationalError(f"several attempts:\n- {said}."), "here")
    assert (trouble.code, trouble.facts["found"]) == (code, f"- {said}")
