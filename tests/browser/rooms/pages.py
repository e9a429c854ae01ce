"""Every page of Assay, on the sample campaign, with the arguments of its URL.

A new URL belongs in PAGES, or in NOT_PAGES with the reason.
"""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.browser.rooms.not_pages import NOT_PAGES

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
    "assess:agreement_rounds": ({},),
    "assess:board": ({},),
    "assess:boards": ({},),
    "assess:comparison": ({},),
    "assess:allocations": ({},),
    "assess:archives": ({},),
    "assess:arrivals": ({},),
    "assess:family": (
        {"family": "=nuggets"},
        {"family": "=support"},
        {"track": "matched track", "family": "=references"},
    ),
    "assess:family_run": ({"family": "=nuggets"},),
    "assess:disputed_assignment_item": (
        {"allocation": "disputed_assignment", "item": "assignment item"},
    ),
    "assess:disputed_exam_item": (
        {"allocation": "disputed_exam", "item": "exam item"},
    ),
    "assess:disputed_relevance_item": (
        {"allocation": "disputed_relevance", "item": "relevance item"},
    ),
    "assess:export": (
        {"name": "=qrels", "?judge": "judge"},
        {"name": "=assignments", "?judge": "judge", "?bank": "bank"},
    ),
    "assess:exports": ({},),
    "assess:group": ({}, {"?name": "=harbor"}),
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
    "assess:need": ({"allocation": "needed"},),
    "assess:need_recent": ({"allocation": "need"},),
    "assess:need_response": ({"allocation": "need", "response": "uncited"},),
    "assess:own_threads": ({},),
    "assess:person": ({},),
    "assess:ptkb": ({"allocation": "ptkb without statements"},),
    "assess:ptkb_recent": ({"allocation": "ptkb"},),
    "assess:ptkb_turn": ({"allocation": "ptkb"},),
    "assess:turns": ({"track": "matched track"},),
    "assess:quality": ({},),
    "assess:pair_topic": ({"family": "=nuggets"},),
    "assess:rankings": ({}, {"?family": "=support"}),
    "assess:practice": ({"allocation": "relevance"},),
    "assess:relevance": ({"allocation": "graded"},),
    "assess:relevance_item": ({"allocation": "relevance"},),
    "assess:relevance_recent": ({"allocation": "relevance"},),
    "assess:report": ({},),
    "assess:round_new": ({},),
    "assess:run_pair": ({"family": "=nuggets"}, {"family": "=retrieval"}),
    "assess:score_run": ({},),
    "assess:scores": ({},),
    "assess:scores_matrix": ({"family": "=nuggets"},),
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
    "assess:trust_thresholds": ({},),
    "exams:bank": ({},),
    "exams:banks": ({},),
    "exams:boards": ({},),
    "exams:draft_new": ({},),
    "exams:editor": ({},),
    "exams:grade": ({},),
    "exams:exam": ({"allocation": "examined"},),
    "exams:exam_passage": ({"allocation": "exam", "passage": "exam passage"},),
    "exams:exam_recent": ({"allocation": "examined"},),
    "exams:lists": ({},),
    "exams:map": ({},),
    "exams:pool": ({},),
    "exams:question": ({},),
    "exams:released": ({},),
    "exams:scores": ({},),
    "exams:trial": ({},),
    "exams:verification": ({},),
    "exams:version": ({},),
    "exams:what_if": ({},),
    "assess:budget": ({},),
    "assess:calls": ({},),
    "assess:prompt": ({"name": "=judge_relevance"},),
    "assess:prompts": ({},),
    "home": ({},),
    "jobs:list": ({"scope": "track"},),
    "jobs:page": ({},),
    "llm:endpoint_new": ({},),
    "llm:endpoints": ({},),
    "manual:guide": ({"guide": "=measures"},),
    "manual:guides": ({},),
    "matching:answer_scores": ({"track": "matched track"},),
    "matching:batches": ({"track": "matched track"},),
    "matching:declines": ({"track": "matched track"},),
    "matching:duplicates": ({"track": "matched track"},),
    "matching:match": ({"allocation": "match_done"},),
    "matching:match_pair": ({"allocation": "match"},),
    "matching:match_recent": ({"allocation": "match_done"},),
    "matching:matching": ({"track": "matched track"},),
    "matching:nuggets": ({"track": "matched track"},),
    "matching:rank": ({"track": "matched track", "run": "matched run"},),
    "matching:ranks": ({"track": "matched track"},),
    "matching:response": ({"track": "matched track", "response": "matched response"},),
    "matching:review": ({"track": "matched track", "bank": "gold", "judge": "finder"},),
    "matching:sets": ({"track": "matched track"},),
    "matching:statements": ({"track": "matched track"},),
    "matching:statistics": ({}, {"track": "matched track"}),
    "matching:run": ({"track": "matched track", "run": "matched run"},),
    "nuggets:answer": ({"allocation": "answers"},),
    "nuggets:answer_finish": ({"allocation": "answers"},),
    "nuggets:assign": ({"allocation": "assigned"},),
    "nuggets:assign_recent": ({"allocation": "assignment"},),
    "nuggets:assign_response": ({"allocation": "assignment"},),
    "nuggets:bank": ({},),
    "nuggets:bank_changes": ({},),
    "nuggets:banks": ({},),
    "nuggets:condition_edit": ({},),
    "nuggets:condition_new": ({},),
    "nuggets:conditions": ({},),
    "nuggets:changes": ({"allocation": "nuggets"},),
    "nuggets:draft_new": ({},),
    "nuggets:edit": ({"allocation": "nuggets"},),
    "nuggets:finish": ({"allocation": "nuggets"},),
    "nuggets:response_conditions": ({},),
    "nuggets:score_response": ({},),
    "nuggets:spans": ({"allocation": "spans to begin"},),
    "nuggets:spans_finish": ({"allocation": "spans"},),
    "nuggets:spans_new": ({},),
    "nuggets:spans_passage": ({"allocation": "spans", "segment": "passage"},),
    "nuggets:version": ({},),
    "nuggets:version_changes": ({},),
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
    "runs:segments": ({},),
    "runs:things_away": ({},),
    "runs:topic": ({},),
    "runs:topics": ({},),
    "runs:track_due": ({},),
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
    "assess:need_response",
    "assess:ptkb_turn",
    "assess:subnarratives",
    "exams:exam_passage",
    "matching:match_pair",
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
