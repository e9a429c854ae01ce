"""Let nuggetizer's own code assign nuggets: python -m bench.models.peer PEER IN OUT.

Its own concurrency has no bound, so that as many responses run at once as fill the
endpoint's places with two windows each. Its counter of tokens and its reader of .env
files are replaced: one loads a table from the network, neither changes a label.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

WINDOWS = 2  # of 10 nuggets each


def stand_ins() -> None:
    """Put the two modules in place that it imports and that we do not install."""
    tokens, env = ModuleType("tiktoken"), ModuleType("dotenv")
    vars(tokens)["get_encoding"] = lambda _name: SimpleNamespace(encode=str.split)
    vars(env)["load_dotenv"] = lambda **_options: None
    sys.modules |= {"tiktoken": tokens, "dotenv": env}


async def assign(work: list[dict[str, Any]], at_once: int) -> list[dict[str, str]]:
    """Return the label of each nugget by its text, response by response."""
    from nuggetizer.core.types import ScoredNugget  # type: ignore[import-not-found]  # noqa: PLC0415
    from nuggetizer.models.async_nuggetizer import (  # type: ignore[import-not-found]  # noqa: PLC0415
        AsyncNuggetizer,
    )

    peer = AsyncNuggetizer(model="gpt-4o", api_keys="any")
    room = asyncio.Semaphore(max(1, at_once // WINDOWS))

    async def one(item: dict[str, Any]) -> dict[str, str]:
        nuggets = [ScoredNugget(text=n, importance="vital") for n in item["nuggets"]]
        async with room:
            found = await peer.assign(item["query"], item["response"], nuggets)
        return {each.text: each.assignment for each in found}

    return await asyncio.gather(*(one(item) for item in work))


def main() -> None:
    """Read the work, write the labels."""
    folder, given, out = sys.argv[1:]
    sys.path.append(folder)
    stand_ins()
    work = json.loads(Path(given).read_text(encoding="utf-8"))
    found = asyncio.run(assign(work, int(os.environ["AT_ONCE"])))
    Path(out).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
