"""A game written down through `ragami.open`: all or nothing, and every error says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import ragami
from ragami.export.excerpt import Excerpt
from ragami.export.formats import sheet
from ragami.game.capabilities import REVEALS
from ragami.games.ragami.events import ConflictsSeeded, Seat
from ragami.judge.moments import legal_moments
from ragami.judge.report import replay_log
from ragami.store import open_store
from ragami.store.memory import MemoryStore
from ragami.table.recording import import_log

PLAYERS = {"yellow": "Ana", "green": "Bea", "blue": "Carl"}
SEEDS = "seed conflicts 3:2 8:5 12:1 18:4 21:6 29:3"
EXAMPLE = Path(__file__).parents[2] / "examples" / "four-players.jsonl"


@pytest.fixture
def friday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ragami.TableGame]:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    with ragami.open(tmp_path / "friday.db", game="ragami", by="Eva") as game:
        game.new(PLAYERS, title="Friday")
        yield game


def test_lines_objects_and_types_say_the_same(friday: ragami.TableGame) -> None:
    first = friday.record(SEEDS)
    friday.undo()
    assert isinstance(first.event, ConflictsSeeded)
    second = friday.record(first.event)
    friday.undo()
    data = {"conflicts": [{"square": one.square, "die": one.die} for one in first.event.conflicts]}
    third = friday.record(("conflicts_seeded", data))
    assert first.event == second.event == third.event
    assert third.record is not None and isinstance(third.record.seq, int)
    assert [record.by for record in friday.log if hasattr(record, "by")] == ["Eva"] * 6


def test_several_are_written_all_or_not_at_all(friday: ragami.TableGame) -> None:
    with pytest.raises(ragami.Refused, match="R-SETUP-06"):
        friday.record(SEEDS, SEEDS)
    assert len(friday.log) == 1
    assert friday.record(SEEDS, "seed demons 1 2 6 7").seq == 3


def test_what_is_refused_says_why_and_leaves_no_trace(friday: ragami.TableGame) -> None:
    before = bytes(friday.log)
    with pytest.raises(ragami.Refused, match="not due now") as refused:
        friday.record(("turn_ended", {"player": "green"}))
    finding = refused.value.finding
    assert (finding.rule, finding.severity) == ("R-SETUP-04", "error")
    assert (type(finding).__name__, type(finding)) == ("Finding", ragami.Finding)
    assert str(finding) == finding.en and "not due now" in finding.en and "ahora" in finding.es
    with pytest.raises(ragami.Refused, match="danced") as unknown:
        friday.record(("danced", {}))
    assert "danced" in unknown.value.finding.es
    with pytest.raises(ragami.Misspelled, match="column 3"):
        friday.record("Y dance")
    with pytest.raises(TypeError, match="has to be an event of ragami, and is Seat"):
        friday.record(Seat("yellow", "Ana"))
    assert bytes(friday.log) == before


def test_a_correction_and_a_ruling(friday: ragami.TableGame) -> None:
    friday.record(SEEDS)
    friday.correct(2, "seed conflicts 3:2 8:5 12:1 18:4 21:6 30:3", reason="misread")
    assert "30" in friday.now.view()["conflicts"]
    assert "29" not in friday.now.view()["conflicts"]
    friday.correct(2)
    assert friday.record(SEEDS).error is None
    friday.rule("R-MOVE-04", reason="agreed", authority="Eva")
    assert friday.note("rain").type == "noted"
    with pytest.raises(ragami.Refused, match="Record 2: "):
        friday.correct(2, ("noted", {"text": "x"}))


def test_what_may_be_recorded_and_what_is_due(friday: ragami.TableGame) -> None:
    assert [one.type for one in friday.choices()] == ["conflicts_seeded"]
    assert friday.choices() == friday.choices("conflicts_seeded")
    assert friday.choices("turn_ended") == []
    assert friday.guide().step == "Setup, step 1 of 7"
    assert friday.guide("es").step == "Colocación inicial, paso 1 de 7"


def test_a_choice_leads_to_its_events_question_by_question(friday: ragami.TableGame) -> None:
    friday.record(SEEDS)
    (demons,) = friday.choices()
    question = demons.options({"squares": [1, 2]})
    assert question is not None
    assert question.path == ("squares", 2)
    assert 1 not in question.values and 3 not in question.values
    drawn = demons.draw(Random(1))
    assert drawn is not None and demons.options(drawn) is None
    assert demons.event(drawn) == drawn
    first = next(demons.events())
    assert friday.record((demons.type, first)).error is None
    with pytest.raises(RuntimeError, match="has gone on"):
        demons.options({})
    with pytest.raises(ValueError, match=r"player: 'gold' is none of the values"):
        friday.choices()[0].options({"player": "gold"})


def test_an_error_has_to_be_put_right_before_anything_is_recorded(
    friday: ragami.TableGame,
) -> None:
    friday.record(SEEDS, "seed demons 1 2 6 7")
    stopped = friday.correct(2, "seed conflicts 1:2 8:5 12:1 18:4 21:6 29:3")
    assert stopped.error is not None and stopped.error.seq == 3
    assert friday.choices() == []
    with pytest.warns(DeprecationWarning, match=r"is choices\(\)"):
        assert friday.legal()
    assert friday.guide().due == str(stopped.error)
    assert friday.guide().hints == ("Nothing may be added before that is undone or corrected.",)


def test_a_hidden_card_becomes_known() -> None:
    hidden = Path(EXAMPLE).with_name("hidden-cards.jsonl")
    store = MemoryStore()
    import_log(store, "hidden", hidden.read_bytes(), None)
    with ragami.open(store, "hidden") as game:
        game.undo(to=20)
        [seat, *_] = [one for one in game.scores if hidden_from(game, one)]
        oldest = hidden_from(game, seat)[0]
        with pytest.raises(ragami.RagamiError, match="player is missing"):
            game.reveal(3)
        shown = game.reveal(3, player=seat)
        assert (shown.type, shown.event.seq, shown.event.card) == ("revealed", oldest, 3)
        assert oldest not in hidden_from(game, seat)
        game.undo(to=20)
        with pytest.raises(ragami.RagamiError) as known:
            game.reveal(4, player="nobody")
        assert known.value.code == "nothing-hidden"


def hidden_from(game: ragami.TableGame, seat: str) -> list[int]:
    return game.game.need(REVEALS).hidden(game.now.state, seat)


def test_somebody_else_was_first(friday: ragami.TableGame, tmp_path: Path) -> None:
    with ragami.open(tmp_path / "friday.db") as other:
        other.record(SEEDS)
    with pytest.raises(ragami.Conflict) as conflict:
        friday.note("rain")
    assert (conflict.value.expected, conflict.value.found) == (1, 2)
    assert friday.catch_up().seq == 2
    assert friday.note("rain").seq == 3


def test_a_key_makes_a_repetition_harmless(friday: ragami.TableGame) -> None:
    friday.record(("noted", {"text": "rain"}), key="k1")
    friday.record(("noted", {"text": "rain"}), key="k1")
    assert len(friday.log) == 2


def test_what_cannot_be_opened(friday: ragami.TableGame, tmp_path: Path) -> None:
    with pytest.raises(ragami.RagamiError, match="There is no game 'x'"):
        ragami.open(tmp_path / "friday.db", "x")
    with pytest.raises(ragami.UnknownGame, match="'chess' is not installed"):
        ragami.open(tmp_path / "new.db", game="chess")
    assert not (tmp_path / "new.db").exists()
    with pytest.raises(ragami.RagamiError) as known:
        friday.new(PLAYERS)
    assert known.value.code == "game-exists"


def test_a_store_that_is_open_stays_open() -> None:
    with open_store(":memory:") as store:
        with ragami.open(store, "one", game="ragami") as one:
            one.new(PLAYERS)
        assert store.head("one") == 1
        with ragami.open(store, "one") as again:
            assert again.now.phase == "setup"


def test_a_private_game_gives_away_no_name() -> None:
    with ragami.open(":memory:", "secret", game="ragami", private=True) as game:
        game.new(PLAYERS)
        assert b"Ana" not in bytes(game.log)
        assert ragami.verify(game.log).ok


def test_a_sheet_is_a_log() -> None:
    written = sheet(Excerpt("x", EXAMPLE.read_bytes(), None, "en"))
    log = ragami.read(written)
    assert list(ragami.replay(log))[-1].final == list(ragami.replay(EXAMPLE))[-1].final
    assert ragami.verify(log).findings[-1].line != len(log)
    with pytest.raises(ragami.Misspelled, match="Line 2"):
        ragami.read(b"game: ragami 1\nplayers: nobody at all\n")


def test_a_moment_that_has_passed_keeps_what_it_was_but_the_state() -> None:
    moments = list(ragami.replay(EXAMPLE))
    assert moments[0].scores == {"blue": 0, "purple": 0, "green": 0, "yellow": 0}
    assert moments[-1].view()["seq"] == len(moments)
    with pytest.raises(RuntimeError, match="gone on from record 1"):
        moments[0].view()


def test_what_is_wrong_is_told_by_every_moment_after_it() -> None:
    broken = EXAMPLE.read_bytes().replace(b'"die":3', b'"die":6', 1)
    moments = list(ragami.replay(broken))
    stopped = [moment.seq for moment in moments if moment.error]
    assert stopped == list(range(154, len(moments) + 1))
    assert "too few Power Points" in str(moments[-1].error)
    cut = EXAMPLE.read_bytes().replace(b'"seq":5,', b'"seq":7,', 1)
    assert [moment.seq for moment in ragami.replay(cut)][-1] < len(moments)
    assert not ragami.verify(cut).ok


def test_the_events_in_order_end_before_a_wrong_one() -> None:
    """What comes next is only looked at where it is in order."""
    log = EXAMPLE.read_bytes().replace(b'"die":3', b'"die":6', 1)
    replay = replay_log(log)
    assert replay.error is not None
    played = list(legal_moments(replay))
    assert played[-1].seq == 153 and played[-1].coming is None
    assert [now.seq for now in played[1:]] == [seq for seq, _event in replay.standing()]
