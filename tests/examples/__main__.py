"""`python -m tests.examples` writes the examples again."""

from __future__ import annotations

from tests.examples.files import EXAMPLES, files

for path, content in files().items():
    (EXAMPLES / path).write_bytes(content)
