"""What an installation gives and shows once it is migrated: python -m … VAR OUT."""

import json
import sys
from pathlib import Path

from tests.earlier.installation import LOOKED_AT, set_up, time_stands_still
from tests.earlier.stored import HERE, PAGES, read_texts


def main() -> None:
    """Write exports and pages of the installation in VAR into the file OUT."""
    var, out = map(Path, sys.argv[1:])
    set_up(var)
    from django.core.management import call_command

    from tests.earlier.answers import client_of
    from tests.earlier.exports import read_commands, read_exports
    from tests.earlier.pages import read_pages

    with time_stands_still(LOOKED_AT):
        call_command("migrate", verbosity=0, interactive=False)
        exports = read_exports(client_of("omar"), every_form=True)
        told = {
            "exports": exports | read_commands(),
            "pages": read_pages(read_texts(HERE / PAGES)),
        }
    out.write_text(json.dumps(told))


if __name__ == "__main__":
    main()
