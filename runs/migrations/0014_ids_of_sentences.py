

import runs.models.public_ids
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('runs', '0013_categories_and_reference_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='sentence',
            name='uuid',
            field=models.UUIDField(db_default=runs.models.public_ids.RandomUUID(), default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
