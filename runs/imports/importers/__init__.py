"""The importers of what a campaign starts from."""
