"""Which of two keys seals a game at the table: said, or asked for once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.proof import keys
from ragami_cli.commands.table import with_signer
from ragami_cli.companion.opening import DialogueContext
from ragami_cli.companion.session import TableTalk


@pytest.fixture(autouse=True)
def two_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("RAGAMI_SIGNER", "")  # so that it is put back afterwards
    monkeypatch.delenv("RAGAMI_SIGNER")
    keys.make("ana")
    keys.make("bea")


def seal_of_round_one(desk: DialogueContext, session: TableTalk) -> str:
    for _ in range(4):
        session.enter("pass", sure=True)
    last = json.loads(desk.store.read("friday")[-1])
    assert last["type"] == "sealed"
    return str(last["data"]["note"])


def test_with_two_keys_it_is_asked_once(desk: DialogueContext, begun: TableTalk) -> None:
    talk = with_signer(begun, None, "en")
    assert "Which of your keys seals this game? ana, bea." in talk.guide().due
    assert talk.enter("carl").kind == "refused"
    assert talk.enter("bea").then is begun
    assert "bea" in seal_of_round_one(desk, begun)
    assert with_signer(begun, None, "en") is begun


def test_the_key_may_be_said(desk: DialogueContext, begun: TableTalk) -> None:
    assert with_signer(begun, "ana", "en") is begun
    assert "ana" in seal_of_round_one(desk, begun)
    with pytest.raises(RagamiError) as wrong:
        with_signer(begun, "carl", "en")
    assert "carl" in wrong.value.say("en")
