import os
from datetime import timedelta
from pathlib import Path

from app.wiring.environment import LONGEST_SOCKET_PATH, Environment, read_environment
from app.wiring.system_clock import SystemClock, TimeOrderedIds


def test_home_is_where_the_variable_says(tmp_path: Path):
    assert read_environment({"ONECLAW_HOME": str(tmp_path)}).home == tmp_path


def test_without_it_home_is_the_persons_data_directory():
    assert read_environment({"XDG_DATA_HOME": "/data"}).home == Path("/data/oneclaw")


def test_a_child_finds_the_same_place_and_time(tmp_path: Path):
    environment = Environment(tmp_path, clock_shift=timedelta(days=1))
    assert read_environment(environment.for_child()) == environment


def test_a_long_home_gets_a_short_socket_path(tmp_path: Path):
    deep = tmp_path / ("very-long-name-" * 10)
    socket_path = Environment(deep).engine_socket
    assert len(os.fsencode(socket_path)) <= LONGEST_SOCKET_PATH
    assert socket_path == Environment(deep).engine_socket
    assert socket_path != Environment(deep / "other").engine_socket


def test_a_shifted_clock_is_a_day_ahead_and_knows_its_zone():
    now, tomorrow = SystemClock().now(), SystemClock(timedelta(days=1)).now()
    assert tomorrow.tzinfo is not None
    assert timedelta(hours=23) < tomorrow - now < timedelta(hours=25)


def test_identifiers_are_unique_and_safe_in_a_file_name():
    ids = TimeOrderedIds()
    made = [ids.new_id() for _ in range(1000)]
    assert len(set(made)) == 1000
    assert all(len(one) == 26 and one.isalnum() for one in made)
