"""Work on a thing that is put away is away with it, instead of being released."""

from django.db import IntegrityError, migrations, transaction


def give_back(apps, _schema_editor):
    """Undo the release of work when its topic or bank was put away."""
    topics = apps.get_model("runs", "Topic")._base_manager.exclude(deleted_at=None)
    banks = apps.get_model("nuggets", "Bank")._base_manager.exclude(deleted_at=None)
    places = [({"topic": topic.pk}, topic.deleted_at) for topic in topics.iterator()]
    places += [({"subject": str(bank.uuid)}, bank.deleted_at) for bank in banks]
    work = apps.get_model("assess", "Allocation")._base_manager
    slots = apps.get_model("assess", "Slot")._base_manager
    for own, since in places:
        slots.filter(**own, withdrawn_at=since).update(withdrawn_at=None)
        for one in work.filter(**own, released_at=since):
            try:
                with transaction.atomic():
                    work.filter(pk=one.pk).update(released_at=None)
            except IntegrityError:  # handed out again since
                continue


class Migration(migrations.Migration):
    dependencies = [
        ("assess", "0008_things_away"),
        ("nuggets", "0005_things_away"),
        ("runs", "0009_things_away"),
    ]

    operations = [migrations.RunPython(give_back, migrations.RunPython.noop)]
