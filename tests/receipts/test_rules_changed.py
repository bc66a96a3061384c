"""Rules that change: a receipt falls with what its log met, and stands with all else."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from operator import attrgetter, methodcaller
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import msgspec
import pytest

import ragami as library
from ragami.game import game_named
from ragami.game.accounts import KeyedAssertions
from ragami.game.capabilities import ASSERTIONS, LINKS
from ragami.judge.report import has_only_events, judge_replay, replay_log
from ragami.receipts import Receipts
from ragami.receipts.closure import Sources, plain_values
from ragami.receipts.lines import JudgeLine
from ragami.receipts.manifest import EVERYTHING, manifest_of, met, units_of
from ragami.receipts.writing import segment
from tests.archive.games import illegal, logs
from tests.cli.conftest import Ragami
from tests.receipts.kit import Line, changed, games, lines_of, sign_anew, unsigned
from tests.scale import often
from tests.trials.receipts import not_reached, of_bots

BOTS = often(3, 8)
SAMPLES = Path(__file__).parents[1] / "samples" / "logs"


def written_by(path: Path, change: Callable[[Line], None]) -> None:
    """Make the receipts of a file those of other rules."""
    judge, *receipts, _signed = lines_of(path)
    told = msgspec.json.decode(judge)
    change(told)
    told["judge"] = msgspec.json.decode(judge, type=JudgeLine).manifest().judge
    rules = {"game": told["game"], "base": told["base"], "units": told["units"]}
    told["judge"] = sha256(msgspec.json.encode(rules)).hexdigest()[:32]
    anew = [changed(line, judge=told["judge"]) for line in receipts]
    sign_anew(path, [msgspec.json.encode(told), *anew], unsigned)


def units_met(log: bytes) -> set[str]:
    replay = replay_log(log)
    bits = met(log, replay, judge_replay(replay).findings, only_events=has_only_events(replay))
    manifest = manifest_of(replay.game)
    return {name for name in manifest.units if bits & manifest.bits([name])}


def with_record(log: bytes, type_: str, data: str) -> bytes:
    """A log with one more record at its end."""
    seq = len(log.splitlines()) + 1
    head = f'{{"seq":{seq},"type":"{type_}","v":1,"at":null,"by":null,"data":'
    return log + f"{head}{data}}}\n".encode()


@pytest.fixture
def cut(tmp_path: Path) -> tuple[Path, bytes]:
    """The receipt of a game that was broken off while it was set up."""
    log = b"".join(logs(1)[0].splitlines(keepends=True)[:4])
    with Receipts(tmp_path / "judged") as receipts:
        assert receipts.ask(log).line
    return tmp_path / "judged", log


def knows(path: Path, log: bytes) -> bool:
    with Receipts(path) as receipts:
        return receipts.of(log) is not None


@pytest.mark.parametrize(
    ("unit", "stands"),
    [("turn_ended", True), ("hidden", True), (EVERYTHING, True), ("game_opened", False)],
)
def test_a_receipt_falls_with_what_its_log_met(
    cut: tuple[Path, bytes], unit: str, stands: bool
) -> None:
    path, log = cut
    written_by(path, lambda told: told["units"].update({unit: "0" * 32}))
    assert knows(path, log) == stands
    assert knows(path, logs(1)[0]) is False


def test_a_receipt_falls_with_what_every_log_meets(cut: tuple[Path, bytes]) -> None:
    path, log = cut
    written_by(path, lambda told: told.update(base="0" * 32))
    assert not knows(path, log)


def test_a_game_that_comes_to_rest_on_other_logs_has_no_receipts_that_hold(
    cut: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, log = cut
    assert knows(path, log)
    monkeypatch.setitem(cast("Any", game_named("ragami").offers), LINKS, object())
    assert not knows(path, log)


def test_a_type_that_went_counts_where_it_was_met(cut: tuple[Path, bytes]) -> None:
    path, log = cut
    written_by(path, lambda told: told["units"].update(zzz="0" * 32))
    assert knows(path, log)


def test_what_is_met_is_too_much_before_too_little() -> None:
    log = logs(1)[0]
    every = set(manifest_of(game_named("ragami")).units)
    types = {msgspec.json.decode(line)["type"] for line in log.splitlines()}
    assert units_met(log) == types & every
    assert units_met(with_record(log, "undone", '{"to":90,"reason":null}')) >= {"undone"}
    unknown = with_record(log, "unheard_of", "{}")
    assert EVERYTHING in units_met(unknown)
    assert EVERYTHING in units_met(illegal(log))
    assert EVERYTHING in units_met(log + b"junk\n")
    assert units_met(log.replace(b'"turn_ended"', b'"turn\\u005fended"')) == every
    assert units_met(b"") == set(manifest_of(replay_log(b"").game).units)
    inside = '{"seq":3,"type":"virtue_step","v":1,"data":{},"reason":null,"authority":null}'
    assert {"undone", "virtue_step"} <= units_met(with_record(log, "corrected", inside))
    hidden = library.simulate("ragami", 2, seed=4, hidden=True).content
    assert "hidden" in units_met(hidden)


@pytest.mark.parametrize("game", ["ragami", "dice-forge", "deal-with-the-devil"])
def test_all_that_runs_is_in_what_was_met(game: str) -> None:
    """`python -m tests.trials receipts` asks it of many."""
    assert [not_reached(of_bots(game, seed)) for seed in range(BOTS)] == [set()] * BOTS


def test_what_was_not_met_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.trials.receipts.met", lambda *_log, only_events: 2)
    assert len(not_reached(logs(1)[0])) > 100


def test_every_log_rests_on_the_severity_of_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("ragami")
    base = manifest_of(game).base
    code = game.codes["impossible-hand"]
    monkeypatch.setitem(game.codes, "impossible-hand", code._replace(severity="error"))
    manifest_of.cache_clear()
    assert manifest_of(game).base != base
    manifest_of.cache_clear()


def test_every_log_rests_on_what_checks_and_capabilities_are_made_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Arguments may stand in a table that no definition leads to."""
    game = game_named("ragami")
    base, assertions = manifest_of(game).base, game.get(ASSERTIONS)
    assert isinstance(assertions, KeyedAssertions)
    monkeypatch.setitem(game._loaded, ASSERTIONS, assertions._replace(whole=("demons",)))
    manifest_of.cache_clear()
    assert manifest_of(game).base != base
    manifest_of.cache_clear()


