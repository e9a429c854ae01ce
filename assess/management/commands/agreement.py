"""How far two judges of a track agree."""

import json
from typing import Any

from django.core.management.base import CommandParser

from assess.kinds import all_kinds, get_kind
from assess.management.base import judge_named
from assess.reading.agreement import compare_judges
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = (
        "Compare two judges' labels of the items that both judged: n, agreement, "
        "Cohen's kappa (also weighted), the confusion matrix (rows: A, columns: B), "
        "and each topic. What is undefined is null."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        kinds = [kind.name for kind in all_kinds()]
        parser.add_argument(
            "--kind", required=True, choices=kinds, help="the kind of label"
        )
        parser.add_argument(
            "--a", required=True, metavar="JUDGE", help="the name of judge A"
        )
        parser.add_argument(
            "--b", required=True, metavar="JUDGE", help="the name of judge B"
        )
        parser.add_argument(
            "--format", choices=["json"], default="json", help="JSON is all there is"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        a, b = (judge_named(track, options[side]) for side in ("a", "b"))
        found = compare_judges(a, b, get_kind(options["kind"]))
        shown = {
            "track": track.slug,
            "kind": options["kind"],
            "a": a.name,
            "b": b.name,
            "a_kind": a.kind,
            "b_kind": b.kind,
            **found.overall._asdict(),
            "only_a": found.only_a,
            "only_b": found.only_b,
            "topics": [
                {
                    "topic": row.topic.name,
                    "n": row.agreement.n,
                    "agreement": row.agreement.agreement,
                    "kappa": row.agreement.kappa,
                }
                for row in found.topics
            ],
        }
        self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2))
