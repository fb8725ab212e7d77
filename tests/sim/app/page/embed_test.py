# cmake/embed_page.cmake: the source of the page with npm, without it, and when it fails.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
WEB = ROOT / "sim/app/page/web"
BOUND_S = 60.0


class Embed(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="stencil-embed-")
        self.addCleanup(scratch.cleanup)
        self.path = pathlib.Path(scratch.name)
        self.source = self.path / "page_assets.cpp"
        self.stamp = self.path / "stamp"
        self.npm = self.path / "npm"
        self.write_npm("exit 0")

    def write_npm(self, end):
        """A stand-in for npm: counts its calls, keeps its arguments, unpacks the files named in the lock file."""
        packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
        lines = ["#!/bin/sh", f"echo \"$PWD $*\" >>'{self.path}/calls'"]
        for name in packages:
            if name:
                file = f"{name}/dist/{name.split('/')[1]}.min.js"
                lines.append(f"mkdir -p {name}/dist; echo 'library {name.split('/')[1]};[x]' >{file}")
        self.npm.write_text("\n".join([*lines, end, ""]))
        self.npm.chmod(0o755)

    def embed(self, without="", web=WEB):
        done = subprocess.run(
            ["cmake", "-D", f"WEB={web}", "-D", f"FOLDER={self.path}/web", "-D", f"NPM={self.npm}", "-D",
             f"WITHOUT={without}", "-D", f"SOURCE={self.source}", "-D", f"STAMP={self.stamp}", "-P",
             ROOT / "cmake/embed_page.cmake"], capture_output=True, text=True, check=False, timeout=BOUND_S)
        self.assertEqual(done.returncode, 0, done)
        return (done.stdout + done.stderr).splitlines()

    def calls(self):
        return (self.path / "calls").read_text().splitlines() if (self.path / "calls").exists() else []

    def fields(self):
        """missing, html, style, library, script, as a compiler reads them."""
        parts = self.source.read_text().split('R"stencil_page(')[1:]
        return [part.split(')stencil_page"')[0] for part in parts]

    def test_every_asset_is_in_the_source(self):
        self.assertEqual(self.embed(), [])
        missing, html, style, library, script = self.fields()
        self.assertEqual(missing, "")
        self.assertEqual(html, (WEB / "page.html").read_text())
        self.assertEqual(style, (WEB / "page.css").read_text())
        self.assertEqual(script, (WEB / "page.js").read_text())
        named = [line.split()[1] for line in library.splitlines() if line]
        self.assertEqual(named, [f"{name};[x]" for name in
                                 ("d3-array", "d3-color", "d3-format", "d3-interpolate", "d3-path", "d3-time",
                                  "d3-time-format", "d3-scale", "d3-selection", "d3-shape", "d3-axis")])
        self.assertTrue(self.stamp.exists())
        self.assertEqual(len(self.calls()), 1)
        self.assertTrue(self.calls()[0].startswith(f"{self.path}/web ci --ignore-scripts "), self.calls())

    def test_npm_runs_when_the_lock_file_changes_and_not_otherwise(self):
        self.embed()
        self.embed()
        self.assertEqual(len(self.calls()), 1)
        web = self.path / "changed"
        web.mkdir()
        for name in ("page.html", "page.css", "page.js", "package.json", "package-lock.json"):
            (web / name).write_text((WEB / name).read_text() + (" " if name == "package-lock.json" else ""))
        self.embed(web=web)
        self.assertEqual(len(self.calls()), 2)

    def test_what_npm_leaves_stays_out_of_the_source_tree(self):
        before = sorted(os.listdir(WEB))
        self.embed()
        self.assertEqual(sorted(os.listdir(WEB)), before)

    def test_a_failure_is_one_line_and_tried_again(self):
        self.write_npm("echo 'no network'; exit 1")
        said = self.embed()
        self.assertEqual(len(said), 1, said)
        self.assertRegex(said[0], "^-- stencil-cosim report: this program was built without its page, since 'npm ci' failed")
        self.assertTrue(self.fields()[0].startswith("this program was built without its page, since 'npm ci' failed: "))
        self.assertEqual(self.fields()[3], "")
        self.assertIn("no network", (self.path / "web/npm.log").read_text())
        self.assertFalse(self.stamp.exists())
        self.write_npm("exit 0")
        self.assertEqual(self.embed(), [])
        self.assertEqual(len(self.calls()), 2)
        self.assertTrue(self.stamp.exists())

    def test_what_a_failure_leaves_is_not_trusted(self):
        self.embed()
        web = self.path / "changed"
        web.mkdir()
        for name in ("page.html", "page.css", "page.js", "package.json", "package-lock.json"):
            (web / name).write_text((WEB / name).read_text() + (" " if name == "package-lock.json" else ""))
        self.write_npm("exit 1")
        self.assertEqual(len(self.embed(web=web)), 1)
        self.write_npm("exit 0")
        self.embed()
        self.assertEqual(len(self.calls()), 3, "fetched anew for the lock file of before")

    def test_without_npm_nothing_is_fetched(self):
        said = self.embed(without="since npm was not found: install npm")
        self.assertEqual(said, ["-- stencil-cosim report: this program was built without its page, since npm was not "
                                "found: install npm and build again"])
        self.assertEqual(self.fields()[0], "this program was built without its page, since npm was not found: install "
                                           "npm and build again")
        self.assertEqual(self.calls(), [])
        self.assertFalse(self.stamp.exists())

    def test_versions_are_pinned(self):
        lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
        wanted = json.loads((WEB / "package.json").read_text())["dependencies"]
        self.assertEqual(lock[""]["dependencies"], wanted)
        for name, version in wanted.items():
            self.assertRegex(version, r"^\d+\.\d+\.\d+$")
            self.assertEqual(lock[f"node_modules/{name}"]["version"], version)
        for name, entry in lock.items():
            if name:
                self.assertRegex(entry["integrity"], "^sha512-", name)
                self.assertEqual(entry["license"], "ISC", name)
                self.assertNotIn("hasInstallScript", entry)


if __name__ == "__main__":
    sys.exit(unittest.main())
