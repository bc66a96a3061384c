"""A validator of another hand: what our schemas say to who has nothing but them."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    """An independent one that has this schema and nothing else, read through once."""
    resource = DRAFT202012.create_resource(schema)
    alone: Registry[Any] = Registry().with_resource(schema["$id"], resource).crawl()
    return Draft202012Validator({"$ref": schema["$id"]}, registry=alone)
