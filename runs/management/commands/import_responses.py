"""Bring iKAT's responses into a track."""

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "responses"
    help = "Import iKAT's responses: one JSON file {turn: {run: text}} of many runs."
