import pytest

from nuggets.kernel.scatter import Shape, Spot, marks, ticks


def test_no_points_make_no_marks() -> None:
    assert marks([], radius=3) == []


def test_the_corners_stand_on_the_grid() -> None:
    low, high = ticks()[0], ticks()[-1]
    assert (low.x, low.y, low.says) == ("56.0", "416.0", "0.0")
    assert (high.x, high.y, high.says) == ("456.0", "16.0", "1.0")


@pytest.mark.parametrize(
    ("shape", "path"),
    [
        ("circle", "M251.0 216.0a5.0 5.0 0 1 0 10.0 0a5.0 5.0 0 1 0 -10.0 0z"),
        ("square", "M251.6 211.6h8.9v8.9h-8.9z"),
        ("triangle", "M256.0 209.2l5.8 11.7h-11.7z"),
    ],
)
def test_each_shape_is_drawn_around_its_point(shape: Shape, path: str) -> None:
    assert marks([Spot(0.5, 0.5, shape, "x")], radius=5)[0].path == path
