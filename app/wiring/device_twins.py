"""Picks the phone's or the desktop's twin of everything that differs between them."""

import os
from collections.abc import Callable

from app.contracts.archives import FileExchange
from app.contracts.device_conditions import DeviceConditions
from app.contracts.engine_link import EngineControl
from app.contracts.lifecycle import Lifecycle
from app.contracts.notifications import Notifications
from app.contracts.secrets import SecretStore
from app.device.engine_client import EngineClient
from app.device.system_theme import is_system_dark
from app.wiring.environment import Environment, engine_command


def is_on_android() -> bool:
    return "ANDROID_ARGUMENT" in os.environ


def engine_control(environment: Environment, client: EngineClient) -> EngineControl:
    if is_on_android():
        from app.device.android_engine import AndroidEngine  # noqa: PLC0415

        return AndroidEngine(client)
    from app.device.desktop_engine import DesktopEngine  # noqa: PLC0415

    return DesktopEngine(engine_command(), environment.for_child(), client)


def to_background() -> Callable[[], None] | None:
    """None: the window itself knows how to get out of the way."""
    if is_on_android():
        from app.device.android_task import to_background as leave  # noqa: PLC0415

        return leave
    return None


def is_dark() -> bool:
    if is_on_android():
        from app.device.android_theme import is_phone_dark  # noqa: PLC0415

        return is_phone_dark()
    return is_system_dark()


def secret_store(environment: Environment) -> SecretStore:
    if is_on_android():
        from app.device.android_secrets import AndroidSecrets  # noqa: PLC0415

        return AndroidSecrets(environment.secrets)
    from app.device.desktop_secrets import DesktopSecrets  # noqa: PLC0415

    return DesktopSecrets(environment.secrets)


def lifecycle() -> Lifecycle:
    if is_on_android():
        from app.device.android_lifecycle import AndroidLifecycle  # noqa: PLC0415

        return AndroidLifecycle()
    from app.device.desktop_lifecycle import DesktopLifecycle  # noqa: PLC0415

    return DesktopLifecycle()


def device_conditions() -> DeviceConditions:
    if is_on_android():
        from app.device.android_conditions import AndroidConditions  # noqa: PLC0415
        from app.device.android_context import android_context  # noqa: PLC0415

        return AndroidConditions(android_context())
    from app.device.desktop_conditions import DesktopConditions  # noqa: PLC0415

    return DesktopConditions()


def notifications() -> Notifications | None:
    """None on a desktop: there the app is open whenever the engine runs, and tells it itself."""
    if is_on_android():
        from app.device.android_context import android_context  # noqa: PLC0415
        from app.device.android_notifications import AndroidNotifications  # noqa: PLC0415

        return AndroidNotifications(android_context())
    return None


def file_exchange(environment: Environment) -> FileExchange:
    if is_on_android():
        from app.device.android_files import AndroidFiles  # noqa: PLC0415

        return AndroidFiles(environment.exports, environment.incoming)
    from app.device.desktop_files import DesktopFiles  # noqa: PLC0415

    return DesktopFiles(environment.exports)
