# Shows progress: on a terminal one line that changes, elsewhere a line per tenth of the work.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import sys
import time


class Screen:
    def __init__(self, stream=None):
        self.stream = stream or sys.stdout
        self.terminal = self.stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.shown = False  # the progress line is on the terminal
        self.next_time = 0.0  # the earliest time of its next change
        self.tenth = 0

    def start(self):
        """Begins a new piece of work, of which nothing is done."""
        self.clear()
        self.tenth = 0
        self.next_time = 0.0

    def progress(self, text, done, total):
        """text: the present work; `done` of `total` steps are complete."""
        if self.terminal:
            now = time.monotonic()
            if now < self.next_time and done < total:
                return
            self.next_time = now + 0.1
            width = shutil.get_terminal_size().columns - 1
            self.stream.write("\r" + text[:width] + "\x1b[K")
            self.shown = True
        else:
            tenth = 10 * done // max(total, 1)
            if tenth <= self.tenth:
                return
            self.tenth = tenth
            self.stream.write(text + "\n")
        self.stream.flush()

    def clear(self):
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = False

    def say(self, text=""):
        """Prints one line or several that stay."""
        self.clear()
        self.stream.write(text + "\n")
        self.stream.flush()


def clock(seconds):
    """Minutes and seconds: 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
