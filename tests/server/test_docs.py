"""The examples of the documentation, as somebody types them into a shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.kit import Club

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_of_the_api_run(club: Club) -> None:
    for program in ("curl", "jq", "timeout"):
        if shutil.which(program) is None:
            pytest.fail(f"the examples need {program}")
    blocks = re.findall(r"```sh\n(.*?)```", (DOCS / "server-api.md").read_text("utf-8"), re.DOTALL)
    script = "set -e -o pipefail\n" + "\n".join(blocks).replace("timeout 2 ", "timeout 1 ")
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "RAGAMI": club.base, "HALL_KEY": club.hall_key, "no_proxy": "*"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    told = [line for line in done.stdout.splitlines() if '"code"' in line and "urn:" in line]
    assert not told, told
