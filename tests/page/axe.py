"""What axe finds wrong with a page: how usable it is for who cannot see it as others do."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

# Nothing but what is wrong comes back: what is right is a hundred times as much.
RUN: Final = "axe.run({ resultTypes: ['violations'] }).then(found => found.violations)"


def violations(page: Page) -> list[str]:
    """What is wrong with a page as it stands, and where."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{found['id']}: {found['help']}: {node['html']}"
        for found in page.evaluate(RUN)
        for node in found["nodes"]
    ]
