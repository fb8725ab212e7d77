# The examples as someone types them: what their READMEs say, from the installed copies, with what must come out.
# SPDX-License-Identifier: Apache-2.0
#
# examples_test.py SOURCE BUILD CMAKE [LACKS]: the two trees of this project, and why there is no Fortran.
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SOURCE, BUILD, CMAKE = sys.argv[1:4]
FORTRAN_LACKS = " ".join(sys.argv[4:])
EXAMPLES = "share/doc/stencil-cosim/examples"
BOUND = 3600  # seconds that a block of commands may take


def blocks(text):
    """Fenced blocks as (language, lines joined), in order."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="stencil-examples-")
        cls.prefix = os.path.join(cls.scratch, "prefix")
        install = subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.prefix], capture_output=True, text=True)
        assert install.returncode == 0, install.stdout + install.stderr
        libraries = [path for path, _, files in os.walk(cls.prefix) if "stencil-cosim.pc" in files]
        cls.environment = dict(
            os.environ, PKG_CONFIG_PATH=libraries[0], CMAKE_PREFIX_PATH=cls.prefix,
            PATH=os.path.join(cls.prefix, "bin") + os.pathsep + os.environ["PATH"])
        cls.environment.pop("STENCIL_MODULES", None)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch)

    def folder(self, name):
        """A copy of an installed example to work in."""
        copy = os.path.join(self.scratch, self.id().rsplit(".", 1)[-1])
        shutil.copytree(os.path.join(self.prefix, EXAMPLES, name), copy)
        return copy

    def run_commands(self, commands, folder):
        result = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder, env=self.environment,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOUND)
        self.assertEqual(result.returncode, 0, commands + result.stdout + result.stderr)
        return result

    def read(self, name):
        with open(os.path.join(self.prefix, EXAMPLES, name, "README.md"), encoding="utf-8") as file:
            return blocks(file.read())

    def says_what_comes_out(self, name, checked=True, more=0, verdict="PASS"):
        (language, commands), (_, expected), *others = self.read(name)
        self.assertEqual(len(others), more)
        self.assertEqual(language, "sh")
        folder = self.folder(name)
        result = self.run_commands(commands, folder)
        self.assertEqual(result.stdout, expected)
        if checked:
            self.expect_passed(result.stderr, verdict)
        else:
            self.assertEqual(result.stderr, "")
        return folder

    def expect_passed(self, told, verdict="PASS"):
        self.assertEqual(told.splitlines()[-1].split(":")[0], verdict, told)
        self.assertNotIn("stencil: ", told)

    def expect_no_warning(self, folder, program, verdict="PASS"):
        """A right program, with all checks, is right and gets no warning."""
        report = os.path.join(folder, "checked.json")
        result = subprocess.run(["mpirun", "-n", "2", "--oversubscribe", *program], cwd=folder, capture_output=True, text=True,
                                timeout=BOUND, env=dict(self.environment, STENCIL_CHECK="block", STENCIL_PARANOID="1",
                                                        STENCIL_ACCEL="model", STENCIL_REPORT=report))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.expect_passed(result.stderr, verdict)
        return report

    def expect_all_swept(self, report):
        with open(report, encoding="utf-8") as file:
            read = json.load(file)
        self.assertIs(read["ok"], True)
        covers = read["ok_covers"]
        self.assertGreater(covers.pop("sweeps"), 0)
        self.assertIn("calls that sweep, and words stored after them", covers.pop("text"))
        self.assertEqual(set(covers.values()), {0}, covers)

    def test_vsda(self):
        folder = self.says_what_comes_out("vsda")
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            self.assertIn('"ok": true', file.read())
        self.expect_all_swept(self.expect_no_warning(folder, ["./poisson"]))

    def test_formula(self):
        self.says_what_comes_out("formula", checked=False)

    def expect_every_step(self, report, steps):
        with open(report, encoding="utf-8") as file:
            read = json.load(file)
        self.assertIs(read["ok"], True)
        covers = read["ok_covers"]
        self.assertEqual(covers.pop("steps"), steps)
        covers.pop("text")
        self.assertEqual(set(covers.values()), {0}, covers)

    def test_step(self):
        folder = self.says_what_comes_out("step")
        self.expect_every_step(self.expect_no_warning(folder, ["./step"]), 8)

    def test_schedules(self):
        folder = self.says_what_comes_out("schedules", verdict="NOT CHECKED")
        self.expect_no_warning(folder, ["./schedules", "strips", "90", "20", "16", "4", "12"])

    def test_port(self):
        folder = self.folder("port")
        fenced = self.read("port")
        build, out, with_cmake, page, verdict, timeline = (text for _, text in fenced)
        self.assertEqual([language for language, _ in fenced], ["sh", "", "sh", "sh", "", "sh"])
        result = self.run_commands(build, folder)
        self.assertEqual(result.stdout, out)
        self.expect_passed(result.stderr)
        self.expect_every_step(os.path.join(folder, "port.json"), 4 * 5)
        for name in ("plain", "accelerated"):
            shutil.move(os.path.join(folder, name), os.path.join(folder, name + ".first"))
        self.run_commands(with_cmake, folder)
        for ranks in (1, 2, 4):
            self.run_commands(f"for one in plain accelerated; do STENCIL_ACCEL=model mpirun -n {ranks} --oversubscribe "
                              f"build/$one 200 80 5 $one.bin; done; cmp plain.bin accelerated.bin", folder)
        self.assertEqual(self.run_commands(page, folder).stdout.splitlines()[-1:], verdict.splitlines())
        self.assertTrue(os.path.exists(os.path.join(folder, "port.html")))
        self.assertIn("PASS", self.run_commands(timeline, folder).stdout)
        self.assertTrue(os.path.exists(os.path.join(folder, "port.pftrace")))
        self.expect_every_step(self.expect_no_warning(folder, ["build/accelerated", "100", "30", "3"]), 2 * 3)

    def test_port_differs_in_its_sweep_and_an_include_only(self):
        lines = {}
        for name in ("plain", "accelerated"):
            with open(os.path.join(SOURCE, "examples/port", name + ".c"), encoding="utf-8") as file:
                text = file.read()
            rest, bodies = re.subn(r"(static void sweep\(part_t\* part\) \{\n).*?^\}$", r"\1}", text,
                                   flags=re.DOTALL | re.MULTILINE)
            self.assertEqual(bodies, 1)
            lines[name] = [line for line in rest.splitlines() if not line.startswith("#include")]
        self.assertEqual(lines["plain"], lines["accelerated"])

    def test_fortran(self):
        if FORTRAN_LACKS:
            self.skipTest(FORTRAN_LACKS)
        folder = self.says_what_comes_out("fortran")
        self.expect_all_swept(self.expect_no_warning(folder, ["./solve"]))
        # Each rank ends by its own change: the first waits in a function of the library for ranks that have ended.
        source = os.path.join(folder, "solve.f90")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("if (largest <= bound) exit", text)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text.replace("if (largest <= bound) exit", "if (change <= bound) exit"))
        compiling = [line for line in self.read("fortran")[0][1].splitlines() if "solve.f90" in line]
        self.run_commands("\n".join(compiling), folder)
        result = subprocess.run(["mpirun", "-n", "3", "--oversubscribe", "./solve"], cwd=folder, capture_output=True,
                                env=dict(self.environment, STENCIL_ACCEL="model", STENCIL_CHECK="block"), text=True,
                                timeout=BOUND)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("hang: rank 0 can never go on", result.stderr)
        self.assertIn("in VSDA_Update_end of update 2: waits", " ".join(result.stderr.split()))

    def test_stages(self):
        folder = self.says_what_comes_out("stages", checked=False)
        self.expect_no_warning(folder, ["./stages", "model"], "NOT CHECKED")

    def test_tiles(self):
        folder = self.says_what_comes_out("tiles", checked=False, more=2)
        self.expect_no_warning(folder, ["./tiles", "model"], "NOT CHECKED")
        on_the_host = self.run_commands("mpirun -n 3 --oversubscribe ./tiles software", folder).stdout
        fenced = self.read("tiles")
        self.assertEqual(on_the_host.splitlines()[:-1], fenced[1][1].splitlines()[:-1], "bits depend on ranks")
        (language, commands), (_, expected) = fenced[2:]
        self.assertEqual(language, "sh")
        result = self.run_commands(commands, folder)
        self.assertEqual(result.stdout, expected)
        self.expect_passed(result.stderr)
        with open(self.expect_no_warning(folder, ["./step", "60", "40", "2", "2"]), encoding="utf-8") as file:
            covers = json.load(file)["ok_covers"]
        self.assertEqual((covers.pop("rounds"), "rounds of tiles" in covers.pop("text")), (2 * 2, True))
        self.assertEqual(set(covers.values()), {0}, covers)

    def test_plot(self):
        folder = self.folder("plot")
        self.run_commands(self.read("plot")[0][1], folder)
        drawing = ElementTree.parse(os.path.join(folder, "run.svg")).getroot()
        words = " ".join(drawing.itertext())
        for wanted in ("PASS", "122,324 device cycles", "20 x middle block of 25 x 77, 5 sweeps, keep 15", "roofline"):
            self.assertIn(wanted, words)
        with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
            means = [{cause: count["sum"] / one["count"] for cause, count in one["cycles"].items()}
                     for one in json.load(file)["classes"]]
        longest = max(one["total"] for one in means)
        bars = [float(bar.get("width")) for bar in drawing.iter("{http://www.w3.org/2000/svg}rect")][1:]
        self.assertAlmostEqual(max(bars), 640 * max(one["compute"] for one in means) / longest, delta=0.01)
        self.assertAlmostEqual(sum(bar for bar in bars if bar != 12),
                               640 * sum(one["total"] for one in means) / longest, delta=0.1)
        usage = subprocess.run([sys.executable, "plot.py"], cwd=folder, capture_output=True, text=True)
        self.assertIn("usage: plot.py", usage.stderr)

    def expect_slower_fifo(self, out):
        """The lines of the README, the verdict, and cycles that are not our FIFO's 122,324."""
        expected = self.read("own-rtl")[1][1]
        for line in expected.splitlines():
            self.assertIn(line, out)
        self.assertIn("PASS: 7,777 values compared, 0 differ", out)
        self.assertIn("device cycles: 122,344", out)

    # -O0: a model takes a quarter of the time to compile, and runs long enough.
    def test_own_rtl_with_the_package(self):
        commands = self.read("own-rtl")[0][1].replace("-B build", "-B build -DSTENCIL_MODEL_OPTIMISE=0")
        folder = self.folder("own-rtl")
        self.expect_slower_fifo(self.run_commands(commands, folder).stdout)
        lost = subprocess.run(
            ["stencil-cosim", "run", "--config", "wide"], capture_output=True, text=True,
            env=dict(self.environment, STENCIL_MODULES=os.path.join(folder, "build/lib/stencil-cosim/accel")))
        self.assertEqual(lost.returncode, 2, "ours must not be run in place of a module that is not there")
        self.assertIn("STENCIL_MODULES", lost.stderr)

    # The module alone: the program would be built from the same sources once more.
    def test_own_rtl_with_fetch_content(self):
        commands = self.read("own-rtl")[2][1]
        for old, new in (("/absolute/path/of/stencil-cosim", SOURCE + " -DSTENCIL_MODEL_OPTIMISE=0"),
                         ("--target stencil-cosim config-small", "--target config-small"),
                         ("build/bin/stencil-cosim run", "STENCIL_MODULES=$PWD/build/lib/stencil-cosim/accel stencil-cosim run")):
            self.assertIn(old, commands)
            commands = commands.replace(old, new)
        folder = self.folder("own-rtl")
        self.expect_slower_fifo(self.run_commands(commands, folder).stdout)
        with open(os.path.join(folder, "build/build.ninja"), encoding="utf-8") as file:
            targets = file.read()
        self.assertIn("build stencil-cosim:", targets)
        self.assertNotIn("tests-unit", targets, "a project around this one gets no tests")
        self.assertNotIn("record-cpu", targets, "nor its commands recorded")

    def check_dut(self, folder, *options, status):
        result = subprocess.run(
            ["stencil-cosim", "check-dut", *options], cwd=folder, capture_output=True, text=True, timeout=BOUND,
            env=dict(self.environment, STENCIL_CACHE=os.path.join(self.scratch, "check-dut-cache")))
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout

    # The package alone builds the devices and tests them.
    def test_stub_device(self):
        command = self.read("stub_device")[0][1].split()
        self.assertEqual(command[:2], ["stencil-cosim", "check-dut"])
        folder = self.folder("stub_device")
        out = self.check_dut(folder, *command[2:], status=1)
        self.assertIn("\nfirst finding: registers: StencilAccelStatus.CapabilitiesAreTheParameters\n", out)
        for level in ("elaborates", "registers", "buses", "sweeps", "chains", "tiles", "change", "interlock", "reset"):
            self.assertRegex(out, level + " .* yes ")
        mine = os.path.join(folder, "mine")
        shutil.copytree(os.path.join(self.prefix, "share/stencil-cosim/rtl"), mine)
        shutil.copy(os.path.join(folder, "no-engine/kernels/kernels.v"), os.path.join(mine, "kernels/kernels.v"))
        out = self.check_dut(folder, "--rtl", "mine", "--devices", "four", "--level", "buses", status=0)
        self.assertIn("PASS: mine conforms up to level buses; cycles were not judged\n", out)
        out = self.check_dut(folder, "--rtl", "mine", "--devices", "four", "--level", "sweeps", "--first", status=1)
        self.assertIn("\nfirst finding: sweeps: ", out)

    def test_all_examples_are_tested(self):
        found = {name for name in os.listdir(os.path.join(SOURCE, "examples"))
                 if os.path.isdir(os.path.join(SOURCE, "examples", name))}
        self.assertEqual(found, {"vsda", "step", "schedules", "port", "fortran", "stages", "tiles", "own-rtl", "plot", "formula", "stub_device"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
