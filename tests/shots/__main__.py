"""`python -m tests.shots [NAME…]`: the pictures of the documentation, each taken of the real thing.

Every module beside this one has a `main` that writes its pictures into a folder. Without a name
all of them are run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

SHOTS = sorted(
    path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")
)
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in SHOTS]
    if unknown:
        sys.exit(f"no such pictures: {', '.join(unknown)}; there are {', '.join(SHOTS)}")
    PICTURES.mkdir(exist_ok=True)
    for name in names or SHOTS:
        import_module(f"tests.shots.{name}").main(PICTURES)


if __name__ == "__main__":
    main(sys.argv[1:])
