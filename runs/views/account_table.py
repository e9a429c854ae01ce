"""The table of accounts that cannot sign in."""

from __future__ import annotations

from config.tables.definitions import Column, Table

ACCOUNTS = Table(
    "accounts",
    "account",
    "accounts",
    "runs/_account_row.html",
    (
        Column("person", "Person", "first_name"),
        Column("name", "Sign-in name", "username"),
        Column("tracks", "Tracks"),
        Column("actions", "Actions", is_unseen=True),
    ),
    searched=("username", "first_name", "last_name"),
)
