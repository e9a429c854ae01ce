"""People, judges and conditions of the sample campaign."""

from datetime import UTC, datetime

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORDS = {name: name for name in ("omar", "ada", "bea", "vera")}
