"""The PostgreSQL store keeps the contract, and keeps what it was given when it is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ragami.store import Store
from ragami.store.postgres import PostgresStore
from tests.store.contract import StoreContract
from tests.store.elsewhere import Elsewhere, another_process


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
