# ci/runner/screen.py: what is shown of work that goes on, by a clock that the test sets.
# SPDX-License-Identifier: Apache-2.0
import io
import os
import pathlib
import sys
import threading
import unittest
from unittest import mock

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[3] / "ci/runner"))
import screen  # noqa: E402


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Shown(unittest.TestCase):
    def setUp(self):
        self.time = 1000.0
        # Without its thread: the test calls tick() itself.
        for patched in (mock.patch.object(threading.Thread, "start"), mock.patch.dict(os.environ, TERM="xterm", COLUMNS="81")):
            patched.start()
            self.addCleanup(patched.stop)

    def begin(self, stream):
        self.stream = stream
        self.screen = screen.Screen(stream, lambda: self.time)
        self.screen.start()

    def seconds(self, number):
        """Each second the screen's thread looks."""
        for _ in range(number):
            self.time += 1.0
            self.screen.tick()

    def written(self):
        text = self.stream.getvalue()
        self.stream.truncate(0)
        self.stream.seek(0)
        return text

    def test_a_file_has_a_line_for_each_tenth(self):
        self.begin(io.StringIO())
        for done in range(101):
            self.screen.progress("building", done, 100, f"step {done}")
        self.assertEqual(self.written().splitlines(), [f"building: {done} of 100, 0:00, step {done}"
                                                       for done in range(10, 101, 10)])

    def test_a_file_has_a_line_at_least_each_30_seconds(self):
        self.begin(io.StringIO())
        self.screen.progress("building", 6, 100, "slow.cpp")
        self.seconds(29)
        self.assertEqual(self.written(), "")
        self.seconds(1)
        self.assertEqual(self.written(), "building: 6 of 100, 0:30, about 7:50 left, slow.cpp\n")
        self.seconds(29)
        self.screen.progress("building", 10, 100, "other.cpp")
        self.assertEqual(self.written(), "building: 10 of 100, 0:59, about 8:51 left, other.cpp\n")
        self.seconds(29)
        self.screen.say("a message")
        self.assertEqual(self.written(), "a message\n")
        self.seconds(29)
        self.assertEqual(self.written(), "", "there was a line")
        self.seconds(61)
        self.assertEqual(len(self.written().splitlines()), 3)
        self.screen.clear()
        self.seconds(300)
        self.assertEqual(self.written(), "", "nothing is being done")

    def test_other_work_begins_with_no_tenth(self):
        # ninja looks for new files in three steps, then builds in 612.
        self.begin(io.StringIO())
        self.screen.progress("building", 2, 3)
        self.screen.progress("building", 1, 612)
        self.screen.progress("building", 62, 612)
        self.assertEqual(self.written().splitlines(), ["building: 2 of 3, 0:00", "building: 62 of 612, 0:00"])
        self.screen.start()
        self.screen.progress("testing", 70, 612)
        self.assertEqual(self.written(), "testing: 70 of 612, 0:00\n")

    def test_a_terminal_has_one_line_that_changes_each_second(self):
        self.begin(Terminal())
        self.time += 0.2
        self.screen.progress("building", 1, 100, "a.cpp")
        self.assertEqual(self.written(), "\rbuilding: 1 of 100, 0:00, a.cpp\x1b[K")
        self.time += 0.05
        self.screen.progress("building", 2, 100, "b.cpp")
        self.assertEqual(self.written(), "", "ten times a second at most")
        self.seconds(1)
        self.assertEqual(self.written(), "\rbuilding: 2 of 100, 0:01, b.cpp\x1b[K")
        self.seconds(19)
        self.assertTrue(self.written().endswith("\rbuilding: 2 of 100, 0:20, b.cpp\x1b[K"), "too little is done")
        self.time += 0.2
        self.screen.progress("building", 5, 100, "c.cpp")
        self.assertTrue(self.written().endswith("\rbuilding: 5 of 100, 0:20, about 6:28 left, c.cpp\x1b[K"))
        self.seconds(1)
        self.written()
        self.screen.progress("building", 100, 100, "x" * 100)
        self.assertEqual(self.written(), "\r" + ("building: 100 of 100, 0:21, " + "x" * 100)[:80] + "\x1b[K")
        self.screen.say("done")
        self.assertEqual(self.written(), "\r\x1b[Kdone\n")

    def test_a_stream_that_nobody_reads_ends_the_thread_alone(self):
        for failure in (BrokenPipeError, ValueError):
            self.begin(mock.Mock(**{"isatty.return_value": False, "write.side_effect": failure}))
            self.screen.work = ("building", 1, 2, "")
            self.time += 31.0
            with mock.patch.object(screen.time, "sleep"):
                self.screen._tick()


if __name__ == "__main__":
    sys.exit(unittest.main())
