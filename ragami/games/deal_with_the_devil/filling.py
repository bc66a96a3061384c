"""Fill revealed values into their places; the log is judged again with them (R-D-KNOW-02).

Three folds find the filled log, each stopping at its first illegal event: with the values of
`revealed` records; then also with the roles, where that fold accepted `roles_shown`; then also with
the chests, where that one accepted `seed_opened`. A value in the event itself always comes first.

Chance that came again in another way is found here too: deals from another key, passes sent anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from ragami.decoded import Data, Fields
from ragami.findings import Breach, Finding, breach, finding_of
from ragami.game.hidden_information import Happened
from ragami.game.visibility import Fold, Standing
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED, Cards
from ragami.games.deal_with_the_devil.distribution.dealing import distribute
from ragami.games.deal_with_the_devil.rules.sets import Faulty, cards
from ragami.games.deal_with_the_devil.rules.setup import distributed, expectation
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import nulls, opening_of, places, put

# The events that tell secrets of earlier ones, by the field of these secrets.
LAST_ROUND: Final = 5
_TELLERS: Final = {"roles": ev.RolesShown, "chests": ev.SeedOpened}

# What may stand in the secret fields.
KINDS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("roles", "chests"), ev.Role),
    "wishes": ev.Wishes,
    "offer": ev.Offer,
    "answer": ev.Answer,
    **dict.fromkeys(("kept", "drawn", "event", "cards", "discarded"), str),
}
# The values of secret places by the number of their event.
Told = Mapping[int, Fields]


def field_of(place: str) -> str:
    """Return the field of an event that a place is in: `drawn[2]` is in `drawn`."""
    return place.partition(".")[0].partition("[")[0]


def fill(event: object, values: Fields | None) -> Any:
    """Return the event with values in its empty secret places; its own values stay."""
    if not values:
        return event
    return put(event, {path: values[path] for path in nulls(event) if path in values})


def tell(
    event: object, earlier: Mapping[str, object], reveal: ev.Revealed, cards: Cards
) -> Any | Breach:
    """Return the value of a `revealed` record, or the breach if it cannot be (R-D-KNOW-05).

    `event`: what counts just then at its `seq`, None if there is no such game event earlier on;
    `earlier`: what the records before have told of its places; `cards`: the set, which has the ids.
    """
    facts = {"seq": reveal.seq, "place": reveal.place}
    secrets, field = dict(places(event)), field_of(reveal.place)
    if reveal.place not in secrets:
        return breach("R-D-KNOW-05", problem="no-such-place", **facts)
    try:
        value = msgspec.convert(reveal.value, type=KINDS[field])
    except msgspec.ValidationError:
        return breach("R-D-KNOW-05", problem="shape-of-reveal", **facts, found=reveal.value)
    ids = cards.events if field in ("event", "discarded") else cards.buildings
    if value is None or (KINDS[field] is str and value not in ids):
        return breach("R-D-KNOW-05", problem="shape-of-reveal", **facts, found=reveal.value)
    known_value = earlier.get(reveal.place, secrets[reveal.place])
    if known_value is not None and known_value != value:
        return breach("R-D-KNOW-05", problem="known-otherwise", **facts, found=reveal.value)
    return value


def _of_roles(standing: Standing) -> dict[int, Data]:
    """Return the roles that the first `roles_shown` tells, by place."""
    opened = next((event for _, event in standing if isinstance(event, ev.RolesShown)), None)
    if opened is None:
        return {}
    roles = {f"roles.{colour}": role for colour, role in opened.roles.items()}
    return {seq: roles for seq, event in standing if isinstance(event, ev.CharactersDealt)}


def from_seed(state: State) -> dict[int, Data]:
    """Return the chests that follow from the seed, if the fold accepted its `seed_opened`."""
    if state.seed is None:
        return {}
    distribution = distributed(state, state.seed)
    return {
        deal.seq: {
            f"chests.{c}": role for c, role in expectation(state, distribution, deal).items()
        }
        for deal in state.dealt
        if deal.round
    }


def _of_seed(standing: Standing, values: Told) -> dict[int, Data]:
    """Return the chests that follow from the `seed_opened` of a whole log, if it is in order."""
    opened = opening_of(standing)
    seed = next((event.seed for _, event in standing if isinstance(event, ev.SeedOpened)), None)
    if opened is None or seed is None:
        return {}
    words = {event.player: event.word for _, event in standing if isinstance(event, ev.WordGiven)}
    # Wishes do not change whose chest is sent to which role.
    distribution = distribute([seat.colour for seat in opened.players], seed, words, {})
    roles: dict[ev.Colour, ev.Role] = {}
    chests: dict[int, Data] = {}
    round_ = 1
    for seq, event in standing:
        if isinstance(event, ev.CharactersDealt):
            dealt = fill(event, values.get(seq)).roles
            roles = {colour: role for colour, role in dealt.items() if role}
        elif isinstance(event, ev.OffersSent) and round_ <= LAST_ROUND:
            sent = distribution.sent(round_, event.pass_, roles)
            chests[seq] = {f"chests.{colour}": role for colour, role in sent.items()}
        elif isinstance(event, ev.ChestsReturned):
            round_ += 1
    return chests


# --- the fold ------------------------------------------------------------------------------


class Reveals:
    """See `ragami.game.hidden_information.Filling`."""

    struct = ev.Revealed
    fills = True

    def reveal(self, _state: State, _data: ev.Revealed) -> Breach | None:
        return None

    def hidden(self, _state: State, _seat: str) -> list[int]:
        return []

    def misfit(
        self, standing: Standing, reveals: Sequence[ev.Revealed], data: ev.Revealed, fold: Fold
    ) -> Breach | None:
        """Return the breach of a `revealed` by what is known before it.

        R-D-KNOW-05 and R-D-KNOW-08.
        """
        event = next((event for seq, event in standing if seq == data.seq), None)
        values = _revealed(reveals).get(data.seq, {})
        cards = _cards_of(standing)
        value = tell(event, values, data, cards)
        teller = _TELLERS.get(field_of(data.place))
        # No fold is needed for what is wrong by itself, or what no record can have told.
        fits = not isinstance(value, Breach) and data.place not in values
        if fits and any(type(event_before) is teller for _seq, event_before in standing):
            values = values | self._derived(standing, reveals, fold).get(data.seq, {})
            value = tell(event, values, data, cards)
        return value if isinstance(value, Breach) else None

    def fill(
        self, standing: Standing, reveals: Sequence[ev.Revealed], fold: Fold
    ) -> Iterator[tuple[int, Any]]:
        """Yield the log with the known values filled in (R-D-KNOW-02)."""
        return _filled(standing, self._derived(standing, reveals, fold))

    def known(self, standing: Standing, reveals: Sequence[ev.Revealed], state: State) -> Told:
        """Return the values that reveals, roles and seed tell, by event and place.

        `state` is the end of the fold that accepted them."""
        return self._derived(standing, reveals, lambda _filled: state)

    def foretold(
        self, standing: Standing, reveals: Sequence[tuple[int, ev.Revealed]]
    ) -> Told | None:
        """Return what roles, reveals and the seed tell."""
        events = dict(standing)
        set_of_log = _cards_of(standing)
        values = _of_roles(standing)
        for seq, reveal in reveals:
            known = values.setdefault(reveal.seq, {})
            event = events.get(reveal.seq) if reveal.seq < seq else None
            value = tell(event, known, reveal, set_of_log)
            if isinstance(value, Breach):
                return None
            known.setdefault(reveal.place, value)
        return _merged(values, _of_seed(standing, values))

    def put(self, standing: Standing, values: Told) -> Iterator[tuple[int, Any]]:
        return _filled(standing, values)

    def tells(self, event: object) -> bool:
        """Return True for what tells secrets of other events: roles, seed, later chests."""
        sent = isinstance(event, ev.OffersSent) and None in event.chests.values()
        return sent or isinstance(event, ev.RolesShown | ev.SeedOpened)

    def repeated(
        self, events: Iterable[Happened], before: Callable[[int], State | None]
    ) -> Iterator[Finding]:
        """Yield findings on what was dealt or sent again in another way."""
        return repeated(list(events), before)

    def _derived(
        self, standing: Standing, reveals: Sequence[ev.Revealed], fold: Fold
    ) -> dict[int, Data]:
        """Return the values that reveals, roles and seed tell, by event and place."""
        values = _revealed(reveals)
        kinds = {type(event) for _seq, event in standing}
        if ev.RolesShown in kinds and fold(_filled(standing, values)).shown:
            values = _merged(values, _of_roles(standing))
        if ev.SeedOpened in kinds:
            values = _merged(values, from_seed(fold(_filled(standing, values))))
        return values


REVEALS: Final = Reveals()


def _revealed(reveals: Iterable[ev.Revealed]) -> dict[int, Data]:
    """Return the values of accepted reveals by record and place; the first of a place counts."""
    values: dict[int, Data] = {}
    for reveal in reveals:
        value = msgspec.convert(reveal.value, type=KINDS[field_of(reveal.place)])
        values.setdefault(reveal.seq, {}).setdefault(reveal.place, value)
    return values


def _filled(standing: Iterable[tuple[int, object]], values: Told) -> Iterator[tuple[int, Any]]:
    if not values:
        return iter(standing)
    return ((seq, fill(event, values[seq]) if seq in values else event) for seq, event in standing)


def _merged(values: Told, later: Told) -> dict[int, Data]:
    """Merge two tables of values; the first value of a place counts."""
    seqs = dict.fromkeys((*values, *later))
    return {seq: {**later.get(seq, {}), **values.get(seq, {})} for seq in seqs}


def _cards_of(standing: Standing) -> Cards:
    """Return the set of the log; the shipped one if record 1 has none that can be read."""
    opened = opening_of(standing)
    with suppress(Faulty, KeyError):
        if opened:
            return cards(opened.components.cards)
    return cards(SHIPPED[0])


# --- chance that came again ----------------------------------------------------------------


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
