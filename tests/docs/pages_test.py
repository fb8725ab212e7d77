# The pages: links lead somewhere, paths and options exist, the README is a page and leads to all others.
# SPDX-License-Identifier: Apache-2.0
#
# pages_test.py PROGRAM: the built stencil-cosim.
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import pages

PROGRAM = sys.argv[1]
MOST_LINES = 120  # of the README: it is read in five minutes
MOST_BYTES = 200000  # of a picture


def options_of(subcommand):
    """What --help-all lists, and the two questions that it does not."""
    result = subprocess.run([PROGRAM, subcommand, "--help-all"], capture_output=True, text=True, timeout=1200, check=True)
    listed = "\n".join(line for line in result.stdout.split("\n") if line.startswith("  --"))
    return set(pages.OPTION.findall(listed)) | {"--help", "--help-all"}


class Pages(unittest.TestCase):
    def test_links(self):
        self.assertEqual([line for page in pages.pages(pages.ROOT) for line in pages.broken_links(pages.ROOT, page)], [])

    def test_pictures(self):
        found = [line for page in pages.pages(pages.ROOT) for line in pages.bad_images(pages.ROOT, page, MOST_BYTES)]
        self.assertEqual(found, [])
        shown = set(pages.IMAGE.findall((pages.ROOT / "README.md").read_text(encoding="utf-8")))
        there = {str(file.relative_to(pages.ROOT)) for file in (pages.ROOT / "docs/pictures").iterdir()}
        self.assertEqual(shown, there, "ci/pictures makes what the README shows")

    def test_the_drawing_of_the_device_is_made_by_its_script_and_names_modules_of_the_rtl(self):
        script = pages.ROOT / "ci/drawings/device.py"
        made = subprocess.run([sys.executable, "-BES", script], capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual((pages.ROOT / "docs/pictures/device.svg").read_text(encoding="utf-8"), made.stdout)
        named = re.findall(r'font-family="DejaVu Sans Mono, monospace">([^<]*)<', made.stdout)
        self.assertIn("burst_gate", named)
        modules = {file.stem for file in (pages.ROOT / "rtl").rglob("*.v")}
        self.assertEqual(set(named) - modules, set())

    def test_paths_in_backquotes(self):
        found = [line for page in pages.pages(pages.ROOT) if page.name != "CHANGELOG.md"
                 for line in pages.missing_paths(pages.ROOT, page)]
        self.assertEqual(found, [])

    def test_options(self):
        known = {}
        complaints = []
        for page in pages.pages(pages.ROOT):
            if page.name == "CHANGELOG.md":
                continue
            for number, subcommand, option in pages.used_options((pages.ROOT / page).read_text(encoding="utf-8")):
                if subcommand not in known:
                    known[subcommand] = options_of(subcommand)
                if option not in known[subcommand]:
                    complaints.append(f"{page}:{number}: stencil-cosim {subcommand} {option}")
        self.assertEqual(complaints, [])
        self.assertIn("run", known)

    def test_the_tables_of_run_have_every_option(self):
        page = (pages.ROOT / "docs/run.md").read_text(encoding="utf-8")
        lost = sorted(options_of("run") - set(pages.OPTION.findall(page)) - {"--help", "--help-all"})
        self.assertEqual(lost, [], "docs/run.md")

    def test_the_page_of_the_report_has_every_field(self):
        made = subprocess.run([PROGRAM, "--print-report-fields"], capture_output=True, text=True, timeout=1200, check=True).stdout
        page = (pages.ROOT / "docs/report.md").read_text(encoding="utf-8")
        self.assertEqual(page[-len(made):], made, "docs/report.md ends with what --print-report-fields prints")

    def test_the_readme_is_a_page(self):
        lines = (pages.ROOT / "README.md").read_text(encoding="utf-8").count("\n")
        self.assertLessEqual(lines, MOST_LINES)

    def test_the_readme_leads_to_every_page(self):
        reached = pages.reachable(pages.ROOT, "README.md")
        wanted = {file.relative_to(pages.ROOT) for folder in ("docs", "examples")
                  for file in (pages.ROOT / folder).rglob("*.md")}
        self.assertEqual(sorted(map(str, wanted - reached)), [])

    def test_pages_are_ascii(self):
        for page in pages.pages(pages.ROOT):
            text = (pages.ROOT / page).read_text(encoding="utf-8")
            self.assertEqual([line for line in text.split("\n") if not line.isascii()], [], page)


class Complaints(unittest.TestCase):
    """That the checks above see what is wrong."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        (self.root / "docs").mkdir()
        (self.root / "ci").mkdir()
        (self.root / "ci/demo").write_text("")

    def page(self, text, name="README.md"):
        (self.root / name).write_text(text)
        return pathlib.Path(name)

    def test_links(self):
        self.page("# A b: `c`, [d](x.md)!\n\n## Twice\n\n## Twice\n", "docs/a.md")
        good = "[x](docs/a.md) [x](docs/a.md#a-b-c-d) [y](docs/a.md#twice-1) [`z`](#here) [w](https://a.b/c#d)\n# Here\n"
        self.assertEqual(pages.broken_links(self.root, self.page(good)), [])
        for bad, why in (("docs/b.md", "file"), ("docs/a.md#three", "heading"), ("#nowhere", "heading"), ("docs#x", "heading")):
            found = pages.broken_links(self.root, self.page(f"text\n[x]({bad})\n"))
            self.assertEqual(found, [f"README.md:2: {bad}: no such {why}"])
        self.assertEqual(pages.broken_links(self.root, self.page("```\n[x](no.md)\n```\n`a[0](b)`\n")), [])

    def test_pictures(self):
        (self.root / "a.png").write_text("1234")
        page = self.page("![a](a.png)\n![b](b.png)\n")
        self.assertEqual(pages.bad_images(self.root, page, 5), ["README.md: b.png: no such file"])
        self.assertEqual(pages.bad_images(self.root, page, 4)[0], "README.md: a.png: 4 bytes, must be below 4")

    def test_paths(self):
        self.assertEqual(pages.missing_paths(self.root, self.page("`ci/demo --x` `ci/d*` `ci/{demo}` `other/thing` `x`\n")), [])
        self.assertEqual(pages.missing_paths(self.root, self.page("\n`ci/dmo`, `docs/a.md`\n")),
                         ["README.md:2: ci/dmo", "README.md:2: docs/a.md"])
        self.assertEqual(pages.missing_paths(self.root, self.page("`ci/{demo,test}`\n")), ["README.md:1: ci/test"])

    def test_options(self):
        text = "`stencil-cosim run --a 1 --b=2`\n```\n$ mpirun -n 2 x/stencil-cosim cycles --c && y --d\n```\n`--e`\n"
        self.assertEqual(pages.used_options(text), [(1, "run", "--a"), (1, "run", "--b"), (3, "cycles", "--c")])

    def test_reachable(self):
        self.page("[b](b.md)\n", "docs/a.md")
        self.page("", "docs/b.md")
        self.page("", "docs/c.md")
        reached = pages.reachable(self.root, self.page("[a](docs/a.md#x)\n"))
        self.assertEqual({str(page) for page in reached}, {"README.md", "docs/a.md", "docs/b.md"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
