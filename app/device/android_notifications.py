"""A notification on Android, from the app or from its service.

Made by hand: plyer's asks a service for what only an activity has, and its intent is refused by
Android 12 and later.
"""

import logging

from jnius import JavaException, autoclass

CHANNEL = "memory"
CHANNEL_NAME = "Memory"
NUMBER = 2
"""The service's own notification is number 1."""

_Builder = autoclass("android.app.Notification$Builder")
_Channel = autoclass("android.app.NotificationChannel")
_Context = autoclass("android.content.Context")
_Manager = autoclass("android.app.NotificationManager")
_PendingIntent = autoclass("android.app.PendingIntent")

logger = logging.getLogger(__name__)


class AndroidNotifications:
    """Implements Notifications."""

    def __init__(self, context: object) -> None:
        self._context = context

    def show(self, title: str, text: str) -> None:
        try:
            self._show(title, text)
        except JavaException as error:
            logger.warning("no notification could be shown: %s", error)

    def _show(self, title: str, text: str) -> None:
        context = self._context
        manager = context.getSystemService(_Context.NOTIFICATION_SERVICE)
        manager.createNotificationChannel(_Channel(CHANNEL, CHANNEL_NAME, _Manager.IMPORTANCE_LOW))
        opens = context.getPackageManager().getLaunchIntentForPackage(context.getPackageName())
        builder = _Builder(context, CHANNEL)
        builder.setSmallIcon(context.getApplicationInfo().icon)
        builder.setContentTitle(title)
        builder.setContentText(text)
        builder.setAutoCancel(True)
        builder.setContentIntent(
            _PendingIntent.getActivity(context, 0, opens, _PendingIntent.FLAG_IMMUTABLE)
        )
        manager.notify(NUMBER, builder.build())
