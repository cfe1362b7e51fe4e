"""Builds the use case that forgets a fact everywhere it is kept."""

from app.contracts.memory_files import WriteObserver
from app.memory.forget_fact import ForgetFact, ForgetParts
from app.wiring.foundations import Foundations


def build_forget(base: Foundations, record_write: WriteObserver) -> ForgetFact:
    return ForgetFact(
        base.files,
        base.history,
        record_write,
        ForgetParts(
            traces=base.memory_traces,
            settings=base.settings,
            drop_caches=base.index_cache.discard,
            forget_usage=base.memory_usage.forget,
        ),
    )
