"""Public ids that the database gives to rows written without one."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, UUIDField
from django.db.models.sql.compiler import SQLCompiler


class RandomUUID(Func):
    """A random UUID: rows of a version that does not know the column have one too."""

    template = "gen_random_uuid()"
    output_field = UUIDField()

    def as_sqlite(
        self,
        compiler: SQLCompiler,
        connection: BaseDatabaseWrapper,
        **context: Any,  # noqa: ANN401 - of the base class
    ) -> tuple[str, Any]:
        """Return the hexadecimal digits of 16 random bytes, SQLite's form of a UUID."""
        digits = "lower(hex(randomblob(16)))"
        return self.as_sql(compiler, connection, template=digits, **context)
