"""Models for codes (`ragami.code`): the games of `code_logs`, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from ragami.code.coding import TEXT, THIS_GAME, CodedRecord, Coding, Place
from ragami.code.model import Context, Counts, Model, PlaceModel
from ragami.code.range_coder import RangeWriter
from tests.trials.code_logs import TEXTS


def trained(logs: Iterable[list[CodedRecord]], fine: int) -> Model:
    """The model of these logs: first what stands in their places, then how the rest is spelled."""
    kept = list(logs)
    model = counted(kept, {}, fine)
    spelled = counted(kept, model, fine)
    if TEXT in spelled:
        model[TEXT] = spelled[TEXT]
    return model


def counted(
    logs: Collection[list[CodedRecord]], model: Model, fine: int
) -> dict[tuple[str, ...], PlaceModel]:
    """What comes in which contexts of each place, without what is rare."""
    times: dict[tuple[str, ...], dict[Context, Counter[str]]] = {}
    logs_with: dict[tuple[str, ...], Counter[str]] = {}
    for records in logs:
        for path, contexts in contexts_of(records, model).items():
            there = times.setdefault(path, {})
            for context, counts in contexts.items():
                there.setdefault(context, Counter()).update(counts)
            logs_with.setdefault(path, Counter()).update(contexts[()].keys())
    # Two names may be drawn alike; none of them is in a hundredth of the logs.
    least = {True: max(2, len(logs) // 100), False: 2}
    made = {
        path: place_model(
            contexts,
            {one for one, n in logs_with[path].items() if n >= least[path[-1] in TEXTS]},
            fine,
            spells=path == TEXT,
        )
        for path, contexts in sorted(times.items())
    }
    return {path: place for path, place in made.items() if place.symbols or place.contexts}


class Counting(Coding):
    """The walk through a log that counts, and writes nothing."""

    def __init__(self, model: Model) -> None:
        super().__init__(model, RangeWriter(), times=False)

    def _pick(self, place: Place, contexts: Iterable[Context], symbol: str | None) -> str:
        assert symbol is not None, "nothing is read here"
        known = place.known
        index = place.index(symbol, known)
        if index == known:
            place.add(symbol)
            before = 0
            for byte in symbol.encode():
                self._text.count(((str(before),), ()), byte)
                before = byte
        place.count(contexts, index)
        place.last = symbol
        return symbol


def contexts_of(
    records: list[CodedRecord], model: Model
) -> Mapping[tuple[str, ...], Mapping[Context, Mapping[str, int]]]:
    """How often each symbol comes in the contexts of a log."""
    coding = Counting(model)
    for each in records:
        coding.write(each)
    coding.write_end()
    return {
        path: {
            context: {
                str(index) if path == TEXT else place.symbol(index): times // THIS_GAME
                for index, times in fresh(place.model, context, counts).items()
            }
            for context, counts in place.contexts.items()
        }
        for path, place in coding.places.items()
        if place.contexts
    }


def fresh(model: PlaceModel, context: Context, counts: Counts) -> dict[int, int]:
    """What a log added to the counts of a model."""
    before = model.contexts[context].by_index if context in model.contexts else {}
    added = {index: times - before.get(index, 0) for index, times in counts.by_index.items()}
    return {index: times for index, times in added.items() if times}


def place_model(
    contexts: Mapping[Context, Counter[str]], frequent: Collection[str], fine: int, *, spells: bool
) -> PlaceModel:
    """What is kept of a place: frequent symbols, and finer contexts that came often."""
    common = [each for each in contexts[()] if spells or each in frequent]
    common.sort(key=lambda each: (-contexts[()][each], each))
    index = {each: int(each) if spells else at for at, each in enumerate(common)}
    made: dict[Context, Counts] = {}
    for context, counts in sorted(contexts.items()):
        least = 2 if context else 1
        kept = {index[each]: counts[each] for each in common if counts[each] >= least}
        if kept and (not context or counts.total() >= fine):
            made[context] = Counts(kept, sum(kept.values()))
    return PlaceModel([] if spells else common, {} if spells else index, made)
