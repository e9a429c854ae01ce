"""Give each listing its question's facet, and drafts the form of steps."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def copy_facets(apps, schema_editor):
    """Copy the facet of each question to its listings."""
    question = apps.get_model("exams", "Question")
    listing = apps.get_model("exams", "QuestionListing")
    own = question.objects.filter(pk=OuterRef("question")).values("facet")[:1]
    rows = listing.objects.filter(question__facet__isnull=False)
    rows.update(facet=Subquery(own))


def number_steps(apps, schema_editor):
    """Turn the edits of drafts into numbered steps."""
    for draft in apps.get_model("exams", "QuestionDraft").objects.all():
        draft.edits = steps_of(draft.edits, draft.at.isoformat())
        draft.revision = max(draft.revision, len(draft.edits))
        draft.save(update_fields=["edits", "revision"])


def steps_of(edits, at):
    names = {f"new-{place}": edit["of"] for place, edit in enumerate(edits)}
    steps = {}
    for edit in edits:
        for field in ("question", "questions"):
            if field in edit:
                edit[field] = _named(edit[field], names)
        steps.setdefault(edit["of"], []).append(edit)
    return [
        {
            "number": number,
            "action": made[0]["do"],
            "topics": [],
            "edits": made,
            "key": key,
            "body": None,
            "at": at,
            "client_time": None,
            "active_ms": None,
        }
        for number, (key, made) in enumerate(steps.items(), start=1)
    ]


def _named(value, names):
    if isinstance(value, list):
        return [names.get(each, each) for each in value]
    return names.get(value, value)


class Migration(migrations.Migration):
    dependencies = [("exams", "0002_facets_of_listings")]

    operations = [
        migrations.RunPython(copy_facets, migrations.RunPython.noop),
        migrations.RunPython(number_steps, migrations.RunPython.noop),
    ]
