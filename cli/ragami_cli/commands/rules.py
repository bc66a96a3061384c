"""`ragami rules`: the rule catalogue, read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import gettext as _
from typing import TYPE_CHECKING

import click

from ragami.trouble import NOTHING_NEAR, Trouble
from ragami_cli.arguments import rule_ids
from ragami_cli.options import Command, Session, pass_session

if TYPE_CHECKING:
    from ragami.game import Game
    from ragami.games.ragami.catalogue import Rule
    from ragami_cli.output import Output


@click.command(
    "rules",
    cls=Command,
    help=_(
        "Explain rules by their id, in our own words, with the places in the rulebooks. Without an"
        " id, list every rule and every ruling, or those that have all the words of --search."
    ),
    examples=[
        ("ragami rules R-MOVE-04", _("What a finding with this id rests on.")),
        ("ragami rules --search virtue", _("Every rule that speaks of it, a line each.")),
        ("ragami rules --waivable", _("What a referee can let be broken, by 'ragami rule'.")),
        ("ragami rules --json R-LOG-01 A-C12-01", _("Two of them as JSON, in both languages.")),
    ],
)
@click.argument(
    "ids",
    nargs=-1,
    metavar="[ID]...",
    help=_("Id of a rule or a ruling."),
    shell_complete=rule_ids,
)
@click.option("--search", metavar=_("WORDS"), help=_("Only rules that have all of these words."))
@click.option("--waivable", is_flag=True, help=_("Only rules that a ruling can let be broken."))
@pass_session
def rules(session: Session, ids: tuple[str, ...], search: str | None, *, waivable: bool) -> None:
    """Print the rules that are asked for."""
    if ids and search is not None:
        raise click.UsageError(_("Give ids or --search, not both."))
    output = session.output
    asked = [by_id(each) for each in ids] or by_words(search or "", output)
    if waivable:
        asked = [each for each in asked if why_never(each) is None]
    for rule in asked:
        if output.json:
            output.data(rule)
        elif ids:
            output.answer("\n".join(explained(rule, output)) + "\n")
        else:
            output.answer(in_a_line(rule, output))


def by_id(rule_id: str) -> Rule:
    """The rule with this id, in capitals or not."""
    from ragami.games.ragami import catalogue

    try:
        return catalogue.rule(rule_id.upper())
    except KeyError:
        nearest = ", ".join(catalogue.nearest(rule_id)) or NOTHING_NEAR
        raise Trouble("rule-not-found", rule=rule_id, nearest=nearest) from None


def why_never(rule: Rule) -> str | None:
    """Why no ruling can let this be broken; None if one can."""
    from ragami.finding import LOG_RULE
    from ragami.games.ragami.judge import LEADS_NOWHERE, NOT_DUE

    if rule.id.startswith("A-"):
        return _("it is a ruling itself, on a question that the rulebook leaves open")
    if rule.id == LOG_RULE:
        return _("it is the form of the log, and what has not that form says nothing")
    if rule.unbreakable:
        return _("no event can break it")
    if rule.id in NOT_DUE:
        return _("it says whose turn it is and what comes next, and the game would not go on")
    if rule.id in LEADS_NOWHERE:
        return _("a number would fall below 0, or a piece or card would be nowhere")
    return None


def expect_waivable(rule: Rule, game: Game) -> None:
    """Raises `Trouble` `not-to-be-waived` for a rule that no ruling can let be broken."""
    why = why_never(rule)
    if why is not None and not (rule.unbreakable and game.may_be_waived(rule.id)):
        raise Trouble("not-to-be-waived", rule=rule.id, why=why)


def by_words(words: str, output: Output) -> Iterable[Rule]:
    """The rules that have all the words, in the language of the command."""
    from ragami.games.ragami import catalogue

    found = catalogue.search(words, output.language)
    if not found:
        raise Trouble("no-rule-with-words", words=words)
    return found


def explained(rule: Rule, output: Output) -> Iterable[str]:
    """All that the catalogue says of a rule, a paragraph each."""
    yield output.style(rule.id, bold=True) + f"  {rule.chapter}"
    yield output.wrap(rule.text(output.language), "  ")
    if rule.option:
        yield output.wrap(_("Option: {name}").format(name=rule.option), "  ")
    if rule.unbreakable:
        reason = rule.unbreakable.text(output.language)
        yield output.wrap(_("No event can break it: {reason}").format(reason=reason), "  ")
    if rule.sources:
        pages, lines = ", ".join(map(str, rule.pages)), ", ".join(rule.sources)
        told = _("Rulebook: p. {pages} (lines {lines})").format(pages=pages, lines=lines)
        yield output.wrap(told, "  ")


def in_a_line(rule: Rule, output: Output) -> str:
    """The id and as much of the text as the line holds."""
    room = output.width - 13
    text = rule.text(output.language)
    if len(text) > room:
        text = text[: room - 1].rstrip() + "…"
    return f"{output.style(f'{rule.id:<11}', bold=True)}  {text}"
