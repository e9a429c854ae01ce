"""Code of the previous version works on a database that is migrated already."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps.registry import Apps
from django.db import connection, models
from django.db.migrations import (
    AddField,
    AlterField,
    AlterModelTable,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED

from tests.make import NOW

pytestmark = pytest.mark.both_stacks

# The last migrations of the previous version. Update them with each release.
BEFORE = {
    "accounts": "0001_initial",
    "assess": "0005_undone_skips",
    "jobs": "0001_initial",
    "llm": "0001_initial",
    "nuggets": "0003_condition_edits",
    "runs": "0003_arriving_tracks",
}


# Operations that remove what old code may use, and why it does not here:
# "app.migration": "reason".
HARMLESS: dict[str, str] = {
    "assess.0014_names_of_work": "renames fields of models, and no column",
    "jobs.0004_stopped_jobs": "adds a state that old code does not write",
}
TAKES_AWAY = (
    AlterModelTable,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
    SeparateDatabaseAndState,
)


def operations_since() -> Iterator[tuple[str, Operation]]:
    loader = MigrationLoader(None)
    for (app, name), migration in loader.disk_migrations.items():
        if app in BEFORE and name > BEFORE[app]:
            yield from ((f"{app}.{name}", each) for each in migration.operations)


def breaks_old_code(operation: Operation) -> bool:
    if isinstance(operation, AddField | AlterField):
        field = operation.field
        return not field.null and field.db_default is NOT_PROVIDED
    return isinstance(operation, TAKES_AWAY)


def test_new_columns_have_a_database_default_and_old_ones_stay() -> None:
    broken = {at for at, each in operations_since() if breaks_old_code(each)}
    assert list(operations_since())
    assert broken == set(HARMLESS)


COUNT: models.IntegerField[int, int] = models.IntegerField()


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (AddField("job", "deaths", COUNT), True),
        (AddField("job", "deaths", models.IntegerField(null=True)), False),
        (AddField("job", "deaths", models.IntegerField(db_default=0)), False),
        (AlterField("job", "deaths", COUNT), True),
        (CreateModel("deaths", [("number", COUNT)]), False),
        (RemoveField("job", "deaths"), True),
        (RenameField("job", "deaths", "ends"), True),
        (RenameModel("job", "task"), True),
        (AlterModelTable("job", "tasks"), True),
        (DeleteModel("job"), True),
        (RunSQL("DROP TABLE jobs_job"), True),
        (SeparateDatabaseAndState([RunSQL("DROP TABLE jobs_job")]), True),
    ],
)
def test_it_knows_what_old_code_cannot_work_with(
    operation: Operation, breaks: bool
) -> None:
    assert breaks_old_code(operation) is breaks


@pytest.fixture
def old(db: None) -> Apps:
    """The models of the previous version."""
    loader = MigrationLoader(connection)
    return loader.project_state(list(BEFORE.items())).apps


def test_the_version_before_makes_tracks_and_brings_runs_in(old: Apps) -> None:
    track = old.get_model("runs", "Track").objects.create(slug="old", name="Old")
    made = {"track": track, "name": "one"}
    topic = old.get_model("runs", "Topic").objects.create(**made, position=1)
    run = old.get_model("runs", "Run").objects.create(**made, task="rag")
    answers = old.get_model("runs", "Response").objects
    response = answers.create(run=run, topic=topic, text="Ice.", words=1)
    job = old.get_model("jobs", "Job").objects.create(kind="work", created=NOW)
    for row in (track, topic, run, response, job):
        row.refresh_from_db()
