"""A track's own wordings of prompts: versions, preview, trial."""
