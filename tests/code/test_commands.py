"""Codes at the command line: `export` and `slip` make them, every command with a log takes them."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import copy
from typing import Final

import pytest
import segno
from PIL import Image, ImageFilter

import ragami as library
from ragami.code import digits, encode, link
from ragami.errors import RagamiError
from ragami.log.record import Record
from ragami.proof.slip import qr_of
from ragami.sources.codes import is_code, log_of_file
from tests.cli.conftest import Ragami
from tests.cli.played import play
from tests.scale import SEED, seeds

RECORDS = 40
WHOLE = library.simulate("dice-forge", 2, seed=5).content
LOG = b"".join(WHOLE.splitlines(keepends=True)[:RECORDS])
"""The beginning of a game: whole ones go into codes and out again in `test_codes`."""
ADDRESS = "https://example.org/g"


@pytest.fixture
def final(ragami: Ragami, tmp_path: Path) -> str:
    path = tmp_path / "final.jsonl"
    path.write_bytes(LOG)
    return str(path)


def photo_of(text: str, path: Path, *, scale: int = 6) -> str:
    qr_of(text).save(str(path), kind="png", scale=scale, border=4)
    return str(path)


def photographed(text: str, luck: Random) -> bytes:
    """A printed code as a phone takes it: aslant on a table, from the side, not quite sharp."""
    printed = BytesIO()
    qr_of(text).save(printed, kind="png", scale=5, border=4)
    paper = Image.open(printed).convert("L")
    turned = paper.rotate(
        luck.uniform(-180, 180), Image.Resampling.BICUBIC, expand=True, fillcolor=WOOD
    )
    width, height = turned.width + 300, turned.height + 200
    table = Image.new("L", (width, height), WOOD)
    table.paste(turned, (170, 90))
    corners = (0, 0, 18, height, width, height - 12, width - 25, 9)
    aside = table.transform(table.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    scale = luck.uniform(0.8, 1.6)
    size = round(width * scale), round(height * scale)
    blurred = aside.resize(size, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(1))
    photo = BytesIO()
    blurred.save(photo, "JPEG", quality=60)
    return photo.getvalue()


WOOD: Final = 205
"""The grey of a table."""


def test_a_text_goes_through_every_command(ragami: Ragami, final: str) -> None:
    said = ragami("export", final, "--to", "link")
    text = said.out.strip()
    assert said.code == 0
    assert text == link(encode(LOG))
    (report,) = ragami("verify", "--json", text).lines
    (whole,) = ragami("verify", "--json", final).lines
    assert report["file"] == text[:17]
    assert {**report, "file": final} == whole
    assert ragami("verify", "-", stdin=text).code == 0
    assert ragami("export", text).out.encode() == LOG
    assert ragami("show", text).out == ragami("show", final).out
    assert ragami("diff", text, final).code == 0
    assert ragami("log", text, "--json").out == ragami("log", final, "--json").out


def test_a_link_has_the_code_behind_a_hash(ragami: Ragami, final: str) -> None:
    text = ragami("export", final, "--to", "link", "--at-address", ADDRESS, "--exact").out.strip()
    assert text.startswith(f"{ADDRESS}#1.")
    assert ragami("export", text).out.encode() == LOG
    wrong = ragami("export", final, "--to", "link", "--at-address", "https://x.y/#z")
    assert wrong.code == 2 and "--at-address" in wrong.err
    assert ragami("export", final, "--to", "csv", "--exact").code == 2


def test_a_photo_is_a_log(ragami: Ragami, final: str, tmp_path: Path) -> None:
    photo = tmp_path / "final.png"
    assert ragami("export", final, "--to", "qr", "-o", str(photo)).code == 0
    assert ragami("verify", str(photo)).code == 0
    assert ragami("export", str(photo)).out.encode() == LOG
    assert ragami("import", str(photo)).out == f"'final' has {RECORDS} records.\n"
    drawn = ragami("export", final, "--to", "qr", "--at-address", ADDRESS).out
    assert drawn.startswith("<?xml") and "<svg" in drawn
    assert library.read(photo).content == library.read(photo.read_bytes()).content == LOG


@pytest.mark.parametrize(
    "game",
    [
        *(
            pytest.param(game, marks=pytest.mark.trial)
            for game in ("ragami", "deal-with-the-devil")
        ),
        "dice-forge",
    ],
)
def test_printed_codes_are_read_from_photos(game: str) -> None:
    for seed in seeds(1, 50):
        log = library.simulate(game, 4, seed=seed).content
        photo = photographed(digits(encode(log)), Random(seed))
        assert library.read(photo).content == log


TAKING_LOGS: Final = {
    **{name: (name, "LOG") for name in ("audit", "board", "dice", "export", "legal", "log")},
    **{name: (name, "LOG") for name in ("replay", "report", "season", "sheet", "show", "stats")},
    "verify": ("verify", "LOG", "--json"),
    "diff": ("diff", "LOG", "other.jsonl", "--json"),
    "diff moments": ("diff", "LOG@9", "LOG@9"),
    "impact": ("impact", "LOG", "--option", "two_player_blessings=round_start"),
    "merge": ("merge", "LOG", "other.jsonl", "--json"),
    "new": ("new", "--like", "LOG"),
    "whatif": ("whatif", "undo", "LOG"),
    "whatif correct": ("whatif", "correct", "LOG", "30", "--strike"),
}
"""Every command that takes a log, wherever in its line."""
AS_OTHERS: Final = {"audit", "board", "dice", "legal", "log", "replay", "report", "season", "stats"}
"""Those that take it by the same argument as `show` does: the trial tries them."""


@pytest.fixture(scope="module")
def code() -> bytes:
    """The code of `LOG`."""
    return encode(LOG)


@pytest.fixture(scope="module")
def photo_of_it(code: bytes, tmp_path_factory: pytest.TempPathFactory) -> str:
    return photo_of(digits(code), tmp_path_factory.mktemp("photo") / "photo.png", scale=2)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.trial if command in AS_OTHERS else ())
        for command in TAKING_LOGS
    ],
)
def test_a_code_goes_through_every_command(
    ragami: Ragami, final: str, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch,
    code: bytes, photo_of_it: str,
) -> None:  # fmt: skip
    """As a text, a link and a photo, as an argument and on standard input."""
    monkeypatch.chdir(tmp_path)
    Path("other.jsonl").write_bytes(LOG)
    photo = Path(copy(photo_of_it, "photo.png"))
    text, address = link(code), link(code, ADDRESS)

    def said(log: str, stdin: str | bytes = b"") -> tuple[int, str]:
        done = ragami(*(part.replace("LOG", log) for part in TAKING_LOGS[command]), stdin=stdin)
        for called in (log, text[:17], f"{ADDRESS}#{text[7:17]}"):
            done = done._replace(out=done.out.replace(called, "LOG"))
        return done.code, "".join(done.out.split())

    first = said(Path(final).name)
    assert first[0] in (0, 1), first
    if command != "new":  # whose names are numbered
        # In the suite one way for each command, the next for the next.
        first_way = 0 if SEED else list(TAKING_LOGS).index(command) % 3
        for given in (text, address, photo.name)[first_way :: 1 if SEED else 3]:
            assert said(given) == first
    if "@" not in TAKING_LOGS[command][1]:
        contents = (text, photo.read_bytes())
        for content in contents if SEED else contents[list(TAKING_LOGS).index(command) % 2 :][:1]:
            assert said("-", content)[0] == first[0]


def test_a_picture_without_a_game_is_told(ragami: Ragami, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    segno.make("hello").save(str(other), scale=6)
    said = ragami("verify", str(other))
    assert said.code == 2 and "No code of a game" in said.err
    other.write_bytes(other.read_bytes()[:60])
    assert ragami("verify", str(other)).code == 2
    torn = photo_of(digits(encode(LOG))[:-40], other)
    assert "damaged" in ragami("verify", torn).err


def test_a_damaged_text_is_told(ragami: Ragami, final: str) -> None:
    text = ragami("export", final, "--to", "link").out.strip()
    said = ragami("verify", text[:-8])
    assert said.code == 1 and "damaged" in said.err
    said = ragami("verify", "ragami:1.EAmAAAAAAAAA")
    assert said.code == 3 and "does not know" in said.err


def test_the_text_of_a_code_is_read_as_far_as_one_goes(ragami: Ragami, tmp_path: Path) -> None:
    """60 MB took half a minute, and a bomb as long."""
    taken = 0

    def pieces() -> Iterator[bytes]:
        nonlocal taken
        for piece in (b"ragami:1.", *[b"A" * 2**16] * 1000):
            taken += len(piece)
            yield piece

    with pytest.raises(RagamiError, match="damaged"):
        log_of_file("x", pieces())
    assert taken < 2**21
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b"ragami:1." + bytes(100_000_000), 1))
    said = ragami("verify", str(bomb))
    assert said.code == 1 and "damaged" in said.err


def test_a_text_that_an_editor_has_saved_is_read(ragami: Ragami, tmp_path: Path) -> None:
    path, text = tmp_path / "code.txt", link(encode(LOG))
    lines = "\r\n".join(text[at : at + 70] for at in range(0, len(text), 70))
    quoted = "> " + lines.replace("\n", "\n> ")
    for saved in (lines.encode("utf-8-sig"), lines.encode("utf-16"), f"{quoted}.".encode()):
        path.write_bytes(saved)
        assert ragami("export", str(path)).out.encode() == LOG
    for said in (f"({text}).", f"\u200b{text[:30]}\u200b{text[30:]}", f"Our final is {text}"):
        assert ragami("export", said).out.encode() == LOG


def test_a_long_text_is_looked_through_at_once() -> None:
    begun = time.monotonic()
    assert not is_code("a." * 30_000)
    assert not is_code("a://" * 15_000)
    assert time.monotonic() - begun < 20


def test_an_import_is_called_as_its_title_says(ragami: Ragami) -> None:
    titled = LOG.replace(b'"title":null', b'"title":"Friday"', 1)
    assert ragami("import", link(encode(titled))).out.startswith("'Friday'")
    assert ragami("import", link(encode(LOG))).code == 2
    assert ragami("import", link(encode(LOG)), "--name", "x").code == 0


def test_a_signed_code_is_held_against_its_signature(
    ragami: Ragami, final: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ragami("key", "new", "ana")
    ragami("key", "new", "bea")
    text = ragami("export", final, "--to", "link", "--signer", "ana", "--exact").out.strip()
    assert ragami("export", text).out.encode() == LOG
    assert ragami("verify", text, "--signed-by", "ana").code == 0
    assert ragami("verify", text, "--signed-by", "bea").code == 6
    assert library.verify(library.read(text)).ok
    code = library.read(text).content
    assert code == LOG
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "none"))
    (report,) = ragami("verify", "--json", text).lines
    assert "unknown-signer" in [one["code"] for one in report["findings"]]


def test_a_false_signature_is_found(ragami: Ragami, final: str) -> None:
    from ragami.code import read  # noqa: PLC0415 (the fixture has the name of the package)

    ragami("key", "new", "ana")
    code = bytearray(read(ragami("export", final, "--to", "link", "--signer", "ana").out))
    code[-1] ^= 1
    said = ragami("verify", "--json", link(bytes(code)))
    assert said.code == 6
    assert "bad-signature" in [one["code"] for one in said.lines[0]["findings"]]


def test_what_is_hidden_is_left_out_or_warned_of(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "devil.jsonl"
    path.write_bytes(
        library.simulate("deal-with-the-devil", 4, options={"hands": "walled"}).content
    )
    whole, public = (
        ragami("export", str(path), "--to", "link", *of) for of in ((), ("--as", "public"))
    )
    assert "--as public" in whole.err and not public.err
    assert whole.out != public.out
    seen = ragami("export", str(path), "--as", "public").out
    assert ragami("export", public.out.strip(), "--as", "public").out == seen


def test_the_slip_has_the_game_beside_the_seal(ragami: Ragami, tmp_path: Path) -> None:
    ragami("key", "new", "ana")
    play(ragami, 60)
    path = tmp_path / "slip.svg"
    assert ragami("slip", "final", "--game-code", "-o", str(path)).code == 0
    assert path.read_text().count("<path") == 2
    (slip,) = ragami("slip", "final", "--game-code", "--json").lines
    assert slip["code"].startswith("ragami:1n.")
    assert ragami("verify", slip["code"]).code == 0
    both = BytesIO()
    from PIL import Image  # noqa: PLC0415 (an extra)

    images = []
    for text in (slip["note"], slip["code"]):
        drawn = BytesIO()
        qr_of(text).save(drawn, kind="png", scale=4, border=4)
        images.append(Image.open(drawn).convert("L"))
    paper = Image.new(
        "L", (max(one.width for one in images), sum(one.height for one in images)), 255
    )
    paper.paste(images[0], (0, 0))
    paper.paste(images[1], (0, images[0].height))
    paper.save(both, "PNG")
    photo = tmp_path / "photo.png"
    photo.write_bytes(both.getvalue())
    assert ragami("verify", str(photo)).code == 0


def test_a_page_has_the_code_of_what_it_shows(ragami: Ragami, final: str, tmp_path: Path) -> None:
    page = ragami("export", final, "--to", "html", "--at", "20").out
    assert "This game as a QR code" in page
    assert page.count('class="segno') == 1


def test_codes_for_several_eyes_are_no_fork(ragami: Ragami, tmp_path: Path) -> None:
    """Views of one game, signed by one key, part where something is hidden, and that is all."""
    ragami("key", "new", "ana")
    game = library.simulate("deal-with-the-devil", 4, options={"hands": "walled"})
    path = tmp_path / "devil.jsonl"
    path.write_bytes(game.content)
    opened = game.records[0]
    assert isinstance(opened, Record)
    seats = [seat.colour for seat in opened.data.players]
    views = [
        ragami("export", str(path), "--to", "link", "--signer", "ana", "--as", viewer).out.strip()
        for viewer in ("public", *seats[:2])
    ]
    assert len(set(views)) == 3
    said = ragami("verify", "--json", *views, str(path))
    found = {finding["code"] for line in said.lines for finding in line["findings"]}
    assert said.code == 0, found
    assert not found & {"forked-log", "earlier-state", "other-continuation"}


def test_whole_codes_that_part_are_a_fork(ragami: Ragami, tmp_path: Path) -> None:
    ragami("key", "new", "ana")
    codes = []
    for text in ("one", "other"):
        note = f'{{"seq":{RECORDS + 1},"type":"noted","v":1,"at":null,"by":null,"data":'
        path = tmp_path / f"{text}.jsonl"
        path.write_bytes(LOG + f'{note}{{"text":"{text}"}}}}\n'.encode())
        codes.append(ragami("export", str(path), "--to", "link", "--signer", "ana").out.strip())
    said = ragami("verify", "--json", *codes)
    assert said.code == 6
    assert "forked-log" in [finding["code"] for finding in said.lines[1]["findings"]]
