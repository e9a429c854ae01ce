"""Create a judge: a model, a baseline, or a panel of others."""

import argparse
import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.judges.actions import JudgeExists, create_panel
from assess.judging.judges.machines import (
    add_baseline_judge,
    add_entailment_judge,
    add_model_judge,
)
from assess.judging.kernel.panels import RULES
from assess.judging.machine.baselines import all_baselines
from assess.judging.machine.readiness import BadBatch, BadPrice, BadThreshold
from assess.judging.machine.settings import BadSetting
from assess.judging.models import Judge
from assess.management.base import judge_named
from llm.client import ModelNotSet
from llm.kernel.prompt import BadPrompt
from runs.kernel.limits import TooMany
from runs.management.base import TrackCommand
from runs.models import Track

REFUSALS = (
    *(JudgeExists, TooMany, ModelNotSet, BadPrompt),
    *(BadPrice, BadBatch, BadThreshold, BadSetting),
)


class Command(TrackCommand):
    help = (
        "Make a judge: a model behind LLM_ENDPOINT, an entailment model behind "
        "ENTAIL_ENDPOINT, a baseline that needs none, or a panel that combines other "
        "judges' labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name", metavar="NAME", help="the judge's name")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--model",
            metavar="MODEL",
            help="the model to ask; LLM_ENDPOINT or --endpoint says where it is",
        )
        what.add_argument(
            "--entailment",
            metavar="MODEL",
            help="a model that says which texts entail which; ENTAIL_ENDPOINT or "
            "--endpoint says where it is",
        )
        what.add_argument(
            "--baseline",
            metavar="KIND",
            choices=[each.name for each in all_baselines()],
            help="; ".join(f"{b.name} {b.does}" for b in all_baselines()),
        )
        what.add_argument(
            "--panel",
            nargs="+",
            metavar=("RULE", "JUDGE"),
            help=f"{', '.join(RULES)}, then its members in their order; "
            "assessors needs none",
        )
        _add_options(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        try:
            judge = self._made(track, options)
        except REFUSALS as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{judge} ({judge.get_kind_display().lower()}) in {track}.")

    def _made(self, track: Track, options: dict[str, Any]) -> Judge:
        name, now = options["name"], timezone.now()
        threshold = options["threshold"]
        if threshold is not None and not (options["baseline"] or options["entailment"]):
            raise BadThreshold("A model and a panel have no threshold.")
        if options["baseline"]:
            return add_baseline_judge(
                track,
                name,
                baseline=options["baseline"],
                threshold=threshold,
                now=now,
            )
        if options["entailment"]:
            return add_entailment_judge(
                track,
                name,
                model=options["entailment"],
                endpoint=options["endpoint"],
                threshold=threshold,
                now=now,
            )
        if options["panel"]:
            return self._panel(track, name, *options["panel"])
        batch = {} if options["batch"] == 1 else {Judge.BATCH: options["batch"]}
        return add_model_judge(
            track,
            name,
            model=options["model"],
            endpoint=options["endpoint"],
            parameters=options["parameters"] | batch,
            now=now,
        )

    def _panel(self, track: Track, name: str, rule: str, *names: str) -> Judge:
        if rule not in RULES:
            raise CommandError(f"No rule {rule!r}: use one of {', '.join(RULES)}.")
        if bool(names) == (rule == "assessors"):
            raise CommandError(
                "The panel of assessors has no members of its own; every other one "
                "needs some."
            )
        members = [judge_named(track, each) for each in dict.fromkeys(names)]
        return create_panel(track, name, rule=rule, members=members, now=timezone.now())


def _add_options(parser: CommandParser) -> None:
    parser.add_argument(
        "--endpoint",
        default="",
        help="where the model is; else LLM_ENDPOINT, or ENTAIL_ENDPOINT",
    )
    parser.add_argument(
        "--parameters",
        type=json_object,
        default={},
        metavar="JSON",
        help='for each request, such as {"temperature": 0.3}; "price": {"prompt": '
        '"2.5", "completion": "10"} (for a million tokens) counts the cost; '
        '"settings": {"exam": {"mode": "key"}} chooses how exams are graded',
    )
    parser.add_argument(
        "--threshold",
        type=float,
        metavar="PERCENT",
        help="what word cover, or the probability of an entailment model, must "
        "exceed (default: 50)",
    )
    parser.add_argument(
        "--batch",
        type=int,
        default=1,
        metavar="N",
        help="gold nuggets in a call, for a model that matches by responses "
        "(default: 1)",
    )


def json_object(text: str) -> dict[str, object]:
    """Return a JSON object, for argparse."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from error
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError("not a JSON object")
    return found
