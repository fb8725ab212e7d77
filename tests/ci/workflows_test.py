# The GitHub workflows are read-only, pinned, bounded and safe for forks; and planted faults are found.
# SPDX-License-Identifier: Apache-2.0
import unittest

from workflows import FOLDER, ROOT, complaints, listed_pins, load, pins_of

GOOD = (FOLDER / "regression.yml").read_text(encoding="utf-8")
LISTED = listed_pins((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))


class Workflows(unittest.TestCase):
    def test_of_this_tree(self):
        files = sorted(FOLDER.iterdir())
        self.assertEqual([file.name for file in files], ["nightly.yml", "own-rtl.yml", "regression.yml"])
        used = set()
        for file in files:
            text = file.read_text(encoding="utf-8")
            self.assertEqual(complaints(text, LISTED), [], file.name)
            self.assertIn("SPDX-License-Identifier: Apache-2.0", "".join(text.splitlines(keepends=True)[:5]))
            used |= pins_of(text)
        self.assertEqual(used, LISTED, "the table in CONTRIBUTING.md")

    def test_the_folders_that_regression_watches_are_those_there_are(self):
        events = load(GOOD)["on"]
        self.assertEqual(events["push"]["paths"], events["pull_request"]["paths"])
        for pattern in events["push"]["paths"]:
            self.assertTrue((ROOT / pattern.removesuffix("/**")).exists(), pattern)
        for folder in ("rtl", "sim", "host", "models", "tests", "ci", "cmake"):
            self.assertIn(f"{folder}/**", events["push"]["paths"])

    def expect(self, old, new, pattern):
        self.assertIn(old, GOOD)
        self.assertRegex("\n".join(complaints(GOOD.replace(old, new), LISTED)), pattern)

    def test_events_that_give_forks_rights(self):
        self.expect("  pull_request:", "  pull_request_target:", "runs on pull_request_target")
        self.expect("\non:\n", "\non:\n  workflow_run:\n", "runs on workflow_run")

    def test_permissions(self):
        self.expect("permissions:\n  contents: read\n", "", "permissions are None")
        self.expect("contents: read", "contents: write", "permissions are")
        self.expect("contents: read", "contents: read\n  packages: write", "permissions are")
        self.expect("    timeout-minutes:", "    permissions: write-all\n    timeout-minutes:", "permissions of its own")
        self.expect("persist-credentials: false", "persist-credentials: true", "leaves its credentials")
        self.expect("          persist-credentials: false\n", "", "leaves its credentials")
        self.expect("      CCACHE_MAXSIZE: 2G", "      T: ${{ secrets.T }}", "uses a secret")
        self.expect("      CCACHE_MAXSIZE: 2G", "      T: ${{ github.token }}", "uses a secret")

    def test_limits(self):
        self.expect("    timeout-minutes: 90\n", "", "no time limit")
        self.expect("  cancel-in-progress: true\n", "", "not cancelled")
        self.expect("regression-${{ github.ref }}", "regression", "one branch cancels another")

    def test_pins(self):
        pin = "actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0"
        self.expect(pin, "actions/cache@v4", "not pinned")
        self.expect(pin, pin.removesuffix(" # v4.3.0"), "not pinned")
        self.expect(pin, pin.replace("0057", "057"), "not pinned")
        self.expect(pin, pin.replace("0057", "1057"), "not in the list")
        self.expect(pin, pin.replace("v4.3.0", "v4.2.0"), "not in the list")
        self.expect(pin, pin.replace("actions/cache", "else/cache"), "not in the list")

    def test_texts_of_others_in_a_shell(self):
        self.expect("run: ci/test", "run: echo ${{ github.event.pull_request.title }}", "made from an expression")
        self.expect("run: ci/test", "run: |\n          ci/test\n          echo ${{ github.head_ref }}",
                    "made from an expression")

    def test_no_yaml(self):
        self.assertRegex(complaints("a: [", LISTED)[0], "no YAML")
        self.assertEqual(complaints("- a", LISTED), ["has no jobs"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
