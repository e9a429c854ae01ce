"""Real files for acceptance tests: not shipped, so tests skip without them."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("ASSAY_DATA", ROOT.parent / "shared" / "data"))


def real(name: str) -> Path:
    """Return the path of a real file; skip the test where it is absent."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"no {name} in {DATA}: set ASSAY_DATA")
    return path
