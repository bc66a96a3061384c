"""Errors of what was asked for: wrong usage, missing things, faults found."""

from __future__ import annotations

from typing import Final

from ragami.errors.kind import FOUND_WRONG, NOT_FOUND, REFUSED, USAGE, ErrorKind
from ragami.findings import N_

ASKING: Final[dict[str, ErrorKind]] = {
    "wrong-usage": ErrorKind(USAGE, N_("The command was not understood: {problem}"), ""),
    "extra-needed": ErrorKind(
        USAGE,
        N_("For this, ragami needs {module}, which is not installed."),
        N_("Install it with 'pip install ragami[{extra}]'."),
    ),
    "cluster-not-reached": ErrorKind(
        NOT_FOUND,
        N_("No cluster answers at {address} ({problem})."),
        N_("Start one with 'dask scheduler' and 'dask worker', and give the scheduler's address."),
    ),
    "cluster-without-workers": ErrorKind(
        NOT_FOUND,
        N_("The cluster at {address} has no worker."),
        N_("Start some with: dask worker {address}"),
    ),
    "cluster-without-ragami": ErrorKind(
        NOT_FOUND,
        N_("The worker {worker} of the cluster at {address} has no ragami."),
        N_("Install this version of it there, and start the worker again."),
    ),
    "unreadable-account": ErrorKind(
        FOUND_WRONG,
        N_("Record {line} of '{log}' cannot be read, so that there is nothing to compare."),
        N_("'ragami verify' says what is wrong with it."),
    ),
    "page-without-log": ErrorKind(
        NOT_FOUND,
        N_("There is no log in the page '{path}'."),
        N_("Only a page that works its numbers out again by itself has one inside."),
    ),
    "reveal-of-what": ErrorKind(
        USAGE,
        N_("It is not said what becomes known: {missing} is missing."),
        "",
    ),
    "no-capability": ErrorKind(
        USAGE,
        N_("The package of the game {game} offers no {what}."),
        N_("Everything else works for it; 'ragami --help' lists the commands."),
    ),
    "other-options": ErrorKind(
        USAGE,
        N_("It is a game of {game}, which has other options: {problem}"),
        N_("'ragami new --game {game} --list-options' explains them."),
    ),
    "opens-no-game": ErrorKind(
        FOUND_WRONG,
        N_("Record 1 of '{log}' opens no game, so that nothing is agreed in it."),
        N_("'ragami verify' says what is wrong with it."),
    ),
    "options-not-taken": ErrorKind(
        USAGE,
        N_("The package of the game {game} cannot say what a game would be with {options}."),
        N_("Nothing was compared. Its Setup.under has to open a game with these options."),
    ),
    "options-apart": ErrorKind(
        USAGE,
        N_("{options} cannot be with the other options of this game of {game}."),
        N_("Nothing was compared. 'ragami new --game {game} --list-options' explains them."),
    ),
    "game-not-installed": ErrorKind(
        NOT_FOUND,
        N_("The game '{game}' is not installed."),
        N_("What is: {nearest}. Another one comes in as a Python package that brings it."),
    ),
    "game-does-not-load": ErrorKind(
        NOT_FOUND,
        N_("The game '{game}', which the package {distribution} brings, does not load ({reason})."),
        N_(
            "Everything else works. Mend the package or uninstall it; python -c 'import {module}'"
            " shows more."
        ),
    ),
    "game-fails": ErrorKind(
        NOT_FOUND,
        N_(
            "The game '{game}', which the package {distribution} brings, fails at '{event}'"
            " ({reason})."
        ),
        N_("The fault is in that package: mend it, or tell those who made it."),
    ),
    "package-unreadable": ErrorKind(
        NOT_FOUND,
        N_(
            "What the package {distribution} brings cannot be read: its file entry_points.txt is"
            " wrong ({reason})."
        ),
        N_("Everything else works. Mend the package or uninstall it."),
    ),
    "command-does-not-load": ErrorKind(
        NOT_FOUND,
        N_(
            "The command '{command}', which the package {distribution} brings, does not load"
            " ({reason})."
        ),
        N_(
            "Everything else works. Mend the package or uninstall it; python -c 'import {module}'"
            " shows more."
        ),
    ),
    "rule-not-found": ErrorKind(
        NOT_FOUND,
        N_("There is no rule '{rule}'."),
        N_("Nearest to it: {nearest}. 'ragami rules' lists them all."),
    ),
    "no-rule-with-words": ErrorKind(
        NOT_FOUND,
        N_("No rule has all of these words: {words}."),
        N_("Parts of words count, capitals and accents do not; 'ragami rules' lists them all."),
    ),
    "game-not-found": ErrorKind(
        NOT_FOUND,
        N_("There is no game '{game}' in {place}."),
        N_("Nearest to it: {nearest}. 'ragami games' lists them all."),
    ),
    "log-not-found": ErrorKind(
        NOT_FOUND,
        N_("There is no file and no game '{name}'."),
        N_("Nearest to it: {nearest}. 'ragami games' lists the games."),
    ),
    "no-logs-in-folder": ErrorKind(
        NOT_FOUND,
        N_("There is no log in {path}."),
        N_(
            "Of a folder, every file is read whose name ends in .jsonl, .jsonl.gz, .jsonl.zst or"
            " .ragami, and records.parquet."
        ),
    ),
    "folder-of-logs": ErrorKind(
        USAGE,
        N_("{path} is a folder, and one log is asked for."),
        N_("Name a file in it, or a game."),
    ),
    "people-misread": ErrorKind(
        USAGE,
        N_("Line {line} of the people says nobody, or somebody who was named before: {found}"),
        N_("Write a line for each person: 'Ana = Anna, Ana Ruiz'."),
    ),
    "no-such-viewer": ErrorKind(
        USAGE,
        N_("Nobody at this table is '{viewer}'."),
        N_("Its log is seen by: {there}."),
    ),
    "no-such-seat": ErrorKind(
        USAGE,
        N_("Nobody at this table sits at '{seat}'."),
        N_("Its seats are: {there}."),
    ),
    "seat-told-too-little": ErrorKind(
        REFUSED,
        N_("By what the log tells {seat}, {move} is legal; by the whole log it breaks {rule}."),
        N_(
            "It was not written. Record by hand what {seat} does. A game has to have an event for"
            " all that a player learns, with a field that the player sees."
        ),
    ),
    "bot-breaks-rules": ErrorKind(
        REFUSED,
        N_("The bot of {game} chose for {seat} what the rules refuse: {move} ({rule})."),
        N_("It was not written. Record by hand what {seat} does, and tell who made the game."),
    ),
    "players-at-table": ErrorKind(
        USAGE,
        N_("{players} cannot play {game}: at its table sit {least} to {most}."),
        "",
    ),
    "not-a-file": ErrorKind(
        USAGE,
        N_("{path} is no file but a pipe or a device."),
        N_("Give a file; '-' reads what comes on standard input."),
    ),
    "bad-gzip": ErrorKind(
        FOUND_WRONG,
        N_("{path} begins like a gzip file and is none, or not all of it is there ({found})."),
        N_("Get it once more from where it came."),
    ),
    "bad-zstd": ErrorKind(
        FOUND_WRONG,
        N_("{path} is not whole: zstd cannot unpack it ({found})."),
        N_("Get it again, or unpack what can be saved by other means."),
    ),
    "several-logs": ErrorKind(
        USAGE,
        N_("{path} holds several logs, and one log is asked for."),
        N_("Name one of them, such as '{first}'."),
    ),
    "no-logs-in-file": ErrorKind(
        NOT_FOUND,
        N_("There is no log in {path}."),
        N_("'ragami export --to parquet' writes such files, with the table 'records'."),
    ),
    "no-games": ErrorKind(
        NOT_FOUND,
        N_("There is no game in {path}."),
        N_("'ragami import' brings one into a database, and 'ragami new' makes one."),
    ),
    "bad-parquet": ErrorKind(
        FOUND_WRONG,
        N_("{path} cannot be read as Parquet ({found})."),
        N_("A file of logs has the columns game, seq and line."),
    ),
    "not-reports": ErrorKind(
        USAGE,
        N_("{path} is not a file of reports (line {line})."),
        N_("It was left as it is. Name one that 'ragami verify --resume' wrote, or a new one."),
    ),
    "log-too-long": ErrorKind(
        FOUND_WRONG,
        N_("{path} holds more than {limit} bytes, which no game does."),
        N_("A log has one game; split the file if it has several."),
    ),
    "line-too-long": ErrorKind(
        FOUND_WRONG,
        N_("{path} has a line of more than {limit} bytes, which no record and no component needs."),
        N_("A log has a line for each record; is this another kind of file?"),
    ),
    "too-many-lines": ErrorKind(
        FOUND_WRONG,
        N_("{path} has more than {limit} lines in one log, which no game does."),
        N_("A log has one game; split the file if it has several."),
    ),
    "component-too-long": ErrorKind(
        FOUND_WRONG,
        N_("{path} holds more than {limit} bytes, which no board, no deck and no dice do."),
        N_("'ragami board new' writes such a file."),
    ),
    "schema-not-found": ErrorKind(
        NOT_FOUND,
        N_("There is no schema of '{type}'."),
        N_("Nearest to it: {nearest}. 'ragami schema' lists them all."),
    ),
    "component-not-found": ErrorKind(
        NOT_FOUND,
        N_("Nothing called '{name}' ships as a {kind}, and there is no such file."),
        N_("What ships: {known}. A file of your own is named with its path."),
    ),
    "not-json": ErrorKind(
        USAGE,
        N_("{path} is no JSON: line {line}, column {column}."),
        N_("Nothing was written; put that right first."),
    ),
    "no-such-record": ErrorKind(
        NOT_FOUND,
        N_("'{game}' has no record {seq}."),
        N_("Its last one is record {last}."),
    ),
    "no-such-event": ErrorKind(
        NOT_FOUND,
        N_("Record {seq} of '{game}' is no event that counts."),
        N_("'ragami log' lists the events; those that are struck out do not count."),
    ),
    "file-not-found": ErrorKind(NOT_FOUND, N_("There is no file {path}."), ""),
    "pieces-misread": ErrorKind(
        FOUND_WRONG,
        N_("The pieces in {path} cannot be taken (things wrong: {number})."),
        N_("Nothing was written; put them right, and give the file again."),
    ),
    "piece-without-name": ErrorKind(
        USAGE,
        N_("A card needs a name."),
        N_("What nobody knows of it is left empty, or is '?'."),
    ),
    "piece-refused": ErrorKind(
        REFUSED, N_("It cannot be taken so: {problem}"), N_("Nothing was written.")
    ),
    "no-such-piece": ErrorKind(
        NOT_FOUND,
        N_("No piece '{piece}' was entered in {path}."),
        N_("'ragami board template --of' lists those that were."),
    ),
    "no-component-to-fill": ErrorKind(
        FOUND_WRONG,
        N_("{path} is no component that could be filled piece by piece."),
        N_("'ragami board check' says what is wrong with it."),
    ),
    "sheet-misread": ErrorKind(
        FOUND_WRONG,
        N_("{path} cannot be read as a score sheet (wrong lines: {number})."),
        N_("Nothing was written; put these lines right first."),
    ),
    "name-needed": ErrorKind(
        USAGE,
        N_("What comes on standard input has no name, and the game in it no title."),
        N_("Say with --name what it is to be called."),
    ),
    "no-board": ErrorKind(
        FOUND_WRONG,
        N_("{path} has no board that could be drawn."),
        N_("'ragami board check' says what is wrong with a board in a file."),
    ),
    "nothing-to-draw": ErrorKind(
        NOT_FOUND,
        N_("There is nothing to draw in '{game}' yet."),
        N_("The board lies there from record 1 on."),
    ),
    "no-result": ErrorKind(
        NOT_FOUND,
        N_("There is no result in '{game}'."),
        N_("It is there when the game is over by its rules."),
    ),
    "no-font": ErrorKind(
        NOT_FOUND,
        N_("There is no font on this machine, so that a PNG would have no numbers and no names."),
        N_("Install one (DejaVu Sans, Liberation Sans …), or take the SVG."),
    ),
    "bad-game-name": ErrorKind(
        USAGE,
        N_("{name!r} cannot be the name of a game."),
        N_(
            "A name has 1 to {limit} printable characters, without a space at either end and"
            " without slashes and backslashes, and does not begin with a dot or a hyphen."
        ),
    ),
    "bad-key": ErrorKind(
        USAGE,
        N_("{key!r} cannot be the key of a command."),
        N_("A key has 1 to {limit} printable characters, without a space at either end."),
    ),
    "nothing-to-append": ErrorKind(
        USAGE,
        N_("There is nothing to write down in '{game}'."),
        N_("Give at least one event."),
    ),
    "bad-record-line": ErrorKind(
        USAGE,
        N_("What would be record {seq} of '{game}' is not one line of JSON in UTF-8: {found}."),
        N_("Nothing was written."),
    ),
    "database-not-found": ErrorKind(
        NOT_FOUND,
        N_("There is no database at {path}."),
        N_("Name another with --db or RAGAMI_DB; 'ragami new' makes it, on a server 'createdb'."),
    ),
    "no-key": ErrorKind(
        NOT_FOUND,
        N_("There is no key '{name}' to sign with; there are: {known}."),
        N_("'ragami key new {name}' makes one."),
    ),
    "no-keys": ErrorKind(
        NOT_FOUND,
        N_("There is no key here to sign with."),
        N_("'ragami key new NAME' makes one, with your name or that of your table."),
    ),
    "which-key": ErrorKind(
        USAGE,
        N_("There are several keys to sign with: {known}."),
        N_("Say with --signer or RAGAMI_SIGNER which one."),
    ),
    "bad-key-name": ErrorKind(
        USAGE,
        N_("{name!r} cannot be the name of a key."),
        N_(
            "A name has 1 to {limit} characters that can be seen (in NFC), no spaces, slashes,"
            " backslashes or plus signs, and does not begin with a dot or a hyphen."
        ),
    ),
    "key-open-to-others": ErrorKind(
        USAGE,
        N_("{path} may be read by others, and must not be."),
        N_("Nothing was signed. Run: chmod 600 {path}"),
    ),
    "bad-key-file": ErrorKind(
        FOUND_WRONG,
        N_("{path} holds no key to sign with."),
        N_("Nothing was signed; put a copy of the key back, or make a new one."),
    ),
    "not-receipts": ErrorKind(
        NOT_FOUND,
        N_("Line {line} of {path} is none of a file of receipts."),
        N_("Name a file that 'ragami verify --receipts' has written, or one that is not there."),
    ),
    "receipts-read-only": ErrorKind(
        FOUND_WRONG,
        N_("{path} cannot be written to."),
        N_("Its receipts are read, and no new ones are kept."),
    ),
    "unknown-receipt-signer": ErrorKind(
        FOUND_WRONG,
        N_("{number} receipts in {path} count for nothing: signed by {signer}."),
        N_("To believe them, name a known key that has not expired with --receipts-from."),
    ),
    "changed-receipts": ErrorKind(
        FOUND_WRONG,
        N_("{number} receipts in {path} count for nothing: they are not those that were signed."),
        "",
    ),
    "contradicting-receipts": ErrorKind(
        FOUND_WRONG,
        N_("There are two receipts for one log that say different things ({path}, line {line})."),
        N_("Neither counts; the log was judged anew."),
    ),
    "bad-known-key": ErrorKind(
        FOUND_WRONG,
        N_("Line {line} of {path} is no verifier key."),
        N_("It reads NAME+ID+KEY, with 'until YYYY-MM-DD' after it if the key expires."),
    ),
    "bad-verifier-key": ErrorKind(
        USAGE,
        N_("'{key}' is no verifier key, or was mistyped."),
        N_("It reads NAME+ID+KEY, as 'ragami key show' prints it."),
    ),
    "no-own-log": ErrorKind(
        FOUND_WRONG,
        N_("Record 1 opens no game: no log of its own can be made of this one."),
        N_("Nothing was written; import it without --copy."),
    ),
    "not-sealed": ErrorKind(
        NOT_FOUND,
        N_("'{game}' has no seal on its first {size} records."),
        N_("'ragami seal' makes one."),
    ),
    "record-withheld": ErrorKind(
        NOT_FOUND,
        N_("Of record {seq} of '{game}' words were withheld: its bytes are not those of its seal."),
        N_("A proof from before still holds; 'ragami prove --leaves' proves where it stood."),
    ),
    "never-sealed": ErrorKind(
        NOT_FOUND,
        N_("'{game}' is not sealed."),
        N_("'ragami seal' does that."),
    ),
    "no-name": ErrorKind(
        USAGE,
        N_("{name!r} is no name that could be looked for."),
        N_("Give a name with a letter or a digit in it."),
    ),
    "name-not-found": ErrorKind(
        NOT_FOUND,
        N_("No game has the name '{name}' in it."),
        N_("Nearest to it: {nearest}. Nothing was changed."),
    ),
}
