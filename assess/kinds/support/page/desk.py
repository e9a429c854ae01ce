"""The page of one response: its sentences, their citations, and one key per label.

Round 0 is from scratch, and shows no machine's labels. Post-editing is a later round,
which shows the labels of the one judge that the allocation names: at once, or in a
stored round that says so, a pair's once its person has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db.models import OuterRef, Prefetch, Q, Subquery, UUIDField
from django.db.models.functions import JSONObject
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.models import Allocation
from assess.judging.rounds.protocols import is_training, round_of, waits_for
from assess.judging.rounds.scores import TrainingScore, training_score
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import (
    LastLabels,
    RecentPlace,
    differs_from_shown,
)
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import Given as GivenLabel
from assess.judging.work.walk import NotInThisWork
from assess.kinds.support.items import (
    SPOTS,
    SupportSheet,
    citations_of,
    judged_rule,
    public_name,
    read_sheet,
)
from assess.kinds.support.kind import GRADES, NEEDS_NONE, SUPPORT
from assess.kinds.support.page.machine_labels import (
    count_edited,
    own_choice,
    shown_labels,
    shown_with,
    shows_after,
)
from config.operations.statements import Given
from runs.markdown import render_answer
from runs.models import Citation, Response, Sentence, Track, is_judged_place


class Pair(NamedTuple):
    """One sentence and one segment that it cites, with the label.

    `of` is the number of judged citations of the sentence, `key` that of a plain form's
    next action, `shown` the label to correct, "" if there is none. Without a text there
    is nothing to judge.
    """

    citation: Citation
    sentence: Sentence
    place: int
    of: int
    given: GivenLabel
    key: UUID
    shown: str

    @property
    def can_be_judged(self) -> bool:
        """Return whether the segment has a text."""
        return bool(self.citation.segment.text)


class Line(NamedTuple):
    """One sentence of a response, numbered from 1, with its pairs.

    is_cited: it has a citation, judged or not.
    """

    number: int
    sentence: Sentence
    pairs: list[Pair]
    is_cited: bool

    @property
    def is_passed(self) -> bool:
        """Return whether the sentence has nothing to judge."""
        return not any(pair.can_be_judged for pair in self.pairs)


def read_lines(work: Allocation, sheet: SupportSheet, response: Response) -> list[Line]:
    """Return the sentences of a response in their order."""
    every = Citation.objects.select_related("segment")
    rule = judged_rule(work.track, sheet.protocol)
    shown = shown_labels(work, Q(citation__sentence__response=response))
    if shows_after(sheet.protocol):
        shown = {pk: value for pk, value in shown.items() if sheet.given(pk).value}
    sentences = response.sentences.prefetch_related(Prefetch("citations", every))
    lines = []
    for number, sentence in enumerate(sentences, start=1):
        cited = list(sentence.citations.all())
        judged = [one for one in cited if is_judged_place(one.position, rule)]
        pairs = [
            Pair(
                citation,
                sentence,
                place,
                len(judged),
                sheet.given(citation.pk),
                uuid4(),
                shown.get(citation.pk, ""),
            )
            for place, citation in enumerate(judged, start=1)
        ]
        lines.append(Line(number, sentence, pairs, bool(cited)))
    return lines


def shown(page: Page) -> dict[str, Any]:
    """Return the sentences of the response, and the scale from best to worst."""
    lines = read_lines(page.work, page.sheet, page.item)
    best_first = reversed(SUPPORT.scale(page.work.track))
    protocol = page.sheet.protocol
    return {
        "lines": lines,
        "protocol": protocol,
        "after": shows_after(protocol),
        "is_training": is_training(page.work.round),
        "markdown": _as_markdown(lines),
        "grades": sorted(best_first, key=lambda grade: grade.apart),
    }


def _as_markdown(lines: Sequence[Line]) -> SafeString | None:
    """Return the response as Markdown with each sentence followed by its passages."""
    return render_answer(
        [line.sentence.text for line in lines],
        after={
            line.number: render_to_string(
                "assess/kinds/support/_cites.html", {"line": line}
            )
            for line in lines
            if line.pairs
        },
        passed={line.number for line in lines if line.is_passed},
    )


def facts() -> dict[str, Any]:
    """Return the columns read of a citation: its number and its place."""
    cited = Citation.objects.filter(
        uuid=Given("citation", UUIDField()),
        sentence__response__in=Response.objects.visible().values("pk"),
        sentence__response__topic=OuterRef("topic"),
    )
    state = JSONObject(pk="pk", position="position")
    return {"cited": Subquery(cited.exclude(segment__text="").values(state=state))}


def named(said: Mapping[str, Any]) -> str:
    """Return the public name of a request's citation."""
    return public_name(said["citation"])


