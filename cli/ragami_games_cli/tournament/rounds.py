"""`ragami tournament pair|results|override|close`: a round from its pairing to its end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from gettext import gettext as _
from pathlib import Path
from time import monotonic_ns

import click
from msgspec import to_builtins

from ragami.decoded import AnyEvent, Data
from ragami.errors import NOT_FOUND, REFUSED, RagamiError
from ragami.game.gathering import LinkedLog
from ragami.games.tournament.entered_results import in_words, table_at
from ragami.games.tournament.linking import Around, offers, paired_at
from ragami.games.tournament.narration import list_entrants, priced
from ragami.games.tournament.people import Unclear, who_are, who_is
from ragami.games.tournament.replies import tables_listed
from ragami.games.tournament.state import State, Table
from ragami.games.tournament.steps.rounds import expect_another_result, next_round
from ragami.games.tournament.verifying import heads
from ragami.judge.report import game_of
from ragami.referee.linked import linked_elsewhere, origins, read_linked, recorded_at
from ragami.sources.places import sources
from ragami.table.drafts import Stamp
from ragami.table.recording import Draft
from ragami_cli.arguments import game_argument, said_yes
from ragami_cli.commands.amend import add_all
from ragami_cli.options import Session
from ragami_cli.output import Output, ProgressLine, somebody_answers
from ragami_cli.workers import CommandLibrary
from ragami_cli.writing import (
    TextType,
    WriteRequest,
    Writing,
    reason_option,
    with_question,
    with_signature,
)
from ragami_games_cli.tournament.group import (
    NAME,
    desk,
    signature,
    take,
    tournament,
    worked_out,
)


@tournament.command(
    "pair",
    help=_(
        "Pair the next round by swiss-1, from the seed that follows from the first one: everybody"
        " who works it out has the same tables. Says what the pairing costs, term by term."
    ),
    examples=[
        ("ragami tournament pair open", _("The next round.")),
        ("ragami tournament print open by-name -o wall.html", _("Then hang it up.")),
    ],
)
@game_argument
@click.option(
    "--seed", type=TextType(), metavar=_("SEED"), help=_("Where seeds are drawn each round.")
)
@with_question
def pair(request: WriteRequest, *, seed: str | None) -> int:
    with desk(request) as (writing, state):

        def drafts() -> list[Draft]:
            with ProgressLine(16) as bar:
                reached = 0

                def step(attempt: int, _of: int) -> None:
                    nonlocal reached
                    bar.step(attempt - reached, None)
                    reached = attempt

                return request.stamp.drafts([next_round(state, seed, step)])

        return add_all(writing, drafts, partial(pairing_in_words, request.session.output))


def pairing_in_words(output: Output, writing: Writing) -> str:
    """Return the tables with their seats, the byes, and the cost with the terms that are not 0."""
    state = writing.recording.replay.state
    played = state.present
    tables = [table.seats for table in played.tables]
    cost, *lines = priced(state, played.number, tables, played.byes, output.language)
    head = output.style(_("Round {round}").format(round=played.number), bold=True)
    return "\n".join((f"{head}  {cost}", *lines))


# --- results -------------------------------------------------------------------------------


@tournament.command(
    "results",
    context_settings={"ignore_unknown_options": True},  # a score may be below 0
    help=_(
        "Without anything else, say which tables have a result. With a table and the scores of"
        " those who play there, in the order of the seats, write its result: the higher score is"
        " the better, unless --places says otherwise. With --logs take results straight from the"
        " tables' logs, which are linked by the seals that verify: who sits where is told by the"
        " names in them, and what speaks against a log is said first.\n\n"
        "A result that stands is corrected forward: rounds that are paired stay. What follows"
        " from that is shown first. That takes --reason and --authority."
    ),
    examples=[
        ("ragami tournament results open", _("What is still to come?")),
        ("ragami tournament results open 3 36 31 31 20", _("Of table 3, seat by seat.")),
        ("ragami tournament results open 3 ana=36 bea=31 caro=31 dani=20", _("By name.")),
        ("ragami tournament results open 4 --places 1,2,2,4", _("Without scores.")),
        ("ragami tournament results open --logs tables/", _("Of all tables with a log.")),
        (
            "ragami tournament results open 1.2 31 36 20 --reason miscounted --authority Eva",
            _("Of round 1, table 2, again."),
        ),
    ],
)
@game_argument
@click.argument("table", required=False, metavar=_("[TABLE]"), help=_("3, or 2.3 of round 2."))
@click.argument(
    "scores", nargs=-1, metavar=_("[SCORE|ENTRANT=SCORE]..."), help=_("'-' for no score.")
)
@click.option("--places", metavar="1,2,2,4", help=_("In the order of the scores."))
@click.option("--logs", multiple=True, metavar=_("FILE|FOLDER|GAME"), help=_("The tables' logs."))
@with_signature
def results(
    request: WriteRequest,
    *,
    table: str | None,
    scores: tuple[str, ...],
    places: str | None,
    logs: tuple[str, ...],
) -> int:
    stamp = request.stamp
    with desk(request) as (writing, state):
        if logs:
            return take_logs(writing, logs, stamp)
        if table is None:
            if state.present is None:
                request.session.output.remark(_("No round is paired yet."))
            tell_results(request.session.output, state)
            return 0
        played, seated = table_at(state, table)
        answers: dict[str, object] = {"round": played.number, "table": seated.number}
        answers["results"] = typed(state, seated, table, scores, places_of(places))
        corrects = seated.result is not None and not writing.already()
        if corrects and not all(request.signed.values()):
            expect_another_result(state, answers)
        if corrects:
            answers |= signature(request.signed)
        writing.asks = writing.asks and corrects
        step = "correct" if corrects else "result"
        return take(writing, step, answers, stamp, says=slice(1, None))


def take_logs(writing: Writing, logs: Sequence[str], stamp: Stamp) -> int:
    """Write what the logs of the tables bring; the exit code says whether one was left out."""
    events, left_out = from_logs(writing.session, writing, logs, insisting=not writing.asks)
    writing.asks = False
    if events:
        code = add_all(writing, lambda: stamp.drafts(events), Writing.all_lines)
        return REFUSED if left_out else code
    if left_out:
        return REFUSED
    writing.session.output.remark(_("No log there is news of a table of this round."))
    return 0


def typed(
    state: State, table: Table, place: str, scores: Sequence[str], places: Sequence[int]
) -> list[Data]:
    """Return a result as it is typed: by name, or seat by seat. Raises `Unclear`, wrong usage."""
    by_name = [score_text for score_text in scores if "=" in score_text]
    if by_name and len(by_name) < len(scores):
        sentence = _("Give all scores by name, as in ana=36, or all of them seat by seat.")
        raise click.BadParameter(sentence)
    texts = scores or ["-"] * len(places)
    if by_name:
        pairs = [score_text.rpartition("=") for score_text in scores]
        rows = [(who_is(state, name, table.players), score) for name, _eq, score in pairs]
    elif len(texts) != len(table.players):
        players = list_entrants(state, table.players)
        raise Unclear("as-many-scores", table=place, n=len(table.players), players=players)
    else:
        rows = list(zip(table.players, texts, strict=True))
    if places and len(places) != len(rows):
        raise Unclear("some-places", table=place)
    reached = [*places, *[None] * (len(rows) - len(places))]
    return [
        {"entrant": entrant_id, "score": score_of(score), "place": reached_place}
        for (entrant_id, score), reached_place in zip(rows, reached, strict=False)
    ]


def score_of(text: str) -> int | None:
    """Return a score; None for `-`."""
    if text == "-":
        return None
    if text.removeprefix("-").isdecimal():
        return int(text)
    raise click.BadParameter(
        _("'{given}' is no score: a whole number, as in 36 or ana=36.").format(given=text)
    )


def places_of(text: str | None) -> list[int]:
    """Return `1,2,2,4` as numbers; none where nothing is given."""
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(part in ("1", "2", "3", "4") for part in parts):
        raise click.BadParameter(_("Write places as 1,2,2,4."), param_hint="--places")
    return [int(part) for part in parts]


def tell_results(output: Output, state: State) -> None:
    """Tell each table of the present round, with its result or who sits there, seat by seat."""
    for table in tables_listed(state):
        if output.json:
            output.data(table)
            continue
        mark = " " if table.results or len(table.players) < 2 else "·"
        text = list_entrants(state, table.players)
        if table.results:
            text = in_words(state, to_builtins(table.results))
        output.answer(f"{table.table:>3} {mark} {text}")


# --- repair --------------------------------------------------------------------------------


@tournament.command(
    "override",
    help=_(
        "Change the pairing of the open round by hand: somebody has left (--gone), comes"
        " (--come), two must not share a table (--apart), or two change places (--swap). The ways"
        " to do it are shown with their price and who moves, from the one that moves fewest;"
        " --choose takes one. Tables with a link or a result stay as they are. --gone also records"
        " that they drop."
    ),
    examples=[
        ("ragami tournament override open --gone dani", _("Which ways are there?")),
        ("ragami tournament override open --swap ana,hugo", _("What would it cost?")),
        (
            "ragami tournament override open --apart ana,eva --choose 1"
            " --reason sisters --authority Eva",
            _("The first of them, signed."),
        ),
    ],
)
@game_argument
@click.option("--gone", multiple=True, metavar=_("ENTRANT"), help=_("Who has left."))
@click.option("--come", multiple=True, metavar=_("ENTRANT"), help=_("Who comes in."))
@click.option("--apart", multiple=True, metavar="A,B", help=_("Two who must be apart."))
@click.option("--swap", metavar="A,B", help=_("Two who change places."))
@click.option("--choose", metavar=_("N"), type=click.IntRange(1), help=_("Which of the ways."))
@with_signature
def override(
    request: WriteRequest,
    *,
    gone: tuple[str, ...],
    come: tuple[str, ...],
    apart: tuple[str, ...],
    swap: str | None,
    choose: int | None,
) -> int:
    if swap and (gone or come or apart):
        raise click.UsageError(_("--swap stands alone: two people, and nothing else moves."))
    output = request.session.output
    with desk(request) as (writing, state):
        step = "swap" if swap else "mend"
        answers: dict[str, object] = {
            "gone": who_are(state, gone),
            "come": who_are(state, come),
            "apart": [pair_of(state, pair_text) for pair_text in apart],
            "two": pair_of(state, swap) if swap else [],
        }
        if choose is not None:
            answers |= signature(request.signed)
            return take(writing, step, answers, request.stamp, choose=choose, says=slice(1))
        for number, way in enumerate(worked_out(writing, step, answers), 1):
            if output.json:
                output.data(way.data)
                continue
            head, *tables = way.says
            output.answer(f"{output.style(str(number), bold=True)}  {head}")
            for line in tables:
                output.answer(f"     {line}")
        return 0


def pair_of(state: State, text: str) -> list[str]:
    """Return the ids of `ana,eva`: two who are to be apart, or to change places."""
    first, comma, second = (part.strip() for part in text.partition(","))
    if not (first and comma and second) or "," in second:
        raise click.BadParameter(_("Name two, as in ana,eva."))
    return who_are(state, [first, second])


# --- the end -------------------------------------------------------------------------------


@tournament.command(
    "close",
    help=_(
        "Close what is open: the round, when every table has its result; after the last one, where"
        " a final was agreed, cut to it; else the tournament. Earlier, the tournament is closed"
        " with a --reason. A tie at the cut that the lot alone decides is said."
    ),
    examples=[
        ("ragami tournament close open", _("The round, or the day.")),
        ("ragami tournament close open --seats eva,ana,bea,hugo", _("The final, as they chose.")),
        ("ragami tournament close open --reason 'no light'", _("Before all rounds are played.")),
    ],
)
@game_argument
@click.option("--seats", metavar="A,B,C,D", help=_("Of the final; else the best rank first."))
@reason_option
@with_question
def close(request: WriteRequest, *, seats: str | None) -> int:
    with desk(request) as (writing, state):
        sitting = who_are(state, [seat.strip() for seat in seats.split(",")]) if seats else []
        answers = {"reason": request.signed["reason"], "seats": sitting}
        return take(writing, "close", answers, request.stamp)


def from_logs(
    session: Session, writing: Writing, names: Sequence[str], *, insisting: bool
) -> tuple[list[tuple[str, AnyEvent]], bool]:
    """Read the tables' logs, say what speaks against them, and return what may be written.

    Tells as well whether something was left out that `--yes` or a mended log would bring.
    """
    state = writing.recording.replay.state
    logs = list(table_logs(session, state, names))
    library = CommandLibrary(tuple(names), session.db, monotonic_ns())
    table_origins = {log.head.origin for _name, log in logs}
    offers_found, strangers = offers(state, logs, around(writing, library, table_origins))
    for name in strangers:
        seats = dict(logs)[name].names
        sentence = _("{log}: at no table of this round sit those who play here.")
        if seats and all(seat == who for seat, who in seats.items()):
            sentence = _(
                "{log}: it does not say who plays. Of a private game name the game itself, or the"
                " log that 'ragami export --as referee' takes out."
            )
        session.output.remark(session.output.wrap(sentence.format(log=name)))
    for finding in (finding for offer in offers_found for finding in offer.findings):
        writing.say(finding)
    refused = [
        offer
        for offer in offers_found
        if offer.events and not offer.may_be_taken(insisting=insisting)
    ]
    if askable := [offer for offer in refused if offer.may_be_taken(insisting=True)]:
        log_names = ", ".join(str(offer.findings[0].facts["log"]) for offer in askable)
        insisting = take_all_the_same(session, log_names)
    accepted = [offer for offer in offers_found if offer.may_be_taken(insisting=insisting)]
    events = [event for offer in accepted for event in offer.events]
    return events, any(offer.events and offer not in accepted for offer in offers_found)


def take_all_the_same(session: Session, log_names: str) -> bool:
    """Ask somebody at a terminal; say how it is done where nobody can be asked."""
    if session.json or not somebody_answers():
        sentence = _("Left out: {logs}. With --yes that is taken all the same.")
        session.output.remark(sentence.format(logs=log_names))
        return False
    return said_yes(_("Take all the same: {logs}?").format(logs=log_names), default=False)


def table_logs(
    session: Session, state: State, names: Sequence[str]
) -> Iterator[tuple[str, LinkedLog]]:
    """Yield the logs that are no tournaments; what cannot be read is said, and stops no other.

    Raises `RagamiError` for a name that stands for nothing.
    """
    linked = {head.origin: head for head in heads(state)}
    there = list(sources(names, session.db))
    with ProgressLine(len(there)) as progress:
        for source in there:
            progress.step()
            try:
                log = source.read()
            except RagamiError as trouble:
                if trouble.exit_code == NOT_FOUND and source.name in names:
                    raise
                progress.hide()
                session.output.remark(f"{source.name}: {trouble.say(session.output.language)}")
                continue
            if game_of(log).name != NAME:
                head = next((linked[origin] for origin in origins(log) if origin in linked), None)
                name = Path(source.name).name.removesuffix(".jsonl")
                yield name, read_linked(log, head)


def around(writing: Writing, library: CommandLibrary, table_origins: Collection[str]) -> Around:
    """Return when the present round was paired, and which logs other tournaments link."""
    lines = writing.recording.lines
    seq = paired_at(writing.recording.replay.standing())
    own = origins(b"\n".join(lines[:2]))
    elsewhere = linked_elsewhere(table_origins, library, own)
    return Around(recorded_at(lines[seq - 1]) if seq else None, elsewhere)
