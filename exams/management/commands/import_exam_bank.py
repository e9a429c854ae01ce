"""Import a question bank into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "exam_bank"
    help = "Import a bank of exam questions or key facts, as the workbench writes it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the name it will have")
        parser.add_argument(
            "--replace", action="store_true", help="write new versions where it differs"
        )
