"""Agreement of judges on the labels of the same items."""

from assess.judging.kernel.agreement.alpha import METRICS, Metric, alphas, coincidences
from assess.judging.kernel.agreement.intervals import (
    FEWEST_TOPICS,
    LEVEL,
    SAMPLES,
    WIDTHLESS,
    Clusters,
    Measured,
    Resampling,
    clusters_of,
    wilson,
)
from assess.judging.kernel.agreement.kappa import (
    WEIGHTS,
    Weights,
    agreement_shares,
    defined,
    kappas,
)
from assess.judging.kernel.agreement.ordering import Ordered, order_alike
from assess.judging.kernel.agreement.tables import (
    UNLABELLED,
    Matrix,
    UnknownCategory,
    as_matrix,
    confusion,
    cut_in_two,
    tables,
)

__all__ = [
    "FEWEST_TOPICS",
    "LEVEL",
    "METRICS",
    "SAMPLES",
    "UNLABELLED",
    "WEIGHTS",
    "WIDTHLESS",
    "Clusters",
    "Matrix",
    "Measured",
    "Metric",
    "Ordered",
    "Resampling",
    "UnknownCategory",
    "Weights",
    "agreement_shares",
    "alphas",
    "as_matrix",
    "clusters_of",
    "coincidences",
    "confusion",
    "cut_in_two",
    "defined",
    "kappas",
    "order_alike",
    "tables",
    "wilson",
]
