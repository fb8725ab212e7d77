# ci/instructions and ci/history: callgrind's output by room, the verdict, the record, lines appended or refused.
# SPDX-License-Identifier: Apache-2.0
import copy
import io
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / "ci/measures"), str(ROOT / "ci/runner")]
sys.path[1:1] = FOLDERS
import history  # noqa: E402
import instructions  # noqa: E402
from callgrind import read_profile  # noqa: E402
from folders import Folders, by_folder  # noqa: E402
from ci_error import CiError  # noqa: E402

PROFILE = """# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir
summary: {total}

ob=(1) /elsewhere/bin/stencil-cosim
fl=(1) /another/clone/sim/device/platform/dma.cpp
fn=(1) dma
10 5
+2 7
* 1
fi=(2) /usr/include/c++/12/bits/stl_deque.h
300 20
fe=(1)
12 100
cfi=(3) ./string/memcpy.c
cob=(2) /usr/lib/x86_64-linux-gnu/libc.so.6
cfn=(2) memcpy
calls=3 0
-2 90000
fl=(4) /usr/include/c++/12/bits/vector.tcc
fn=(4) grow
1 400

ob=(2)
fl=(3)
fn=(2)
0 1000

ob=(3) /usr/lib/x86_64-linux-gnu/libsystemc-2.3.4.so
fl=(5) ???
fn=(5) event
0 2000

ob=(4) /elsewhere/small.so
fl=(6) /a/build/profile/sim/models/Vaccel_small_united.cpp
fn=(6) eval
1 30000
fi=(7) /usr/share/verilator/include/verilated_funcs.h
2 4000
fi=(8) /another/clone/build/profile/../../sim/device/pins/beats.hpp
3 6

totals: {total}
"""
TOTAL = 5 + 7 + 1 + 20 + 100 + 400 + 1000 + 2000 + 30000 + 4000 + 6


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def refused(self, pattern, call, *words):
        with self.assertRaisesRegex(CiError, pattern) as raised:
            call(*words)
        self.assertEqual(len(str(raised.exception).splitlines()), 1)


class Callgrind(Scratch):
    def test_own_cost_by_room(self):
        profile = read_profile(self.write("out", PROFILE.format(total=TOTAL)))
        self.assertEqual(profile.total, TOTAL)
        # Code that a library's header puts into a function of ours is ours; called functions are not.
        self.assertEqual(by_folder(profile, str(ROOT)), {
            "sim/device/platform": 133, "libstdc++": 400, "libc": 1000, "SystemC": 2000, "RTL": 34000, "sim/device/pins": 6})

    def test_a_file_belongs_to_its_folder_wherever_it_was_compiled(self):
        room = Folders(str(ROOT)).of_file
        self.assertEqual(room(str(ROOT / "sim/device/platform/dma.cpp")), "sim/device/platform")
        self.assertEqual(room("/x/build/profile/../../host/jacobi/../CMakeLists.txt"), "host")
        self.assertEqual(room("/b/models/Vaccel_small/Vaccel_small.h"), "RTL")
        self.assertEqual(room("models/jacobi.cpp"), "models")
        self.assertIsNone(room("/usr/include/c++/12/deque"))

    def test_a_file_made_while_building_belongs_to_the_folder_it_was_made_for(self):
        made = self.folder / "build/profile/sim/table_accel.cpp"
        made.parent.mkdir(parents=True)
        made.touch()
        room = Folders(str(self.folder)).of_file
        self.assertEqual(room(str(made)), "sim")
        self.assertIsNone(room(str(made.parent / "none.cpp")))
        room = Folders(str(ROOT)).of_file
        self.assertIsNone(room("???"))

    def test_cut_off_and_foreign(self):
        whole = PROFILE.format(total=TOTAL)
        self.refused("cut off", read_profile, self.write("out", whole[:whole.index("ob=(4)")]))
        self.refused("cut off", read_profile, self.write("out", PROFILE.format(total=TOTAL + 1)))
        self.refused("no cost", read_profile, self.write("out", whole.replace("+2 7", "+2 7x")))
        self.refused("not of callgrind's format", read_profile, self.write("out", "hello\n"))
        self.refused("cannot be read: No such file", read_profile, str(self.folder / "none"))


