import pytest
from django.apps import apps
from django.db import models

from assess.exchange.archive.format.columns import HASH, name_of_column
from assess.exchange.archive.format.tables import (
    TRACK,
    NotTold,
    Table,
    all_tables,
    is_track,
    left_out,
    name_of,
)
from runs.models import RankedList, Segment

MODELS = apps.get_models(include_auto_created=True)


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_each_model_is_archived_or_left_out_with_a_reason(model: models.Model) -> None:
    archived = {table.name for table in all_tables()}
    assert (name_of(model) in archived) != bool(left_out().get(name_of(model)))


def test_nothing_is_told_of_that_is_no_model() -> None:
    told = {*(table.name for table in all_tables()), *left_out()}
    assert told == {name_of(model) for model in MODELS}


@pytest.mark.parametrize("table", all_tables(), ids=lambda table: table.name)
def test_each_column_is_archived_or_left_out_with_a_reason(table: Table) -> None:
    columns = [c for c in table.model._meta.concrete_fields if not c.primary_key]
    names = {name_of_column(column) for column in columns if not is_track(column)}
    assert set(table.columns) | set(table.left_out) == names
    assert not set(table.columns) & set(table.left_out)
    assert all(table.left_out.values())


@pytest.mark.parametrize("table", all_tables(), ids=lambda table: table.name)
def test_what_a_table_is_told_of_is_a_column_of_it(table: Table) -> None:
    named = {*table.plain, *table.codecs, *table.named, *table.left_out, *table.back}
    named |= {*table.ended, *table.landed, *table.fixed}
    assert named <= set(map(name_of_column, table.model._meta.concrete_fields))


def test_every_column_of_a_hash_takes_nothing_but_a_hash() -> None:
    hashes = {
        f"{table.name}.{name}"
        for table in all_tables()
        for name in table.columns
        if any(word in name for word in ("sha256", "hash", "digest"))
    }
    held = {
        f"{table.name}.{name}"
        for table in all_tables()
        for name, codec in table.columns.items()
        if codec is HASH
    }
    assert hashes == held - {"llm.call.key"}


def test_each_table_stands_after_those_that_it_points_to() -> None:
    seen: set[str] = set()
    for table in all_tables():
        now = [codec for n, codec in table.columns.items() if n not in table.later]
        assert {name for codec in now for name in codec.points_to} <= seen
        seen.add(table.name)
        assert TRACK in seen


def test_a_column_of_json_must_be_told_of() -> None:
    with pytest.raises(NotTold, match="segment_ids"):
        assert Table(RankedList, under="run").columns


def test_a_table_needs_no_word_where_its_columns_say_it_all() -> None:
    assert set(Table(Segment).columns) == {
        "uuid",
        "docid",
        "title",
        "url",
        "headings",
        "text",
    }
