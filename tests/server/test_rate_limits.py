"""Rate limits, measured with a clock that the test sets."""

from hypothesis import given
from hypothesis import strategies as st

from keypeg.server.rate_limits import (
    MAX_REMEMBERED_ADDRESSES,
    AddressBuckets,
    Bucket,
    ConnectionCounts,
    RefusalCount,
    whole_seconds,
)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@given(st.integers(1, 20), st.floats(0.1, 50), st.lists(st.floats(0, 3), max_size=60))
def test_no_period_allows_more_than_the_burst_and_the_rate(most: int, rate: float, waits: list[float]) -> None:
    clock = Clock()
    bucket, taken = Bucket(rate, most, clock), []
    for wait in waits:
        clock.now += wait
        if not bucket.take():
            taken.append(clock.now)
    for first, since in enumerate(taken):
        for last in range(first, len(taken)):
            assert last - first + 1 <= most + (taken[last] - since) * rate + 1e-6


@given(st.integers(1, 20), st.floats(0.1, 50))
def test_waiting_for_the_returned_time_is_enough(most: int, rate: float) -> None:
    clock = Clock()
    bucket = Bucket(rate, most, clock)
    assert [bucket.take() for _ in range(most)] == [0.0] * most
    wait = bucket.take()
    assert whole_seconds(wait) >= wait > 0
    clock.now += wait / 2
    assert bucket.take() > 0
    clock.now += wait / 2 + 1e-6
    assert bucket.take() == 0


def test_new_actions_make_up_for_refusals_but_not_for_haste() -> None:
    clock = Clock()
    refusals = RefusalCount(10, clock)
    for _ in range(100):
        refusals.add("codes-first")
        refusals.note_new_action()
    assert not refusals.are_too_many
    for _ in range(10):
        refusals.add("too-fast")
        refusals.note_new_action()
    assert not refusals.are_too_many
    clock.now += 1
    refusals.add("too-fast")
    assert not refusals.are_too_many, "one a second is forgiven"
    refusals.add("too-fast")
    assert refusals.are_too_many


def test_each_address_has_a_bucket_of_its_own() -> None:
    buckets = AddressBuckets(1, 1, clock=Clock())
    assert buckets.take("one") == 0
    assert buckets.take("other") == 0
    assert buckets.take("one") > 0


def test_the_least_recent_addresses_are_forgotten_first() -> None:
    buckets = AddressBuckets(1, 1, clock=Clock())
    for number in range(MAX_REMEMBERED_ADDRESSES):
        buckets.take(f"{number}")
    assert buckets.take("0") > 0  # used again, so now 1 is the least recent
    buckets.take("one more")
    assert buckets.take("0") > 0
    assert buckets.take("2") > 0
    assert buckets.take("1") == 0


@given(st.integers(1, 5), st.lists(st.tuples(st.booleans(), st.sampled_from("ab"))))
def test_there_are_never_more_connections_than_allowed(most: int, steps: list[tuple[bool, str]]) -> None:
    counts, open_connections = ConnectionCounts(most), {"a": 0, "b": 0}
    for enters, address in steps:
        if enters:
            entered = counts.add(address)
            assert entered == (open_connections[address] < most)
            open_connections[address] += entered
        elif open_connections[address]:
            counts.remove(address)
            open_connections[address] -= 1
