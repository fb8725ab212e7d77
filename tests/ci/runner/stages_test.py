# ci/test builds and runs in stages, chooses tests by label, shows failures and counts correctly.
# SPDX-License-Identifier: Apache-2.0
import re
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

    def test_one_after_the_other(self):
        outcome = self.mini.test()
        self.assertEqual(outcome.status, 0, outcome.said)
        # A test on one rank is among the first, one on two is not; a unit test that links a whole accelerator is not alone.
        stages = (self.mini.build / "log/test.log").read_text().split("\n== ")
        for name, stage in (("idle", 1), ("source:Suite.Case", 1), ("ranked.ranks1", 2), ("folder", 3), ("ranked.ranks2", 4),
                            ("deep:Typed.Case<0>", 4)):
            ran = [number for number, text in enumerate(stages) if re.search(rf"\] test {re.escape(name)}$", text, re.M)]
            self.assertEqual(ran, [stage], name)
        for line in ("1 of 4, modules and units alone: 8 passed, 0 failed, 1 skipped; 0:",
                     "2 of 4, one rank, one configuration: 2 passed, 0 failed; 0:", "3 of 4, lint: 1 passed, 0 failed; 0:",
                     "4 of 4, all the rest: 4 passed, 0 failed; 0:"):
            self.assertIn(f"\n{line}", outcome.out)
        self.assertEqual(outcome.out.splitlines()[-1], f"{PASSED} passed, 0 failed, 1 skipped")
        self.assertIn("\n1 tests labelled slow are not run here", outcome.out)
        # A stage's programs are built after the previous stage has run.
        log = (self.mini.build / "log/test.log").read_text()
        places = [log.index(text) for text in ("source.dir/source", "] test source", "plugin.dir/", "] test module",
                                               "] test folder", "helper.dir/", "] test program")]
        self.assertEqual(places, sorted(places))

    def test_tests_run_while_the_rest_is_built(self):
        self.assertEqual(self.mini.test(CTEST_PARALLEL_LEVEL="1").status, 0)
        log = (self.mini.build / "log/test.log").read_text()
        places = [log.index(text) for text in ("] test ranked.ranks2\n", "helper.dir/", "] test program\n", "deep.dir/")]
        self.assertEqual(places, sorted(places), log)

    def test_the_longest_begin_first_and_until_it_is_known_those_of_the_largest_bound(self):
        path = self.mini.path / "tests/CMakeLists.txt"
        path.write_text(path.read_text() + """
stencil_add_command_test(quick COMMAND sh -c true LABELS order TIMEOUT 60)
stencil_add_command_test(thorough COMMAND sh -c true LABELS order TIMEOUT 900)
""")

        def order():
            outcome = self.mini.test("-L", "order", "--all", CTEST_PARALLEL_LEVEL="1")
            self.assertEqual((outcome.status, outcome.counts), (0, (2, 0, 0)), outcome.said)
            return re.findall(r"\] test (quick|thorough)$", (self.mini.build / "log/test.log").read_text(), re.M)

        self.assertEqual(order(), ["thorough", "quick"])
        results = self.mini.build / "results/quick"
        fields = results.read_text().split("\t")
        results.write_text("\t".join([fields[0], "9.0", *fields[2:]]))
        self.assertEqual(order(), ["quick", "thorough"])

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
        # All others run; the programs that have no tests yet count as one each.
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 2, 0)), outcome.said)
        for name in ("source", "skipper"):
            self.assertIn(f"\nfailed: {name}_NOT_BUILT: could not be built\n", outcome.out)
            self.assertIsNotNone(outcome.cases[f"{name}_NOT_BUILT"].find("failure"))
        self.assertIn("\nci/test: building failed, see above; ", outcome.out)
        for text in ("forgotten. was not declared", "putz. is not a member", "FAILED: tests/CMakeFiles/source.dir"):
            self.assertEqual(len(re.findall(text, outcome.out)), 1, text)
        self.assertNotIn("-isystem", outcome.out)
        self.assertNotIn(" -c /", outcome.out)
        self.assertIn(" -c /", (self.mini.build / "log/test.log").read_text())

    def test_what_no_longer_compiles(self):
        # The program of the last build is there, and its tests have passed.
        self.assertEqual(self.mini.test().status, 0)
        self.mini.replace("tests/source.cpp", "return 0;", "return forgotten;")
        self.mini.write("data/file.txt", "other\n")
        for ran in ({"source:Suite.Case", "file"}, {"source:Suite.Case"}):
            outcome = self.mini.test()
            self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 1, 1)), outcome.said)
            self.assertEqual(outcome.ran, ran)
            self.assertIn("\nfailed: source:Suite.Case: could not be built\n", outcome.out)
            self.assertEqual(outcome.cases["source:Suite.Case"].get("status"), "fail")
        outcome = self.mini.test("-L", "unit")
        self.assertEqual((outcome.status, outcome.counts[1]), (1, 1), outcome.said)

    def test_sources_that_are_gone(self):
        self.assertEqual(self.mini.test().status, 0)
        (self.mini.path / "tests/helper.cpp").unlink()
        (self.mini.path / "tests/source.cpp").unlink()
        self.mini.write("data/file.txt", "other\n")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 2, 2, 1)), outcome.said)
        self.assertEqual(outcome.ran, {"source:Suite.Case", "program", "file"})
        for name in ("source:Suite.Case", "program"):
            self.assertIn(f"\nfailed: {name}: could not be built\n", outcome.out)

    def test_tests_of_several_ranks_share_a_pool(self):
        self.assertEqual(self.mini.test("-L", "mpi", CTEST_PARALLEL_LEVEL="4").status, 0)
        text = (self.mini.build / "tests.ninja").read_text()
        self.assertIn("pool p2\n  depth = 2\n", text)
        edges = {edge.partition(":")[0]: edge for edge in text.split("\nbuild ")}
        self.assertIn("\n  pool = p2", edges["passed/ranked.ranks2"])
        self.assertNotIn("\n  pool = ", edges["passed/ranked.ranks1"])

    def test_the_rest_is_built_beside_what_does_not_compile(self):
        slowly = self.mini.path / "slowly"
        slowly.write_text("#!/bin/sh\ncase \"$*\" in *skipper*) sleep 1 ;; esac\nexec \"$@\"\n")
        slowly.chmod(0o755)
        self.mini.configure(f"-DCMAKE_CXX_COMPILER_LAUNCHER={slowly}")
        self.mini.replace("tests/source.cpp", "return 0;", "return forgotten;")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 1, 1)), outcome.said)
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
        self.assertRegex(outcome.out, "\nfailed: patience: it has used .* CPU seconds, its bound is 1\n")
        self.assertIn("its bound is 1", outcome.cases["patience"].find("failure").get("message"))

    def test_a_launcher_that_is_killed_has_failed(self):
        self.assertEqual(self.mini.test("-L", "unit").status, 0)
        self.mini.replace("tests/CMakeLists.txt", "COMMAND sh -c true LABELS unit)", "COMMAND sh -c \"kill -9 $PPID\" LABELS unit)")
        outcome = self.mini.test()
        self.assertEqual((outcome.status, outcome.counts), (1, (PASSED - 1, 1, 1)), outcome.said)
        self.assertIn("\nfailed: idle: its launcher ended without a record\n", outcome.out)
        self.assertEqual(outcome.cases["idle"].get("status"), "fail")

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
