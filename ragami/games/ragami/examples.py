"""Ragami's examples for the help of the command line (`capabilities.EXAMPLES`)."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = {
    "line": "Y move 14 d:draw",
    "event": '{"type": "passed", "data": {"player": "green"}}',
    "type": "ragami_moved",
    "rule": "R-MOVE-01",
    "ruling": "A-MOVE-01",
    "word": "virtue",
    "option": "pass_policy=reenter",
    "usual": "pass_policy=final",
    "shown": "vp.yellow=12 vp.green=9",
    "shown_json": '{"vp": {"yellow": 12}, "demons": {}}',
    "dice": "name dice action red white black",
}
