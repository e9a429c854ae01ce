"""How far judges agree on the labels of the same items."""

from assess.judging.kernel.agreement.alpha import METRICS, Metric, alpha
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
    agreement_share,
    kappa,
)
from assess.judging.kernel.agreement.ordering import Ordered, order_alike
from assess.judging.kernel.agreement.pairs import Agreement, agree, agreement_of
from assess.judging.kernel.agreement.tables import (
    UNLABELLED,
    Matrix,
    UnknownCategory,
    as_matrix,
    binarised,
    confusion,
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
    "Agreement",
    "Clusters",
    "Matrix",
    "Measured",
    "Metric",
    "Ordered",
    "Resampling",
    "UnknownCategory",
    "Weights",
    "agree",
    "agreement_of",
    "agreement_share",
    "alpha",
    "as_matrix",
    "binarised",
    "clusters_of",
    "confusion",
    "kappa",
    "order_alike",
    "tables",
    "wilson",
]
