"""Rules that an engineer changes where no name leads to them: the receipts fall all the same.

The race stands for a game of ours, of which only what is reached is in a digest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import invalidate_caches
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Final, NamedTuple

import pytest

from ragami.game import game_named, registry
from ragami.receipts import manifest
from ragami.receipts.closure import HOUSE, Sources
from ragami.receipts.manifest import EVERYTHING, Manifest, manifest_of
from tests.receipts.test_strangers import RACE

BONUS: Final = "BONUS: Final = 3"
COUNTED: Final = "BONUS * (seat in right)"
CHECKED: Final = "Rolled, check_rolled"
MORE: Final = "MORE = 3\n"
THREE: Final = {
    "three.py": "from typing import Literal\nThree = Literal[3]\n",
    "more.py": "from __future__ import annotations\nfrom race.three import Three\n\n\n"
    "def typed(points: Three): ...\n",
}
TYPED: Final = "from typing import get_args, get_type_hints\nfrom race.more import typed"
DATA: Final = 'get_data("race", "data/more.txt")'
TURNS: Final = (
    "class Turns:\n    def __init__(self, most):\n        self.most = most\n\n"
    "    def __call__(self, s, e):\n        return check_rolled(s, e)\n\n\nGAME"
)
PASSED_ON: Final = "from race.more import five, three\n"
CHANGING_PLACES: Final = {
    "more.py": "def three():\n    return 3\n\n\ndef five():\n    return 5\n",
    "table.py": PASSED_ON,
}
"""Two functions of which the one is read by the name of the other after the change."""

THREE_FIVES: Final = "(three() + 0 * five()) * (seat in right)"
WATCHED: Final = (
    "def watched(check):\n    @wraps(check)\n    def within(s, e):\n"
    "        return check(s, e)[:3]\n\n    return within\n\n\nGAME"
)
FACTORY: Final = (
    "def turns(most):\n    def check(s, e, *, most=most):\n        return check_rolled(s, e)\n\n"
    "    return check\n\n\nGAME"
)


class Planted(NamedTuple):
    """How the game is written before (what is replaced in it, other files), and the change."""

    game: Mapping[str, str]
    files: Mapping[str, str] = MappingProxyType({})
    name: str = "more.py"
    old: str = "3"
    new: str = "5"


PLANTED: Final = {
    "an imported name that is assigned anew": Planted(
        {BONUS: "from race.more import MORE\nMORE = MORE + 0\nBONUS: Final = MORE"},
        {"more.py": MORE},
    ),
    "names that are imported without being named": Planted(
        {BONUS: "from race.more import *\nBONUS: Final = MORE"}, {"more.py": MORE}
    ),
    "a table that another module changes": Planted(
        {BONUS: "from race import more, table", COUNTED: "table.POINTS[0] * (seat in right)"},
        {"table.py": "POINTS = [1]\n", "more.py": "from race import table\ntable.POINTS[0] = 3\n"},
    ),
    "a class that another module changes": Planted(
        {BONUS: "from race import more, table", COUNTED: "table.Points.of * (seat in right)"},
        {
            "table.py": "class Points:\n    of = 1\n",
            "more.py": "from race.table import Points\nPoints.of = 3\n",
        },
    ),
    "a table that others fill": Planted(
        {
            BONUS: "from race import more\nfrom race.table import FILLED",
            COUNTED: "sum(one() for one in FILLED) * (seat in right)",
        },
        {
            "table.py": "FILLED = []\n\n\ndef counts(one):\n    FILLED.append(one)\n",
            "more.py": "from race.table import counts\n\n\n@counts\ndef more():\n    return 3\n",
        },
    ),
    "a table with something in it that others fill": Planted(
        {
            BONUS: "from race import more\nfrom race.table import FILLED",
            COUNTED: "sum(one() for one in FILLED) * (seat in right)",
        },
        {
            "table.py": "FILLED = [int]\n\n\ndef counts(one):\n    FILLED.append(one)\n",
            "more.py": "from race.table import counts\n\n\n@counts\ndef more():\n    return 3\n",
        },
    ),
    "a class that knows its children": Planted(
        {
            BONUS: "from race import more\nfrom race.table import Base",
            COUNTED: "Base.__subclasses__()[0].points * (seat in right)",
        },
        {
            "table.py": "class Base:\n    points = 1\n",
            "more.py": "from race.table import Base\n\n\nclass More(Base):\n    points = 3\n",
        },
    ),
    "a function that is chosen by a type": Planted(
        {
            BONUS: "from race import more\nfrom race.table import points",
            COUNTED: "points(seat) * (seat in right)",
        },
        {
            "table.py": "from functools import singledispatch\n\n\n@singledispatch\n"
            "def points(seat):\n    return 1\n",
            "more.py": "from race.table import points\n\n\n@points.register(str)\n"
            "def _(seat):\n    return 3\n",
        },
    ),
    "a name of a module that has it from another": Planted(
        {BONUS: "from race import table", COUNTED: 'getattr(table, "MORE") * (seat in right)'},
        {"table.py": "from race.more import MORE\n", "more.py": MORE},
    ),
    "a type in quotation marks": Planted(
        {
            BONUS: f"from race.more import Face\n{BONUS}",
            "face: Annotated[int, Meta(ge=1, le=6)]": 'face: "Face"',
        },
        {
            "more.py": "from typing import Annotated\nfrom msgspec import Meta\n"
            "Face = Annotated[int, Meta(ge=1, le=13)]\n"
        },
    ),
    "the annotation of a function": Planted(
        {BONUS: f"{TYPED}\nBONUS: Final = get_args(get_type_hints(typed)['points'])[0]"},
        THREE,
        "three.py",
    ),
    "the annotation of a function, as a text": Planted(
        {BONUS: f"{TYPED}\nBONUS: Final = int(typed.__annotations__['points'])"},
        {**THREE, "more.py": THREE["more.py"].replace("Three):", "3):")},
        old="3):",
        new="5):",
    ),
    "a file of data": Planted(
        {BONUS: f"from pkgutil import get_data\nBONUS: Final = int({DATA})"},
        {"data/more.txt": "3"},
        "data/more.txt",
    ),
    "what a check that is an object was made with": Planted(
        {CHECKED: "Rolled, Turns(3)", "\nGAME": f"\n{TURNS}"}, name="game.py", old="(3)", new="(5)"
    ),
    "what a check was made with, as a keyword": Planted(
        {CHECKED: "Rolled, turns(3)", "\nGAME": f"\n{FACTORY}"},
        name="game.py",
        old="(3)",
        new="(5)",
    ),
    "what wraps a check in the table": Planted(
        {
            CHECKED: "Rolled, watched(check_rolled)",
            BONUS: f"from functools import wraps\n{BONUS}",
            "\nGAME": f"\n{WATCHED}",
        },
        name="game.py",
        old="[:3]",
        new="[:0]",
    ),
    "a function of a library under the name of another": Planted(
        {BONUS: "from operator import sub as more", COUNTED: "more(4, 1) * (seat in right)"},
        name="game.py",
        old="import sub as",
        new="import add as",
    ),
    "a module of a library under the name of another": Planted(
        {BONUS: "import math", COUNTED: "int(math.sqrt(9)) * (seat in right)"},
        name="game.py",
        old="import math",
        new="import cmath as math",
    ),
    "two names that change places": Planted(
        {BONUS: PASSED_ON, COUNTED: THREE_FIVES},
        CHANGING_PLACES,
        name="game.py",
        old="five, three",
        new="three as five, five as three",
    ),
    "two names that change places where they are passed on": Planted(
        {BONUS: "from race.table import three, five", COUNTED: THREE_FIVES},
        CHANGING_PLACES,
        name="table.py",
        old="five, three",
        new="three as five, five as three",
    ),
    "a check in the place of one that is reached all the same": Planted(
        {
            BONUS: f"def both(s, e):\n    return check_rolled(s, e)\n\n\n{BONUS}",
            COUNTED: "(both and BONUS) * (seat in right)",
        },
        name="game.py",
        old=CHECKED,
        new="Rolled, both",
    ),
    "a check that is kept": Planted(
        {CHECKED: "Rolled, cache(check_rolled)", BONUS: f"from functools import cache\n{BONUS}"},
        name="game.py",
        old='"R-RACE-04", by',
        new='"R-RACE-05", by',
    ),
    "the version of a type": Planted(
        {}, name="game.py", old="apply_rolled)", new="apply_rolled, 2, {1: dict})"
    ),
    "what says who sits where": Planted(
        {
            "    new_state=State,": "    new_state=State,\n    seating=sat,",
            "\nGAME": "\ndef sat(s):\n    from ragami.game.state import seating\n"
            "    return seating(s)._replace(turn=None) if 3 else seating(s)\n\n\nGAME",
        },
        name="game.py",
        old="if 3",
        new="if 0",
    ),
    "what says which rules may be waived": Planted(
        {"Rulebook(": "Strict(", "\nGAME": "\nclass Strict(Rulebook):\n    often = 3\n\n\nGAME"},
        name="game.py",
        old="often = 3",
        new="often = 5",
    ),
}


class OfTheHouse(Sources):
    """Sources that have read the modules of the house already: no test here changes them."""

    read: Final[list[Sources]] = []

    def __init__(self, *packages: str) -> None:
        super().__init__(*packages)
        for last in self.read:
            self._modules |= {name: one for name, one in last._modules.items() if is_house(name)}
            self._read |= {of: read for of, read in last._read.items() if is_house(of.module)}
        self.read[:] = [self]


def is_house(module: str) -> bool:
    return module.partition(".")[0] == HOUSE


class Race(NamedTuple):
    """The race as a game of ours: its folder."""

    folder: Path

    def write(self, planted: Planted) -> None:
        source = RACE.read_text("utf-8")
        for old, new in planted.game.items():
            assert old in source
            source = source.replace(old, new, 1)
        for name, content in {"__init__.py": "", "game.py": source, **planted.files}.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        content = path.read_text("utf-8")
        assert old in content
        path.write_text(content.replace(old, new, 1), "utf-8")

    def manifest(self) -> Manifest:
        """The manifest of the game as a new process finds it."""
        forget()
        found = manifest_of(game_named("race"))
        assert found.units
        return found


def forget() -> None:
    registry.forget()
    manifest_of.cache_clear()
    invalidate_caches()
    for name in [name for name in sys.modules if name.partition(".")[0] == "race"]:
        del sys.modules[name]


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Race]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(manifest, "Sources", OfTheHouse)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry.SHIPPED, "race", "race.game:GAME")
    (tmp_path / "race").mkdir()
    yield Race(tmp_path / "race")
    forget()


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_rule_that_no_name_leads_to_revokes(race: Race, planted: Planted) -> None:
    race.write(planted)
    before = race.manifest()
    race.change(planted.name, planted.old, planted.new)
    changed = before.changed(race.manifest())
    assert {"base", "rolled", EVERYTHING} & changed.keys()


def test_what_judging_does_not_reach_revokes_nothing(race: Race) -> None:
    race.write(Planted({}))
    before = race.manifest()
    assert before.units.keys() > {"rolled", "bet_placed"}
    race.change("game.py", "Fields to the finish", "How many fields")
    assert race.manifest() == before


def test_where_names_do_not_lead_all_of_the_house_counts(
    race: Race, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    race.write(PLANTED["a table that others fill"])
    before = race.manifest()
    assert before.units.keys() == {EVERYTHING}
    other = tmp_path / "other.py"
    other.write_text("")
    monkeypatch.setattr(manifest, "modules", lambda _name: [other])
    assert race.manifest().units != before.units


@pytest.mark.parametrize("changed", ["version_info", "flags", "get_int_max_str_digits"])
def test_every_log_rests_on_the_interpreter(
    race: Race, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    """Python 3.13 says otherwise where JSON is bad; without assertions a fold goes on."""
    race.write(Planted({}))
    before = race.manifest()
    now = {
        "version_info": sys.version_info,
        "flags": sys.flags,
        "get_int_max_str_digits": sys.get_int_max_str_digits,
    }
    other = {
        "version_info": (3, 99),
        "flags": SimpleNamespace(optimize=1),
        "get_int_max_str_digits": lambda: 640,
    }
    monkeypatch.setattr(manifest, "sys", SimpleNamespace(**now | {changed: other[changed]}))
    assert race.manifest().base != before.base
