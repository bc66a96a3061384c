"""Reading of QR codes in photos."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import Final

from ragami.errors import RagamiError, needed

LONGEST: Final = 80
"""Characters: no more of a mark is taken."""

TORN: Final = (OSError, RuntimeError, SyntaxError, ValueError)
"""What is raised for a picture that is torn, or none."""

MOST: Final = 100_000_000
"""Pixels: a picture of more is not decoded."""


def code_in(photo: bytes) -> str:
    """Return the text of the one QR code in a photo. Raises `RagamiError`."""
    codes = codes_in(photo)
    if not codes:
        raise RagamiError("mark-not-read")
    if len(codes) > 1:
        raise RagamiError("several-codes")
    return codes.pop()[:LONGEST]


def codes_in(photo: bytes) -> set[str]:
    """Return the texts of all QR codes in a photo. Raises `RagamiError` for what is no picture."""
    with needed("scan"):
        import zxingcpp  # noqa: PLC0415 (law 10)
        from PIL import Image, ImageFilter  # noqa: PLC0415 (law 10)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(photo))
        if image.width * image.height > MOST:
            raise RagamiError("picture-too-large")
        image.thumbnail((2000, 2000))
        grey = image.convert("L")
        codes = zxingcpp.read_barcodes(grey)
        if not codes:  # taken in the dark: without its grain
            codes = zxingcpp.read_barcodes(grey.filter(ImageFilter.MedianFilter(3)))
    except Image.DecompressionBombError as wrong:
        raise RagamiError("picture-too-large") from wrong
    except TORN as wrong:
        raise RagamiError("no-picture") from wrong
    return {code.text.strip() for code in codes} - {""}