def test_what_a_library_has_made_counts_with_its_arguments() -> None:
    made = [methodcaller("check", 2), attrgetter("face"), MappingProxyType({"a": range(3)})]
    values = [value.rpartition("=")[2] for value in plain_values(made, "x")]
    assert values == ["'check'", "2", "'face'", "'a'", "range(0, 3)"]


def test_a_function_may_close_over_itself() -> None:
    def check(depth: int, most: int = 2, *, more: int = 3) -> int:
        return check(depth + 1) if depth < most else least + more

    least = 7
    assert [*Sources("tests").written(check)]
    name = f"{__name__}:{check.__qualname__}"
    values = ["x.least=7", "x.defaults.0=2", "x.keywords.='more'", "x.keywords.=3"]
    assert [*plain_values(check, "x")] == [f"x={name}", f"x.check={name}", *values]


# --- a rule ------------------------------------------------------------------------------------


def test_a_rule_is_looked_for_in_what_is_reached() -> None:
    game = game_named("ragami")
    every = manifest_of(game).units
    assert units_of(game, "R-LOG-01") == every
    assert units_of(game, "no such rule") == ()
    moving = units_of(game, "R-MOVE-05")
    assert {"ragami_moved", EVERYTHING} <= set(moving) < set(every)
    assert "virtue_set" not in moving
    assert units_of(game_named("dice-forge"), "R-MOVE-05") == ()


def test_what_a_rule_had_a_say_in_is_judged_again(ragami: Ragami, tmp_path: Path) -> None:
    folder, path = games(tmp_path, 3), tmp_path / "judged"
    (folder / "short.jsonl").write_bytes(b"".join(logs(1)[0].splitlines(keepends=True)[:4]))
    with_receipts = ("verify", "--processes", "1", "--receipts", str(path))
    first = ragami(*with_receipts, str(folder))
    before = path.read_bytes()
    assert ragami(*with_receipts, str(folder)).out.endswith("5 by receipts.\n")
    said = ragami(*with_receipts, "--again", "r-move-05", str(folder))
    assert said.out == first.out.rstrip("\n") + " 1 by a receipt.\n"
    assert said.code == first.code
    assert path.read_bytes() == before
    (told,) = ragami("receipts", "--rule", "R-MOVE-05", "--json", str(path)).lines
    assert (told["receipts"], told["holding"], told["touched"]) == (5, 5, 4)
    text = ragami("receipts", "--rule", "R-MOVE-05", str(path)).out
    assert "in 4 of them R-MOVE-05 could have had a say" in text
    assert ragami(*with_receipts, "--again", "R-MOVE-99", str(folder)).code == 3
    assert ragami("receipts", "--rule", "R-MOVE-99", str(path)).code == 3
    assert ragami("verify", "--again", "R-MOVE-05", str(folder)).code == 2


def test_a_receipt_that_is_false_is_found_where_its_rule_is_asked_for(
    ragami: Ragami, tmp_path: Path
) -> None:
    log, path = tmp_path / "log.jsonl", tmp_path / "judged"
    log.write_bytes(illegal(logs(1)[0]))
    with Receipts(path) as receipts:
        receipts.ask(log.read_bytes())
    judge, line, _signed = lines_of(path)
    path.write_bytes(segment([judge, changed(line, ok=True, findings=[])]))
    asked = ("verify", "--receipts", str(path))
    assert ragami(*asked, str(log)).code == 0
    said = ragami(*asked, "--again", "R-MOVE-05", str(log))
    assert said.code == 6
    assert "is false" in said.err


# --- many rules --------------------------------------------------------------------------------


@pytest.mark.trial
def test_more_judges_than_two_bytes_can_count(tmp_path: Path) -> None:
    path, log = tmp_path / "judged", logs(1)[0]
    with Receipts(path) as receipts:
        receipts.ask(log)
    judge, line, _signed = lines_of(path)
    known = path.read_bytes()
    told = msgspec.json.decode(judge, type=JudgeLine)
    segments = []
    for first in range(0, 2**16 + 1, 1500):
        rules = [
            JudgeLine("", 1, told.game, "0", "3", f"{n:032x}", {"?": "0" * 32})
            for n in range(first, first + 1500)
        ]
        digests = [one.manifest().judge for one in rules]
        named = [
            msgspec.structs.replace(one, judge=digest)
            for one, digest in zip(rules, digests, strict=True)
        ]
        stale = changed(line, judge=digests[0], met="1")
        segments.append(segment([*map(msgspec.json.encode, named), stale]))
    path.write_bytes(b"".join(segments) + known)
    assert knows(path, log)
