# Lets one call at a time work in a build folder.
# SPDX-License-Identifier: Apache-2.0
import fcntl
import os
import time

from ci_error import CiError

PATIENCE_S = 600.0


def lock(folder, screen):
    """Locks the folder until this process, and the commands it runs with supervisor.run(hold=...), have ended; returns the
    descriptor."""
    path = os.path.join(folder, "lock")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    began = time.monotonic()
    told = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if not told:
                screen.say(f"another call works in {os.path.dirname(folder)}: waiting for its end")
                told = True
            if time.monotonic() - began > PATIENCE_S:
                raise CiError(f"another call has been working in {os.path.dirname(folder)} for {PATIENCE_S:.0f} s "
                              "more: end it and call again") from None
            time.sleep(0.2)
