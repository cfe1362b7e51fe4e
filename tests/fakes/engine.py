"""An engine that only counts how often it was woken."""


class CountingEngine:
    """Implements EngineControl."""

    def __init__(self) -> None:
        self.wakes = 0

    def start(self) -> None: ...

    def wake(self) -> None:
        self.wakes += 1

    def stop(self) -> None: ...
