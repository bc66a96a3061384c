"""What stops a command: a code, the exit code it means, the facts, and how it is said.

A `RagamiError` is a value that travels as an exception. Its English text stands here once, as the
message id of the gettext catalogue; the other language is looked up when it is shown.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

from ragami.findings import N_ as N_  # noqa: PLC0414 (the other rooms have it from here)
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

TRACEBACK_VARIABLE: Final = "RAGAMI_TRACEBACK"


def worst(codes: Iterable[int]) -> int:
    """The exit code of several: the first that is not about what was found, else 1 or 0."""
    wrong = [code for code in codes if code]
    return next((code for code in wrong if code != FOUND_WRONG), wrong[0] if wrong else 0)


NOTHING_NEAR: Final = "–"
"""The fact `nearest` where no other name is like the one that was given."""


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
        N_("Install it with 'pip install ragami[{extra}]'."),
    ),
    "worker-died": Kind(
        STORAGE,
        N_("A process ended in the middle of {item}, twice."),
        N_("All else is done. Is the memory short? Leave it out, or use --processes 1."),
    ),
    "cluster-not-reached": Kind(
        NOT_FOUND,
        N_("No cluster answers at {address} ({problem})."),
        N_("Start one with 'dask scheduler' and 'dask worker', and give the scheduler's address."),
    ),
    "cluster-without-workers": Kind(
        NOT_FOUND,
        N_("The cluster at {address} has no worker."),
        N_("Start some with: dask worker {address}"),
    ),
    "cluster-without-ragami": Kind(
        NOT_FOUND,
        N_("The worker {worker} of the cluster at {address} has no ragami."),
        N_("Install this version of it there, and start the worker again."),
    ),
    "unreadable-account": Kind(
        FOUND_WRONG,
        N_("Record {line} of '{log}' cannot be read, so that there is nothing to compare."),
        N_("'ragami verify' says what is wrong with it."),
    ),
    "file-there-already": Kind(
        CONFLICT,
        N_("There is a file '{path}' already."),
        N_("Give another name, or take that file away."),
    ),
    "no-capability": Kind(
        USAGE,
        N_("The game {game} has no {what}."),
        N_("Everything else works for it; 'ragami --help' lists the commands."),
    ),
    "game-not-installed": Kind(
        NOT_FOUND,
        N_("The game '{game}' is not installed."),
        N_("What is: {nearest}. Another one comes in as a Python package that brings it."),
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
        N_("It was not written."),
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
        N_(
            "Of a folder, every file is read whose name ends in .jsonl, .jsonl.gz, .jsonl.zst or"
            " .ragami, and records.parquet."
        ),
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
    "bad-zstd": Kind(
        FOUND_WRONG,
        N_("{path} is not whole: zstd cannot unpack it ({found})."),
        N_("Get it again, or unpack what can be saved by other means."),
    ),
    "several-logs": Kind(
        USAGE,
        N_("{path} holds several logs, and one log is asked for."),
        N_("Name one of them, such as '{first}'."),
    ),
    "no-logs-in-file": Kind(
        NOT_FOUND,
        N_("There is no log in {path}."),
        N_("'ragami export --to parquet' writes such files, with the table 'records'."),
    ),
    "bad-parquet": Kind(
        FOUND_WRONG,
        N_("{path} cannot be read as Parquet ({found})."),
        N_("A file of logs has the columns game, seq and line."),
    ),
    "archive-failed": Kind(
        STORAGE,
        N_("DuckDB could not do it ({problem})."),
        N_("Nothing was written. Is the disk full, or is a file no table of an archive?"),
    ),
    "not-reports": Kind(
        USAGE,
        N_("{path} is not a file of reports (line {line})."),
        N_("It was left as it is. Name one that 'ragami verify --resume' wrote, or a new one."),
    ),
    "log-too-long": Kind(
        FOUND_WRONG,
        N_("{path} holds more than {limit} bytes, which no game does."),
        N_("A log has one game; split the file if it has several."),
    ),
    "line-too-long": Kind(
        FOUND_WRONG,
        N_("{path} has a line of more than {limit} bytes, which no record and no component needs."),
        N_("A log has a line for each record; is this another kind of file?"),
    ),
    "too-many-lines": Kind(
        FOUND_WRONG,
        N_("{path} has more than {limit} lines in one log, which no game does."),
        N_("A log has one game; split the file if it has several."),
    ),
    "component-too-long": Kind(
        FOUND_WRONG,
        N_("{path} holds more than {limit} bytes, which no board, no deck and no dice do."),
        N_("'ragami board new' writes such a file."),
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
    "no-such-event": Kind(
        NOT_FOUND,
        N_("Record {seq} of '{game}' is no event that counts."),
        N_("'ragami log' lists the events; those that are struck out do not count."),
    ),
    "not-to-be-waived": Kind(
        REFUSED,
        N_("No ruling can let {rule} be broken: {why}."),
        N_(
            "Correct the event (ragami correct) or take it back (ragami undo); 'ragami rules"
            " --waivable' lists what can be ruled."
        ),
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
        N_(
            "Nothing was written; 'ragami verify' says what is wrong, and --as-is keeps the log"
            " whole, to be looked into."
        ),
    ),
    "sheet-misread": Kind(
        FOUND_WRONG,
        N_("{path} cannot be read as a score sheet (wrong lines: {number})."),
        N_("Nothing was written; put these lines right first."),
    ),
    "line-misread": Kind(
        REFUSED,
        N_("This is no line of a score sheet (column {column})."),
        N_("It was not written."),
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
    "no-font": Kind(
        NOT_FOUND,
        N_("There is no font on this machine, so that a PNG would have no numbers and no names."),
        N_("Install one (DejaVu Sans, Liberation Sans …), or take the SVG."),
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
        N_("Name another with --db or RAGAMI_DB; 'ragami new' makes it, on a server 'createdb'."),
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
    "database-open-to-others": Kind(
        STORAGE,
        N_("{path} may be read by others, and you may not change that."),
        N_("Nothing was written; keep private games in a database of your own (--db)."),
    ),
    "database-gone": Kind(
        STORAGE,
        N_("{path} was moved, replaced or deleted while it was open."),
        N_("What came last is not in the file of that name; look what is, and write it once more."),
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
    "server-not-reached": Kind(
        STORAGE,
        N_("No database server answers at {path} ({found})."),
        N_("Is it running, and is the address right? What had been acknowledged is kept."),
    ),
    "server-lost": Kind(
        STORAGE,
        N_("The connection to {path} broke off ({found})."),
        N_("What was acknowledged is kept. Look at the game before you write the last again."),
    ),
    "server-shut": Kind(
        STORAGE,
        N_("The server lets nobody in at {path} ({found})."),
        N_("Put user and password into the address, or the password into PGPASSWORD or ~/.pgpass."),
    ),
    "server-forbids": Kind(
        STORAGE,
        N_("{path} may not be changed like that ({found})."),
        N_("Nothing was written; use the address of a role that may do it."),
    ),
    "unfit-database": Kind(
        STORAGE,
        N_("{path} cannot take games ({found})."),
        N_("It was left as it is; make one for ragami alone with 'createdb --encoding UTF8'."),
    ),
    "no-key": Kind(
        NOT_FOUND,
        N_("There is no key '{name}' to sign with; there are: {known}."),
        N_("'ragami key new {name}' makes one."),
    ),
    "no-keys": Kind(
        NOT_FOUND,
        N_("There is no key here to sign with."),
        N_("'ragami key new NAME' makes one, with your name or that of your table."),
    ),
    "which-key": Kind(
        USAGE,
        N_("There are several keys to sign with: {known}."),
        N_("Say with --signer or RAGAMI_SIGNER which one."),
    ),
    "key-exists": Kind(
        CONFLICT,
        N_("There is a key '{name}' already."),
        N_("It was left as it is; give the new one another name."),
    ),
    "bad-key-name": Kind(
        USAGE,
        N_("{name!r} cannot be the name of a key."),
        N_(
            "A name has 1 to {limit} characters, no spaces, slashes, backslashes or plus signs,"
            " and does not begin with a dot or a hyphen."
        ),
    ),
    "key-open-to-others": Kind(
        USAGE,
        N_("{path} may be read by others, and must not be."),
        N_("Nothing was signed. Run: chmod 600 {path}"),
    ),
    "bad-key-file": Kind(
        FOUND_WRONG,
        N_("{path} holds no key to sign with."),
        N_("Nothing was signed; put a copy of the key back, or make a new one."),
    ),
    "bad-known-key": Kind(
        FOUND_WRONG,
        N_("Line {line} of {path} is no verifier key."),
        N_("It reads NAME+ID+KEY, with 'until YYYY-MM-DD' after it if the key expires."),
    ),
    "bad-verifier-key": Kind(
        USAGE,
        N_("'{key}' is no verifier key, or was mistyped."),
        N_("It reads NAME+ID+KEY, as 'ragami key show' prints it."),
    ),
    "bad-memory": Kind(
        PROOF_BROKEN,
        N_("{path}, the last seal that was made here, is damaged."),
        N_("Put a copy of it back; deleting it gives up what it proves."),
    ),
    "seals-broken": Kind(
        PROOF_BROKEN,
        N_("'{game}' does not fit its seals ({finding}, record {seq})."),
        N_("Nothing was signed or written; 'ragami verify' says what is wrong."),
    ),
    "not-sealed": Kind(
        NOT_FOUND,
        N_("'{game}' has no seal on its first {size} records."),
        N_("'ragami seal' makes one."),
    ),
    "record-withheld": Kind(
        NOT_FOUND,
        N_("Of record {seq} of '{game}' words were withheld: its bytes are not those of its seal."),
        N_("A proof from before still holds; 'ragami prove --leaves' proves where it stood."),
    ),
    "never-sealed": Kind(
        NOT_FOUND,
        N_("'{game}' is not sealed."),
        N_("'ragami seal' does that."),
    ),
    "not-a-checkpoint": Kind(
        PROOF_BROKEN,
        N_("This is no signed checkpoint that '{game}' could take in."),
        N_("Nothing was written; get it once more from where it came."),
    ),
    "other-checkpoint": Kind(
        PROOF_BROKEN,
        N_("This checkpoint of {size} records is not one of '{game}'."),
        N_("Nothing was written; somebody has signed another log, or another version of it."),
    ),
    "false-signature": Kind(
        PROOF_BROKEN,
        N_("The signature of {signer} on this checkpoint of '{game}' is false."),
        N_("Nothing was written; get it once more from whoever signed it."),
    ),
    "unknown-witness": Kind(
        PROOF_BROKEN,
        N_("Nobody whose key is known here has signed this checkpoint of '{game}'."),
        N_("Nothing was written; 'ragami key trust' makes a key known."),
    ),
    "no-name": Kind(
        USAGE,
        N_("{name!r} is no name that could be looked for."),
        N_("Give a name with a letter or a digit in it."),
    ),
    "name-not-found": Kind(
        NOT_FOUND,
        N_("No game has the name '{name}' in it."),
        N_("Nearest to it: {nearest}. Nothing was changed."),
    ),
    "old-bytes-left": Kind(
        STORAGE,
        N_("It is taken out of {path}, but another program reads it and keeps old bytes there."),
        N_("End that program, and run the same command again."),
    ),
    "storage-failed": Kind(
        STORAGE,
        N_("The database could not do it in {path} ({found})."),
        N_("What had been acknowledged is kept."),
    ),
}


class RagamiError(Exception):
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
        said = [translate(text) for text in (self.kind.says, self.kind.remedy) if text]
        if self.facts.get("nearest") == NOTHING_NEAR:  # named in the first sentence of a remedy
            said[1] = said[1].partition(". ")[2]
        return " ".join(text.format_map(self.facts) for text in said)

    def __str__(self) -> str:
        return self.say(str)


def error_of(problem: BaseException) -> RagamiError:
    """What was raised, as an error of ours; what we did not foresee is a defect of ours.

    With `RAGAMI_TRACEBACK` in the environment the way to a defect is printed to stderr.
    """
    match problem:
        case RagamiError():
            return problem
        case OSError():
            where = f"{problem.filename}: " if problem.filename else ""
            return RagamiError("system-refused", problem=f"{where}{problem.strerror or problem}")
        case _:
            if os.environ.get(TRACEBACK_VARIABLE):
                import traceback  # noqa: PLC0415 (law 10)

                traceback.print_exception(problem)
            first_line = str(problem).partition("\n")[0]
            return RagamiError("defect", kind=type(problem).__name__, problem=first_line)
