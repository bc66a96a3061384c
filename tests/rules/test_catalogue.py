"""The rule catalogue has every id, says it well-formed in both languages, and is found again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ragami.game.rulebook import Rule, RuleText
from ragami.games.ragami.events import Options
from ragami.games.ragami.shipped import read
from ragami.games.ragami.words import RULEBOOK
from ragami.language import LANGUAGES, Language

IDS = """
R-COMP-01..17 R-BOARD-01..05 R-SETUP-01..22 R-SET3-01..02 R-SET2-01..07 R-PREP-01..20
R-TURN-01..12 R-DIE-01..07 R-MOVE-01..11 R-SAINT-01..08 R-DEMON-01..06 R-DRAW-01..08
R-CONF-01..26 R-CARD-01..06 R-C01-1..3 R-C02-1..3 R-C03-1..2 R-C04-1..3 R-C05-1..2 R-C06-1..3
R-C07-1..2 R-C08-1..2 R-C09-1..4 R-C10-1..4 R-C11-1..2 R-C12-1..3 R-C13-1..3 R-C14-1..3
R-C15-1..5 R-VP-01..07 R-CUBE-01..02 R-OPT-01..01 R-END-01..10 R-INV-01..09 R-LOG-01..01
A-SETUP-01..07 A-TURN-01..14 A-DIE-01..10 A-MOVE-01..16 A-SAINT-01..13 A-CARD-01..16
A-C01-01..03 A-C02-01..04 A-C03-01..04 A-C04-01..02 A-C05-01..01 A-C06-01..02 A-C07-01..05
A-C08-01..02 A-C09-01..05 A-C10-01..05 A-C11-01..03 A-C12-01..03 A-C13-01..01 A-C15-01..02
A-CONF-01..19 A-PREP-01..16 A-CHIP-01..06 A-FORB-01..03 A-SUP-01..05 A-END-01..12 A-NEU-01..12
A-OPT-01..01 A-LOG-01..07
"""
rules, rule_named = RULEBOOK.rules, RULEBOOK.rule
nearest, search = RULEBOOK.nearest, RULEBOOK.search
CHAPTERS = [
    "components",
    "board",
    "setup",
    "setup-3-2",
    "preparation",
    "turn",
    "dice",
    "movement",
    "saints-demons",
    "draw",
    "conflict",
    "cards",
    "card-actions",
    "points",
    "end",
    "supply",
    "log",
]
# Where nothing printed is concerned: the log itself, and a case the rulebook has no word for.
UNPRINTED = {"R-LOG-01", "A-END-12", "A-LOG-06"}
ID = re.compile(r"\b[RA]-[A-Z]+\d*-\d+")
LONGEST = 300  # characters that can still be read aloud in one go


def ids_of(ranges: str) -> Iterator[str]:
    for span in ranges.split():
        start, last = span.split("..")
        stem, _, first = start.rpartition("-")
        for number in range(int(first), int(last) + 1):
            yield f"{stem}-{number:0{len(first)}}"


def said(rule: Rule) -> list[RuleText]:
    return [rule, *([rule.unbreakable] if rule.unbreakable else [])]


def failing(wrong: dict[str, object]) -> list[str]:
    return [f"{rule_id}: {what}" for rule_id, what in wrong.items() if what]


def test_every_id_of_the_rules_file_stands_once_and_in_order() -> None:
    assert list(rules()) == list(ids_of(IDS)), "a new id stands in IDS, too"
    assert len(rules()) == len(read("rules.jsonl").splitlines())


def test_chapters_come_in_the_order_of_the_rules_file() -> None:
    met = dict.fromkeys(rule.chapter for rule in rules().values())
    assert list(met) == CHAPTERS


def test_every_text_is_said_in_two_languages_and_short() -> None:
    assert not failing(
        {
            rule.id: [
                text
                for each in said(rule)
                for text in (each.en, each.es)
                if text != text.strip()
                or not text.endswith((".", "?", "!"))
                or not (text[0].isupper() or text[0] in "¿¡0123456789")
                or not 10 < len(text) <= LONGEST
                or each.en == each.es
            ]
            for rule in rules().values()
        }
    )


def test_no_text_stands_under_the_other_language() -> None:
    english = re.compile(r"\b(the|of|and|you|with|is)\b")
    spanish = re.compile(r"[áéíóúñ¿«]|\b(el|los|las|una|del|que)\b")
    assert not failing(
        {
            rule.id: [
                each for each in said(rule) if english.search(each.es) or spanish.search(each.en)
            ]
            for rule in rules().values()
        }
    )


def test_a_spanish_question_has_its_opening_mark() -> None:
    odd = [rule.id for rule in rules().values() if rule.es.count("¿") != rule.es.count("?")]
    assert not odd


def test_every_ruling_is_a_question_and_an_answer() -> None:
    rulings = [rule for rule in rules().values() if rule.id.startswith("A-")]
    assert not [
        rule.id
        for rule in rulings
        for language in LANGUAGES
        if "? " not in rule.text(language) or rule.text(language).endswith("?")
    ]


def test_numbers_and_ids_are_the_same_in_both_languages() -> None:
    for pattern in (ID, re.compile(r"\d+")):
        assert not failing(
            {
                rule.id: [
                    each
                    for each in said(rule)
                    if sorted(pattern.findall(each.en)) != sorted(pattern.findall(each.es))
                ]
                for rule in rules().values()
            }
        )


def test_every_id_that_a_text_names_exists() -> None:
    named = {
        found for rule in rules().values() for each in said(rule) for found in ID.findall(each.en)
    }
    assert named
    assert named <= set(rules())


def test_sources_are_lines_of_the_rulebooks_in_order() -> None:
    line = re.compile(r"([ES])(\d+)(?:-(\d+))?")
    for rule in rules().values():
        parsed = [line.fullmatch(source) for source in rule.sources]
        assert all(parsed), rule.id
        places = [(m[1], int(m[2])) for m in parsed if m]
        assert places == sorted(places), rule.id
        assert all(int(m[2]) < int(m[3]) for m in parsed if m and m[3]), rule.id
        assert len(set(rule.sources)) == len(rule.sources), rule.id


def test_pages_are_those_of_the_book_and_stand_with_the_sources() -> None:
    for rule in rules().values():
        assert list(rule.pages) == sorted(set(rule.pages)), rule.id
        assert set(rule.pages) <= set(range(1, 9)), rule.id
        assert bool(rule.pages) == bool(rule.sources) == (rule.id not in UNPRINTED), rule.id


def test_every_option_rests_on_a_ruling_whose_texts_name_it() -> None:
    resting = [rule for rule in rules().values() if rule.option]
    assert {rule.option for rule in resting} == set(Options.__struct_fields__)
    assert all(rule.id.startswith("A-") for rule in resting)
    for rule in resting:
        assert rule.option
        assert rule.option in rule.en, rule.id
        assert rule.option in rule.es, rule.id


def test_only_rules_are_called_unbreakable() -> None:
    unbreakable = [rule.id for rule in rules().values() if rule.unbreakable]
    assert unbreakable
    assert all(rule_id.startswith("R-") for rule_id in unbreakable)
    assert not {"R-MOVE-04", "R-TURN-02", "R-LOG-01", "R-INV-04"} & set(unbreakable)


def test_an_unbreakable_rule_points_only_to_rules_that_can_be_broken() -> None:
    assert not failing(
        {
            rule.id: [
                named for named in ID.findall(rule.unbreakable.en) if rules()[named].unbreakable
            ]
            for rule in rules().values()
            if rule.unbreakable
        }
    )


def test_a_rule_is_found_by_its_id() -> None:
    found = rule_named("R-MOVE-04")
    assert (found.chapter, found.pages) == ("movement", (4, 6))
    assert found.sources == ("E233", "E322", "S223", "S308")
    assert "Saint" in found.text("en")
    assert "Santo" in found.text("es")
    with pytest.raises(KeyError):
        rule_named("R-MOVE-4")


@pytest.mark.parametrize(
    ("words", "language", "found"),
    [
        ("saint own colour", "en", "R-MOVE-04"),
        ("SAINT Own", "en", "R-MOVE-04"),
        ("santo detenerse", "es", "R-MOVE-04"),
        ("localizacion reserva", "es", "R-SETUP-02"),
        ("LOCALIZACIÓN", "es", "R-SETUP-02"),
        ("purpura", "es", "R-COMP-16"),
        ("r-move-04", "es", "R-MOVE-04"),
        ("conf-25", "en", "R-CONF-25"),
        ("movement forbidden", "en", "R-MOVE-05"),
        ("pass_policy", "es", "A-TURN-01"),
    ],
)
def test_search_finds_by_words_id_and_chapter(words: str, language: Language, found: str) -> None:
    assert found in [rule.id for rule in search(words, language)]


def test_search_wants_all_the_words_and_keeps_the_order() -> None:
    both = [rule.id for rule in search("red triangle", "en")]
    assert both == [known for known in rules() if known in both]
    assert "R-CONF-24" in both
    assert "R-COMP-04" not in both  # red, but no triangle
    assert search("triangle zeppelin", "en") == []


def test_search_keeps_to_the_language() -> None:
    assert search("edificio", "en") == []
    assert search("edificio", "es")


def test_search_without_words_finds_everything() -> None:
    assert search("  ", "en") == list(rules().values())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("R-MOVE-4", "R-MOVE-04"),
        ("r-move-04", "R-MOVE-04"),
        ("RCONF25", "R-CONF-25"),
        ("A-TRUN-01", "A-TURN-01"),
        ("R-C1-1", "R-C01-1"),
        ("a-c11-1", "A-C11-01"),
    ],
)
def test_the_nearest_ids_have_the_one_that_was_meant(typed: str, meant: str) -> None:
    assert meant in nearest(typed)


def test_the_nearest_ids_are_few_or_none() -> None:
    assert nearest("R-MOVE-04", 1) == ["R-MOVE-04"]
    assert len(nearest("R-MOVE-99")) == 3
    assert nearest("zeppelin") == []


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        rules()["R-NEW-01"] = rule_named("R-LOG-01")  # type: ignore[index]
    with pytest.raises(AttributeError):
        rule_named("R-LOG-01").en = "Anything goes."  # type: ignore[misc]
