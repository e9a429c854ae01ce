"""Files that go out: the registry of exporters, and how a folder is written."""