def labelled(target: Target, said: Mapping[str, Any]) -> Labelled:
    """Return the citation of a label, and the label that was shown for it."""
    work, cited = target.work, target.facts["cited"]
    protocol = round_of(work)
    judged = judged_rule(work.track, protocol)
    if cited is None or not is_judged_place(cited["position"], judged):
        raise NotInThisWork
    if protocol is not None and waits_for(work):
        raise NotInThisWork
    details = shown_with(work, cited["pk"])
    if not shows_after(protocol):
        return Labelled((cited["pk"],), details)
    own = own_choice(target, said["value"])
    told = {"shown": details["shown"]} if said["value"] else {}
    return Labelled((cited["pk"],), details | {"own": own}, told)


def recent(work: Allocation, sheet: SupportSheet) -> LastLabels:
    """Return the last labels on citations still in the work, the latest first."""
    here = (
        own_labels(SUPPORT, work)
        .filter(citation__in=citations_of(work).values("pk"))
        .select_related("citation__sentence__response")
        .defer("citation__sentence__response__text")
    )

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        cited, response = label.citation, label.citation.sentence.response
        words, number = cited.sentence.text, sheet.place(response)
        return RecentPlace(public_name(cited.uuid), response.uuid, words, number)

    return LastLabels(
        here, SUPPORT, work, place, overrides=differs_from_shown if work.shown else None
    )


def end(work: Allocation) -> dict[str, Any]:
    """Return how the assessor changed shown labels, or their score in training."""
    if score := training_score(work, SUPPORT):
        return {"training": score, "wrong": _wrong(score)}
    if work.shown is None:
        return {}
    given = own_labels(SUPPORT, work).exclude(value="")
    return {"edited": count_edited(given.values_list("value", "details"))}


def _wrong(score: TrainingScore) -> list[tuple[Citation, str]]:
    """Return the citations with another label than the known one, and that one."""
    known = {citation: value for (citation,), value in score.wrong.items()}
    rows = Citation.objects.filter(pk__in=known).select_related("sentence__response")
    return [(each, known[each.pk]) for each in rows]


DESK = desks.register(
    Desk(
        kind=SUPPORT,
        name="support",
        item="response",
        template="assess/kinds/support/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(SUPPORT, "citation", anchor="pair-"),
        serializer=grade_serializer("citation", grades=(*GRADES, NEEDS_NONE)),
        label=labelling(Targets(SUPPORT, facts, "citation"), labelled, named),
        recent=recent,
        practice=Path(__file__).parent.with_name("practice.toml"),
        spots=SPOTS,
        end=end,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the sentence in its response, and the passage that it cites."""
    cited = Citation.objects.select_related("sentence__response", "segment")
    citation = cited.get(pk=matter.parts["citation"])
    return {
        "citation": citation,
        "sentences": citation.sentence.response.sentences.all(),
    }


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the response."""
    found = Response.objects.filter(sentences__citations__uuid=parts[0]).first()
    return reverse("runs:response", args=[track.uuid, found.uuid]) if found else ""


EXHIBIT = exhibits.register(
    Exhibit(
        kind=SUPPORT,
        about="citation__sentence__text",
        template="assess/kinds/support/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=93,
    )
)
