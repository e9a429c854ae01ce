"""The sample campaign: what the folder sample/ holds, made into a track."""
