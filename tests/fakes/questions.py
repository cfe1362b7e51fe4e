"""An engine that is asked, and answers whatever the test wants."""

from app.contracts.engine_link import Frame


class CountedQuestions:
    """Implements EngineQuestions."""

    def __init__(self) -> None:
        self.asked: list[Frame] = []
        self.answer: Frame | None = {"ok": True, "hits": []}

    def ask(self, frame: Frame, seconds: float) -> Frame | None:
        self.asked.append(frame)
        return self.answer
