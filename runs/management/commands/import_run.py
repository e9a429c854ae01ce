"""Import a run into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand, add_control
from runs.models import Run


class Command(ImportCommand):
    kind = "run"
    help = "Import one run: RAG or AG responses (JSONL), or R in six columns."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        tasks = (Run.R, Run.AG, Run.RAG)
        parser.add_argument(
            "--task",
            required=True,
            choices=tasks,
            help="r: ranked segments; ag: answers from given segments; rag: both steps",
        )
        parser.add_argument(
            "--group", default="", help="the team; left out: as the file says"
        )
        parser.add_argument(
            "--type",
            choices=(Run.AUTOMATIC, Run.MANUAL),
            help="left out: as the file says, automatic where it says nothing; an "
            "option left out of a second import stays as it is",
        )
        add_control(parser)
        parser.add_argument("--category", default="", help="what kind of system it is")
        parser.add_argument("--priority", type=int, help="1 is judged first")
        parser.add_argument(
            "--replace", action="store_true", help="replace the run of the same tag"
        )
