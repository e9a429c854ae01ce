"""What is handed out is called work. The database and the archives keep their names."""

from django.db import migrations, models
from django.db.models import Q

ALLOCATION = {
    "one_allocation_per_assessor_and_work": models.UniqueConstraint(
        fields=("work", "topic", "assessor", "subject", "round", "repeat"),
        condition=Q(released_at=None),
        name="one_allocation_per_assessor_and_work",
    ),
    "one_person_on_exclusive_work": models.UniqueConstraint(
        fields=("work", "topic", "subject", "round", "repeat"),
        condition=Q(exclusive=True, released_at=None, finished_at=None),
        name="one_person_on_exclusive_work",
    ),
}
GUIDELINE = models.UniqueConstraint(
    fields=("track", "work", "number"), name="one_guideline_per_number"
)


def renamed(model):
    """Return the operations that rename a model's field, not its column."""
    field = models.CharField(db_column="kind", max_length=20)
    return [
        migrations.AlterField(model, "kind", field),
        migrations.RenameField(model, "kind", "work"),
    ]


class Migration(migrations.Migration):
    dependencies = [("assess", "0013_banks_of_work")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.RemoveConstraint("allocation", name) for name in ALLOCATION),
                migrations.RemoveConstraint("guideline", GUIDELINE.name),
                *renamed("allocation"),
                *renamed("slot"),
                *renamed("guideline"),
                migrations.AlterModelOptions(
                    "guideline", {"ordering": ("work", "-number")}
                ),
                *(
                    migrations.AddConstraint("allocation", each)
                    for each in ALLOCATION.values()
                ),
                migrations.AddConstraint("guideline", GUIDELINE),
            ],
        )
    ]
