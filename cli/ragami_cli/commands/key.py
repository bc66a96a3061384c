"""`ragami key new|show|trust`: keys to seal with, and whose signatures count."""

from __future__ import annotations

from datetime import datetime
from gettext import gettext as _

import click

from ragami.errors import RagamiError
from ragami.proof import keys
from ragami.proof.folder import own_names
from ragami.proof.keys import KeyMade, key_known, known_ring, make, taken_for
from ragami_cli.arguments import expect_yes
from ragami_cli.options import Group, Session, pass_session
from ragami_cli.output import harmless

yes_option = click.option(
    "--yes", is_flag=True, help=_("Do not ask about a name that looks like a known one.")
)


def expect_unlike(key: str, *, yes: bool) -> None:
    """Ask about a key, or the name of one, that can be taken for that of somebody known here.

    Raises `RagamiError` `lookalike-name` where nobody can be asked.
    """
    alike = None if yes else taken_for(key)
    if alike is None:
        return
    name = harmless(key.partition("+")[0])
    text = _("'{name}' can be taken for '{other}', whose key is known here. Go on all the same?")
    nobody_asked = RagamiError("lookalike-name", name=name, other=alike)
    expect_yes(text.format(name=name, other=alike), nobody_asked)


@click.group(
    "key",
    cls=Group,
    help=_(
        "Keys: one's own, to seal and witness games with, and those of others whose signatures"
        " count. They lie in a folder of your configuration; RAGAMI_KEYS names another one."
    ),
    examples=[("ragami key new ana", _("A key for Ana, on this machine."))],
)
def key() -> None:
    """Group the commands about keys."""


@key.command(
    "new",
    help=_(
        "Make a key to sign with. From then on every game that is written down here is sealed at"
        " each end of a round and at its end. Only you can read the key; nobody can replace it."
    ),
    examples=[("ragami key new ana", _("Prints the verifier key, to be given to others."))],
)
@click.argument("name", metavar=_("NAME"), help=_("Who signs: no spaces and no plus signs."))
@yes_option
@pass_session
def new(session: Session, name: str, *, yes: bool) -> None:
    expect_unlike(name, yes=yes)
    public_key = make(name).public
    session.output.reply(KeyMade(public_key.name, public_key.text()), public_key.text())


@key.command(
    "show",
    help=_(
        "List the verifier keys that are known here, one's own marked with a star: the plain key,"
        " as 'ragami key trust' takes it."
    ),
    examples=[("ragami key show --json", _("With the keys for cosignatures and the last days."))],
)
@pass_session
def show(session: Session) -> None:
    own = own_names()
    for known_key in known_ring():
        is_own = known_key.key.name in own
        line = f"{'*' if is_own else ' '} {known_key.line()}"
        session.output.reply(key_known(known_key, own=is_own), line)


@key.command(
    "trust",
    help=_(
        "Let the signatures of somebody's key count from now on. Get it from its owner by a way"
        " that you trust: whoever gives you another one can sign in that name. A name that looks"
        " like one that is known here is asked about."
    ),
    examples=[
        (
            "ragami key trust ana+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
            _("What Ana signs counts."),
        ),
    ],
)
@click.argument("verifier", metavar=_("KEY"), help=_("A verifier key: NAME+ID+KEY."))
@click.option(
    "--until",
    metavar=_("DAY"),
    type=click.DateTime(["%Y-%m-%d"]),
    help=_("The last day on which it counts (UTC)."),
)
@yes_option
@pass_session
def trust(session: Session, verifier: str, until: datetime | None, *, yes: bool) -> None:
    expect_unlike(verifier, yes=yes)
    added = keys.trust(verifier, until.date() if until else None)
    sentence = _("Signatures of {name} count from now on.").format(name=added.key.name)
    session.output.reply(key_known(added, own=added.key.name in own_names()), sentence)
