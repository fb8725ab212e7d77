# ci/test_launcher.cpp: what it logs, and how it ends a test: launcher_test.py LAUNCHER
# SPDX-License-Identifier: Apache-2.0
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

BOUND_S = 1200.0
LAUNCHER = pathlib.Path(sys.argv.pop(1)).resolve()
# Burns CPU time until the processes below it have used 0.2 s by their own account, which it prints.
BUSY = """
import os, time
for _ in range(2):
    if os.fork() == 0:
        while time.process_time() < 0.1: pass
        os._exit(0)
while True:
    try: os.wait()
    except ChildProcessError: break
print(sum(os.times()[:4]))
"""


class Launcher(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.log = self.folder / "cpu.tsv"

    def launch(self, key, bound, *words, log=None, **options):
        return subprocess.run([LAUNCHER, log or self.log, key, str(bound), *words], capture_output=True, text=True,
                              check=False, timeout=BOUND_S, **options)

    def records(self):
        return [line.split("\t") for line in self.log.read_text().splitlines()]

    def test_streams_and_status_are_the_tests_own(self):
        done = self.launch("x", 10, "sh", "-c", "cat; echo err >&2; exit 7", input="in\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "in\n", "err\n"))
        done = self.launch("x", 10, "sh", "-c", "kill -9 $$")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (-signal.SIGKILL, "", ""))
        done = self.launch("x", 10, "/nowhere/at/all")
        self.assertEqual((done.returncode, done.stderr), (127, "/nowhere/at/all: No such file or directory\n"))
        for bound in ("0", "-1", "1000001", "many"):
            self.assertEqual(self.launch("x", bound, "true").returncode, 2)

    def test_without_a_log_the_test_runs_all_the_same(self):
        for log in (self.folder / "nowhere/cpu.tsv", "/dev/full"):
            done = self.launch("x", 10, "echo", "a b", log=log)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "a b\n", ""))

    def test_names(self):
        self.launch("prog:", 10, "true", "--gtest_filter=A/Suite.Case/50%", "--other=1")
        self.launch("prog:", 10, "true", "--gtest_list_tests")
        self.launch("a b", 10, "true", "--gtest_filter=no")
        self.assertEqual([record[4:] for record in self.records()],
                         [["test", "prog:A/Suite.Case/50%"], ["test", "prog:"], ["test", "a b"]])

    def test_cpu_time_of_all_processes_counts(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        by_own_account = float(self.launch("x", 100, sys.executable, "-c", BUSY).stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        logged = float(self.records()[0][1]) + float(self.records()[0][2])
        self.assertGreaterEqual(logged, by_own_account - 0.03, "ticks of 10 ms, three processes")
        with_launcher = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLessEqual(logged, with_launcher + 0.002, "rounding")

    def test_a_test_beyond_its_bound_ends_with_all_its_processes(self):
        # One that keeps polling, one in a session of its own that ignores SIGTERM, one whose parent has ended.
        script = self.folder / "script"
        script.write_text("trap '' TERM\nsetsid sh -c 'echo $$ >> pids; while :; do sleep 0.01; done' &\n"
                          "(sh -c 'echo $$ >> pids; while :; do :; done' &)\necho $$ >> pids; echo begun\n"
                          "while :; do :; done\n")
        done = self.launch("x", 1, "sh", "script", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (-signal.SIGABRT, "begun\n"))
        self.assertRegex(done.stderr, r"\ntest_launcher ends x: it has used [0-9.]+ CPU seconds, its bound is 1\. Its "
                                      r"processes:\n( +\d+ +[0-9.]+ CPU s  .*\n)+$")
        pids = (self.folder / "pids").read_text().split()
        self.assertEqual(len(pids), 3)
        for pid in pids:
            self.assertIn(f" {pid} ", done.stderr)
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists(), pid)
        self.assertEqual(self.records()[0][4:], ["test", "x"])

    def test_asked_to_end_it_leaves_no_process(self):
        (self.folder / "script").write_text("sh -c 'echo $$ >> pids; sleep 1000' &\necho $$ >> pids\necho begun\nwait\n")
        with subprocess.Popen([LAUNCHER, self.log, "x", "10", "sh", "script"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as launched:
            self.assertEqual(launched.stdout.readline(), "begun\n")
            launched.terminate()
            self.assertEqual(launched.wait(BOUND_S), 128 + signal.SIGTERM)
        for pid in (self.folder / "pids").read_text().split():
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists(), pid)


if __name__ == "__main__":
    sys.exit(unittest.main())
