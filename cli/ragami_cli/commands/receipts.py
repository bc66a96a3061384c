"""`ragami receipts`, and the options of other commands about receipts: what is judged once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ragami.errors import RagamiError, worst
from ragami_cli.arguments import rule_ids
from ragami_cli.options import Session, command, option_group, pass_session
from ragami_cli.output import Output
from ragami_cli.workers import ReceiptOutput

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.judge.report import Judgement
    from ragami.receipts import Receipts
    from ragami.receipts.overview import ReceiptsFile
    from ragami.receipts.shelf import ReceiptPolicy


@command(
    "receipts",
    help=_(
        "Say of files of receipts how many there are, by whom, which of them hold by the rules of"
        " now, and what has made the others stale. 'ragami verify --receipts FILE' writes such a"
        " file.\n\n"
        "A receipt has the digest of a log and what was found in it: words of the log may stand in"
        " that. --without leaves out those of the logs that are named, after a name was withdrawn."
    ),
    examples=[
        ("ragami receipts judged", _("What does this file know, and does it hold?")),
        ("ragami receipts judged --rule {rule}", _("In how many could a rule have had a say?")),
        ("ragami receipts judged --without old.jsonl -o new", _("All but what it has of a log.")),
    ],
)
@click.argument("files", nargs=-1, required=True, metavar=_("FILE..."), help=_("Receipts."))
@click.option(
    "--rule",
    metavar=_("RULE"),
    shell_complete=rule_ids,
    help=_(
        "Count the receipts of logs that this rule could have had a say in: those that"
        " 'ragami verify --again RULE' judges again."
    ),
)
@click.option(
    "--without",
    multiple=True,
    metavar=_("LOG"),
    help=_("Write a new file, of your own receipts, without those of this log."),
)
@click.option(
    "-o",
    "--out",
    "new",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar=_("FILE"),
    help=_("The new file."),
)
@pass_session
def receipts(
    session: Session,
    files: tuple[str, ...],
    rule: str | None,
    without: tuple[str, ...],
    new: Path | None,
) -> int:
    from ragami.receipts.overview import overview

    if bool(without) != bool(new) or (new and len(files) > 1):
        raise click.UsageError(_("--without and -o go together, with one file of receipts."))
    if new:
        return rewritten(session, files[0], new, without)
    output, codes = session.output, [0]
    (rule_id,) = ids_of([rule]) if rule else (None,)
    for path in files:
        try:
            file = overview(path, rule_id)
        except RagamiError as trouble:
            codes.append(output.fail(trouble, path))
            continue
        output.reply(file, in_words(file, rule_id))
    return worst(codes)


def rewritten(session: Session, path: str, new: Path, logs: tuple[str, ...]) -> int:
    """Write the new file, and print how many receipts are in it."""
    from hashlib import sha256

    from ragami.receipts.overview import without
    from ragami.sources.places import sources

    digests = {sha256(source.read()).digest() for source in sources(logs, session.db)}
    kept_count, dropped_count = without(path, new, digests)
    sentence = _("{kept} receipts are in {path}, and {left} are not.")
    session.output.answer(sentence.format(kept=kept_count, left=dropped_count, path=new))
    return 0


def in_words(file: ReceiptsFile, rule: str | None) -> list[str]:
    """Return the content of a file in words, of which others may have written the names."""
    from ragami.messages import plain

    n = file.receipts
    counted = ngettext("{n} receipt, {holding} valid", "{n} receipts, {holding} valid", n)
    lines = [f"{file.file}  {counted.format(n=n, holding=file.holding)}"]
    lines += [_("  {n} of this machine").format(n=file.ours)] if file.ours else []
    for name, number in file.signers.items():
        lines.append(_("  {n} signed by {name}").format(n=number, name=plain(name)))
    if file.changed:
        lines.append(_("  {n} are not those that were signed").format(n=file.changed))
    for unit, number in file.stale.items():
        lines.append(_("  {n} are stale: {unit} has changed").format(n=number, unit=plain(unit)))
    if rule:
        text = _("  in {n} of them {rule} could have had a say")
        lines.append(text.format(n=file.touched, rule=rule))
    return lines


# --- receipts while logs are judged ----------------------------------------------------------


class Share(click.ParamType[float]):
    """A share: `1%`, `0.01`."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(_("'{text}' is no share: give one such as 1%.").format(text=text), param, ctx)
        return share


