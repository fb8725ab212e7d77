# Shows progress: on a terminal one line that changes each second, elsewhere a line per tenth of the work and at least
# every 30 seconds.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import sys
import threading
import time

SILENCE_S = 30.0  # without a terminal: the longest time between two lines
# The end is estimated after so much time and such a share of the work: the longest tests run first.
ESTIMATE_S = 10.0
ESTIMATE_SHARE = 0.05


class Screen:
    def __init__(self, stream=None, now=time.monotonic):
        """now: the clock, in seconds."""
        self.stream = stream or sys.stdout
        self.now = now
        self.terminal = self.stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.shown = False  # the progress line is on the terminal
        self.work = None  # what progress() was called with last
        self.began = now()
        self.last = now()  # when a line was written
        self.tenth = (0, 0)  # tenths that are done, of which total
        self.lock = threading.RLock()
        self.ticker = None

    def start(self):
        """Begins a new piece of work, of which nothing is done."""
        with self.lock:
            self.clear()
            self.tenth = (0, 0)
            self.began = self.last = self.now()

    def progress(self, text, done, total, latest=""):
        """text: the present work, of which `done` of `total` steps are complete; latest: the step that ended last."""
        with self.lock:
            self.work = (text, done, total, latest)
            if self.ticker is None:
                self.ticker = threading.Thread(target=self._tick, daemon=True)
                self.ticker.start()
            # Another total is other work: ninja first looks for new files.
            before = self.tenth[0] if self.tenth[1] == total else 0
            self.tenth = (10 * done // max(total, 1), total)
            if self.now() >= self.last + 0.1 or done == total if self.terminal else self.tenth[0] > before:
                self._write()

    def tick(self):
        """To be called each second: shows the present work again when it is time."""
        with self.lock:
            if self.work and (self.terminal or self.now() >= self.last + SILENCE_S):
                self._write()

    def clear(self):
        """The present work has ended."""
        with self.lock:
            self.work = None
            if self.shown:
                self.stream.write("\r\x1b[K")
                self.stream.flush()
                self.shown = False

    def say(self, text=""):
        """Prints one line or several that stay."""
        with self.lock:
            work = self.work
            self.clear()
            self.work = work
            self.stream.write(text + "\n")
            self.stream.flush()
            self.last = self.now()

    def _write(self):
        text, done, total, latest = self.work
        self.last = self.now()
        passed = self.last - self.began
        line = f"{text}: {done} of {total}, {clock(passed)}"
        if passed >= ESTIMATE_S and ESTIMATE_SHARE * total <= done < total and done > 0:
            line += f", about {clock(passed * (total - done) / done)} left"
        if latest:
            line += f", {latest}"
        if self.terminal:
            self.stream.write("\r" + line[:shutil.get_terminal_size().columns - 1] + "\x1b[K")
            self.shown = True
        else:
            self.stream.write(line + "\n")
        self.stream.flush()

    def _tick(self):
        while True:
            time.sleep(1.0)
            try:
                self.tick()
            except (OSError, ValueError):  # nobody reads any more; the main thread finds out itself
                return


def clock(seconds):
    """Minutes and seconds: 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
