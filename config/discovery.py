"""Find what the parts of an app declare, as Django's admin finds its modules."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

# A module, or a package, by one of these names registers what its part adds.
DECLARING = frozenset(
    (
        # A kind of label.
        "models",
        "kind",
        "items",
        "page",
        "machine",
        "importer",
        "exporter",
        "scoring",
        # What else parts add.
        "access",
        "archive",
        "conditions",
        "contents",
        "counts",
        "job",
        "members",
        "metrics",
        "put_away",
        "registration",
    )
)


def discover(app: str) -> None:
    """Import every declaring module of an app, in the order of their paths.

    Where that order must not show, a registry has an order of its own.
    """
    root = Path(str(import_module(app).__file__)).parent
    for path in sorted(root.rglob("*.py")):
        module = path.parent if path.name == "__init__.py" else path.with_suffix("")
        if module.name in DECLARING and module != root:
            import_module(".".join((app, *module.relative_to(root).parts)))
