# Without a Fortran compiler CMake warns and continues, and the tests of Fortran give the reason for being skipped.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import sys
import tempfile
import unittest

WHY = "no Fortran compiler was found when CMake ran: install Debian package 'gfortran', or run ci/setup"


class Absent(unittest.TestCase):
    def test_all_else_is_configured(self):
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run(["cmake", "--preset", "release", "-B", folder,
                                   "-DCMAKE_Fortran_COMPILER=CMAKE_Fortran_COMPILER-NOTFOUND"], cwd=SOURCE,
                                  capture_output=True, text=True, check=False, timeout=1200)
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn(f"the Fortran module stencil_cosim is not built: {WHY}", " ".join(told.stderr.split()))
            install = (pathlib.Path(folder) / "cmake_install.cmake").read_text(encoding="utf-8")
            self.assertTrue("stencil_cosim_vsda.f90" in install, "the sources are installed")
            told = subprocess.run(["cmake", "--build", folder, "--target", "host_fortran_test"], capture_output=True,
                                  text=True, check=False, timeout=1200)
            self.assertEqual(told.returncode, 0, told.stdout)
            told = subprocess.run([f"{folder}/bin/host_fortran_test"], capture_output=True, text=True, check=False,
                                  timeout=1200)
            self.assertEqual(told.returncode, 0, told.stdout)
            self.assertIn(WHY, told.stdout)
            self.assertIn("[  SKIPPED ] 5 tests", told.stdout)


if __name__ == "__main__":
    SOURCE = sys.argv.pop(1)
    unittest.main()
