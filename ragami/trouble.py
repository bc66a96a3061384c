"""What stops a command: a code, the exit code it means, the facts, and how it is said.

A `Trouble` is a value that travels as an exception. Its English text stands here once, as the
message id of the gettext catalogue; the other language is looked up when it is shown.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ragami.language import Translate


class Kind(NamedTuple):
    """One sort of trouble: the exit code of the contract, what is said, and what to do about it."""

    exit_code: int
    says: str
    remedy: str


FOUND_WRONG: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
CONFLICT: Final = 4
REFUSED: Final = 5
PROOF_BROKEN: Final = 6
STORAGE: Final = 7
DEFECT: Final = 70  # not in the contract: none of its codes may stand for a fault of our own
INTERRUPTED: Final = 130


def N_(message: str) -> str:  # noqa: N802 (the name that Babel looks for)
    """Mark a message for translation where it stands, without translating it."""
    return message


KINDS: Final[dict[str, Kind]] = {
    "wrong-usage": Kind(USAGE, N_("The command was not understood: {problem}"), ""),
    "interrupted": Kind(INTERRUPTED, N_("Interrupted. What had been acknowledged is kept."), ""),
    "system-refused": Kind(
        STORAGE,
        N_("The system refused: {problem}."),
        N_("Nothing more was done; put that right and try again."),
    ),
    "defect": Kind(
        DEFECT,
        N_("This is a defect of ragami, not of your game ({kind}: {problem})."),
        N_(
            "Please run it again with RAGAMI_TRACEBACK=1 and report what it prints to the ragami"
            " contributors."
        ),
    ),
    "extra-needed": Kind(
        USAGE,
        N_("For this, ragami needs {module}, which is not installed."),
        N_("Install it with: pip install 'ragami[{extra}]'"),
    ),
    "rule-not-found": Kind(
        NOT_FOUND,
        N_("There is no rule '{rule}'."),
        N_("Nearest to it: {nearest}. 'ragami rules' lists them all."),
    ),
    "no-rule-with-words": Kind(
        NOT_FOUND,
        N_("No rule has all of these words: {words}."),
        N_("Parts of words count, capitals and accents do not; 'ragami rules' lists them all."),
    ),
    "refused": Kind(
        REFUSED,
        N_("The rules refuse record {seq} ({rule})."),
        N_("Nothing was written."),
    ),
    "game-not-found": Kind(
        NOT_FOUND,
        N_("There is no game '{game}' in {place}."),
        N_("Nearest to it: {nearest}. 'ragami games' lists them all."),
    ),
    "log-not-found": Kind(
        NOT_FOUND,
        N_("There is no file and no game '{name}'."),
        N_("Nearest to it: {nearest}. 'ragami games' lists the games."),
    ),
    "no-logs-in-folder": Kind(
        NOT_FOUND,
        N_("There is no log in {path}."),
        N_("Of a folder, every file is read whose name ends in .jsonl or .jsonl.gz."),
    ),
    "folder-of-logs": Kind(
        USAGE,
        N_("{path} is a folder, and one log is asked for."),
        N_("Name a file in it, or a game."),
    ),
    "not-a-file": Kind(
        USAGE,
        N_("{path} is no file but a pipe or a device."),
        N_("Give a file; '-' reads what comes on standard input."),
    ),
    "bad-gzip": Kind(
        FOUND_WRONG,
        N_("{path} begins like a gzip file and is none, or not all of it is there ({found})."),
        N_("Get it once more from where it came."),
    ),
    "log-too-long": Kind(
        FOUND_WRONG,
        N_("{path} holds more than {limit} bytes, which no game does."),
        N_("A log has one game; split the file if it has several."),
    ),
    "schema-not-found": Kind(
        NOT_FOUND,
        N_("There is no schema of '{type}'."),
        N_("Nearest to it: {nearest}. 'ragami schema' lists them all."),
    ),
    "game-exists": Kind(
        CONFLICT,
        N_("There is a game '{game}' already."),
        N_("Nothing was written; choose another name, or leave it away to be given one."),
    ),
    "component-not-found": Kind(
        NOT_FOUND,
        N_("Nothing called '{name}' ships as a {kind}, and there is no such file."),
        N_("What ships: {known}. A file of your own is named with its path."),
    ),
    "not-json": Kind(
        USAGE,
        N_("{path} is no JSON: line {line}, column {column}."),
        N_("Nothing was written; put that right first."),
    ),
    "no-such-record": Kind(
        NOT_FOUND,
        N_("'{game}' has no record {seq}."),
        N_("Its last one is record {last}."),
    ),
    "nothing-to-undo": Kind(
        REFUSED,
        N_("'{game}' has {found} events that an undo could strike out, and not {wanted}."),
        N_("Nothing was written; 'ragami log' tells what there is."),
    ),
    "nothing-hidden": Kind(
        REFUSED,
        N_("'{game}' knows every card in the hand of {player}."),
        N_("Nothing was written; 'ragami show' has the hands."),
    ),
    "file-not-found": Kind(NOT_FOUND, N_("There is no file {path}."), ""),
    "log-refused": Kind(
        REFUSED,
        N_("{path} is not imported: line {line} breaks {rule}."),
        N_("Nothing was written; 'ragami verify' says what is wrong."),
    ),
    "name-needed": Kind(
        USAGE,
        N_("What comes on standard input has no name, and the game in it no title."),
        N_("Say with --name what it is to be called."),
    ),
    "other-game-of-this-name": Kind(
        CONFLICT,
        N_("There is another game '{game}' already, of {found} records."),
        N_("Nothing was written; give the new one another name."),
    ),
    "no-board": Kind(
        FOUND_WRONG,
        N_("{path} has no board that could be drawn."),
        N_("'ragami board check' says what is wrong with a board in a file."),
    ),
    "nothing-to-draw": Kind(
        NOT_FOUND,
        N_("There is nothing to draw in '{game}' yet."),
        N_("The board lies there from record 1 on."),
    ),
    "other-file-of-this-name": Kind(
        CONFLICT,
        N_("{path} is there already, and has something else in it."),
        N_("It was left as it is; say with --to where the games shall go."),
    ),
    "bad-game-name": Kind(
        USAGE,
        N_("{name!r} cannot be the name of a game."),
        N_(
            "A name has 1 to {limit} printable characters, without a space at either end and"
            " without slashes and backslashes, and does not begin with a dot or a hyphen."
        ),
    ),
    "bad-key": Kind(
        USAGE,
        N_("{key!r} cannot be the key of a command."),
        N_("A key has 1 to {limit} printable characters, without a space at either end."),
    ),
    "nothing-to-append": Kind(
        USAGE,
        N_("There is nothing to write down in '{game}'."),
        N_("Give at least one event."),
    ),
    "bad-record-line": Kind(
        USAGE,
        N_("What would be record {seq} of '{game}' is not one line of JSON in UTF-8: {found}."),
        N_("Nothing was written."),
    ),
    "somebody-was-first": Kind(
        CONFLICT,
        N_("'{game}' has {found} records and not {expected}: somebody else wrote first."),
        N_("Nothing was written; look at the game as it is now, and try again."),
    ),
    "key-used": Kind(
        CONFLICT,
        N_("The key '{key}' came with another command in '{game}': records {first} to {last}."),
        N_("Nothing was written; give a new command a new key."),
    ),
    "database-not-found": Kind(
        NOT_FOUND,
        N_("There is no database at {path}."),
        N_("Name another one with --db or RAGAMI_DB; 'ragami new' makes one."),
    ),
    "database-not-opened": Kind(
        STORAGE,
        N_("{path} could not be opened ({found})."),
        N_("Its folder must be there, and you must be allowed to write in it."),
    ),
    "database-busy": Kind(
        STORAGE,
        N_("Another program is writing {path} and does not let go of it ({found})."),
        N_("Nothing was written; wait for it to finish, or end it, and try again."),
    ),
    "database-read-only": Kind(
        STORAGE,
        N_("{path} may not be written ({found})."),
        N_("Nothing was written; allow it for the file and its folder, or use another database."),
    ),
    "disk-full": Kind(
        STORAGE,
        N_("There is no room to write {path} ({found})."),
        N_("Nothing was written, and the log is as it was; make room and try again."),
    ),
    "disk-error": Kind(
        STORAGE,
        N_("Reading or writing {path} failed ({found})."),
        N_("What had been acknowledged is kept; look after the disk before you go on."),
    ),
    "database-damaged": Kind(
        STORAGE,
        N_("{path} is damaged ({found})."),
        N_("Put a copy of it aside, and go on from a backup or from exported games."),
    ),
    "not-a-database": Kind(
        STORAGE,
        N_("{path} is no SQLite database ({found})."),
        N_("It was left as it is; name another file with --db or RAGAMI_DB."),
    ),
    "foreign-database": Kind(
        STORAGE,
        N_("{path} is the database of another program (application id {found})."),
        N_("It was left as it is; name another file with --db or RAGAMI_DB."),
    ),
    "database-newer": Kind(
        STORAGE,
        N_("{path} has schema version {found}; this ragami knows versions up to {known}."),
        N_("It was left as it is; use a newer ragami."),
    ),
    "storage-failed": Kind(
        STORAGE,
        N_("SQLite could not do it in {path} ({found})."),
        N_("What had been acknowledged is kept."),
    ),
}


class Trouble(Exception):
    """Something that a command cannot go on from.

    `code` is a key of `KINDS`; `facts` fill the places in its text. Raises `KeyError` for a code
    that is not in the table, so that no trouble can be without its text.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.kind = KINDS[code]
        self.facts = facts

    @property
    def exit_code(self) -> int:
        return self.kind.exit_code

    def say(self, translate: Translate) -> str:
        """The whole message: what is wrong, and what to do."""
        return " ".join(
            translate(text).format_map(self.facts)
            for text in (self.kind.says, self.kind.remedy)
            if text
        )

    def __str__(self) -> str:
        return self.say(str)
