"""The job queue: unique, leased, retried, given up, and never two of a kind and key at once."""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.contracts.jobs import (
    Done,
    GivenUp,
    Job,
    JobKind,
    JobOutcome,
    JobQueue,
    JobState,
    RetryAt,
    Wait,
    WaitsFor,
)
from app.storage.database import Database, JobRows, MessageRows, SessionRows
from tests.storage.database.values import LEASE, MINUTE, NOON, CountedIds, message, session

FLUSH = JobKind.FLUSH_SESSION


def _claimed(jobs: JobRows, owner: str = "engine", *, minutes: int = 0) -> Job:
    job = jobs.claim_next(owner, NOON + minutes * MINUTE, LEASE)
    assert job is not None
    return job


def test_rows_are_a_job_queue(database: Database):
    queue: JobQueue = JobRows(database, CountedIds())
    assert queue.unfinished() == ()


def test_a_new_job_is_pending_and_due_at_once(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    assert (job.state, job.attempts, dict(job.plan)) == (JobState.PENDING, 0, {})
    assert job.created_at == job.run_after == NOON
    assert jobs.unfinished() == (job,)


def test_rapid_triggers_give_one_job(jobs: JobRows):
    first = jobs.enqueue(FLUSH, "walk", NOON)
    for minute in range(1, 5):
        assert jobs.enqueue(FLUSH, "walk", NOON + minute * MINUTE) == first
    assert jobs.unfinished() == (first,)


def test_a_trigger_while_a_job_runs_makes_a_job_of_its_own(jobs: JobRows):
    first = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    second = jobs.enqueue(FLUSH, "walk", NOON)
    assert second.id != first.id
    assert [job.state for job in jobs.unfinished()] == [JobState.RUNNING, JobState.PENDING]


def test_the_oldest_due_job_is_claimed_first(jobs: JobRows):
    jobs.enqueue(FLUSH, "b", NOON)
    jobs.enqueue(FLUSH, "a", NOON)
    assert [_claimed(jobs).key, _claimed(jobs).key] == ["b", "a"]
    assert jobs.claim_next("engine", NOON, LEASE) is None


def test_a_slow_session_does_not_hold_up_the_others(jobs: JobRows):
    jobs.enqueue(FLUSH, "slow", NOON)
    jobs.enqueue(FLUSH, "quick", NOON)
    jobs.enqueue(JobKind.COMPACT_MEMORY, "slow", NOON)
    assert _claimed(jobs, "one").key == "slow"
    assert _claimed(jobs, "two").key == "quick"
    assert _claimed(jobs, "three").kind is JobKind.COMPACT_MEMORY


def test_the_same_kind_and_key_never_runs_twice_at_once(jobs: JobRows):
    first = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs, "one")
    second = jobs.enqueue(FLUSH, "walk", NOON)
    assert jobs.claim_next("two", NOON, LEASE) is None
    assert jobs.finish(first.id, "one", Done(), NOON)
    assert _claimed(jobs, "two").id == second.id


def test_a_killed_owners_job_is_due_again_when_its_lease_ran_out(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs, "killed")
    jobs.keep_plan(job.id, "killed", {"through": "12"})
    assert jobs.claim_next("engine", NOON + LEASE - MINUTE, LEASE) is None
    again = jobs.claim_next("engine", NOON + LEASE, LEASE)
    assert again is not None
    assert (again.id, again.attempts, again.plan) == (job.id, 2, {"through": "12"})


def test_the_abandoned_job_goes_before_the_one_that_was_asked_for_later(jobs: JobRows):
    first = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs, "killed")
    jobs.enqueue(FLUSH, "walk", NOON)
    assert _claimed(jobs, minutes=5).id == first.id
    assert jobs.claim_next("other", NOON + 5 * MINUTE, LEASE) is None


def test_a_heartbeat_extends_the_lease(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs, "one")
    assert jobs.heartbeat(job.id, "one", NOON + 4 * MINUTE, LEASE)
    assert jobs.claim_next("two", NOON + 8 * MINUTE, LEASE) is None
    assert jobs.claim_next("two", NOON + 9 * MINUTE, LEASE) is not None


