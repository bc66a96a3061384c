"""Tables: drawn by rich on a terminal, plain columns for a pipe."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami_cli.output import Output

GAP = "  "


def show_table(
    output: Output,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Collection[int] = (),
) -> None:
    """Rows under their heads; the columns of `numbers` are set to the right, and kept whole."""
    if output.terminal:
        _draw(output, heads, rows, numbers)
        return
    from rich.cells import cell_len

    lines = [heads, *rows]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            pad + cell if n in numbers else cell + pad
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
            for pad in [" " * (width - cell_len(cell))]
        ]
        output.answer(GAP.join(cells).rstrip())


def _draw(
    output: Output,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Collection[int],
) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for n, head in enumerate(heads):
        if n in numbers:
            table.add_column(head, justify="right", no_wrap=True)
        else:
            table.add_column(head, overflow="fold")
    for row in rows:
        # Text, not markup: what stands in a log may have brackets of its own.
        table.add_row(*map(Text, row))
    console = output.console()
    with console.capture() as drawn:
        console.print(table)
    output.answer(drawn.get().strip("\n"))
