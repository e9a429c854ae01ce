

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('assess', '0019_turn_marks'),
        ('llm', '0003_answers_of_archives'),
        ('runs', '0014_ids_of_sentences'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='asks_uncited',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='NeedLabel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('repeat', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('value', models.CharField(blank=True, max_length=20)),
                ('details', models.JSONField(blank=True, default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('profile_version', models.PositiveIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('call', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='llm.call')),
                ('judge', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='assess.judge')),
                ('sentence', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='runs.sentence')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('judge', 'sentence', 'round', 'repeat'), name='one_need_label_per_judge')],
            },
        ),
    ]
