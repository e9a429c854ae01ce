"""Files to import, and an import as it is in the database."""

from runs.models import Import
from tests.runs.import_form import answer

TOPICS = [str(number) for number in range(50)]
RUN = "\n".join(answer(topic, "It is so.") for topic in TOPICS)


def refreshed(row: Import) -> Import:
    return Import.objects.with_job_end().get(pk=row.pk)
