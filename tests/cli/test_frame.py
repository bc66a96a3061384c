"""The frame of the command line: what every command can rely on."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import click
import pytest

from ragami.errors import RagamiError
from ragami.store import open_store
from ragami_cli import main
from ragami_cli.arguments import game_argument
from ragami_cli.options import Command, Session, pass_session
from tests.cli.conftest import Process, Ragami

# fmt: off
COMMANDS = {
    "new", "games", "record", "show", "log", "legal", "undo", "redo", "correct", "rule", "reveal",
    "assert", "note", "replay", "verify", "export", "import", "simulate", "rules", "board",
    "schema", "table", "sheet", "whatif", "penalty", "report", "audit", "diff", "merge", "impact",
    "dice", "key", "seal", "cosign", "prove", "check-proof", "slip", "stats", "withdraw", "backup",
    "chests", "copy", "serve", "tournament", "season", "game", "receipts",
}
# fmt: on

Act = Callable[[Session], int | None]


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Callable[[Act], None]:
    """Put a command `probe` in the place of the others, which does what the test says."""

    def install(act: Act) -> None:
        @click.command("probe", cls=Command)
        @pass_session
        def probe(session: Session) -> int | None:
            return act(session)

        module = ModuleType("tests.probe")
        vars(module)["probe"] = probe
        monkeypatch.setitem(sys.modules, module.__name__, module)
        table = {"Probes": [main.StandIn("probe", f"{module.__name__}:probe", "Try something.")]}
        monkeypatch.setattr(main, "topics", lambda: table)

    return install


def show(session: Session) -> None:
    session.output.data({"db": session.db, "json": session.json, "language": session.language})


def fail_with(problem: BaseException) -> Act:
    def act(_session: Session) -> None:
        raise problem

    return act


# What is promised


def test_every_promised_command_is_there_and_no_other() -> None:
    assert {c.name for group in main.topics().values() for c in group} == COMMANDS


DESCRIBE = """
import json, sys
from ragami_cli.language import speak
speak(sys.argv[1])
import click
from ragami_cli.main import topics

def describe(command):
    inner = getattr(command, "commands", {})
    options = {o.name: o.help for o in command.params if isinstance(o, click.Option)}
    return {"help": command.help, "options": options, "examples": command.examples,
            "inner": {name: describe(each) for name, each in inner.items()}}

print(json.dumps({c.name: {"purpose": c.short_help, **describe(c.load())}
                  for group in topics().values() for c in group}))
"""


def test_every_command_is_explained_in_both_languages_with_an_example() -> None:
    english, spanish = (
        json.loads(subprocess.check_output([sys.executable, "-c", DESCRIBE, language]))
        for language in ("en", "es")
    )
    assert set(english) == COMMANDS
    for name, said in english.items():
        assert said["purpose"] != spanish[name]["purpose"], name
        expect_explained(f"ragami {name}", said, spanish[name])


def expect_explained(line: str, english: dict[str, dict], spanish: dict[str, dict]) -> None:  # type: ignore[type-arg]
    assert english["help"], line
    assert english["help"] != spanish["help"], line
    # What a command and an option do is told in Spanish as what it does, never as what to do.
    saids = (spanish["help"], spanish.get("purpose", ""), *spanish["options"].values())
    assert not [said for said in saids if re.match(r"\w*[aei]r\b", said)], line
    assert english["examples"] or english["inner"], line
    assert not english["examples"] or line in english["examples"][0][0]
    for example, purpose in english["examples"]:
        assert "ragami " in example, line
        assert purpose not in [said for _, said in spanish["examples"]], example
    for option, said in english["options"].items():
        assert said, (line, option)
        assert said != spanish["options"][option], (line, option)
    for name, inner in english["inner"].items():
        expect_explained(f"{line} {name}", inner, spanish["inner"][name])


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of somebody else's, installed, whose game brings the command `lap`."""
    (tmp_path / "track").mkdir()
    (tmp_path / "track" / "__init__.py").write_text(
        "import click\n@click.command('lap')\ndef lap(): click.echo('once round')\n"
    )
    told = tmp_path / "track-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: track\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[ragami.commands]\nlap = track:lap\n")
    monkeypatch.syspath_prepend(tmp_path)


