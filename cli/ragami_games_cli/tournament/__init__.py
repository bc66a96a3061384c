"""`ragami tournament`: what a referee needs on the day, words in and words out.

Everything is decided by `ragami.games.tournament`; here options become the data of events.
"""

from __future__ import annotations

from functools import partial
from gettext import gettext as _
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING, Any

import click

from ragami.table.drafts import Stamp
from ragami_cli.agreed import agreed_option
from ragami_cli.arguments import game_argument
from ragami_cli.commands.amend import add_all
from ragami_cli.commands.seal import out_or_stdout, put
from ragami_cli.options import Command, Group, Session, pass_session
from ragami_cli.writing import (
    Signed,
    Terms,
    Text,
    Writing,
    reason_option,
    with_question,
    with_signature,
    with_stamp,
    with_terms,
)
from ragami_games_cli.tournament.answers import (
    NAME,
    PAPERS,
    desk,
    drafted,
    from_logs,
    how_many_are_in,
    places_of,
    score_of,
    show_impact,
    state_of,
    tell_pairing,
    tell_repairs,
    tell_results,
    tell_standings,
    two_of,
)

if TYPE_CHECKING:
    from ragami.table.recording import Draft


@click.group(
    NAME,
    cls=Group,
    help=_(
        "Run a tournament: entrants, rounds, results, standings, the final table. What has no"
        " command here is a line of its score sheet: ragami record open 'drop ana -- ill'."
    ),
    examples=[
        ("ragami tournament new open --seed 2026-11-22 --plays ragami", _("The evening before.")),
        ("ragami tournament pair open", _("Each round, until 'close' ends it.")),
    ],
)
def tournament() -> None:
    """Hold the commands of the organizer's desk together."""


# --- before the first round ----------------------------------------------------------------


@tournament.command(
    "new",
    cls=Command,
    help=_(
        "Open a tournament. The seed is drawn in public, before anybody enters: dice, the date,"
        " the first line of a newspaper. All pairings and lots follow from it."
    ),
    examples=[
        (
            "ragami tournament new open --seed 2026-11-22 --option rounds=3 --option cut=4",
            _("Three rounds and a final table of four."),
        ),
        ("ragami rules --game tournament", _("What can be agreed on, and what it means.")),
    ],
)
@game_argument
@click.option("--seed", required=True, type=Text(), metavar=_("SEED"), help=_("Drawn in public."))
@click.option("--plays", type=Text(), metavar=_("GAME"), help=_("What is played; else any game."))
@click.option("--title", type=Text(), metavar=_("TITLE"), help=_("What is being played for."))
@agreed_option
@with_stamp
@pass_session
def new(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    seed: str,
    plays: str | None,
    title: str | None,
    options: tuple[str, ...],
    stamp: Stamp,
) -> int:
    """Write record 1."""
    from ragami.game import game_named
    from ragami.games.tournament.desk import opening
    from ragami_cli.agreed import as_json
    from ragami_cli.commands.new import begin, judge

    agreed = {}
    for given in options:
        key, equals, value = given.partition("=")
        if not equals:
            raise click.BadParameter(_("Write OPTION=VALUE, as in rounds=3."))
        agreed[key.strip()] = as_json(value.strip())
    (draft,) = drafted(stamp, opening(title, plays, seed, agreed))
    judge(session, game_named(NAME), draft)
    with session.store() as store:
        recording = begin(store, game_named(NAME), game, told_in=session.language)
        writing = Writing(session, recording)
        return writing.done(writing.write(draft), writing.last_line)


@tournament.command(
    "enter",
    cls=Command,
    help=_(
        "Enter somebody, in time or late; or everybody of a CSV with a column 'name', and perhaps"
        " 'entrant' (a short id) and 'club'. All of them enter, or nobody."
    ),
    examples=[
        ("ragami tournament enter open ana 'Ana Ruiz' --club Norte", _("One.")),
        ("ragami tournament enter open --csv entrants.csv", _("A whole list.")),
    ],
)
@game_argument
@click.argument("entrant", required=False, type=Text(), help=_("A short id: small letters."))
@click.argument("name", required=False, type=Text(), help=_("The name, as it is printed."))
@click.option("--club", type=Text(), metavar=_("CLUB"), help=_("Who is kept apart from whom."))
@click.option(
    "--csv",
    "table",
    metavar=_("FILE"),
    type=click.File("r", encoding="utf-8-sig"),
    help=_("A list of entrants."),
)
@with_terms
@pass_session
def enter(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    entrant: str | None,
    name: str | None,
    club: str | None,
    table: Any,
    stamp: Stamp,
    terms: Terms,
) -> int:
    """Write an entry, or many."""
    from ragami.games.tournament.desk import entries, entry

    if (entrant is None) == (table is None):
        raise click.UsageError(_("Name an entrant, or give a list with --csv."))
    with desk(session, game, terms) as (writing, state):
        if entrant is None:
            found = list(entries(state, table))
        else:
            found = [entry(state, entrant, name, club)]
        tell = partial(how_many_are_in, len(found)) if table else Writing.last_line
        return add_all(writing, lambda: drafted(stamp, *found), tell)


