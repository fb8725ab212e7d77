# The rules of ci/lint/house_main.py, on small trees: each breach is named, and trees at the limit pass.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


class House(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for top in ("rtl", "sim", "host", "models"):
            (self.tree / top).mkdir()

    def write(self, path, *included, lines=0):
        file = self.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f'#include "{name}"\n' for name in included)
        file.write_text(text + "\n" * (lines - len(included)))

    def breaches(self):
        ran = subprocess.run([sys.executable, "-BEs", ROOT / "ci/lint/house_main.py", self.tree],
                             capture_output=True, text=True, check=True, timeout=1200)
        return ran.stdout.splitlines()

    def test_a_tree_without_breaches(self):
        for number in range(20):
            self.write(f"host/room/f{number}.hpp", lines=250)
        self.write("sim/app/a.cpp", "host/room/f1.hpp", "vector", "sim/app/a.hpp")
        self.write("sim/app/a.hpp", "sim/app/kernels/b.hpp")
        self.write("sim/app/kernels/b.hpp")
        (self.tree / "host/room/CMakeLists.txt").write_text("")
        self.assertEqual(self.breaches(), [])

    def test_a_folder_of_21_files(self):
        for number in range(21):
            self.write(f"rtl/bus/f{number}.v")
            self.write(f"tests/ci/f{number}_test.py")
        self.assertEqual(self.breaches(), [f"{folder}   <- 21 source files in one folder, at most 20"
                                           for folder in ("rtl/bus", "tests/ci")])

    def test_a_file_of_251_lines(self):
        self.write("models/m.cpp", lines=251)
        self.assertEqual(self.breaches(), ["models/m.cpp   <- 251 lines, at most 250"])

    def test_a_kernel_outside_its_folders_and_rows(self):
        left = ('#include "host/jacobi/plan.hpp"\n', "// as host/gauss_seidel/solver.cpp does\n", "jacob, five points\n")
        for folder in ("host/jacobi", "sim/app/kernels/five_point", "host/c", "models"):
            self.write(f"{folder}/of.h", lines=1)
            (self.tree / folder / "of.h").write_text("jacobi, five-point, Gauss-Seidel\n")
        self.write("sim/app/kernels/kernels.cpp", lines=1)
        (self.tree / "sim/app/kernels/kernels.cpp").write_text("JacobiKernel\n")
        (self.tree / "host/c/steps").mkdir()
        (self.tree / "sim/app/a.cpp").write_text("".join(left) + "  JacobiWeights weights;\n")
        (self.tree / "sim/app/a.js").write_text("run.gauss_seidel\n")
        (self.tree / "host/c/steps/b.hpp").write_text("// five-point\n")
        why = "   <- a kernel's name outside its folders and rows"
        self.assertEqual(sorted(self.breaches()), [
            f"host/c/steps/b.hpp:1: // five-point{why}", f"sim/app/a.cpp:4: JacobiWeights weights;{why}",
            f"sim/app/a.js:1: run.gauss_seidel{why}"])

    def test_files_that_include_one_another(self):
        self.write("host/a.hpp", "host/b.hpp")
        self.write("host/b.hpp", "host/c.hpp")
        self.write("host/c.hpp", "host/a.hpp")
        self.write("host/d.hpp", "host/a.hpp")
        self.assertEqual(self.breaches(), ["host/a.hpp, host/b.hpp, host/c.hpp   <- files that include one another"])

    def test_a_file_that_includes_itself(self):
        self.write("host/a.hpp", "host/a.hpp")
        self.assertEqual(self.breaches(), ["host/a.hpp   <- files that include one another"])

    def test_folders_that_include_one_another(self):
        self.write("sim/a/one.hpp", "sim/b/two.hpp")
        self.write("sim/b/two.hpp")
        self.write("sim/b/three.hpp", "sim/a/one.hpp")
        self.assertEqual(self.breaches(), [
            "sim/a, sim/b   <- folders that include one another: sim/a/one.hpp -> sim/b/two.hpp; "
            "sim/b/three.hpp -> sim/a/one.hpp"])

    def test_a_folder_and_one_inside_it(self):
        self.write("sim/a/one.hpp", "sim/a/in/two.hpp")
        self.write("sim/a/in/two.hpp", "sim/a/three.hpp")
        self.write("sim/a/three.hpp")
        self.assertEqual(len(self.breaches()), 1)

    def test_a_folder_of_tests_that_nothing_adds(self):
        def lists(folder, text=""):
            (self.tree / folder).mkdir(parents=True, exist_ok=True)
            (self.tree / folder / "CMakeLists.txt").write_text(text)

        lists("tests", "foreach(room IN ITEMS host sim)\n  add_subdirectory(${room})\nendforeach()\n")
        lists("tests/host", "file(GLOB folders */CMakeLists.txt)\n# adds each\n")
        lists("tests/host/a")
        lists("tests/sim", "add_subdirectory(deep/b)\n# see c\n")
        lists("tests/sim/deep/b")
        lists("tests/sim/client", "cmake_minimum_required(VERSION 3.22)\nproject(client)\n")
        self.assertEqual(self.breaches(), [])
        lists("tests/sim/c")
        self.assertEqual(self.breaches(),
                         ["tests/sim/c   <- tests/sim/CMakeLists.txt does not add it: its tests never run"])


if __name__ == "__main__":
    unittest.main()
