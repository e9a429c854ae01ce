"""The sample's judges and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assess.judging.judges.actions import assessors_panel, create_panel, judge_of
from assess.judging.judges.machines import add_baseline_judge
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Listing
from nuggets.sample.state import Loading
from runs.models import Citation, Subnarrative

SUPPORT_VALUES = {"0": "no_support", "1": "partial_support", "2": "full_support"}

Ticks = dict[tuple[str, str], list[str]]


def make_person_judges(loading: Loading) -> None:
    """Create the judge of each assessor."""
    for judge in _judges(loading, Judge.PERSON):
        user = loading.people[judge["person"]]
        loading.judges[judge["name"]] = judge_of(user, loading.track, now=loading.now)


def load_relevance(loading: Loading) -> None:
    """Write people's relevance labels with ticks; import the recorded judge's."""
    for entry in loading.campaign.entries("qrels"):
        judge = loading.judges.get(entry["judge"])
        if judge:
            _record(loading, RELEVANCE, judge, _grades(loading, entry))
        else:
            _bring_in(loading, "qrels", entry)


def load_assignments(loading: Loading) -> None:
    """Write people's assignments; import the others'.

    The banks share nuggets, so the recorded judge's second file adds to existing
    labels: `replace` confirms that.
    """
    for entry in loading.campaign.entries("assignments"):
        judge = loading.judges.get(entry["judge"])
        if judge and judge.kind == Judge.PERSON:
            _record(loading, ASSIGNMENT, judge, _assignments(loading, entry))
        else:
            _bring_in(loading, "assignments", entry, bank=entry["bank"], replace=True)


def load_support(loading: Loading) -> None:
    """Write support labels: there is no import for files of these."""
    citations = citations_of(loading)
    for entry in loading.campaign.entries("support"):
        judge = loading.judges[entry["judge"]]
        rows = list(_support(loading, entry["file"], citations))
        _record(loading, SUPPORT, judge, rows)


def make_other_judges(loading: Loading) -> None:
    """Create the baselines and the panels, and describe all judges."""
    for rule in _judges(loading, Judge.BASELINE):
        loading.judges[rule["name"]] = add_baseline_judge(
            loading.track, rule["name"], baseline=rule["baseline"], now=loading.now
        )
    for panel in _judges(loading, Judge.PANEL):
        loading.judges[panel["name"]] = _panel(loading, panel)
    described = []
    for judge in loading.campaign.entries("judges"):
        row = loading.judges[judge["name"]]
        row.description = judge.get("description", "")
        if "given_by" in judge:
            row.parameters = {**row.parameters, Judge.GIVEN_BY: judge["given_by"]}
        described.append(row)
    Judge.objects.bulk_update(described, ["description", "parameters"])


def _panel(loading: Loading, panel: dict[str, Any]) -> Judge:
    if panel["rule"] == ASSESSORS:
        return assessors_panel(loading.track, now=loading.now)
    return create_panel(
        loading.track,
        panel["name"],
        rule=panel["rule"],
        members=[loading.judges[name] for name in panel["members"]],
        now=loading.now,
    )


def _judges(loading: Loading, kind: str) -> list[dict[str, Any]]:
    return [
        judge for judge in loading.campaign.entries("judges") if judge["kind"] == kind
    ]


def _bring_in(
    loading: Loading, kind: str, entry: dict[str, str], **params: object
) -> None:
    name = entry["judge"]
    loading.bring_in(kind, entry["file"], judge=name, **params)
    loading.judges[name] = Judge.objects.get(track=loading.track, name=name)


def _record(loading: Loading, kind: Kind, judge: Judge, rows: list[NewLabel]) -> None:
    record_labels(kind, judge, rows, now=loading.now, actor=judge.user)


def _grades(loading: Loading, entry: dict[str, str]) -> list[NewLabel]:
    ticks = _ticks(loading, entry["judge"])
    rows = []
    lines = loading.campaign.path(entry["file"]).read_text(encoding="utf-8")
    for line in lines.splitlines():
        topic, _zero, docid, grade = line.split()
        item = (loading.topics[topic].pk, loading.segments[docid])
        ticked = ticks.get((topic, docid))
        details = {} if ticked is None else {"ticks": ticked}
        rows.append(NewLabel(item, grade, details))
    return rows


def _ticks(loading: Loading, judge: str) -> Ticks:
    file = loading.campaign.plan["files"].get("ticks")
    if file is None:
        return {}
    parts = {
        (topic, text): str(uuid)
        for topic, text, uuid in Subnarrative.objects.filter(
            topic__track=loading.track
        ).values_list("topic__name", "text", "uuid")
    }
    return {
        (row["qid"], row["docid"]): [parts[row["qid"], text] for text in row["ticks"]]
        for row in loading.campaign.rows(file)
        if row["judge"] == judge
    }


def _assignments(loading: Loading, entry: dict[str, str]) -> list[NewLabel]:
    current = loading.banks[entry["bank"]].versions.current()
    nuggets = {
        (topic, text): nugget
        for topic, text, nugget in Listing.objects.filter(
            version__in=current.values("pk")
        ).values_list("version__topic__name", "nugget__text", "nugget_id")
    }
    return [
        NewLabel(
            (
                nuggets[row["qid"], nugget["text"]],
                loading.responses[row["qid"], row["run_id"]],
            ),
            nugget["assignment"],
        )
        for row in loading.campaign.rows(entry["file"])
        for nugget in row["nuggets"]
    ]


def citations_of(loading: Loading) -> dict[tuple[int, int, int], int]:
    """Return the row number of each citation by response, sentence and place."""
    rows = Citation.objects.filter(sentence__response__run__track=loading.track)
    return {
        (response, sentence, place): pk
        for response, sentence, place, pk in rows.values_list(
            "sentence__response_id", "sentence__position", "position", "pk"
        )
    }


def _support(
    loading: Loading, file: str, citations: dict[tuple[int, int, int], int]
) -> Iterator[NewLabel]:
    for row in loading.campaign.rows(file):
        response = loading.responses[row["topic_id"], row["run_id"]]
        for sentence in row["sentences"]:
            for mark in sentence["citations"]:
                value = SUPPORT_VALUES.get(mark["support"])
                place = (response, sentence["sentenceID"], mark["citationID"])
                if value:
                    yield NewLabel((citations[place],), value)
