"""Building the compiled wheel: the modules that judge and fold, compiled by mypyc.

The build hook is off unless asked for (`make compiled`); then the wheel holds an extension module
beside each of these sources, and Python takes that instead. The source is the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where the time goes, and nothing else. What is made of msgspec structs or named tuples stays as
# it is: mypyc would take them for classes of its own kind.
RULES: Final = (
    *("action_dice", "board", "cards", "conflict", "drawing_cards", "due", "ending", "hand"),
    *("movement", "points", "preparation", "saints_demons", "setup", "turn"),
)
DICE_FORGE: Final = (
    *("due", "faces_applied", "feats", "forging"),
    *("reserves", "setup", "throws", "turn"),
)
SOURCES: Final = (
    "ragami/judge/replay.py",
    "ragami/log/history.py",
    "ragami/games/ragami/state.py",
    *(f"ragami/games/ragami/rules/{name}.py" for name in RULES),
    *(f"ragami/games/dice_forge/rules/{name}.py" for name in DICE_FORGE),
)


class Compile(BuildHookInterface[Any]):
    """Compiles before the wheel is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the extension modules into a wheel for this Python and this kind of machine."""
        if version != "standard":
            return
        self.made = tempfile.TemporaryDirectory(prefix="compiled-")
        folder = Path(self.made.name)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for built in compile_in(folder, Path(self.root)):
            build_data["force_include"][str(built)] = built.relative_to(folder).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what the compiler left."""
        if version == "standard":
            self.made.cleanup()


def compile_in(folder: Path, root: Path) -> list[Path]:
    """The extension modules, each beside a copy of its source: the compiler works in place."""
    shutil.copytree(root / "ragami", folder / "ragami")
    subprocess.run(
        [sys.executable, "-m", "mypyc", "--follow-imports=silent", *SOURCES],
        cwd=folder,
        env={**os.environ, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"},
        check=True,
    )
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return [*folder.glob(f"*{suffix}"), *folder.glob(f"ragami/**/*{suffix}")]
