"""Agreement of judges of a track."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.analysis.agreement.document import said_of, said_of_machines
from assess.analysis.agreement.files import TABLES, rows_of
from assess.analysis.agreement.own_labels import Own, owns_against, owns_of
from assess.analysis.agreement.questions import (
    AgreementQuestion,
    answered,
    machines_against,
)
from assess.analysis.agreement.tables import machine_rows
from assess.exchange.cells import Cells
from assess.judging.kinds import all_kinds, get_kind
from assess.judging.labels.overlap import Side
from assess.management.base import add_raw, judge_named
from runs.management.base import TrackCommand, add_topics, topics_named
from runs.models import Track


class Command(TrackCommand):
    help = (
        "Compare two or more judges' labels of the items that both judged: n, "
        "agreement, Cohen's kappa (also weighted), Krippendorff's alpha, each with its "
        "95 % interval; the confusion matrix (rows: A, columns: B), each topic, each "
        "cut. Or hold every machine against one judge. What is undefined is null. Of "
        "a judge held against a panel that it is behind, it says how many labels are "
        "its own: as CSV, on stderr."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        kinds = [kind.name for kind in all_kinds()]
        parser.add_argument(
            "--kind", required=True, choices=kinds, help="the kind of label"
        )
        parser.add_argument("--a", metavar="JUDGE", help="the name of judge A")
        parser.add_argument("--b", metavar="JUDGE", help="the name of judge B")
        parser.add_argument(
            "--more", metavar="JUDGE", action="append", default=[], help="another judge"
        )
        for side in ("a", "b"):
            parser.add_argument(
                f"--round-{side}",
                type=int,
                default=0,
                choices=(0, 1),
                help="1: the labels given over a shown machine's",
            )
        parser.add_argument(
            "--machines-against",
            metavar="JUDGE",
            help="a line for every model, baseline, import and panel of these",
        )
        add_topics(parser)
        parser.add_argument(
            "--format",
            choices=["json", "csv"],
            default="json",
            help="all that there is as JSON, or one table as CSV",
        )
        parser.add_argument(
            "--table", choices=TABLES, default=TABLES[0], help="which one, as CSV"
        )
        add_raw(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        if options["machines_against"]:
            self._machines(track, options)
        elif options["a"] and options["b"]:
            self._judges(track, options)
        else:
            raise CommandError("Name --a and --b, or --machines-against.")

    def _judges(self, track: Track, options: dict[str, Any]) -> None:
        two = (
            Side(judge_named(track, options[side]), options[f"round_{side}"])
            for side in ("a", "b")
        )
        more = (Side(judge_named(track, name)) for name in options["more"])
        sides = tuple(dict.fromkeys([*two, *more]))
        if len(sides) < 2:
            raise CommandError("Name two different judges.")
        topics = tuple(topics_named(track, options["topic"]))
        question = AgreementQuestion(track, get_kind(options["kind"]), sides, topics)
        found = answered(question)
        owns = owns_of(question, found)
        if options["format"] == "csv":
            rows = rows_of(question, options["table"])
            self._lines(map(_cells(options).line, rows), owns)
        else:
            self._json(said_of(question, found, owns))

    def _machines(self, track: Track, options: dict[str, Any]) -> None:
        judge = judge_named(track, options["machines_against"])
        topics = tuple(topics_named(track, options["topic"]))
        asked = (judge, get_kind(options["kind"]), topics)
        found = machines_against(*asked)
        owns = owns_against(*asked, found)
        if options["format"] == "csv":
            self._lines(map(_cells(options).line, machine_rows(found)), owns)
        else:
            self._json(said_of_machines(judge, found, owns))

    def _lines(self, lines: Iterable[str], owns: Sequence[Own]) -> None:
        for line in lines:
            self.stdout.write(line, ending="")
        for own in owns:
            self.stderr.write(own.says)

    def _json(self, shown: dict[str, object]) -> None:
        self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2))


def _cells(options: dict[str, Any]) -> Cells:
    return Cells(raw=options["raw"])
