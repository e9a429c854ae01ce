"""Lists for oversight, the coverage map, and one question's passages."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from config.tables.definitions import Rows, Table
from config.tables.pages import show_tables
from config.tables.table_view import ShownTable
from exams.banks.views import bank_of
from exams.grading.items import source_page
from exams.models import QuestionListing
from exams.oversight.coverage import coverage_of
from exams.oversight.lists import answer_on, answers_of, covered_from, oversight
from exams.oversight.tables import by_suspects, passages_table, questions_table
from exams.scores.grades import BankGrades
from exams.scores.views import looked_at
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<bank>/lists/
@signed_in
@require_GET
def lists(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show the questions and passages to check, with people's relevance."""
    found = bank_of(organized_track(request, track), questions)
    shown = looked_at(request, found)
    if not (shown["basis"] and shown["human"]):
        return render(request, "exams/scores/lists.html", shown)
    look = shown["look"]
    lines = oversight(
        BankGrades(shown["basis"]), shown["human"], tau=look.threshold, low=look.level
    )
    shown |= {"oversight": lines, "high": covered_from(look.level)}
    return show_tables(
        request,
        "exams/scores/lists.html",
        shown,
        table=_shown(request, questions_table(lines), by_suspects(lines.questions)),
        uncovered=_shown(request, passages_table(), lines.uncovered),
    )


def _shown(request: HttpRequest, table: Table, rows: Rows) -> ShownTable:
    return ShownTable(table, rows, request.GET, request.path)


# /tracks/<track>/exams/<bank>/map/
@signed_in
@require_GET
def coverage(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show which run covers which question, one topic after the other."""
    found = bank_of(organized_track(request, track), questions)
    shown = looked_at(request, found)
    if shown["basis"]:
        grades = BankGrades(shown["basis"])
        wanted = request.GET.get("topic", "")
        shown |= coverage_of(grades, wanted, tau=shown["look"].threshold)
    return render(request, "exams/scores/map.html", shown)


# /tracks/<track>/exams/<bank>/questions/<question>/
@signed_in
@require_GET
def question(
    request: HttpRequest, track: UUID, questions: UUID, question: UUID
) -> HttpResponse:
    """Show one question's passages by grade, and the whole text of one of them."""
    found = bank_of(organized_track(request, track), questions)
    listed = QuestionListing.objects.filter(
        version__bank=found, question__uuid=question
    )
    latest = listed.order_by("version__number")
    place = latest.select_related("question__topic", "facet").last()
    if place is None:
        raise Http404
    row = place.question
    shown = looked_at(request, found) | {"question": row, "facet": place.facet}
    if shown["basis"]:
        grades = BankGrades(shown["basis"], [row.topic_id], with_withdrawn=True)
        shown["answers"] = answers_of(grades, row)
        opened = answer_on(grades, row, request.GET.get("passage", ""))
        if opened:
            page = source_page(row.topic.track, opened.passage)
            shown |= {"opened": opened, "source": page}
    return render(request, "exams/scores/question.html", shown)
