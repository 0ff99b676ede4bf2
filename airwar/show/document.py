"""The JSON documents that commands print for programs."""

from __future__ import annotations

import json
from typing import Any

FORMAT = 1


def as_json(**content: Any) -> str:
    """One document, with the version of its format."""
    return json.dumps({"airwar": FORMAT, **content}, indent=2, ensure_ascii=False)
