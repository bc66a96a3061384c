"""`ragami` for scripts that call it often: a process that has loaded it, and forks for each call.

`python -m tests.warm SOCKET` is that process. What a script calls is a small client, which hands
over its words, its folder, its environment and its three files, and ends with the same exit code.
What is asked for in Spanish (`--lang es`) starts a Python of its own, since help is
translated when it is imported.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final, NoReturn

import ragami
import ragami_cli
from ragami_cli.__main__ import run

CLIENT: Final = """#!{python} -ISs
import _socket, os, sys
if "es" in sys.argv:
    os.execv({python!r}, [{python!r}, "-m", "ragami_cli", *sys.argv[1:]])
asked = repr((os.getcwd(), sys.argv[1:], dict(os.environ)))
line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
line.connect({socket!r})
fds = b"".join(fd.to_bytes(4, sys.byteorder) for fd in (0, 1, 2))
line.sendmsg([asked.encode()], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, fds)])
os._exit(int(line.recv(16) or 255))
"""
MOST: Final = 1 << 17
"""Bytes of a call."""


@contextmanager
def warmed(folder: Path) -> Iterator[Path]:
    """Yield a folder with such a `ragami`, which is for a path."""
    path, program = folder / "socket", folder / "bin" / "ragami"
    program.parent.mkdir()
    program.write_text(CLIENT.format(python=sys.executable, socket=str(path)), "utf-8")
    program.chmod(0o755)
    plain = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    begun = subprocess.Popen(
        [sys.executable, "-m", "tests.warm", str(path)],
        cwd=Path(__file__).parents[1],
        env=plain,
        stdout=subprocess.PIPE,
    )
    with begun:
        assert begun.stdout
        assert begun.stdout.readline() == b"ready\n"
        try:
            yield program.parent
        finally:
            begun.terminate()


def main() -> NoReturn:
    """Load what there is, and fork for whoever calls."""
    for top in (ragami, ragami_cli):
        for module in walk_packages(top.__path__, f"{top.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(sys.argv[1])
        door.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            line, _ = door.accept()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            asked, files, _, _ = socket.recv_fds(line, MOST, 3)
            if os.fork() == 0:
                door.close()
                answer(line, asked.decode(), files)
            for each in files:
                os.close(each)
            line.close()


def answer(line: socket.socket, asked: str, files: list[int]) -> NoReturn:
    """Run a call, and tell how it ended. Nothing is taken down: all of it is the parent's."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    folder, words, environment = literal_eval(asked)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
        how: Any = {"mode": "w" if number else "r", "encoding": "utf-8", "closefd": False}
        setattr(sys, ("stdin", "stdout", "stderr")[number], open(number, **how))  # noqa: PTH123, SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in os.environ
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    code = run(words)
    sys.stderr.flush()
    line.send(str(code).encode())
    os._exit(code)


if __name__ == "__main__":
    main()
