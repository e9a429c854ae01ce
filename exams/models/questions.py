"""Questions and key facts, and their descent."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from assess.judging.models import Judge
from exams.kernel.paragraphs import text_id
from runs.models import Subnarrative, Topic


class Question(models.Model):
    """A wording that never changes: its grades are valid in every bank version.

    A question of an import that names only its id has no text.
    """

    QUESTION, KEY_FACT = "question", "key_fact"
    FORMS = ((QUESTION, "Question"), (KEY_FACT, "Key fact"))
    MODEL, PERSON, IMPORT = "model", "person", "import"
    ORIGINS = ((MODEL, "By a model"), (PERSON, "By a person"), (IMPORT, "Imported"))

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    topic = models.ForeignKey(
        Topic, on_delete=models.PROTECT, related_name="exam_questions"
    )
    text = models.TextField(blank=True)
    form = models.CharField(max_length=8, choices=FORMS, default=QUESTION)
    # Where it was written, which its id names; each version says where it belongs.
    facet = models.ForeignKey(
        Subnarrative, null=True, on_delete=models.PROTECT, related_name="+"
    )
    origin = models.CharField(max_length=6, choices=ORIGINS)
    external_id = models.CharField(max_length=255, blank=True)  # as in its file
    weight = models.FloatField(default=1.0)  # no published measure uses it
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    judge = models.ForeignKey(
        Judge, null=True, on_delete=models.PROTECT, related_name="+"
    )  # the machine that wrote it; empty for a person's
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("topic", "external_id")),)
        constraints = (
            models.CheckConstraint(
                condition=Q(form__in=("question", "key_fact")),
                name="form_of_a_question_is_known",
            ),
            models.CheckConstraint(
                condition=Q(origin__in=("model", "person", "import")),
                name="origin_of_a_question_is_known",
            ),
        )

    def __str__(self) -> str:
        return self.text or self.external_id

    @property
    def public_id(self) -> str:
        """Return the id in files: the imported one, or topic/[facet/]md5 of the text.

        It reads the topic, and the facet if there is one.
        """
        if self.external_id:
            return self.external_id
        facet = str(self.facet.uuid) if self.facet else ""
        digest = text_id(self.text)
        return "/".join(filter(None, (self.topic.name, facet, digest)))


class QuestionDescent(models.Model):
    """The relation of a question to one from which it was made."""

    REWORDED, MERGED = "reworded", "merged"
    RELATIONS = ((REWORDED, "Reworded"), (MERGED, "Merged"))

    child = models.ForeignKey(
        Question, on_delete=models.CASCADE, related_name="descent"
    )
    parent = models.ForeignKey(
        Question, on_delete=models.PROTECT, related_name="descendants"
    )
    relation = models.CharField(max_length=8, choices=RELATIONS)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("child", "parent"), name="one_descent_per_pair_of_questions"
            ),
            models.CheckConstraint(
                condition=Q(relation__in=("reworded", "merged")),
                name="relation_of_a_question_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.child_id} {self.relation} from {self.parent_id}"
