# tests/launcher/test_launcher.cpp: what it logs, and how it ends a test: launcher_test.py LAUNCHER
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import resource
import select
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


class Edge(unittest.TestCase):
    """The launcher as an edge of tests.ninja."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for name in ("results", "passed", "kept", "inputs", "elsewhere"):
            (self.folder / name).mkdir()
        self.digest("one")

    def digest(self, text):
        (self.folder / "inputs/x").write_text(text)

    def edge(self, script, *options, call="1", **environment):
        """Runs a script as test `t`; returns status, verdict and cause of its record."""
        done = subprocess.run([LAUNCHER, "--edge", "t", "--input", "inputs/x", *options, "/dev/null", "t", "10", "sh", "-c",
                               script], cwd=self.folder, capture_output=True, text=True, check=False, timeout=BOUND_S,
                              env={**os.environ, "TEST_CALL": call, **environment})
        self.assertEqual((done.stdout, done.stderr), ("", ""), "ninja reads what is printed")
        record = (self.folder / "results/t").read_text().rstrip("\n").split("\t")
        self.assertEqual(len(record), 6)
        self.assertEqual(self.stamped(), record[0] == "passed" and "--each-time" not in options)
        return done.returncode, record[0], record[5]

    def stamped(self):
        return (self.folder / "passed/t").exists()

    def output(self):
        return (self.folder / "results/t.log").read_text()

    def test_verdicts(self):
        for script, options, expected in (
                ("echo a; echo b >&2", [], (0, "passed", "")),
                ("echo a; echo b >&2; exit 3", [], (1, "failed", "status 3")),
                ("kill -SEGV $$", [], (1, "failed", "signal 11")),
                ("kill -SEGV $$", ["--skip", "."], (1, "failed", "signal 11")),
                ("echo '[  SKIPPED ]'", ["--skip", r"\[  SKIPPED \]"], (0, "skipped", "")),
                ("echo one; echo two; exit 1", ["--pass", "e.t"], (0, "passed", "")),
                ("echo one", ["--pass", "two|three"], (1, "failed", "the output lacks: two|three")),
                ("echo one", ["--fail", "^o"], (1, "failed", "the output has: ^o")),
                ("echo two", ["--fail", "^o"], (0, "passed", "")),
                ("true", ["--missing", "a/file"], (1, "failed", "required file missing: a/file")),
                ("true", ["--each-time"], (0, "passed", ""))):
            with self.subTest(script=script, options=options):
                self.assertEqual(self.edge(script, *options), expected)
                if script.startswith("echo a"):
                    self.assertEqual(sorted(self.output().split()), ["a", "b"])

    def test_an_expression_that_is_none_is_no_verdict(self):
        for option in ("--skip", "--pass", "--fail"):
            with self.assertRaises(FileNotFoundError):
                self.edge("true", option, "(")
            self.assertFalse(self.stamped())

    def test_where_and_with_what_it_runs(self):
        script = 'basename "$PWD"; echo "$A${TEST_CALL-none}"'
        self.edge(script, "--folder", str(self.folder / "elsewhere"), "--set", "A=a b ")
        self.assertEqual(self.output(), "elsewhere\na b none\n")
        self.assertEqual(self.edge("true", "--folder", "/nowhere")[1:], ("failed", "/nowhere: No such file or directory"))

    def test_what_has_passed_is_not_run_again(self):
        count = "echo >>count"
        ran = lambda: len((self.folder / "count").read_text())  # noqa: E731
        self.edge(count)
        (self.folder / "passed/t").unlink()
        self.edge(count, call="2")
        self.assertEqual(ran(), 1)
        self.digest("two")
        self.edge(count)
        self.digest("one")
        self.edge(count)
        self.assertEqual(ran(), 2)
        for options in (["--set", "A=1"], ["--set", "A=2"], ["--skip", "x"], ["--folder", str(self.folder)]):
            before = ran()
            self.edge(count, *options)
            self.edge(count, *options)
            self.assertEqual(ran(), before + 1, options)
        before = ran()
        self.edge(count, TEST_AGAIN="1")
        self.assertEqual(ran(), before + 1)
        # A test that fails with the inputs that it has passed with has passed by chance.
        flaky = "echo >>count; [ ! -e fail ]"
        self.edge(flaky)
        (self.folder / "fail").touch()
        self.edge(flaky, TEST_AGAIN="1")
        (self.folder / "fail").unlink()
        before = ran()
        self.edge(flaky)
        self.assertEqual(ran(), before + 1)

    def test_ninja_hears_of_the_end_and_of_nothing_before(self):
        # A process that closes its pipe earlier counts as ended: ninja then waits for it and for nothing else.
        reading, writing = os.pipe()
        with subprocess.Popen([LAUNCHER, "--edge", "t", "/dev/null", "t", "10", "sh", "-c", "touch begun; cat go; exit 0"],
                              cwd=self.folder, stdout=writing, stderr=writing) as launched:
            os.close(writing)
            os.mkfifo(self.folder / "go")
            while not (self.folder / "begun").exists():
                self.assertEqual(select.select([reading], [], [], 0.02)[0], [])
            self.assertEqual(select.select([reading], [], [], 0.0)[0], [])
            (self.folder / "go").write_text("")
            self.assertEqual(launched.wait(BOUND_S), 0)
        self.assertEqual(os.read(reading, 10), b"")
        os.close(reading)


if __name__ == "__main__":
    sys.exit(unittest.main())
