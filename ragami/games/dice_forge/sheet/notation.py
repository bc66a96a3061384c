"""Dice Forge as a score sheet. See `ragami.notation.protocol.Notation`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from ragami.games.dice_forge.sheet import opening, reading
from ragami.games.dice_forge.sheet import words as w
from ragami.games.dice_forge.sheet.writing import Pen
from ragami.games.dice_forge.state import State
from ragami.language import Language
from ragami.notation.line import Line, word_in
from ragami.notation.misread import Word, folded
from ragami.notation.protocol import Continuation

NOBODYS: Final = (w.REMOVE, w.ASSERT)

# An example of every line in both languages, and what it says.
REFERENCE: Final[tuple[tuple[Word, Word], ...]] = (
    (
        Word("remove 4:6g,2g+1m 12:4p,2m+2p", "retira 4:6g,2g+1m 12:4p,2m+2p"),
        Word("two players: faces taken out at random", "dos jugadores: caras retiradas al azar"),
    ),
    (
        Word("roll O 1.3 2.6 G 1.1 2.1m", "tira J 1.3 2.6 V 1.1 2.1m"),
        Word("a roll of several players: slots, or faces", "tirada de varios: lados, o caras"),
    ),
    (Word("B roll 2.5", "Z tira 2.5"), Word("a roll of one player", "tirada de un jugador")),
    (
        Word("K apply 1 h1 2=B.2:s", "N aplica 1 h1 2=Z.2:s"),
        Word(
            "faces in order: =die copied, :choice (g s m p), hN gold on the hammer",
            "caras en orden: =dado copiado, :elección (g s m p), hN oro al martillo",
        ),
    ),
    (
        Word("K apply 1:s 2^1s>2.1 again 1:m 2", "N aplica 1:s 2^1s>2.1 otra 1:m 2"),
        Word("^ buys with a ship; again: a Cerberus token", "^ compra con nave; otra: Cerbero"),
    ),
    (
        Word("O apply 1 v2s 2 v1m", "J aplica 1 v2s 2 v1m"),
        Word("so much into glory: Sentinel, Cyclops", "tanto en gloria: Centinela, Cíclope"),
    ),
    (
        Word("O apply B.1 G.2:m", "J aplica Z.1 V.2:m"),
        Word("Satyrs: faces of others' dice", "Sátiros: caras de dados ajenos"),
    ),
    (
        Word("O boar s p", "J jabalí s p"),
        Word("what the owner of a boar gains", "lo que gana el dueño del jabalí"),
    ),
    (
        Word("O call owl g h1", "J llama búho g h1"),
        Word("a reinforcement", "un refuerzo"),
    ),
    (
        Word("O offer 4g>1.3 1s>1.1g 1m>2.5", "J ofrece 4g>1.3 1s>1.1g 1m>2.5"),
        Word("an offering: faces and where they go", "una ofrenda: caras y adónde van"),
    ),
    (Word("O feat ferryman", "J hazaña barquero"), Word("a heroic feat", "una hazaña heroica")),
    (
        Word("O forge x3>1.2", "J forja x3>1.2"),
        Word("a face of the gardens", "una cara de los jardines"),
    ),
    (
        Word("O send red>B", "J envía red>Z"),
        Word("the boar's colour and its bearer", "el color del jabalí y quién lo lleva"),
    ),
    (
        Word("O split h2", "J reparte h2"),
        Word("Wild Spirits: gold on the hammer", "Espíritus Salvajes: oro al martillo"),
    ),
    (Word("O triton g h3", "J tritón g h3"), Word("a Triton token", "una ficha de Tritón")),
    (Word("O end", "J fin"), Word("the turn ends", "acaba el turno")),
    (
        Word(
            "assert gold O:5 up O.1:4g feats hind:2 portals O:3 B:-",
            "comprueba oro J:5 arriba J.1:4g hazañas cierva:2 portales J:3 Z:-",
        ),
        Word("what lies on the table, to be compared", "lo que hay en la mesa, para comparar"),
    ),
)


class Notation:
    """The lines of Dice Forge."""

    heads: Mapping[Word, str] = w.HEADS
    seats: Mapping[Word, str] = w.SEATS

    def read(self, line: Line, state: State) -> tuple[str, Any]:
        who = word_in(line.peek(), w.SEATS, whole=True)
        if who:
            line.take()
        verbs = {verb: type_ for verb, type_ in w.VERBS.items() if not who or verb not in NOBODYS}
        type_ = line.one_of(verbs, *(() if who else w.COLOURS))
        data = reading.read(type_, who, line, state)
        line.end()
        return type_, data

    def write(self, type_: str, event: Any, _state: State, language: Language) -> str | None:
        return Pen(language).line(type_, event) if type_ in w.VERB_OF else None

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        return opening.read_opening(rules, heads)

    def write_opening(self, event: Any, language: Language) -> list[str]:
        return opening.write_opening(event, language)

    def continuations(self, text: str, state: State, language: Language) -> Iterable[Continuation]:
        from ragami.games.dice_forge.sheet.continuing import continuations  # noqa: PLC0415 (law 10)

        return continuations(text, state, language)

    def example(self, text: str, language: Language) -> str:
        """The example whose verb is in the line, or nearly."""
        verbs = {folded(word): verb for verb in w.VERBS for word in verb}
        for token in text.split()[:2]:
            if near := get_close_matches(folded(token), verbs, 1, 0.6):
                said = verbs[near[0]].say(language)
                lines = [line for line, _ in self.reference(language) if said in line.split()]
                return get_close_matches(text, lines, 1, 0)[0] if lines else ""
        return ""

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for line, meaning in REFERENCE:
            yield line.say(language), meaning.say(language)

    def empty_heads(self, language: Language) -> Iterable[str]:
        return opening.empty_heads(language)


NOTATION: Final = Notation()
