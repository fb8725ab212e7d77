# The begin and end of every call that builds or tests: the folder and its lock, the log, one line for an error.
# SPDX-License-Identifier: Apache-2.0
import errno
import os
import signal
import sys

from building import Tree
from locking import lock
from screen import Screen
from ci_error import Interrupted, CiError, full_disk


GROWN_BYTES = 8 << 20


class Session:
    """A context manager with tree, screen, log (an open file) and hold (descriptors for supervisor.run())."""

    folder = None  # the build folder, once it is known

    def __init__(self, source, preset, log_name):
        self.tree = Tree(source, preset)
        Session.folder = self.tree.build
        self.screen = Screen()
        self.hold = (lock(self.tree.log_folder, self.screen),)
        self.log = open(os.path.join(self.tree.log_folder, log_name), "w", encoding="utf-8", buffering=1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.screen.clear()
        try:
            self.log.close()
            trim(os.path.join(self.tree.log_folder, "cpu.tsv"))
        except OSError:  # a full disk, already reported
            pass


def trim(path):
    """Halves a log that has grown: a whole build adds half a megabyte."""
    if os.path.exists(path) and os.path.getsize(path) > GROWN_BYTES:
        with open(path, "rb") as file:
            file.seek(-GROWN_BYTES // 2, os.SEEK_END)
            file.readline()
            kept = file.read()
        with open(path + ".part", "wb") as file:
            file.write(kept)
        os.replace(file.name, path)


def interrupted(*_):
    raise Interrupted


def run_main(name, main):
    """Calls main() and ends the process with its status: 0 all is well, 1 something failed, 2 an error kept it from its work."""
    sys.stdout.reconfigure(errors="replace")
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    signal.signal(signal.SIGHUP, interrupted)
    try:
        status = main()
    except CiError as error:
        status = _report(name, error)
    except Interrupted:
        status = _report(name, "interrupted; what is finished is kept, and the next call goes on from there")
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        status = _report(name, full_disk(Session.folder or os.getcwd()))
    sys.stdout.flush()
    os._exit(status)  # closing a log on a full disk would raise once more


def _report(name, text):
    sys.stdout.flush()
    print(f"{name}: {text}", file=sys.stderr, flush=True)
    return 2
