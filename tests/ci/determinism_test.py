# ci/determinism on a stencil-cosim of a few lines: planted faults are found and named, correct runs are not.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import io
import json
import os
import pathlib
import stat
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(ROOT / "ci/measures"), str(ROOT / "ci/runner")]
import determinism  # noqa: E402
from ci_error import CiError  # noqa: E402

# Replaces mpirun: all ranks in one process. PLANTED and the arguments choose the fault.
MPIRUN = r"""#!/usr/bin/python3 -BES
import hashlib, json, os, sys
words = sys.argv[1:]
def after(name, fallback=None):
    return words[words.index(name) + 1] if name in words else fallback
exported = dict(word.split("=", 1) for i, word in enumerate(words) if i and words[i - 1] == "-x")
ranks, seed = int(after("-n")), after("--seed")
preset = next(word for word in words if word.endswith("stencil-cosim")).split("/")[-2]
shuffle = exported.get("SHUFFLE_SEED")
deals = "cyclic" in words
planted = os.environ.get("PLANTED", "")
if planted == "status": sys.exit(3)
if planted == "seed": seed = "1"
def sha(*parts): return hashlib.sha256(repr(parts).encode()).hexdigest()
def sums(rank):
    # Four strips, dealt.
    strips = [strip for strip in range(4) if strip % ranks == rank] if deals else [(ranks, rank)]
    total = [0] * 4
    for strip in strips:
        for i in range(4): total[i] += int(sha(seed, strip)[16 * i:16 * i + 16], 16)
    return "".join(f"{number % 2**64:016x}" for number in total)
digests = []
for rank in range(ranks):
    cycles, without, bursts = [seed, rank, ranks, deals], [seed, rank, ranks, deals], sums(rank)
    if planted == preset + ":cycles": cycles.append(preset)
    if planted == preset + ":order": cycles.append(preset); without.append(preset)
    if planted == preset + ":data": cycles.append(preset); without.append(preset); bursts = sha(bursts)
    if planted == "shuffle" and shuffle == "3" and rank == 2: cycles.append(shuffle)
    if planted == "ranks" and ranks == 1: bursts = sha(bursts)
    if planted == "clones": cycles[1] = without[1] = 0
    digests.append({"rank": rank, "with_cycles": sha(*cycles), "without_cycles": sha(*without, "w"), "bursts": bursts})
bits = [seed]
if planted == "bits" and ranks == 1: bits.append(ranks)
open(after("--output"), "w").write(repr(bits))
if planted == "missing": digests.pop()
if planted == "null": digests = None
ok = planted != "wrong"
open(after("--report"), "w").write(json.dumps({"ok": ok, "machine": {"ranks": ranks, "digests": digests}}))
if shuffle:
    for rank in range(ranks - (planted == "logs")):
        moved = 0 if planted == "still" else 2
        pid = 7 if planted == "threads" else 7 + rank
        open(exported["SHUFFLE_LOG"] + f".{rank}", "w").write(
            f"rank {rank} pid {pid} sends 6 moved {moved} completions 6 chosen {moved}\n")
sys.exit(0 if ok else 1)
"""


