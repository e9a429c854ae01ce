"""Scores of answers by a model: LLMEval and groundedness, beside imported ones."""
