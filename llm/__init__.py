"""The one door to language models: client, prompt registry, ledger of calls."""
