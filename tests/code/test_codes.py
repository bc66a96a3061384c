"""A game in a code: what is read out of it is what went in; what is damaged is told."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ragami
from ragami.code import SIGNATURE, NoCode, coding, decode, digits, encode, link, read
from ragami.code.model import model_at, write_model
from ragami.code.range_coder import Damaged, RangeReader, RangeWriter
from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import CODE_MODELS
from ragami.proof.note import ID
from tests.code.kit import TESTS, canonical, logs, unfit
from tests.proof.kit import ANA
from tests.scale import often
from tests.trials.code_logs import as_coded, lines_of
from tests.trials.code_models import trained

KEPT: Final = Path(__file__).with_name("kept.jsonl")

MODELS: Final = {
    1: ("ragami", "cc108339b767191dd4972de8d24b451f56f7d5b50d12dc38a9ae9e35b8778b3b"),
    2: ("dice_forge", "076ae15ab857158118fe17b41f8e9da007193b25a1381dc6075dff2b30d356af"),
    3: ("deal_with_the_devil", "393e5053a9632bbda40c25ea78f3c8f571cb6aad2b49149942120b560dd64f90"),
    4: ("ragami", "3f3659bfe97e95783ad0fdf44b150496e78275ad282699464507dcf413aa377e"),
    5: ("dice_forge", "17274895b556ae8d4d91c1b046ed1b61f4da169c3f80c12eb769ba04ac7fd992"),
}
"""The SHA-256 of the models: codes rest on them, so none is ever changed."""

ALPHABET: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


SHORT: Final = 30
"""Records: most longer logs are left to `python -m tests.trials codes`."""

LONG: Final = ("samples/logs/legal-1.jsonl", "games/dice_forge/samples/legal-1.jsonl")
LOGS: Final = {name: log for name, log in logs() if log.count(b"\n") < SHORT or name in LONG}


def code_of(log: bytes, *, exact: bool = False) -> bytes | None:
    """The code of a log; None where none is made."""
    try:
        return encode(log, exact=exact)
    except NoCode:
        return None


@pytest.mark.parametrize("name", [*LOGS][:: often(2, 1)])
def test_what_comes_out_is_what_went_in(name: str) -> None:
    log = LOGS[name]
    code = code_of(log)
    assert (code is None) == bool(unfit(log))
    if code is not None:
        assert decode(code).content == canonical(log)
        again = code_of(log, exact=True)
        assert again is None or decode(again).content == log


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"seq":2,"type":"danced","v":1,"at":null,"by":null,"data":{}}', "unknown-record"),
        (
            b'{"seq":2,"type":"noted","v":2,"at":null,"by":null,"data":{"text":""}}',
            "unknown-record",
        ),
        (b'{"seq":2,"type":"noted","v":1,"at":null,"by":null}', "unknown-record"),
        (
            b'{"seq":2,"type":"withheld","v":1,"at":null,"by":null,"data":{"leaf":'
            b'"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","type":"noted","v":1,"data":{"text":""}}}',
            "left-out",
        ),
        (
            b'{"seq":2,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"'
            + b"x" * 4096
            + b'"}}',
            "text",
        ),
    ],
)
def test_no_code_is_made_of_what_would_not_come_back(line: bytes, reason: str) -> None:
    first = ragami.simulate("scores", 2).content.partition(b"\n")[0]
    with pytest.raises(NoCode) as wrong:
        encode(first + b"\n" + line + b"\n")
    assert wrong.value.exit_code == 2
    assert wrong.value.reason == reason


def test_to_the_byte_only_what_is_written_in_the_usual_way() -> None:
    log = ragami.simulate("scores", 2).content
    assert decode(encode(log, exact=True)).content == log
    for other in (log.removesuffix(b"\n"), log.replace(b'"v":1', b'"v": 1', 1)):
        assert decode(encode(other)).content == log
        with pytest.raises(NoCode, match="usual way"):
            encode(other, exact=True)
    with pytest.raises(NoCode, match="no records"):
        encode(b"")


def test_a_log_that_is_too_long_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    log = ragami.simulate("scores", 2).content
    code = encode(log)
    monkeypatch.setattr("ragami.code.LONGEST_LOG", len(log) - 1)
    with pytest.raises(NoCode, match="bytes"):
        encode(log)
    with pytest.raises(RagamiError, match="damaged"):
        decode(code)
    monkeypatch.undo()
    monkeypatch.setattr("ragami.code.MOST_RECORDS", log.count(b"\n") - 1)
    with pytest.raises(NoCode, match="records"):
        encode(log)
    with pytest.raises(RagamiError, match="damaged"):
        decode(code)


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["dice-forge", "scores"])
def test_a_damaged_code_is_told(game: str) -> None:
    log = b"".join(ragami.simulate(game, 2).content.splitlines(keepends=True)[:30])
    code = encode(log)
    luck = Random(game)
    broken = [code[:size] for size in (0, 1, 2, 3, 5, 6, len(code) - 1)]
    broken += [code + b"\0", code + b"\1"]
    for at in [*range(6), len(code) - 1, *luck.sample(range(6, len(code) - 1), 30)]:
        flipped = bytearray(code)
        flipped[at] ^= 1 << luck.randrange(8)
        broken.append(bytes(flipped))
    for each in broken:
        with pytest.raises(RagamiError) as wrong:
            decode(each)
        assert (wrong.value.code, wrong.value.exit_code) in (
            ("damaged-code", 1),
            ("unknown-code", 3),
        )


@given(st.binary(max_size=60), st.sampled_from([0, 1, 2, 3]))
@settings(max_examples=often(10, 2000))
def test_no_bytes_make_a_crash(body: bytes, model: int) -> None:
    with pytest.raises(RagamiError, match=r"damaged|know"):
        decode(bytes([0x10, model]) + body)


@pytest.mark.parametrize("first", [0x00, 0x20, 0x14, 0x18])
def test_another_version_or_flag_is_not_known(first: int) -> None:
    with pytest.raises(RagamiError, match="does not know"):
        decode(bytes([first, 1]) + bytes(20))
    with pytest.raises(RagamiError, match="does not know"):
        decode(bytes([0x10, 200]) + bytes(20))


def test_a_code_that_would_take_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """20 kB of numbers that never came took many seconds: an eighth of them is tried."""
    assert coding.MOST_WORK <= 2**22
    monkeypatch.setattr(coding, "MOST_WORK", coding.MOST_WORK // 8**2)
    monkeypatch.setattr(coding, "WORK_AT_ONCE", coding.MOST_WORK)
    record = coding.CodedRecord("noted", 1, None, None, {"x": [*range(3000 // 8)]})
    with pytest.raises(coding.TooLarge) as wrong:
        coding.Coding({}, RangeWriter(), times=False).write(record)
    assert NoCode(wrong.value.problem, limit=wrong.value.limit).exit_code == 2
    writer = RangeWriter()
    with monkeypatch.context() as patient:
        patient.setattr(coding, "WORK_AT_ONCE", 2**40)
        writing = coding.Coding({}, writer, times=False)
        writing.write(record)
        writing.write_end()
    with pytest.raises(coding.TooLarge):
        coding.Coding({}, RangeReader(writer.finish()), times=False).read(1)


def test_few_bytes_that_stand_for_very_much_are_given_up_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """34 bytes stood for 200,000 zeros, and took two seconds to read: an eighth is tried."""
    assert coding.WORK_AT_ONCE <= 2**20
    for limit in ("MOST_WORK", "WORK_AT_ONCE", "WORK_A_BYTE"):
        monkeypatch.setattr(coding, limit, getattr(coding, limit) // 8)
    record = coding.CodedRecord("noted", 1, None, None, {"x": [0] * (100_000 // 8)})
    writer = RangeWriter()
    with monkeypatch.context() as patient:
        patient.setattr(coding, "WORK_AT_ONCE", coding.MOST_WORK)
        writing = coding.Coding({}, writer, times=False)
        writing.write(record)
        writing.write_end()
    code = bytes([0x10, 0]) + bytes(4) + writer.finish()
    assert len(code) < 60
    with pytest.raises(RagamiError) as wrong:
        decode(code)
    assert wrong.value.code == "damaged-code"
    most = wrong.value.facts["limit"]
    assert isinstance(most, int)
    assert most < coding.MOST_WORK // 3
    assert wrong.value.say("en").endswith(f"too large: reading it takes more than {most} steps.")
    assert wrong.value.say("es").endswith(f"la lectura lleva más de {most} pasos.")
    with pytest.raises(coding.TooLarge):
        coding.Coding({}, RangeWriter(), times=False).write(record)


@pytest.mark.parametrize(("texts", "reason"), [(1020, None), (1060, "bytes")])
def test_a_log_of_more_than_a_mebibyte_is_read_out_of_no_code(
    texts: int, reason: str | None
) -> None:
    """A long text that comes again and again is a few bytes of a code."""
    writer = RangeWriter()
    writing = coding.Coding({}, writer, times=False)
    writing.write(coding.CodedRecord("noted", 1, None, None, {"x": ["a" * 1000] * texts}))
    writing.write_end()
    with pytest.raises(RagamiError) as wrong:
        decode(bytes([0x10, 0]) + bytes(4) + writer.finish())
    # The shorter one is read to its end, where its SHA-256 is missing.
    assert wrong.value.facts.get("reason") == reason
    assert wrong.value.facts.get("limit") == (2**20 if reason else None)


def test_parts_of_two_codes_are_no_code() -> None:
    one, other = (encode(ragami.simulate("dice-forge", 2, seed=seed).content) for seed in (1, 2))
    for at in (4, 6, len(one) // 2):
        with pytest.raises(RagamiError, match="damaged"):
            decode(one[:at] + other[at:])


def test_damage_to_a_signature_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path))
    (tmp_path / "known").write_text(f"{ANA.public.text()}\n")
    code = encode(ragami.simulate("scores", 2).content, signer=ANA)
    assert signing(code) == []
    begin = len(code) - SIGNATURE
    for at in {*range(begin, len(code), 7), begin + ID - 1, begin + ID, len(code) - 1}:
        flipped = bytearray(code)
        flipped[at] ^= 1 << at % 8
        strange = at < begin + ID
        assert signing(bytes(flipped)) == ["unknown-signer" if strange else "bad-signature"]
    for size in (*range(begin, len(code), often(24, 1)), len(code) - 1):
        with pytest.raises(RagamiError, match="damaged"):
            decode(code[:size])


def signing(code: bytes) -> list[str]:
    """What is found in the game in a code."""
    return [each.code for each in ragami.verify(decode(code)).findings]


# --- any log ---------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | ALPHABET,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ALPHABET, inner, max_size=4),
    max_leaves=12,
)
RECORDS = st.builds(
    coding.CodedRecord,
    type=st.sampled_from(["a", "b", "player", "type"]),
    v=st.sampled_from([1, 1, 2, 17]),
    at=st.none()
    | st.datetimes().map(lambda at: f"{at.replace(microsecond=0).isoformat()}Z")
    | st.sampled_from(["2026-01-09T14:26:26Z", "2026-01-09T14:27:26Z", "2026-01-09T14:27:26.5Z"]),
    by=st.none() | ALPHABET,
    data=st.dictionaries(st.sampled_from(["player", "x", "ñ", ""]), VALUES, max_size=3),
)


@given(st.lists(RECORDS, max_size=6), st.booleans())
@settings(max_examples=often(10, 2000))
def test_records_of_any_kind_come_back(records: list[coding.CodedRecord], times: bool) -> None:
    writer = RangeWriter()
    writing = coding.Coding({}, writer, times=times)
    for record in records:
        writing.write(record)
    writing.write_end()
    reader = RangeReader(writer.finish())
    reading = coding.Coding({}, reader, times=times)
    for seq, record in enumerate(records, 1):
        line = json.loads(reading.read(seq) or "")
        expected = {"seq": seq, "type": record.type, "v": record.v, "data": record.data}
        expected |= {"at": record.at if times else None, "by": record.by if times else None}
        assert line == expected
    assert reading.read(len(records) + 1) is None
    reader.expect_end()


def test_times_of_any_year_come_back() -> None:
    log = LOGS[LONG[0]].replace(b'"at":"2026-', b'"at":"0999-')
    assert decode(encode(log, exact=True)).content == log


def test_after_the_last_year_comes_damage() -> None:
    writer = RangeWriter()
    writing = coding.Coding({}, writer, times=True)
    writing.write(coding.CodedRecord("a", 1, "9999-12-31T23:59:59Z", None, None))
    writing._begin(writing._pick_type('"a"'))
    writing._write_value(writing._root("a"), None)
    writing._pick_value(writing._at, '["=",1]')
    writing._evenly(1 << 1, 1)
    with pytest.raises(RagamiError, match="damaged"):
        decode(bytes([0x11, 0, 0, 0, 0, 0]) + writer.finish())


@pytest.mark.parametrize("symbol", ['["=",1.0]', '["=",true]', '["=",23]', '["{","a"]', '["[",1]'])
def test_what_is_no_time_stands_in_no_code(symbol: str) -> None:
    with pytest.raises(Damaged):
        coding.expect_symbol(symbol.encode(), coding.Place(coding.AT, {}))


@given(st.lists(st.tuples(st.integers(1, 2**23 - 1), st.floats(0, 1), st.floats(0, 1))))
@example([(2**23 - 1, 0, 0)] * 50)
@example([(2, 1, 1)] * 200)
def test_the_range_coder_gives_back_what_was_put(puts: list[tuple[int, float, float]]) -> None:
    symbols = []
    for total, where, wide in puts:
        start = min(int(where * total), total - 1)
        symbols.append((start, max(1, int(wide * (total - start))), total))
    writer = RangeWriter()
    for start, size, total in symbols:
        writer.put(start, size, total)
    written = writer.finish()
    reader = RangeReader(written)
    for start, size, total in symbols:
        assert start <= reader.target(total) < start + size
        reader.take(start, size, total)
    reader.expect_end()
    for other in [written + bytes(9), *([written[:-1]] if written.endswith(b"\0") else [])]:
        with pytest.raises(Damaged):
            take_all(RangeReader(other), symbols)


def take_all(reader: RangeReader, symbols: list[tuple[int, int, int]]) -> None:
    """Read these symbols, and the end."""
    for start, size, total in symbols:
        reader.target(total)
        reader.take(start, size, total)
    reader.expect_end()


def test_a_reader_does_not_go_on_far_behind_the_end() -> None:
    reader = RangeReader(b"\1")
    with pytest.raises(Damaged):
        [reader.evenly(2) for _ in range(200)]


def test_a_text_that_nothing_prints_is_given_up_at_its_first_byte() -> None:
    reader = RangeReader(b"\xff\xf0")
    place = coding.Place(("x",), {})
    spelling = coding.Coding({}, reader, times=False)
    with pytest.raises(Damaged):
        spelling._spelled(place)
    counts = spelling._text.counts(())
    assert counts and counts.total == coding.THIS_GAME


def test_deep_logs_are_refused() -> None:
    deep: Any = 1
    for _ in range(coding.DEEPEST + 1):
        deep = [deep]
    record = coding.CodedRecord("a", 1, None, None, {"x": deep})
    with pytest.raises(coding.TooLarge):
        coding.Coding({}, RangeWriter(), times=False).write(record)


# --- texts -----------------------------------------------------------------------------------


@given(st.binary(max_size=3000), st.sampled_from(["", "https://example.org/g", "x#y"]))
@settings(max_examples=often(15, 1000))
def test_every_form_of_a_code_can_be_read(code: bytes, address: str) -> None:
    for text in (link(code, address), digits(code, address)):
        assert read(text) == code
        assert read(f" {text[:12]}\n {text[12:]}\t\n") == code
        assert read(text.replace("ragami:", "RAGAMI:")) == code
        assert read(f"({text}).") == read(f"«{text}»,") == code
        assert read(f"> {text[:12]}\n> > {text[12:]}") == code
        assert read(f"Round #1. The final: {text}") == code
        assert read("\u200b".join((text[:3], text[3:12], f"{text[12:]}\ufeff"))) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "damaged-code"),
        ("ragami:1.A", "damaged-code"),
        ("ragami:1.AB", "damaged-code"),
        ("ragami:1.AA=", "damaged-code"),
        ("ragami:1n.0123", "damaged-code"),
        ("ragami:1n.12x", "damaged-code"),
        ("ragami:1n.2", "damaged-code"),
        ("ragami:1." + "A" * 100_000, "damaged-code"),
        ("ragami:1.AA.AA", "damaged-code"),
        ("https://example.org#1.AAAA&source=mail", "damaged-code"),
        ("ragami:2.AAAA", "unknown-code"),
        ("https://example.org#2n.12", "unknown-code"),
    ],
)
def test_a_text_that_is_none_is_told(text: str, code: str) -> None:
    with pytest.raises(RagamiError) as wrong:
        read(text)
    assert wrong.value.code == code


# --- models and kept codes -------------------------------------------------------------------


@pytest.mark.parametrize("number", MODELS)
def test_a_model_is_never_changed(number: int) -> None:
    game, digest = MODELS[number]
    path = TESTS.parent / f"ragami/games/{game}/data/code-{number}.json.gz"
    assert sha256(path.read_bytes()).hexdigest() == digest
    assert len(path.read_bytes()) <= 60_000


@pytest.mark.parametrize("number", MODELS)
def test_no_model_knows_a_name(number: int) -> None:
    model = model_at(bytes([number]))
    assert model is not None
    names = [place for place in model if place[-1] in ("name", "title", "word", "reason", "text")]
    symbols = {symbol for place in names for symbol in model[place].symbols}
    told = {symbol for symbol in symbols if symbol.startswith('["="')}
    shipped = {"city-1", "deck-1", "dice-1", "temple-1", "feats-1", "forge-dice-1", "sealed"}
    assert told <= {'["=",null]', *(f'["=","{name}"]' for name in shipped)}


def test_codes_of_every_day_are_read_for_ever() -> None:
    for line in KEPT.read_text().splitlines()[:: often(6, 1)]:
        kept = json.loads(line)
        log = decode(read(kept["code"])).content
        assert sha256(log).hexdigest() == kept["log"], kept["name"]


@pytest.mark.parametrize("content", [None, b"", b"junk", write_model({})[:-9]])
def test_a_model_that_is_missing_or_torn_is_told(
    monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    log = ragami.simulate("dice-forge", 2).content
    code = encode(log)

    def read_file(_package: str, _path: str) -> bytes:
        if content is None:
            raise FileNotFoundError
        return content

    monkeypatch.setattr("ragami.code.model.get_data", read_file)
    model_at.cache_clear()
    with pytest.raises(NoCode, match="cannot be read"):
        encode(log)
    with pytest.raises(RagamiError, match="does not know"):
        decode(code)
    model_at.cache_clear()


def test_a_strangers_game_has_its_own_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = ragami.simulate("scores", 3, seed=1)
    without = encode(log)
    package = tmp_path / "strangers_package"
    package.mkdir()
    (package / "__init__.py").touch()
    others = [ragami.simulate("scores", 3, seed=seed) for seed in (2, 3, 4)]
    packed = write_model(trained([as_coded(lines_of(one)) for one in others], 128))
    (package / "model.gz").write_bytes(packed)
    monkeypatch.syspath_prepend(tmp_path)
    game = game_named("scores")
    model_at.cache_clear()
    monkeypatch.setitem(game._loaded, CODE_MODELS, ((255, "strangers_package:model.gz"),))
    code = encode(log)
    assert len(code) < len(without)
    assert code[1:6] == b"\xff" + sha256(packed).digest()[:4]
    assert decode(code).content == canonical(log.content)
    assert decode(without).content == canonical(log.content)
    monkeypatch.setitem(game._loaded, CODE_MODELS, None)
    model_at.cache_clear()
    with pytest.raises(RagamiError, match="does not know"):
        decode(code)
