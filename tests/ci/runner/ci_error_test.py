# ci/test interrupted, or without room or a tool: one line, status 2, and the next call goes on from there.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from mini_project import ALL, PASSED, ROOT, MiniProject
from processes import processes

BOUND_S = 1200.0


class CiError(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mini = MiniProject()
        cls.addClassCleanup(cls.mini.remove)
        cls.mini.save()

    def setUp(self):
        self.mini.restore()

    def expect_line(self, outcome, text):
        self.assertEqual(outcome.status, 2, outcome.said)
        self.assertEqual(len(outcome.err.splitlines()), 1, outcome.said)
        self.assertRegex(outcome.err, text)
        self.assertIsNone(outcome.counts)

    def wait_for(self, condition, what):
        end = time.monotonic() + BOUND_S
        while not condition():
            self.assertLess(time.monotonic(), end, f"waited for {what}")
            time.sleep(0.02)

    def interrupt_tests(self, sign):
        """The call is stopped in its last stage; everything before has passed."""
        seconds = f"{BOUND_S + 70.0 + os.getpid() / 1e6:.6f}"  # a duration that no other process sleeps
        self.mini.write("patience", seconds)
        # Whatever does not end when asked to is never forced, and this test does not end either.
        process = self.mini.start(STENCIL_GRACE_S=str(10 * BOUND_S))
        self.wait_for(lambda: processes(f"sleep {seconds}"), "the test that sleeps")
        process.send_signal(sign)
        outcome = self.mini.finish(process)
        self.wait_for(lambda: not processes(f"sleep {seconds}"), "the end of the test")
        self.mini.write("patience", "0")
        following = self.mini.test()
        self.assertEqual((following.status, following.counts), (0, (PASSED, 0, 1)), following.said)
        # Other tests under way may have ended before.
        self.assertLessEqual({"patience"}, following.ran)
        self.assertLessEqual(following.ran, {"patience", "program", "ranked.ranks2", "deep:Typed.Case<0>"})
        self.assertEqual(set(following.cases), ALL)
        return outcome

    def test_interrupted_tests(self):
        for sign in (signal.SIGINT, signal.SIGTERM):
            self.mini.restore()
            self.expect_line(self.interrupt_tests(sign), "interrupted; what is finished is kept")

    def test_killed_tests(self):
        self.assertEqual(self.interrupt_tests(signal.SIGKILL).status, -signal.SIGKILL)

    def test_a_killed_build(self):
        # The compiler stops in the middle of its output.
        fake = self.mini.path / "slow-compiler"
        fake.write_text("#!/bin/sh\n"
                        f"case \"$*\" in *source.cpp.o*) [ -e {self.mini.path}/hurry ] || {{\n"
                        f"  echo half >tests/CMakeFiles/source.dir/source.cpp.o; touch {self.mini.path}/half\n"
                        "  sleep 60; } ;; esac\nexec \"$@\"\n")
        fake.chmod(0o755)
        self.mini.configure(f"-DCMAKE_CXX_COMPILER_LAUNCHER={fake}")
        for sign in (signal.SIGINT, signal.SIGKILL):
            (self.mini.path / "hurry").unlink(missing_ok=True)
            (self.mini.path / "half").unlink(missing_ok=True)
            process = self.mini.start()
            self.wait_for((self.mini.path / "half").exists, "the compiler")
            process.send_signal(sign)
            outcome = self.mini.finish(process)
            self.assertEqual(outcome.status, 2 if sign == signal.SIGINT else -sign, outcome.said)
            (self.mini.path / "hurry").touch()
            following = self.mini.test("-L", "unit")
            self.assertEqual(following.counts[1:], (0, 1), following.said)
            self.assertIn("source:Suite.Case", following.cases)
            source = self.mini.path / "tests/source.cpp"
            source.write_text(source.read_text() + "// edited\n")

    def test_two_calls_at_a_time(self):
        self.mini.write("patience", "2")
        first = self.mini.start()
        self.wait_for((self.mini.build / "log/test.log").exists, "the first call")
        second = self.mini.finish(self.mini.start())
        self.assertEqual(self.mini.finish(first).status, 0)
        self.assertIn("another call works in", second.out)
        self.assertEqual((second.status, second.counts), (0, (PASSED, 0, 1)), second.said)
        self.assertEqual(second.ran, set())

    def test_a_full_disk(self):
        # /dev/full takes no data. First the compiler's output fails, then ci/test's own.
        objects = self.mini.build / "tests/CMakeFiles/source.dir"
        fake = self.mini.path / "compiler"
        fake.write_text(f"#!/bin/sh\nset -e\n[ ! -e {self.mini.path}/full ] || cat \"$0\" >/dev/full\nexec \"$@\"\n")
        fake.chmod(0o755)
        self.mini.configure(f"-DCMAKE_CXX_COMPILER_LAUNCHER={fake}")
        (self.mini.path / "full").touch()
        self.expect_line(self.mini.test(), "(is|was) full")
        (self.mini.path / "full").unlink()
        for name in ("log/test.log", "log/digests.json.part", "junit.xml.part", "inputs/common.part", "tests.ninja.part",
                     "results/restless.part"):
            path = self.mini.build / name
            path.unlink(missing_ok=True)
            path.with_suffix("").unlink(missing_ok=True)
            path.symlink_to("/dev/full")
            self.expect_line(self.mini.test(), "(is|was) full")
            path.unlink(missing_ok=True)
        following = self.mini.test()
        self.assertEqual((following.status, following.counts), (0, (PASSED, 0, 1)), following.said)
        self.assertTrue(objects.exists())

    def test_a_missing_tool(self):
        for tool in ("ninja", "verilator", "mpirun", "iverilog"):
            folder = self.mini.path / f"without-{tool}"
            folder.mkdir()
            for name in ("bash", "sh", "env", "grep", "dpkg-query", "cat", *self.tools()):
                if name != tool and shutil.which(name):
                    (folder / name).symlink_to(shutil.which(name))
            called = subprocess.run([ROOT / "ci/setup", "test"], env={**os.environ, "PATH": str(folder)},
                                    capture_output=True, text=True, check=False, timeout=BOUND_S)
            self.assertEqual(called.returncode, 2, called)
            self.assertEqual(called.stdout, "")
            self.assertRegex(called.stderr, rf"^ci/setup: {tool} is not in PATH, though package \S+ is installed; .*\n$")
        (folder / "iverilog").symlink_to(shutil.which("iverilog"))
        self.assertEqual(subprocess.run([ROOT / "ci/setup", "test"], env={**os.environ, "PATH": str(folder)},
                                        check=False, timeout=BOUND_S).returncode, 0)

    def tools(self):
        return subprocess.run([ROOT / "ci/setup", "--tools", "test"], capture_output=True, text=True,
                              check=True).stdout.split()

    def test_a_tool_of_other_origin_needs_no_package(self):
        folder = self.mini.path / "origin"
        folder.mkdir()
        for name in ("bash", "sh", "env"):
            (folder / name).symlink_to(shutil.which(name))

        def packages():
            return subprocess.run([ROOT / "ci/setup", "--packages", "test"], env={**os.environ, "PATH": str(folder)},
                                  capture_output=True, text=True, check=True, timeout=BOUND_S).stdout.split()

        self.assertIn("npm", packages())
        (folder / "npm").symlink_to("/bin/true")
        self.assertNotIn("npm", packages())
        self.assertIn("npm", self.tools())

    def test_what_the_demo_needs(self):
        demo = set(subprocess.run([ROOT / "ci/setup", "--packages", "demo"], capture_output=True, text=True,
                                  check=True).stdout.split())
        tested = set(subprocess.run([ROOT / "ci/setup", "--packages", "test"], capture_output=True, text=True,
                                    check=True).stdout.split())
        self.assertLess(demo, tested)
        for name in demo:
            self.assertIsNone(re.search("gtest|gmock|benchmark|iverilog|yosys|clang|codespell|scalapack|strace|npm|"
                                        "chromium", name))
        self.assertIn("chromium", tested)
        refused = subprocess.run([ROOT / "ci/setup", "tests"], capture_output=True, text=True, check=False)
        self.assertEqual((refused.returncode, refused.stderr), (2, "ci/setup: 'tests' must be demo, test or nightly\n"))


if __name__ == "__main__":
    sys.exit(unittest.main())
