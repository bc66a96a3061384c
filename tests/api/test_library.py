"""What a program asks for next: pictures, choices, exports, proofs, many logs, bots."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ragami
from ragami.log.record import Record
from ragami.proof.keys import make

ROOT = Path(__file__).parents[2]
SOME = (1, 2, 40, 97)
AT = datetime(2026, 5, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("RAGAMI_DB", str(tmp_path / "ragami.db"))


@pytest.fixture(scope="module")
def log() -> ragami.Log:
    return ragami.simulate("deal-with-the-devil", 4, seed=3)


def events(log: ragami.Log) -> list[Any]:
    return [record.data for record in log.records if isinstance(record, Record)]


def beginning(log: ragami.Log, seq: int) -> bytes:
    return b"".join(line + b"\n" for line in bytes(log).split(b"\n")[:seq])


@pytest.mark.parametrize("viewer", [None, "referee", "public", "red"])
def test_a_picture_is_that_of_the_export(log: ragami.Log, viewer: str | None) -> None:
    """Byte for byte, so that what a seat may not see is in neither."""
    for moment in ragami.replay(log):
        if moment.seq in SOME:
            drawn = ragami.export(beginning(log, moment.seq), "svg", viewer=viewer)
            assert (moment.svg(viewer) or "").encode() + b"\n" == drawn
            assert max(map(len, moment.text(viewer, "es", 60).splitlines())) <= 60


def test_a_table_has_pictures_for_a_seat_too(log: ragami.Log) -> None:
    seat = events(log)[0].players[0].colour
    with ragami.open(":memory:", "copy", game="deal-with-the-devil") as game:
        for event in events(log)[:20]:
            now = game.record(event)
        drawn = ragami.export(game.log, "svg", viewer=seat)
        assert (now.svg(seat) or "").encode() + b"\n" == drawn


def looks(moment: ragami.Moment) -> Iterator[object]:
    yield lambda: moment.view("gren")
    yield lambda: moment.svg("gren")
    yield lambda: moment.text("gren")


def test_a_viewer_who_is_not_there_is_an_error(log: ragami.Log) -> None:
    moment = next(ragami.replay(log))
    for look in looks(moment):
        with pytest.raises(ragami.RagamiError) as wrong:
            look()  # type: ignore[operator]
        assert wrong.value.code == "no-such-viewer"
        assert "red" in str(wrong.value)
    with pytest.raises(ragami.RagamiError, match="'gren'"):
        ragami.export(log, "json", viewer="gren")
    with pytest.raises(ValueError, match="'to' cannot be 'pdf'"):
        ragami.export(log, "pdf")


def test_a_misspelt_seat_is_an_error_before_anybody_sits() -> None:
    with ragami.open(":memory:", "friday", game="ragami") as game:
        game.now.view("green")
        with pytest.raises(ragami.RagamiError, match="'gren'"):
            game.now.view("gren")


def test_somebody_who_has_not_entered_a_tournament_looks_at_nothing() -> None:
    moments = ragami.replay(ragami.read(ROOT / "examples/tournament.jsonl"))
    now = next(moments)
    with pytest.raises(ragami.RagamiError, match="'bea'"):
        now.view("bea")
    for now in moments:
        if now.seq == 20:
            break
    now.view("bea")
    with pytest.raises(ragami.RagamiError, match="'baeh'"):
        now.view("baeh")


def test_the_choices_of_a_moment_lead_on() -> None:
    """A whole game from its choices alone, each judged as it is written."""
    log = ragami.simulate("dice-forge", 2, seed=5)
    moments = ragami.replay(log)
    for moment in moments:
        if moment.seq == 12:
            break
    rng = Random(4)
    drawn = [(choice.type, choice.draw(rng)) for choice in moment.choices()]
    (of_type,) = {choice.type for choice in moment.choices(drawn[0][0])}
    assert of_type == drawn[0][0]
    with ragami.open(":memory:", "on", game="dice-forge") as game:
        for event in events(log)[:12]:
            game.record(event)
        kind, data = next((kind, data) for kind, data in drawn if data is not None)
        assert game.record((kind, data)).seq == 13
    next(moments)
    with pytest.raises(RuntimeError, match="gone on"):
        moment.choices()


@pytest.mark.parametrize("steps", [0, -1, 4, 99])
def test_an_undo_of_more_than_there_is_speaks_of_events(steps: int) -> None:
    with ragami.open(":memory:", "friday", game="dice-forge") as game:
        for event in events(ragami.simulate("dice-forge", 2, seed=5))[:4]:
            game.record(event)
        with pytest.raises(ragami.RagamiError) as wrong:
            game.undo(steps)
        assert wrong.value.code == "nothing-to-undo"
        assert f"could strike out 3 of the events of 'friday', and not {steps}." in str(wrong.value)
        assert game.undo(3, reason="twice").seq == 5


def test_folders_and_what_cannot_be_read_have_reports(tmp_path: Path, log: ragami.Log) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "good.jsonl").write_bytes(bytes(log))
    (tmp_path / "cut.jsonl.gz").write_bytes(b"\x1f\x8bcut")
    reports = {Path(one.file).name: one for one in ragami.verify_all(tmp_path)}
    assert list(reports) == ["good.jsonl", "cut.jsonl.gz"]
    assert (reports["good.jsonl"].ok, reports["good.jsonl"].judged) == (True, True)
    cut = reports["cut.jsonl.gz"]
    assert (cut.ok, cut.judged, cut.findings[0].code) == (False, False, "unreadable-log")
    assert cut.findings[0].en != cut.findings[0].es
    with pytest.raises(ragami.RagamiError) as wrong:
        ragami.verify(tmp_path)
    assert wrong.value.code == "folder-of-logs"


def test_many_logs_are_held_against_each_other(tmp_path: Path) -> None:
    """Two that one key has sealed under one name, and that part."""
    make("ana")
    for name, title in (("a", "Club"), ("b", "Club")):
        with ragami.open(":memory:", name, game="dice-forge") as game:
            game.new({"blue": "Ana", "black": "Bea"}, title=title, at=AT)
            game.note(name)
            ragami.seal(game)
            (tmp_path / f"{name}.jsonl").write_bytes(bytes(game.log))
        shutil.rmtree(tmp_path / "keys" / "seen")  # as on two machines
    codes = [{one.code for one in report.findings} for report in ragami.verify_all(tmp_path)]
    assert ["forked-log" in one for one in codes] == [False, True]


def test_every_kind_of_proof_is_made_and_checked() -> None:
    make("ana")
    with ragami.open(":memory:", "friday", game="dice-forge") as game:
        game.new({"blue": "Ana", "black": "Bea"})
        ragami.seal(game)
        game.note("later")
        ragami.seal(game, signer="ana")
        log = game.log
    proofs = [ragami.prove(log, seq=1), ragami.prove(log, since=1), ragami.prove(log)]
    checked = [ragami.check_proof(proof, log=log) for proof in proofs]
    kinds = [one.proven and one.proven.kind for one in checked]
    assert kinds == ["inclusion", "consistency", "leaves"]
    other = bytes(log).replace(b"later", b"after")
    assert not ragami.check_proof(proofs[2], log=other).ok
    assert not ragami.check_proof(b"no proof").ok
    with pytest.raises(ValueError, match="one thing"):
        ragami.prove(log, seq=1, since=1)
    with pytest.raises(ragami.RagamiError) as wrong:
        ragami.prove(log, seq=99)
    assert wrong.value.code == "no-such-record"


def test_bots_play_what_is_asked_for() -> None:
    assert bytes(ragami.simulate("dice-forge", 2, seed=7)) == bytes(
        ragami.simulate("dice-forge", 2, seed=7)
    )
    with pytest.raises(ragami.RagamiError) as wrong:
        ragami.simulate("dice-forge", 9)
    assert "sit 2 to 4" in str(wrong.value)
    with pytest.raises(ragami.UnknownGame):
        ragami.simulate("chess", 2)


def test_the_house_plays_seats_until_somebody_else_is_due() -> None:
    def evening(seed: str) -> list[Any]:
        with ragami.open(":memory:", "friday", game="scores", by="ana") as friday:
            friday.new({"p1": "Ana", "p2": "Bea"}, options={"rounds": 1, "turns": "in_order"})
            assert friday.house("bea", seed=seed).seq == 1
            assert friday.house("ana", seed=seed).due == ("bea",)
            assert friday.house("bea", seed=seed).due == ()
            assert b'"by":"ana"' in bytes(friday.log).splitlines()[-1]
            return events(friday.log)[1:]

    assert evening("x") == evening("x") != []
    assert any(evening("x") != evening(seed) for seed in "abc")


def test_the_house_plays_for_nobody_who_is_not_there() -> None:
    with ragami.open(":memory:", "friday", game="scores") as friday:
        friday.new({"p1": "Ana"})
        with pytest.raises(ragami.RagamiError) as wrong:
            friday.house("bea")
        assert wrong.value.code == "no-such-seat"
        assert "Who sits there: Ana." in str(wrong.value)
        assert len(friday.log.records) == 1
