"""What the desk, the page and the paper say of a tournament, in English and Spanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ragami.games.tournament.words import Both

# What is due, and what is good to know.
GUIDE: Final[Mapping[str, Both]] = {
    "open": ("Open the tournament: seed, options.", "Abre el torneo: semilla, opciones."),
    "pair": (
        "{in} are in: pair round {coming}.",
        "Hay {in}: empareja la ronda {coming}.",
    ),
    "too-few": ("{in} are in: too few for a table.", "Hay {in}: pocos para una mesa."),
    "results": ("Results are due of tables {tables}.", "Faltan resultados de las mesas {tables}."),
    "close-round": (
        "Every table has its result: close the round.",
        "Todas las mesas tienen resultado: cierra la ronda.",
    ),
    "cut": ("Cut to the final table.", "Corta a la mesa final."),
    "close": ("Close the tournament.", "Cierra el torneo."),
    "over": ("The tournament is over.", "El torneo ha terminado."),
    "gone": ("At a table, but not in any more: {names}.", "En mesa, pero ya no están: {names}."),
    "shown": (
        "Once people have seen it, nobody can forget this pairing: an undo says so for ever.",
        "Visto el emparejamiento, nadie puede olvidarlo: deshacerlo consta para siempre.",
    ),
}

# What is printed.
PAPER: Final[Mapping[str, Both]] = {
    "tournament": ("Tournament", "Torneo"),
    "round": ("Round {round}", "Ronda {round}"),
    "minutes": ("{n} minutes", "{n} minutos"),
    "standings": ("Standings after round {round}", "Clasificación tras la ronda {round}"),
    "bye": ("bye", "descansa"),
    "name": ("Name", "Nombre"),
    "table": ("Table", "Mesa"),
    "seat": ("Seat", "Asiento"),
    "score": ("Score", "Puntuación"),
    "place": ("Place", "Puesto"),
    "signature": ("Signature", "Firma"),
    "points": ("Points", "Puntos"),
    "wins": ("Wins", "Victorias"),
    "share": ("Share", "Cuota"),
    "opponents": ("Opponents", "Rivales"),
    "small": ("Small tables", "Mesas pequeñas"),
}

# The page of standings.
PAGE: Final[dict[str, Both]] = {
    "title": ("Standings", "Clasificación"),
    "not-recomputed": (
        "Printed by ragami; where scripts may run, this page works every number out again.",
        "Impreso por ragami; donde hay scripts, esta página vuelve a calcular cada número.",
    ),
    "agrees": (
        "Worked out again from the log of {n} records: every number agrees.",
        "Calculado de nuevo a partir del acta de {n} anotaciones: todo concuerda.",
    ),
    "disagrees": (
        "DO NOT TRUST THIS PAGE: what is printed does not follow from its log.",
        "NO TE FÍES DE ESTA PÁGINA: lo impreso no se sigue de su acta.",
    ),
    "illegal": (
        "Record {seq} of the log breaks {rule}.",
        "La anotación {seq} del acta incumple {rule}.",
    ),
    "root-differs": ("The root of the log is {root}.", "La raíz del acta es {root}."),
    "records-differ": ("The log has {n} records.", "El acta tiene {n} anotaciones."),
    "seal-differs": (
        "The log is not the one whose first {n} records were sealed.",
        "El acta no es aquella cuyas {n} primeras anotaciones se sellaron.",
    ),
    "ranking-differs": ("The ranking is: {ranking}.", "El orden final es: {ranking}."),
    "ranking": ("Ranking", "Orden final"),
    "rows-differ": ("There are {n} entrants.", "Hay {n} inscritos."),
    "cell-differs": (
        "{name}, {what}: printed is {printed}, the log gives {expected}.",
        "{name}, {what}: pone {printed}; el acta da {expected}.",
    ),
    "link-differs": (
        "Table {at}: its log is printed otherwise than it was linked.",
        "Mesa {at}: su acta no está impresa como se enlazó.",
    ),
    "log-missing": ("Table {at}: its log is not in the page.", "Mesa {at}: su acta no está aquí."),
    "log-differs": (
        "Table {at}: {log} is not the log that was linked.",
        "Mesa {at}: {log} no es el acta enlazada.",
    ),
    "rests-on": (
        "The points rest on these {n} records:",
        "Los puntos se apoyan en estas {n} anotaciones:",
    ),
    "swiss": ("swiss-1 finds {cost}.", "swiss-1 halla {cost}."),
    "price": (
        "Price {price} ({before} → {after}): {reason} – {authority}",
        "Precio {price} ({before} → {after}): {reason} – {authority}",
    ),
    "override": ("changed by hand", "cambiada a mano"),
    "cost": ("Cost", "Coste"),
    "round": ("Round", "Ronda"),
    "by-round": ("Points by round", "Puntos por ronda"),
    "chart": ("Points after each round", "Puntos tras cada ronda"),
    "pairings": ("Pairings", "Emparejamientos"),
    "logs": ("The logs of the tables", "Las actas de las mesas"),
    "no-logs": ("No table is linked to a log.", "Ninguna mesa está enlazada a un acta."),
    "the-log": ("The log of the tournament", "El acta del torneo"),
    "log-is": ("Records and root of the tree:", "Anotaciones y raíz del árbol:"),
    "no-seal": ("not sealed", "sin sello"),
    "show-log": ("All records", "Todas las anotaciones"),
    "place": ("Place", "Puesto"),
    "entrant": ("Entrant", "Inscrito"),
    "points12": ("Points", "Puntos"),
    "wins12": ("Wins", "Victorias"),
    "share": ("Share", "Cuota"),
    "vp": ("Score", "Puntuación"),
    "opponents": ("Opponents", "Rivales"),
    "lot": ("Lot", "Sorteo"),
}

# What the desk cannot tell.
DESK: Final[Mapping[str, Both]] = {
    "no-name-column": (
        "The table needs a column 'name' or 'entrant' in its first line; there is: {found}.",
        "La tabla necesita una columna 'nombre' o 'inscrito' en su primera línea; hay: {found}.",
    ),
    "seed-wanted": (
        "Seeds are drawn round by round here: say that of round {round} with --seed.",
        "Aquí se sortea una semilla por ronda: di la de la ronda {round} con --seed.",
    ),
    "too-few": (
        "{entrants} are in: too few for a table.",
        "Hay {entrants}: pocos para una mesa.",
    ),
    "no-such-table": (
        "There is no table {found}. Write 3 for this round, 2.3 for round 2.",
        "No hay mesa {found}. Escribe 3 para esta ronda, 2.3 para la ronda 2.",
    ),
    "other-players": (
        "At table {table} play: {players}. Give each of them a score: ana=36 bea=- …",
        "En la mesa {table} juegan: {players}. Da a cada cual su puntuación: ana=36 bea=- …",
    ),
    "places-wanted": (
        "Scores alone do not say who is where at table {table}: give --places.",
        "Las puntuaciones no bastan en la mesa {table}: di --places.",
    ),
    "nothing-mends-it": (
        "No override does that with the tables that may still be changed.",
        "Ningún cambio lo logra con las mesas que aún se pueden cambiar.",
    ),
    "no-such-repair": (
        "There are {n} repairs; choose one of these.",
        "Hay {n} arreglos; elige uno de ellos.",
    ),
}

OPTIONS: Final[Mapping[str, Both]] = {
    "table_size": ("The size that tables should have.", "El tamaño que deben tener las mesas."),
    "min_table": ("The smallest table to be paired.", "La mesa más pequeña que se empareja."),
    "small_tables": ("For whom small tables are cheap.", "Para quién son baratas las pequeñas."),
    "points": ("The points of each place, by size.", "Los puntos de cada puesto, por tamaño."),
    "shared": ("What a shared place is worth.", "Lo que vale un puesto compartido."),
    "draw_points": ("What each has if all draw.", "Lo que tiene cada cual si todos empatan."),
    "bye_points": ("The points of a bye.", "Los puntos de un descanso."),
    "missed_points": (
        "The points of a round missed by a late entrant.",
        "Los puntos de una ronda perdida por llegar tarde.",
    ),
    "late_until": (
        "The last round before which people may enter.",
        "La última ronda antes de la cual se admite gente.",
    ),
    "rounds": ("How many rounds; 0: as recommended.", "Cuántas rondas; 0: las recomendadas."),
    "cut": ("How many come to the final table.", "Cuántos llegan a la mesa final."),
    "final_seats": ("How the seats of the final are given.", "Cómo se dan los asientos finales."),
    "final_tie": ("Who shares a place in the final.", "Quién comparte puesto en la final."),
    "tie_breaks": ("What orders the standings.", "Lo que ordena la clasificación."),
    "opponent_floor": (
        "The least rate of an opponent, per cent.",
        "La tasa mínima de un rival, por ciento.",
    ),
    "seeds": ("Where the seed of a round is from.", "De dónde sale la semilla de una ronda."),
    "weights": ("What each term of the cost weighs.", "Lo que pesa cada término del coste."),
    "time_limit": ("Minutes for a game, as printed.", "Minutos por partida, solo impresos."),
}
