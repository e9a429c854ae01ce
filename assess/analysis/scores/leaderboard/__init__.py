"""The leaderboard of any family of measures."""
