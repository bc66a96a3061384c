"""Write the golden texts anew. What has changed in them is then to be read, and found right."""

from __future__ import annotations

from ragami.language import LANGUAGES
from tests.words.golden import FOLDER, TELLERS, path

FOLDER.mkdir(exist_ok=True)
for name, tell in TELLERS.items():
    for language in LANGUAGES:
        path(name, language).write_text("\n".join(tell(language)) + "\n", "utf-8")
