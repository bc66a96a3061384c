"""Lines of the score sheet as events."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ragami.games.deal_with_the_devil.sheet import terms as t
from ragami.notation.line import Line
from ragami.notation.misread import Word

NO_SOULS: Final = {"mortal": 0, "cultist": 0}


class Reader:
    """Reads the parts of a line in either language. Everything raises `Unread`."""

    def __init__(self, line: Line, state: Any = None) -> None:
        self.line = line
        self.state = state
        self.closed = False

    def next(self) -> str:
        """The next token, without the semicolon that ends a part of the line."""
        return self.line.peek().rstrip(";")

    def take(self) -> str:
        token = self.line.take()
        self.closed = token.endswith(";")
        return token.rstrip(";")

    def word(self, words: Mapping[Word, str], *others: Any, text: str | None = None) -> str:
        """What a token stands for; only whole words."""
        token = self.next() if text is None else text
        for word, meaning in words.items():
            if token in word:
                if text is None:
                    self.take()
                return meaning
        raise self.line.stop(*words, *others)

    def maybe(self, word: Word) -> bool:
        if self.next() in word and self.line.peek():
            self.take()
            return True
        return False

    def card(self) -> str | None:
        if not self.next():
            raise self.line.stop(t.A_PIECE)
        token = self.take()
        return None if token == "?" else token

    def cards(self, n: int) -> list[str | None]:
        return [self.card() for _ in range(n)]

    def goods(self) -> dict[str, int]:
        token = self.next()
        if token != "-" and not re.fullmatch(rf"-?(?:{t.GOODS_SHAPE.pattern})+", token):
            raise self.line.stop(t.SOME_GOODS)
        self.take()
        return {t.LETTERS[letter]: int(n) for n, letter in t.GOODS_SHAPE.findall(token)}

    def souls(self) -> dict[str, int]:
        token = self.next()
        found = t.SOULS_SHAPE.fullmatch("" if token == "-" else token)
        if found is None:
            raise self.line.stop(t.SOME_SOULS)
        self.take()
        return {"mortal": int(found[1] or 0), "cultist": int(found[2] or 0)}

    def number(self) -> int:
        token = self.next()
        if not token.isdecimal() or not token.isascii():
            return self.line.number()
        self.take()
        return int(token)

    def pair(self, between: str) -> tuple[str, str]:
        left, found, right = self.next().partition(between)
        if not found or not right:
            raise self.line.stop(t.A_PAIR)
        return left, right

    def roles(self) -> dict[str, str | None]:
        if self.maybe(t.UNKNOWN):
            return dict.fromkeys(t.SEATS.values())
        table: dict[str, str | None] = {}
        for _ in range(4):
            colour, role = self.pair(":")
            seat = self.word(t.SEATS, text=colour)
            table[seat] = None if role == "?" else self.word(t.ROLES, text=role)
            self.take()
        return table

    def role(self) -> str:
        return self.word(t.ROLES)

    def wishes(self) -> Any:
        if self.maybe(t.UNKNOWN):
            return None
        wishes = {"mortal": 0, "cultist": 0, "devil": 0}
        while not self.maybe(t.EMPTY) and self.next():
            token = self.next()
            kind = self.word(t.SOUGHT, text=token[:-1])
            wishes[kind] = {"+": 1, "-": -1}.get(token[-1:], 0)
            self.take()
        return wishes

    def answer(self) -> Any:
        """`take 1c` or `leave`."""
        accept = self.word({t.VERBS["take"]: "take", t.VERBS["leave"]: ""})
        souls = self.souls() if accept and self.next() else NO_SOULS
        return {"accept": bool(accept), "souls": souls}

    def offer(self) -> Any:
        if self.maybe(t.UNKNOWN):
            return None
        goods, asks = self.goods(), {}
        if self.maybe(t.FOR):
            found = t.PRICE_SHAPE.fullmatch(self.next())
            if found is None:
                raise self.line.stop(t.A_PRICE)
            self.take()
            asks = {"coins" if found[2] == "$" else "souls": int(found[1])}
        return {"goods": goods, "asks": asks}

    def picked(self) -> Any:
        token = self.take()
        if token.isdecimal():
            return {"paid": int(token)}
        if token[:1] == "=" and token[1:].isdecimal():
            return {"option": int(token[1:])}
        kind = next((one for word, one in t.COURTIERS.items() if token in word), None)
        if kind:
            return {"courtier": kind}
        if token[-1:] in "!-":
            return {"building": token[:-1], "done": token[-1] == "!"}
        name, at, space = token.partition(">")
        given = {"achievement": name} if name else {}
        return given | ({"space": int(space)} if at and space.isdecimal() else {})

    def many(self, *ends: Word) -> Iterator[str]:
        """The tokens up to one of these words, or to the end of a part."""
        while not self.closed and self.next() and not any(self.next() in word for word in ends):
            yield self.take()


def _draw(r: Reader, who: str) -> Any:
    kept = [r.card()] if r.maybe(t.KEPT) else []
    if r.next()[:1] != "+":
        raise r.line.stop("+", t.KEPT)
    first = r.take()[1:]
    drawn = [first if first != "?" else None, *r.cards(3)] if first else r.cards(4)
    if not r.maybe(t.EVENT):
        raise r.line.stop(t.EVENT)
    return "cards_drawn", {"kept": kept, "drawn": drawn, "event": r.card()}


def _take(r: Reader, who: str) -> Any:
    souls = r.souls() if r.next() else NO_SOULS
    return "offer_answered", {"answer": {"accept": True, "souls": souls}}


def _plan(r: Reader, who: str) -> Any:
    data: dict[str, Any] = {"event": [], "discarded": [], "uses": [], "builds": [], "hire": False}
    use, build, hire = (
        next(w for w, s in t.STEPS.items() if s == k) for k in ("use", "build", "hire")
    )
    ends = (use, build, hire, t.DROP)
    while r.next() and not r.maybe(t.EMPTY):
        if r.maybe(use):
            data["uses"] = list(r.many(*ends))
        elif r.maybe(build):
            tokens = list(r.many(*ends))
            data["builds"] = [{"building": t.rstrip("!"), "act": t[-1:] == "!"} for t in tokens]
        elif r.maybe(hire):
            data["hire"] = True
        elif r.maybe(t.DROP):
            data["discarded"] = [r.card()]
        else:
            card, side = r.pair(":")
            data["event"] = [{"card": card, "side": r.word(t.SIDES, text=side)}]
            r.take()
    return "plan_shown", data


def _step(done: bool) -> Callable[[Reader, str], Any]:
    def read(r: Reader, who: str) -> Any:
        kind = r.word(t.STEPS)
        step = f"{kind}:{r.card()}" if kind in ("use", "build", "act") else kind
        choices = []
        while r.next():
            choices.append(r.picked())
        return "step_resolved", {"step": step, "done": done, "choices": choices}

    return read


def _claim(r: Reader, who: str) -> Any:
    name, at, space = r.take().partition(">")
    where = int(space) if at and space.isdecimal() else None
    given = []
    if r.maybe(t.WITH):
        while r.next():
            given.append(r.word(t.COURTIERS))
    return "achievement_claimed", {"achievement": name, "space": where, "courtiers": given}


def _is(r: Reader, who: str) -> Any:
    return _named(r, true=not r.maybe(t.NOT))


def _is_not(r: Reader, who: str) -> Any:
    if not r.maybe(t.VERBS["is"]):
        raise r.line.stop(t.VERBS["is"])
    return _named(r, true=False)


def _named(r: Reader, *, true: bool) -> Any:
    return "accusation_answered", {"of": r.word(t.SOUGHT), "true": true}


def _answer(r: Reader, who: str) -> Any:
    if r.maybe(t.UNKNOWN):
        return "offer_answered", {"answer": None}
    return _face(r, who)


def _face(r: Reader, who: str) -> Any:
    data: dict[str, Any] = {"souls": 0, "indulgences": 0, "convinced": [], "choices": {}}
    for word, name in ((t.SOULS, "souls"), (t.INDULGENCES, "indulgences")):
        if not r.maybe(word):
            raise r.line.stop(word)
        data[name] = r.number()
    if not r.maybe(t.CONVINCED):
        raise r.line.stop(t.CONVINCED)
    data["convinced"] = [] if r.closed else list(r.many())
    while r.next():
        r.closed = False
        id_ = r.take()
        token = r.next()
        if token == "-" or t.GOODS_SHAPE.match(token.removeprefix("-")):
            reply: dict[str, Any] = {"given": r.goods()}
            if not r.closed and r.maybe(t.LEFT_OVER):
                reply["kept"] = r.number()
        else:
            reply = {"building": r.card()}
        data["choices"][id_] = reply
    return "inquisition_faced", data


def _ritual(r: Reader) -> Any:
    chests: dict[str, Any] = {}
    while r.next():
        role = r.word(t.ROLES)
        goods: Any = {}
        souls = NO_SOULS
        guesses: dict[str, str] = {}
        while not r.closed and r.next():
            if r.maybe(t.SOULS):
                souls = r.souls()
            elif ">" in r.next():
                of, colour = r.pair(">")
                guesses[r.word(t.SOUGHT, text=of)] = r.word(t.SEATS, text=colour)
                r.take()
            else:
                goods = r.goods()
        r.closed = False
        chests[role] = {"goods": goods, "souls": souls, "guesses": guesses}
    return "ritual_opened", {"chests": chests}


def _votes(r: Reader) -> Any:
    votes = {}
    while r.next():
        voter, vote = r.pair(">")
        votes[r.word(t.SEATS, text=voter)] = "none" if vote == "-" else r.word(t.SEATS, text=vote)
        r.take()
    return "votes_cast", {"votes": votes}


def _traded(first: str) -> Callable[[Reader, str], Any]:
    def read(r: Reader, who: str) -> Any:
        data: dict[str, Any] = {"sells": {}, "buys": {}}
        data[first] = r.goods()
        if r.next():
            other = r.word({t.VERBS["buy"]: "buys", t.VERBS["sell"]: "sells"})
            data[other] = r.goods()
        return "bank_traded", data

    return read


def _wall(r: Reader, who: str) -> Any:
    goods = r.goods()
    if not r.maybe(t.SOULS):
        raise r.line.stop(t.SOULS)
    return "wall_opened", {"goods": goods, "souls": r.souls()}


def _reveal(r: Reader, who: str | None) -> Any:
    place = r.next()
    read = VALUES.get(re.split(r"[.\[]", place)[0])
    if read is None:
        raise r.line.stop(t.A_PLACE)
    r.take()
    if not r.maybe(t.FROM):
        raise r.line.stop(t.FROM)
    seq = r.number()
    if r.next() != "=":
        raise r.line.stop("=")
    r.take()
    return "revealed", {"player": who, "seq": seq, "place": place, "value": read(r)}


def _back(r: Reader) -> Any:
    """To just after the sending of a pass of this round (2.3)."""
    pass_ = r.number()
    sent = r.state.dealt if r.state else ()
    found = [one.seq for one in sent if (one.round, one.pass_) == (r.state.round, pass_)]
    if not found:
        r.line.at -= 1
        raise r.line.stop(t.A_PASS, lost=True)
    return "undone", {"to": found[-1], "reason": None}


def _simple(type_: str, field: str, read: Callable[[Reader], Any]) -> Callable[[Reader, str], Any]:
    return lambda r, _who: (type_, {field: read(r)})


LEAVES: Final = {"answer": {"accept": False, "souls": NO_SOULS}}
# How the value of a secret place is written, by the field that it is in.
VALUES: Final[dict[str, Callable[[Reader], Any]]] = {
    "offer": Reader.offer,
    "answer": Reader.answer,
    "wishes": Reader.wishes,
    **dict.fromkeys(("roles", "chests"), Reader.role),
    **dict.fromkeys(("kept", "drawn", "event", "cards", "discarded"), Reader.card),
}
OF_PLAYERS: Final[dict[Word, Callable[[Reader, str], Any]]] = {
    t.VERBS["wish"]: _simple("wishes_given", "wishes", Reader.wishes),
    t.VERBS["word"]: _simple("word_given", "word", lambda r: r.line.quote()),
    t.VERBS["draw"]: _draw,
    t.VERBS["hand"]: _simple("buildings_passed", "cards", lambda r: r.cards(2)),
    t.VERBS["offer"]: _simple("offer_made", "offer", Reader.offer),
    t.VERBS["take"]: _take,
    t.VERBS["leave"]: lambda _r, _who: ("offer_answered", LEAVES),
    t.VERBS["answer"]: _answer,
    t.VERBS["plan"]: _plan,
    t.VERBS["do"]: _step(done=True),
    t.VERBS["skip"]: _step(done=False),
    t.VERBS["claim"]: _claim,
    t.VERBS["end"]: lambda _r, _who: ("actions_ended", {}),
    t.VERBS["innocent"]: lambda _r, _who: ("charge_answered", {"answer": "innocent"}),
    t.VERBS["guilty"]: lambda _r, _who: ("charge_answered", {"answer": "guilty"}),
    t.VERBS["wings"]: _simple("wings_bought", "count", Reader.number),
    t.VERBS["is"]: _is,
    t.VERBS["not"]: _is_not,
    t.VERBS["face"]: _face,
    t.VERBS["wall"]: _wall,
    t.VERBS["buy"]: _traded("buys"),
    t.VERBS["sell"]: _traded("sells"),
    t.VERBS["loan"]: _simple("loan_taken", "coins", Reader.number),
    t.VERBS["repay"]: _simple("debt_paid", "coins", Reader.number),
    t.VERBS["asks"]: _simple("request_shown", "card", Reader.card),
    t.VERBS["reveal"]: _reveal,
}
OF_ALL: Final[dict[Word, Callable[[Reader], Any]]] = {
    t.VERBS["sealed"]: lambda r: ("distribution_sealed", {"digest": r.take()}),
    t.VERBS["roles"]: lambda r: ("characters_dealt", {"roles": r.roles()}),
    t.VERBS["shown"]: lambda r: ("roles_shown", {"roles": r.roles()}),
    t.VERBS["send"]: lambda r: ("offers_sent", {"pass": r.number(), "chests": r.roles()}),
    t.VERBS["return"]: lambda _r: ("chests_returned", {}),
    t.VERBS["votes"]: _votes,
    t.VERBS["ritual"]: _ritual,
    t.VERBS["turn"]: lambda r: ("inquisitor_turned", {"slot": r.number(), "inquisitor": r.card()}),
    t.VERBS["seed"]: lambda r: ("seed_opened", {"seed": r.take()}),
    t.VERBS["reveal"]: lambda r: _reveal(r, None),
    t.VERBS["back"]: _back,
}
