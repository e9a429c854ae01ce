"""The people who wrote a bank, and who may grade with it."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from assess.judging.models import Slot
from assess.judging.models.subjects import bare
from exams.grading.kind import EXAM
from exams.models import QuestionBank, QuestionVersion
from runs.models import Membership

CLOSED = (
    "Who wrote the bank grades with it only if the track’s profile has "
    "authors_grade = true in its table [exam]."
)


def graders_of(bank: str) -> set[int]:
    """Return the row numbers of the people who may grade with a bank.

    bank: its public id. These are the track's assessors; those who wrote or edited a
    version of it only if the profile allows it.
    """
    found = QuestionBank.objects.filter(uuid=bank).select_related("track").first()
    if found is None:
        return set()
    people = Membership.objects.filter(track=found.track, role=Membership.ASSESSOR)
    if not found.track.profile.exam.authors_grade:
        wrote = QuestionVersion.objects.filter(bank=found, editor__isnull=False)
        people = people.exclude(user__in=wrote.values("editor"))
    return set(people.values_list("user", flat=True))


def withheld_from(person: User, free: QuerySet[Slot]) -> Q:
    """Return the slots of grading with a bank that the person wrote.

    A profile may let authors grade; they then get the work by name.
    """
    wrote = QuestionVersion.objects.filter(editor=person).order_by()
    banks = wrote.annotate(bare=bare("bank__uuid")).values("bare")
    own = free.filter(work=EXAM.name).order_by().alias(bare_subject=bare("subject"))
    return Q(pk__in=own.filter(bare_subject__in=banks).values("pk"))
