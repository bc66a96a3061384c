"""Findings on chance that came again in another way: deals from another key, passes sent anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ragami.findings import Breach, Finding, finding_of
from ragami.game.hidden_information import Happened
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import opening_of


def repeated(read: Sequence[Happened], before: Callable[[int], State | None]) -> Iterator[Finding]:
    """Yield findings on what was dealt or sent again in another way."""
    opened = opening_of((happened.seq, happened.event) for happened in read)
    if opened is None:
        return
    if opened.options.distribution == "seed":
        yield from _dealt_again(read, before)
    else:
        yield from _sent_otherwise(read, before)


def _sent_otherwise(
    read: Iterable[Happened], before: Callable[[int], State | None]
) -> Iterator[Finding]:
    """Yield findings on passes that were sent again in another way, where no seed decides."""
    sent = [
        happened
        for happened in read
        if isinstance(happened.event, ev.OffersSent) and happened.gone != "corrected"
    ]
    if not any(sending.gone for sending in sent):
        return
    earlier: list[tuple[Happened, int]] = []
    for sending in sent:
        state = before(sending.seq)
        if state is None:
            continue
        for old, old_round in earlier:
            again = old.gone and (old_round, old.event.pass_) == (state.round, sending.event.pass_)
            if again and _differ(old.event, sending.event):
                facts = {"before": old.seq, "round": state.round, "pass": sending.event.pass_}
                otherwise = Breach("R-D-DIST-08", None, facts)
                yield finding_of("chance-repeated-differently", otherwise, sending.seq, sending.seq)
                break
        earlier.append((sending, state.round))


def _dealt_again(
    read: Sequence[Happened], before: Callable[[int], State | None]
) -> Iterator[Finding]:
    """Yield findings on deals from another key than one taken back, and on words taken back.

    Whoever has the seed knows what a deal will be: each other word or seal is another try.
    """
    earlier: list[tuple[int, State]] = []
    for dealt in read:
        state = before(dealt.seq) if isinstance(dealt.written, ev.CharactersDealt) else None
        if state is None or state.at != "setup/deal":
            continue
        since = [
            happened
            for happened in read
            if earlier[-1:] and earlier[-1][0] < happened.seq < dealt.seq
        ]
        anew = any(isinstance(happened.written, ev.WishesGiven) for happened in since)
        for seq, old in earlier:
            if changed := _changed(old, state, anew=anew):
                facts = {"before": seq, "changed": changed}
                again = Breach("R-D-DIST-09", None, facts)
                yield finding_of("dealt-again", again, dealt.seq, dealt.seq)
                break
        last = earlier[-1][0] if earlier else 0
        so_far = [happened for happened in read if happened.seq < dealt.seq]
        yield from _taken_back(so_far, last, state, dealt.seq)
        earlier.append((dealt.seq, state))


def _changed(old: State, state: State, *, anew: bool) -> str | None:
    """Return the part of the key in which two deals differ; `anew`: wishes were given again."""
    if state.digest != old.digest:
        return "key-seed"
    if state.words != old.words:
        return "key-words"
    return "key-wishes" if anew or state.wishes != old.wishes else None


def _taken_back(
    so_far: Iterable[Happened], last: int, state: State, deal: int
) -> Iterator[Finding]:
    """Yield a finding on each word given since the `last` deal that is not in the next key."""
    digest = None
    for seq, _event, written, _gone in so_far:
        if isinstance(written, ev.DistributionSealed):
            digest = written.digest
        elif isinstance(written, ev.WordGiven) and seq > last:
            in_key = (state.words.get(written.player), state.digest)
            if in_key != (written.word, digest):
                facts = {"player": written.player, "deal": deal}
                yield Finding("word-taken-back", rule="R-D-DIST-09", seq=seq, line=seq, facts=facts)


def _differ(first: ev.OffersSent, second: ev.OffersSent) -> bool:
    pairs = ((first.chests[c], second.chests[c]) for c in first.chests)
    return any(a is not None and b is not None and a != b for a, b in pairs)
