"""The screens of a table: each a fold of its own, of the lines that its audience may have.

Nothing here knows more than its audience: what was never read cannot leak, in no picture, no word
and no number (law 7); besides it is given only what its game says that a viewer sees (`Viewing`).
All of it runs in the one thread that draws.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from ragami.decoded import Data
from ragami.draw.sketch import Region
from ragami.export.page.moments import STORY, PageStory, Stock
from ragami.game.capabilities import GUIDANCE, PAGE
from ragami.game.page_content import PageContent
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import Language
from ragami.log.record import Corrected, Read, Record
from ragami.messages import plain
from ragami.narration import Line, Narration
from ragami.privacy.secrets import EVERYTHING, is_private, read_kept
from ragami.privacy.secrets import seen_line as without_secrets
from ragami.privacy.seeing import as_seen, seen_line
from ragami.privacy.viewing import Viewing, shares
from ragami.proof.note import Checkpoint, encoded, origin_of
from ragami.proof.tree import Tree
from ragami.proof.withheld import leaf_function, leaves_of
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server.bodies import LONGEST_TITLE, PUBLIC
from ragami.server.stream_bodies import HeadEvent
from ragami.store import Store
from ragami.templates import fragment

LOG_DIGITS: Final = 12

Spots = dict[str, Region]


class KnownTable(NamedTuple):
    """The part of a table that a viewer may know.

    It is the lines; and all that is kept (else empty), where the game gives the viewer something of
    it that stands in none of them (`Viewing`).
    """

    viewer: str
    lines: list[bytes]
    whole: list[bytes]

    def upto(self, seq: int) -> KnownTable:
        """Return the same knowledge as it was after a record."""
        return KnownTable(self.viewer, self.lines[:seq], self.whole[:seq])

    def fold(self) -> Replay:
        """Return the game as the viewer sees it."""
        if not self.whole:
            return folded(self.lines)
        viewing = Viewing(game_of(self.whole[0]), self.viewer)
        take_both(viewing, self.viewer, self.whole)
        return viewing.seen


def folded(lines: Sequence[bytes]) -> Replay:
    """Fold lines that begin with record 1."""
    return take(Replay(game_of(lines[0])), lines)


def take(replay: Replay, lines: Sequence[bytes]) -> Replay:
    """Read on in the lines of a log, from where a fold is."""
    seq, read = replay.seq, replay.codec.read_line
    return replay.take_all([read(line, n) for n, line in enumerate(lines[seq:], seq + 1)])


def take_both(viewing: Viewing, viewer: str, whole: Sequence[bytes]) -> None:
    """Read on in the lines of a log, with and without what a private game keeps from a viewer."""
    game, there = viewing.whole.game, viewing.whole.seq
    read = game.codec.read_line
    for seq, line in enumerate(whole[there:], there + 1):
        own = without_secrets(seq, line, viewer, game)
        viewing.seen.take(viewing.read_one(read(line, seq), read(own, seq)))


class GameSource:
    """A game as its keeper has it, and the lines of it that each viewer may have."""

    def __init__(self, store: Store, name: str) -> None:
        """Raises `RagamiError` `game-not-found`."""
        self.store, self.name = store, name
        self.kept = read_kept(store, name)
        self.game = game_of(self.kept[0])
        self.private = is_private(self.kept)
        self.screens: dict[tuple[str, Language], Screen] = {}
        self._seen: dict[str, list[bytes]] = {}
        self._folds: dict[str, Replay] = {}
        self._viewings: dict[str, Viewing] = {}
        self._tree = Tree()
        self._growth: HeadEvent | None = None

    def catch_up(self) -> bool:
        """Read what came since. True if there is something."""
        count = len(self.kept)
        fresh = self.store.read_after(self.name, count)
        if fresh and (self.private or (count == 1 and is_private([*self.kept, *fresh]))):
            self.private = True
            fresh = read_kept(self.store, self.name)[count:]
        self.kept += fresh
        return bool(fresh)

    def lines(self, viewer: str) -> list[bytes]:
        """Return the lines that a viewer may have; they grow, and never change."""
        if viewer in EVERYTHING:
            return self.kept
        seen = self._seen.setdefault(viewer, [])
        # The tree is over the public's lines, which leave out what the game gives it besides.
        viewing = self._viewing(viewer) if viewer != PUBLIC else None
        codec = self.game.codec
        for seq, line in enumerate(self.kept[len(seen) :], len(seen) + 1):
            own = without_secrets(seq, line, viewer, self.game)
            read = codec.read_line(own, seq)
            if viewing is None:
                seen.append(seen_line(read, own, viewer, self.game))
            else:
                coming = viewing.read_one(codec.read_line(line, seq), read)
                viewing.seen.take(coming)
                seen.append(as_seen(read, coming, own, viewer, self.game))
        return seen

    def _viewing(self, viewer: str) -> Viewing | None:
        """Return a viewer's fold beside that of all; None if the lines say all of it."""
        if viewer not in self._viewings and shares(self.game, viewer):
            self._viewings[viewer] = Viewing(self.game, viewer)
        return self._viewings.get(viewer)

    def known(self, viewer: str) -> KnownTable:
        """Return the part of the table that a viewer may know."""
        lines_kept = list(self.kept) if shares(self.game, viewer) else []
        return KnownTable(viewer, list(self.lines(viewer)), lines_kept)

    def standing(self, viewer: str) -> Replay:
        """Return the game as a viewer sees it, folded up to date."""
        viewing = self._viewing(viewer)
        if viewing is None:
            replay = self._folds.setdefault(viewer, Replay(self.game))
            return take(replay, self.lines(viewer))
        if viewer == PUBLIC:
            take_both(viewing, viewer, self.kept)
        else:
            self.lines(viewer)
        return viewing.seen

    def screen(self, viewer: str, language: Language) -> Screen:
        """Return a watched screen as far as it was drawn; a new one is drawn now."""
        screen = self.screens.get((viewer, language))
        if screen is None:
            screen = self.screens[viewer, language] = Screen(self, viewer, language)
            screen.read_to()
        return screen

    def keep_screens(self, watched: Collection[tuple[str, Language]]) -> None:
        """Let go of the screens that nobody watches."""
        self.screens = {eyes: screen for eyes, screen in self.screens.items() if eyes in watched}

    # --- the tree --------------------------------------------------------------------------

    def tree(self) -> Tree:
        """Return the tree of the records as everybody may have them."""
        public, count = self.lines(PUBLIC), len(self._tree.leaves)
        # Record 2 says how all leaves are hashed, the first one too.
        if count < 2:
            self._tree = Tree(leaves_of(public))
        elif count < len(public):
            self._tree.extend(map(leaf_function(public[:2]), public[count:]))
        return self._tree

    def head(self, note: str | None) -> b.Head:
        """Return the head of the tree; `note` is the newest seal."""
        tree = self.tree()
        leaves = tree.leaves
        point = Checkpoint(origin_of(leaves[0]), len(leaves), tree.root(len(leaves)))
        root = encoded(point.root)
        return b.Head(point.origin, point.size, root, note, point.text(), [])

    def consistency(self, old: int, size: int) -> b.ConsistencyReply:
        """Return the proof that the tree of `old` records grew into that of `size`.

        0 < old <= size <= all.
        """
        tree = self.tree()
        path = [encoded(node) for node in tree.consistency(old, size)]
        return b.ConsistencyReply(old, size, encoded(tree.root(size)), path)

    def growth(self, old: int, size: int) -> HeadEvent:
        """Return the head at record `size` with its proof from record `old`, for all who watch."""
        last = self._growth
        if last is None or (last.old, last.size) != (old, size):
            proof = self.consistency(old, size)
            last = self._growth = HeadEvent(size, proof.root, old=old, path=proof.path)
        return last