def test_whoever_lost_the_lease_can_change_nothing(jobs: JobRows, sessions: SessionRows):
    sessions.create(session())
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs, "slow")
    _claimed(jobs, "engine", minutes=5)
    before = jobs.unfinished()
    now = NOON + 5 * MINUTE
    assert not jobs.heartbeat(job.id, "slow", now, LEASE)
    assert not jobs.keep_plan(job.id, "slow", {"through": "1"})
    assert not jobs.finish(job.id, "slow", Done(), now)
    assert not jobs.finish_flush(job.id, "slow", "walk", 9, now)
    assert jobs.unfinished() == before
    untouched = sessions.get("walk")
    assert untouched is not None
    assert untouched.last_logged_sequence == 0


def test_a_finished_job_cannot_be_finished_again(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    assert jobs.finish(job.id, "engine", Done(), NOON)
    assert not jobs.finish(job.id, "engine", RetryAt(NOON, "late"), NOON)
    assert jobs.unfinished() == ()


def test_a_job_to_be_tried_again_waits_with_its_plan_and_reason(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.finish(job.id, "engine", RetryAt(NOON + 10 * MINUTE, "no network"), NOON)
    (waiting,) = jobs.unfinished()
    assert (waiting.state, waiting.reason) == (JobState.PENDING, "no network")
    assert waiting.run_after == NOON + 10 * MINUTE
    assert jobs.claim_next("engine", NOON + 9 * MINUTE, LEASE) is None
    again = _claimed(jobs, minutes=10)
    assert (again.id, again.attempts, again.plan) == (job.id, 2, {"through": "12"})


def test_a_trigger_pulls_a_waiting_job_forward(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.finish(job.id, "engine", RetryAt(NOON + 60 * MINUTE, "no network"), NOON)
    pulled = jobs.enqueue(FLUSH, "walk", NOON + MINUTE)
    assert (pulled.id, pulled.run_after) == (job.id, NOON + MINUTE)
    assert _claimed(jobs, minutes=1).attempts == 2


def test_a_retried_job_swallows_the_newer_one_and_keeps_its_id_and_plan(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.enqueue(FLUSH, "walk", NOON)
    jobs.finish(job.id, "engine", RetryAt(NOON + MINUTE, "no network"), NOON)
    (survivor,) = jobs.unfinished()
    assert (survivor.id, survivor.plan) == (job.id, {"through": "12"})
    assert survivor.run_after == NOON + MINUTE


def test_what_the_kept_plan_does_not_cover_gets_a_job_when_the_plan_is_done(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.enqueue(FLUSH, "walk", NOON)
    jobs.finish(job.id, "engine", RetryAt(NOON, "no network"), NOON)
    _claimed(jobs)
    jobs.finish_flush(job.id, "engine", "walk", 12, NOON)
    (follower,) = jobs.unfinished()
    assert follower.id != job.id
    assert (follower.state, dict(follower.plan), follower.attempts) == (JobState.PENDING, {}, 0)


def test_a_trigger_for_a_waiting_job_with_a_plan_is_not_forgotten(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.finish(job.id, "engine", RetryAt(NOON + MINUTE, "no network"), NOON)
    assert jobs.enqueue(FLUSH, "walk", NOON).id == job.id
    _claimed(jobs)
    jobs.finish(job.id, "engine", Done(), NOON)
    assert len(jobs.unfinished()) == 1


def test_the_follower_is_not_made_twice(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.finish(job.id, "engine", RetryAt(NOON, "no network"), NOON)
    jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    newer = jobs.enqueue(FLUSH, "walk", NOON)
    jobs.finish(job.id, "engine", Done(), NOON)
    assert jobs.unfinished() == (newer,)


def test_a_given_up_job_is_listed_with_its_reason(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.finish(job.id, "engine", GivenUp("the log cannot be written"), NOON)
    (given_up,) = jobs.given_up()
    assert (given_up.id, given_up.reason) == (job.id, "the log cannot be written")
    assert jobs.unfinished() == ()
    assert jobs.claim_next("engine", NOON + timedelta(days=9), LEASE) is None


def test_a_trigger_takes_a_given_up_job_up_again_under_its_old_id(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.finish(job.id, "engine", GivenUp("disk full"), NOON)
    revived = jobs.enqueue(FLUSH, "walk", NOON + MINUTE)
    assert (revived.id, revived.attempts, revived.plan) == (job.id, 0, {"through": "12"})
    assert jobs.given_up() == ()
    assert _claimed(jobs, minutes=1).attempts == 1


def test_giving_up_while_a_newer_job_waits_is_a_new_chance_for_the_same_work(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.keep_plan(job.id, "engine", {"through": "12"})
    jobs.enqueue(FLUSH, "walk", NOON)
    jobs.finish(job.id, "engine", GivenUp("too many attempts"), NOON)
    assert jobs.given_up() == ()
    (survivor,) = jobs.unfinished()
    assert (survivor.id, survivor.attempts, survivor.plan) == (job.id, 0, {"through": "12"})


def test_ending_a_flush_moves_the_pointer_and_ends_the_job_together(
    jobs: JobRows, sessions: SessionRows, messages: MessageRows
):
    sessions.create(session())
    last = messages.append(message("m1")).sequence
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    assert jobs.finish_flush(job.id, "engine", "walk", last, NOON)
    logged = sessions.get("walk")
    assert logged is not None
    assert logged.last_logged_sequence == last
    assert jobs.unfinished() == ()


def test_the_pointer_never_moves_back(jobs: JobRows, sessions: SessionRows):
    sessions.create(session(last_logged_sequence=50))
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    assert jobs.finish_flush(job.id, "engine", "walk", 20, NOON)
    logged = sessions.get("walk")
    assert logged is not None
    assert logged.last_logged_sequence == 50


def test_a_failure_leaves_the_pointer_where_it_was(jobs: JobRows, sessions: SessionRows):
    sessions.create(session(last_logged_sequence=3))
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.finish(job.id, "engine", RetryAt(NOON, "no network"), NOON)
    logged = sessions.get("walk")
    assert logged is not None
    assert logged.last_logged_sequence == 3


def test_nothing_waits_in_an_empty_queue(jobs: JobRows):
    assert jobs.next_due(NOON) is None


def test_the_engine_is_told_when_to_look_again(jobs: JobRows):
    first = jobs.enqueue(FLUSH, "walk", NOON)
    assert jobs.next_due(NOON) == NOON
    _claimed(jobs)
    assert jobs.next_due(NOON) == NOON + LEASE
    jobs.finish(first.id, "engine", RetryAt(NOON + 2 * MINUTE, "no network"), NOON)
    assert jobs.next_due(NOON) == NOON + 2 * MINUTE


def test_a_job_held_up_by_a_running_one_does_not_wake_the_engine(jobs: JobRows):
    jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.enqueue(FLUSH, "walk", NOON)
    assert jobs.next_due(NOON) == NOON + LEASE


def test_waiting_for_the_device_is_no_attempt_and_keeps_id_and_plan(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    for _ in range(3):
        _claimed(jobs)
        jobs.keep_plan(job.id, "engine", {"through": "12"})
        jobs.finish(job.id, "engine", WaitsFor(Wait.NETWORK, NOON + 60 * MINUTE), NOON)
        assert jobs.end_waits([Wait.POWER], NOON) == 0
        assert jobs.claim_next("engine", NOON + MINUTE, LEASE) is None
        assert jobs.end_waits([Wait.NETWORK, Wait.UNMETERED], NOON) == 1
    (waiting,) = jobs.unfinished()
    assert (waiting.id, waiting.attempts, waiting.wait) == (job.id, 0, Wait.NETWORK)
    assert waiting.plan == {"through": "12"}
    assert waiting.run_after == NOON


def test_the_end_of_a_wait_leaves_failed_jobs_to_their_back_off(jobs: JobRows):
    job = jobs.enqueue(FLUSH, "walk", NOON)
    _claimed(jobs)
    jobs.finish(job.id, "engine", RetryAt(NOON + 60 * MINUTE, "The server is down."), NOON)
    assert jobs.end_waits(list(Wait), NOON) == 0
    (waiting,) = jobs.unfinished()
    assert (waiting.wait, waiting.run_after) == (None, NOON + 60 * MINUTE)


def test_old_finished_jobs_are_cleared_and_unfinished_ones_kept(jobs: JobRows):
    outcomes: list[JobOutcome] = [Done(), GivenUp("no"), RetryAt(NOON, "later")]
    for key, outcome in enumerate(outcomes):
        job = jobs.enqueue(FLUSH, str(key), NOON)
        _claimed(jobs)
        jobs.finish(job.id, "engine", outcome, NOON)
    assert jobs.clear_finished(NOON) == 0
    assert jobs.clear_finished(NOON + MINUTE) == 1
    assert [job.key for job in jobs.unfinished()] == ["2"]
    assert [job.key for job in jobs.given_up()] == ["1"]


class TestClockSetBack:
    """A clock that ran a year ahead and was corrected must not strand a job."""

    ahead = NOON + timedelta(days=365)

    def test_the_lease_of_a_dead_owner_does_not_last_a_year(self, jobs: JobRows):
        job = jobs.enqueue(FLUSH, "walk", NOON)
        jobs.claim_next("dead", self.ahead, LEASE)
        assert jobs.next_due(NOON) == NOON
        assert _claimed(jobs).id == job.id

    def test_a_living_owner_is_not_robbed_by_a_small_correction(self, jobs: JobRows):
        jobs.enqueue(FLUSH, "walk", NOON)
        _claimed(jobs, "alive")
        assert jobs.claim_next("other", NOON - 2 * MINUTE, LEASE) is None

    def test_a_back_off_does_not_last_a_year(self, jobs: JobRows):
        job = jobs.enqueue(FLUSH, "walk", NOON)
        jobs.claim_next("engine", self.ahead, LEASE)
        jobs.finish(job.id, "engine", RetryAt(self.ahead + MINUTE, "no network"), self.ahead)
        assert jobs.next_due(NOON) == NOON
        assert _claimed(jobs).id == job.id

    def test_a_new_job_is_due_at_once(self, jobs: JobRows):
        job = jobs.enqueue(FLUSH, "walk", self.ahead)
        assert _claimed(jobs).id == job.id

    def test_no_back_off_is_longer_than_a_day(self, jobs: JobRows):
        job = jobs.enqueue(FLUSH, "walk", NOON)
        _claimed(jobs)
        jobs.finish(job.id, "engine", RetryAt(self.ahead, "come back next year"), NOON)
        assert jobs.next_due(NOON) == NOON + timedelta(days=1)


class _Engine:
    """Works on jobs as the engine does, and notes which triggers each attempt can know of."""

    def __init__(self, jobs: JobRows) -> None:
        self.jobs = jobs
        self.step = 0
        self.held: dict[str, Job] = {}
        self.triggered: dict[str, int] = {}
        self.knows_of: dict[str, int] = {}
        self.answered: dict[str, int] = {}

    def act(self, action: str, key: str) -> None:
        self.step += 1
        now = NOON + self.step * MINUTE
        if action == "trigger":
            self.jobs.enqueue(FLUSH, key, now)
            self.triggered[key] = self.step
        elif action == "claim":
            self.claim(self.step)
        elif (job := self.held.get(key)) is not None:
            self._go_on(action, job, self.step)

    def claim(self, minutes: int) -> bool:
        job = self.jobs.claim_next("engine", NOON + minutes * MINUTE, timedelta(days=30))
        if job is None:
            return False
        assert job.key not in self.held
        self.held[job.key] = job
        if not job.plan:
            self.knows_of[job.id] = self.step
        return True

    def finish(self, job: Job, outcome: JobOutcome, minutes: int) -> None:
        del self.held[job.key]
        assert self.jobs.finish(job.id, "engine", outcome, NOON + minutes * MINUTE)
        if outcome == Done():
            self.answered[job.key] = self.knows_of[job.id]

    def _go_on(self, action: str, job: Job, minutes: int) -> None:
        match action:
            case "done":
                self.finish(job, Done(), minutes)
            case "retry":
                later = NOON + (minutes + 3) * MINUTE
                self.finish(job, RetryAt(later, "no network"), minutes)
            case "give up":
                self.finish(job, GivenUp("no"), minutes)
            case _:
                assert self.jobs.keep_plan(job.id, "engine", {"through": str(self.step)})


_ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["trigger", "claim", "plan", "retry", "done", "give up"]),
        st.sampled_from(["a", "b"]),
    ),
    min_size=4,
    max_size=30,
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=_ACTIONS)
def test_whatever_happens_no_trigger_is_lost_and_no_key_runs_twice(
    database: Database, jobs: JobRows, actions: list[tuple[str, str]]
):
    database.execute("DELETE FROM jobs")
    engine = _Engine(jobs)
    for action, key in actions:
        engine.act(action, key)
    while True:
        for job in tuple(engine.held.values()):
            engine.finish(job, Done(), engine.step)
        engine.step += 10
        if not engine.claim(engine.step):
            break
    given_up = {job.key for job in jobs.given_up()}
    unanswered = {
        key for key, step in engine.triggered.items() if engine.answered.get(key, 0) < step
    }
    assert unanswered <= given_up
    assert jobs.unfinished() == ()
