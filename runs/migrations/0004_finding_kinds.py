"""Count the types of finding of each import, for the first line of its report."""

from django.db import migrations, models


def count_kinds(apps, schema_editor):
    imports = apps.get_model("runs", "Import").objects.using(schema_editor.connection.alias)
    for row in imports.exclude(errors=0, warnings=0).only("findings").iterator(100):
        severities = [finding.get("severity") for finding in row.findings]
        imports.filter(pk=row.pk).update(
            error_kinds=severities.count("error"),
            warning_kinds=severities.count("warning"),
        )


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0003_arriving_tracks"),
    ]

    operations = [
        migrations.AddField(
            model_name="import",
            name="error_kinds",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="import",
            name="warning_kinds",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(count_kinds, migrations.RunPython.noop),
    ]
