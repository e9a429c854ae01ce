"""Every page of Assay, on the sample campaign, with the arguments of its URL.

A new URL belongs in PAGES, or in NOT_PAGES with the reason.
"""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import URLPattern, URLResolver, get_resolver, reverse

WRITES = "takes a form and shows nothing of its own"
PART = "a part of a page, which its page shows too"
MACHINES = "answers programs"
GOES_ON = "goes on to another page"
FILE = "a file"
NOT_PAGES = {
    "assess:adjudication_close": WRITES,
    "assess:adjudication_panel": WRITES,
    "assess:adjudicators": WRITES,
    "assess:again": WRITES,
    **{
        f"assess:disputed_{kind}{page}": why
        for kind in ("relevance", "support", "ptkb", "assignment")
        for page, why in (
            ("", GOES_ON),
            ("_finish", WRITES),
            ("_label", WRITES),
            ("_recent", "the list of relevance, with other labels"),
        )
    },
    "assess:disputed_ptkb_item": "the page of relevance beside a conversation",
    "assess:disputed_support_item": "the page of relevance beside an answer",
    "accounts:csrf": MACHINES,
    "accounts:reading": WRITES,
    "accounts:reset_keys": WRITES,
    "accounts:sign_in_again": PART,
    "accounts:sign_out": WRITES,
    "api:": MACHINES,
    "assess:agreement_csv": FILE,
    "assess:machines_csv": FILE,
    "assess:export_file": FILE,
    "assess:archive": FILE,
    "assess:ptkb_finish": WRITES,
    "assess:ptkb_label": WRITES,
    "assess:put_back": WRITES,
    "assess:release": WRITES,
    "assess:scores_default": WRITES,
    "runs:person_activate": WRITES,
    "runs:account_activate": WRITES,
    "runs:accounts": "a page of superusers: the list of people, without a track",
    "runs:restore": WRITES,
    "runs:track_restore": WRITES,
    "assess:relevance_finish": WRITES,
    "assess:relevance_label": WRITES,
    "assess:quality_csv": FILE,
    "assess:drift_chart": FILE,
    "assess:drift_csv": FILE,
    "assess:over_time_file": FILE,
    "assess:rankings_file": FILE,
    "assess:report_chart": FILE,
    "assess:scores_chart": FILE,
    "assess:scores_picture_file": FILE,
    "assess:settling_file": FILE,
    "assess:tau_so_far": PART,
    "assess:scores_csv": FILE,
    "assess:scores_file": FILE,
    "assess:snapshot_file": FILE,
    "assess:snapshot_manifest": FILE,
    "assess:snapshot_new": WRITES,
    "assess:subnarratives_reopen": WRITES,
    "assess:subnarratives_step": WRITES,
    "assess:support_finish": WRITES,
    "assess:support_label": WRITES,
    "assess:take": WRITES,
    "assess:withdraw": WRITES,
    "assess:work": GOES_ON,
    "health": MACHINES,
    "health_broker": MACHINES,
    "health_live": MACHINES,
    "health_ready": MACHINES,
    "metrics": MACHINES,
    "assess:thread_answer": WRITES,
    "assess:thread_read": WRITES,
    "jobs:cancel": WRITES,
    "jobs:progress": PART,
    "jobs:retry": WRITES,
    "nuggets:act": WRITES,
    "nuggets:answer_passage": PART,
    "nuggets:answer_reopen": WRITES,
    "nuggets:answer_save": WRITES,
    "nuggets:assign_finish": WRITES,
    "nuggets:assign_label": WRITES,
    "nuggets:list": PART,
    "nuggets:passage": PART,
    "nuggets:post_edit": WRITES,
    "nuggets:reopen": WRITES,
    "nuggets:spans_act": WRITES,
    "nuggets:spans_begin": WRITES,
    "runs:import_report": PART,
    "runs:person_remove": WRITES,
}
# For each page: the ids for its URL, if they differ from those of the same name; after
# a = the word itself, after a ? the query.
PAGES: dict[str, tuple[dict[str, str], ...]] = {
    "accounts:keys": ({},),
    "accounts:password": ({},),
    "accounts:preferences": ({},),
    "accounts:sign_in": ({},),
    "accounts:style": ({},),
    "accounts:style_page": tuple(
        {"part": f"={part}"} for part in ("relevance", "assignment", "nuggets")
    ),
    "assess:adjudication": ({},),
    "assess:adjudication_new": ({},),
    "assess:adjudications": ({},),
    "assess:agreement": ({},),
    "assess:agreement_items": (
        {
            "?a": "judge",
            "?b": "second judge",
            "?kind": "=relevance",
            "?x": "=2",
            "?y": "=2",
        },
    ),
    "assess:agreement_machines": ({},),
    "assess:allocations": ({},),
    "assess:archives": ({},),
    "assess:arrivals": ({},),
    "assess:family": ({"family": "=nuggets"}, {"family": "=support"}),
    "assess:family_run": ({"family": "=nuggets"},),
    "assess:disputed_assignment_item": (
        {"allocation": "disputed_assignment", "item": "assignment item"},
    ),
    "assess:disputed_relevance_item": (
        {"allocation": "disputed_relevance", "item": "relevance item"},
    ),
    "assess:export": (
        {"name": "=qrels", "?judge": "judge"},
        {"name": "=assignments", "?judge": "judge", "?bank": "bank"},
    ),
    "assess:exports": ({},),
    "assess:guideline": ({"work": "=relevance"},),
    "assess:guideline_version": ({"work": "=relevance", "number": "=1"},),
    "assess:guidelines": ({},),
    "assess:guidelines_read": ({"allocation": "relevance"},),
    "assess:hand_out": ({},),
    "assess:judge": ({},),
    "assess:judge_new": ({},),
    "assess:judges": ({},),
    "assess:judging_new": ({},),
    "assess:known": ({"kind": "=relevance"},),
    "assess:own_threads": ({},),
    "assess:person": ({},),
    "assess:ptkb": ({"allocation": "ptkb without statements"},),
    "assess:ptkb_recent": ({"allocation": "ptkb"},),
    "assess:ptkb_turn": ({"allocation": "ptkb"},),
    "assess:quality": ({},),
    "assess:rankings": ({}, {"?family": "=support"}),
    "assess:relevance": ({"allocation": "graded"},),
    "assess:relevance_item": ({"allocation": "relevance"},),
    "assess:relevance_recent": ({"allocation": "relevance"},),
    "assess:report": ({},),
    "assess:score_run": ({},),
    "assess:scores": ({},),
    "assess:scores_picture": ({"family": "=nuggets"},),
    "assess:settling": ({},),
    "assess:snapshot": ({},),
    "assess:snapshot_delete": ({},),
    "assess:snapshots": ({},),
    "assess:subnarratives": ({"allocation": "subnarratives"},),
    "assess:subnarratives_finish": ({"allocation": "subnarratives"},),
    "assess:support": ({"allocation": "supported"},),
    "assess:support_recent": ({"allocation": "support"},),
    "assess:support_response": ({"allocation": "support", "response": "cited"},),
    "assess:thread_new": ({"allocation": "relevance", "?item": "segment"},),
    "assess:threads": ({},),
    "assess:over_time": ({},),
    "assess:track": ({},),
    "home": ({},),
    "jobs:list": ({"scope": "track"},),
    "jobs:page": ({},),
    "nuggets:answer": ({"allocation": "answers"},),
    "nuggets:answer_finish": ({"allocation": "answers"},),
    "nuggets:assign": ({"allocation": "assigned"},),
    "nuggets:assign_recent": ({"allocation": "assignment"},),
    "nuggets:assign_response": ({"allocation": "assignment"},),
    "nuggets:bank": ({},),
    "nuggets:banks": ({},),
    "nuggets:condition_edit": ({},),
    "nuggets:condition_new": ({},),
    "nuggets:conditions": ({},),
    "nuggets:changes": ({"allocation": "nuggets"},),
    "nuggets:draft_new": ({},),
    "nuggets:edit": ({"allocation": "nuggets"},),
    "nuggets:finish": ({"allocation": "nuggets"},),
    "nuggets:score_response": ({},),
    "nuggets:spans": ({"allocation": "spans to begin"},),
    "nuggets:spans_finish": ({"allocation": "spans"},),
    "nuggets:spans_new": ({},),
    "nuggets:spans_passage": ({"allocation": "spans", "segment": "passage"},),
    "nuggets:version": ({},),
    "runs:import": ({"row": "import"},),
    "runs:import_file": tuple(
        {"kind": f"={kind}"} for kind in ("topics", "run", "qrels", "rj", "segments")
    ),
    "runs:import_new": ({},),
    "runs:imports": ({},),
    "runs:people": ({},),
    "runs:put_away": ({"what": "=run", "thing": "run"},),
    "runs:response": ({},),
    "runs:run": ({},),
    "runs:run_change": ({},),
    "runs:runs": ({},),
    "runs:segment": ({},),
    "runs:things_away": ({},),
    "runs:topic": ({},),
    "runs:topics": ({},),
    "runs:track_new": ({},),
}
# The screens where people judge: they are tested in high contrast too.
JUDGING = (
    "assess:relevance_item",
    "assess:support_response",
    "nuggets:answer",
    "nuggets:assign_response",
    "nuggets:edit",
    "nuggets:spans_passage",
    "assess:ptkb_turn",
    "assess:subnarratives",
)


class Address(NamedTuple):
    """A named URL, and the names of its arguments."""

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
    """Return whether a URL is a page of the list, or listed as no page."""
    space, _colon, _rest = name.partition(":")
    return not {name, f"{space}:"}.isdisjoint({*PAGES, *NOT_PAGES})


def urls_of(name: str, ids: dict[str, str]) -> list[str]:
    """Return the URLs at which a page is tested."""
    (address,) = [found for found in addresses() if found.name == name]
    return [
        reverse(name, kwargs=_filled(address, other, ids)) + _asked(other, ids)
        for other in PAGES[name]
    ]


def _asked(other: dict[str, str], ids: dict[str, str]) -> str:
    asked = {
        name[1:]: word[1:] if word.startswith("=") else ids[word]
        for name, word in other.items()
        if name.startswith("?")
    }
    return f"?{urlencode(asked)}" if asked else ""


def _filled(
    address: Address, other: dict[str, str], ids: dict[str, str]
) -> dict[str, str]:
    wanted = {each: other.get(each, each) for each in address.parameters}
    return {
        each: word[1:] if word.startswith("=") else ids[word]
        for each, word in wanted.items()
    }
