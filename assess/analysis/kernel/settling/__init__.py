"""What is known while work goes on: how numbers grow, when they settle, what is next.

growth: tau and kappa by the topics judged so far. horizon: how many more topics until
the top of the ranking stands. next_best: which topic or response to judge next.
"""
