"""A question that is answered by yes or no, in the language of whoever is asked."""

from __future__ import annotations

from gettext import gettext as _

import click


class YesOrNo(click.ParamType[bool]):
    """`y`, `yes`, `n` or `no`, and the words of the language for them."""

    name = "yes or no"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bool:
        """Return the answer as true or false; fail for any other."""
        if isinstance(value, bool):
            return value
        answer = str(value).strip().casefold()
        # Words that mean yes, and words that mean no, as somebody may type them.
        yes = answer in ("y", "yes", *_("y yes").split())
        if not yes and answer not in ("n", "no", *_("n no").split()):
            self.fail(_("Answer yes or no."), param, ctx)
        return yes


def said_yes(question: str, *, default: bool) -> bool:
    """Ask on stderr; a mere line feed is the default."""
    hint = _("Y/n") if default else _("y/N")
    answer: bool = click.prompt(
        f"{question} [{hint}]", default, type=YesOrNo(), show_default=False, err=True
    )
    return answer
