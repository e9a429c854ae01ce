"""The one clock of all hosts: the database's.

Leases and counts of attempts begin on one host and end on another, whose clock may
differ. They are measured by the database's time.
"""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """Return the time by the database's clock, with its zone."""
    if connection.vendor == "sqlite":
        return timezone.now()  # a file has no clock; its users share this host's
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return now if timezone.is_aware(now) else timezone.make_aware(now)
