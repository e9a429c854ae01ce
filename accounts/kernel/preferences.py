"""The options of the reading preferences."""

THEMES = [
    ("auto", "As the system says"),
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
    ("markdown", "as its Markdown says"),
    ("plain", "as plain text"),
]
