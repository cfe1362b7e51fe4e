"""Entry point of the Android service (its own process): the same engine, told where it lies.

It ends by itself when there is nothing to do, so that the system's notification goes and the hours
that Android 15 grants such a service are not used up; the app's next wake starts it again. A
service class that is told its time is up (`onTimeout`) sends this process SIGTERM: it stops taking
jobs and gives those under way a few seconds; what it does not finish, the next start takes up.
"""

import os
from datetime import timedelta

from app.wiring.engine_process import run_engine
from app.wiring.environment import read_environment

STOPS_AFTER = timedelta(minutes=10)

run_engine(read_environment(os.environ), dies_with_parent=False, stops_after=STOPS_AFTER)
