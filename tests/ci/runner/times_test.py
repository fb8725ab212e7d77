# ci/times: the cost of commands and tests, computed from their log.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

from mini_project import BOUND_S, ROOT, MiniProject

sys.path.insert(1, str(ROOT / "ci/timing"))
sys.path.insert(1, str(ROOT / "ci/runner"))
from cpu_log import read_cpu_log  # noqa: E402
from session import GROWN_BYTES, trim  # noqa: E402

LAUNCHER = ROOT / "ci/record-cpu"
# Prints the CPU seconds of the process and its child by their own account.
BUSY = """
import os, time
if os.fork() == 0:
    while time.process_time() < 0.1: pass
    os._exit(0)
os.wait()
print(sum(os.times()[:4]))
"""


class Launcher(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.log = self.folder / "log/cpu.tsv"
        self.log.parent.mkdir()

    def run_recorded(self, *words, log=None, **options):
        return subprocess.run([LAUNCHER, log or self.log, *words], capture_output=True, text=True, check=False,
                              timeout=BOUND_S, **options)

    def records(self, source_of=None):
        return read_cpu_log(str(self.folder), source_of or {})

    def test_streams_and_status_are_the_commands_own(self):
        done = self.run_recorded("custom", "x", "sh", "-c", "cat; echo err >&2; exit 7", input="in\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "in\n", "err\n"))
        done = self.run_recorded("custom", "x", "sh", "-c", "kill -9 $$")
        self.assertEqual((done.returncode, done.stderr), (137, "ci/record-cpu: signal 9 ended sh\n"))
        self.assertEqual(self.run_recorded("custom", "x", "/nowhere/at/all").returncode, 127)

    def test_without_a_log_the_command_runs_all_the_same(self):
        done = self.run_recorded("custom", "x", "echo", "a b", log=self.folder / "nowhere/cpu.tsv")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "a b\n", ""))
        done = self.run_recorded("custom", "x", "echo", "a b", log="/dev/full")
        self.assertEqual((done.returncode, done.stdout), (0, "a b\n"))

    def test_names(self):
        self.run_recorded("compile", "a b%Uc.o", "true")
        self.run_recorded("custom", "prog:", "true", "--gtest_filter=A")
        self.assertEqual(set(self.records()), {("compile", "a b%Uc.o"), ("custom", "prog:")})

    def test_cpu_time_counts_and_not_waiting(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.run_recorded("custom", "x", "sleep", "0.3")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with_launcher = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLessEqual(self.records()["custom", "x"].seconds, with_launcher + 0.002, "rounding")
        done = self.run_recorded("custom", "y", sys.executable, "-c", BUSY)
        self.assertGreaterEqual(self.records()["custom", "y"].seconds, float(done.stdout) - 0.03, "ticks of 10 ms")

    def test_the_last_run_counts_and_all_commands_of_a_step(self):
        # Three commands of one step, a second build, and lines that are not records.
        self.log.write_text("7\t1.0\t0.5\t9\tlink\tliba.a\n7\t0.25\t0.25\t9\tlink\tliba.a\n"
                            "8\t4\t0\t9\tcompile\ta.o\n9\t3\t0\t9\tlink\tliba.a\n9\t1\t1\t9\tlink\tliba.a\n"
                            "9\t2\t0.5\t9\tcompile\ta.o\nrubbish\n9\tx\ty\tz\tlink\tliba.a\n9\t1\n")
        records = self.records()
        self.assertEqual(records["link", "liba.a"].seconds, 5.0)
        self.assertEqual(records["compile", "a.o"].seconds, 2.5)

    def test_the_log_does_not_grow_for_ever(self):
        self.log.write_text("".join(f"{number}\t1\t0\t9\tcompile\ta.o\n" for number in range(GROWN_BYTES // 30)))
        lines = self.log.read_text().splitlines()
        trim(str(self.log))
        self.assertTrue(self.log.read_text().splitlines() == lines, "not yet")
        self.log.write_text("\n".join(lines * 2) + "\n")
        trim(str(self.log))
        kept = self.log.read_text().splitlines()
        self.assertTrue(kept == (lines * 2)[-len(kept):])
        self.assertLess(self.log.stat().st_size, GROWN_BYTES // 2)
        self.assertGreater(self.log.stat().st_size, GROWN_BYTES // 3)

    def test_what_ccache_had_is_told_and_keeps_its_cost(self):
        sources = {"a.o": str(self.folder / "a.cpp"), "b.o": "/abs/b.cpp", "c.o": "/abs/c.cpp"}
        self.log.write_text(
            "# a.cpp\ncache_miss\n1\t5\t0\t9\tcompile\ta.o\n"
            "# /abs/b.cpp\ndirect_cache_hit\nlocal_storage_hit\n# a.cpp\npreprocessed_cache_hit\n"
            "2\t0.01\t0\t9\tcompile\ta.o\n2\t0.01\t0\t9\tcompile\tb.o\n"
            "# /abs/c.cpp\ndirect_cache_hit\n3\t0.01\t0\t9\tcompile\tc.o\n# /abs/c.cpp\ncache_miss\n"
            "4\t3\t0\t9\tcompile\tc.o\n")
        records = self.records(sources)
        self.assertEqual([(record.seconds, record.cached) for record in records.values()],
                         [(5.0, False), (0.01, True), (3.0, False)])


class Times(unittest.TestCase):
    def test_a_build_and_its_tests(self):
        mini = MiniProject()
        self.addCleanup(mini.remove)
        self.assertEqual(mini.test().status, 0)
        log = mini.path / "build/release/log/cpu.tsv"
        self.assertRegex(log.read_text(), r"(?m)^\d+\t[0-9.]+\t[0-9.]+\t[0-9.]+\ttest\tidle$")
        with log.open("a") as file:
            file.write("1\t1000.5\t0.25\t2000\ttest\tidle\n")
        called = subprocess.run([sys.executable, "-BES", ROOT / "ci/timing/times_main.py", "--json", "times.json"],
                                cwd=mini.path, capture_output=True, text=True, check=False, timeout=BOUND_S)
        self.assertEqual(called.returncode, 0, called.stderr)
        times = json.loads((mini.path / "times.json").read_text())
        targets = {"source", "skipper", "helper", "plugin", "ranked", "device", "platform", "deep", "test_launcher"}
        self.assertEqual((times["objects"], times["without_record"]), (9, 0))
        self.assertEqual({row[1] for row in times["sources"]}, targets)
        self.assertEqual({row[0] for row in times["targets"]}, targets)
        for row in times["targets"]:
            self.assertGreater(row[3], 0.0, "linking has a record of the same target")
        self.assertEqual((times["tests_known"], times["tests_run"]), (17, 16))
        self.assertEqual(times["tests"][0], ["idle", 1000.75])
        labels = {row[0]: row[1] for row in times["labels"]}
        self.assertEqual((labels["unit"], labels["mpi"], labels["rtl/control"]), (9, 4, 2))
        self.assertEqual(times["own_headers"][0][:2], ["gtest_like.hpp", 3])
        self.assertIn("tests by label (16 of 17 have run", called.stdout)
        self.assertGreater(times["discovery"], 0.0)
        wrong = subprocess.run([sys.executable, "-BES", ROOT / "ci/timing/times_main.py", "nowhere"], cwd=mini.path,
                               capture_output=True, text=True, check=False, timeout=BOUND_S)
        self.assertEqual((wrong.returncode, wrong.stderr), (2, "ci/times: there is no preset 'nowhere': release\n"))


if __name__ == "__main__":
    sys.exit(unittest.main())
