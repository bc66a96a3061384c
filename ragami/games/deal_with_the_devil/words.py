"""The words of the game in English and Spanish: events, values, phases, findings, options.

Templates are filled with `str.format`; every one has the same fields in both languages. What a
verdict says is the rule's own sentence (`data/rules.jsonl`), followed by the facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Said(NamedTuple):
    """The same in both languages."""

    en: str
    es: str


Words = Mapping[str, Said]

EVENTS: Final[Words] = {
    "game_opened": Said("the game is opened: {players}", "se abre la partida: {players}"),
    "distribution_sealed": Said(
        "the app seals its seed ({digest})", "la app sella su semilla ({digest})"
    ),
    "wishes_given": Said("{player} says what to be rather", "{player} dice qué prefiere ser"),
    "word_given": Said("{player} adds the word {word}", "{player} añade la palabra {word}"),
    "characters_dealt": Said("the characters are dealt: {roles}", "se reparten papeles: {roles}"),
    "cards_drawn": Said(
        "{player} keeps {kept}, draws {drawn} and the event {event}",
        "{player} conserva {kept}, roba {drawn} y el evento {event}",
    ),
    "buildings_passed": Said("{player} passes {cards}", "{player} pasa {cards}"),
    "offer_made": Said("{player} offers {goods} for {asks}", "{player} ofrece {goods} por {asks}"),
    "offers_sent": Said("pass {pass}: {chests}", "reparto {pass}: {chests}"),
    "offer_answered": Said("{player} {answer} the offer", "{player} {answer} la oferta"),
    "chests_returned": Said("the chests go back", "los cofres vuelven"),
    "plan_shown": Said("{player} plans {steps}", "{player} planifica {steps}"),
    "step_resolved": Said("{player} {done} {step}", "{player} {done} {step}"),
    "achievement_claimed": Said("{player} claims {achievement}", "{player} reclama {achievement}"),
    "actions_ended": Said("{player} is through", "{player} termina"),
    "votes_cast": Said("votes: {votes}", "votos: {votes}"),
    "charge_answered": Said("{player}: {answer}", "{player}: {answer}"),
    "wings_bought": Said(
        "{player} buys angel wings ({count})", "{player} compra alas de ángel ({count})"
    ),
    "roles_shown": Said("everybody shows their role: {roles}", "todos muestran su papel: {roles}"),
    "ritual_opened": Said("the ritual: {chests}", "el ritual: {chests}"),
    "inquisitor_turned": Said(
        "inquisitor {slot} is {inquisitor}", "el inquisidor {slot} es {inquisitor}"
    ),
    "accusation_answered": Said("{player} {true} the {of}", "{player} {true} el {of}"),
    "inquisition_faced": Said(
        "{player} shows {souls} souls, gives {indulgences} indulgences: {convinced}",
        "{player} muestra {souls} almas, entrega {indulgences} indulgencias: {convinced}",
    ),
    "wall_opened": Said(
        "{player} opens the wall: {goods}, {souls}", "{player} abre la muralla: {goods}, {souls}"
    ),
    "seed_opened": Said("the seed is opened: {seed}", "se abre la semilla: {seed}"),
    "bank_traded": Said(
        "{player} sells {sells} and buys {buys}", "{player} vende {sells} y compra {buys}"
    ),
    "loan_taken": Said("{player} borrows {coins}", "{player} pide prestado {coins}"),
    "debt_paid": Said("{player} repays {coins}", "{player} amortiza {coins}"),
    "request_shown": Said("{player} shows {card}", "{player} muestra {card}"),
    "revealed": Said(
        "what record {seq} left open ({place}) is {value}",
        "lo que la anotación {seq} dejó en blanco ({place}) es {value}",
    ),
    "asserted": Said("the table shows {facts}", "la mesa muestra {facts}"),
}

# What a type of record is called.
TYPES: Final[Words] = {
    "game_opened": Said("the game", "la partida"),
    "distribution_sealed": Said("seal of the seed", "sello de la semilla"),
    "wishes_given": Said("wishes", "deseos"),
    "word_given": Said("word", "palabra"),
    "characters_dealt": Said("characters", "papeles"),
    "cards_drawn": Said("cards drawn", "cartas robadas"),
    "buildings_passed": Said("buildings passed", "edificios pasados"),
    "offer_made": Said("offer", "oferta"),
    "offers_sent": Said("chests sent", "cofres repartidos"),
    "offer_answered": Said("answer", "respuesta"),
    "chests_returned": Said("chests returned", "cofres devueltos"),
    "plan_shown": Said("plan", "plan"),
    "step_resolved": Said("step", "paso"),
    "achievement_claimed": Said("achievement", "logro"),
    "actions_ended": Said("end of actions", "fin de acciones"),
    "votes_cast": Said("votes", "votos"),
    "charge_answered": Said("answer to the charge", "descargo"),
    "wings_bought": Said("wings", "alas"),
    "roles_shown": Said("roles shown", "papeles descubiertos"),
    "ritual_opened": Said("ritual", "ritual"),
    "inquisitor_turned": Said("inquisitor", "inquisidor"),
    "accusation_answered": Said("answer to the accusation", "respuesta a la sospecha"),
    "inquisition_faced": Said("facing the inquisitors", "ante los inquisidores"),
    "wall_opened": Said("open wall", "muralla abierta"),
    "seed_opened": Said("open seed", "semilla abierta"),
    "bank_traded": Said("bank", "banco"),
    "loan_taken": Said("loan", "préstamo"),
    "debt_paid": Said("repayment", "amortización"),
    "request_shown": Said("request", "petición"),
    "revealed": Said("reveal", "revelación"),
    "asserted": Said("table", "mesa"),
}

VALUES: Final[Words] = {
    "goods": Said("goods", "bienes"),
    "guesses": Said("guesses", "suposiciones"),
    "inquisition": Said("Inquisition", "Inquisición"),
    "red": Said("Red", "Rojo"),
    "blue": Said("Blue", "Azul"),
    "green": Said("Green", "Verde"),
    "yellow": Said("Yellow", "Amarillo"),
    "none": Said("nobody", "nadie"),
    "nothing": Said("nothing", "nada"),
    "unknown": Said("unknown", "desconocido"),
    "mortal_1": Said("first mortal", "primer mortal"),
    "mortal_2": Said("second mortal", "segundo mortal"),
    "mortal": Said("mortal", "mortal"),
    "cultist": Said("cultist", "sectario"),
    "devil": Said("devil", "diablo"),
    "marble": Said("marble", "mármol"),
    "glass": Said("glass", "vidrio"),
    "wood": Said("wood", "madera"),
    "stone": Said("stone", "piedra"),
    "wheat": Said("wheat", "trigo"),
    "coins": Said("coins", "monedas"),
    "indulgences": Said("indulgences", "indulgencias"),
    "souls": Said("souls", "almas"),
    "rural": Said("rural", "rural"),
    "urban": Said("urban", "urbano"),
    "religious": Said("religious", "religioso"),
    "science": Said("science", "científico"),
    "alchemist": Said("alchemist", "alquimista"),
    "two": Said("2-coin space", "casilla de 2 monedas"),
    "three": Said("3-coin space", "casilla de 3 monedas"),
    "hired": Said("hired", "contratado"),
    "locked": Said("not for hire", "no se contrata"),
    "open": Said("open", "disponible"),
    "dropped": Said("given up", "renunciado"),
    "left": Said("left side", "lado izquierdo"),
    "right": Said("right side", "lado derecho"),
    "use": Said("use {building}", "usar {building}"),
    "build": Said("build {building}", "construir {building}"),
    "act": Said("act with {building}", "actuar con {building}"),
    "hire": Said("hire a courtier", "contratar un cortesano"),
    "done": Said("does", "hace"),
    "skipped": Said("skips", "omite"),
    "accepts": Said("accepts", "acepta"),
    "refuses": Said("leaves", "rechaza"),
    "innocent": Said("innocent", "inocente"),
    "guilty": Said("guilty", "culpable"),
    "is": Said("is", "es"),
    "is_not": Said("is not", "no es"),
    "ready": Said("ready", "listo"),
}

STEPS: Final[Words] = {
    "setup/open": Said("open the game", "abrir la partida"),
    "setup/seal": Said("seal the seed", "sellar la semilla"),
    "setup/deal": Said("words and wishes, then the characters", "palabras y deseos; los papeles"),
    "cards/draw": Said("draw cards", "robar cartas"),
    "cards/pass": Said("pass two buildings", "pasar dos edificios"),
    "cards/last": Said("last chance to repay", "última ocasión de amortizar"),
    "deals/offer": Said("fill the chests", "llenar los cofres"),
    "deals/send_1": Said("first pass", "primer reparto"),
    "deals/answer_1": Said("open and answer", "abrir y responder"),
    "deals/send_2": Said("second pass", "segundo reparto"),
    "deals/answer_2": Said("open and answer once more", "abrir y responder otra vez"),
    "deals/return": Said("return the chests", "devolver los cofres"),
    "actions/plan": Said("plan in secret", "planificar en secreto"),
    "actions/act": Said("carry out the plans", "ejecutar los planes"),
    "witch_hunt/vote": Said("vote in the witch hunt", "votar en la caza de brujas"),
    "witch_hunt/charge": Said("answer the charge", "responder a la acusación"),
    "inquisition/prepare": Said("buy wings, prepare the ritual", "comprar alas, preparar el rito"),
    "inquisition/ritual": Said("open the ritual", "abrir el ritual"),
    "inquisition/turn": Said("turn an inquisitor", "girar un inquisidor"),
    "inquisition/accuse": Said("answer an accusation", "responder a una sospecha"),
    "inquisition/face": Said("face the inquisitors", "afrontar a los inquisidores"),
    "walls/open": Said("open the walls", "abrir las murallas"),
    "over": Said("the game is over", "la partida ha terminado"),
}

FINDINGS: Final[Words] = {
    "not-judged": Said(
        "{checks} checks were left out, for nobody told what they need",
        "se omitieron {checks} comprobaciones: nadie contó lo que necesitan",
    ),
    "seed-not-opened": Said(
        "the game is over and its seed was not opened: nothing proves the distribution",
        "la partida terminó y su semilla no se abrió: nada prueba el reparto",
    ),
    "chance-repeated-differently": Said(
        "pass {pass} of round {round} went another way than in record {before}",
        "el reparto {pass} de la ronda {round} salió distinto que en la anotación {before}",
    ),
    "unverified-components": Said(
        "the set {cards} was not checked against the printed one",
        "los componentes {cards} no se comprobaron con los impresos",
    ),
}

# The meaning of each option, and of those of its values that do not speak for themselves.
OPTIONS: Final[Words] = {
    "hands": Said("what the record knows of hands and walls", "lo que el registro sabe"),
    "hands=walled": Said("secrets may be unknown", "los secretos pueden no saberse"),
    "hands=open_hands": Said("everything is recorded", "se anota todo"),
    "ledger": Said("every trade with the bank is recorded", "se anota cada trato con el banco"),
    "distribution": Said("who says whose chest goes where", "quién dice adónde va cada cofre"),
    "distribution=seed": Said("a sealed seed does", "una semilla sellada"),
    "distribution=recorded": Said("another app or lots", "otra app o un sorteo"),
    "wishes": Said("players may wish for a character", "se puede desear un personaje"),
    "trade_indulgences": Said("indulgences may be offered", "se pueden ofrecer indulgencias"),
    "bribe_resources": Said("resources may be bribes", "los recursos pueden ser sobornos"),
    "jesters": Said("jester tokens are played with", "se juega con fichas de bufón"),
    "lenient": Said("failures cost no reputation", "fallar no cuesta reputación"),
    "reputation_rewards": Said("when wings are given", "cuándo se dan las alas"),
    "reputation_rewards=after_effects": Said("after effects", "tras los efectos"),
    "reputation_rewards=before_effects": Said("by the start", "según el inicio"),
}
