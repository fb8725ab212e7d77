# The public boundary of the installed library: programs that include nothing but public headers build, link and run.
# SPDX-License-Identifier: Apache-2.0
#
# boundary_test.py SOURCE BUILD CMAKE: the two trees of this project.
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD, CMAKE = sys.argv[1:4]
HERE = os.path.join(SOURCE, "tests/system/package/boundary")
BOUND = 300  # seconds that a command may take


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=BOUND, **more)


class Boundary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="stencil-boundary-")
        cls.prefix = os.path.join(cls.scratch, "prefix")
        install = run(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        assert install.returncode == 0, install.stdout + install.stderr
        pc = [path for path, _, files in os.walk(cls.prefix) if "stencil-cosim.pc" in files]
        flags = run("pkg-config", "--cflags", "--libs", "stencil-cosim", env=dict(os.environ, PKG_CONFIG_PATH=pc[0]))
        assert flags.returncode == 0, flags.stderr
        cls.flags = flags.stdout.split()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch)

    def build(self, compiler, source, *options):
        program = os.path.join(self.scratch, self.id().rsplit(".", 1)[-1])
        result = run(*compiler, *options, "-o", program, source, *self.flags)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return program

    def expect_right(self, program):
        result = run(program, env=dict(os.environ, STENCIL_ACCEL="software", STENCIL_CONFIG="five-point",
                                       ASAN_OPTIONS="detect_leaks=0"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "right\n", ""))

    def test_c_calls(self):
        self.expect_right(self.build(["mpicc", "-std=gnu99", "-Wall", "-Wextra"], os.path.join(HERE, "calls.c")))

    def test_cxx_calls(self):
        self.expect_right(self.build(["mpicxx", "-std=c++17", "-Wall", "-Wextra", "-DOMPI_SKIP_MPICXX"],
                                     os.path.join(HERE, "calls.cpp")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
