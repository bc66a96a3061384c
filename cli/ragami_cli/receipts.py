"""The options of `ragami verify` about receipts, and what becomes of them while logs are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ragami_cli.arguments import rule_ids
from ragami_cli.options import Decorated
from ragami_cli.workers import ReceiptOutput

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.judge.report import Judgement
    from ragami.receipts import Receipts
    from ragami.receipts.shelf import Question
    from ragami_cli.output import Output


class Share(click.ParamType[float]):
    """A share: `1%`, `0.01`."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return it as a number from 0 to 1; anything else is wrong usage."""
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(_("'{text}' is no share: give one such as 1%.").format(text=text), param, ctx)
        return share


class ReceiptOptions(NamedTuple):
    """The options of a command about receipts."""

    paths: tuple[str, ...]
    from_: tuple[str, ...]
    only_from: tuple[str, ...]
    recheck: float | None
    again: tuple[str, ...]

    @contextmanager
    def opened(self, output: Output) -> Iterator[Receipts | None]:
        """The receipts, with what has to be said of them; None where none were asked for."""
        if not self.paths:
            if self.from_ or self.only_from or self.recheck is not None or self.again:
                raise click.UsageError(_("This goes with --receipts FILE."))
            yield None
            return
        from ragami.receipts import Receipts

        from_, only = (*self.from_, *self.only_from), bool(self.only_from)
        again = ids_of(self.again)
        believed = Receipts(*self.paths, from_=from_, only=only, recheck=self.recheck, again=again)
        with believed as receipts:
            for remark in receipts.remarks:
                output.remark(remark.say(output.language))
            yield receipts


OPTIONS: Final = (
    click.option(
        "--again",
        multiple=True,
        metavar=_("RULE"),
        shell_complete=rule_ids,
        help=_(
            "Judge again every log that this rule could have had a say in. The net is wide: a"
            " log is in it when it has a type of record whose code can come to name the rule,"
            " so that a rule of moving is in nearly every game."
        ),
    ),
    click.option(
        "--recheck",
        type=Share(),
        metavar=_("SHARE"),
        help=_(
            "Judge so many of the logs that have receipts all the same, one at least; else 1%"
            " where somebody else's count, and none where only your own do."
        ),
    ),
    click.option(
        "--receipts-only-from",
        multiple=True,
        metavar=_("KEY"),
        help=_("Believe receipts that this known key has signed, and none of your own."),
    ),
    click.option(
        "--receipts-from",
        multiple=True,
        metavar=_("KEY"),
        help=_("Believe receipts that this known key has signed, besides your own."),
    ),
    click.option(
        "--receipts",
        multiple=True,
        metavar=_("FILE"),
        type=click.Path(dir_okay=False),
        help=_(
            "Do not judge what was judged before by the same rules: that is read from this"
            " file, and what is judged now is added to it. More files are only read."
        ),
    ),
)
"""The last one stands first in the help."""


def receipts_options(decorated: Decorated) -> Decorated:
    """Give a command the options about receipts, as its argument `about_receipts`."""

    def command(
        *args: Any,
        receipts: tuple[str, ...],
        receipts_from: tuple[str, ...],
        receipts_only_from: tuple[str, ...],
        recheck: float | None,
        again: tuple[str, ...],
        **options: Any,
    ) -> Any:
        about = ReceiptOptions(receipts, receipts_from, receipts_only_from, recheck, again)
        return decorated(*args, about_receipts=about, **options)

    wrapped: Decorated = update_wrapper(command, decorated)  # type: ignore[assignment]
    for option in OPTIONS:
        option(wrapped)
    return wrapped


def ids_of(rules: Iterable[str]) -> tuple[str, ...]:
    """The ids of rules as their games write them. Raises `RagamiError` `rule-not-found`."""
    if not rules:
        return ()
    from ragami.game import loadable
    from ragami_cli.commands.rules import by_id

    return tuple(by_id(rule, loadable()).id for rule in rules)


class Keeping:
    """The keeper of receipts while logs are judged: in the first process alone."""

    def __init__(self, receipts: Receipts | None, output: Output) -> None:
        self.receipts, self.output = receipts, output
        self.known = 0

    def keep(self, answer: ReceiptOutput | None) -> None:
        """Write the receipt of a log that was judged, and say what is wrong with one."""
        if self.receipts and answer:
            self.known += answer.known
            if answer.line:
                self.receipts.put(answer.game, answer.line)
            if answer.remark:
                self.output.remark(answer.remark.say(self.output.language))


class JudgedLog(NamedTuple):
    """A log as it was judged. `replay` is None where it was known by a receipt.

    `proofs` says whether it may hold records of proofs, where that is known.
    """

    judged: Judgement
    replay: Replay | None
    proofs: bool | None = None
    receipt: ReceiptOutput | None = None


def judged_log(log: bytes, name: str, receipts: Question | None) -> JudgedLog:
    """Judge a log, unless a receipt knows it."""
    if receipts is None:
        from ragami.judge.report import has_only_events, judged, replay_log

        replay = replay_log(log)
        return JudgedLog(judged(replay), replay, False if has_only_events(replay) else None)
    from ragami.receipts.shelf import ask

    answer = ask(receipts, log, name)
    by_receipt = answer.replay is None
    receipt = ReceiptOutput(answer.judged.game.name, by_receipt, answer.line, answer.remark)
    return JudgedLog(answer.judged, answer.replay, answer.proofs, receipt)


def is_known(receipts: Question, content: bytes) -> bool:
    """Say whether the bytes of a file are a good log by receipts of this machine.

    Then they are one log: every line of it is the next record, and no other log can begin.
    """
    from ragami.receipts.shelf import shelf

    return shelf(receipts).is_good(content)
