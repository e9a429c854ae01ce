"""CPU time of 1,000 bootstrap samples of a leaderboard's tau, compared with scipy's.

150 runs, 105 topics, two conditions, one set of samples. scipy's kendalltau is called
in a loop for each sample's means; both results must be equal to 1e-9.

    python -m bench.tau_bootstrap
"""

from __future__ import annotations

import time

import numpy as np
from scipy.stats import kendalltau

from assess.analysis.kernel.rank_correlation import correlations
from assess.analysis.kernel.uncertainty import resampled_means, resamples

RUNS, TOPICS, SAMPLES = 150, 105, 1_000
NUGGETS = 20  # scores are shares of so many, so there are ties


def main() -> None:
    """Print both CPU times and their ratio."""
    rng = np.random.default_rng(2024)
    a, b = _conditions(rng)
    start = time.process_time()
    drawn = resamples(TOPICS, SAMPLES, rng=rng)
    x, y = resampled_means(a, drawn), resampled_means(b, drawn)
    taus = correlations(x, y).tau
    own = time.process_time() - start

    start = time.process_time()
    means = zip(x.round(12), y.round(12), strict=True)
    theirs = np.array([kendalltau(p, q).statistic for p, q in means])
    scipys = time.process_time() - start

    assert np.allclose(taus, theirs, rtol=0, atol=1e-9)
    print(f"{RUNS} runs x {TOPICS} topics, {SAMPLES:,} samples, tau_b, rho and tau_AP")
    print(f"own, with the draws and the means  {own:.3f} s of CPU")
    print(f"scipy's tau_b alone, means given   {scipys:.3f} s of CPU")
    print(f"ratio                              {scipys / own:.1f}")
    assert own < 1.0


def _conditions(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    worth = rng.normal(0.4, 0.08, RUNS)[:, None]
    people = worth + rng.normal(0, 0.2, TOPICS) + rng.normal(0, 0.15, (RUNS, TOPICS))
    machine = 0.7 * people + 0.1 + rng.normal(0, 0.1, people.shape)
    both = np.clip([people, machine], 0, 1)
    shares = np.round(both * NUGGETS) / NUGGETS
    return shares[0], shares[1]


if __name__ == "__main__":
    main()