class Verdict(unittest.TestCase):
    base = {"workload": "w", "total": 1_000_000, "rooms": {"RTL": 900_000, "sim/device/rtl": 80_000, "sim/device/platform": 20_000}}

    def judge(self, **growth):
        new = copy.deepcopy(self.base)
        for room, instructions_more in growth.items():
            room = room.replace("_", "/")
            new["rooms"][room] = new["rooms"].get(room, 0) + instructions_more
            new["total"] += instructions_more
        sentences, moved = instructions.judge("rtl", self.base, new)
        return moved, sentences

    def test_five_percent_is_named_by_room_and_one_passes(self):
        for room in ("RTL", "sim_device_rtl", "sim_device_platform", "host_new"):
            moved, sentences = self.judge(**{room: 50_000})
            self.assertTrue(moved, room)
            self.assertEqual(len(sentences), 2, sentences)
            self.assertTrue(sentences[1].startswith(f"  {room.replace('_', '/')}: "), sentences)
            self.assertFalse(self.judge(**{room: 10_000})[0], room)

    def test_the_sentences(self):
        self.assertEqual(self.judge(sim_device_platform=50_000)[1], [
            "rtl: 1,000,000 -> 1,050,000 instructions, +5.00 %",
            "  sim/device/platform: 20,000 -> 70,000, +5.00 % of all, +250.0% of its own"])
        self.assertEqual(self.judge(host_new=50_000)[1][1],
                         "  host/new: 0 -> 50,000, +5.00 % of all, it was not there")
        self.assertEqual(self.judge(RTL=10_000)[1],
                         ["rtl: 1,000,000 -> 1,010,000 instructions, +1.00 %, within 2.5 %"])

    def test_growth_that_many_share_and_growth_that_another_hides(self):
        moved, sentences = self.judge(RTL=20_000, sim_device_rtl=16_000, sim_device_platform=15_000)
        self.assertTrue(moved)
        self.assertEqual([line.split(":")[0].strip() for line in sentences[1:]], ["RTL", "sim/device/rtl", "sim/device/platform"])
        moved, sentences = self.judge(RTL=-50_000, sim_device_platform=50_000)
        self.assertTrue(moved)
        self.assertEqual(len(sentences), 3)

    def test_less_is_named_too(self):
        moved, sentences = self.judge(sim_device_rtl=-50_000)
        self.assertTrue(moved)
        self.assertIn("-5.00 % of all", sentences[1])

    def test_a_room_that_is_gone(self):
        new = copy.deepcopy(self.base)
        new["total"] -= new["rooms"].pop("sim/device/rtl")
        sentences, moved = instructions.judge("rtl", self.base, new)
        self.assertTrue(moved)
        self.assertTrue(sentences[1].startswith("  sim/device/rtl: 80,000 -> 0, -8.00 % of all"), sentences)


class Records(Scratch):
    record = {"schema": instructions.SCHEMA, "key": {name: "1" for name in instructions.KEY},
              "workloads": {"rtl": {"workload": "w", "total": 3, "rooms": {"RTL": 2, "sim": 1}}}}

    def test_written_and_read(self):
        path = str(self.folder / "new/record.json")
        instructions.write_record(self.record, path)
        self.assertEqual(instructions.read_record(path), self.record)
        self.assertEqual(os.listdir(self.folder / "new"), ["record.json"])
        self.assertIsNone(instructions.read_record(str(self.folder / "none.json")))

    def test_refused(self):
        text = json.dumps(self.record)
        for wrong, pattern in ((text[:-9], "is no JSON"), (text.replace("/1", "/2", 1), "has schema"), ("[]", "schema"),
                               (text.replace('"total": 3', '"total": 4'), "lacks a part"),
                               (text.replace('"valgrind": "1", ', ""), "lacks a part"),
                               (text.replace('"RTL": 2', '"RTL": null'), "lacks a part")):
            self.refused(pattern, instructions.read_record, self.write("record.json", wrong))

    def test_an_unwritable_place_leaves_nothing(self):
        (self.folder / "record.json").mkdir()
        self.refused("cannot be written", instructions.write_record, self.record, str(self.folder / "record.json"))
        self.assertEqual(os.listdir(self.folder), ["record.json"])

    def test_other_tools_are_named(self):
        key = {**self.record["key"], "valgrind": "3.20"}
        self.assertEqual(instructions.differing_keys(self.record, key), ["valgrind 3.20, recorded with 1"])
        self.assertEqual(instructions.differing_keys(self.record, self.record["key"]), [])

    def test_compilers(self):
        for line, name in (("c++ (Debian 12.2.0-14+deb12u1) 12.2.0", "g++ 12.2.0-14+deb12u1"),
                           ("g++ (GCC) 13.1.0", "g++ 13.1.0"), ("Debian clang version 14.0.6", "clang++ 14.0.6"),
                           ("clang version 17.0.1 (https://github.com x)", "clang++ 17.0.1"), ("", "")):
            self.assertEqual(instructions.compiler_name(line), name)

    def test_the_record_of_this_tree_can_be_read(self):
        record = instructions.read_record(str(ROOT / "ci/baseline/instructions.json"))
        self.assertEqual({name: measured["workload"] for name, measured in record["workloads"].items()},
                         instructions.WORKLOADS)


