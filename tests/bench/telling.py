"""What was measured as a page (Markdown), as JSON and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from tests.bench.measuring import Curve, Figure, Missing, Result, Versus
from tests.bench.plotting import curves, past_the_gate

INTRODUCTION: Final = (Path(__file__).parent / "introduction.md").read_text("utf-8")
RATIOS: Final = "ratios"
QUIET: Final = 0.25
"""Cores that others may use without being heard."""

SAID: Final = {
    "aim": "aim reached",
    "gate": "gate reached",
    "missed": "**missed**",
    "short": "aim not reached",
    "": "",
}

Kind = TypeVar("Kind", Versus, Missing, Figure, Curve)


class Run(Struct):
    """One whole run."""

    machine: dict[str, str]
    versions: dict[str, str]
    passes: int
    minutes: float
    others_used: float | None
    results: list[Result]


def write(run: Run, docs: Path) -> None:
    """The page, and beside it a folder with the figures and the pictures."""
    folder = docs / "bench"
    folder.mkdir(exist_ok=True)
    (folder / "results.json").write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")
    (folder / f"{RATIOS}.svg").write_text(past_the_gate(of(run, Versus)), "utf-8")
    for curve in of(run, Curve):
        (folder / f"{curve.name}.svg").write_text(curves(curve), "utf-8")
    (docs / "bench.md").write_text(page(run), "utf-8")


def page(run: Run) -> str:
    parts = [
        INTRODUCTION.rstrip(),
        f"![How far past its gate each ratio is](bench/{RATIOS}.svg)",
        tables(run),
        *(f"![{curve.title}](bench/{curve.name}.svg)" for curve in of(run, Curve)),
    ]
    return "\n\n".join(parts) + "\n"


def tables(run: Run) -> str:
    """All that was found, as words and numbers."""
    parts = ["## Where", about(run)]
    if ratios := of(run, Versus):
        parts += ["## Beside others", *balance(ratios), table(ratios)]
    parts += absent(of(run, Missing))
    if found := of(run, Figure):
        parts += ["## Memory", figures(found)]
    if grown := of(run, Curve):
        parts += ["## How the cost grows", *map(points, grown)]
    return "\n\n".join(parts)


def of(run: Run, kind: type[Kind]) -> list[Kind]:
    return [result for result in run.results if isinstance(result, kind)]


def about(run: Run) -> str:
    """The machine, and what took part."""
    said = [f"- {name}: {value}" for name, value in run.machine.items()]
    said.append("- " + ", ".join(f"{name} {value}" for name, value in run.versions.items()))
    said.append(f"- {run.passes} passes; the whole run took {run.minutes:.1f} minutes")
    if run.others_used is not None:
        said.append(
            f"- others used {run.others_used:.1f} cores of the machine meanwhile{noisy(run)}"
        )
    return "\n".join(said)


def noisy(run: Run) -> str:
    """What a machine with others on it cannot show."""
    assert run.others_used is not None
    if run.others_used < QUIET:
        return ""
    return (
        ": **it was not quiet**, so what was timed by the clock on the wall is uncertain (commits,"
        " boardgame.io, several processes), and two processes found no second core to themselves"
    )


def balance(rows: Iterable[Versus]) -> Iterator[str]:
    """How much of what was asked is reached, and what is not."""
    asked = [row for row in rows if row.verdict]
    gates = [row for row in asked if row.gate]
    if not gates:
        return
    missed = [f"{row.what} ÷ {row.theirs}" for row in gates if row.verdict == "missed"]
    aims = sum(row.verdict == "aim" for row in asked)
    reached = len(gates) - len(missed)
    said = f"Gates reached: {reached} of {len(gates)}. Aims reached: {aims} of {len(asked)}."
    yield said + (f" Missed: {'; '.join(missed)}." if missed else "")


def table(rows: Iterable[Versus]) -> str:
    """The ratios, with the gates and aims beside them."""
    head = (
        "| ours | beside | ratio | quartiles | gate | aim | | ours, a second | theirs, a second |"
    )
    told = [head, "|---|---|--:|--:|--:|--:|---|--:|--:|"]
    for row in rows:
        sign = "≤ " if row.longer else ""
        cells = [
            row.what,
            row.theirs,
            f"**{number(row.ratio.median)}**",
            f"{number(row.ratio.low)} – {number(row.ratio.high)}",
            f"{sign}{row.gate:g}" if row.gate else "",
            f"{sign}{row.aim:g}" if row.aim else "",
            SAID[row.verdict],
            f"{number(row.our_rate.median)} {row.our_unit}",
            f"{number(row.their_rate.median)} {row.their_unit}",
        ]
        told.append("| " + " | ".join(cells) + " |")
    return "\n".join(told)


def absent(missing: Sequence[Missing]) -> Iterator[str]:
    if missing:
        said = (f"- {one.what} ÷ {one.theirs}: {one.why}" for one in missing)
        yield "Missing in this run:\n\n" + "\n".join(said)


def figures(found: Sequence[Figure]) -> str:
    """What stands beside nobody's."""
    rows = [f"| {one.what} | {number(one.value)} {one.unit} |" for one in found]
    return "\n".join(["| | |", "|---|--:|", *rows])


def points(curve: Curve) -> str:
    """A curve as a table: a column for each size."""
    sizes = sorted({x for line in curve.lines.values() for x, _ in line})
    rows = [
        f"| {curve.title}: {curve.up} | " + " | ".join(f"{size:,.0f}" for size in sizes) + " |",
        "|---|" + "--:|" * len(sizes),
    ]
    for name, line in curve.lines.items():
        rows.append(f"| {name} | " + " | ".join(number(y) for _, y in line) + " |")
    return "\n".join(rows)


def number(value: float) -> str:
    """Three digits that count, and thousands apart."""
    if value >= 100:
        return f"{round(value, 2 - len(str(int(value))) + 1):,.0f}"
    return f"{value:.3g}"
