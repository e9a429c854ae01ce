"""The sample campaign: a track from the content of the folder sample/."""
