"""The data of a track in numbers: its topics, its judgments, its gold nuggets."""
