# The public boundary of the installed library: programs that include public headers only build, link and run; nothing
# internal is installed or exported, and nothing public is lost.
# SPDX-License-Identifier: Apache-2.0
#
# boundary_test.py SOURCE BUILD CMAKE [--update]: the two trees of this project. interface.txt, beside this file, lists
# headers and exported symbols; --update writes it, for a change that is meant.
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD, CMAKE = sys.argv[1:4]
UPDATE = sys.argv[4:] == ["--update"]
HERE = os.path.join(SOURCE, "tests/system/package/boundary")
INTERFACE = os.path.join(HERE, "interface.txt")
MARK = "#pragma GCC visibility push(default)\n"
BOUND = 300  # seconds that a command may take
C = ["mpicc", "-std=gnu99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CXX = ["mpicxx", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-DOMPI_SKIP_MPICXX"]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=BOUND, **more)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headers_below(folder):
    return sorted(os.path.relpath(os.path.join(path, name), folder) for path, _, names in os.walk(folder)
                  for name in names if name.endswith((".h", ".hpp")))


class Boundary(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="stencil-boundary-")
        prefix = os.path.join(cls.scratch, "prefix")
        install = run(CMAKE, "--install", BUILD, "--prefix", prefix)
        assert install.returncode == 0, install.stdout + install.stderr
        cls.include = os.path.join(prefix, "include/stencil-cosim")
        cls.headers = headers_below(cls.include)
        (cls.libraries,) = (path for path, _, files in os.walk(prefix) if "libstencil_cosim.so" in files)
        cls.environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(cls.libraries, "pkgconfig"))
        flags = run("pkg-config", "--cflags", "--libs", "stencil-cosim", env=cls.environment)
        assert flags.returncode == 0, flags.stderr
        cls.flags = flags.stdout.split()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch)

    def source(self, text, suffix):
        path = os.path.join(self.scratch, self.id().rsplit(".", 1)[-1] + suffix)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def build(self, compiler, source, *options):
        program = os.path.join(self.scratch, "program")
        result = run(*compiler, *options, "-o", program, source, *self.flags)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return program

    def expect_right(self, program):
        result = run(program, env=dict(os.environ, STENCIL_ACCEL="software", STENCIL_CONFIG="five-point",
                                       ASAN_OPTIONS="detect_leaks=0"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "right\n", ""))

    def exported(self, weak=False):
        """Names of the functions and data that the library defines. Weak ones, as copies of inline functions, depend on
        how it was built."""
        listed = run("nm", "-DC", "--defined-only", os.path.join(self.libraries, "libstencil_cosim.so"))
        self.assertEqual(listed.returncode, 0, listed.stderr)
        symbols = (line.split(" ", 2)[1:] for line in listed.stdout.splitlines())
        return sorted({name for kind, name in symbols if (kind in "WVuwv") == weak})

    def test_c_calls(self):
        self.expect_right(self.build(C, os.path.join(HERE, "calls.c")))

    def test_cxx_calls(self):
        self.expect_right(self.build(CXX, os.path.join(HERE, "calls.cpp")))

    def test_headers_and_symbols_are_those_of_the_list(self):
        found = "".join(f"{kind} {name}\n" for kind, names in (("header", self.headers), ("symbol", self.exported()))
                        for name in names)
        if UPDATE:
            with open(INTERFACE, "w", encoding="utf-8") as file:
                file.write(found)
        self.assertEqual(found.splitlines(), read(INTERFACE).splitlines(), "is it meant? boundary_test.py --update")

    @unittest.skipIf(any("-fsanitize=" in value for value in os.environ.values()),
                     "without optimisation templates of internal types are weak symbols")
    def test_weak_symbols_are_of_names_that_a_header_declares(self):
        text = "".join(read(os.path.join(self.include, header)) for header in self.headers)
        declared = set(re.findall(r"\w+", text))
        names = [(re.search(r"stencil::(?:published::)?(\w+)", symbol), symbol) for symbol in self.exported(weak=True)]
        self.assertEqual([symbol for name, symbol in names if not name or name[1] not in declared], [])

    def test_the_umbrella_headers_reach_all_others_and_each_marks_what_it_declares(self):
        reached = set()
        left = ["stencil_cosim.h", "stencil_cosim.hpp"]
        while left:
            header = left.pop()
            if header not in reached:
                reached.add(header)
                left += re.findall(r'^#include "(.*)"', read(os.path.join(self.include, header)), re.MULTILINE)
        self.assertEqual(self.headers, sorted(reached), "only what an umbrella header needs is public")
        macros = {"dimension.h", "stencil_cosim.h", "stencil_cosim.hpp", "stencil_cosim_version.h"}
        marked = {header for header in self.headers if MARK in read(os.path.join(self.include, header))}
        self.assertEqual(marked, set(self.headers) - macros)
        in_tree = {name for folder in ("host", "models", "sim")
                   for name in headers_below(os.path.join(SOURCE, folder))
                   if MARK in read(os.path.join(SOURCE, folder, name))}
        fortran = {"fortran/communicators.h", "fortran/dim2.h"}  # of the module, whose source is installed
        self.assertEqual(len(in_tree - fortran), len(marked), "a header that is not installed marks names as public")

    def test_all_headers_together_and_every_inline_function_links(self):
        text = "".join(f'#include "{header}"\n' for header in self.headers) + "int main() {}\n"
        self.build(CXX, self.source(text, ".cpp"), "-fkeep-inline-functions")

    def test_every_function_of_a_c_header_is_exported(self):
        listing = os.path.join(self.scratch, "prototypes")
        self.build(C, self.source('#include "stencil_cosim.h"\nint main(void) { return 0; }\n', ".c"),
                   "-aux-info", listing)
        declared = {re.search(r"(\w+) \(", line.split("*/", 1)[1])[1] for line in read(listing).splitlines()
                    if "/include/stencil-cosim/" in line.split("*/", 1)[0]}
        self.assertIn("itstep_accel", declared)
        self.assertEqual(declared - set(self.exported()), set())

    def test_the_version_is_one(self):
        program = self.build(C, self.source(
            '#include <stdio.h>\n#include "stencil_cosim.h"\n#if STENCIL_COSIM_VERSION < 100\n#error\n#endif\n'
            'int main(void) {\n  printf("%d.%d.%d\\n", STENCIL_COSIM_VERSION_MAJOR, STENCIL_COSIM_VERSION_MINOR,\n'
            "         STENCIL_COSIM_VERSION_PATCH);\n  return 0;\n}\n", ".c"))
        version = run(program).stdout
        self.assertEqual(version, run("pkg-config", "--modversion", "stencil-cosim", env=self.environment).stdout)
        config = read(os.path.join(self.libraries, "cmake/stencil_cosim/stencil_cosim-config-version.cmake"))
        self.assertIn(f'set(PACKAGE_VERSION "{version.strip()}")', config)
        self.assertTrue(os.path.exists(os.path.join(self.libraries, "libstencil_cosim.so." + version.strip())))

    def test_a_dropped_result_is_a_warning(self):
        dropped = ["make_accelerator({});", "reads(datum);", "datum.validOnHost();", "ledger.optimum_bytes();",
                   "fatal_line(name, name);", "RowRanges().empty();", "plan_blocks(9, 3, 1);", "device.change();",
                   "with_interval({}, 5);", "HostPhase(nullptr, name);"]
        text = ('#include "stencil_cosim.hpp"\nusing namespace stencil;\nvoid drop(SharedDatum& datum, Accelerator& '
                "device,\n          StageLedger& ledger, const char* name) {\n" + "\n".join(dropped) + "\n}\n")
        compiler = [word for word in CXX if word != "-Werror"]
        warned = run(*compiler, "-fsyntax-only", self.source(text, ".cpp"), *self.flags).stderr
        lines = {int(line) for line in re.findall(r"\.cpp:(\d+):\d+: warning: .*\[-Wunused-result\]", warned)}
        self.assertEqual(lines, set(range(5, 5 + len(dropped))), warned)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
