"""What is said of a tournament, in English and Spanish: events, verdicts, findings, values.

Plain tables: a template for each in both languages, with the facts in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ragami.language import Language

Both = tuple[str, str]

EVENT_SAID: Final[Mapping[str, Both]] = {
    "game_opened": (
        "The tournament is opened: {plays} at the tables, seed {seed}.",
        "Se abre el torneo: en las mesas {plays}, semilla {seed}.",
    ),
    "entered": ("{entrant} enters: {name} ({club}).", "{entrant} se inscribe: {name} ({club})."),
    "entered_late": (
        "{entrant} enters late: {name} ({club}).",
        "{entrant} se inscribe tarde: {name} ({club}).",
    ),
    "dropped": ("{entrant} drops ({reason}).", "{entrant} se retira ({reason})."),
    "returned": ("{entrant} is back.", "{entrant} vuelve."),
    "no_show_recorded": (
        "Round {round}: {entrant} does not appear.",
        "Ronda {round}: {entrant} no se presenta.",
    ),
    "round_paired": (
        "Round {round} is paired by {pairer}: {tables}; byes: {byes}; cost {cost}.",
        "Se empareja la ronda {round} por {pairer}: {tables}; descansos: {byes}; coste {cost}.",
    ),
    "pairing_overridden": (
        "The pairing of round {round} is changed by hand: {tables}; byes: {byes}; cost {cost}"
        " ({reason}; {authority}).",
        "Se cambia a mano el emparejamiento de la ronda {round}: {tables}; descansos: {byes};"
        " coste {cost} ({reason}; {authority}).",
    ),
    "table_linked": (
        "Table {round}.{table} is linked to the log {log} at {size} records: {players}.",
        "La mesa {round}.{table} se enlaza al acta {log} con {size} anotaciones: {players}.",
    ),
    "result_recorded": (
        "Result of table {round}.{table} ({from}): {results}.",
        "Resultado de la mesa {round}.{table} ({from}): {results}.",
    ),
    "result_corrected": (
        "The result of table {round}.{table} is corrected ({from}): {results}"
        " ({reason}; {authority}).",
        "Se corrige el resultado de la mesa {round}.{table} ({from}): {results}"
        " ({reason}; {authority}).",
    ),
    "penalty_given": (
        "{entrant}: {penalty}, round {round} ({reason}; {authority}).",
        "{entrant}: {penalty}, ronda {round} ({reason}; {authority}).",
    ),
    "round_closed": ("Round {round} is closed.", "Se cierra la ronda {round}."),
    "final_cut": (
        "The final table: {entrants}; seats: {seats}.",
        "La mesa final: {entrants}; asientos: {seats}.",
    ),
    "tournament_closed": (
        "The tournament is closed ({reason}).",
        "Se cierra el torneo ({reason}).",
    ),
}

VALUES: Final[dict[str, Both]] = {
    "registration": ("registration", "inscripción"),
    "round": ("round", "ronda"),
    "between": ("between rounds", "entre rondas"),
    "final": ("final", "final"),
    "over": ("over", "terminado"),
    "in": ("in", "dentro"),
    "out": ("out", "fuera"),
    "disqualified": ("disqualified", "descalificado"),
    "log": ("log", "acta"),
    "referee": ("referee", "árbitro"),
    "warning": ("warning", "advertencia"),
    "game_loss": ("loss of the game", "pérdida de partida"),
    "disqualification": ("disqualification", "descalificación"),
    "link": ("a link", "un enlace"),
    "result": ("a result", "un resultado"),
    "rounds": ("all rounds played", "todas las rondas jugadas"),
    "early": ("closed early", "cerrado antes de tiempo"),
    "repeat": ("meetings again", "enfrentamientos repetidos"),
    "score": ("differences of points", "diferencias de puntos"),
    "club": ("same club", "mismo club"),
    "small": ("small tables", "mesas pequeñas"),
    "bye": ("byes", "descansos"),
    "order": ("who sits small", "quién va a la pequeña"),
    "size": ("off the shape", "fuera de la forma"),
    "seat": ("seats again", "asientos"),
    "asserted": ("what the hall says, to compare", "lo que dice la sala, para comparar"),
    "sizes": ("tables", "mesas"),
    "byes": ("byes", "descansos"),
    "points12": ("points (twelfths)", "puntos (doceavos)"),
    "places": ("places", "puestos"),
    "table": ("table", "mesa"),
    "none": ("–", "–"),
    "any": ("any game", "cualquier juego"),
    "by-hand": ("hand", "mano"),
    "swiss-1": ("swiss-1", "swiss-1"),
    "wins": ("{winners} wins ({first})", "gana {winners} ({first})"),
}

# What may be recorded, by its type.
NAMES: Final[dict[str, Both]] = {
    "game_opened": ("open a tournament", "abrir un torneo"),
    "entered": ("enter", "inscribir"),
    "entered_late": ("enter late", "inscribir tarde"),
    "dropped": ("drop", "retirar"),
    "returned": ("return", "volver"),
    "no_show_recorded": ("no-show", "incomparecencia"),
    "round_paired": ("pair a round", "emparejar una ronda"),
    "pairing_overridden": ("override the pairing", "cambiar el emparejamiento a mano"),
    "table_linked": ("link the log of a table", "enlazar el acta de una mesa"),
    "result_recorded": ("result of a table", "resultado de una mesa"),
    "result_corrected": ("correct a result", "corregir un resultado"),
    "penalty_given": ("penalty", "sanción"),
    "round_closed": ("close the round", "cerrar la ronda"),
    "final_cut": ("cut to the final table", "cortar a la mesa final"),
    "tournament_closed": ("close the tournament", "cerrar el torneo"),
}

# By the rule; where it has more than one way to be broken, by the rule and the `problem`.
VERDICTS: Final[Mapping[str, Both]] = {
    "R-T-ENTR-01": ("{entrants}: not entered.", "{entrants}: no consta inscripción."),
    "R-T-ENTR-02": ("{entrant} is taken already.", "{entrant} ya está en uso."),
    "R-T-ENTR-03": (
        "{entrant} would come in before round {round}, and entries end before round {late_until}.",
        "{entrant} entraría antes de la ronda {round} y se admite hasta antes de la {late_until}.",
    ),
    "R-T-ENTR-04": ("{entrant} cannot drop: {status}.", "{entrant} no puede retirarse: {status}."),
    "R-T-ENTR-05": ("{entrant} cannot return: {status}.", "{entrant} no puede volver: {status}."),
    "R-T-SHOW-01 not-at-a-table": (
        "{entrant} is not at a table of this round.",
        "{entrant} no está en ninguna mesa de esta ronda.",
    ),
    "R-T-SHOW-01 absent-already": (
        "{entrant} is named as absent already.",
        "La ausencia de {entrant} ya consta.",
    ),
    "R-T-SHOW-02": (
        "Table {table} has {has}: too late for a no-show of {entrant}.",
        "La mesa {table} tiene {has}: tarde para una incomparecencia de {entrant}.",
    ),
    "R-T-PHASE-01": (
        "This does not come now ({phase}) but in: {phases}.",
        "Esto no llega ahora ({phase}), sino en: {phases}.",
    ),
    "R-T-ROUND-01": (
        "Round {found} is named; it can be {expected}.",
        "Se nombra la ronda {found}; puede ser {expected}.",
    ),
    "R-T-ROUND-02": (
        "Round {round} would be one more than the {rounds} planned.",
        "La ronda {round} pasaría de las {rounds} previstas.",
    ),
    "R-T-ROUND-03": ("Tables without a result: {tables}.", "Mesas sin resultado: {tables}."),
    "R-T-TABLE-01": (
        "There is no table {found}; the round has {tables}.",
        "No hay mesa {found}; la ronda tiene {tables}.",
    ),
    "R-T-PAIR-01": (
        "The tables are numbered {found} instead of {expected}.",
        "Las mesas van numeradas {found} en vez de {expected}.",
    ),
    "R-T-PAIR-02": ("Named twice: {entrants}.", "Nombrados dos veces: {entrants}."),
    "R-T-PAIR-03": ("Paired but not in: {entrants}.", "Emparejados sin estar: {entrants}."),
    "R-T-PAIR-04": ("In but not paired: {entrants}.", "Están y no se emparejan: {entrants}."),
    "R-T-SHAPE-01": (
        "Sizes and byes are {found}; they should be {expected}.",
        "Tamaños y descansos son {found}; deben ser {expected}.",
    ),
    "R-T-SHAPE-02": (
        "{entrants} entrants are too few: a table needs {least}.",
        "{entrants} inscritos son pocos: una mesa necesita {least}.",
    ),
    "R-T-SEED-01": (
        "The seed is {found}; from the opening follows {expected}.",
        "La semilla es {found}; de la apertura se sigue {expected}.",
    ),
    "R-T-COST-01": (
        "The cost is given as {found}; the formula gives {expected}.",
        "El coste anotado es {found}; la fórmula da {expected}.",
    ),
    "R-T-OVER-01": (
        "Tables with a link or a result are changed: {tables}.",
        "Se cambian mesas con enlace o resultado: {tables}.",
    ),
    "R-T-OVER-02": ("The override changes nothing.", "El cambio manual no cambia nada."),
    "R-T-LINK-01": (
        "The link names {found}; at the table play {expected}.",
        "El enlace nombra a {found}; en la mesa juegan {expected}.",
    ),
    "R-T-LINK-02": (
        "The log {origin} is that of table {round}.{table}.",
        "El acta {origin} es la de la mesa {round}.{table}.",
    ),
    "R-T-LINK-03": (
        "{found} is no later head of the log linked: {expected}.",
        "{found} no es una cabecera posterior del acta enlazada: {expected}.",
    ),
    "R-T-RES-01": (
        "At table {table} play {size}: no result.",
        "En la mesa {table} juegan {size}: no hay resultado.",
    ),
    "R-T-RES-02": (
        "Table {table} has its result in record {seq}; correct that one.",
        "La mesa {table} tiene resultado en la anotación {seq}; corrígelo.",
    ),
    "R-T-RES-03": (
        "The result lists {found}; at the table play, in seat order, {expected}.",
        "El resultado lista a {found}; en la mesa juegan, por asientos, {expected}.",
    ),
    "R-T-RES-04": (
        "The places are {found}; counted as in sport they would be {expected}.",
        "Los puestos son {found}; contados como en el deporte serían {expected}.",
    ),
    "R-T-RES-05": (
        "Table {round}.{table} has no link to a log that a result could come from.",
        "La mesa {round}.{table} no tiene enlace a un acta de la que salga un resultado.",
    ),
    "R-T-RES-06": (
        "Table {round}.{table} has no result to correct.",
        "La mesa {round}.{table} no tiene resultado que corregir.",
    ),
    "R-T-RES-07": (
        "The correction says of table {round}.{table} what stands there already.",
        "La corrección dice de la mesa {round}.{table} lo que ya consta.",
    ),
    "R-T-PEN-01": ("{entrant} is disqualified already.", "{entrant} ya está descalificado."),
    "R-T-PEN-02 round-named": (
        "Only the loss of a game names a round.",
        "Solo la pérdida de partida nombra una ronda.",
    ),
    "R-T-PEN-02 no-round": ("Which round is lost?", "¿Qué ronda se pierde?"),
    "R-T-PEN-02 not-paired": (
        "Round {round} is not paired.",
        "La ronda {round} no está emparejada.",
    ),
    "R-T-PEN-02 not-at-a-table": (
        "{entrant} plays at no table of round {round}.",
        "{entrant} no juega en ninguna mesa de la ronda {round}.",
    ),
    "R-T-PEN-02 lost-already": (
        "{entrant} has lost round {round} already.",
        "{entrant} ya ha perdido la ronda {round}.",
    ),
    "R-T-CUT-01": ("No final table was agreed.", "No se acordó mesa final."),
    "R-T-CUT-02": (
        "To the final come {expected}, not {found}.",
        "A la final van {expected}, no {found}.",
    ),
    "R-T-CUT-03": (
        "The final comes after round {rounds}; {round} are paired.",
        "La final llega tras la ronda {rounds}; hay {round} emparejadas.",
    ),
    "R-T-CUT-04": (
        "At the final sit {found}; cut were {expected}.",
        "En la final se sientan {found}; pasaron {expected}.",
    ),
    "R-T-CUT-05": (
        "By rank they sit {expected}, not {found}.",
        "Por clasificación se sientan {expected}, no {found}.",
    ),
    "R-T-END-01": ("The tournament is over.", "El torneo ha terminado."),
    "R-T-END-02": (
        "{round} of {rounds} rounds, cut {cut}: closing now takes a reason.",
        "{round} de {rounds} rondas, corte {cut}: cerrar ahora exige un motivo.",
    ),
    "R-T-LOG-01 not-opened": ("The tournament is not open yet.", "El torneo aún no está abierto."),
    "R-T-LOG-01 opened-again": ("The tournament is open already.", "El torneo ya está abierto."),
    "R-T-LOG-01 not-entered": ("{entrants}: not entered.", "{entrants}: no consta inscripción."),
    "R-T-LOG-01 nothing-hidden": ("Nothing is hidden here.", "Aquí no hay nada oculto."),
}

AT: Final[Both] = ("Table {round}.{table}, log {log}", "Mesa {round}.{table}, acta {log}")

FINDINGS: Final[Mapping[str, Both]] = {
    "missing-log": ("{at}: it is not there.", "{at}: no está."),
    "head-differs": (
        "{at}: not the log that was linked ({size} records, {root}; found {records}, {found}).",
        "{at}: no es el acta enlazada ({size} anotaciones, {root}; hay {records}, {found}).",
    ),
    "unsealed-log": ("{at}: no seal covers its head.", "{at}: ningún sello cubre su cabecera."),
    "foreign-game": (
        "{at}: of {game}; played is {plays}.",
        "{at}: es de {game}; se juega {plays}.",
    ),
    "players-differ": (
        "{at}: the link has the seats {players}, the log {seats}.",
        "{at}: el enlace tiene los asientos {players}; el acta, {seats}.",
    ),
    "table-not-ended": ("{at}: its game has not ended.", "{at}: su partida no ha terminado."),
    "result-differs": (
        "{at}: the result says {recorded}, the log {played}.",
        "{at}: el resultado dice {recorded}; el acta, {played}.",
    ),
    "grown-log": ("{at}: play went on after the head.", "{at}: se jugó tras la cabecera."),
    "unlinked-table": (
        "Tables with a result and without a log: {tables}.",
        "Mesas con resultado y sin acta: {tables}.",
    ),
    "unlike-pairer": (
        "Round {round} is not what swiss-1 gives (cost {cost}; swiss-1 {swiss}).",
        "La ronda {round} no es la que da swiss-1 (coste {cost}; swiss-1 {swiss}).",
    ),
    "dearer-pairing": (
        "Round {round} costs {cost}; swiss-1 finds {swiss}.",
        "La ronda {round} cuesta {cost}; swiss-1 halla {swiss}.",
    ),
    "overridden-pairing": (
        "Round {round} changed by hand for {price} ({before} → {after}): {reason}; {authority}.",
        "Ronda {round} cambiada a mano por {price} ({before} → {after}): {reason}; {authority}.",
    ),
}


def one_of(both: Both, language: Language) -> str:
    """The text in a language."""
    return both[1] if language == "es" else both[0]


def value(code: str, language: Language) -> str:
    """A code (a phase, a penalty, a term of the cost) as a word; itself where there is none."""
    return one_of(VALUES[code], language) if code in VALUES else code


def codes(language: Language) -> dict[str, str]:
    """Codes that stand alone, by their words: phases, penalties, types of events …"""
    return {code: one_of(both, language) for code, both in (VALUES | NAMES).items()}


def template(code: str, facts: Mapping[str, Any], language: Language) -> str | None:
    """What is said of an event, a verdict or a finding; None where the tables have nothing."""
    both = (
        EVENT_SAID.get(code)
        or VERDICTS.get(f"{code} {facts.get('problem')}")
        or VERDICTS.get(code)
        or FINDINGS.get(code)
    )
    return one_of(both, language) if both else None


def facts_said(facts: Mapping[str, Any], language: Language) -> dict[str, str]:
    """The facts of an event or a finding in words; where a log belongs is `at`."""
    said = {name: _said(name, found, language) for name, found in facts.items()}
    if "most" in said:
        said["expected"] = f"{said['least']}–{said['most']}"
    if "origin" in said and "log" in said:
        said["at"] = one_of(AT, language).format(**said)
    return said


def _said(name: str, found: Any, language: Language) -> str:
    """A fact in words: lists with commas, tables with their numbers, null as what it means."""
    if found is None:
        return value({"plays": "any", "pairer": "by-hand"}.get(name, "none"), language)
    if isinstance(found, str):
        free = name in ("reason", "authority", "name", "club", "entrant", "log")
        return found if free else value(found, language)
    if isinstance(found, Mapping):
        return _said_together(found, language)
    if isinstance(found, Sequence):
        separator = " / " if name == "tables" else ", "
        said = separator.join(_said("", one, language) for one in found)
        return said or value("none", language)
    return str(found)


def _said_together(found: Mapping[str, Any], language: Language) -> str:
    """A table with its seats, an entrant with place and score, or each thing by its name."""
    if "seats" in found and "table" in found:
        return f"{found['table']} {' '.join(found['seats'])}"
    if "entrant" in found:
        return f"{found['entrant']} {found['place']} ({_said('', found['score'], language)})"
    return ", ".join(
        f"{value(key, language)} {_said('', one, language)}" for key, one in found.items()
    )
