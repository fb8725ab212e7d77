# The includes that ci/lint/parts.py allows, on a small tree with a table of parts of its own.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(1, str(ROOT / "ci/lint"))
import parts  # noqa: E402

# target, folders, public links, all other links
TABLE = (("base", "host/base", "", "fmt::fmt"),
         ("device", "host/device", "base", "warnings"),
         ("values", "host/device/values", "", ""),
         ("run", "sim/run;sim/more", "device;messages", "base;SystemC::systemc"),
         ("all", "", "base;device", ""),
         ("tools", "sim/tools", "all", ""),
         ("messages", "", "MPI::MPI_CXX", ""))


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        (self.tree / "parts.txt").write_text("".join("\t".join(row) + "\n" for row in TABLE), encoding="utf-8")
        for path in ("host/base/a.hpp", "host/device/b.hpp", "host/device/values/c.hpp", "sim/run/d.hpp"):
            self.write(path)

    def write(self, path, *included):
        file = self.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f'#include "{name}"\n' for name in included), encoding="utf-8")

    def expect(self, *breaches):
        self.assertEqual(list(parts.breaches(self.tree, self.tree / "parts.txt", ("host", "sim"))), list(breaches))

    def test_what_a_part_links(self):
        self.write("sim/run/e.cpp", "sim/run/d.hpp", "host/base/a.hpp", "host/device/b.hpp", "systemc", "mpi.h", "vector")
        self.write("sim/run/f.hpp", "sim/run/d.hpp", "host/device/b.hpp", "mpi.h")
        self.write("sim/more/g.cpp", "sim/run/d.hpp", "host/base/a.hpp")
        self.expect()

    def test_a_header_includes_what_is_private(self):
        self.write("sim/run/f.hpp", "vector", "host/base/a.hpp", "systemc")
        self.expect("sim/run/f.hpp:2: includes host/base/a.hpp   <- run does not link base",
                    "sim/run/f.hpp:3: includes systemc   <- run does not link SystemC::systemc")

    def test_the_other_way_round(self):
        self.write("host/base/a.cpp", "host/device/b.hpp")
        self.expect("host/base/a.cpp:1: includes host/device/b.hpp   <- base does not link device")

    def test_a_folder_within_a_folder_is_a_part_of_its_own(self):
        self.write("host/device/b.cpp", "host/device/values/c.hpp")
        self.expect("host/device/b.cpp:1: includes host/device/values/c.hpp   <- device does not link values")

    def test_a_part_hands_no_other_on(self):
        self.write("host/device/x.hpp", "host/base/a.hpp")
        self.write("host/device/values/c.cpp", "mpi.h", "host/base/a.hpp")
        self.expect("host/device/values/c.cpp:1: includes mpi.h   <- values does not link MPI::MPI_CXX",
                    "host/device/values/c.cpp:2: includes host/base/a.hpp   <- values does not link base")
        self.write("host/device/values/c.cpp")
        self.write("sim/tools/h.cpp", "sim/run/d.hpp", "host/base/a.hpp")
        self.expect("sim/tools/h.cpp:1: includes sim/run/d.hpp   <- tools does not link run")

    def test_a_folder_that_is_no_part(self):
        self.write("sim/new/i.cpp", "vector")
        self.expect("sim/new/i.cpp   <- belongs to no part")


if __name__ == "__main__":
    unittest.main()
