# ci/lint-code on a tree of two files: what it finds, in which of them, and its status.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RIGHT = """#include <string>
std::string twice(const std::string& text) {
  return text + text;
}
"""
USE_AFTER_MOVE = """#include <string>
#include <utility>
std::string both(std::string text) {
  std::string other = std::move(text);
  return other + text;
}
"""


class LintCode(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        shutil.copytree(ROOT / "ci/lint", self.tree / "ci/lint")
        shutil.copy(ROOT / "ci/lint-code", self.tree / "ci/lint-code")
        shutil.copy(ROOT / ".clang-tidy", self.tree / ".clang-tidy")
        self.write("host/right.cpp", RIGHT)
        self.write("sim/wrong.cpp", USE_AFTER_MOVE)
        unity = self.write("build/unity.cxx", f'#include "{self.tree}/host/right.cpp"\n#include "{self.tree}/sim/wrong.cpp"\n')
        self.write("tests/wrong.cpp", USE_AFTER_MOVE)
        self.build([unity, self.tree / "tests/wrong.cpp"])

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def build(self, files, options=""):
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.tree), "file": str(file), "command": f"c++ -std=c++17{options} -c {file}"}
             for file in files]))

    def lint(self, *files):
        return subprocess.run([self.tree / "ci/lint-code", self.tree / "build", *files], capture_output=True, text=True,
                              check=False)

    def test_a_finding_in_a_unity_source_has_its_file_and_fails(self):
        done = self.lint()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"sim/wrong.cpp:5:18: error: 'text' used after it was moved \[bugprone-use-after-move")
        self.assertIn("1 translation units, 1 findings\n", done.stdout)

    def test_a_right_tree_passes(self):
        self.write("sim/wrong.cpp", RIGHT.replace("twice", "thrice"))
        done = self.lint()
        self.assertEqual((done.returncode, done.stdout), (0, "1 translation units, 0 findings\n"), done.stderr)

    def test_headers_precompiled_by_gcc_are_read_as_text(self):
        headers = self.write("build/cmake_pch.hxx", "#include <string>\n")
        subprocess.run(["g++", "-std=c++17", "-x", "c++-header", headers, "-o", f"{headers}.gch"], check=True)
        self.build([self.tree / "host/right.cpp"], f" -Winvalid-pch -include {headers}")
        done = self.lint()
        self.assertEqual((done.returncode, done.stdout), (0, "1 translation units, 0 findings\n"), done.stderr)

    def test_fortran_is_left_out(self):
        self.build([self.tree / "host/right.cpp", self.write("host/f/words.f90", "module words\nend module\n")])
        done = self.lint()
        self.assertEqual((done.returncode, done.stdout), (0, "1 translation units, 0 findings\n"), done.stderr)

    def test_named_files_alone(self):
        self.build([self.tree / "host/right.cpp", self.tree / "sim/wrong.cpp"])
        self.assertEqual(self.lint(self.tree / "host/right.cpp").returncode, 0)
        self.assertEqual(self.lint(self.tree / "sim/wrong.cpp").returncode, 1)

    def test_what_cannot_be_checked_is_no_pass(self):
        done = self.lint(self.tree / "host/none.cpp")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^ci/lint-code: .*/build compiles none of .*none.cpp\n$")
        (self.tree / "build/compile_commands.json").unlink()
        self.assertEqual(self.lint().returncode, 2)
        self.write("host/right.cpp", '#include "missing.hpp"\n')
        self.build([self.tree / "host/right.cpp"])
        done = self.lint()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("'missing.hpp' file not found", done.stdout)


if __name__ == "__main__":
    unittest.main()
