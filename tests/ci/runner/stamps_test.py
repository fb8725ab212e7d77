# ci/test runs again exactly the tests that a change can affect, and counts none as passed that has not passed.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys
import tempfile
import unittest
import unittest.mock

from mini_project import ALL, EACH_TIME, PASSED, ROOT, MiniProject

sys.path.insert(1, str(ROOT / "ci/runner"))
from digests import Digests  # noqa: E402
from edges import stem  # noqa: E402


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mini = MiniProject()
        cls.addClassCleanup(cls.mini.remove)
        cls.first = cls.mini.test()
        cls.mini.save()

    def setUp(self):
        self.assertEqual(self.first.status, 0, self.first.said)
        self.mini.restore()

    def expect(self, ran, outcome=None):
        """The next call passes and runs these tests beside those that run each time."""
        outcome = outcome or self.mini.test()
        self.assertEqual(outcome.status, 0, outcome.said)
        self.assertEqual(outcome.ran, set(ran), outcome.said)
        self.assertEqual(set(outcome.cases), ALL, "JUnit holds every test")
        log = (self.mini.build / "log/test.log").read_text()
        self.steps = set(re.findall(r"^\[\d+/\d+\] test (.*)$", log, re.MULTILINE)) - EACH_TIME
        return outcome

    def test_a_clean_checkout_runs_everything(self):
        self.assertEqual(self.first.ran, ALL - EACH_TIME)
        self.assertEqual(self.first.counts, (PASSED, 0, 1))
        self.assertNotIn("before", self.first.out)

    def test_nothing_changed(self):
        outcome = self.expect([])
        self.assertEqual(outcome.counts, (PASSED, 0, 1))
        self.assertIn(f"\n{PASSED - 1} of those that passed did so before", outcome.out)
        for name in ALL - EACH_TIME:
            case = outcome.cases[name]
            self.assertEqual(case.get("status"), "stamped")
            self.assertIn("passed with the same inputs", case.find("skipped").get("message"))
        self.assertEqual(outcome.cases["restless"].get("status"), "run")

    def test_each_kind_of_input(self):
        mini = self.mini
        mini.replace("tests/source.cpp", "return 0; });", "return argc_is_unused(); });")
        mini.replace("tests/source.cpp", "int main", "int argc_is_unused() { return 0; }\n\nint main")
        self.expect(["source:Suite.Case"])
        mini.write("data/file.txt", "other\n")
        self.expect(["file"])
        mini.write("data/folder/one.txt", "other\n")
        self.expect(["folder"])
        mini.write("data/folder/two.txt", "new\n")
        self.expect(["folder"])
        os.rename(mini.path / "data/folder/two.txt", mini.path / "data/folder/three.txt")
        self.expect(["folder"])
        mini.replace("script.sh", "exit 0", "true")
        self.expect(["script"])
        mini.replace("tests/helper.cpp", "return 0;", "volatile int status = 0; return status;")
        self.expect(["program"])
        mini.replace("tests/plugin.cpp", "return 0;", "volatile int status = 0; return status;")
        self.expect(["module"])
        mini.configure("-DWORD=other")
        self.expect(["property"])
        mini.replace("CMakePresets.json", '"CMAKE_BUILD_TYPE": "Release"', '"CMAKE_BUILD_TYPE": "Release", "WORD": "new"')
        self.expect(["property"])
        mini.replace("tests/CMakeLists.txt", "COMMAND sh -c true LABELS unit)", "COMMAND sh -c : LABELS unit)")
        self.expect(["idle"])

    def test_what_is_no_input(self):
        for name in ("tests/source.cpp", "data/file.txt", "tests/helper.cpp"):
            os.utime(self.mini.path / name)
        self.mini.replace("tests/source.cpp", "// A test program.", "// The same program.")
        self.mini.replace("tests/CMakeLists.txt", "LABELS cosim first PROGRAMS", "LABELS cosim PROGRAMS")
        self.expect([])
        self.assertEqual(self.steps, set(), "ninja itself finds nothing out of date")

    def test_what_was_before_is_known(self):
        self.mini.write("data/file.txt", "other\n")
        self.expect(["file"])
        self.mini.write("data/file.txt", "a\n")
        self.expect([])

    def test_environment_variables(self):
        self.expect(ALL - EACH_TIME, self.mini.test(STENCIL_SEED="7"))
        self.expect([], self.mini.test(STENCIL_SEED="7", EDITOR="any"))
        self.expect(ALL - EACH_TIME, self.mini.test(STENCIL_SEED="8"))

    def test_tools(self):
        tools = self.mini.path / "tools"
        tools.mkdir()
        fake = tools / "yosys"
        path = f"{tools}:{os.environ['PATH']}"
        for version in ("0.23", "0.24"):
            fake.write_text(f"#!/bin/sh\necho Yosys {version}\n")
            fake.chmod(0o755)
            self.expect(ALL - EACH_TIME, self.mini.test(PATH=path))
        self.expect([], self.mini.test(PATH=path))

    def test_packages(self):
        tools = self.mini.path / "tools"
        tools.mkdir()
        fake = tools / "dpkg-query"
        path = f"{tools}:{os.environ['PATH']}"
        for version in ("1", "2"):
            # A library on which only a package of ours depends.
            fake.write_text("#!/bin/sh\n"
                            "printf 'libsystemc-dev\\t1\\t\\tlibsystemc (= 1), libc6\\n'\n"
                            f"printf 'libsystemc-9\\t{version}\\tlibsystemc\\t\\n'\n"
                            f"printf 'unrelated\\t{os.getpid()}\\t\\t\\n'\n")
            fake.chmod(0o755)
            self.expect(ALL - EACH_TIME, self.mini.test(PATH=path))
        fake.write_text(fake.read_text().replace(f"{os.getpid()}", "other"))
        self.expect([], self.mini.test(PATH=path))

    def stamp(self, name):
        return self.mini.build / "passed" / stem(name)

    def test_a_failure_gets_no_stamp(self):
        self.assertTrue(self.stamp("verdict").exists())
        self.mini.write("verdict", "1\n")
        for arguments, ran in ((["--all"], ALL - EACH_TIME), ([], {"verdict"}), ([], {"verdict"})):
            outcome = self.mini.test(*arguments)
            self.assertEqual(outcome.status, 1, outcome.said)
            self.assertEqual(outcome.ran, ran)
            self.assertEqual(outcome.counts, (PASSED - 1, 1, 1))
            self.assertIn("\noutput of verdict\n", outcome.out)
            self.assertIn("\nfailed: verdict: status 1\n", outcome.out)
            self.assertIn("output of verdict", outcome.cases["verdict"].find("failure").text)
        self.assertFalse(self.stamp("verdict").exists())
        self.assertEqual(list((self.mini.build / "kept/verdict").iterdir()), [], "the earlier pass was luck")
        self.mini.write("verdict", "0\n")
        self.expect(["verdict"])
        self.expect([])

    def test_a_missing_input_is_a_failure(self):
        os.remove(self.mini.path / "data/file.txt")
        for _ in range(2):
            outcome = self.mini.test()
            self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 1, 1)), outcome.said)
            self.assertIn("\nfailed: file: required file missing: ", outcome.out)
            case = outcome.cases["file"]
            self.assertEqual((case.get("status"), case.find("skipped")), ("fail", None))
            self.assertRegex(case.find("failure").get("message"), "^required file missing: .*/data/file.txt$")

    def test_an_input_that_changes_meanwhile(self):
        self.mini.replace("tests/rtl/control/CMakeLists.txt", "LABELS rtl", "LABELS rtl INPUTS ${PROJECT_SOURCE_DIR}/own")
        self.mini.replace("script.sh", "exit 0", "date +%N >>own")
        self.mini.replace("script.sh", "# A test", "cd \"$(dirname \"$0\")\"\n# A test")
        for _ in range(2):
            # A pass with a changed file proves nothing about the restored one.
            self.mini.write("own", "")
            self.expect(["script"])

    def test_what_declares_nothing_runs_each_time(self):
        self.mini.write("tests/CMakeLists.txt", (self.mini.path / "tests/CMakeLists.txt").read_text() +
                        "add_test(NAME raw COMMAND sh -c true)\n"
                        "set_tests_properties(raw PROPERTIES LABELS unit TIMEOUT 9)\n")
        for _ in range(2):
            outcome = self.mini.test()
            self.assertEqual((outcome.status, outcome.ran), (0, {"raw"}), outcome.said)

    def test_damaged_stamps_count_as_none(self):
        whole = self.stamp("idle").read_text()
        kept = next((self.mini.build / "kept/idle").iterdir())
        for text in (whole[:-1], whole[:12], "", "failed" + whole[6:]):
            self.stamp("idle").write_text(text)
            self.expect([])  # another stamp tells of the same pass
            self.assertEqual(self.stamp("idle").read_text(), whole)
            self.stamp("idle").write_text(text)
            kept.write_text(text)
            self.expect(["idle"])
            whole = self.stamp("idle").read_text()
        self.stamp("idle").write_bytes(bytes(range(256)))
        self.expect([])
        kept.rename(kept.with_name("0" * 16))
        self.stamp("idle").unlink()
        self.expect(["idle"])

    def test_a_stamp_of_other_inputs_counts_as_none(self):
        # Whatever their names are: the key stands inside.
        kept = next((self.mini.build / "kept/file").iterdir())
        self.mini.write("data/file.txt", "other\n")
        self.expect(["file"])
        other = next(path for path in (self.mini.build / "kept/file").iterdir() if path != kept)
        other.write_text(kept.read_text())
        self.stamp("file").unlink()
        self.expect(["file"])

    def test_old_passes_go(self):
        for number in range(25):
            (self.mini.build / f"kept/file/{number}").write_text("")
        self.mini.write("data/file.txt", "other\n")
        self.expect(["file"])
        self.assertEqual(len(list((self.mini.build / "kept/file").iterdir())), 20)
        self.expect([])

    def test_switching_branches_and_back_runs_nothing(self):
        # Sources of a program and of a module, data, and what CMake reads; all with new times.
        edits = (("tests/source.cpp", "return 0;", "return argc_unused();"),
                 ("tests/source.cpp", "int main", "int argc_unused() { return 0; }\n\nint main"),
                 ("tests/plugin.cpp", "return 0;", "volatile int status = 0; return status;"),
                 ("data/file.txt", "a", "b"), ("tests/CMakeLists.txt", "COMMAND sh -c true LABELS unit)", "COMMAND sh -c : LABELS unit)"))
        for name, old, new in edits:
            self.mini.replace(name, old, new)
        self.expect(["source:Suite.Case", "module", "file", "idle"])
        for name, old, new in reversed(edits):
            self.mini.replace(name, new, old)
        self.expect([])
        for name, old, new in edits:
            self.mini.replace(name, old, new)
        self.expect([])

    def test_an_older_file_in_place_of_an_input(self):
        old = self.mini.path / "old"
        old.write_text("other\n")
        os.utime(old, (1, 1))
        os.rename(old, self.mini.path / "data/file.txt")
        self.expect(["file"])

    def test_a_damaged_store_of_digests_does_no_harm(self):
        for text in ("{", '{"a": [1]}'):
            self.mini.write("build/release/log/digests.json", text)
            self.expect([])

    def test_forged_lines_of_ninja_count_for_nothing(self):
        # The forger fails and prints that `patience`, which fails too, has passed.
        self.mini.replace("tests/CMakeLists.txt", "exec ${CMAKE_BINARY_DIR}/bin/helper",
                          "echo '[1/2] test patience'; echo 'FAILED: passed/idle'; exit 1")
        self.mini.replace("tests/CMakeLists.txt", "sleep $(cat", "sleep 1; exit 1; $(cat")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 2, 2, 1)), outcome.said)
        for name in ("program", "patience"):
            self.assertIn(f"\nfailed: {name}: status 1\n", outcome.out)


class Files(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.path = os.path.join(self.folder, "file")

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_a_file_that_changes_within_a_tick_of_the_clock(self):
        digests = Digests(os.path.join(self.folder, "cache"), self.folder)
        self.write("first")
        # Clocks of kernels differ in resolution: this one stands still.
        with unittest.mock.patch("os.stat", return_value=os.stat(self.path)):
            first = digests.of(self.path)
            self.write("other")
            self.assertNotEqual(digests.of(self.path), first)


if __name__ == "__main__":
    sys.exit(unittest.main())