def test_a_strangers_game_brings_its_commands(ragami: Ragami, strangers: None) -> None:
    assert ragami("lap").out == "once round\n"
    assert re.search(r"With commands of their own: lap\.", ragami("rules", "--games").out)
    mistyped = ragami("lapp")
    assert mistyped.code == 2
    assert "Did you mean 'lap'?" in mistyped.err


# Law 10


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    return set(done.stderr.split())


def test_help_imports_nothing_that_a_bare_click_program_does_not() -> None:
    bare = modules_after(
        "import click\n"
        "click.Group('bare', help='-', epilog='-').main(['--help'], standalone_mode=False)"
    )
    ours = modules_after("from ragami_cli.__main__ import run\nrun(['--help'])")
    assert ours - bare == {
        "gc",
        "ragami",
        "ragami.language",
        "ragami_cli",
        "ragami_cli.__main__",
        "ragami_cli.language",
        "ragami_cli.main",
        "ragami_cli.options",
        "ragami_games_cli",
    }


# What every command takes


@pytest.mark.parametrize("before", [True, False])
def test_shared_options_count_before_and_after_the_command(
    ragami: Ragami, probe: Callable[[Act], None], before: bool
) -> None:
    probe(show)
    options = ["--db", "here.db", "--json", "--lang", "es"]
    said = ragami(*options, "probe") if before else ragami("probe", *options)
    assert said.lines == [{"db": "here.db", "json": True, "language": "es"}]


