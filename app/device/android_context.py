"""What Android calls a context: the service in its process, the activity in the app's."""

import os

from jnius import autoclass

SERVICE_CLASS = "org.kivy.android.PythonService"
ACTIVITY_CLASS = "org.kivy.android.PythonActivity"


def android_context() -> object:
    if "PYTHON_SERVICE_ARGUMENT" in os.environ:
        return autoclass(SERVICE_CLASS).mService
    return autoclass(ACTIVITY_CLASS).mActivity
