"""`ragami serve`: the table on everybody's phone."""

from __future__ import annotations

import gc
from functools import partial
from gettext import gettext as _
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ragami.errors import FOUND_WRONG, needed
from ragami_cli.options import Session, command, pass_session

if TYPE_CHECKING:
    from ragami.server.serving import Serving
    from ragami_cli.output import Output

PORT: Final = 8617
CONNECTIONS: Final = 1000
SHOWN_TABLES: Final = 8


@command(
    "serve",
    help=_(
        "Serve the games of the database as web pages: phones join by QR code, each seat sees what"
        " it may see, whoever sits at the table enters what happened, and every screen is live."
        " Without --lan only this machine gets in. It ends with Ctrl-C; what was acknowledged is"
        " on the disk at any moment."
    ),
    examples=[
        ("ragami serve --lan", _("For the phones in the same Wi-Fi.")),
        ("ragami serve --lan --check", _("Does it answer at its own addresses? Then stop.")),
        ("ragami serve --lan --tls cert.pem key.pem", _("With a certificate.")),
    ],
)
@click.option("--lan", is_flag=True, help=_("Let others in the same network in."))
@click.option(
    "--port",
    metavar=_("PORT"),
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help=_("Where to listen; a phone knows its seat by address and port."),
)
@click.option(
    "--tls",
    nargs=2,
    type=click.Path(),
    metavar=_("CERT KEY"),
    help=_("A certificate and its key, as PEM files."),
)
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar=_("NAME"),
    help=_("A name this machine has, too; or all of its address, as https://club.example."),
)
@click.option(
    "--connections",
    metavar=_("NUMBER"),
    type=click.IntRange(1, 100_000),
    default=CONNECTIONS,
    show_default=True,
    help=_("So many at once; each screen that is looked at has one. The referee always gets in."),
)
@click.option(
    "--behind",
    metavar=_("ADDRESS"),
    help=_(
        "A proxy, or its network: who comes from it is known by its X-Forwarded-For (and -Proto)."
    ),
)
@click.option(
    "--overlay-from",
    metavar=_("ORIGIN"),
    help=_("Let pages of this origin show the screens inside them (OBS)."),
)
@click.option("--cors", is_flag=True, help=_("Let pages from elsewhere read what is public."))
@click.option(
    "--accesses",
    is_flag=True,
    help=_("Tell every access on stderr: no token, no code, and of an address only its net."),
)
@click.option("--check", is_flag=True, help=_("Try every address, say what came of it, and stop."))
@pass_session
def serve(  # noqa: PLR0913 (as many as there are options)
    session: Session,
    *,
    lan: bool,
    port: int,
    tls: tuple[str, str] | None,
    hosts: tuple[str, ...],
    connections: int,
    behind: str | None,
    overlay_from: str | None,
    cors: bool,
    accesses: bool,
    check: bool,
) -> int:
    gc.disable()  # the objects of the start are no garbage
    from ragami.store import database_path

    with needed("web"):
        from ragami.server.connections import MOST_OF_ONE
        from ragami.server.serving import ServerSettings, Serving, reachable
    with session.store():
        pass  # make it if it is not there, and report errors first
    database = database_path(session.db)
    log = partial(click.echo, err=True) if accesses else None
    settings = (database, lan, port, tls or None, hosts, overlay_from, cors, log)
    limits = (connections, MOST_OF_ONE)
    leaves = newly_beside(database) if check else None
    serving = Serving(ServerSettings(*settings, connections=limits, behind=behind))
    code = 0

    async def ready() -> None:
        nonlocal code
        if not check:
            await welcome(serving, session.output)
            await serving.app.load()
            # The objects so far stay: collecting them as garbage would only delay taps.
            gc.freeze()
            gc.enable()
            return
        answering = await reachable(serving.addresses)
        tell_check(answering, session.output)
        code = 0 if all(answering.values()) else FOUND_WRONG
        serving.stop()

    serving.run(ready)
    if leaves:
        leaves.unlink(missing_ok=True)  # nobody has joined in a check
    return code


def newly_beside(database: Path | str) -> Path | None:
    """Return the file that a server makes beside a database; None if it is there already."""
    from ragami.server.access import beside

    own = beside(database)
    return own if isinstance(own, Path) and not own.exists() else None


async def welcome(serving: Serving, output: Output) -> None:
    """Print the addresses, and how to get in."""
    service = serving.app.service
    tables = (await service.names())[:SHOWN_TABLES]
    codes = {table: service.access.table(table).code for table in tables}
    if output.json:
        from ragami.server.serving import ServerStarted

        output.data(ServerStarted(serving.addresses, service.access.hall_key, codes))
        return
    first = serving.addresses[0]
    if serving.served.lan:
        only = f"J/{next(iter(codes.values()))}" if len(codes) == 1 else ""
        output.answer(qr(f"{first}/{only}"))
    else:  # a code that no phone can follow is left out
        output.remark(_("Only this machine gets in; with --lan the phones in its network do."))
    for address in serving.addresses:
        output.answer(output.style(address, bold=True))
    for table, code in codes.items():
        output.answer(_("Table {table}: code {code}").format(table=table, code=code))
    key = service.access.hall_key
    output.answer(_("Referee's desk: {address}/desk, with the hall key {key}").format(
        address=first, key=key))  # fmt: skip
    if not codes:
        output.remark(_("There is no table yet: the desk opens one."))
    output.remark(_("Ctrl-C ends it."))


def qr(address: str) -> str:
    """Return the address as a QR code of characters; capitals make it smaller."""
    import segno

    drawn = StringIO()
    segno.make(address.upper(), error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def tell_check(answering: dict[str, bool], output: Output) -> None:
    if output.json:
        from ragami.server.serving import Reached

        output.data(Reached(answering))
        return
    for address, answers in answering.items():
        sentence = _("{address} answers") if answers else _("{address} does not answer")
        output.answer(sentence.format(address=address))
    if all(answering.values()):
        output.answer(
            _(
                "It answers here. If a phone does not get in: is it in the same Wi-Fi, and does a"
                " firewall ask?"
            )
        )
