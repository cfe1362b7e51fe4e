"""Entry point of both processes.

main.py             the app; without a display it plays a session offscreen instead
main.py --demo      plays that session anywhere
main.py --engine    the background process (started by the app)
"""

import os
import sys

from app.wiring.environment import read_environment
from app.wiring.logs import set_up_logging


def main(arguments: list[str]) -> int:
    set_up_logging()
    if "--engine" in arguments:
        from app.wiring.engine_process import run_engine

        return run_engine(read_environment(os.environ), dies_with_parent=True)
    if "--demo" in arguments or not _has_display():
        from app.testing.demo import play_demo

        return play_demo(says_how_to_get_a_window=not _has_display())
    from app.ui.window_place import read_place
    from app.wiring.kivy_setup import prepare_kivy

    environment = read_environment(os.environ)
    try:
        environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sys.stderr.write(
            f"OneClaw cannot keep its memory in {environment.home}: {error.strerror}."
            " Choose another folder with ONECLAW_HOME.\n"
        )
        return os.EX_CANTCREAT
    prepare_kivy(environment.home, place=read_place(environment.window_place))
    from app.wiring.ui_process import build_app

    build_app(environment).run()
    return 0


def _has_display() -> bool:
    on_a_phone = "ANDROID_ARGUMENT" in os.environ
    shown_by_the_system = sys.platform in ("darwin", "win32")
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(on_a_phone or shown_by_the_system or named)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
