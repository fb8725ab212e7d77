# The page of stencil-cosim report and history in headless Chromium: its figures are those of the reports.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from browser import Browser

COSIM = os.environ["STENCIL_COSIM"]
MPIEXEC = os.environ["STENCIL_MPIEXEC"]
BOUND_S = 1200.0
CAUSES = ("compute", "stall", "load", "store", "idle")

# Every row of the tables with this name in a section: {column: text}.
ROWS = """(section, name) => [...document.querySelectorAll(`#${section} table[data-table="${name}"] tbody tr`)].map(
  (row) => Object.fromEntries([...row.children].filter((cell) => cell.dataset.key).map(
    (cell) => [cell.dataset.key, cell.textContent])))"""

# The heights of the columns in the sequence of a rank, in drawing units.
HEIGHTS = """(section, rank) => [...document.querySelectorAll(`#${section} svg[aria-label^="Blocks of rank ${rank} "] g.bar`)].map(
  (bar) => [...bar.querySelectorAll("rect:not(.halo)")].reduce((sum, rect) => sum + rect.height.baseVal.value, 0))"""

# Contrast of an element's text with its background, as defined by WCAG.
CONTRAST = """(element, color) => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  let behind = element;
  while (behind && /, 0\\)$|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
  const back = color ?? getComputedStyle(behind).backgroundColor;
  const style = getComputedStyle(element);
  const a = light(channels(element.namespaceURI.endsWith("svg") ? style.fill : style.color)), b = light(channels(back));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""


def called(*words, status=0, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, timeout=BOUND_S,
                          **options)
    assert done.returncode == status, (words, done)
    return done.stdout


def run(path, *words, ranks=2):
    called(MPIEXEC, "-n", ranks, "--oversubscribe", COSIM, "run", *words, "--report", path)
    return json.loads(path.read_text())


def figure(text):
    """A number with separators; None for a dash."""
    return None if text == "–" else int(text.replace(",", "").replace("−", "-"))


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="stencil-page-")
        cls.addClassCleanup(scratch.cleanup)
        cls.path = pathlib.Path(scratch.name)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.jacobi = run(cls.path / "jacobi.json", "--accel", "model", "--blocking", "skewed", "--check", "block")
        cls.tiles = run(cls.path / "tiles.json", "--accel", "model", "--kernel", "gauss-seidel", "--tiles", "2x1",
                        "--history")
        cls.staged = run(cls.path / "staged.json", "--accel", "model", "--place", "norm=accel", "--portion", "60")
        cls.timeless = run(cls.path / "timeless.json", "--accel", "software", ranks=1)

    def save(self, name, report):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report))
        return path

    def page(self, *words):
        """Makes a page and shows it."""
        path = self.path / "page.html"
        called(COSIM, *words, "-o", path)
        self.show(path)
        return path

    def show(self, path, **how):
        self.browser.open(path, **how)
        self.assertEqual(self.browser.errors, [])
        self.assertEqual(self.browser.requests, [f"file://{path}"], "the page requests itself and nothing else")
        self.assertEqual(self.value("document.documentElement.dataset.ready"), "true")
        main = self.value("document.getElementById('main').textContent")
        for word in ("NaN", "undefined", "Infinity", "[object", "null"):
            self.assertNotIn(word, main)
        labels = self.value("[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel).join()")
        self.assertNotRegex(labels, r"NaN|undefined|\[object|null")

    def value(self, expression):
        return self.browser.evaluate(expression)

    def rows(self, name, section="run-1"):
        return self.value(f"({ROWS})({json.dumps(section)}, {json.dumps(name)})")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.textContent")

    # --- figures ---

    def expect_figures(self, report, section):
        classes = sorted(report["classes"], key=lambda one: -one["cycles"]["total"]["sum"])
        shown = self.rows("classes", section)
        self.assertEqual(len(shown), len(classes))
        for one, row in zip(classes, shown):
            size = f"{one['rows']} x {one['cols']}, {one['niter']} sweep"
            self.assertIn(size, row["label"])
            self.assertEqual(figure(row["count"]), one["count"])
            for cause in (*CAUSES, "total"):
                self.assertEqual(figure(row[cause]), one["cycles"][cause]["sum"], (row, cause))
            self.assertEqual(figure(row["model"]), one["model"]["total"]["sum"])
            self.assertEqual(figure(row["roofline"]), one["roofline_cycles"]["sum"])
            ends = [one["cycles"]["total"][end] for end in ("minimum", "maximum")]
            self.assertEqual([figure(end) for end in row["each"].split(" – ")], ends[:1] if ends[0] == ends[1] else ends)
        totals = report["totals"]
        head = f"#{section} .tiles [data-key="
        if totals["cycles"] == 0:
            return
        self.assertEqual(figure(self.text(head + "cycles]").split("on ")[0]), totals["cycles"])
        self.assertEqual(figure(self.value(f"document.querySelector('{head}model_cycles]').firstChild.data")),
                         totals["model_cycles"])
        self.assertTrue(self.text(head + "efficiency]").startswith(f"{totals['efficiency']:.3f}"))
        self.assertTrue(self.text(head + "roofline]").startswith(f"{totals['roofline_cycles'] / totals['cycles']:.3f}"))
        self.assertTrue(self.text(head + "useful]").startswith(f"{totals['useful_points_per_cycle']:.2f}"))
        ranks = self.rows("ranks", section)
        self.assertEqual(len(ranks), report["machine"]["ranks"])
        for row in ranks:
            blocks = [block for block in report["blocks"] if block["rank"] == int(row["rank"])]
            self.assertEqual(figure(row["blocks"]), len(blocks))
            for cause in (*CAUSES, "total"):
                self.assertEqual(figure(row[cause]), sum(block["cycles"][cause] for block in blocks))
            listed = self.rows("sequence-" + row["rank"], section)
            self.assertEqual([[figure(line[cause]) for cause in (*CAUSES, "total")] for line in listed],
                             [[block["cycles"][cause] for cause in (*CAUSES, "total")] for block in blocks])

    def test_the_figures_are_those_of_the_reports(self):
        names = ("jacobi", "tiles", "staged", "timeless")
        self.page("report", *(self.path / f"{name}.json" for name in names))
        for number, name in enumerate(names, 1):
            report = getattr(self, name)
            self.expect_figures(report, f"run-{number}")
            self.assertEqual(self.text(f"#run-{number} [data-verdict]"), "PASS")
            self.assertIn(f"{report['compared']:,} values compared, 0 differ", self.text(f"#run-{number} .evidence"))
        self.assertIn("has no clock", self.text("#run-4"))
        # Bar lengths are proportional to cycles: all bars of a chart on one scale.
        widths = self.value("""document.querySelector("#run-1 svg[aria-label^='Cycles per block']").querySelectorAll("g.bar").values().map((bar) => [...bar.querySelectorAll("rect:not(.halo)")].reduce(
            (most, rect) => Math.max(most, rect.x.baseVal.value + rect.width.baseVal.value), 0)).toArray()""")
        marks = self.value("""[...document.querySelectorAll("#run-1 svg[aria-label^='Cycles per block'] path.roofline")].map(
          (mark) => Number(mark.getAttribute("d").match(/^M([\\d.]+),/)[1]))""")
        classes = sorted(self.jacobi["classes"], key=lambda one: -one["cycles"]["total"]["sum"])
        means = [one["cycles"]["total"]["sum"] / one["count"] for one in classes]
        for width, mark, mean, one in zip(widths, marks, means, classes, strict=True):
            self.assertAlmostEqual((width - 1) / max(widths), mean / max(means), delta=0.005)
            roofline = one["roofline_cycles"]["sum"] / one["count"]
            self.assertAlmostEqual((mark - 1) / max(widths), roofline / max(means), delta=0.005)
        # Column heights of a sequence are proportional to the cycles of its blocks.
        heights = self.value(f"({HEIGHTS})('run-1', 0)")
        totals = [block["cycles"]["total"] for block in self.jacobi["blocks"] if block["rank"] == 0]
        for height, total in zip(heights, totals, strict=True):
            self.assertAlmostEqual(height / max(heights), total / max(totals), delta=0.005)

    def test_the_cluster_is_drawn(self):
        report = run(self.path / "cluster.json", "--accel", "model", "--network-latency", "700", "--network-bandwidth",
                     "16", ranks=3)
        self.page("report", self.path / "jacobi.json")
        self.assertIsNone(self.text('[data-table="cluster"]'), "without a network there is none")
        self.page("report", self.path / "cluster.json")
        cluster = report["cluster"]
        self.assertEqual(figure(self.text('[data-key="makespan"]').split()[0]), cluster["makespan_cycles"])
        self.assertEqual(figure(self.text('[data-key="cluster-waiting"]').split()[0]), cluster["waiting_cycles"])
        self.assertEqual(self.text('[data-key="cluster-efficiency"]'), f"{cluster['efficiency']:.3f}")
        self.assertEqual(figure(self.text('[data-key="path-messages"]').split()[0]),
                         cluster["critical_path"]["message_cycles"])
        self.assertEqual([[figure(row[key]) for key in ("rank", "cycles", "waiting", "end")]
                          for row in self.rows("cluster")],
                         [[one[key] for key in ("rank", "cycles", "waiting_cycles", "end_cycle")]
                          for one in cluster["ranks"]])
        drawn = self.value("""[...document.querySelectorAll('[data-key="critical-path"] path')].map(
          (one) => [one.classList.contains("store"), one.getAttribute("d").match(/[\\d.]+/g).map(Number)])""")
        stretches = cluster["critical_path"]["stretches"]
        self.assertEqual([dashed for dashed, _ in drawn], ["from_rank" in one for one in stretches])
        for (_, before), (_, after) in zip(drawn, drawn[1:]):
            self.assertEqual(before[2:], after[:2], "the path has no gap")

    def test_every_verdict_is_told(self):
        fail = {**self.jacobi, "ok": False, "mismatches": 1234, "first_mismatch": {
            "rank": 1, "step": 3, "strip": 1, "block": 2, "sweep": 4, "row": 77, "col": 13,
            "expected": "0x3ff0000000000000", "got": "0x3ff0000000000001", "ulp": 1}}
        error = {**self.jacobi, "ok": False, "error": {"rank": 1, "text": "device quiet <b>", "status": 3}}
        unchecked = {**self.jacobi, "ok": None, "compared": 0}
        unknown = {**self.jacobi, "ok": None, "compared": None, "mismatches": None, "problem": None}
        nothing = {**error, "problem": None, "classes": [], "blocks": [], "compared": 0}
        nothing["totals"] = {**self.timeless["totals"], "cycles": 0, "cycles_all_ranks": 0}
        self.page("report", *(self.save(f"{index}.json", report)
                              for index, report in enumerate((fail, error, unchecked, unknown, nothing))))
        self.assertEqual(self.value("[...document.querySelectorAll('[data-verdict]')].map((one) => one.textContent)"),
                         ["FAIL", "ERROR", "NOT CHECKED", "NOT CHECKED", "ERROR"])
        self.assertEqual(self.text("#run-1 .said"),
                         "First difference at row 77, column 13 (rank 1, step 3, strip 1, block 2, sweep 4): expected "
                         "0x3ff0000000000000, got 0x3ff0000000000001, 1 ULP apart.")
        self.assertIn("1,234 differ", self.text("#run-1 .evidence"))
        self.assertEqual(self.text("#run-2 .said"), "rank 1: device quiet <b>")
        self.assertEqual(self.value("[...document.querySelectorAll('nav .badge')].map((one) => one.textContent)"),
                         ["FAIL", "ERROR", "NOT CHECKED", "NOT CHECKED", "ERROR"])
        for link in self.value("[...document.querySelectorAll('nav a')].map((one) => one.hash)"):
            self.assertTrue(self.value(f"document.querySelector('{link}') !== null"))

    def test_the_command_runs_it_again(self):
        for name in ("jacobi", "tiles", "staged", "timeless"):
            report = getattr(self, name)
            self.page("report", self.path / f"{name}.json")
            command = self.text("[data-key=command]")
            self.assertTrue(command.startswith(f"mpirun -n {report['machine']['ranks']} stencil-cosim run "), command)
            self.assertIn("--check block" if name == "jacobi" else "--check final", command)
            words = command.replace("mpirun ", f"'{MPIEXEC}' --oversubscribe ").replace("stencil-cosim", f"'{COSIM}'")
            again = self.path / "again.json"
            called("sh", "-c", f"{words} --report '{again}'")
            report = {**report, "simulation": None}
            self.assertEqual({**json.loads(again.read_text()), "simulation": None}, report)

    def test_differences_are_those_of_the_comparison(self):
        classes = [json.loads(json.dumps(one)) for one in self.jacobi["classes"]]
        # Compared with the baseline, one class is faster, another slower, and one is missing.
        for one, less in ((classes[0], 30), (classes[1], -7)):
            for cause in ("stall", "total"):
                for part, times in (("minimum", 1), ("maximum", 1), ("sum", one["count"])):
                    one["cycles"][cause][part] -= less * times
        gone = json.loads(json.dumps(classes[2]))
        gone["rows"] += 1
        baseline = self.save("base <b>.json", {**self.jacobi, "classes": [*classes, gone]})
        found = self.path / "found.json"
        called(COSIM, "compare", baseline, self.path / "jacobi.json", "--json", found, status=1)
        comparison = json.loads(found.read_text())
        self.assertEqual(sorted(one["verdict"] for one in comparison["classes"]), ["faster", "missing", "slower"])
        self.page("report", self.path / "jacobi.json", "--baseline", baseline)
        shown = self.rows("differences")
        self.assertEqual(len(shown), len(comparison["classes"]))
        for one, row in zip(comparison["classes"], shown):
            sums = [side and side["sum"] for side in (one["total"]["base"], one["total"]["new"])]
            self.assertEqual([row["label"], row["verdict"], row["sentence"]],
                             [one["label"], one["verdict"], one["sentence"]])
            self.assertEqual([figure(row["base"]), figure(row["new"])], sums)
            if None not in sums:
                self.assertEqual(figure(row["change"].replace("+", "")), sums[1] - sums[0])
                self.assertEqual(row["causes"], f"stall {'+' if sums[1] > sums[0] else '−'}{abs(sums[1] - sums[0])}")
        self.assertIn(f"Against {baseline}: 3 classes differ, {comparison['compared']} compared.", self.text("main"))
        for one in comparison["said"]:
            self.assertIn(one["text"], self.text("main"))
        for one in comparison["explanations"]:
            self.assertIn(one["sentence"], self.text("main"))
        self.assertEqual(self.value("document.querySelectorAll('rect.slower').length + '/' + "
                                    "document.querySelectorAll('rect.faster').length"), "1/1")
        self.page("report", self.path / "jacobi.json", "--baseline", self.path / "jacobi.json")
        self.assertIn(f"nothing has changed, {len(classes)} compared.", self.text("main"))
        self.assertEqual(self.rows("differences"), [])

    # --- history ---

    def history(self, count):
        lines = []
        for number in range(count):
            lines.append({"schema": "stencil-cosim/history/1", "commit": f"{number:040x}",
                          "date": f"2026-10-{number % 30 + 1:02d}T10:00:00Z", "dirty": False,
                          "subject": f"rtl: edit {number} </script>",
                          "cycles": {"small": {"middle block": 3956 + 14 * (number // 3), "last block": 100}},
                          "synthesis": None if number % 2 else {"small": {"lut": 41234 - number}},
                          "instructions": {"compiler": "g++ 12", "valgrind": "3.19.0", "workload": "one",
                                           "total": 10**9 + number, "rooms": {"RTL": 10**8}}})
        path = self.path / "history.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def test_the_history_is_drawn(self):
        path = self.history(10)
        self.page("report", self.path / "jacobi.json", "--history", path)
        expected = [("middle block", 3956, 3998), ("last block", 100, 100), ("lut", 41234, 41226),
                    ("total", 10**9, 10**9 + 9), ("RTL", 10**8, 10**8)]
        shown = [(row["name"], figure(row["first"]), figure(row["last"])) for row in self.rows("history", "history")]
        self.assertEqual(sorted(shown), sorted(expected))
        # One line per series that changes, with a dot per commit that has it.
        dots = self.value("""Object.fromEntries([...document.querySelectorAll("#history .multiple")].map(
          (one) => [one.querySelector("h5").textContent, one.querySelectorAll("circle.dot").length]))""")
        self.assertEqual(dots, {"middle block": 10, "lut": 5, "total": 10})
        self.assertEqual(self.value("document.querySelector('#history .multiple g.bar').ariaLabel"),
                         f"{0:09d}, 2026-10-01, rtl: edit 0 </script>: 3,956 cycles per block")
        alone = self.page("history", path)
        self.assertEqual(self.text("h1"), "History")
        self.assertEqual(len(self.rows("history", "history")), 5)
        self.assertLess(alone.stat().st_size, 1_000_000)

    # --- safety and size ---

    def test_nothing_in_a_report_becomes_part_of_the_page(self):
        evil = "</script><script>window.evil=1</script><img src=x onerror=window.evil=1><!--"
        report = {**self.jacobi, "ok": False, "error": {"rank": 0, "text": evil + "\u2028'\"&", "status": 3}}
        report["machine"] = {**report["machine"], "config": evil}
        report["problem"] = {**report["problem"], "input": evil}
        path = self.save("<img src=x onerror=window.evil=1>/x<" + "/script><script>window.evil=1<" + "/script>.json",
                         report)
        self.page("report", path)
        self.assertIsNone(self.value("window.evil"))
        self.assertEqual(self.value("document.querySelectorAll('main img, main script').length"), 0)
        self.assertEqual(self.text("#run-1 h2"), str(path))
        self.assertEqual(self.value("document.title"), f"ERROR: {path}")
        self.assertEqual(self.text(".said"), f"rank 0: {evil}\u2028'\"&")

    def test_ten_thousand_blocks_fit(self):
        blocks = [{**block, "rank": number % 2, "step": number // 50}
                  for number, block in ((number, self.jacobi["blocks"][number % 20]) for number in range(10000))]
        classes = [{**self.jacobi["classes"][0], "rows": rows} for rows in range(1, 151)]
        report = {**self.jacobi, "blocks": blocks, "blocks_omitted": 90000, "classes": classes}
        page = self.page("report", self.save("large.json", report))
        self.assertLess(page.stat().st_size, 1_000_000)
        main = self.text("main")
        self.assertIn("Each column sums up 21 blocks", main)
        self.assertIn("The report lists 10,000 blocks; 90,000 more", main)
        self.assertIn("50 further classes", main)
        for rank in (0, 1):
            listed = self.rows(f"sequence-{rank}")
            self.assertEqual(len(listed), 239)
            self.assertEqual(sum(figure(row["total"]) for row in listed),
                             sum(block["cycles"]["total"] for block in blocks if block["rank"] == rank))
            means = [figure(row["total"]) / (21 if index < 238 else 2) for index, row in enumerate(listed)]
            for height, mean in zip(self.value(f"({HEIGHTS})('run-1', {rank})"), means, strict=True):
                self.assertAlmostEqual(height / 150, mean / max(means), delta=0.005)

    # --- looks and access ---

    def test_dark_and_light_can_be_read(self):
        path = self.page("report", self.path / "jacobi.json", self.path / "tiles.json", "--history", self.history(4))
        backs = []
        for scheme in ("light", "dark"):
            self.show(path, scheme=scheme)
            backs.append(self.value("getComputedStyle(document.body).backgroundColor"))
            for selector in ("body", ".lead", ".verdict .word", ".verdict .evidence", ".badge", "thead th", "caption",
                             "tbody td", "summary", "a", "pre", ".tile dt", ".legend li", ".readout", ".worse", ".better"):
                ratio = self.value(f"({CONTRAST})(document.querySelector('main {selector}, {selector}'))")
                self.assertGreaterEqual(ratio, 4.5, (scheme, selector))
            for selector in ("svg text.strong", "svg text.soft", "svg .tick text"):
                ratio = self.value(f"({CONTRAST})(document.querySelector('{selector}'), "
                                   "getComputedStyle(document.querySelector('.card')).backgroundColor)")
                self.assertGreaterEqual(ratio, 4.5, (scheme, selector))
            for cause in CAUSES:
                colour = f"getComputedStyle(document.querySelector('.legend .{cause}')).fill"
                self.assertGreaterEqual(self.value(f"({CONTRAST})(document.querySelector('svg text.in'), {colour})"), 4.5)
                against_card = self.value(f"({CONTRAST})(document.querySelector('.legend .{cause}'), "
                                          "getComputedStyle(document.querySelector('.card')).backgroundColor)")
                self.assertGreaterEqual(against_card, 3.0, (scheme, cause))
        self.assertNotEqual(*backs)
        self.assertEqual(len(set(self.value(f"{json.dumps(CAUSES)}.map((cause) => getComputedStyle(document.querySelector("
                                            "`.legend .${cause}`)).fill)"))), len(CAUSES))

    def test_it_fits_a_small_screen(self):
        path = self.page("report", self.path / "jacobi.json")
        for width in (360, 800, 1600):
            self.show(path, width=width)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)

    def test_it_prints(self):
        path = self.page("report", self.path / "jacobi.json", "--history", self.history(4))
        pdf = self.browser.pdf()
        self.assertTrue(pdf.startswith(b"%PDF-"))
        self.assertGreaterEqual(len(re.findall(rb"/Type\s*/Page\b", pdf)), 2)
        self.show(path, scheme="dark")
        self.browser.call("Emulation.setEmulatedMedia", media="print",
                          features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.assertEqual(self.value("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.value("getComputedStyle(document.querySelector('.skip')).display"), "none")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        folds = "[...document.querySelectorAll('details')].map((one) => one.open)"
        self.assertGreater(len(self.value(folds)), 1)
        self.assertFalse(any(self.value(folds)))
        self.value("window.dispatchEvent(new Event('beforeprint'))")
        self.assertTrue(all(self.value(folds)))
        self.value("window.dispatchEvent(new Event('afterprint'))")
        self.assertFalse(any(self.value(folds)))

    def test_the_keyboard_reaches_every_chart(self):
        self.page("report", self.path / "jacobi.json")
        active = "document.activeElement"
        self.browser.press("Tab")
        self.assertEqual(self.value(f"{active}.className"), "skip")
        charts = self.value("document.querySelectorAll('main svg[role=group]').length")
        self.assertEqual(charts, 4, "classes, two sequences, ranks")
        self.assertEqual(self.value("[...document.querySelectorAll('main svg[role=group]')].map((svg) => "
                                    "svg.querySelectorAll('[tabindex=\"0\"]').length)"), [1] * charts)
        self.assertEqual(self.value("[...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0).length"),
                         0, "the order is that of the page")
        reached = []
        for _ in range(60):
            self.browser.press("Tab")
            if self.value(f"{active}.closest('svg') !== null"):
                reached.append(self.value(f"{active}.closest('svg').ariaLabel"))
            if self.value(f"{active} === document.body"):
                break
        self.assertEqual(reached, self.value("[...document.querySelectorAll('main svg[role=group]')].map((svg) => svg.ariaLabel)"))
        # Inside a chart.
        self.value("document.querySelector('main svg[role=group] g.bar').focus()")
        label = f"{active}.ariaLabel"
        bars = self.value("[...document.querySelector('main svg[role=group]').querySelectorAll('g.bar')].map((bar) => bar.ariaLabel)")
        self.assertGreaterEqual(len(bars), 3)
        for key, index in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowLeft", 1), ("End", len(bars) - 1),
                           ("ArrowRight", len(bars) - 1), ("Home", 0), ("ArrowUp", 0)):
            self.browser.press(key)
            self.assertEqual(self.value(label), bars[index], key)
            self.assertEqual(self.value("[...document.querySelector('main svg[role=group]').querySelectorAll('[tabindex=\"0\"]')]"
                                        ".map((bar) => bar.ariaLabel)"), [bars[index]], "Tab comes back to it")
        self.assertEqual(self.value(f"{active}.closest('svg').parentElement.nextElementSibling.textContent"), bars[0])
        self.assertRegex(bars[0], r"^\w+ block of .* blocks?, cycles per block: [\d,.]+; compute [\d,.]+ \([\d.]+ %\)")

    def test_a_screen_reader_finds_its_way(self):
        self.page("report", self.path / "jacobi.json", self.path / "tiles.json", "--history", self.history(4))
        self.assertEqual(self.value("document.documentElement.lang"), "en")
        self.assertEqual(self.value("[document.querySelectorAll('main').length, document.querySelectorAll('h1').length]"), [1, 1])
        levels = self.value("[...document.querySelectorAll('main h1, main h2, main h3, main h4, main h5')].map((one) => "
                            "Number(one.tagName[1]))")
        for before, after in zip(levels, levels[1:]):
            self.assertLessEqual(after, before + 1, levels)
        self.assertEqual(self.value("""[...document.querySelectorAll("table")].filter((one) => !one.caption?.textContent ||
          one.querySelector("th:not([scope])") || [...one.tBodies[0].rows].some((row) => row.cells[0].tagName !== "TH")).length"""), 0)
        self.assertEqual(self.value("""[...document.querySelectorAll("svg[role=group] g.bar")].filter((one) => !one.ariaLabel ||
          one.getAttribute("role") !== "img" || one.querySelector("title")?.textContent !== one.ariaLabel).length"""), 0)
        ids = self.value("[...document.querySelectorAll('[id]')].map((one) => one.id)")
        self.assertEqual(len(ids), len(set(ids)))
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        names = {}
        for node in tree:
            if not node["ignored"]:
                names.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
        for role in ("main", "navigation", "banner"):
            self.assertEqual(len(names[role]), 1, role)
        for role in ("image", "region", "table", "link", "heading"):
            self.assertTrue(all(names[role]), (role, names[role]))
        self.assertIn("Verdict", names["region"])


if __name__ == "__main__":
    sys.exit(unittest.main())
