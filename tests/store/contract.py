"""What every store must do. A subclass gives the store; that is all that it has to give."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from itertools import cycle, product
from typing import ParamSpec

import pytest

from ragami.errors import CONFLICT, NOT_FOUND, USAGE, RagamiError
from ragami.proof.withheld import withheld
from ragami.store import Appended, Conflict, GameEntry, Secret, Store, Withdrawal
from ragami.store.watching import GameWatch, Heard
from tests.patience import patience
from tests.scale import often
from tests.store.elsewhere import Elsewhere

SEEN_WITHIN = 2.0
Arguments = ParamSpec("Arguments")

OPENED = b'{"seq":1,"type":"game_opened"}'

EXACT = [
    b'{"seq":1,"data":{}}',
    b' \t{ "seq" : 1 }\r',
    b'{"b":1,"a":2,"b":3}',
    b'{"n":123456789012345678901234567890,"z":-0,"e":1E5}',
    '{"text":"añil, 聖人, 🎲, \u007f"}'.encode(),
    b'{"text":"\\u0000 \\n \\ud83c\\udfb2 \\/"}',
    b"[]",
    b"null",
    b'"' + b"x" * 100_000 + b'"',
]

NO_LINES = [
    b"",
    b" ",
    b'{"seq":1}\n',
    b'{"seq":\n1}',
    b'{"seq":1}\0',
    b'{"text":"\0"}',
    b'{"text":"\xff"}',
    b'{"text":"\xed\xa0\x80"}',
    b"\xef\xbb\xbf{}",
    b'{"seq":1',
    b'{"seq":NaN}',
    b"{} {}",
    b"[" * 100_000,
]

NO_NAMES = ["", " a", "a ", "a\nb", "a\0b", "a/b", "a\\b", ".a", "..", "-a", "a\udc80", "x" * 61]
NAMES = ["a", "Final de la copa, mesa 3", "café", "聖人", "O'Brien; --", '"%_*?', "x" * 60]


def trouble_in(
    use: Callable[Arguments, object], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> RagamiError:
    with pytest.raises(RagamiError) as caught:
        use(*args, **kwargs)
    assert str(caught.value)
    return caught.value


def bodies(first: int, last: int) -> list[bytes]:
    return [json.dumps({"seq": seq, "type": "noted"}).encode() for seq in range(first, last + 1)]


def grown(watch: GameWatch, game: str, seconds: float = 10) -> None:
    """Wait until the watch says that a game may have grown."""
    until = time.monotonic() + seconds
    while (heard := watch.wait(0.3)) is not None and game not in heard:
        assert time.monotonic() < until, "nothing was heard"


def each_second_dropped(hear: Callable[[float], Heard]) -> Callable[[float], Heard]:
    """The same, but every other wake-up gets lost."""
    lost = cycle((True, False))

    def hear_half(seconds: float) -> Heard:
        heard = hear(seconds)
        if heard == set():
            return heard
        return set() if next(lost) else heard

    return hear_half


class StoreContract:
    """A subclass has the fixtures `store` and `elsewhere`: who appends to it from outside."""

    def test_what_goes_in_comes_out_in_order(self, store: Store) -> None:
        assert store.append("g", 0, [OPENED]) == Appended(1, 1)
        assert store.append("g", 1, bodies(2, 4)) == Appended(2, 4)
        assert store.append("g", 4, bodies(5, 5)) == Appended(5, 5)
        assert store.read("g") == [OPENED, *bodies(2, 5)]
        assert store.head("g") == 5

    def test_every_byte_comes_back(self, store: Store) -> None:
        for before, body in enumerate(EXACT):
            store.append("g", before, [body])
            assert store.read_after("g", before) == [body]
        assert store.read("g") == EXACT

    def test_what_is_no_line_of_json_is_refused_with_all_beside_it(self, store: Store) -> None:
        store.append("g", 0, [OPENED])
        for body in NO_LINES:
            trouble = trouble_in(store.append, "g", 1, [*bodies(2, 2), body])
            assert (trouble.code, trouble.exit_code) == ("bad-record-line", USAGE), body[:20]
            assert trouble.facts["seq"] == 3
            assert store.read("g") == [OPENED]

    def test_what_came_after_is_read_by_itself(self, store: Store) -> None:
        assert store.read_after("g", 0) == []
        store.append("g", 0, bodies(1, 4))
        store.append("h", 0, bodies(1, 9))
        assert [store.read_after("g", seq) for seq in (0, 3, 4, 5, 2**62)] == [
            bodies(1, 4),
            bodies(4, 4),
            [],
            [],
            [],
        ]

    def test_the_heads_of_many(self, store: Store) -> None:
        assert store.heads([]) == {}
        store.append("a", 0, bodies(1, 2))
        store.append("Final, mesa 3", 0, bodies(1, 3))
        heads = store.heads(["Final, mesa 3", "nobody", "a"])
        assert dict(heads) == {"Final, mesa 3": 3, "nobody": 0, "a": 2}
        assert trouble_in(store.heads, ["a", ""]).code == "bad-game-name"

    def test_who_watches_hears_of_an_append_at_once(self, store: Store) -> None:
        with store.watch() as watch:
            assert watch.wait(0) == set()
            store.append("Final, mesa 3", 0, bodies(1, 1))
            store.append("g", 0, bodies(1, 1))
            heard: set[str] = set()
            until = time.monotonic() + 1 * patience()
            while heard != {"Final, mesa 3", "g"} and time.monotonic() < until:
                heard |= watch.wait(0.2) or set()
            assert heard == {"Final, mesa 3", "g"}
            with pytest.raises(Conflict):
                store.append("g", 0, bodies(1, 1))

    def test_two_that_watch_hear_the_same(self, store: Store) -> None:
        with store.watch() as one, store.watch() as two:
            store.append("g", 0, bodies(1, 1))
            grown(one, "g", 1 * patience())
            grown(two, "g", 1 * patience())

    def test_who_watches_waits_no_longer_than_said(self, store: Store) -> None:
        with store.watch() as watch:
            begun = time.monotonic()
            assert watch.wait(0.4) == set()
            assert 0.4 <= time.monotonic() - begun < 1.2 * patience()

    def test_every_append_of_another_is_seen_though_half_the_wake_ups_are_lost(
        self, store: Store, elsewhere: Elsewhere
    ) -> None:
        with store.watch() as watch:
            watch._hear = each_second_dropped(watch._hear)
            for seq in range(1, often(2, 8) + 1):
                appended = elsewhere("g", seq - 1, bodies(seq, seq))
                grown(watch, "g")
                while store.heads(["g"])["g"] < seq:
                    grown(watch, "g")
                assert time.monotonic() - appended < SEEN_WITHIN * patience()
                time.sleep(random.uniform(0, 0.1))

    def test_games_are_apart(self, store: Store) -> None:
        store.append("a", 0, bodies(1, 2))
        store.append("b", 0, bodies(1, 3))
        assert (store.head("a"), store.head("b"), store.head("c")) == (2, 3, 0)
        assert store.read("a") == bodies(1, 2)

    def test_a_game_that_is_not_there_is_not_found(self, store: Store) -> None:
        trouble = trouble_in(store.read, "nobody")
        assert (trouble.code, trouble.exit_code) == ("game-not-found", NOT_FOUND)
        assert trouble.facts["game"] == "nobody"

    def test_somebody_was_first(self, store: Store) -> None:
        store.append("g", 0, bodies(1, 3))
        places = (0, 1, 2, 4, 5, -1, 2**53, 2**63 - 2, 2**63, 2**80)
        for expected, count, key in product(places, (1, 2), (None, "k")):
            with pytest.raises(Conflict) as caught:
                store.append("g", expected, bodies(1, count), key=key)
            assert (caught.value.expected, caught.value.found) == (expected, 3)
            assert caught.value.exit_code == CONFLICT
            assert store.read("g") == bodies(1, 3)
            assert store.earlier("g", "k") is None

    def test_a_game_cannot_begin_in_the_middle(self, store: Store) -> None:
        with pytest.raises(Conflict) as caught:
            store.append("g", 1, bodies(2, 2))
        assert caught.value.found == 0
        assert store.games() == []

    def test_nothing_is_no_command(self, store: Store) -> None:
        assert trouble_in(store.append, "g", 0, []).code == "nothing-to-append"

    def test_a_repeated_command_is_harmless_for_ever(self, store: Store) -> None:
        first = store.append("g", 0, bodies(1, 2), key="k")
        assert first == Appended(1, 2)
        for head in (2, 5):
            assert store.append("g", 0, bodies(1, 2), key="k") == Appended(1, 2, repeated=True)
            assert store.append("g", head, bodies(1, 2), key="k") == Appended(1, 2, repeated=True)
            assert store.earlier("g", "k") == Appended(1, 2, repeated=True)
            store.append("g", head, bodies(head + 1, 5 if head == 2 else 6))
        assert store.read("g") == bodies(1, 6)

    def test_a_command_in_the_middle_may_be_repeated(self, store: Store) -> None:
        store.append("g", 0, bodies(1, 2), key="j")
        store.append("g", 2, bodies(3, 4), key="k")
        store.append("g", 4, bodies(5, 5), key="l")
        assert store.append("g", 2, bodies(3, 4), key="k") == Appended(3, 4, repeated=True)
        assert store.append("g", 4, bodies(5, 5), key="l") == Appended(5, 5, repeated=True)
        assert store.read("g") == bodies(1, 5)

    def test_a_key_is_for_one_command(self, store: Store) -> None:
        store.append("g", 0, bodies(1, 2))
        store.append("g", 2, bodies(3, 4), key="k")
        others = (bodies(3, 3), bodies(3, 5), bodies(4, 5), bodies(1, 2))
        for other, expected in product(others, (2, 4)):
            trouble = trouble_in(store.append, "g", expected, other, key="k")
            assert (trouble.code, trouble.exit_code) == ("key-used", CONFLICT)
            assert (trouble.facts["first"], trouble.facts["last"]) == (3, 4)
        assert store.head("g") == 4

    def test_a_key_belongs_to_its_game(self, store: Store) -> None:
        store.append("a", 0, bodies(1, 1), key="k")
        assert store.earlier("b", "k") is None
        assert store.append("b", 0, bodies(1, 1), key="k") == Appended(1, 1)

    def test_what_is_no_key_is_refused(self, store: Store) -> None:
        for key in ("", " k", "k\n", "k\udc80", "k" * 201):
            trouble = trouble_in(store.append, "g", 0, [OPENED], key=key)
            assert (trouble.code, trouble.exit_code) == ("bad-key", USAGE), key
            assert trouble_in(store.earlier, "g", key).code == "bad-key"
            assert store.games() == []

    def test_what_a_game_may_be_called(self, store: Store) -> None:
        for number, name in enumerate(NAMES, 1):
            store.append(name, 0, bodies(1, number))
            assert store.read(name) == bodies(1, number)
        assert {entry.name: entry.records for entry in store.games()} == {
            name: number for number, name in enumerate(NAMES, 1)
        }

    def test_what_no_game_may_be_called(self, store: Store) -> None:
        uses: list[Callable[[str], object]] = [
            lambda name: store.append(name, 0, [OPENED]),
            store.read,
            store.head,
            lambda name: store.earlier(name, "k"),
            lambda name: store.put_result(name, 1, b"{}"),
        ]
        for name, use in product(NO_NAMES, uses):
            trouble = trouble_in(use, name)
            assert (trouble.code, trouble.exit_code) == ("bad-game-name", USAGE), name

    def test_the_list_of_games(self, store: Store) -> None:
        assert (store.games(), list(store.names())) == ([], [])
        one, two, three = bodies(1, 3)
        for name, log in (
            ("b", [one]),
            ("é", [one, two, three]),
            ("B", [one, two]),
            ("🎲", [one]),
            ("\uffee", [one]),
        ):
            store.append(name, 0, log)
        assert store.games() == [
            GameEntry("B", 2, one, two, None),
            GameEntry("b", 1, one, one, None),
            GameEntry("é", 3, one, three, None),
            GameEntry("\uffee", 1, one, one, None),
            GameEntry("🎲", 1, one, one, None),
        ]
        assert list(store.names()) == ["B", "b", "é", "\uffee", "🎲"]

    def test_a_result_counts_as_long_as_it_is_of_the_whole_log(self, store: Store) -> None:
        def shown() -> bytes | None:
            return store.games()[0].result

        store.append("g", 0, bodies(1, 2))
        store.put_result("g", 1, b'{"of":1}')
        assert shown() is None
        store.put_result("g", 2, b'{"of":2}')
        store.put_result("g", 1, b'{"late":1}')
        assert shown() == b'{"of":2}'
        store.put_result("g", 2, b'{"again":2}')
        assert shown() == b'{"again":2}'
        store.append("g", 2, bodies(3, 3))
        assert shown() is None
        assert trouble_in(store.put_result, "g", 3, b"{").code == "bad-record-line"

    def test_what_is_given_back_is_not_the_log_itself(self, store: Store) -> None:
        mine = bodies(1, 2)
        store.append("g", 0, mine)
        mine.clear()
        store.read("g").clear()
        assert store.read("g") == bodies(1, 2)

    def test_secrets_come_and_go_with_what_they_are_left_out_of(self, store: Store) -> None:
        later, earlier = Secret(2, "kept[1]", "c2FsdA==", "7"), Secret(2, "kept[0]", "", '"Ana"')
        assert (store.secrets("g"), store.keys("g")) == ([], [])
        store.append("g", 0, bodies(1, 2), secrets=[later, earlier], key="k")
        store.append("h", 0, bodies(1, 2), secrets=[later])
        with pytest.raises(Conflict):
            store.append("g", 1, bodies(2, 2), secrets=[Secret(2, "at", "", "1")])
        assert store.secrets("g") == [earlier, later]
        store.withdraw([Withdrawal("g", forgotten=[earlier], keys={"k": "l"}, name="i")], "now")
        assert store.secrets("i") == store.secrets("h") == [later]
        assert (store.secrets("g"), store.keys("i")) == ([], ["l"])
        assert store.append("i", 0, bodies(1, 2), key="l").repeated
        assert store.read("i") == bodies(1, 2)

    def test_a_line_that_is_another_one_by_now_is_not_withdrawn(self, store: Store) -> None:
        frame: dict[str, object] = {"v": 1, "at": None, "by": "ana", "data": {}}
        records = [json.loads(body) | frame for body in bodies(1, 2)]
        first, second = (json.dumps(record).encode() for record in records)
        less = withheld(second, records[1] | {"by": None})
        for game in ("g", "h"):
            store.append(game, 0, [first, second])
            store.put_result(game, 2, b"{}")
        fits, other = Withdrawal("g", {2: (second, less)}), Withdrawal("h", {2: (first, less)})
        with pytest.raises(Conflict) as caught:
            store.withdraw([fits, other], "now")
        assert (caught.value.facts["game"], caught.value.found) == ("h", 2)
        assert store.read("g") == store.read("h") == [first, second]
        assert [game.result for game in store.games()] == [b"{}", b"{}"]
        store.withdraw([fits], "now")
        assert (store.read("g"), store.read("h")) == ([first, less], [first, second])
        assert [game.result for game in store.games()] == [None, b"{}"]

    def test_a_withdrawal_is_noticed_and_nothing_else_is(self, store: Store) -> None:
        secret = Secret(2, "at", "", "1")
        before = store.rewritten()
        store.append("g", 0, bodies(1, 2), secrets=[secret], key="k")
        store.append("h", 0, bodies(1, 2))
        store.put_result("g", 2, b"{}")
        assert store.rewritten() == before
        for each in (Withdrawal("g", forgotten=[secret]), Withdrawal("g", keys={"k": "l"})):
            store.withdraw([each], "now")
            assert store.rewritten() != before
            before = store.rewritten()
        assert store.rewritten() == before
