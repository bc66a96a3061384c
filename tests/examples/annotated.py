"""The annotated score sheet, in both languages: the beginning of a game, each line told once.

The kinds of lines that do not occur in it stand at its end, as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ragami.game import game_named
from ragami.game.capabilities import NOTATION
from ragami.games.ragami.forms import FORMS
from ragami.language import Language
from ragami.sheet import Misread, logs_in
from ragami.sheet.words import reference
from ragami.sheet.writing import write_sheet

NAMES: Final[dict[Language, str]] = {"en": "annotated.ragami", "es": "annotated.es.ragami"}
LINES: Final = 139
COMMENTS_FROM: Final = 44

HEAD: Final[dict[Language, str]] = {
    "en": """\
# A score sheet of ragami, annotated. What follows a '#' is a comment and no part of the record.
# `ragami verify examples/annotated.ragami` judges it, `ragami import` takes it into the database.
# The words are English or Spanish in any mixture, and may be cut short as long as they are clear:
# 'Y mo 14 d:d' is 'Y move 14 d:draw', 'A mueve 14 d:robo' too. See docs/sheet.md.

""",
    "es": """\
# Una hoja de anotación de ragami, comentada. Lo que sigue a '#' es un comentario y no se anota.
# `ragami verify examples/annotated.es.ragami` la juzga, `ragami import` la guarda.
# Las palabras son inglesas o españolas, también mezcladas, y se pueden acortar si quedan claras:
# 'A mu 14 d:r' es 'A mueve 14 d:robo', y 'Y move 14 d:draw' también. Véase docs/sheet.es.md.

""",
}

# Heads that become notes, written under the others.
NOTED: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("event: Club night", "table: 2", "date: 2026-06-05"),
    "es": ("evento: Noche de club", "mesa: 2", "fecha: 2026-06-05"),
}

# Typed as somebody at the table would, after the game has gone on so far.
TYPED: Final[dict[Language, str]] = {
    "en": """\
P reveal 8 from 133
note: supper is ready
name dice action red white black
G move 3
undo
redo
undo "that was the wrong square"
G move 10
correct 121 "he read 17 for 20" by "the table" = G saint Y>20 demon 14>18
assert vp P:10 cubes P:0
penalty G slow-play
rule R-TURN-11 "nobody minds" by "the table"
B cubes +1
end
""",
    "es": """\
