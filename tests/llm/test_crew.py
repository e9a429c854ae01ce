import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future

import pytest

from llm.crew import AHEAD, in_order

WIDTH = 3


class Stop(Exception):
    """Asked to stop."""


def start(
    work: Callable[[int], int],
    items: Iterable[int],
    *,
    width: int = WIDTH,
    idle: Callable[[], None] = lambda: None,
) -> Generator[tuple[int, Future[int]]]:
    return in_order(work, items, width=width, over=threading.Event(), idle=idle)


@pytest.mark.parametrize("width", [1, WIDTH])
def test_no_item_needs_no_work(width: int) -> None:
    assert list(start(lambda item: item, [], width=width)) == []


def test_results_come_in_order_whichever_is_ready_first() -> None:
    last_is_done = threading.Event()

    def work(item: int) -> int:
        if item == 0:
            last_is_done.wait()
        if item == 5:
            last_is_done.set()
        return item * item

    found = [(item, result.result()) for item, result in start(work, range(6))]
    assert found == [(n, n * n) for n in range(6)]


def test_as_many_work_at_once_as_are_asked_for() -> None:
    together = threading.Barrier(WIDTH)

    def work(item: int) -> int:
        together.wait()
        return item

    assert len(list(start(work, range(WIDTH * 2)))) == WIDTH * 2


def test_it_reads_no_more_items_than_it_needs() -> None:
    read = []

    def items() -> Iterator[int]:
        for item in range(1000):
            read.append(item)
            yield item

    results = start(lambda item: item, items())
    next(results)
    assert len(read) == WIDTH * AHEAD
    results.close()


@pytest.mark.parametrize("width", [1, WIDTH])
def test_an_error_is_raised_where_the_result_is_read(width: int) -> None:
    def work(item: int) -> int:
        return 1 // item

    (_, bad), (_, good) = start(work, [0, 1], width=width)
    assert good.result() == 1
    with pytest.raises(ZeroDivisionError):
        bad.result()


def test_the_end_drops_what_has_not_begun_and_waits_for_the_rest() -> None:
    begun, ended = [], []
    may_end = threading.Event()
    over = threading.Event()

    def work(item: int) -> int:
        begun.append(item)
        if item:
            may_end.wait()
            ended.append(item)
        return item

    results = in_order(work, range(100), width=WIDTH, over=over, idle=may_end.set)
    next(results)

    def let_go() -> None:
        over.wait()
        may_end.set()

    threading.Timer(0, let_go).start()
    results.close()
    assert over.is_set()
    assert sorted(ended) == sorted(set(begun) - {0})
    assert len(begun) < WIDTH * AHEAD


def test_it_can_stop_while_it_waits() -> None:
    waits = threading.Event()

    def idle() -> None:
        waits.set()
        raise Stop

    results = start(lambda item: item if waits.wait() else 0, [1], idle=idle)
    with pytest.raises(Stop):
        next(results)