class Screen:
    """The screen of an audience of a table in one language, as far as it has read."""

    def __init__(self, source: GameSource, viewer: str, language: Language) -> None:
        self.source, self.viewer, self.language = source, viewer, language
        game = source.game
        # Beside the fold of all that is kept, where the game gives this viewer something of it.
        self._viewing = Viewing(game, viewer) if shares(game, viewer) else None
        replay = self._viewing.seen if self._viewing else Replay(game)
        self.narration = Narration(replay, game.words.narrator(language, viewer))
        self._story = PageStory(game, language)
        self._entry = fragment(STORY, "entry", language)
        self._told: list[Line] = []
        # For each of them the round that it is told in, and its markup.
        self._entries: list[tuple[int, str]] = []
        self._stage: PageContent | None = None
        self._stock = Stock()
        # At which record each shape came in: who was away since has not been told of it.
        self._came: dict[str, int] = {}
        self.spots: Spots = {}

    @property
    def seq(self) -> int:
        return self.narration.replay.seq

    @property
    def log(self) -> str:
        """Return the id of the log; it changes when words are taken out of it, for example."""
        first = self.source.lines(self.viewer)[0]
        return sha256(first).hexdigest()[:LOG_DIGITS]

    def read_to(self, seq: int | None = None) -> list[list[Any]]:
        """Read on up to a record (None: all), draw it, and return what changes in the story."""
        lines = self.source.lines(self.viewer)
        upto = len(lines) if seq is None else seq
        for number, line in enumerate(lines[self.seq : upto], self.seq + 1):
            read = self._read(number, line)
            self.narration.take(read)
            if isinstance(read, Record) and isinstance(read.data, Corrected) and read.data.seq == 1:
                self._stage = None  # another table: other seats, another board
        self._draw()
        return self._tell()

    def _read(self, number: int, line: bytes) -> Read:
        """Return a record as the viewer's log has it; `line` is what the viewer may have."""
        read = self.narration.replay.codec.read_line
        if self._viewing is None:
            return read(line, number)
        line_kept = self.source.kept[number - 1]
        own = without_secrets(number, line_kept, self.viewer, self.source.game)
        return self._viewing.read_one(read(line_kept, number), read(own, number))

    def advance(self, seq: int | None = None) -> p.MomentChange | None:
        """Read up to a record (None: all), and return what changes; None for everything."""
        start, spots, shapes, stage = self.seq, self.spots, len(self._stock.shapes), self._stage
        story = self.read_to(seq)
        if stage is not self._stage:
            return None
        new = {
            name: (spot.label, spot.markup)
            for name, spot in self.spots.items()
            if spots.get(name) != spot
        }
        fresh = dict(list(self._stock.shapes.items())[shapes:])
        return p.MomentChange(
            from_=start, seq=self.seq, spots=new, own=self._own(), shapes=fresh,
            story=story, covered=self._covered(entry[1] for entry in story), **self._standing(),
        )  # fmt: skip

    def whole(self, audience: str) -> p.Whole:
        names, title = self.narration.replay.seating
        stage = self._stage
        return p.Whole(
            seq=self.seq,
            audience=audience,
            lang=self.language,
            log=self.log,
            title=plain(title or self.source.name, LONGEST_TITLE),
            players=dict(stage.players) if stage else dict(names),
            board=stage.board if stage else "",
            beside=stage.beside if stage else "",
            shapes=dict(self._stock.shapes),
            spots={name: (spot.label, spot.markup) for name, spot in self.spots.items()},
            own=self._own(),
            story=[
                ["add", line.seq, markup, self._story.heading(within)]
                for line, (within, markup) in zip(self._told, self._entries, strict=True)
            ],
            covered=self._covered(line.seq for line in self._told),
            **self._standing(),
        )

    def _draw(self) -> None:
        replay = self.narration.replay
        game = replay.game
        if self._stage is None:
            names, _title = replay.seating
            self._stock, self._came = Stock(), {}
            stage = game.need(PAGE).stage(replay.state, names, self.language, self._stock.keep)
            self._stage = stage
        if self._stage is not None:
            self.spots = self._stage.spots(
                replay.state, game.view(replay.state, replay.seq, self.viewer)
            )
        for name in self._stock.shapes:
            self._came.setdefault(name, replay.seq)

    def _own(self) -> list[str]:
        """Return the spots that show this seat more than they show everybody."""
        if self._stage is None or self.viewer not in self._stage.players:
            return []
        replay = self.narration.replay
        open_to_all = self._stage.spots(
            replay.state, replay.game.view(replay.state, replay.seq, PUBLIC)
        )
        return [name for name, spot in self.spots.items() if open_to_all.get(name) != spot]

    def _covered(self, seqs: Iterable[int]) -> list[int]:
        """Return those of some records that tell this seat more than they tell everybody."""
        if self._stage is None or self.viewer not in self._stage.players:
            return []
        own, open_to_all = self.source.lines(self.viewer), self.source.lines(PUBLIC)
        return [seq for seq in seqs if own[seq - 1] != open_to_all[seq - 1]]

    def shapes_since(self, seq: int) -> dict[str, str]:
        """Return the shapes that were drawn for the first time after a record."""
        shapes = self._stock.shapes
        return {name: shapes[name] for name, came in self._came.items() if came > seq}

    def _tell(self) -> list[list[Any]]:
        """Write the entries of the story that are new or changed, and return them."""
        before, was_told = self._entries, self._told
        self._told = told = self.narration.lines()
        pairs = enumerate(zip(was_told, told, strict=False))
        same = next((n for n, (was, now) in pairs if was is not now), len(was_told))
        self._entries = before[:same]
        rounds = self._story.by_round(told[same:], before[same - 1][0] if same else None)
        changes: list[list[Any]] = []
        for number, (within, line) in enumerate(rounds, same):
            was = was_told[number] if number < len(was_told) else None
            if was == line:
                self._entries.append((within, before[number][1]))
                continue
            markup = self._entry(line, self._story.say)
            self._entries.append((within, markup))
            struck = was is not None and was.struck_by is None and line.struck_by is not None
            changes.append(
                ["strike" if struck else "add", line.seq, markup, self._story.heading(within)]
            )
        return changes

    def _standing(self) -> Data:
        """Return the standing, beside the picture."""
        replay, language = self.narration.replay, self.language
        game = replay.game
        words = game.words
        stopped = over = None
        if replay.error:
            seen = words.narrator(language, self.viewer).may_see(replay.error)
            stopped = words.say(seen, language)
        elif replay.final:
            over = game.result(replay.final, replay.state, language)
        at = replay.position
        return {
            "guide": self.guide(),
            "scores": dict(at.scores),
            "due": list(at.due),
            "round": at.round,
            "stopped": stopped,
            "over": over,
            "winners": list(replay.final["winners"]) if replay.final and over else [],
        }

    def guide(self) -> p.GuideReply:
        replay = self.narration.replay
        guide = replay.game.need(GUIDANCE).guide(replay.state, self.language)
        return p.GuideReply(guide.step, guide.due, list(guide.hints), guide.seat)
