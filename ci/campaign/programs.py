# Builds the benches with the faults inside, runs their tests, and proofs of a tree with one fault.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading

from ci_error import CiError, full_disk, is_full
from fault_digests import PROOFS, PROVE, read_text
from planting import VARIABLE

LEAST_S, MOST_S = 20, 600  # CPU seconds that a run may take: ten times those without a fault, within these limits
STOPPED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)  # no crash, and not the limit of CPU seconds
RAN = re.compile(r"^\[ RUN      \] (\S+)")
FAILED = re.compile(r"^\[  FAILED  \] ([^\s,]+?),?(?: where .*)? \(\d+ ms\)$")
PASSED = re.compile(r"^\[       OK \] (\S+)")
SKIPPED = re.compile(r"^\[  SKIPPED \] ")
HERE = os.path.dirname(os.path.abspath(__file__))


@dataclasses.dataclass
class Run:
    """What became of a program with tests, or of a proof."""
    failed: list  # names of tests
    passed: list
    cpu_s: float
    error: str = None  # why no test can be named: the program could not be started, or ran no test


class Programs:
    """The build with the faults. Calls may come from several threads."""

    def __init__(self, source, work, log):
        self.source, self.work, self.log = source, work, log
        self.tree = os.path.join(work, "tree")
        self.build = os.path.join(work, "build")
        self.building = threading.Lock()
        self.built = set()
        self.base = {}  # CPU seconds by step, without a fault
        self.base_locks = {}

    def configure(self):
        if os.path.exists(os.path.join(self.build, "build.ninja")):
            return  # ninja configures again where that is needed
        rtl = os.path.join(self.tree, "rtl")
        self._call(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    "-DSTENCIL_BUILD_TESTS=ON", f"-DSTENCIL_BENCH_RTL_DIR={rtl}", f"-DSTENCIL_RTL_DIR={rtl}",
                    "-DSTENCIL_CYCLE_LAWS=ON"], "the build with the faults cannot be configured")

    def make(self, target):
        with self.building:
            if target not in self.built:
                print(f"building {target} with the faults in it", flush=True)
                self._call(["ninja", "-C", self.build, "-j2", target], f"{target} with the faults in it does not build")
                self.built.add(target)

    def _call(self, words, failure):
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  check=False)
        except OSError as error:
            raise CiError(f"{words[0]}: {error.strerror}") from None
        self.log.write(f"$ {' '.join(words)}\n{done.stdout}{done.stderr}")
        self.log.flush()
        if done.returncode != 0:
            text = done.stdout + done.stderr
            if is_full(text):
                raise full_disk(self.work)
            first = next((line for line in text.splitlines() if "rror" in line), "no reason was printed")
            raise BuildError(f"{failure}: {first.strip()}; the log is {self.log.name}", text)

    def run(self, step, fault, stop=True):
        """A step of a ladder. fault: None for the RTL as it is. stop: at the first test that fails."""
        if fault:
            self.check_base(step)
        if step.startswith(PROVE):
            return self._prove(step.removeprefix(PROVE), fault)
        binary, _, chosen = step.partition(":")
        self.make(binary)
        words = [os.path.join(self.build, "bin", binary)]
        if chosen:
            words.append(f"--gtest_filter={chosen}")
        if stop:
            words.append("--gtest_fail_fast")
        limit = MOST_S if fault is None else int(min(MOST_S, max(LEAST_S, 10 * self.base[step])))
        environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
        environment["GTEST_COLOR"] = "no"
        if fault:
            environment[VARIABLE] = fault.name
        text, status, cpu_s = _measured(["prlimit", f"--cpu={limit}", *words], environment, self.build,
                                        10 * limit + 60)
        return _read(binary, text, status, cpu_s)

    def check_base(self, step):
        """The unmutated build must pass: a test that fails anyway catches nothing."""
        with self.building:
            lock = self.base_locks.setdefault(step, threading.Lock())
        with lock:
            if step in self.base:
                return
            run = self.run(step, None)
            if run.error or run.failed or not run.passed:
                what = run.error or (f"{run.failed[0]} fails" if run.failed else "no test ran")
                raise CiError(f"without any fault {step} does not pass: {what}; so no fault can be judged by it")
            self.base[step] = run.cpu_s

    def _prove(self, name, fault):
        """Only a property that is refuted catches a fault: one that is undecided, or a broken proof, does not."""
        work = os.path.join(self.work, "prove", f"{fault.name if fault else 'base'}-{name}")
        tree = os.path.join(work, "tree")
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(os.path.join(self.source, "rtl"), os.path.join(tree, "rtl"))
        shutil.copytree(os.path.join(self.source, PROOFS), os.path.join(tree, PROOFS))
        if fault:
            with open(os.path.join(tree, fault.file), "w", encoding="utf-8") as file:
                file.write(fault.plain(read_text(self.source, fault.file)))
        result = os.path.join(work, "result.json")
        text, status, cpu_s = _measured(
            [sys.executable, "-BES", os.path.join(HERE, "..", "proofs", "proofs_main.py"), "--proof", name, "--all",
             "--refute", "--source", tree, "--work", os.path.join(work, "work"), "--json", result],
            dict(os.environ), work, 1800)
        try:
            with open(result, encoding="utf-8") as file:
                rows = json.load(file)[0]["properties"]
        except (OSError, ValueError, LookupError):
            return Run([], [], cpu_s, f"ci/prove {name} ended with status {status}: {text.strip().splitlines()[-1:]}")
        shutil.rmtree(work, ignore_errors=True)
        refuted = any(row["result"] == "refuted" for row in rows)
        return Run([PROVE + name] if refuted else [], [PROVE + name] if rows and not refuted else [], cpu_s)


class BuildError(CiError):
    """A fault, or the RTL, does not build: never a fault that was caught."""

    def __init__(self, line, output):
        super().__init__(line)
        self.output = output


def _measured(words, environment, folder, wall_s):
    """Output, status (negative: a signal) and CPU seconds of a program."""
    with open(os.path.join(folder, f".output-{threading.get_ident()}"), "w+", encoding="utf-8", errors="replace") as out:
        os.unlink(out.name)
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=folder,
                                 env=environment)
        clock = threading.Timer(wall_s, child.kill)
        clock.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        finally:
            clock.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read(), child.returncode, usage.ru_utime + usage.ru_stime


def _read(binary, text, status, cpu_s):
    """The tests that failed, as ctest names them; one that a crash or the time limit has ended is the last begun. A
    program that somebody stops says nothing."""
    if -status in STOPPED:
        return Run([], [], cpu_s, f"{binary} was stopped from outside by signal {signal.Signals(-status).name}")
    failed, passed, open_test = [], [], None
    for line in text.splitlines():
        begun, bad, good = RAN.match(line), FAILED.match(line), PASSED.match(line)
        if begun:
            open_test = begun[1]
        elif bad:
            failed.append(f"{binary}:{bad[1]}")
            open_test = None
        elif good:
            passed.append(f"{binary}:{good[1]}")
            open_test = None
        elif SKIPPED.match(line):
            open_test = None
    if open_test:
        failed.append(f"{binary}:{open_test}")
    error = None
    if status != 0 and not failed:
        last = text.strip().splitlines()[-1:] or ["no output"]
        ended = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        error = f"{binary} ended with {ended} and no failed test: {last[0]}"
    return Run(failed, passed, cpu_s, error)
