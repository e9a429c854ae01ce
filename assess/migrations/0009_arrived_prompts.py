"""A table for the prompts of imported archives; earlier versions wrote files."""

import json
from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def read_files(apps, schema_editor):
    """Copy the files in `prompts/` of the data folder into the table; they stay."""
    tracks = apps.get_model("runs", "Track").objects.using(schema_editor.connection.alias)
    for path in sorted((Path(settings.DATA_DIR) / "prompts").glob("*/*.json")):
        text = path.read_text(encoding="utf-8")
        said = json.loads(text)
        for track in tracks.filter(uuid=path.parent.name):
            track.arrived_prompts.update_or_create(
                name=said["name"], version=said["version"], defaults={"text": text}
            )


class Migration(migrations.Migration):
    dependencies = [
        ("assess", "0008_things_away"),
        ("runs", "0010_uploads_mark"),
    ]

    operations = [
        migrations.CreateModel(
            name="ArrivedPrompt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.TextField()),
                ("version", models.TextField()),
                ("text", models.TextField()),
                (
                    "track",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arrived_prompts",
                        to="runs.track",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("track", "name", "version"), name="one_arrived_prompt"
                    )
                ],
            },
        ),
        migrations.RunPython(read_files, migrations.RunPython.noop),
    ]
