"""The engine as an Android service: a process of its own that the system keeps alive.

A second start while it runs does not reach Python; the job table and the socket carry the news.
"""

import logging

from jnius import JavaException, autoclass

from app.device.engine_client import EngineClient

SERVICE_CLASS = "org.oneclaw.oneclaw.ServiceMemory"
ACTIVITY_CLASS = "org.kivy.android.PythonActivity"
WAKE_SECONDS = 1.0

logger = logging.getLogger(__name__)


class AndroidEngine:
    """Implements EngineControl."""

    def __init__(self, client: EngineClient) -> None:
        self._client = client
        self._service = autoclass(SERVICE_CLASS)
        self._app = autoclass(ACTIVITY_CLASS)

    def start(self) -> None:
        """Only while the app is visible or just leaving: later Android 12+ refuses. Then the jobs
        wait in their table for the app's return.
        """
        try:
            self._service.start(self._app.mActivity, "")
        except JavaException as error:
            logger.warning("the engine cannot be started now: %s", error)

    def wake(self) -> None:
        if self._client.ask({"call": "wake"}, WAKE_SECONDS) is None:
            self.start()

    def stop(self) -> None:
        """Leaving the app is not the end of the service: it finishes its jobs and stops itself."""
        self.wake()