class Compared(unittest.TestCase):
    """The verdicts of ci/instructions on given counts."""

    def compare(self, growth, version="1", change=None):
        record = copy.deepcopy(Records.record)
        record["workloads"]["rtl"] = copy.deepcopy(Verdict.base)
        new = copy.deepcopy(record)
        new["key"]["compiler"] = version
        new["workloads"]["rtl"]["total"] += growth
        new["workloads"]["rtl"]["rooms"]["sim/device/platform"] += growth
        if change:
            change(new)
        out = io.StringIO()

        class Screen:
            @staticmethod
            def say(text):
                out.write(text + "\n")

        return instructions.compare(Screen, record, new), out.getvalue()

    def test_status(self):
        self.assertEqual(self.compare(10_000)[0], 0)
        status, text = self.compare(50_000)
        self.assertEqual(status, 1)
        self.assertIn("  sim/device/platform: ", text)
        self.assertIn("ci/instructions --accept", text)

    def test_other_versions_are_shown_and_not_judged(self):
        status, text = self.compare(50_000, version="2")
        self.assertEqual(status, 0)
        self.assertIn("  sim/device/platform: ", text)
        self.assertIn("NOT JUDGED: compiler 2, recorded with 1", text)

    def test_another_workload_is_no_agreement(self):
        def other(new):
            new["workloads"]["rtl"]["workload"] = "v"

        status, text = self.compare(0, change=other)
        self.assertEqual((status, "is another workload than recorded" in text), (1, True))

        def more(new):
            new["workloads"]["model"] = new["workloads"]["rtl"]

        status, text = self.compare(0, change=more)
        self.assertEqual((status, "model: has no record" in text), (1, True))


def one_class(**other):
    return {"label": "odd", "config": "small +X=1", "schedule": "overlapped", "blocking": "skewed", "distribution": None,
            "count": 2, "cycles": {"total": {"minimum": 10, "maximum": 11, "sum": 21}}, **other}


