"""Exchange: imports and exports, snapshots and archives."""
