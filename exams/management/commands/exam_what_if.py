"""What would change if questions were withdrawn."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.management.base import judge_named
from exams.banks.lists import current_lists
from exams.effect.document import what_if_document
from exams.effect.what_if import WhatIf, withdrawing
from exams.management.base import ExamCommand
from exams.models import QuestionBank
from runs.management.base import existing_file
from runs.models import Track

FEW = 5  # ids in a message


class Command(ExamCommand):
    help = (
        "Say what would change if questions were withdrawn: labels, crossings of τ, "
        "boards and κ. Nothing is changed, and no model is called."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--withdraw",
            type=existing_file,
            required=True,
            metavar="FILE",
            help="the ids of questions, one per line",
        )
        parser.add_argument("--format", choices=["json"], default="json")

    def work(self, track: Track, options: dict[str, Any]) -> None:
        basis = self.basis(track, options)
        questions = _questions(basis.bank, options["withdraw"])
        named = options["relevance"]
        relevance = judge_named(track, named) if named else None
        found = WhatIf(basis, withdrawing(basis, questions))
        document = what_if_document(found, relevance)
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))


def _questions(bank: QuestionBank, path: Path) -> list[int]:
    """Return the row numbers of the questions that a file names."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise CommandError(f"--withdraw: {path} is not UTF-8.") from error
    wanted = [line.strip() for line in lines if line.strip()]
    known = {}
    for each in current_lists(bank).values():
        for row in each.rows:
            known[row.question.public_id] = row.question_id
            known[str(row.question.uuid)] = row.question_id
    missing = [name for name in wanted if name not in known]
    if missing:
        names = ", ".join(missing[:FEW])
        raise CommandError(f"{bank} has no question {names}.")
    return [known[name] for name in wanted]
