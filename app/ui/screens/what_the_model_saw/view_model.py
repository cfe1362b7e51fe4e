"""What was sent for one answer, part by part. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.chat.what_the_model_saw import Seen, SeenPart, WhatTheModelSaw
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

ON_DEVICE_NAME = "On-device assistant"
NOT_KEPT = "This answer is from before the app kept what was sent."


@dataclass(frozen=True, slots=True)
class SeenState:
    is_loading: bool = True
    detail: str = ""
    parts: tuple[SeenPart, ...] = ()
    text: str = ""
    message: str = ""


class WhatTheModelSawViewModel:
    def __init__(self, look: WhatTheModelSaw, tasks: Tasks) -> None:
        self._look = look
        self._tasks = tasks
        self._asked = ""
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(SeenState())

    @property
    def state(self) -> SeenState:
        return self.observable.state

    def show(self, message_id: str) -> None:
        self._asked = message_id
        self.observable.update(SeenState())

        def tell(seen: Seen | None) -> None:
            if message_id == self._asked:
                self.observable.update(_state(seen))

        self._tasks.call(lambda: self._look(message_id), tell, self._failed)

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, is_loading=False, message=sentence))


def _state(seen: Seen | None) -> SeenState:
    if seen is None:
        return SeenState(is_loading=False, message=NOT_KEPT)
    about = "about " if seen.is_estimate else ""
    return SeenState(
        is_loading=False,
        detail=f"{_name_of(seen.model)} · {about}{seen.tokens:,} tokens",
        parts=seen.parts,
        text=seen.as_text,
    )


def _name_of(model_id: str) -> str:
    return ON_DEVICE_NAME if model_id == ON_DEVICE_MODEL.model_id else model_id
