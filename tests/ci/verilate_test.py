# cmake/verilate_one.cmake with a Verilator that fails, is killed or finds no room: unfinished output is never used.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "cmake/verilate_one.cmake"

# Writes the source without its comments to a header and two sources. MISHAP chooses the fault.
FAKE = r"""#!/bin/sh
while [ $# -gt 1 ]; do
  case $1 in --Mdir) folder=$2 ;; --prefix) prefix=$2 ;; esac
  shift
done
code=$(sed 's://.*::' "$1" | tr -d '\n ')
printf '// %s\n#endif  // guard\n' "$code" >"$folder/$prefix.h"
printf '// %s\nint a() { return 1; }\n' "$code" >"$folder/${prefix}__a.cpp"
[ "$MISHAP" != fail ] || exit 1
[ "$MISHAP" != hang ] || { touch "$folder/hangs"; sleep 60; }
[ "$MISHAP" != cut ] && printf 'int b() {\n  return 1;\n}\n' >"$folder/${prefix}__b.cpp" ||
  printf 'int b() {\n  retu' >"$folder/${prefix}__b.cpp"
# A page, whose end is the end of a line by chance.
[ "$MISHAP" != page ] || { head -c 4094 /dev/zero | tr '\0' x; echo ';'; } >"$folder/${prefix}__b.cpp"
[ "$MISHAP" != empty ] || : >"$folder/${prefix}__b.cpp"
printf '%s/%s.h : %s \n' "$folder" "$prefix" "$1" >"$folder/${prefix}__ver.d"
# What hangs on inputs, without the call that asks for it.
[ "$MISHAP" != inputs ] || printf 'void Vtop___ico_x(int* vlSelf) {\n  vlSelf->i_a;\n}\n' >>"$folder/${prefix}__b.cpp"
[ "$MISHAP" != depfile ] || printf '%s/%s.h : /an/' "$folder" "$prefix" >"$folder/${prefix}__ver.d"
"""


