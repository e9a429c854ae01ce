"""The only access to language models: client, prompt registry, ledger of calls."""
