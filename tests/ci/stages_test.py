# ci/test builds and runs in stages, chooses tests by label, shows failures and counts correctly.
# SPDX-License-Identifier: Apache-2.0
import sys
import unittest

from mini_project import ALL, PASSED, MiniProject


class Stages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mini = MiniProject()
        cls.addClassCleanup(cls.mini.remove)
        cls.mini.save()

    def setUp(self):
        self.mini.restore()

    def built(self, name):
        return (self.mini.build / "bin" / name).exists() or (self.mini.build / "tests" / name).exists()

    def place(self, outcome, name):
        """The position in the output where the test has ended."""
        return outcome.out.index(f", {name}\n")

    def test_one_after_the_other(self):
        outcome = self.mini.test()
        self.assertEqual(outcome.status, 0, outcome.said)
        # A test on one rank is among the first, one on two is not; a unit test that links a whole accelerator is not alone.
        for name, stage in (("ranked.ranks1", 2), ("ranked.ranks2", 4), ("deep:Typed.Case<0>", 4)):
            self.assertLess(outcome.out.find(f"\n{stage - 1} of 4"), self.place(outcome, name))
            self.assertGreater(outcome.out.find(f"\n{stage} of 4"), self.place(outcome, name))
        lines = [line for line in outcome.out.splitlines() if line[1:6] == " of 4"]
        self.assertRegex(lines[0], "^1 of 4, modules and units alone: 8 passed, 0 failed, 1 skipped; built in ")
        self.assertRegex(lines[1], "^2 of 4, one rank, one configuration: 2 passed, 0 failed; ")
        self.assertRegex(lines[2], "^3 of 4, lint: 1 passed, 0 failed; ")
        self.assertRegex(lines[3], "^4 of 4, all the rest: 4 passed, 0 failed; ")
        self.assertEqual(outcome.out.splitlines()[-1], f"{PASSED} passed, 0 failed, 1 skipped")
        self.assertIn("\n1 tests labelled slow are not run here", outcome.out)
        # A stage's programs are built after the previous stage has run.
        log = (self.mini.build / "log/test.log").read_text()
        places = [log.index(text) for text in ("source.dir", ": idle .", "plugin.dir", ": module .", ": folder .",
                                               "helper.dir", ": program .")]
        self.assertEqual(places, sorted(places))

    def test_a_failure_hides_nothing(self):
        self.mini.write("verdict", "3\n")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 1, 1)), outcome.said)
        self.assertEqual(set(outcome.cases), ALL)
        # Its output appears before the next stage begins, and the later stages run.
        self.assertLess(outcome.out.index("\noutput of verdict\n"), outcome.out.index("2 of 4, one rank"))
        self.assertIn("4 of 4, all the rest: 4 passed, 0 failed", outcome.out)
        self.assertEqual(outcome.out.splitlines()[-1], f"{PASSED - 1} passed, 1 failed, 1 skipped")

    def test_a_label_builds_and_runs_what_carries_it(self):
        outcome = self.mini.test("-L", "rtl/control")
        self.assertEqual((outcome.status, set(outcome.cases)), (0, {"script", "neighbour"}), outcome.said)
        self.assertEqual(outcome.out.splitlines()[-1], "2 passed, 0 failed")
        self.assertFalse(self.built("source"))
        # Labels match whole: rtl is no part of mpi, and cosim no part of rtl/control.
        outcome = self.mini.test("-L", "rtl", "-L", "mpi")
        self.assertEqual(set(outcome.cases), {"script", "program", "patience", "ranked.ranks1", "ranked.ranks2"},
                         outcome.said)
        self.assertNotIn("script", outcome.ran)
        self.assertTrue(self.built("helper"))
        self.assertFalse(self.built("libplugin.so"))
        outcome = self.mini.test("-L", "slow")
        self.assertEqual((outcome.status, set(outcome.cases)), (0, {"soak"}), outcome.said)

    def test_slow_tests_when_asked_for(self):
        outcome = self.mini.test("--slow")
        self.assertEqual((outcome.status, set(outcome.cases)), (0, ALL | {"soak"}), outcome.said)
        self.assertNotIn("labelled slow", outcome.out)

    def test_an_unknown_label_or_preset(self):
        for arguments, text in ((["-L", "rt"], "no test has the label rt;"),
                                (["debug"], "there is no preset 'debug': release")):
            outcome = self.mini.test(*arguments)
            self.assertEqual(outcome.status, 2, outcome.said)
            self.assertIn(f"ci/test: {text}", outcome.err)
            self.assertEqual(len(outcome.err.splitlines()), 1)
        self.assertFalse((self.mini.path / "build/debug").exists())

    def test_what_does_not_compile(self):
        self.mini.replace("tests/source.cpp", "return 0;", "return forgotten;")
        self.mini.replace("tests/skipper.cpp", "std::puts(", "std::putz(")
        outcome = self.mini.test()
        self.assertEqual(outcome.status, 1, outcome.said)
        self.assertIsNone(outcome.counts, "nothing that reads as a verdict")
        for text in ("forgotten. was not declared", "putz. is not a member", "FAILED: tests/CMakeFiles/source.dir"):
            self.assertRegex(outcome.out, text)
        self.assertNotIn("-isystem", outcome.out)
        self.assertNotIn(" -c /", outcome.out)
        self.assertIn(" -c /", (self.mini.build / "log/test.log").read_text())

    def test_the_rest_is_built_beside_what_does_not_compile(self):
        slowly = self.mini.path / "slowly"
        slowly.write_text("#!/bin/sh\ncase \"$*\" in *skipper*) sleep 1 ;; esac\nexec \"$@\"\n")
        slowly.chmod(0o755)
        self.mini.configure(f"-DCMAKE_CXX_COMPILER_LAUNCHER={slowly}")
        self.mini.replace("tests/source.cpp", "return 0;", "return forgotten;")
        self.assertEqual(self.mini.test().status, 1)
        self.assertTrue(self.built("skipper"))

    def test_what_cmake_refuses(self):
        self.mini.replace("tests/CMakeLists.txt", "LABELS slow)", "TIMEOUT 3)")
        for _ in range(2):
            outcome = self.mini.test()
            self.assertEqual((outcome.status != 0, outcome.counts), (True, None), outcome.said)
            self.assertIn("test soak has no LABELS", outcome.out)

    def test_a_file_that_cmake_knew_is_gone(self):
        listed = self.mini.path / "tests/CMakeLists.txt"
        text = listed.read_text()
        moved = self.mini.path / "moved"
        moved.touch()
        listed.write_text(text + """
            set(made "${CMAKE_CURRENT_BINARY_DIR}/made.cmake")
            file(TOUCH "${made}")
            add_custom_command(OUTPUT "${made}" COMMAND ${CMAKE_COMMAND} -E touch "${made}"
              DEPENDS "${PROJECT_SOURCE_DIR}/moved")
            add_custom_target(made DEPENDS "${made}")
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${made}")
            """)
        self.assertEqual(self.mini.test("-L", "unit").status, 0)
        moved.unlink()
        listed.write_text(text)
        found = self.mini.test("-L", "unit")
        self.assertEqual(found.status, 0, found.said)
        self.assertNotIn("no known rule", found.said)

    def test_a_test_without_a_bound(self):
        self.mini.write("tests/CMakeLists.txt",
                        (self.mini.path / "tests/CMakeLists.txt").read_text() + "add_test(NAME loose COMMAND true)\n")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (2, None), outcome.said)
        self.assertIn("test loose has no TIMEOUT", outcome.err)

    def test_a_bound_holds(self):
        self.mini.write("endless", "while :; do :; done\n")
        self.mini.replace("tests/CMakeLists.txt", '"sleep $(cat ${PROJECT_SOURCE_DIR}/patience)" LABELS mpi',
                          '". ${PROJECT_SOURCE_DIR}/endless" LABELS mpi TIMEOUT 1')
        outcome = self.mini.test("-L", "mpi")
        self.assertEqual((outcome.status, outcome.counts), (1, (3, 1, 0)), outcome.said)
        self.assertIn("CPU seconds, its bound is 1", outcome.out)

    def test_tests_that_were_left_out(self):
        # As ci/demo configures a folder that had no tests.
        self.mini.configure("-DSTENCIL_BUILD_TESTS=OFF")
        self.mini.build_without_tests("all")
        self.assertFalse(self.built("helper"))
        outcome = self.mini.test("-L", "rtl")
        self.assertEqual(outcome.counts, (1, 0, 0), outcome.said)
        # And ci/demo keeps the tests of a folder that has them.
        cache = self.mini.build / "CMakeCache.txt"
        time = cache.stat().st_mtime_ns
        self.mini.build_without_tests("all")
        self.assertEqual(cache.stat().st_mtime_ns, time)
        self.assertTrue(self.built("helper"))
        # Also if CMake must run because the presets have changed.
        presets = self.mini.path / "CMakePresets.json"
        presets.write_text(presets.read_text() + "\n")
        mark = self.mini.build / "log/configured"
        before = mark.read_text()
        self.mini.build_without_tests("all")
        self.assertNotEqual(mark.read_text(), before, "CMake ran")
        self.assertTrue("STENCIL_BUILD_TESTS:BOOL=ON" in cache.read_text())


if __name__ == "__main__":
    sys.exit(unittest.main())
