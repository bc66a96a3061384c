"""One browser for all tests that look at a page or a paper of a tournament."""

from __future__ import annotations

from tests.page.browser import browser, pytest_runtest_teardown

__all__ = ["browser", "pytest_runtest_teardown"]
