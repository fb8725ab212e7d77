# ci/audit-inputs reports exactly the files that tests open and do not declare.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys
import unittest

from mini_project import BOUND_S, ROOT, MiniProject


class Audit(unittest.TestCase):
    def test_a_project(self):
        mini = MiniProject()
        self.addCleanup(mini.remove)
        # A shell reads files and folders of all kinds; files that the test makes itself are not reported.
        mini.write("tests/rtl/control/CMakeLists.txt", """
stencil_add_command_test(script COMMAND "${PROJECT_SOURCE_DIR}/script.sh" LABELS rtl)
foreach(words IN ITEMS "ls data" "cat data/file.txt" "cat data/folder/one.txt" "cd data && cat file.txt"
    "echo a >own.txt && cat own.txt" "${CMAKE_BINARY_DIR}/bin/helper" "./script.sh" "cat /etc/passwd" "cat nothing || true")
  stencil_add_command_test("bad ${words}" COMMAND sh -c "cd ${PROJECT_SOURCE_DIR}; ${words}" LABELS rtl)
endforeach()
stencil_add_command_test(good COMMAND sh -c "cd ${PROJECT_SOURCE_DIR}; ls data; cat data/*/*; bin/helper; ./script.sh" LABELS rtl
  INPUTS "${PROJECT_SOURCE_DIR}/data" "${PROJECT_SOURCE_DIR}/script.sh")
""")
        self.assertEqual(mini.test("-L", "mpi").status, 0)
        called = subprocess.run([sys.executable, "-BES", ROOT / "ci/runner/audit_main.py"], cwd=mini.path,
                                capture_output=True, text=True, check=False, timeout=BOUND_S)
        self.assertEqual(called.returncode, 1, called.stderr)
        said = sorted(line.replace(f"{mini.path}/", "") for line in called.stdout.splitlines() if ": /" in line)
        self.assertEqual(said, ["bad ./script.sh: script.sh", "bad build/release/bin/helper: build/release/bin/helper",
                                "bad cat data/file.txt: data/file.txt", "bad cat data/folder/one.txt: data/folder/one.txt",
                                "bad cd data && cat file.txt: data/file.txt", "bad ls data: data/",
                                "patience: patience", "verdict: verdict"])


if __name__ == "__main__":
    sys.exit(unittest.main())
