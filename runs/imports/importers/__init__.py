"""The importers of a campaign's initial data."""
