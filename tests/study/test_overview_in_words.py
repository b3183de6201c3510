"""What is said of the day as a whole."""

from __future__ import annotations

import pytest

from quizapp.memory.fitted import Figures, Fitted
from quizapp.study.overview_in_words import fitted_in_words


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (0.4592, 0.4588, ""),
        (0.4596, 0.4588, "Fitted to 3,134 reviews: log loss 0.460, now 0.459;"),
    ],
)
def test_a_fit_is_told_of_only_where_it_differs_as_shown(
    before: float, after: float, told: str
) -> None:
    fitted = Fitted(
        reviews=3134,
        held_out=600,
        before=Figures(log_loss=before, rmse_bins=0.1),
        after=Figures(log_loss=after, rmse_bins=0.1),
        parameters=(),
        engine="",
        by_itself=True,
    )
    assert fitted_in_words(fitted).partition(" 'quiz")[0] == told
