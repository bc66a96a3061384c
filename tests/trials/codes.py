"""Do codes keep what they promise: bytes, sizes, times, what is told of damage?

`codes` measures games of the bots with seeds drawn anew, in minutes; `codes --full` as many as the
gates ask for, in hours. `RAGAMI_SEED` repeats a trial. `codes --train FOLDER` makes the models and
says of each whether it is what ships.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

import ragami
from ragami.code import NoCode, decode, digits, encode, link, read
from ragami.code.model import write_model
from ragami.errors import RagamiError
from ragami.photo import codes_in
from ragami.proof.slip import qr_of
from tests.code.kit import TESTS, canonical, logs, unfit
from tests.trials.code_logs import FIRST_SEED, GAMES, TRAINING, training
from tests.trials.code_models import trained

SAMPLES: Final = {
    "ragami": "samples/logs/",
    "dice-forge": "games/dice_forge/samples/",
    "deal-with-the-devil": "games/deal_with_the_devil/samples/",
}
"""Where logs are that other programs wrote; no model has seen them."""


class Most(NamedTuple):
    """The greatest sizes of the codes of a game, in bytes."""

    median: float
    percentile: float
    """99 of 100 codes are no longer."""

    samples: float
    """The median of legal logs of other programs."""


MOST: Final = {
    "ragami": Most(1.05 * 318, 1.05 * 474, 400),
    "dice-forge": Most(1.05 * 243, 1.05 * 408, 550),
    "deal-with-the-devil": Most(1.05 * 497, 1.05 * 623, 750),
}

GAME_MS: Final = 10.0
RECORD_MS: Final = 0.4
"""Milliseconds each way: so many a game, and so many for each of its records."""

DAMAGED_MS: Final = 2_000.0
TOLD: Final = {"damaged-code", "unknown-code"}
AUTHORS: Final = ("null", '"ana"', '"bo"')


def main(options: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials codes")
    parser.add_argument("--train", type=Path, metavar="FOLDER")
    parser.add_argument("--games", type=int, default=240, help="games of the bots")
    parser.add_argument("--codes", type=int, default=6, help="codes that are damaged")
    parser.add_argument("--damages", type=int, default=150, help="of each; 0: all there are")
    parser.add_argument("--printed", type=int, default=60, help="codes that are printed")
    parser.add_argument("--full", action="store_true", help="3,000 games, 50 codes, 1,000 printed")
    given = parser.parse_args(options)
    if given.train:
        return train(given.train)
    if given.full:
        given.games, given.codes, given.damages, given.printed = 3_000, 50, 0, 1_000
    seed = int(os.environ.get("RAGAMI_SEED") or random.randrange(10**9))
    print(f"RAGAMI_SEED={seed} repeats this", flush=True)
    luck = random.Random(seed)
    codes = {game: of_bots(game, given.games // len(GAMES), luck) for game in GAMES.values()}
    held = [each is not None for each in codes.values()]
    kept = dict(logs())
    held.append(came_back(kept))
    held += [of_others(game, kept) for game in GAMES.values()]
    drawn = [code for found in codes.values() for code in found or ()]
    luck.shuffle(drawn)
    held.append(damaged(drawn[: given.codes], given.damages, luck))
    held.append(printed(drawn[: given.printed], luck))
    return 0 if all(held) else 1


# --- models ----------------------------------------------------------------------------------


def train(folder: Path) -> int:
    """Make the models; 1 where one is not what ships."""
    folder.mkdir(parents=True, exist_ok=True)
    others = 0
    for number, game in GAMES.items():
        name = f"code-{number}.json.gz"
        shipped = TESTS.parent / "ragami/games" / game.replace("-", "_") / "data" / name
        content = write_model(trained(training(game), TRAINING[game].fine))
        (folder / name).write_bytes(content)
        same = content == shipped.read_bytes()
        others += not same
        digest = sha256(content).hexdigest()
        print(f"{name}: {len(content):,} bytes, {digest}, {'as' if same else 'NOT as'} shipped")
    return int(others > 0)


# --- bytes, sizes, times ---------------------------------------------------------------------


class Timing:
    """The processor's milliseconds of some work, by what it is allowed."""

    def __init__(self) -> None:
        self.allowed = self.spent = self.worst = 0.0

    def of(self, work: Callable[[], bytes], records: int) -> bytes:
        """Do the work of a log of so many records."""
        began = time.process_time()
        done = work()
        spent, allowed = (time.process_time() - began) * 1000, GAME_MS + RECORD_MS * records
        self.spent += spent
        self.allowed += allowed
        self.worst = max(self.worst, spent / allowed)
        return done

    def __str__(self) -> str:
        return f"{self.spent / self.allowed:.2f} (at most {self.worst:.2f})"


