"""Whether the phone is dark now."""

# pyright: basic
# Pyjnius carries no types.

from jnius import autoclass

ACTIVITY_CLASS = "org.kivy.android.PythonActivity"
CONFIGURATION_CLASS = "android.content.res.Configuration"


def is_phone_dark() -> bool:
    constants = autoclass(CONFIGURATION_CLASS)
    now = autoclass(ACTIVITY_CLASS).mActivity.getResources().getConfiguration().uiMode
    return (now & constants.UI_MODE_NIGHT_MASK) == constants.UI_MODE_NIGHT_YES
