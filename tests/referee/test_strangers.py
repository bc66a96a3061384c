"""A stranger's illegal log on the desk: kept whole, looked into, ruled on, reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.game import game_named
from ragami.games.ragami.words import RULEBOOK
from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, FOUR_PLAYERS, lines, play, stored

# In record 22 Green moves to where her own Saint is; what follows is as it was.
FAR = json.loads(lines()[FIRST_MOVE - 1])
LAST = 30


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A log of others with one move that is illegal, and a good game behind it."""
    log = lines()[:LAST]
    far = json.loads(log[FIRST_MOVE - 1])
    far["data"]["to"] = 21
    log[FIRST_MOVE - 1] = json.dumps(far, separators=(",", ":"))
    path = tmp_path / "theirs.jsonl"
    path.write_text("\n".join(log) + "\n")
    return path


def test_as_is_keeps_it_whole_with_its_findings(ragami: Ragami, theirs: Path) -> None:
    refused = ragami("import", str(theirs))
    assert refused.code == 5
    assert "--as-is" in refused.err
    kept = ragami("import", str(theirs), "--as-is")
    assert kept.code == 1
    assert "R-MOVE-04" in kept.err
    assert ragami("export", "theirs").out == theirs.read_text()
    assert ragami("import", str(theirs), "--as-is", "--salvage").code == 2
    good = theirs.with_name("good.jsonl")
    good.write_text("\n".join(lines()[:LAST]) + "\n")
    assert ragami("import", str(good), "--as-is").code == 0


def test_it_is_ruled_on_where_it_stands(ragami: Ragami, theirs: Path) -> None:
    """From the report to the ruling: the event stands, and the game goes on to its end."""
    ragami("import", str(theirs), "--as-is")
    report = ragami("report", "theirs")
    assert report.code == 1
    assert "breaks off at record 22" in report.out
    assert "If all of it stood: " in report.out
    asked = ["rule", "theirs", "R-MOVE-04", "--for", "22"]
    assert "Nothing was written" in ragami("whatif", *asked).err
    assert len(stored(ragami, "theirs")) == LAST
    said = ragami(*asked, "--reason", "nobody saw it", "--yes")
    assert said.code == 0, said
    after = stored(ragami, "theirs")[LAST:]
    assert [each["type"] for each in after[:3]] == ["undone", "ruled", "ragami_moved"]
    assert ragami("report", "theirs").code == 0
    assert ragami("report", "theirs", "--json").lines[0]["if_it_all_stood"] is None


def test_a_ruling_on_another_rule_does_not_let_it_stand(ragami: Ragami, theirs: Path) -> None:
    ragami("import", str(theirs), "--as-is")
    for rule in ("R-MOVE-05", "R-SAINT-03"):
        said = ragami("rule", "theirs", rule, "--for", "22", "--yes")
        assert (said.code, "R-MOVE-04" in said.err) == (5, True)
    assert ragami("rule", "theirs", "R-MOVE-04", "--for", "400").code == 3
    assert len(stored(ragami, "theirs")) == LAST


def test_it_is_corrected_by_a_line_of_a_sheet(ragami: Ragami, theirs: Path) -> None:
    ragami("import", str(theirs), "--as-is")
    to, via = FAR["data"]["to"], FAR["data"]["via"]
    said = ragami("correct", "theirs", "22", f"G move {to} d:{via}", "--yes")
    assert said.code == 0, said
    assert stored(ragami, "theirs")[-1]["data"]["data"]["to"] == to
    assert ragami("verify", "theirs").code == 0
    assert ragami("correct", "theirs", "22", "G mvoe 14", "--yes").code == 5


def test_what_if_asks_about_a_file(ragami: Ragami, theirs: Path) -> None:
    said = ragami("whatif", "correct", str(theirs), "22", lines()[FIRST_MOVE - 1])
    assert said.code == 0
    assert "illegal no more" in said.out
    assert theirs.read_text().count("\n") == LAST
    assert ragami("correct", str(theirs), "22", "--strike").code == 3


def test_audit_all_says_how_it_would_stand(ragami: Ragami, theirs: Path) -> None:
    told = ragami("audit", str(theirs), "--all").out
    assert "If all of it stood: " in told
    *_findings, last = ragami("audit", str(theirs), "--all", "--json").lines
    assert last["if_it_all_stood"]["scores"].keys() == {"yellow", "green", "blue", "purple"}
    assert "If all of it stood" not in ragami("audit", str(FOUR_PLAYERS.path), "--all").out


# --- what-if -------------------------------------------------------------------------------


def test_what_if_shows_what_it_is_about_and_not_the_seal_behind_it(ragami: Ragami) -> None:
    ragami("key", "new", "carl")
    play(ragami, FOUR_PLAYERS.log.count(b"\n"))
    said = ragami("whatif", "undo", "final")
    assert said.code == 0, said
    about, _counting, *_rest = said.out.splitlines()[1:]
    assert about.split()[0] == str(FOUR_PLAYERS.log.count(b"\n") + 2)
    assert "Seal" not in said.out.partition("Now:")[0]


def test_what_if_says_first_where_judging_stops_and_why(ragami: Ragami) -> None:
    play(ragami, LAST)
    said = ragami("whatif", "correct", "final", "21", "--strike")
    assert said.code == 1
    heads = said.out.splitlines()
    assert "Judging stops there: Record 22" in " ".join(heads[2:4])
    if_it_stood = next(line for line in heads if line.startswith("If all of it stood"))
    assert "no result" in if_it_stood or "wins" in if_it_stood or "when record" not in said.out


# --- what can be ruled ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("R-TURN-02", "whose turn"),
        ("R-SETUP-11", "what comes next"),
        ("R-CONF-05", "below 0"),
        ("R-CARD-03", "nowhere"),
        ("R-LOG-01", "form of the log"),
        ("A-C12-01", "a ruling itself"),
    ],
)
def test_rule_says_why_not_and_what_instead(ragami: Ragami, rule: str, why: str) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("rule", "final", rule)
    assert said.code == 5
    assert why in said.err
    assert "ragami correct" in said.err
    assert "ragami rules --waivable" in said.err


def test_the_list_of_what_can_be_ruled(ragami: Ragami) -> None:
    """Every id of the list may stand in a ruling, and no other that an event can break."""
    listed = {each["id"] for each in ragami("rules", "--waivable", "--json").lines}
    game = game_named("ragami")
    breakable = {rule.id for rule in RULEBOOK.rules().values() if not rule.unbreakable}
    assert listed == {rule for rule in breakable if game.rulebook.may_be_waived(rule)}
    assert "R-MOVE-01" in listed
