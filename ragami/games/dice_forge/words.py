"""Everything that the game says, in English and in Spanish: (English, Spanish) by code.

Templates name the fields of an event, or the facts of a breach, in braces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Said = tuple[str, str]

# What happened, by type of record.
EVENTS: Final[Mapping[str, Said]] = {
    "game_opened": ("Dice Forge begins: {players}", "Empieza Dice Forge: {players}"),
    "faces_removed": ("Out of the sanctuary: {pools}", "Fuera del santuario: {pools}"),
    "dice_rolled": ("the dice fall: {rolls}", "caen los dados: {rolls}"),
    "faces_applied": ("{player} applies {faces}", "{player} aplica {faces}"),
    "boar_paid": ("{player} gains {gains} for the boar", "{player} gana {gains} por el jabalí"),
    "reinforced": ("{player} calls {feat}", "{player} llama a {feat}"),
    "offering_made": ("{player} offers for {faces}", "{player} ofrenda por {faces}"),
    "feat_performed": ("{player} performs {feat}", "{player} realiza {feat}"),
    "face_forged": ("{player} forges {face}", "{player} forja {face}"),
    "boar_sent": (
        "{player} sends the {colour} boar to {bearer}",
        "{player} envía el jabalí {colour} a {bearer}",
    ),
    "gold_split": (
        "{player} puts {hammer} of the 3 gold on the hammer",
        "{player} pone en el martillo {hammer} de los 3 de oro",
    ),
    "triton_spent": (
        "{player} gives up a Triton for {gain}",
        "{player} entrega un Tritón por {gain}",
    ),
    "turn_ended": ("{player} ends the turn", "{player} termina el turno"),
}

# Parts of what happened.
PARTS: Final[Mapping[str, Said]] = {
    "or": ("or", "o"),
    "slot": ("slot {slot}", "lado {slot}"),
    "die": ("die {number}", "dado {number}"),
    "again": ("and once more, with Cerberus, {again}", "y otra vez, con Cerbero, {again}"),
    "copy": ("as {copy}", "como {copy}"),
    "choice": ("for {choice}", "por {choice}"),
    "ship": ("buying {face}", "comprando {face}"),
    "hammer": ("{hammer} on the hammer", "{hammer} en el martillo"),
    "to_glory": ("{amount} into glory", "{amount} en gloria"),
    "forged": ("{face} on die {die}, slot {slot}", "{face} en el dado {die}, lado {slot}"),
    "forged_over": ("{face} on die {die} over {slot}", "{face} en el dado {die} sobre {slot}"),
    "ousted": ("{player} is ousted", "{player} es expulsado"),
    "round": ("round {round} begins", "empieza la ronda {round}"),
}

# So much of something: one of it, and more.
AMOUNTS: Final[Mapping[str, tuple[Said, Said]]] = {
    "gold": (("{number} gold", "{number} gold"), ("{number} de oro", "{number} de oro")),
    "sun": (("{number} sun", "{number} sun"), ("{number} solar", "{number} solares")),
    "moon": (("{number} moon", "{number} moon"), ("{number} lunar", "{number} lunares")),
    "glory": (("{number} glory", "{number} glory"), ("{number} de gloria", "{number} de gloria")),
}

# What is said of a whole log.
FINDINGS: Final[Mapping[str, Said]] = {
    "unverified-components": (
        "some of the components have not been verified against the game in the box",
        "algunos componentes no están comprobados con el juego de la caja",
    ),
}

# What is wrong, by the fact `problem` of a breach.
PROBLEMS: Final[Mapping[str, Said]] = {
    "not-opened": (
        "the game has not been opened; record 1 has to be game_opened",
        "la partida no está abierta; la anotación 1 tiene que ser game_opened",
    ),
    "opened-twice": (
        "the game has been opened already",
        "la partida ya está abierta",
    ),
    "does-not-play": (
        "{found} does not play here; there are {instead}",
        "{found} no juega aquí; están {instead}",
    ),
    "no-such-feat": (
        "there is no feat {found}; there are {instead}",
        "no hay ninguna hazaña {found}; están {instead}",
    ),
    "colour-twice": ("{colour} is listed twice", "{colour} figura dos veces"),
    "unknown-option": (
        "there is no option {option}; there are {instead}",
        "no hay ninguna opción {option}; están {instead}",
    ),
    "unknown-value": (
        "{option} cannot be {found}, but {instead}",
        "{option} no puede ser {found}, sino {instead}",
    ),
    "unknown-component": (
        "no {component} called {found} ships; there is {instead}",
        "no viene ningún componente {component} llamado {found}; está {instead}",
    ),
    "pool-twice": ("pool {pool} stands twice", "la reserva {pool} figura dos veces"),
    "pool-without-faces": ("pool {pool} has no face", "la reserva {pool} no tiene ninguna cara"),
    "face-in-two-places": (
        "{face} of pool {pool} stands elsewhere too",
        "{face} de la reserva {pool} está también en otro sitio",
    ),
    "special-face": (
        "{face} may stand in the gardens only",
        "{face} solo puede estar en los jardines",
    ),
    "feat-twice": ("feat {feat} stands twice", "la hazaña {feat} figura dos veces"),
    "unfit-alternate": (
        "{feat} cannot replace {place}: it needs a base feat on the same portal, at the same cost",
        "{feat} no puede sustituir a {place}: hace falta una hazaña base del mismo portal y coste",
    ),
    "two-alternates": (
        "two feats would replace {place}",
        "dos hazañas sustituirían a {place}",
    ),
    "wrong-places": (
        "there are {found} base feats; {expected} are needed",
        "hay {found} hazañas base; hacen falta {expected}",
    ),
    "not-due": (
        "{found} is not due now; {due} is",
        "no toca {found}; toca {due}",
    ),
    "nothing-owed": (
        "{found} is not due: nothing is owed",
        "no toca {found}: no hay nada pendiente",
    ),
    "after-the-end": (
        "the game is over; {found} comes too late",
        "la partida ha terminado; {found} llega tarde",
    ),
    "wrong-player": (
        "it is for {expected}, not for {player}",
        "le toca a {expected}, no a {player}",
    ),
    "wrong-pools": (
        "faces are removed from the pools {expected}, not from {pools}",
        "se retiran caras de las reservas {expected}, no de {pools}",
    ),
    "wrong-faces": (
        "from pool {pool} two of {has} are removed, not {faces}",
        "de la reserva {pool} se retiran dos de {has}, no {faces}",
    ),
    "third-action": (
        "two actions have been taken in this turn; there is no third one",
        "ya se han hecho dos acciones en este turno; no hay tercera",
    ),
    "extra-too-dear": (
        "a second action costs {cost} sun; {player} has {sun}",
        "una segunda acción cuesta {cost} solares; {player} tiene {sun}",
    ),
    "after-an-action": (
        "{feat} has to be called before the first action",
        "{feat} se llama antes de la primera acción",
    ),
    "used-already": (
        "{feat} has been called as often as there are cards ({owned})",
        "{feat} ya se ha llamado tantas veces como cartas hay ({owned})",
    ),
    "not-owned": ("there is no {feat} to call", "no hay ningún {feat} que llamar"),
    "elder-too-dear": (
        "the Elder asks for {cost} gold; there are {gold}",
        "el Anciano pide {cost} de oro; hay {gold}",
    ),
    "gain-missing": (
        "say what {feat} brings: gold, sun or moon",
        "di qué trae {feat}: oro, solar o lunar",
    ),
    "no-gain": (
        "{feat} leaves nothing to choose, but {found} is given",
        "{feat} no deja nada que elegir, pero se da {found}",
    ),
    "bought-twice": (
        "{face} is offered for twice in this turn",
        "se ofrenda dos veces por {face} en este turno",
    ),
    "not-in-the-sanctuary": (
        "the sanctuary has {left} of {face}",
        "en el santuario quedan {left} de {face}",
    ),
    "offering-too-dear": (
        "the offering costs {cost} gold; there are {gold}",
        "la ofrenda cuesta {cost} de oro; hay {gold}",
    ),
    "no-such-slot": (
        "die {die} has no {face}; it has {slots}",
        "el dado {die} no tiene {face}; tiene {slots}",
    ),
    "fixed-face": (
        "{face} on die {die}, slot {slot}, can never be removed",
        "{face} en el dado {die}, lado {slot}, no puede quitarse nunca",
    ),
    "not-in-this-game": (
        "{feat} is not in this game; there are {instead}",
        "{feat} no está en esta partida; están {instead}",
    ),
    "stack-empty": ("no {feat} is left", "no queda ningún {feat}"),
    "feat-too-dear": (
        "{feat} costs {sun} sun and {moon} moon; left are {has}",
        "{feat} cuesta {sun} solares y {moon} lunares; quedan {has}",
    ),
    "other-face": ("{face} is not due, but {instead}", "no toca {face}, sino {instead}"),
    "colour-gone": (
        "the {found} boar is not left; there are {instead}",
        "el jabalí {found} ya no está; quedan {instead}",
    ),
    "own-bearer": (
        "{player} cannot bear a boar of their own",
        "{player} no puede llevar su propio jabalí",
    ),
    "wrong-number": (
        "{found} gains are given; {expected} are due",
        "se dan {found} ganancias; tocan {expected}",
    ),
    "wrong-dice": (
        "{found} are not the dice that are due: {dice}",
        "{found} no son los dados que tocan: {dice}",
    ),
    "both-dice": (
        "a minor blessing rolls one die, not both",
        "una bendición menor tira un dado, no los dos",
    ),
    "other-die": (
        "the die of the first roll has to be rolled again: {dice}, not {found}",
        "hay que volver a tirar el dado de la primera vez: {dice}, no {found}",
    ),
    "face-not-on-die": (
        "{die} has no {face}; it has {slots}",
        "{die} no tiene {face}; tiene {slots}",
    ),
    "not-first": (
        "{player} has to wait; first comes the next of {expected}",
        "{player} tiene que esperar; antes va el siguiente de {expected}",
    ),
    "nothing-to-apply": (
        "{player} has nothing to apply; {expected} have",
        "{player} no tiene nada que aplicar; sí {expected}",
    ),
    "wrong-entries": (
        "{found} are given; {number} of {dice} have to be, each once",
        "se dan {found}; tienen que ser {number} de {dice}, cada uno una vez",
    ),
    "no-mirror": (
        "{of} shows {face}, which copies nothing",
        "{of} muestra {face}, que no copia nada",
    ),
    "copy-missing": (
        "say what the mirror of {of} copies: one of {instead}",
        "di qué copia el espejo de {of}: uno de {instead}",
    ),
    "own-die": (
        "{of} cannot copy {copy}, one of its player's own dice, now; it can copy {instead}",
        "{of} no puede copiar ahora {copy}, que es de su jugador; puede copiar {instead}",
    ),
    "nothing-to-copy": (
        "{of} cannot copy {copy}; it can copy {instead}",
        "{of} no puede copiar {copy}; puede copiar {instead}",
    ),
    "choice-missing": (
        "say what {face} on {of} gives: one of {instead}",
        "di qué da {face} en {of}: uno de {instead}",
    ),
    "wrong-choice": (
        "{face} on {of} does not give {choice}, but one of {instead}",
        "{face} en {of} no da {choice}, sino uno de {instead}",
    ),
    "no-choice": (
        "{of} leaves nothing to choose, but {choice} is given",
        "{of} no deja nada que elegir, pero se da {choice}",
    ),
    "no-ship": ("{of} is no ship that buys: {face}", "{of} no es una nave que compre: {face}"),
    "ship-too-dear": (
        "{face} costs {cost} gold with the ship; there are {gold}",
        "{face} cuesta {cost} de oro con la nave; hay {gold}",
    ),
    "too-much-to-glory": (
        "{of} turns {found} (gold, sun, moon) into glory; at most {most} can be",
        "{of} convierte {found} (oro, solar, lunar) en gloria; como mucho puede {most}",
    ),
    "part-to-glory": (
        "{of} turns {found} (gold, sun, moon) into glory; it was agreed: all or none of {most}",
        "{of} convierte {found} (oro, solar, lunar) en gloria; se acordó todo o nada de {most}",
    ),
    "no-blessing": (
        "a Cerberus token does not work here: it is no blessing of {player}",
        "una ficha de Cerbero no sirve aquí: no es una bendición de {player}",
    ),
    "no-token": ("{player} has no such token", "{player} no tiene esa ficha"),
    "wrong-moment": (
        "a Triton cannot be used at this moment",
        "no se puede usar un Tritón en este momento",
    ),
    "beyond-the-side": (
        "{hammer} is beyond the end of the side; at most {most} can go on the hammer",
        "{hammer} pasa del final del lado; al martillo pueden ir como mucho {most}",
    ),
    "too-much-on-the-hammer": (
        "{hammer} cannot go on the hammer; at most {most} can",
        "{hammer} no pueden ir al martillo; como mucho {most}",
    ),
}

# What a code is called.
VALUES: Final[Mapping[str, Said]] = {
    "orange": ("Orange", "Naranja"),
    "green": ("Green", "Verde"),
    "blue": ("Blue", "Azul"),
    "black": ("Black", "Negro"),
    "red": ("red", "rojo"),
    "yellow": ("yellow", "amarillo"),
    "gold": ("gold", "oro"),
    "sun": ("sun shards", "fragmentos solares"),
    "moon": ("moon shards", "fragmentos lunares"),
    "glory": ("glory", "gloria"),
    "setup": ("setup", "preparación"),
    "blessing": ("blessings", "bendiciones"),
    "actions": ("actions", "acciones"),
    "over": ("over", "terminada"),
    "step": ("blessings of all", "bendiciones de todos"),
    "ousted": ("blessing of the ousted", "bendición del expulsado"),
    "divine": ("divine blessing", "bendición divina"),
    "minor": ("minor blessing", "bendición menor"),
    "x3": ("×3", "×3"),
    "mirror-face": ("mirror", "espejo"),
    "ship-face": ("ship", "nave"),
    "shield-yellow": ("yellow shield", "escudo amarillo"),
    "shield-red": ("red shield", "escudo rojo"),
    "shield-blue": ("blue shield", "escudo azul"),
    "shield-green": ("green shield", "escudo verde"),
    "boar-red": ("red boar", "jabalí rojo"),
    "boar-green": ("green boar", "jabalí verde"),
    "boar-yellow": ("yellow boar", "jabalí amarillo"),
    "boar-blue": ("blue boar", "jabalí azul"),
    "temple": ("temple", "templo"),
    "feats": ("feats", "hazañas"),
    "dice": ("dice", "dados"),
    "portal": ("portal", "portal"),
    "start": ("starting portal", "portal inicial"),
}

FEATS: Final[Mapping[str, Said]] = {
    "hammer": ("Blacksmith's Hammer", "Martillo del Herrero"),
    "chest": ("Blacksmith's Chest", "Cofre del Herrero"),
    "hind": ("Silver Hind", "Cierva Plateada"),
    "bear": ("Great Bear", "Gran Oso"),
    "satyrs": ("Satyrs", "Sátiros"),
    "boar": ("Tenacious Boar", "Jabalí Tenaz"),
    "ferryman": ("Ferryman", "Barquero"),
    "cerberus": ("Cerberus", "Cerbero"),
    "helmet": ("Helmet of Invisibility", "Casco de Invisibilidad"),
    "cancer": ("Cancer", "Cáncer"),
    "sentinel": ("Sentinel", "Centinela"),
    "hydra": ("Hydra", "Hidra"),
    "typhon": ("Typhon", "Tifón"),
    "sphinx": ("Sphinx", "Esfinge"),
    "cyclops": ("Cyclops", "Cíclope"),
    "mirror": ("Mirror of the Abyss", "Espejo del Abismo"),
    "gorgon": ("Gorgon", "Gorgona"),
    "triton": ("Triton", "Tritón"),
    "minotaur": ("Minotaur", "Minotauro"),
    "shield": ("Guardian's Shield", "Escudo del Guardián"),
    "owl": ("Guardian's Owl", "Búho del Guardián"),
    "ship": ("Celestial Ship", "Nave Celestial"),
    "spirits": ("Wild Spirits", "Espíritus Salvajes"),
    "elder": ("The Elder", "El Anciano"),
}

# What a table can agree on, and what each value means.
OPTIONS: Final[Mapping[str, Said]] = {
    "two_player_blessings": (
        "Two players: when is step 1 done twice?",
        "Dos jugadores: ¿cuándo se hace dos veces el paso 1?",
    ),
    "every_turn": ("in every turn", "en cada turno"),
    "round_start": ("in the first turn of a round", "en el primer turno de la ronda"),
    "decision_order": (
        "In which order are the decisions on a roll recorded?",
        "¿En qué orden se anotan las decisiones de una tirada?",
    ),
    "turn_order": ("in turn order", "en orden de turno"),
    "any_order": ("in any order", "en cualquier orden"),
    "mirror_sees": ("Which face does a mirror copy?", "¿Qué cara copia un espejo?"),
    "up": ("the one up now", "la que está visible"),
    "rolled": ("the one last rolled", "la última que salió"),
    "mirror_of_mirror": (
        "May a mirror copy one's own die while an opponent shows a mirror?",
        "¿Puede un espejo copiar el dado propio mientras un rival muestra un espejo?",
    ),
    "through": ("yes", "sí"),
    "opponents": ("no, opponents' dice only", "no, solo dados rivales"),
    "boar_with_x3": (
        "How often does a boar's owner gain beside a ×3?",
        "¿Cuántas veces gana el dueño de un jabalí junto a un ×3?",
    ),
    "three": ("three times", "tres veces"),
    "one": ("once", "una vez"),
    "hammer_overrun": (
        "Does gold go on beyond the end of a hammer's side?",
        "¿Sigue el oro más allá del final de un lado del martillo?",
    ),
    "carry": ("yes", "sí"),
    "stop": ("no", "no"),
    "distinct_faces": (
        "Within what do the faces of offerings have to differ?",
        "¿Dentro de qué tienen que ser distintas las caras de las ofrendas?",
    ),
    "turn": ("the turn", "el turno"),
    "offering": ("the offering", "la ofrenda"),
    "triton_when": ("When may a Triton be used?", "¿Cuándo se puede usar un Tritón?"),
    "own_moments": (
        "in one's turn, while nobody else is asked",
        "en el turno propio, mientras no se pregunte a otro",
    ),
    "actions": (
        "from the reinforcements on, with nothing owed",
        "desde los refuerzos, sin nada pendiente",
    ),
    "conversion": (
        "Sentinel and Cyclops: how much of a gain may become glory?",
        "Centinela y Cíclope: ¿cuánto de una ganancia puede convertirse en gloria?",
    ),
    "each": ("any part", "cualquier parte"),
    "all": ("all or nothing", "todo o nada"),
    "place": ("Which feat has the place of {feat}?", "¿Qué hazaña ocupa el sitio de {feat}?"),
}
