"""Long work: queue, lease, heartbeat, progress, cancel."""
