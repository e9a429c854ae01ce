"""Lines of a run file."""

from tests.runs.import_form import answer

FILE = answer("14", "Salt lowers it.", "It sinks.") + "\n" + answer("31", "Ships pay.")
OTHER = FILE.replace("Ships pay.", "Ports pay.")
