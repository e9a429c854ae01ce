"""Check the types of our scripts: python -m tests.script_types."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

from tests.npm import ROOT, fetch, program

PACKAGE = "typescript@5.9.3"
INTEGRITY = (
    "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6"
    "M5TgSw=="
)
FOLDER = ROOT / ".cache" / "typescript"
COMPILER = FOLDER / "package" / "lib" / "tsc.js"
OTHERS = "static/vendor/"  # libraries, vendored unchanged


def compiler() -> Path:
    """Return the compiler, unpacked once."""
    if not COMPILER.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fetch(PACKAGE, INTEGRITY, FOLDER)) as packed:
            packed.extractall(FOLDER, filter="data")
    return COMPILER


def findings() -> list[str]:
    """Return what is wrong with the types of our scripts, a line each."""
    done = subprocess.run(
        [program("node"), compiler(), "--project", ROOT / "jsconfig.json"],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    lines = done.stdout.splitlines()
    if done.returncode and not lines:
        return [f"The compiler ended with status {done.returncode}."]
    return [line for line in lines if not line.startswith((OTHERS, " "))]


def main() -> int:
    """Print the findings; return 1 if there are any."""
    found = findings()
    sys.stdout.write("\n".join([*found, ""]) or "The types of the scripts hold.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
