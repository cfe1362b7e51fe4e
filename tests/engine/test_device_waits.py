"""Jobs and the device: what waits, what does not, and that nobody counts it as a failure."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from app.chat.flush_first import FlushFirst
from app.contracts.active_model import ActiveModel
from app.contracts.device_conditions import Network, Power
from app.contracts.errors import ProviderUnreachable
from app.contracts.jobs import Done, Job, JobKind, JobOutcome, JobState, Wait
from app.contracts.memory_files import LONG_TERM_PATH
from app.engine.device_waits import DeviceWaits, WorkAtHand
from app.engine.job_runner import JobRunner
from app.memory.compaction_policy import SMALLEST_FILE
from app.memory.memory_settings import ENABLED, UNMETERED_ONLY
from app.memory.rebuild_progress import RebuildProgress
from app.memory.triggers import MemoryTriggers
from app.storage.database import IndexRows
from tests.conftest import House
from tests.fakes.device_conditions import DecidedConditions
from tests.fakes.engine import CountingEngine
from tests.fakes.scripted_provider import ScriptedProvider

PATIENCE = 30
EMPTY_SOON = Power(on_battery=True, is_low=True)
SAVED = Power(is_saved=True)


@dataclass
class Device:
    """An engine's jobs on a device whose state the test decides. Handlers only note the job."""

    house: House
    conditions: DecidedConditions = field(default_factory=DecidedConditions)
    needs_network: bool = True
    done: list[JobKind] = field(default_factory=list[JobKind])
    fails_with: Sequence[ProviderUnreachable] = ()

    def __post_init__(self) -> None:
        house = self.house
        work = WorkAtHand(
            house.sessions, house.messages, self, house.files, IndexRows(house.database)
        )
        self.waits = DeviceWaits(self.conditions, house.jobs, house.settings, house.clock, work)
        self.runner = JobRunner(
            house.jobs,
            dict.fromkeys(JobKind, self.handle),
            house.clock,
            "engine",
            waits_for=self.waits.of,
        )

    def for_agent(self, agent_id: str) -> ActiveModel:
        return ActiveModel(
            ScriptedProvider(), "m", f"of {agent_id}", needs_network=self.needs_network
        )

    def handle(self, job: Job) -> JobOutcome:
        if self.fails_with:
            self.conditions.network_now = Network.NONE
            raise self.fails_with[0]
        self.done.append(job.kind)
        return Done()

    def ask(self, kind: JobKind, key: str = "") -> None:
        self.house.jobs.enqueue(kind, key, self.house.clock.now())
        self.run()

    def run(self) -> bool:
        """Whether something still waits."""
        still_waits = self.waits.let_go()
        self.runner.start_due()
        assert self.runner.wait_until_idle(PATIENCE)
        return still_waits

    def waiting(self) -> list[tuple[JobKind, Wait | None, int]]:
        return [(job.kind, job.wait, job.attempts) for job in self.house.jobs.unfinished()]

    def say_something(self) -> None:
        self.house.begin_session()
        self.house.say("I like tea")

    def index_something(self) -> None:
        self.house.index.index_file(LONG_TERM_PATH, "- something\n")


@pytest.fixture
def device(house: House) -> Iterator[Device]:
    made = Device(house)
    yield made
    made.runner.close()


@pytest.mark.parametrize("power", [EMPTY_SOON, SAVED])
@pytest.mark.parametrize(
    "kind", [JobKind.EMBED_PENDING, JobKind.COMPACT_MEMORY, JobKind.REBUILD_INDEX]
)
def test_what_takes_much_power_waits_for_it(device: Device, kind: JobKind, power: Power):
    device.index_something()
    device.conditions.power_now = power
    device.ask(kind)
    assert device.waiting() == [(kind, Wait.POWER, 0)]
    assert device.run()
    device.conditions.power_now = Power()
    assert not device.run()
    assert device.done == [kind]


def test_a_flush_does_not_wait_for_power(device: Device):
    device.say_something()
    device.conditions.power_now = EMPTY_SOON
    device.ask(JobKind.FLUSH_SESSION, "s1")
    assert device.done == [JobKind.FLUSH_SESSION]


def test_a_rebuild_the_person_asked_for_does_not_wait(device: Device, house: House):
    device.index_something()
    device.conditions.power_now = EMPTY_SOON
    RebuildProgress(house.settings).want()
    device.ask(JobKind.REBUILD_INDEX)
    assert device.done == [JobKind.REBUILD_INDEX]


def test_a_lost_index_is_made_findable_by_words_at_once(device: Device):
    device.conditions.power_now = EMPTY_SOON
    device.ask(JobKind.REBUILD_INDEX)
    assert device.done == [JobKind.REBUILD_INDEX]


def test_a_flush_waits_for_a_network_and_goes_when_it_is_back(device: Device):
    device.say_something()
    device.conditions.network_now = Network.NONE
    device.ask(JobKind.FLUSH_SESSION, "s1")
    for _ in range(5):
        device.house.clock.move(hours=7)
        assert device.run()
    assert device.waiting() == [(JobKind.FLUSH_SESSION, Wait.NETWORK, 0)]
    device.conditions.network_now = Network.METERED
    assert not device.run()
    assert device.done == [JobKind.FLUSH_SESSION]
    assert device.waiting() == []


