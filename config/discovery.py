"""Import the modules in which the parts of an app register themselves.

Django's admin finds its modules in the same way.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

# A module or a package with one of these names registers what its part adds.
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
        # Other registrations.
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
        "sample",
    )
)


def discover(app: str) -> None:
    """Import every registering module of an app, in the order of their paths.

    A registry whose order is visible sorts its entries itself.
    """
    root = Path(str(import_module(app).__file__)).parent
    for path in sorted(root.rglob("*.py")):
        module = path.parent if path.name == "__init__.py" else path.with_suffix("")
        if module.name in DECLARING and module != root:
            import_module(".".join((app, *module.relative_to(root).parts)))
