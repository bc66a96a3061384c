"""`ragami rules` reads the catalogue aloud."""

from __future__ import annotations

from ragami.games.ragami.words import RULEBOOK
from tests.cli.conftest import Ragami


def test_a_rule_is_explained_with_its_places_in_the_rulebooks(ragami: Ragami) -> None:
    said = ragami("rules", "r-move-04")
    assert (said.code, said.err) == (0, "")
    rule = RULEBOOK.rule("R-MOVE-04")
    assert said.out.startswith("R-MOVE-04")
    assert all(source in said.out for source in rule.sources)
    assert rule.en in " ".join(said.out.split())
    assert rule.es in " ".join(ragami("--lang", "es", "rules", "R-MOVE-04").out.split())


def test_what_cannot_be_broken_says_why(ragami: Ragami) -> None:
    rule = next(rule for rule in RULEBOOK.rules().values() if rule.unbreakable)
    assert rule.unbreakable
    assert rule.unbreakable.en in " ".join(ragami("rules", rule.id).out.split())


def test_the_option_of_a_ruling_is_named(ragami: Ragami) -> None:
    rule = next(rule for rule in RULEBOOK.rules().values() if rule.option)
    assert f"Option: {rule.option}" in ragami("rules", rule.id).out


def test_without_an_id_every_rule_is_listed_a_line_each(ragami: Ragami) -> None:
    said = ragami("rules")
    lines = said.out.splitlines()
    assert [line.split()[0] for line in lines] == list(RULEBOOK.rules())
    assert max(map(len, lines)) <= 100


def test_json_has_the_same_rules_whole(ragami: Ragami) -> None:
    listed = ragami("rules", "--json").lines
    assert [each["id"] for each in listed] == list(RULEBOOK.rules())
    assert (
        ragami("rules", "--json", "R-MOVE-04").lines[0]
        == listed[list(RULEBOOK.rules()).index("R-MOVE-04")]
    )
    assert set(listed[0]) == {
        "id", "chapter", "pages", "sources", "en", "es", "option", "unbreakable"
    }  # fmt: skip


def test_search_is_in_the_language_of_the_command(ragami: Ragami) -> None:
    english = ragami("rules", "--search", "demon die")
    assert english.code == 0
    assert all("R-" in line or "A-" in line for line in english.out.splitlines())
    assert 0 < len(english.out.splitlines()) < len(RULEBOOK.rules())
    assert ragami("rules", "--search", "dado demonio", "--lang", "es").out != english.out


def test_an_unknown_rule_is_not_found_and_the_nearest_are_named(ragami: Ragami) -> None:
    said = ragami("rules", "R-MVE-4", "--json")
    assert said.code == 3
    error = said.lines[0]["error"]
    assert error["code"] == "rule-not-found"
    assert "R-MOVE-04" in error["facts"]["nearest"]
    assert "'R-MVE-4'" in error["en"]
    assert "«R-MVE-4»" in error["es"]


def test_words_that_no_rule_has_are_not_found(ragami: Ragami) -> None:
    said = ragami("rules", "--search", "zeppelin")
    assert (said.code, said.out) == (3, "")
    assert "zeppelin" in said.err


def test_ids_and_search_together_are_wrong_usage(ragami: Ragami) -> None:
    assert ragami("rules", "R-MOVE-04", "--search", "x").code == 2
