"""Which part of which guide is about a page."""

from __future__ import annotations

from django.urls import reverse

# By the beginning of a URL's name; the longest counts.
PARTS = {
    "accounts:keys": "assessors#keys",
    "accounts:preferences": "assessors#where-to-begin",
    "assess:adjudication": "organizers#adjudication",
    "assess:agreement": "organizers#agreement",
    "assess:allocations": "organizers#handing-out-work",
    "assess:arch": "archive#make-one",
    "assess:arrivals": "archive#bring-one-in",
    "assess:board": "organizers#agreement",
    "assess:comparison": "measures#7-agreement-of-rankings",
    "assess:disputed_": "assessors#adjudication",
    "assess:export": "organizers#export",
    "assess:family": "organizers#scores",
    "assess:group": "organizers#scores",
    "assess:guideline": "organizers#handing-out-work",
    "assess:guidelines_read": "assessors#where-to-begin",
    "assess:hand_out": "organizers#handing-out-work",
    "assess:judge": "organizers#judges",
    "assess:judging_new": "organizers#machine-labels",
    "assess:need": "assessors#uncited-sentences",
    "assess:own_threads": "assessors#flags-skips-and-comments",
    "assess:person": "measures#9-assessor-quality",
    "assess:ptkb": "assessors#ptkb-statements",
    "assess:quality": "measures#9-assessor-quality",
    "assess:rankings": "measures#7-agreement-of-rankings",
    "assess:relevance": "assessors#relevance",
    "assess:report": "organizers#a-report-to-print",
    "assess:round_new": "organizers#handing-out-work",
    "assess:run_pair": "organizers#scores",
    "assess:score": "organizers#scores",
    "assess:settling": "measures#8-while-work-goes-on",
    "assess:snapshot": "organizers#export",
    "assess:subnarratives": "assessors#sub-narratives",
    "assess:support": "assessors#support",
    "assess:thread": "organizers#handing-out-work",
    "assess:thread_new": "assessors#flags-skips-and-comments",
    "assess:track": "organizers#a-track-and-its-people",
    "assess:trust_thresholds": "measures#6-agreement-of-judges",
    "exams:": "organizers#exams",
    "exams:exam": "assessors#exam-grades",
    "jobs:": "organizers#machine-labels",
    "llm:": "models",
    "matching:": "organizers#matching",
    "matching:match_": "assessors#matches",
    "nuggets:answer": "assessors#gold-answers",
    "nuggets:assign": "assessors#assignment",
    "nuggets:bank": "organizers#drafting",
    "nuggets:condition": "organizers#scores",
    "nuggets:draft_new": "organizers#drafting",
    "nuggets:edit": "assessors#nugget-editing",
    "nuggets:finish": "assessors#nugget-editing",
    "nuggets:score_response": "organizers#scores",
    "nuggets:spans": "assessors#span-nuggets",
    "nuggets:spans_new": "organizers#drafting",
    "nuggets:version": "organizers#drafting",
    "runs:": "organizers#bringing-files-in",
    "runs:accounts": "operators#people-who-cannot-sign-in",
    "runs:people": "organizers#a-track-and-its-people",
    "runs:put_away": "organizers#putting-away-and-restoring",
    "runs:restore": "organizers#putting-away-and-restoring",
    "runs:things_away": "organizers#putting-away-and-restoring",
    "runs:track_new": "organizers#a-track-and-its-people",
}


def part_about(view: str) -> str:
    """Return the part about a page, by its URL's name: guide#anchor, or ""."""
    fits = [name for name in PARTS if view.startswith(name)]
    return PARTS[max(fits, key=len)] if fits else ""


def address_about(view: str) -> str:
    """Return the URL of the part about a page, or else of all guides."""
    guide, _, anchor = part_about(view).partition("#")
    if not guide:
        return reverse("manual:guides")
    return reverse("manual:guide", args=[guide]) + (f"#{anchor}" if anchor else "")
