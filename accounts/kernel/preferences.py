"""The options of the reading preferences."""

THEMES = [
    ("auto", "Same as the system"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("contrast", "High contrast"),
]
SIZES = [
    ("small", "Small"),
    ("normal", "Normal"),
    ("large", "Large"),
    ("largest", "Largest"),
]
MEASURES = [
    ("narrow", "Narrow, 60 characters"),
    ("normal", "Normal, 66 characters"),
    ("wide", "Wide, 75 characters"),
]
READINGS = [
    ("markdown", "as Markdown"),
    ("plain", "as plain text"),
]
