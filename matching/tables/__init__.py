"""The page of nugget matching: tables of runs, turns and responses."""
