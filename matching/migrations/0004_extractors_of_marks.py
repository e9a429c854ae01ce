from django.db import migrations


def name_extractors(apps, schema_editor):
    """Say whose response nuggets an import decided: those that it labelled, or the sole ones."""
    marks = apps.get_model("matching", "JudgedPairs").objects
    labels = apps.get_model("matching", "EntailLabel").objects
    heads = apps.get_model("matching", "Extraction").objects
    imported = marks.filter(judge__kind="import", extractor=None).order_by()
    for judge, track in imported.values_list("judge", "judge__track").distinct():
        labelled = labels.filter(judge=judge).order_by()
        found = set(labelled.values_list("response_nugget__extraction__judge").distinct())
        if not found:
            there = heads.filter(judge__track=track).order_by()
            found = set(there.values_list("judge").distinct())
        if len(found) == 1:
            (extractor,) = found.pop()
            marks.filter(judge=judge, extractor=None).update(extractor=extractor)


class Migration(migrations.Migration):
    dependencies = [("matching", "0003_judged_pairs_by_extractor")]

    operations = [migrations.RunPython(name_extractors, migrations.RunPython.noop)]
