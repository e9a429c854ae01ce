"""What calls take: the characters of their prompts, and the track that bought them."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_scopes(apps, _editor):
    """Give each call the scope of its job."""
    Call, Job = apps.get_model("llm", "Call"), apps.get_model("jobs", "Job")
    own = Job.objects.filter(uuid=OuterRef("job")).values("scope")[:1]
    Call.objects.exclude(job=None).update(scope=Subquery(own))


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0002_deaths"),
        ("llm", "0004_endpoints"),
    ]

    operations = [
        migrations.AddField(
            model_name="call",
            name="characters",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="call",
            name="scope",
            field=models.UUIDField(db_index=True, null=True),
        ),
        migrations.RunPython(name_scopes, migrations.RunPython.noop),
    ]
