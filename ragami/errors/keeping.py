"""Errors of keeping games: storage, concurrent writers, the rules, broken proofs."""

from __future__ import annotations

from typing import Final

from ragami.errors.kind import (
    CONFLICT,
    DEFECT,
    INTERRUPTED,
    PROOF_BROKEN,
    REFUSED,
    STORAGE,
    ErrorKind,
)
from ragami.findings import N_

KEEPING: Final[dict[str, ErrorKind]] = {
    "interrupted": ErrorKind(
        INTERRUPTED, N_("Interrupted. What had been acknowledged is kept."), ""
    ),
    "receipts-in-use": ErrorKind(
        STORAGE,
        N_("Another command is writing receipts into {path}."),
        N_("Wait until it has ended, or name another file first."),
    ),
    "false-receipt": ErrorKind(
        PROOF_BROKEN,
        N_("The receipt in line {line} of {path} for '{log}' is false (signed by {signer})."),
        N_("The log was judged anew. Keep that line: it is signed, and proves it."),
    ),
    "system-refused": ErrorKind(
        STORAGE,
        N_("The system refused: {problem}."),
        N_("Nothing more was done; put that right and try again."),
    ),
    "defect": ErrorKind(
        DEFECT,
        N_("This is a defect of ragami, not of your game ({kind}: {problem})."),
        N_(
            "Please run it again with RAGAMI_TRACEBACK=1 and report what it prints to the ragami"
            " contributors."
        ),
    ),
    "worker-died": ErrorKind(
        STORAGE,
        N_("A process ended in the middle of {item}, twice."),
        N_("All else is done. Is the memory short? Leave it out, or use --processes 1."),
    ),
    "file-there-already": ErrorKind(
        CONFLICT,
        N_("There is a file '{path}' already."),
        N_("Give another name, or take that file away."),
    ),
    "refused": ErrorKind(
        REFUSED,
        N_("The rules refuse record {seq} ({rule})."),
        N_("It was not written."),
    ),
    "archive-failed": ErrorKind(
        STORAGE,
        N_("DuckDB could not do it ({problem})."),
        N_("Nothing was written. Is the disk full, or is a file no table of an archive?"),
    ),
    "game-exists": ErrorKind(
        CONFLICT,
        N_("There is a game '{game}' already."),
        N_("Nothing was written; choose another name, or leave it away to be given one."),
    ),
    "not-to-be-waived": ErrorKind(
        REFUSED,
        N_("No ruling can let {rule} be broken: {why}."),
        N_(
            "Correct the event (ragami correct) or take it back (ragami undo); 'ragami rules"
            " --waivable' lists what can be ruled."
        ),
    ),
    "nothing-to-undo": ErrorKind(
        REFUSED,
        N_("'{game}' has {found} events that an undo could strike out, and not {wanted}."),
        N_("Nothing was written; 'ragami log' tells what there is."),
    ),
    "nothing-to-correct": ErrorKind(
        REFUSED,
        N_("Record {seq} of '{game}' reads so already."),
        N_("Nothing was written; a note says what was meant by it."),
    ),
    "nothing-hidden": ErrorKind(
        REFUSED,
        N_("'{game}' knows every card in the hand of {player}."),
        N_("Nothing was written; 'ragami show' has the hands."),
    ),
    "log-refused": ErrorKind(
        REFUSED,
        N_("{path} is not imported: line {line} breaks {rule}."),
        N_(
            "Nothing was written; 'ragami verify' says what is wrong, and --as-is keeps the log"
            " whole, to be looked into."
        ),
    ),
    "line-misread": ErrorKind(
        REFUSED,
        N_("This is no line of a score sheet (column {column})."),
        N_("It was not written."),
    ),
    "other-game-of-this-name": ErrorKind(
        CONFLICT,
        N_("There is another game '{game}' already, of {found} records."),
        N_("Nothing was written; give the new one another name."),
    ),
    "other-file-of-this-name": ErrorKind(
        CONFLICT,
        N_("{path} is there already, and has something else in it."),
        N_("It was left as it is; say with --to where the games shall go."),
    ),
    "somebody-was-first": ErrorKind(
        CONFLICT,
        N_("'{game}' has {found} records and not {expected}: somebody else wrote first."),
        N_("Nothing was written; look at the game as it is now, and try again."),
    ),
    "key-used": ErrorKind(
        CONFLICT,
        N_("The key '{key}' came with another command in '{game}': records {first} to {last}."),
        N_("Nothing was written; give a new command a new key."),
    ),
    "database-not-opened": ErrorKind(
        STORAGE,
        N_("{path} could not be opened ({found})."),
        N_("Its folder must be there, and you must be allowed to write in it."),
    ),
    "database-busy": ErrorKind(
        STORAGE,
        N_("Another program is writing {path} and does not let go of it ({found})."),
        N_("Nothing was written; wait for it to finish, or end it, and try again."),
    ),
    "database-read-only": ErrorKind(
        STORAGE,
        N_("{path} may not be written ({found})."),
        N_("Nothing was written; allow it for the file and its folder, or use another database."),
    ),
    "database-open-to-others": ErrorKind(
        STORAGE,
        N_("{path} may be read by others, and you may not change that."),
        N_("Nothing was written; keep private games in a database of your own (--db)."),
    ),
    "database-gone": ErrorKind(
        STORAGE,
        N_("{path} was moved, replaced or deleted while it was open."),
        N_("What came last is not in the file of that name; look what is, and write it once more."),
    ),
    "disk-full": ErrorKind(
        STORAGE,
        N_("There is no room to write {path} ({found})."),
        N_("Nothing was written, and the log is as it was; make room and try again."),
    ),
    "disk-error": ErrorKind(
        STORAGE,
        N_("Reading or writing {path} failed ({found})."),
        N_("What had been acknowledged is kept; look after the disk before you go on."),
    ),
    "database-damaged": ErrorKind(
        STORAGE,
        N_("{path} is damaged ({found})."),
        N_("Put a copy of it aside, and go on from a backup or from exported games."),
    ),
    "not-a-database": ErrorKind(
        STORAGE,
        N_("{path} is no SQLite database ({found})."),
        N_("It was left as it is; name another file with --db or RAGAMI_DB."),
    ),
    "foreign-database": ErrorKind(
        STORAGE,
        N_("{path} is the database of another program (application id {found})."),
        N_("It was left as it is; name another file with --db or RAGAMI_DB."),
    ),
    "database-newer": ErrorKind(
        STORAGE,
        N_("{path} has schema version {found}; this ragami knows versions up to {known}."),
        N_("It was left as it is; use a newer ragami."),
    ),
    "server-not-reached": ErrorKind(
        STORAGE,
        N_("No database server answers at {path} ({found})."),
        N_("Is it running, and is the address right? What had been acknowledged is kept."),
    ),
    "server-lost": ErrorKind(
        STORAGE,
        N_("The connection to {path} broke off ({found})."),
        N_("What was acknowledged is kept. Look at the game before you write the last again."),
    ),
    "server-shut": ErrorKind(
        STORAGE,
        N_("The server lets nobody in at {path} ({found})."),
        N_("Put user and password into the address, or the password into PGPASSWORD or ~/.pgpass."),
    ),
    "server-forbids": ErrorKind(
        STORAGE,
        N_("{path} does not let this role do that ({found})."),
        N_("Nothing was written. Grant it what docs/postgresql.md lists, or use another role."),
    ),
    "unfit-database": ErrorKind(
        STORAGE,
        N_("{path} cannot take games ({found})."),
        N_("It was left as it is; make one for ragami alone with 'createdb --encoding UTF8'."),
    ),
    "folder-exists": ErrorKind(
        CONFLICT,
        N_("'{path}' is there already, and is left as it is."),
        N_("Name another folder with --out, or remove this one."),
    ),
    "key-exists": ErrorKind(
        CONFLICT,
        N_("There is a key '{name}' already."),
        N_("It was left as it is; give the new one another name."),
    ),
    "lookalike-name": ErrorKind(
        CONFLICT,
        N_("'{name}' can be taken for '{other}', whose key is known here."),
        N_("Nothing was changed; --yes lets both stand beside each other."),
    ),
    "bad-memory": ErrorKind(
        PROOF_BROKEN,
        N_("{path}, the last seal that was made here, is damaged."),
        N_("Put a copy of it back; deleting it gives up what it proves."),
    ),
    "seals-broken": ErrorKind(
        PROOF_BROKEN,
        N_("'{game}' does not fit its seals ({finding}, record {seq})."),
        N_("Nothing was signed or written; 'ragami verify' says what is wrong."),
    ),
    "sealed-otherwise": ErrorKind(
        REFUSED,
        N_("'{game}' is another copy of '{other}', which is sealed, and has gone on otherwise."),
        N_(
            "A second seal would be a fork. 'ragami export {game} | ragami import - --name NAME"
            " --copy' makes a log of its own, which can be sealed."
        ),
    ),
    "witnessed-otherwise": ErrorKind(
        REFUSED,
        N_("Another copy of '{game}', with other records, was signed here."),
        N_("Nothing was signed: a second signature would be a fork."),
    ),
    "sealed-as-another": ErrorKind(
        PROOF_BROKEN,
        N_("The newest seal of '{game}' calls it {origin}; by its record 1 it is {expected}."),
        N_("Nothing was signed: it would stand under the name of another log."),
    ),
    "unknown-seal": ErrorKind(
        PROOF_BROKEN,
        N_("Nobody whose key is known here has made the newest seal of '{game}': {signers}."),
        N_(
            "Nothing was signed; 'ragami key trust' makes a key known, and --yes witnesses the seal"
            " of anybody."
        ),
    ),
    "not-a-checkpoint": ErrorKind(
        PROOF_BROKEN,
        N_("This is no signed checkpoint that '{game}' could take in."),
        N_("Nothing was written; get it once more from where it came."),
    ),
    "other-checkpoint": ErrorKind(
        PROOF_BROKEN,
        N_("This checkpoint of {size} records is not one of '{game}'."),
        N_("Nothing was written; somebody has signed another log, or another version of it."),
    ),
    "false-signature": ErrorKind(
        PROOF_BROKEN,
        N_("The signature of {signer} on this checkpoint of '{game}' is false."),
        N_("Nothing was written; get it once more from whoever signed it."),
    ),
    "unknown-witness": ErrorKind(
        PROOF_BROKEN,
        N_("Nobody whose key is known here has signed this checkpoint of '{game}'."),
        N_("Nothing was written; 'ragami key trust' makes a key known."),
    ),
    "old-bytes-left": ErrorKind(
        STORAGE,
        N_("It is taken out of {path}, but another program reads it and keeps old bytes there."),
        N_("End that program, and run the same command again."),
    ),
    "storage-failed": ErrorKind(
        STORAGE,
        N_("The database could not do it in {path} ({found})."),
        N_("What had been acknowledged is kept."),
    ),
}
