"""The UI process: builds its object graph. Everything on disk is opened off the UI thread."""

from collections.abc import Callable

from app.contracts.engine_link import EngineControl, EngineQuestions
from app.device.engine_client import EngineClient
from app.memory.delete_everything import DeleteEverything
from app.memory.write_trouble import TroubleWatch
from app.storage.erasure import is_erasing
from app.ui.application import AppParts, OneClawApp, Surroundings
from app.ui.last_look import Look, read_look, write_look
from app.ui.screens.delete_everything.view_model import DeleteEverythingViewModel
from app.ui.tasks import Tasks
from app.ui.theme.palette import Appearance
from app.ui.window_place import write_place
from app.wiring.chat_pages import build_chat_model, build_chat_pages, build_sessions
from app.wiring.chat_parts import build_chat
from app.wiring.device_twins import engine_control, is_dark, lifecycle, to_background
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from app.wiring.memory_pages import build_memory_pages
from app.wiring.settings_pages import build_settings
from app.wiring.system_clock import TimeOrderedIds

OpenParts = Callable[[Environment, Tasks, Callable[[], bool]], AppParts]


def build_app(
    environment: Environment,
    appearance: Appearance | None = None,
    open_parts: OpenParts | None = None,
) -> OneClawApp:
    """`appearance`: what the system is said to be, whatever it really is; None asks it.
    `open_parts`: others than the real ones, for whoever shows the screens without an engine.
    """
    surroundings = Surroundings(
        look=_first_look(environment, appearance),
        icon=PROJECT / "assets" / "icon" / "icon.png",
        keep_place=lambda place: write_place(environment.window_place, place),
        keep_look=lambda look: write_look(environment.last_look, look),
        lifecycle=lifecycle(),
        to_background=to_background(),
    )
    is_system_dark = is_dark if appearance is None else lambda: appearance is Appearance.DARK
    opens = open_parts or _open_parts
    return OneClawApp(lambda tasks: opens(environment, tasks, is_system_dark), surroundings)


def _first_look(environment: Environment, appearance: Appearance | None) -> Look:
    """As it was last; before there is a window nothing but a small file can be read."""
    kept = read_look(environment.last_look)
    if kept is not None:
        return kept
    return Look(is_dark() if appearance is None else appearance is Appearance.DARK)


def _open_parts(
    environment: Environment, tasks: Tasks, is_system_dark: Callable[[], bool]
) -> AppParts:
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_erasing(environment.home):
        open_foundations(environment).close()  # alone: the engine would hold old pages open
    client = EngineClient(environment.engine_socket)
    engine = engine_control(environment, client)
    engine.start()
    base = open_foundations(environment)
    base.sessions.purge_private()  # what a kill kept from being purged at the end
    return assemble(environment, base, engine, client, tasks, is_system_dark)


def assemble(
    environment: Environment,
    base: Foundations,
    engine: EngineControl,
    client: EngineQuestions,
    tasks: Tasks,
    is_system_dark: Callable[[], bool],
) -> AppParts:
    """All that the window shows, over stores that are open."""
    chat = build_chat(environment, base, engine, client)
    trouble = TroubleWatch(client, base.clock)
    chat.triggers.on_flush_asked_for = trouble.flush_asked_for

    def close() -> None:
        base.sessions.purge_private()
        engine.stop()
        chat.close()
        base.close()

    return AppParts(
        chat=build_chat_model(base, chat, tasks),
        chat_pages=build_chat_pages(base, chat, tasks),
        sessions=build_sessions(base, chat, tasks),
        memory=build_memory_pages(
            environment, base, chat.record_write, chat.search, engine, client, tasks
        ),
        delete_everything=DeleteEverythingViewModel(DeleteEverything(base.erasure), tasks),
        settings=build_settings(
            environment,
            base,
            chat.models,
            chat.secrets,
            chat.tool_names,
            tasks,
            TimeOrderedIds(),
            is_system_dark,
        ),
        triggers=chat.triggers,
        day_change=chat.day_change,
        clock=base.clock,
        new_trouble=trouble.look,
        close=close,
    )
