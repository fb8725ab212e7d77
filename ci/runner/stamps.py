# Records which inputs tests have passed with, in the build folder: a stamp per line, as soon as a test has passed.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import hashlib
import os
import time

FORMAT = "1"
KEPT = 20  # stamps per test: after a change of branches and back, the old ones are still there


@dataclasses.dataclass(frozen=True)
class Stamp:
    digest: str  # of the inputs
    when: str  # UTC
    seconds: str  # wall-clock time of the test
    name: str  # of the test


class Stamps:
    def __init__(self, path):
        self.path = path
        self.by_digest = {}
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")
        except OSError:
            lines = []
        for line in lines:
            stamp = _parse(line)
            if stamp:
                self.by_digest.pop(stamp.digest, None)  # keeps the order of time
                self.by_digest[stamp.digest] = stamp

    def find(self, digest):
        return self.by_digest.get(digest)

    def add(self, name, digest, seconds):
        stamp = Stamp(digest, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), seconds, name)
        # The line end comes first, so that a line that an interrupted call left half written stays on its own.
        data = f"\n{_line(stamp)}\n".encode()
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)
        self.by_digest[digest] = stamp

    def drop(self, digest):
        """Removes a stamp after a failure with the same inputs: the pass was luck."""
        if self.by_digest.pop(digest, None):
            self.tidy()

    def tidy(self):
        """Removes unreadable lines and all but the latest stamps of each test."""
        kept, number = [], {}
        for stamp in reversed(self.by_digest.values()):
            number[stamp.name] = number.get(stamp.name, 0) + 1
            if number[stamp.name] <= KEPT:
                kept.append(_line(stamp))
        part = self.path + ".part"
        with open(part, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in reversed(kept)))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)


def _check(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _line(stamp):
    text = f"{stamp.digest} {stamp.when} {stamp.seconds} {stamp.name}"
    return f"{_check(text)} {text}"


def _parse(line):
    """None for an incomplete line."""
    check, _, text = line.partition(" ")
    fields = text.split(" ", 3)
    if len(fields) != 4 or len(fields[0]) != 64 or _check(text) != check:
        return None
    return Stamp(*fields)
