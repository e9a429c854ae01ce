"""Let nuggetizer's own code average its four measures over files already on disk."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from types import ModuleType


def load_metrics(folder: Path) -> ModuleType:
    """Import only the module of its metrics: the package's __init__ imports models."""
    path = folder / "nuggetizer" / "core" / "metrics.py"
    spec = spec_from_file_location("nuggetizer_metrics", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Print the seconds, and each run's means."""
    files, peer = map(Path, sys.argv[1:])
    metrics = load_metrics(peer)
    start = perf_counter()
    means = {}
    for path in sorted(files.glob("*.jsonl")):
        with path.open() as lines:
            records = [json.loads(line) for line in lines]
        means[records[0]["run_id"]] = metrics.calculate_global_metrics(records)
    seconds = perf_counter() - start
    print(json.dumps({"seconds": seconds, "means": means}))


if __name__ == "__main__":
    main()