class VerilateOne(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="stencil-verilate-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.source = self.scratch / "top.v"
        self.models = self.scratch / "models"
        self.tree = None
        self.fake = self.scratch / "verilator"
        self.fake.write_text(FAKE)
        self.fake.chmod(0o755)
        self.source.write_text("module top; // first\n")
        self.done = self.verilate()
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def command(self):
        tree = [f"-DTREE={self.tree}"] if self.tree else []
        return ["cmake", *tree, f"-DVERILATOR={self.fake}", f"-DMODELS={self.models}", "-DPREFIX=Vtop", "-DTOP=top",
                f"-DSOURCE={self.source}", "-DOPTIONS=-Wall", "-P", SCRIPT]

    def verilate(self, mishap=""):
        return subprocess.run(self.command(), env={**os.environ, "MISHAP": mishap}, capture_output=True, text=True,
                              check=False, timeout=1200)

    def left(self):
        """The files that the build reads: names, contents and times."""
        files = [self.models / "Vtop_united.cpp", *sorted((self.models / "Vtop").iterdir())]
        return [(path.name, path.read_text(), path.stat().st_mtime_ns) for path in files]

    def test_unites_what_comes_out(self):
        text = (self.models / "Vtop_united.cpp").read_text()
        # Relative to its own folder: a compiler cache finds it again in another.
        self.assertRegex(text, '^// [0-9a-f]{64}\n#include "Vtop/Vtop__a.cpp"\n#include "Vtop/Vtop__b.cpp"\n$')
        for line in text.splitlines()[1:]:
            self.assertTrue((self.models / line.split('"')[1]).exists())
        self.assertEqual((self.models / "Vtop_united.cpp.d").read_text(),
                         f"{self.models}/Vtop_united.cpp: {self.source}\n")
        self.assertEqual(sorted(path.name for path in self.models.iterdir()),
                         ["Vtop", "Vtop_united.cpp", "Vtop_united.cpp.d"])

    def verilate_parts(self, text, part):
        """What Verilator is given as module `box`, made of this text, and how the script ends."""
        (self.scratch / "box.v").write_text(text)
        parts = self.scratch / "parts.cmake"
        parts.write_text(part + "\n")
        seen = self.scratch / "seen.v"
        # Verilator's ninth word and the one behind it: the first folder that it searches
        self.fake.write_text(FAKE.replace("#!/bin/sh\n", "#!/bin/sh\n"
                                          f"[ ! -e ${{10}}/box.v ] || [ $9 != -y ] || cp ${{10}}/box.v {seen}\n"
                                          f'echo "$*" >>{self.scratch}/calls\n'
                                          f'[ $9 != -y ] || clock={self.scratch}/clock.v\n', 1)
                             .replace(""": %s \\n' "$folder" "$prefix" "$1" """, """: %s %s\\n' "$folder" "$prefix" "$1" "$clock" """))
        command = [f"{word},-y,{self.scratch}" if str(word).startswith("-DOPTIONS") else word for word in self.command()]
        command[1:1] = ["-DWATCH_INPUTS=TRUE", f"-DPARTS={parts}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1200)
        return seen.read_text() if seen.exists() else "", done

    def test_gives_parts_a_clock_of_their_own(self):
        text = "module box (\n    input clk\n);\n  part u_a (\n      .clk (clk)\n  );\nendmodule\n"
        made, done = self.verilate_parts(text, 'resting_part(box u_a 7 "i_go | i_on")')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("part u_a (\n      .clk (resting_u_a)\n", made)
        self.assertIn(".HOLD(7)", made)
        self.assertIn(".i_run(i_go | i_on)", made)
        # This Verilator's text has no clocks: it is asked again, without parts.
        self.assertIn("all parts run in all clocks", done.stderr + done.stdout)
        calls = (self.scratch / "calls").read_text().splitlines()
        self.assertEqual([".resting" in call for call in calls[-2:]], [True, False])
        self.assertEqual([path.name for path in self.models.iterdir() if "resting" in path.name], [])
        # What was read for the parts alone is a dependency all the same.
        self.assertIn(f" {self.scratch}/clock.v", (self.models / "Vtop_united.cpp.d").read_text())

    def test_replaces_a_text_of_a_module(self):
        text = "module box (\n    input clk\n);\n  localparam A = 1;\n  part u_a (\n      .clk (clk)\n  );\nendmodule\n"
        made, done = self.verilate_parts(text, 'resting_text(box "A = 1;" "A = 2;")\nresting_part(box u_a 7 "i_go")')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("localparam A = 2;\n", made)
        self.assertIn("part u_a (\n      .clk (resting_u_a)\n", made)
        _, done = self.verilate_parts(text, 'resting_text(box "A = 3;" "A = 2;")')
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(" ".join(done.stderr.split()), "box.v has no text `A = 3;`, which .*parts.cmake replaces")

    def test_refuses_parts_that_are_not_there(self):
        for text, reason in (("module box (\n    input clk\n);\nendmodule\n", "has no instance u_a"),
                             ("module box (\n    input clk\n);\n  part u_a (\n      .c (clk)\n  );\nendmodule\n",
                              r"must be .clk \(clk\)")):
            _, done = self.verilate_parts(text, 'resting_part(box u_a 7 "i_go")')
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(" ".join(done.stderr.split()), reason)
        _, done = self.verilate_parts(text, 'resting_part(chest u_a 7 "i_go")')
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(" ".join(done.stderr.split()), "no folder has the module chest, which .*parts.cmake names")

    def sources(self):
        """The source list in a device's module: a digest over all files, then a digest and a path per file."""
        text = (self.models / "Vtop_sources.cpp").read_text()
        return re.findall(r'^ +"(.*)\\n"', text, re.MULTILINE)

    def test_tells_what_verilog_it_read_and_takes_no_comment_for_a_change(self):
        self.tree = self.scratch
        seen = []
        for text in ["module top; // first\n", "// head\n\nmodule top; // second  \n\n", "module top;;\n"]:
            self.source.write_text(text)
            self.assertEqual(self.verilate().returncode, 0)
            seen.append(self.sources())
            self.assertRegex(seen[-1][0], "^[0-9a-f]{64}$")
            self.assertRegex(seen[-1][1], "^[0-9a-f]{64} top.v$")
            self.assertEqual(len(seen[-1]), 2)
        self.assertEqual(seen[0], seen[1])
        self.assertNotEqual(seen[1][0], seen[2][0])
        self.assertNotEqual(seen[1][1], seen[2][1])

    def test_files_from_elsewhere_are_told_by_their_names(self):
        self.tree = self.models
        self.assertEqual(self.verilate().returncode, 0)
        self.assertRegex(self.sources()[1], "^[0-9a-f]{64} top.v$")

    def test_an_edit_touches_only_what_comes_out_otherwise(self):
        before = dict((name, rest) for name, *rest in self.left())
        (self.models / "Vtop" / "Vtop__gone.cpp").touch()
        self.source.write_text("module top;;\n")
        self.assertEqual(self.verilate().returncode, 0)
        after = dict((name, rest) for name, *rest in self.left())
        self.assertEqual(sorted(after), sorted(before), "what comes out no more is removed")
        self.assertEqual(after["Vtop__b.cpp"], before["Vtop__b.cpp"], "as it was, time included")
        for name in ["Vtop.h", "Vtop__a.cpp", "Vtop_united.cpp"]:
            self.assertNotEqual(after[name][0], before[name][0])

    def test_a_comment_touches_nothing(self):
        before = self.left()
        (self.models / "Vtop_united.cpp.d").unlink()
        self.source.write_text("module top; // second\n")
        self.assertEqual(self.verilate().returncode, 0)
        self.assertEqual(self.left(), before)
        self.assertTrue((self.models / "Vtop_united.cpp.d").exists(), "ninja takes it away each time")

    def test_an_edit_shows_in_every_file_that_the_build_watches(self):
        # The folder's other files are no outputs that ninja knows: an edit must rebuild their includers all the same.
        before = dict((name, text) for name, text, _ in self.left())
        self.source.write_text("module other;\n")
        self.assertEqual(self.verilate().returncode, 0)
        after = dict((name, text) for name, text, _ in self.left())
        for name in ("Vtop_united.cpp", "Vtop.h", "Vtop__a.cpp"):
            self.assertNotEqual(after[name], before[name])

    def test_inputs_of_a_text_that_is_not_known_are_left_as_they_are(self):
        watched = [*self.command()[:-2], "-DWATCH_INPUTS=TRUE", *self.command()[-2:]]
        for mishap, said in (("inputs", "Vtop: inputs are not watched"), ("", "")):
            called = subprocess.run(watched, env={**os.environ, "MISHAP": mishap}, capture_output=True, text=True,
                                    check=False, timeout=1200)
            self.assertEqual(called.returncode, 0, called.stderr)
            self.assertEqual("not watched" in called.stderr, bool(said))
            self.assertIn(said, called.stderr)
            text = (self.models / "Vtop/Vtop__b.cpp").read_text()
            self.assertEqual("___ico_x" in text, mishap == "inputs")
            self.assertNotIn("inputs_changed", text)

    def test_what_fails_leaves_the_last_result(self):
        before = self.left()
        self.source.write_text("module other;\n")
        for mishap, text in (("fail", "verilator failed for Vtop"), ("cut", "cut off after 16 bytes"),
                             ("empty", "cut off after 0 bytes"), ("page", "cut off after 4096 bytes"), ("depfile", "Vtop__ver.d cut off")):
            called = self.verilate(mishap)
            self.assertNotEqual(called.returncode, 0)
            said = " ".join(called.stderr.split())
            self.assertIn(text, said)
            self.assertEqual("No space left on device" in said, mishap != "fail")
            self.assertEqual(self.left(), before)
        self.assertEqual(self.verilate().returncode, 0)
        self.assertIn("other", (self.models / "Vtop/Vtop.h").read_text())

    def test_the_united_file_goes_first_and_comes_last(self):
        # Killed at any point, the next call must not use the folder as if the united file belonged to it.
        self.source.write_text("module other;\n")
        traced = subprocess.run([*self.command(), "--trace-expand"], env={**os.environ, "MISHAP": ""}, text=True,
                                capture_output=True, check=True, timeout=1200)
        steps = re.findall(r"file\((REMOVE|REMOVE_RECURSE|RENAME) (.*) \)", traced.stderr)
        steps = [(what, *(os.path.basename(path) for path in paths.split())) for what, paths in steps]
        self.assertEqual(steps[1:], [("REMOVE", "Vtop_united.cpp"), ("RENAME", "Vtop.h", "Vtop.h"),
                                     ("RENAME", "Vtop__a.cpp", "Vtop__a.cpp"), ("REMOVE_RECURSE", "Vtop.part"),
                                     ("RENAME", "Vtop_united.cpp.part", "Vtop_united.cpp")])

    def test_a_killed_one_leaves_the_last_result(self):
        before = self.left()
        self.source.write_text("module other;\n")
        running = subprocess.Popen(self.command(), env={**os.environ, "MISHAP": "hang"}, start_new_session=True)
        end = time.monotonic() + 1200.0
        while not (self.models / "Vtop.part/hangs").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self.assertEqual(self.left(), before)
        self.assertEqual(self.verilate().returncode, 0)
        self.assertIn("other", (self.models / "Vtop/Vtop.h").read_text())
        self.assertFalse((self.models / "Vtop/hangs").exists())

    def test_what_does_not_belong_together_is_made_anew(self):
        # Killed during the exchange of the folder: without its united file, or without a file of the folder.
        for name in ("Vtop_united.cpp", "Vtop/Vtop.h"):
            (self.models / name).unlink()
            self.assertEqual(self.verilate().returncode, 0)
            self.assertEqual([entry[:2] for entry in self.left()][0][0], "Vtop_united.cpp")
            self.assertTrue((self.models / name).exists())


if __name__ == "__main__":
    sys.exit(unittest.main())
