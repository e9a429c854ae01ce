"""Work on a bank, and slots of such work, get a foreign key to it."""

from django.db import migrations


def fill_in(apps, _schema_editor):
    """Set the key of rows that refer to a bank by its uuid."""
    models = [apps.get_model("assess", name) for name in ("Allocation", "Slot")]
    banks = apps.get_model("nuggets", "Bank")._base_manager
    for pk, uuid in banks.values_list("pk", "uuid"):
        for model in models:
            own = model._base_manager.filter(subject=str(uuid), bank=None)
            own.update(bank=pk)


class Migration(migrations.Migration):
    dependencies = [
        ("assess", "0013_banks_of_work"),
        ("nuggets", "0009_repeats_of_work"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