class ReceiptOptions(NamedTuple):
    paths: tuple[str, ...]
    from_: tuple[str, ...]
    only_from: tuple[str, ...]
    recheck: float | None
    again: tuple[str, ...]

    @contextmanager
    def opened(self, output: Output) -> Iterator[ReceiptKeeper]:
        """Open the receipts and remark what is wrong with them; none without `--receipts`."""
        if not self.paths:
            if self.from_ or self.only_from or self.recheck is not None or self.again:
                raise click.UsageError(_("This goes with --receipts FILE."))
            yield ReceiptKeeper(None, output)
            return
        from ragami.receipts import Receipts

        from_, only = (*self.from_, *self.only_from), bool(self.only_from)
        again = ids_of(self.again)
        believed = Receipts(*self.paths, from_=from_, only=only, recheck=self.recheck, again=again)
        with believed as receipts:
            for remark in receipts.remarks:
                output.remark(remark.say(output.language))
            yield ReceiptKeeper(receipts, output)


receipts_options = option_group(
    "about_receipts",
    ReceiptOptions,
    click.option(
        "--receipts",
        "paths",
        multiple=True,
        metavar=_("FILE"),
        type=click.Path(dir_okay=False),
        help=_(
            "Do not judge what was judged before by the same rules: that is read from this"
            " file, and what is judged now is added to it. More files are only read."
        ),
    ),
    click.option(
        "--receipts-from",
        "from_",
        multiple=True,
        metavar=_("KEY"),
        help=_("Believe receipts that this known key has signed, besides your own."),
    ),
    click.option(
        "--receipts-only-from",
        "only_from",
        multiple=True,
        metavar=_("KEY"),
        help=_("Believe receipts that this known key has signed, and none of your own."),
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
)


def ids_of(rules: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of rules as their games write them. Raise `RagamiError` `rule-not-found`."""
    if not rules:
        return ()
    from ragami.game import loadable
    from ragami_cli.commands.rules import by_id

    return tuple(by_id(rule, loadable()).id for rule in rules)


class ReceiptKeeper:
    """The keeper of receipts while logs are judged: in the first process alone.

    `policy` says whose receipts count, None where nobody's do.
    """

    def __init__(self, receipts: Receipts | None, output: Output) -> None:
        self.receipts, self.output = receipts, output
        self.policy = receipts.policy if receipts else None
        self.known = 0

    def keep(self, answer: ReceiptOutput | None) -> None:
        """Store the receipt of a judged log, and remark what is wrong with an old one."""
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


def judged_log(log: bytes, name: str, receipts: ReceiptPolicy | None) -> JudgedLog:
    """Judge a log, unless a receipt knows it."""
    if receipts is None:
        from ragami.judge.report import has_only_events, judge_replay, replay_log

        replay = replay_log(log)
        return JudgedLog(judge_replay(replay), replay, False if has_only_events(replay) else None)
    from ragami.receipts.shelf import ask

    answer = ask(receipts, log, name)
    by_receipt = answer.replay is None
    receipt = ReceiptOutput(answer.judged.game.name, by_receipt, answer.line, answer.remark)
    return JudgedLog(answer.judged, answer.replay, answer.proofs, receipt)


def is_known(receipts: ReceiptPolicy, content: bytes) -> bool:
    """Return True if the bytes of a file are a good log by receipts of this machine.

    Then they are one log: every line of it is the next record, and no other log can begin.
    """
    from ragami.receipts.shelf import shelf

    return shelf(receipts).is_good(content)
