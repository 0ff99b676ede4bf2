"""Exports the shape of a scenario as JSON Schema, for editors that complete and check as you type."""

from __future__ import annotations

from typing import Any

from airwar.scenario.shape import Record


def json_schema(record: Record, title: str, id_: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a whole scenario."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": id_, "title": title, **record.schema()}
