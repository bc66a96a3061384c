"""Texts of the pages' scripts, by module: English texts are the message ids (gettext)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ragami.errors import N_
from ragami.language import Language, translator

OF: Final[Mapping[str, Mapping[str, str]]] = {
    "ask.js": {
        "offline": N_("The table's server does not answer."),
        "failed": N_("That did not work."),
    },
    "table.js": {
        "live": N_("live"),
        "not-live": N_("not live"),
        "lost": N_("Reconnecting since {when} …"),
        "gone": N_("The server starts again; reconnecting since {when} …"),
        "no-table": N_("This table is not here, or not for this device."),
        "no-seat": N_("This device no longer holds its seat. Scan the code to join again."),
        "newer": N_("The server is newer than this page: load it again."),
        "older": N_("The server is older than this page: load it again."),
        "locked": N_("Nobody can join at present: the table is locked."),
        "somebody": N_("Somebody"),
        "claim-seat": N_("{who} asks for the seat of {seat}. Is that right?"),
        "claim-keeper": N_("{who} wants to keep the score for everybody. Is that right?"),
        "claim-undo": N_("{who} asks to take back all after record {what}. Is that right?"),
        "yes": N_("yes"),
        "no": N_("no"),
    },
    "witness.js": {
        "forked": N_(
            "This log is not the one that this device has seen: at record {size} it was another"
            " one than it says now (at {now}). Stop, and compare with another phone."
        ),
        "keeper": N_("who keeps the score"),
        "referee": N_("the referee"),
        "unknown": N_("unknown key {key}, which calls itself {name}"),
        "together": N_("{so} of {all} devices have seen record {size}: {names}."),
        "without": N_(
            "Record {size} is shown, and the host does not say its fingerprint: nobody could prove"
            " what stands here. Compare with another phone."
        ),
        "kept": N_(
            "This device has seen and kept record {size}, which has grown out of record {first}. It"
            " remembers nothing before record {first}."
        ),
        "since": N_("This device remembers nothing before record {first}."),
        "since-page": N_(
            "This browser keeps nothing: this page remembers nothing before record {first}, and"
            " nothing at all when it is closed."
        ),
        "kept-nothing": N_("This device has not seen any record yet."),
        "no-head": N_("That is no such text: three lines, the second one a number."),
        "agree": N_("They agree: one log has grown into the other."),
        "differ": N_("They differ: these are two logs. Keep both texts, and call the referee."),
    },
    "pad.js": {
        "row-before": N_("The row before"),
        "row-after": N_("The next row"),
        "everybody": N_("For everybody"),
        "sign": N_("Minus or plus for {name}"),
        "write-down": N_("Write it down"),
        "sending": N_("{what}: being sent …"),
        "stored": N_("✓ {what}: stored as record {seq}"),
        "refused": N_("{what} was not written: {why}"),
        "was-first": N_("{what} was not written: somebody was first. Look, and tap again."),
    },
    "app.js": {
        "app-nobody": N_("nobody who plays"),
        "app-why": N_(
            "The deal follows from a seed that whoever runs the server can read. So their word is"
            " sealed with it, before the others say theirs."
        ),
        "app-mine": N_("I run the server, and play"),
        "app-whose": N_("The server is run by"),
        "app-word": N_("Any word"),
    },
    "questions.js": {
        "for-others": N_("What the others may do"),
        "at-any-time": N_("Possible at any time"),
        "nothing-to-do": N_("Nothing is to be done at present."),
        "moved-on": N_("The game has moved on: choose again."),
        "enough": N_("That is all"),
        "untold": N_("Done, and kept secret"),
        "off": N_("Not possible now: {number}. Why?"),
        "so-many": N_("{so} of {many}"),
        "go-on": N_("Go on"),
        "as-list": N_("as a list"),
        "write-down": N_("Write it down"),
        "sending": N_("{what}: being sent …"),
        "stored": N_("✓ {what}: stored as record {seq}"),
        "was-first": N_("{what} was not written: somebody was first. Look, and tap again."),
        "refused": N_("{what} was not written: {why}"),
        "back": N_("Back"),
        "cancel": N_("Cancel"),
    },
    "pieces.js": {
        "not-here": N_("It is not among these"),
        "name": N_("Its name"),
        "what-is-known": N_("Only the name is needed; what you do not know stays empty."),
        "enter-it": N_("Enter the card"),
    },
    "written.js": {
        "say-something": N_("Something has to stand here."),
        "choose-one": N_("Choose one of each."),
        "more": N_("{what}: one more"),
        "fewer": N_("{what}: one fewer"),
    },
    "steps.js": {
        "checking": N_("Being checked …"),
        "do-it": N_("Write it down"),
    },
    "mine.js": {
        "number": N_("You are number {number}: {name}"),
        "leave": N_("Do you leave for good? Your table goes on without you."),
        "called": N_("The referee has been called."),
        "other-table": N_("This is the code of another table: {table}"),
    },
    "wall.js": {"page": N_("page {page} of {pages}")},
    "report.js": {
        "of-table": N_("Result of table {place}"),
        "you-say": N_("You:"),
        "says": N_("{name}:"),
        "report-nobody": N_("Nobody has entered it yet."),
        "report-wait": N_("Now another of the table confirms it on their phone."),
        "report-confirm": N_("Is that right?"),
        "report-agreed": N_("✓ Confirmed: the referee has it."),
        "report-recorded": N_("✓ The result is recorded."),
        "report-differ": N_("You do not say the same. Agree and change it, or call the referee."),
        "right": N_("That is right"),
        "not-right": N_("That is not right"),
        "change": N_("Change it"),
        "enter": N_("Enter the result"),
        "call": N_("Call the referee"),
        "score": N_("Score"),
        "place": N_("Place"),
        "score-of": N_("Score of {name}"),
        "place-of": N_("Place of {name}"),
        "how": N_(
            "Scores are enough: the highest is first, equal ones share a place. Without scores, or"
            " where they do not decide, choose the places; who won is enough."
        ),
        "send": N_("Send"),
        "cancel": N_("Cancel"),
        "called": N_("The referee has been called."),
        "called-about": N_("The result of table {place}"),
    },
    "place.js": {
        "other-table": N_("This is the code of another table: {table}"),
        "claiming": N_("The seat is taken. Somebody at the table has to say yes …"),
    },
    "rounds.js": {
        "waiting": N_("no game yet"),
        "playing": N_("is played"),
        "broken": N_("its log is not legal"),
        "ended": N_("has ended"),
        "done": N_("✓ result"),
        "record-it": N_("Record the result"),
        "minutes": N_("{minutes} min"),
        "yes": N_("yes"),
        "no": N_("no"),
        "code": N_("Code to come in: {code}"),
        "code-of": N_("code {code}"),
        "answered": N_("Answered"),
        "opened": N_("Tables opened: {count}"),
        "join": N_("QR code: come in"),
        "there": N_("has entered already: {names}"),
        "said": N_("{name} says: {what}"),
        "said-by-one": N_("not confirmed yet"),
        "said-by-agreed": N_("✓ confirmed"),
        "said-by-differ": N_("they do not say the same"),
        "record-this": N_("Record what {name} says"),
        "call-of": N_("{name}, table {place}: {text}"),
    },
    "outbox.js": {
        "full": N_("The disk of the server is full: nothing can be stored until there is room."),
        "not-written": N_("Not written: {why}"),
        "discarded": N_("It was discarded here."),
        "send-now": N_("Send now"),
        "discard": N_("Discard"),
    },
    "seat.js": {
        "you-are": N_("You are {who}"),
        "called": N_("The referee has been called."),
        "leave": N_("Give up this seat on this device?"),
    },
    "house.js": {
        "house-plays": N_("the house plays"),
        "house-not": N_("free: give it to the house"),
    },
    "spoken.js": {"nothing-known": N_("Nothing is known of that.")},
    "typing.js": {
        "legal": N_("This is legal."),
        "stored": N_("✓ {what}: stored as record {seq}"),
    },
    "join.js": {
        "accepted": N_("✓ Table {table}"),
        "taken": N_("taken: asks the table"),
        "free": N_("free"),
        "house-plays": N_("the house plays"),
        "claiming": N_("The seat is taken. Somebody at the table has to say yes …"),
        "you-are-in": N_("you are in"),
        "enter": N_("Enter by your name"),
    },
    "story.js": {
        "found": N_("{found} found"),
        "record": N_("Record {seq}"),
    },
    "projector.js": {
        "since": N_("last event {time} ago"),
        "no-wake": N_("This browser lets no page keep the screen awake."),
    },
    "desk.js": {
        "live": N_("live"),
        "not-live": N_("not live"),
        "lost": N_("Reconnecting since {when} …"),
        "gone": N_("The server starts again; reconnecting since {when} …"),
        "record": N_("record {seq}"),
        "over": N_("over"),
        "days": N_("days: {days}"),
        "minutes": N_("{minutes} min"),
        "seconds": N_("{seconds} s"),
        "tables": N_("tables: {count}"),
    },
    "opening.js": {
        "any-game": N_("Another game: its points are kept"),
        "usual": N_("as usual: {what}"),
        "name-of": N_("Name of player {number}"),
        "seat-of": N_("Seat of player {number}"),
        "is-open": N_("✓ Table {table} is open. Code to come in: {code}"),
    },
    "ruling.js": {
        "as-it-is": N_("As it is"),
        "as-it-would-be": N_("As it would be"),
        "stored": N_("✓ {what}: stored as record {seq}"),
        "calls": N_("Calls for the referee: {calls}"),
    },
    "follows.js": {
        "points-move": N_("{who}: {then} points instead of {now}"),
        "stays": N_("All up to record {to} stays as it is."),
        "nothing-struck": N_("Nothing is taken back: after record {to} no event counts."),
        "undo": N_("Taking back"),
        "taken-back": N_("✓ Taken back."),
        "asking": N_("The others are being asked …"),
    },
    "result.js": {"not-over": N_("The game is not over yet.")},
    "trust.js": {
        "has-seen": N_("{who} has seen record {size}"),
        "nobody": N_("Nobody yet: a device signs at the end of a round."),
        "yes": N_("yes"),
        "no": N_("no"),
    },
}


def words_for(modules: Iterable[str], language: Language) -> dict[str, str]:
    """The words of these modules."""
    say = translator(language)
    return {key: say(text) for name in modules for key, text in OF.get(name, {}).items()}
