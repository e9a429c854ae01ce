"""Exchange: files that come in and go out, snapshots and archives."""