def of_bots(game: str, count: int, luck: random.Random) -> list[bytes] | None:
    """The codes of games of the bots; None where a gate does not hold."""
    codes: list[bytes] = []
    writing, reading = Timing(), Timing()
    lost = records = 0
    least, greatest = ragami.games()[game].players
    for nth, seed in enumerate(luck.sample(range(FIRST_SEED), count)):
        players = least + nth % (greatest - least + 1)
        log = ragami.simulate(game, players, seed=seed).content
        size = log.count(b"\n")
        code = writing.of(lambda log=log: encode(log), size)  # type: ignore[misc]
        back = reading.of(lambda code=code: decode(code).content, size)  # type: ignore[misc]
        told = with_times(log, luck)
        lost += back != log or decode(encode(told, exact=True)).content != told
        records += size
        codes.append(code)
    sizes = [len(code) for code in codes]
    most = MOST[game]
    half, percentile = median(sizes), quantiles(sizes, n=100, method="inclusive")[-1]
    print(
        f"{game}: {count:,} games, {records / count:.0f} records; {lost} did not come back;"
        f" bytes {half:.0f} (99 %: {percentile:.0f}), gates {most.median:.0f} and"
        f" {most.percentile:.0f};"
        f" times by what is allowed {writing} writing, {reading} reading",
        flush=True,
    )
    quick = max(one.spent / one.allowed for one in (writing, reading)) <= 1
    small = half <= most.median and percentile <= most.percentile
    return codes if not lost and quick and small else None


def with_times(log: bytes, luck: random.Random) -> bytes:
    """The log with times and authors in its records, which `--exact` keeps."""
    clock, lines = 1_768_000_000, []
    for line in log.decode().splitlines(keepends=True):
        clock += luck.choice((0, 1, luck.randrange(60), luck.randrange(4_000)))
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(clock))
        told = luck.choice(("null", f'"{at}"', f'"{at}"', f'"{at[:-1]}.5Z"'))
        by = luck.choice(AUTHORS)
        lines.append(line.replace('"at":null,"by":null', f'"at":{told},"by":{by}', 1))
    return "".join(lines).encode()


def came_back(kept: dict[str, bytes]) -> bool:
    """Do all logs of the tests that may be coded come back?"""
    coded = exact = lost = 0
    for log in kept.values():
        try:
            code = encode(log)
            coded += 1
            lost += decode(code).content != canonical(log)
            whole = encode(log, exact=True)
            exact += 1
            lost += decode(whole).content != log
        except NoCode as none:
            lost += none.reason != "not-canonical" and not unfit(log)
            continue
    print(f"{len(kept)} kept logs: {coded} coded, {exact} to the byte; {lost} wrong", flush=True)
    return not lost and coded > 0.8 * len(kept)


def of_others(game: str, kept: dict[str, bytes]) -> bool:
    """Are the codes of legal logs of other programs short enough?"""
    legal = [log for name, log in kept.items() if name.startswith(f"{SAMPLES[game]}legal-")]
    sizes = [len(encode(log)) for log in legal if not unfit(log)]
    half, most = median(sizes), MOST[game].samples
    print(f"{game}: {len(sizes)} legal logs of others: bytes {half:.0f} (gate {most})", flush=True)
    return half <= most


# --- damage ----------------------------------------------------------------------------------


def damaged(codes: list[bytes], count: int, luck: random.Random) -> bool:
    """Is all damage told, in time? `count` of each code, all where it is 0."""
    worst, total, wrong = 0.0, 0, 0
    for code in codes:
        broken = list(damages(code))
        for each in luck.sample(broken, count) if count else broken:
            began = time.process_time()
            if (told := told_of(each)) not in TOLD:
                wrong += 1
                print(f"  {told}: {link(each)}")
            worst = max(worst, (time.process_time() - began) * 1000)
            total += 1
    print(
        f"{len(codes)} codes: {total:,} flips and truncations, {wrong} not told;"
        f" at most {worst:.0f} ms",
        flush=True,
    )
    return not wrong and worst <= DAMAGED_MS


def damages(code: bytes) -> Iterator[bytes]:
    """Every beginning of a code, and the code with each of its bits flipped."""
    for size in range(len(code)):
        yield code[:size]
    for bit in range(8 * len(code)):
        flipped = bytearray(code)
        flipped[bit // 8] ^= 1 << bit % 8
        yield bytes(flipped)


def told_of(code: bytes) -> str:
    """The error that a damaged code gives, or what comes instead."""
    try:
        return f"{len(decode(code))} records"
    except RagamiError as error:
        return error.code
    except Exception as crash:  # noqa: BLE001 (a crash is what is looked for)
        return repr(crash)


# --- paper -----------------------------------------------------------------------------------


def printed(codes: list[bytes], luck: random.Random) -> bool:
    """Are QR codes, held a little aslant, read again?"""
    from PIL import Image  # noqa: PLC0415 (an extra)

    unread, widest = 0, 0
    for code in codes:
        drawn, photo = BytesIO(), BytesIO()
        made = qr_of(digits(code))
        made.save(drawn, kind="png", scale=5, border=4)
        paper = Image.open(drawn).convert("L")
        paper = paper.rotate(
            luck.uniform(-4, 4), Image.Resampling.BICUBIC, expand=True, fillcolor=255
        )
        paper.save(photo, "PNG")
        unread += [read(text) for text in codes_in(photo.getvalue())] != [code]
        widest = max(widest, made.version)
    print(f"{len(codes):,} printed codes, up to version {widest}: {unread} not read again")
    return not unread
