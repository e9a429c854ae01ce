"""Every page of Assay, on the sample campaign: one list, and what fills an address.

A new address belongs in PAGES, or in NOT_PAGES with the reason.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from assess.models import Allocation, Judge
from assess.relevance.kind import RELEVANCE
from assess.relevance.work import read_sheet
from assess.support.kind import SUPPORT
from assess.work.walk import Named
from jobs.models import Job
from nuggets.models import Bank, BankVersion, Condition
from runs.models import Citation, Import, Response, Run, Segment, Topic, Track
from tests.make import make_allocation, make_label

WRITES = "takes a form and shows nothing of its own"
PART = "a part of a page, which its page shows too"
MACHINES = "answers programs"
GOES_ON = "goes on to another page"
FILE = "a file"
NOT_PAGES = {
    "health": MACHINES,
    "accounts:csrf": MACHINES,
    "api:": MACHINES,
    "accounts:sign_in_again": PART,
    "accounts:sign_out": WRITES,
    "assess:work": GOES_ON,
    "assess:relevance_finish": WRITES,
    "assess:relevance_label": WRITES,
    "assess:release": WRITES,
    "assess:release_person": WRITES,
    "assess:support_finish": WRITES,
    "assess:support_label": WRITES,
    "jobs:progress": PART,
    "jobs:cancel": WRITES,
    "jobs:retry": WRITES,
    "nuggets:act": WRITES,
    "nuggets:agreement_chart": FILE,
    "nuggets:assign_finish": WRITES,
    "nuggets:assign_label": WRITES,
    "nuggets:condition_drop": WRITES,
    "nuggets:condition_new": WRITES,
    "nuggets:export": FILE,
    "nuggets:passage": PART,
    "nuggets:post_edit": WRITES,
    "nuggets:reopen": WRITES,
    "nuggets:scores_csv": FILE,
    "runs:import_report": PART,
    "runs:person_remove": WRITES,
}
# Beside each page: which of the ids fill its address, where not those of like name.
PAGES: dict[str, tuple[dict[str, str], ...]] = {
    "home": ({},),
    "accounts:password": ({},),
    "accounts:preferences": ({},),
    "accounts:sign_in": ({},),
    "accounts:style": ({},),
    "accounts:style_page": tuple(
        {"part": f"={part}"} for part in ("relevance", "assignment", "nuggets")
    ),
    "assess:allocations": ({},),
    "assess:judge": ({},),
    "assess:judge_new": ({},),
    "assess:judges": ({},),
    "assess:judging_new": ({},),
    "assess:relevance": ({"allocation": "graded"},),
    "assess:relevance_item": ({"allocation": "relevance"},),
    "assess:relevance_recent": ({"allocation": "relevance"},),
    "assess:support": ({"allocation": "supported"},),
    "assess:support_response": ({"allocation": "support", "response": "cited"},),
    "assess:track": ({},),
    "jobs:list": ({"scope": "track"},),
    "jobs:page": ({},),
    "nuggets:agreement": ({},),
    "nuggets:assign": ({"allocation": "assigned"},),
    "nuggets:assign_response": ({"allocation": "assignment"},),
    "nuggets:bank": ({},),
    "nuggets:banks": ({},),
    "nuggets:changes": ({"allocation": "nuggets"},),
    "nuggets:draft_new": ({},),
    "nuggets:edit": ({"allocation": "nuggets"},),
    "nuggets:exports": ({},),
    "nuggets:finish": ({"allocation": "nuggets"},),
    "nuggets:score_response": ({},),
    "nuggets:score_run": ({},),
    "nuggets:scores": ({},),
    "nuggets:support_scores": ({},),
    "nuggets:version": ({},),
    "runs:import": ({"row": "import"},),
    "runs:import_file": tuple(
        {"kind": f"={kind}"} for kind in ("topics", "run", "qrels", "segments")
    ),
    "runs:import_new": ({},),
    "runs:imports": ({},),
    "runs:people": ({},),
    "runs:response": ({},),
    "runs:run": ({},),
    "runs:run_delete": ({},),
    "runs:runs": ({},),
    "runs:segment": ({},),
    "runs:topic": ({},),
    "runs:topics": ({},),
    "runs:track_new": ({},),
}
# The screens where people judge: they are looked at in high contrast too.
JUDGING = (
    "assess:relevance_item",
    "assess:support_response",
    "nuggets:assign_response",
    "nuggets:edit",
)


class Address(NamedTuple):
    """A named address, and the names of what stands in its path."""

    name: str
    parameters: tuple[str, ...]


def addresses() -> Iterator[Address]:
    """Yield every address of the site."""
    yield from _below(get_resolver(), ())


def _below(part: URLResolver, spaces: tuple[str, ...]) -> Iterator[Address]:
    for found in part.url_patterns:
        if isinstance(found, URLResolver):
            space = (found.namespace,) if found.namespace else ()
            yield from _below(found, spaces + space)
        elif isinstance(found, URLPattern):
            name = ":".join((*spaces, found.name or ""))
            yield Address(name, tuple(found.pattern.converters))


def is_known(name: str) -> bool:
    """Say whether an address is a page of the list, or known not to be one."""
    space, _colon, _rest = name.partition(":")
    return not {name, f"{space}:"}.isdisjoint({*PAGES, *NOT_PAGES})


def urls_of(name: str, ids: dict[str, str]) -> list[str]:
    """Return the addresses at which a page is looked at."""
    (address,) = [found for found in addresses() if found.name == name]
    return [reverse(name, kwargs=_filled(address, other, ids)) for other in PAGES[name]]


def _filled(
    address: Address, other: dict[str, str], ids: dict[str, str]
) -> dict[str, str]:
    wanted = {each: other.get(each, each) for each in address.parameters}
    return {
        each: word[1:] if word.startswith("=") else ids[word]
        for each, word in wanted.items()
    }


def sample_ids(track: Track) -> dict[str, str]:
    """Return what fills addresses, from the loaded sample campaign."""
    held = Allocation.objects.filter(assessor__username="bea")
    work = {each.kind: each for each in held.filter(finished_at=None)}
    done = held.exclude(finished_at=None)
    bea = Judge.objects.get(name="bea")
    rows: dict[str, Named] = {
        **work,
        "assigned": done.latest("pk"),
        "graded": _graded(bea),
        "supported": _supported(bea),
        "track": track,
        "topic": Topic.objects.earliest("pk"),
        "run": Run.objects.get(name="harbor-hybrid-1"),
        "response": _response(work["assignment"].topic),
        "cited": _response(work["support"].topic),
        "segment": read_sheet(work["relevance"]).items[0],
        "judge": Judge.objects.get(name="ada"),
        "bank": Bank.objects.get(name="edited"),
        "version": BankVersion.objects.filter(bank__name="edited").earliest("pk"),
        "condition": Condition.objects.get(name="manual"),
        "import": Import.objects.latest("pk"),
        "job": Job.objects.latest("pk"),
    }
    return {name: str(row.uuid) for name, row in rows.items()}


def _response(topic: Topic) -> Response:
    return Response.objects.visible().get(run__name="harbor-hybrid-1", topic=topic)


def _graded(judge: Judge) -> Allocation:
    """Hand out a topic's relevance with every grade given."""
    topic = Topic.objects.get(name="1001")
    work = make_allocation(topic, _person(judge), kind="relevance")
    for item in read_sheet(work).items:
        segment = Segment.objects.get(pk=item.pk)
        make_label(RELEVANCE, judge, topic, segment, value="2")
    return work


def _supported(judge: Judge) -> Allocation:
    """Hand out a topic's support with every label given."""
    topic = Topic.objects.get(name="1001")
    for citation in Citation.objects.filter(sentence__response__topic=topic):
        make_label(SUPPORT, judge, citation, value="full_support")
    return make_allocation(topic, _person(judge), kind="support")


def _person(judge: Judge) -> User:
    assert judge.user
    return judge.user
