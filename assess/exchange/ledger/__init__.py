"""The ledger of a track's calls to models: its pages, and its file of lines."""