class Determinism(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        program = self.folder / "mpirun"
        program.write_text(MPIRUN)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        path = os.environ["PATH"]
        os.environ["PATH"] = f"{self.folder}:{path}"
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        self.addCleanup(os.environ.pop, "PLANTED", None)

    def prove(self, planted="", workloads=1):
        os.environ["PLANTED"] = planted
        log = io.StringIO()
        log.name = "the.log"
        session = types.SimpleNamespace(log=log, tree=types.SimpleNamespace(source=str(self.folder)), hold=())
        bench = determinism.Bench(session, str(self.folder / "runs"), lambda preset: f"/builds/{preset}/stencil-cosim",
                                  "/builds/shim.so")
        said = []
        all_workloads = determinism.WORKLOADS, determinism.OF_ALL_RANKS
        self.addCleanup(setattr, determinism, "WORKLOADS", all_workloads[0])
        self.addCleanup(setattr, determinism, "OF_ALL_RANKS", all_workloads[1])
        if workloads == 1:
            determinism.WORKLOADS, determinism.OF_ALL_RANKS = all_workloads[0][:1], ()
        runs, wrong = determinism.prove(bench, determinism.PRESETS, said.append)
        return runs, wrong, said

    def expect(self, planted, *patterns, count=None):
        _, wrong, said = self.prove(planted)
        text = "\n".join(wrong)
        for pattern in patterns:
            self.assertRegex(text, pattern)
        if count is not None:
            self.assertEqual(len(wrong), count, text)
        self.assertEqual(said, wrong)

    def test_what_is_right_is_proved(self):
        runs, wrong, said = self.prove(workloads=4)
        self.assertEqual(wrong, [])
        self.assertEqual(len(said), 4)
        # 4 builds, the shuffled runs, another seed; a run on 1 rank, except for Gauss-Seidel.
        self.assertEqual(runs, 4 * (4 + determinism.SHUFFLES + 1) + 3)
        commands = sorted(path.name for path in (self.folder / "runs").glob("*.json"))
        self.assertEqual(len(commands), runs)

    def test_a_compiler_that_changes_cycles_order_or_data(self):
        self.expect("clang-o0:cycles", r"cyclic, clang-o0, 4 ranks: rank 0: the same traffic in other cycles than", count=4)
        self.expect("gcc-o0:order", "gcc-o0, 4 ranks: rank 3: the same data in another order", count=4)
        self.expect("clang-o3:data", "clang-o3, 4 ranks: rank 1: other data than cyclic, gcc-o3, 4 ranks", count=4)

    def test_an_order_of_messages_that_shows(self):
        self.expect("shuffle", "shuffled by 3: rank 2: the same traffic in other cycles", count=1)

    def test_ranks_that_change_bits_or_traffic(self):
        self.expect("bits", "other bits in the result than cyclic, gcc-o3, 1 rank", count=1)
        self.expect("ranks", "together have other data bursts than cyclic, gcc-o3, 1 rank", count=1)

    def test_a_control_that_does_not_differ(self):
        self.expect("seed", "seed 2: rank 0: with_cycles is that of", "seed 2: the result is that of", count=13)

    def test_ranks_that_did_not_run(self):
        self.expect("clones", "4 ranks, but only 1 different devices")
        self.expect("threads", "4 ranks were 1 processes", count=determinism.SHUFFLES)
        self.expect("still", "cyclic: no message was moved", count=1)
        for planted, pattern in (("missing", r"digests of ranks \[0, 1, 2\] of 4"), ("null", "no report with digests"),
                                 ("logs", "not one of each of 4 ranks"), ("status", "ended with status 3")):
            with self.assertRaisesRegex(CiError, pattern):
                self.prove(planted)

    def test_wrong_bits(self):
        self.expect("wrong", "cyclic, gcc-o3, 4 ranks: wrong bits", count=11)

    def test_bursts_are_summed_over_devices(self):
        report, output = self.folder / "r.json", self.folder / "o.npy"
        output.write_bytes(b"bits")
        digest = {"with_cycles": "a", "without_cycles": "b"}
        report.write_text(json.dumps({"ok": True, "machine": {"ranks": 2, "digests": [
            {"rank": 0, **digest, "bursts": "f" * 64}, {"rank": 1, **digest, "bursts": "0" * 15 + "1" + "0" * 48}]}}))
        run = determinism.Run("x", str(report), str(output), 2)
        self.assertEqual(run.bursts(), [0] + [2**64 - 1] * 3)
        self.assertEqual(run.bits, hashlib.sha256(b"bits").hexdigest())


if __name__ == "__main__":
    unittest.main(verbosity=2)