def test_a_trigger_meanwhile_makes_neither_a_second_job_nor_an_attempt(device: Device):
    device.say_something()
    device.conditions.network_now = Network.NONE
    for _ in range(3):
        device.ask(JobKind.FLUSH_SESSION, "s1")
    assert device.waiting() == [(JobKind.FLUSH_SESSION, Wait.NETWORK, 0)]


def test_a_model_near_by_needs_no_network(device: Device):
    device.say_something()
    device.needs_network = False
    device.conditions.network_now = Network.NONE
    device.ask(JobKind.FLUSH_SESSION, "s1")
    assert device.done == [JobKind.FLUSH_SESSION]


def test_a_flush_with_nothing_to_write_needs_no_network(device: Device, house: House):
    device.conditions.network_now = Network.NONE
    house.begin_session("empty")
    house.begin_session("private", is_private=True)
    house.say("hush", session_id="private")
    for session in ("empty", "private", "never heard of"):
        device.ask(JobKind.FLUSH_SESSION, session)
    house.settings.put(ENABLED, "off")
    device.say_something()
    device.ask(JobKind.FLUSH_SESSION, "s1")
    assert len(device.done) == 4


def test_tidying_waits_for_a_network_only_when_it_is_due(device: Device, house: House):
    device.conditions.network_now = Network.NONE
    device.ask(JobKind.COMPACT_MEMORY)
    assert device.done == [JobKind.COMPACT_MEMORY]
    before = house.files.read(LONG_TERM_PATH)
    house.files.write(LONG_TERM_PATH, "- word\n" * SMALLEST_FILE, based_on=before)
    device.ask(JobKind.COMPACT_MEMORY)
    assert device.waiting() == [(JobKind.COMPACT_MEMORY, Wait.NETWORK, 0)]


def test_work_that_asks_no_model_needs_no_network(device: Device):
    device.index_something()
    device.conditions.network_now = Network.NONE
    for kind in (JobKind.EMBED_PENDING, JobKind.REBUILD_INDEX, JobKind.UPKEEP):
        device.ask(kind)
    assert device.waiting() == []


def test_the_person_may_spare_the_data_plan(device: Device, house: House):
    device.say_something()
    house.settings.put(UNMETERED_ONLY, "on")
    device.conditions.network_now = Network.METERED
    device.ask(JobKind.FLUSH_SESSION, "s1")
    assert device.waiting() == [(JobKind.FLUSH_SESSION, Wait.UNMETERED, 0)]
    device.conditions.network_now = Network.NONE
    assert device.run()
    device.conditions.network_now = Network.UNMETERED
    device.run()
    assert device.done == [JobKind.FLUSH_SESSION]


class EngineNearBy(CountingEngine):
    """Works as soon as it is woken."""

    def __init__(self, device: Device) -> None:
        super().__init__()
        self._device = device

    def wake(self) -> None:
        self._device.run()


async def test_a_long_chat_does_not_wait_for_a_flush_that_the_data_plan_spares(
    device: Device, house: House
):
    device.say_something()
    last = house.say("Now what?").sequence
    triggers = MemoryTriggers(house.jobs, house.sessions, EngineNearBy(device), house.clock)
    first = FlushFirst(triggers, house.sessions, house.jobs, house.clock, patience=600)
    house.settings.put(UNMETERED_ONLY, "on")
    device.conditions.network_now = Network.METERED
    async with asyncio.timeout(PATIENCE):
        assert not await first("s1", last)
    assert device.waiting() == [(JobKind.FLUSH_SESSION, Wait.UNMETERED, 0)]
    device.conditions.network_now = Network.UNMETERED
    device.run()
    assert device.done == [JobKind.FLUSH_SESSION]


def test_switching_the_sparing_off_lets_the_job_go(device: Device, house: House):
    device.say_something()
    house.settings.put(UNMETERED_ONLY, "on")
    device.conditions.network_now = Network.METERED
    device.ask(JobKind.FLUSH_SESSION, "s1")
    house.settings.put(UNMETERED_ONLY, "off")
    device.run()
    assert device.done == [JobKind.FLUSH_SESSION]


def test_a_network_lost_while_the_model_was_asked_is_no_failure(device: Device):
    device.say_something()
    device.fails_with = (ProviderUnreachable("No answer."),)
    device.ask(JobKind.FLUSH_SESSION, "s1")
    assert device.waiting() == [(JobKind.FLUSH_SESSION, Wait.NETWORK, 0)]


def test_a_waiting_job_that_nobody_lets_go_looks_for_itself(device: Device, house: House):
    device.say_something()
    device.conditions.network_now = Network.NONE
    device.ask(JobKind.FLUSH_SESSION, "s1")
    (job,) = house.jobs.unfinished()
    assert job.state is JobState.PENDING
    assert job.run_after > house.clock.now()
    device.conditions.network_now = Network.UNMETERED
    house.clock.move(hours=1)
    device.runner.start_due()
    assert device.runner.wait_until_idle(PATIENCE)
    assert device.done == [JobKind.FLUSH_SESSION]