# --- rounds --------------------------------------------------------------------------------


@tournament.command(
    "pair",
    cls=Command,
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
@click.option("--seed", type=Text(), metavar=_("SEED"), help=_("Where seeds are drawn each round."))
@with_question
@pass_session
def pair(session: Session, /, game: str, *, seed: str | None, stamp: Stamp, terms: Terms) -> int:
    """Write a pairing."""
    from ragami.games.tournament.desk import next_round
    from ragami_cli.progress import Progress

    with desk(session, game, terms) as (writing, state):

        def drafts() -> list[Draft]:
            with Progress(16) as bar:
                reached = 0

                def step(attempt: int, _of: int) -> None:
                    nonlocal reached
                    bar.step(attempt - reached, None)
                    reached = attempt

                return drafted(stamp, next_round(state, seed, step))

        return add_all(writing, drafts, partial(tell_pairing, session.output))


@tournament.command(
    "results",
    cls=Command,
    help=_(
        "Without anything else, say which tables have a result. With a table and the scores of"
        " those who play there, write its result: the higher score is the better, unless --places"
        " says otherwise. With --logs take results straight from the tables' logs, which are"
        " linked by their sealed heads: who sits where is told by the names in them.\n\n"
        "A result that stands is corrected forward: rounds that are paired stay. What follows"
        " from that is shown first. That takes --reason and --authority."
    ),
    examples=[
        ("ragami tournament results open", _("What is still to come?")),
        ("ragami tournament results open 3 ana=36 bea=31 caro=31 dani=20", _("Of table 3.")),
        ("ragami tournament results open --logs tables/", _("Of all tables with a log.")),
        (
            "ragami tournament results open 1.2 ana=31 bea=36 caro=20"
            " --reason miscounted --authority Eva",
            _("Of round 1, table 2, again."),
        ),
    ],
)
@game_argument
@click.argument("table", required=False, metavar=_("[TABLE]"), help=_("3, or 2.3 of round 2."))
@click.argument("scores", nargs=-1, metavar=_("[ENTRANT=SCORE]..."), help=_("'-' for no score."))
@click.option("--places", metavar="1,2,2,4", help=_("In the order of the scores."))
@click.option("--logs", multiple=True, metavar=_("FILE|FOLDER|GAME"), help=_("The tables' logs."))
@with_signature
@pass_session
def results(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    table: str | None,
    scores: tuple[str, ...],
    places: str | None,
    logs: tuple[str, ...],
    signed: Signed,
    stamp: Stamp,
    terms: Terms,
) -> int:
    """Write results, or tell which there are."""
    from ragami.games.tournament.desk import told

    with desk(session, game, terms) as (writing, state):
        if logs:
            found = list(from_logs(session, state, logs))
            if not found:
                session.output.remark(_("No log there is news of a table of this round."))
                return 0
            return add_all(writing, lambda: drafted(stamp, *found), Writing.last_line)
        if table is None:
            return tell_results(session.output, state)
        scored, reached = dict(map(score_of, scores)), places_of(places)
        event = told(state, table, scored, reached, **signed._asdict())
        corrects = show_impact(session.output, state, *event)
        writing.terms = terms._replace(asks=terms.asks and corrects)
        return add_all(writing, lambda: drafted(stamp, event))


# --- repair --------------------------------------------------------------------------------


@tournament.command(
    "override",
    cls=Command,
    help=_(
        "Change the pairing of the open round by hand: somebody has left (--gone), comes"
        " (--come), or two must not share a table (--apart). The ways to do it are shown with"
        " their price and who moves, from the one that moves fewest; --choose takes one. Tables"
        " with a link or a result stay as they are. --gone also records that they drop."
    ),
    examples=[
        ("ragami tournament override open --gone dani", _("Which ways are there?")),
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
@click.option("--choose", metavar=_("N"), type=click.IntRange(1), help=_("Which of the ways."))
@with_signature
@pass_session
def override(  # noqa: PLR0913 (as many as there are things to say)
    session: Session,
    /,
    game: str,
    *,
    gone: tuple[str, ...],
    come: tuple[str, ...],
    apart: tuple[str, ...],
    choose: int | None,
    signed: Signed,
    stamp: Stamp,
    terms: Terms,
) -> int:
    """Show the repairs, or write one."""
    from ragami.games.tournament.desk import Unclear, mending, overriding

    with desk(session, game, terms) as (writing, state):
        found = mending(state, come, [two_of(two) for two in apart], gone)
        if choose is None:
            return tell_repairs(session.output, state, found)
        if choose > len(found):
            raise Unclear("no-such-repair", n=len(found))
        events = overriding(state, found[choose - 1], gone, **signed._asdict())
        tell = partial(tell_pairing, session.output)
        return add_all(writing, lambda: drafted(stamp, *events), tell)


# --- the end -------------------------------------------------------------------------------


@tournament.command(
    "standings",
    cls=Command,
    help=_(
        "The standings as they are now, with all that breaks ties. With -o FILE.html, a page that"
        " holds the tournament's log and works every number out again in the browser, without a"
        " network."
    ),
    examples=[
        ("ragami tournament standings open", _("On the terminal.")),
        ("ragami tournament standings open -o standings.html", _("To be published.")),
    ],
)
@game_argument
@out_or_stdout
@click.option("--with-logs", is_flag=True, help=_("Put the logs of the tables into the page."))
@click.option("--logs", multiple=True, metavar=_("FILE|FOLDER|GAME"), help=_("The tables' logs."))
@pass_session
def standings(
    session: Session, /, game: str, *, out: Path | None, with_logs: bool, logs: tuple[str, ...]
) -> int:
    """Print the standings."""
    from ragami_cli.reading import read_log

    log = read_log(session, game)
    state = state_of(log)
    if out is None:
        tell_standings(session.output, state)
    else:
        from ragami.games.tournament.page import page
        from ragami.games.tournament.verifying import heads
        from ragami_cli.library import Library

        copies = Library(logs, session.db, monotonic_ns()).of({one.origin for one in heads(state)})
        put(session, page(state, log, copies, session.language, with_logs=with_logs), out)
    return 0


@tournament.command(
    "print",
    cls=Command,
    help=_(
        "A page to print: pairings by table or by name, result slips, standings. With --address,"
        " a slip has a QR code that leads to its table on a server."
    ),
    examples=[
        ("ragami tournament print open by-name -o wall.html", _("To be hung up.")),
        (
            "ragami tournament print open slips --address https://example.org/open -o slips.html",
            _("A slip for each table."),
        ),
    ],
)
@game_argument
@click.argument("what", type=click.Choice(PAPERS), help=_("What is printed."))
@click.option("--address", metavar=_("URL"), help=_("Where the tables are on a server."))
@out_or_stdout
@pass_session
def print_(session: Session, /, game: str, *, what: str, address: str | None, out: Path) -> int:
    """Write a page."""
    from ragami.games.tournament.organizing import paper
    from ragami.proof.slip import qr_svg
    from ragami_cli.reading import read_log

    state = state_of(read_log(session, game))
    text = paper(state, what, session.language, address, qr_svg)
    if text is None:
        raise click.UsageError(_("No round is paired yet."))
    put(session, text, out)
    return 0


@tournament.command(
    "close",
    cls=Command,
    help=_(
        "Close what is open: the round, when every table has its result; after the last one, where"
        " a final was agreed, cut to it; else the tournament. Earlier, the tournament is closed"
        " with a --reason."
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
@pass_session
def close(
    session: Session,
    /,
    game: str,
    *,
    seats: str | None,
    reason: str | None,
    stamp: Stamp,
    terms: Terms,
) -> int:
    """Write what closes it."""
    from ragami.games.tournament.desk import closing

    with desk(session, game, terms) as (writing, state):
        sitting = seats.split(",") if seats else ()
        return add_all(writing, lambda: drafted(stamp, closing(state, reason, sitting)))


@tournament.command(
    "ratings",
    cls=Command,
    help=_(
        "Rate people over many tournaments, in the order in which the logs are given (openskill,"
        " Bradley-Terry). A guess about skill, outside of the truth: no pairing, place or verdict"
        " rests on it."
    ),
    examples=[("ragami tournament ratings spring.jsonl autumn.jsonl", _("Over two."))],
)
@click.argument("logs", nargs=-1, required=True, metavar=_("FILE|FOLDER|GAME..."))
@pass_session
def ratings(session: Session, /, logs: tuple[str, ...]) -> None:
    """Print the ratings."""
    from ragami.games.tournament.ratings import ratings as rated
    from ragami.sources.places import sources

    states = [state_of(source.read()) for source in sources(logs, session.db)]
    for one in rated(states):
        if session.json:
            session.output.data(one)
        else:
            doubt = f"{one.mu:.2f} ± {one.sigma:.2f}, {one.tables}"
            session.output.answer(f"{one.ordinal:>7.2f}  {one.name}  ({doubt})")
