#!/usr/bin/env python
"""Run Assay's commands."""

import gc
import os
import sys
from pathlib import Path


def main() -> None:
    """Hand the command line to Django."""
    # Nearly all that is made at the start stays: looking at it for garbage is in vain.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from config.operations import log  # noqa: PLC0415

    log.run_as_command()
    if sys.argv[1:2] == ["up"]:
        from config.launch.embedded import prepare  # noqa: PLC0415

        prepare(os.environ, Path(__file__).resolve().parent)
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Assay cannot start. {error}")


if __name__ == "__main__":
    main()