P muestra 8 de 133
nota: la cena está lista
nombra dados action rojo blanco negro
V mueve 3
deshace
rehace
deshace "no era ese espacio"
V mueve 10
corrige 121 "leyó 17 por 20" por "la mesa" = V santo A>20 demonio 14>18
consta pv P:10 cubos P:0
sanción V juego-lento
dictamen R-TURN-11 "a nadie le importa" por "la mesa"
Z cubos +1
fin
""",
}

# What is said of a line that begins so (in English), at the first such line.
TOLD: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "game:",
        "The heads make record 1. The rules are those of version 1.",
        "Los encabezamientos forman la anotación 1. Las reglas son las de la versión 1.",
    ),
    (
        "players:",
        "In clockwise order. Y G B P, in Spanish A V Z P; names in quotes if need be.",
        "Según las agujas del reloj. A V Z P, en inglés Y G B P; si hace falta, entre comillas.",
    ),
    (
        "board:",
        "What ships; a board of your own stands here as JSON. Options only if changed:",
        "Lo incluido; un tablero propio va aquí como JSON. Opciones, solo las cambiadas:",
    ),
    (
        "deck:",
        "options: pass_policy=reenter power_die=no",
        "opciones: pass_policy=reenter power_die=no",
    ),
    (
        "event:",
        "Event, table and date are kept as notes.",
        "Evento, mesa y fecha se guardan como notas.",
    ),
    (
        "seed conflicts",
        "Six Location chips, and the Conflict die on each: square:die.",
        "Seis fichas de localización, y en cada una un dado de Conflicto: espacio:dado.",
    ),
    (
        "seed demons",
        "Four Location chips, and a Demon on each.",
        "Cuatro fichas de localización, y un Demonio en cada una.",
    ),
    (
        "seed saints",
        "Where the Saints stand that nobody owns.",
        "Dónde están los Santos que no son de nadie.",
    ),
    (
        "P first",
        "The first player.",
        "El primer jugador.",
    ),
    (
        "P start",
        "Of three cards two are discarded, one is kept; '?' is one that nobody else saw.",
        "De tres cartas se descartan dos y se guarda una; '?' es una que nadie más ha visto.",
    ),
    (
        "P set saint",
        "Who sets what, and where.",
        "Quién pone qué, y dónde.",
    ),
    (
        "B dice",
        "The dice as they fell, and as they were set; the Demons are for red 1s.",
        "Los dados como cayeron y como se colocan; los Demonios son por los unos rojos.",
    ),
    (
        "P saint Y>",
        "A Saint moves, then a Demon. The die on the space 'saint' pays: not said.",
        "Se mueve un Santo, luego un Demonio. Paga el dado del espacio 'santo': no se dice.",
    ),
    (
        "P end",
        "The end of a turn; 'end' would do, for it is her turn.",
        "El final de un turno; bastaría 'fin', porque es el suyo.",
    ),
    (
        "G move",
        "One's own Ragami moves. Any die may pay, so it is said: d: and its space.",
        "El Ragami propio. Puede pagar cualquier dado, así que se dice: d: y su espacio.",
    ),
    (
        "B draw",
        "Two cards go, one is kept. 'x5' before them: card 5 leaves the hand to make room.",
        "Dos cartas se van, una se guarda. Con 'x5' delante, la carta 5 sale de la mano.",
    ),
    (
        "P draw -1 +?",
        "Card 11 pays: of three cards two are kept.",
        "Paga la carta 11: de tres cartas se guardan dos.",
    ),
    (
        "P saint B>",
        "The Demon comes from the supply.",
        "El Demonio viene de la reserva.",
    ),
    (
        "P move Q5",
        "Card 5 pays. 'N>14' would move the neutral Ragami.",
        "Paga la carta 5. 'N>14' movería el Ragami neutral.",
    ),
    (
        "P draw -6",
        "Card 9: one more draw, and the die on the space 'saint' goes down by 1.",
        "Carta 9: un robo más, y el dado del espacio 'santo' baja en 1.",
    ),
    (
        "B resolve",
        "An attempt, here with a roll of 1 only. c3 cubes, v2 Virtue, k13 a card.",
        "Un intento, aquí solo con un 1 en el dado. c3 cubos, v2 Virtud, k13 una carta.",
    ),
    (
        "P pass",
        "A pass is final for the round, unless the table agreed otherwise.",
        "Quien pasa, pasa para toda la ronda, si la mesa no acordó otra cosa.",
    ),
    (
        "conflicts",
        "Round preparation: new Location chips and dice.",
        "Preparación de la ronda: fichas de localización y dados nuevos.",
    ),
    (
        "G step",
        "Step 5: Virtue for 1 VP, and the Virtue die goes to a block.",
        "Paso 5: Virtud por 1 PV, y el dado de Virtud va a un edificio.",
    ),
    (
        "G resolve roll 1 c:8",
        "Card 8 pays.",
        "Paga la carta 8.",
    ),
    (
        "P play 10",
        "A card is played, by its number; then what it asks for.",
        "Se juega una carta, por su número; después, lo que pida.",
    ),
    (
        "P cubes",
        "White cubes become 4 VP.",
        "Cubos blancos se convierten en 4 PV.",
    ),
    (
        "G play 2",
        "Card 2 moves one or two Demons.",
        "La carta 2 mueve uno o dos Demonios.",
    ),
    (
        "P resolve roll 2 out",
        "It fails, and the Ragami leaves for a block.",
        "No lo consigue, y el Ragami sale a un edificio.",
    ),
    (
        "P trade",
        "A card becomes a white cube.",
        "Una carta se convierte en un cubo blanco.",
    ),
    (
        "P reveal",
        "A card that was hidden is shown, with the record that brought it.",
        "Se enseña una carta que estaba oculta, con la anotación que la trajo.",
    ),
    (
        "note:",
        "A remark that is part of the record.",
        "Una nota, que forma parte del registro.",
    ),
    (
        "name dice",
        "Which dice are rolled, in the order in which rolls are written.",
        "Qué dados se tiran, en el orden en que se escriben las tiradas.",
    ),
    (
        "undo",
        "Everything after a record is struck out; it stays here all the same.",
        "Todo lo posterior a una anotación queda tachado; aquí sigue, de todos modos.",
    ),
    (
        "redo",
        "The undo is taken back.",
        "Se retira lo deshecho.",
    ),
    (
        "correct",
        "From now on a record reads so; why, and who says so.",
        "Desde ahora esa anotación dice otra cosa; por qué, y quién lo dice.",
    ),
    (
        "assert",
        "What the table shows, to be compared with what the log says.",
        "Lo que muestra la mesa, para compararlo con lo que dice el registro.",
    ),
    (
        "penalty",
        "What it costs need not be said: it is what the catalogue has, here for a first time.",
        "Lo que cuesta no hace falta decirlo: es lo del catálogo, aquí por primera vez.",
    ),
    (
        "rule",
        "The next event may break this rule, and stands.",
        "Lo siguiente puede incumplir esta regla, y vale.",
    ),
)

# Above what stands at the end.
NOT_HERE: Final[dict[Language, str]] = {
    "en": "\n# What has not come up in this game:\n",
    "es": "\n# Lo que no ha ocurrido en esta partida:\n",
}


def annotated(log: bytes, language: Language) -> bytes:
    """The sheet made of the beginning of this game."""
    begun = list(write_sheet(b"".join(log.splitlines(keepends=True)[:LINES]), language))
    heads = next(at for at, line in enumerate(begun) if not line.split()[0].endswith(":"))
    begun[heads:heads] = NOTED[language]
    (game,) = logs_in("\n".join([*begun, TYPED[language]]).encode())
    assert not isinstance(game, Misread), game.say(language)
    lines = list(write_sheet(game.log, language))
    types = {type_.decode() for type_ in re.findall(rb'"type":"(\w+)"', game.log)}
    told = _told(lines, write_sheet(game.log, "en"), language)
    return (HEAD[language] + "".join((*told, *_not_here(lines, types, language)))).encode()


def _told(lines: Sequence[str], english: Iterator[str], language: Language) -> Iterator[str]:
    to_tell = {start: en if language == "en" else es for start, en, es in TOLD}
    for known, line in zip(english, lines, strict=True):
        start = next((start for start in to_tell if known.startswith(start)), None)
        told = f"  # {to_tell.pop(start)}" if start else ""
        yield (f"{line:<{COMMENTS_FROM}}{told}" if told else line) + "\n"
    assert not to_tell, (
        f"the game has other moves now: TOLD explains lines that it lacks, {list(to_tell)}"
    )


def _not_here(lines: Sequence[str], types: set[str], language: Language) -> Iterator[str]:
    """Examples of the kinds of lines that the sheet does not have."""
    yield NOT_HERE[language]
    examples = dict(reversed(list(FORMS.examples(language))))
    absent = {line for type_, line in examples.items() if type_ not in types}
    every = game_named("ragami").need(NOTATION).reference(language)
    of_the_game = [told for told in every if told[0] in absent]
    words = set(" ".join(lines).split())
    others = [told for told in reference(language) if not set(_begun(told[0])) <= words]
    for line, meaning in (*of_the_game, *others):
        yield f"#   {line:<{COMMENTS_FROM - 2}}{meaning}\n"


def _begun(line: str) -> list[str]:
    """The keywords of an example, up to what it leaves open."""
    return re.findall("[a-z]+:?", line.partition("…")[0])
