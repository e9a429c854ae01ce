"""Forecasts during work: how numbers grow, when they settle, what to judge next.

growth: tau and kappa by the topics judged so far. horizon: how many more topics until
the top of the ranking is stable. next_best: which topic or response to judge next.
"""