def test_an_option_after_the_command_wins(ragami: Ragami, probe: Callable[[Act], None]) -> None:
    probe(show)
    said = ragami("--db", "a.db", "--lang", "es", "probe", "--lang=en", "--db", "b.db")
    assert said.lines == [{"db": "b.db", "json": False, "language": "en"}]


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ({"LC_ALL": "es_ES.UTF-8", "LANG": "en_GB.UTF-8"}, "es"),
        ({"LC_ALL": "", "LC_MESSAGES": "es_MX.UTF-8", "LANG": "C"}, "es"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es"}, "es"),
        ({"LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "en"),
    ],
)
def test_without_lang_the_locale_decides(
    ragami: Ragami,
    probe: Callable[[Act], None],
    monkeypatch: pytest.MonkeyPatch,
    locale: dict[str, str],
    language: str,
) -> None:
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    probe(show)
    assert ragami("probe").lines[0]["language"] == language


def test_what_comes_after_two_dashes_is_no_option(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(show)
    said = ragami("probe", "--", "--lang", "es", "--json")
    assert said.code == 2
    assert "Usage:" in said.err
    assert not said.out


def test_a_command_returns_its_exit_code(ragami: Ragami, probe: Callable[[Act], None]) -> None:
    probe(lambda _session: 1)
    assert ragami("probe").code == 1


# Wrong usage


def test_click_speaks_spanish_too(process: Process) -> None:
    said = process("--lang", "es", "--help")
    assert said.code == 0
    assert said.out.startswith("Uso: ragami [OPCIONES] ORDEN [ARGUMENTOS]...")
    assert "Opciones:\n" in said.out
    assert "Muestra este mensaje y termina." in said.out
    wrong = process("--wrong", LC_ALL="es_ES.UTF-8")
    assert (wrong.code, wrong.out) == (2, "")
    assert "No existe la opción '--wrong'." in wrong.err


def test_a_mistyped_command_or_option_is_answered_with_a_suggestion(ragami: Ragami) -> None:
    command = ragami("verfy")
    assert command.code == 2
    assert "Did you mean 'verify'?" in command.err
    option = ragami("--jsn", "verify")
    assert option.code == 2
    assert "Did you mean '--json'?" in option.err


@pytest.mark.parametrize(
    "sign", ["\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\u2028", "\x9b"]
)
def test_no_sign_turns_the_order_of_letters_round(ragami: Ragami, sign: str) -> None:
    said = ragami("show", f"fi{sign}nal")
    assert said.code == 3
    assert sign not in said.err
    assert sign.encode("unicode_escape").decode() in said.err


def test_wrong_usage_is_told_in_json_too(ragami: Ragami) -> None:
    said = ragami("verfy", "--json")
    assert said.code == 2
    assert said.lines[0]["error"]["code"] == "wrong-usage"
    assert "'verfy'" in said.lines[0]["error"]["facts"]["problem"]


def test_no_command_is_wrong_usage_and_shows_the_help(ragami: Ragami) -> None:
    said = ragami()
    assert said.code == 2
    assert "Look at a game:" in said.err


def test_the_version_is_told(ragami: Ragami) -> None:
    assert ragami("--version").out.startswith("ragami, version ")


# What stops a command


def test_trouble_is_said_on_stderr_with_its_exit_code(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(fail_with(RagamiError("game-not-found", game="final", place="here", nearest="–")))
    said = ragami("probe")
    assert (said.code, said.out) == (3, "")
    assert said.err == "There is no game 'final' in here. 'ragami games' lists them all.\n"


def test_with_json_trouble_is_an_object_with_both_languages(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(fail_with(RagamiError("interrupted")))
    (line,) = ragami("probe", "--json").lines
    assert line == {
        "error": {
            "code": "interrupted",
            "facts": {},
            "en": "Interrupted. What had been acknowledged is kept.",
            "es": "Interrumpido. Lo que ya estaba confirmado se conserva.",
        }
    }


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_is_one_line(
    ragami: Ragami, probe: Callable[[Act], None], problem: BaseException
) -> None:
    probe(fail_with(problem))
    said = ragami("probe")
    assert said.code == 130
    assert said.err.strip().splitlines() == ["Interrupted. What had been acknowledged is kept."]


def test_the_system_s_refusal_is_a_failed_storage(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(fail_with(PermissionError(13, "Permission denied", "locked.jsonl")))
    said = ragami("probe")
    assert said.code == 7
    assert "locked.jsonl: Permission denied" in said.err


def test_what_nobody_foresaw_is_called_our_defect(
    ragami: Ragami, probe: Callable[[Act], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    probe(fail_with(ZeroDivisionError("a long\nstory")))
    said = ragami("probe")
    assert said.code == 70
    assert "defect of ragami" in said.err
    assert "(ZeroDivisionError: a long)" in said.err
    assert len(said.err.splitlines()) == 1
    monkeypatch.setenv("RAGAMI_TRACEBACK", "1")
    assert "Traceback (most recent call last)" in ragami("probe").err


def test_braces_in_a_message_are_no_places_to_fill(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(fail_with(ValueError("{kind} {0} {")))
    assert "(ValueError: {kind} {0} {)" in ragami("probe").err


# Completion


def test_the_shell_completes_commands_and_options(process: Process) -> None:
    def completed(*words: str) -> set[str]:
        line = {"COMP_WORDS": " ".join(("ragami", *words)), "COMP_CWORD": str(len(words))}
        said = process(_RAGAMI_COMPLETE="bash_complete", **line)
        return {word.partition(",")[2] for word in said.out.splitlines()}

    assert completed("re") == {"receipts", "record", "redo", "report", "reveal", "replay"}
    assert completed("rules", "--la") == {"--lang"}
    assert completed("--lang", "e") == {"en", "es"}
    assert "complete" in process(_RAGAMI_COMPLETE="zsh_source").out


def test_game_names_are_completed_from_the_database_in_use(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    command = click.command("probe")(game_argument(lambda game: game))
    session = Session()
    session.db = str(path)

    def completed(incomplete: str) -> list[str]:
        ctx = click.Context(command, obj=session)
        (game,) = command.params
        return [item.value for item in game.shell_complete(ctx, incomplete)]

    assert completed("") == []
    assert not path.exists()
    with open_store(path) as store:
        for name in ("final", "first", "other"):
            store.append(name, 0, [b'{"seq":1}'])
    assert completed("fi") == ["final", "first"]


# What comes out


def shell(line: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell in which $RAGAMI is the program."""
    return subprocess.run(
        ["/bin/bash", "-c", line],
        env={"PATH": os.environ["PATH"], "RAGAMI": f"{sys.executable} -m ragami_cli", **env},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_reader_that_has_gone_ends_the_command_quietly() -> None:
    done = shell("$RAGAMI --help | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_behind_stdout_is_said_and_not_thrown() -> None:
    done = shell("$RAGAMI --help > /dev/full")
    assert done.returncode == 7
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("The system refused: No space left on device.")


@pytest.mark.parametrize(
    "closing",
    [
        pytest.param(">&-", marks=pytest.mark.trial),
        pytest.param("2>&-", marks=pytest.mark.trial),
        ">&- 2>&-",
    ],
)
def test_closed_streams_are_borne(closing: str) -> None:
    assert shell(f"$RAGAMI --help {closing}").returncode == 0
    done = shell(f"$RAGAMI verfy --json {closing}")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_come_back_escaped() -> None:
    done = shell(r"$RAGAMI $'\xff\xfe' --json")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert json.loads(done.stdout)["error"]["code"] == "wrong-usage"


def test_an_encoding_without_accents_is_enough() -> None:
    done = shell("$RAGAMI --lang es --help", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    refused = shell("$RAGAMI --lang es --json verfy", PYTHONIOENCODING="ascii")
    assert "¿Querías decir" in json.loads(refused.stdout)["error"]["es"]


def test_text_from_a_log_cannot_steer_the_terminal(
    ragami: Ragami, probe: Callable[[Act], None]
) -> None:
    probe(lambda session: session.output.answer("Ana\x1b]0;owned\x07\x1b[2J\r\x9b1m\tBea\udcff"))
    said = ragami("probe")
    assert said.code == 0
    assert said.out == "Ana\\x1b]0;owned\\x07\\x1b[2J\\r\\x9b1m\tBea\\udcff\n"


def test_json_keeps_every_character(ragami: Ragami, probe: Callable[[Act], None]) -> None:
    names = ["Zoë", "\x1b[2J", "\udcff", "🎲"]
    probe(lambda session: session.output.data(names))
    assert ragami("probe").lines == [names]


def on_a_terminal(script: str, **env: str) -> str:
    """What the code prints when stdout is a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", script], stdout=theirs, env=env):
        os.close(theirs)
    with open(ours, "rb") as screen:  # noqa: PTH123 (a descriptor, no path)
        return screen.read1(4096).decode()


STYLED = """
from ragami_cli.output import Output
output = Output("en")
output.answer(output.style("red", fg="red"))
"""


def test_colours_are_for_terminals_that_want_them() -> None:
    assert on_a_terminal(STYLED, TERM="xterm") == "\x1b[31mred\x1b[0m\r\n"
    assert on_a_terminal(STYLED, TERM="xterm", NO_COLOR="1") == "red\r\n"
    assert on_a_terminal(STYLED, TERM="dumb") == "red\r\n"
    assert subprocess.check_output([sys.executable, "-c", STYLED]) == b"red\n"


def test_tables_are_plain_and_of_a_fixed_width_when_piped() -> None:
    script = (
        "from ragami_cli.output import Output\n"
        "console = Output('en').console()\n"
        "console.print('[red]x[/red]', console.width)"
    )
    assert subprocess.check_output([sys.executable, "-c", script]) == b"x 100\n"


def test_running_text_does_not_break_an_id(ragami: Ragami, probe: Callable[[Act], None]) -> None:
    probe(lambda session: session.output.answer(session.output.wrap("A-MOVE-16 " * 30, "  ")))
    lines = ragami("probe").out.splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 100
    assert all(line.startswith("  A-MOVE-16") and line.endswith("A-MOVE-16") for line in lines)


def test_the_arguments_of_a_tournament_are_named_in_spanish(process: Process) -> None:
    usage, *_others = process("--lang", "es", "tournament", "noshow", "--help").out.splitlines()
    assert "PARTICIPANTE" in usage and "ENTRANT" not in usage and "NAME" not in usage