class History(Scratch):
    line = {"schema": history.SCHEMA, "commit": "0" * 40, "date": "2026-11-22T10:00:00Z", "dirty": False, "subject": "x",
            "cycles": None, "synthesis": None, "instructions": None}

    def test_lines_are_appended(self):
        path = self.folder / "h.jsonl"
        history.check_file(str(path))
        for number in range(3):
            history.append(str(path), {**self.line, "subject": f"line\n{number}"})
        lines = path.read_text().splitlines()
        self.assertEqual([json.loads(line)["subject"] for line in lines], ["line\n0", "line\n1", "line\n2"])
        self.assertTrue(lines[0].startswith('{"schema":"stencil-cosim/history/1","commit":'))

    def test_what_is_no_history_is_refused_and_left(self):
        whole = history.line_text(self.line)
        for text, pattern in ((whole + whole[:-9], "is cut off"), (whole[:-1], "is cut off"), (whole[:30], "is cut off"),
                              (whole + "hello\n", "another kind of file"), ('{"a":1}\n', "another kind of file"),
                              (whole + whole.replace("/1", "/2", 1), "history/2, this program"), ("[]\n", "another kind")):
            path = self.write("h.jsonl", text)
            self.refused(pattern, history.check_file, path)
            self.refused(pattern, history.append, path, self.line)
            self.assertEqual(pathlib.Path(path).read_text(), text)

    def test_unwritable_places(self):
        self.refused("there is no folder", history.check_file, str(self.folder / "none/h.jsonl"))
        self.refused("cannot be read: Is a directory", history.check_file, str(self.folder))
        self.refused("cannot be written", history.append, str(self.folder), self.line)
        self.refused("cannot be written", history.append, "/proc/none/h.jsonl", self.line)

    def test_a_line_that_finds_no_room_is_taken_back(self):
        path = self.write("h.jsonl", history.line_text(self.line))
        size = os.path.getsize(path)
        script = ("import sys, signal, resource, json\n"
                  f"sys.path[1:1] = {FOLDERS!r}\n"
                  "import history\nfrom ci_error import CiError\n"
                  "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
                  f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 40}, {resource.RLIM_INFINITY}))\n"
                  "try:\n"
                  f"    history.append({path!r}, json.loads({history.line_text(self.line)!r}))\n"
                  "except CiError as error:\n"
                  "    print(error)\n")
        done = subprocess.run([sys.executable, "-BES", "-c", script], capture_output=True, text=True, check=True,
                              timeout=1200)
        self.assertRegex(done.stdout, "cannot be written: 40 of [0-9]+ bytes found room")
        self.assertEqual(os.path.getsize(path), size)
        history.append(path, self.line)

    def test_lines_of_many_writers_do_not_mix(self):
        path = self.folder / "h.jsonl"
        script = (f"import sys, json\nsys.path[1:1] = {FOLDERS!r}\nimport history\n"
                  f"line = json.loads({history.line_text(self.line)!r})\n"
                  f"for number in range(20): history.append({str(path)!r}, {{**line, 'subject': 'x' * 9000}})\n")
        writers = [subprocess.Popen([sys.executable, "-BES", "-c", script]) for _ in range(4)]
        self.assertEqual([writer.wait(60) for writer in writers], [0] * 4)
        subjects = [json.loads(line)["subject"] for line in path.read_text().splitlines()]
        self.assertEqual(subjects, ["x" * 9000] * 80)

    def test_cycles_of_one_block(self):
        even = one_class(label="even", cycles={"total": {"sum": 20}})
        found = history.cycles_of([one_class(), one_class(), even, one_class(schedule="sequential")], "f")
        self.assertEqual(found, {"even (small overlapped skewed)": 10, "odd (small overlapped skewed)": 10.5,
                                 "odd (small sequential skewed)": 10.5})
        self.assertIsInstance(found["even (small overlapped skewed)"], int)
        for wrong in (None, {}, [], [{}], [one_class(cycles={})], [one_class(count=0)]):
            self.refused("f has ", history.cycles_of, wrong, "f")

    def test_cycles_that_were_left_before(self):
        path = self.write("one.json", json.dumps({"classes": [one_class()]}))
        self.assertEqual(history.recorded_cycles(path), {"odd (small overlapped skewed)": 10.5})
        self.refused("has no classes", history.recorded_cycles, self.write("list.json", "[]"))
        self.refused("is no JSON", history.recorded_cycles, self.write("cut.json", "{"))
        self.refused("cannot be read", history.recorded_cycles, str(self.folder / "none.json"))

    def test_synthesis_of_this_tree(self):
        found = history.synthesis_of(str(ROOT / "docs/synthesis.tsv"))
        plain = ["five-point", "heat", "nine-point", "small", "wide", "wide-bus"]
        self.assertEqual(sorted(found), sorted(plain + [f"{name}-fast" for name in plain]))
        for figures in found.values():
            self.assertEqual(sorted(figures),
                             ["block_ram", "carries", "dsp", "ff", "levels", "lut", "ultra_ram"])
        record = ("Yosys 0\nconfiguration\tmodule\tlut\tff\tdsp\thalf_block_ram\tultra_ram\tinside_levels\tinside_carries\n"
                  "a\tstencil_accel\t1\t2\t3\t4\t5\t6\t7\na\tfifo\t9\t9\t9\t9\t9\t9\t9\n"
                  "b\tstencil_accel\t1\t2\t3\t5\t5\t6\t7\na X=1\tstencil_accel\t8\t8\t8\t8\t8\t8\t8\n")
        found = history.synthesis_of(self.write("r.tsv", record))
        self.assertEqual(list(found), ["a", "b"])
        self.assertEqual(found["a"], {"lut": 1, "ff": 2, "dsp": 3, "block_ram": 2, "ultra_ram": 5, "levels": 6,
                                      "carries": 7})
        self.assertEqual(found["b"]["block_ram"], 2.5)
        self.refused("no record", history.synthesis_of, self.write("s.tsv", "Yosys\na\tb\n1\t2\n"))
        self.refused("cannot be read", history.synthesis_of, str(self.folder / "none"))

    def test_commit(self):
        def git(*words):
            subprocess.run(["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                           capture_output=True, env={**os.environ, "GIT_COMMITTER_DATE": "2020-01-02T03:04:05+0200"})

        self.refused("git log in ", history.commit_of, str(self.folder))
        git("init", "-q")
        (self.folder / "f").write_text("1")
        git("add", "f")
        git("commit", "-qm", "tests: \"first\"\n\nbody")
        found = history.commit_of(str(self.folder))
        self.assertRegex(found.pop("commit"), "^[0-9a-f]{40}$")
        self.assertEqual(found, {"date": "2020-01-02T01:04:05Z", "dirty": False, "subject": 'tests: "first"'})
        (self.folder / "g").write_text("1")
        found = history.commit_of(str(self.folder))
        self.assertTrue(found["dirty"])
        self.assertGreater(found["date"], "2026")


class HistoryCommand(Scratch):
    """The command with cycles that were measured before."""

    def call(self, *words):
        return subprocess.run([sys.executable, "-BES", str(ROOT / "ci/measures/history_main.py"), "--source",
                               str(self.folder), *words], cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=1200)

    def setUp(self):
        super().setUp()
        for name in ("docs", "cycles"):
            (self.folder / name).mkdir()
        self.write("docs/synthesis.tsv", (ROOT / "docs/synthesis.tsv").read_text())
        self.write("CMakePresets.json", (ROOT / "CMakePresets.json").read_text())
        self.write("cycles/one.json", json.dumps({"classes": [one_class()]}))
        self.write(".gitignore", "/build/\n/h.jsonl\n")
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "s"]):
            subprocess.run(["git", *words], cwd=self.folder, check=True)

    def test_a_line(self):
        done = self.call("h.jsonl", "--cycles", "cycles", "--without", "instructions")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        line = json.loads((self.folder / "h.jsonl").read_text())
        self.assertEqual(list(line), list(History.line))
        self.assertEqual((line["dirty"], list(line["cycles"]), line["instructions"]), (False, ["one"], None))
        self.assertEqual(line["synthesis"]["small"]["levels"], history.synthesis_of(
            str(ROOT / "docs/synthesis.tsv"))["small"]["levels"])
        self.write("cycles/two.json", "{}")
        done = self.call("h.jsonl", "--cycles", "cycles")
        self.assertEqual((done.returncode, done.stderr), (2, "ci/history: cycles/two.json has no classes of blocks\n"))
        self.assertIn("the line says dirty", done.stdout)
        self.assertEqual(len((self.folder / "h.jsonl").read_text().splitlines()), 1)

    def test_another_tree_has_no_synthesis(self):
        (self.folder / "build/release").mkdir(parents=True)
        self.write("build/release/CMakeCache.txt", "STENCIL_RTL_DIR:PATH=/somewhere/else\n")
        done = self.call("h.jsonl", "--cycles", "cycles", "--without", "instructions")
        self.assertIn("synthesis is null", done.stdout)
        self.assertIsNone(json.loads((self.folder / "h.jsonl").read_text())["synthesis"])

    def test_a_foreign_file_is_told_before_anything_is_done(self):
        self.write("h.jsonl", "mine\n")
        done = self.call("h.jsonl")
        self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (2, 1, ""))
        self.assertIn("another kind of file", done.stderr)
        self.assertEqual((self.folder / "h.jsonl").read_text(), "mine\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
