"""An archive brought in: checked, compared, landed."""
