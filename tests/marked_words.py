"""Which words mark which: the table for the rules of the server and of the page."""

# (the source of the words, a text, its marked words)
MARKED = [
    ("", "ice", []),
    ("ice", "", []),
    ("30 ships", "30 ships, 300 shipments", ["30", "ships"]),
    ("CO2 emissions", "an emission of co2", ["emission", "co2"]),
    ("the EU taxes gas", "EU tax on gas, a gaseous taxi", ["EU", "tax", "gas"]),
    ("air", "The air, airs and an aircraft", ["air", "airs"]),
    ("communities", "community, communism, communicate", ["community"]),
    ("international skis", "intern, interval, ski", ["ski"]),
    ("It is what they are", "what it is they are", []),
    ("the US and the WHO", "US for us; who is WHO?", ["US", "WHO"]),
    ("Iceland’s harbour", "Iceland's Harbours", ["Iceland's", "Harbours"]),
    ("ﬁsh in Straße", "fish STRASSE", ["fish", "STRASSE"]),
    ("🧊 water", "🧊 waters", ["waters"]),
    ("no-fly zone", "flying zones, no", ["flying", "zones"]),
]
