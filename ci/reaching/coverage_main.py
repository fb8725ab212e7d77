# ci/coverage: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "runner")]
import showing  # noqa: E402
from bins import NAME as BINS, judge_bins, read_groups  # noqa: E402
from cases import SUITES, list_cases, read_suites, run_case  # noqa: E402
from ci_error import CiError, full_disk, is_full  # noqa: E402
from coverage_page import page  # noqa: E402
from files import write_whole  # noqa: E402
from judging import judge, read_texts  # noqa: E402
from locking import lock  # noqa: E402
from points import Points  # noqa: E402
from rtl_digest import rtl_digest  # noqa: E402
from screen import Screen  # noqa: E402
from session import run_main  # noqa: E402
from toggles import judge_bits, read_constants  # noqa: E402
from unreachable import NAME as EXCLUSIONS, read_exclusions  # noqa: E402

NAME = "ci/coverage"
AT_ONCE = 2
FIGURE = "figure.json"  # in the build folder: ci/signoff shows it


def parse():
    parser = argparse.ArgumentParser(
        prog=NAME, description=f"Builds the benches of {SUITES} with models that note which lines and branches of the RTL "
        "run, runs each of their test cases in a process of its own, and shows what none reaches, and the cheapest test "
        "that reaches the rest.",
        epilog=f"Status: 0 everything is reached, but for what {EXCLUSIONS} names with a reason; 1 something is missed, a "
        "row there is stale, or a block of the RTL is in no model; 2 the call could not do its work, as where a test fails.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="modules to show in full, with the first test of each "
                        f"line; or modules of bins ({BINS})")
    parser.add_argument("--show", action="store_true", help="build and run nothing: show what the last call has found")
    parser.add_argument("--html", metavar="FILE", help="write a page with the text of all modules")
    parser.add_argument("--lcov", metavar="FILE", help="write lines and branches as LCOV")
    parser.add_argument("--json", metavar="FILE", help=f"write all of it (schema {showing.SCHEMA})")
    parser.add_argument("--source", default=os.getcwd(), help=argparse.SUPPRESS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args()


class Build:
    """The build whose models note what is reached; data of cases are in its folder `reached`."""

    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.data = os.path.join(folder, "reached")
        os.makedirs(folder, exist_ok=True)

    def make(self, suites, screen):
        if not os.path.exists(os.path.join(self.folder, "build.ninja")):
            self._call(["cmake", "-S", self.source, "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DSTENCIL_BUILD_TESTS=ON", "-DSTENCIL_COVERAGE=ON", "-DSTENCIL_MODEL_OPTIMISE=1"])
        screen.say(f"building {len(suites)} benches that note what they reach, in {os.path.relpath(self.folder, self.source)}")
        self._call(["ninja", "-C", self.folder, "-j2", *(suite.program for suite in suites)])

    def _call(self, words):
        log = os.path.join(self.folder, "coverage.log")
        try:
            with open(log, "w", encoding="utf-8") as file:
                status = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                        check=False).returncode
        except OSError as error:
            raise CiError(f"{words[0]}: {error.strerror}") from None
        if status != 0:
            with open(log, encoding="utf-8", errors="replace") as file:
                text = file.read()
            if is_full(text):
                raise full_disk(self.folder)
            first = next((line for line in text.splitlines() if "rror" in line), "no reason was printed")
            raise CiError(f"the build of {NAME} fails: {first.strip()}; the log is {log}")

    def binary(self, program):
        return os.path.join(self.folder, "bin", program)

    def run(self, suites, rtl, screen):
        """Each case writes a file of its own; an index says which, and for which RTL."""
        shutil.rmtree(self.data, ignore_errors=True)
        os.makedirs(self.data)
        cases = [case for suite in suites for case in list_cases(suite, self.binary(suite.program))]
        index = []
        pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
        try:
            screen.start()
            runs = {}
            for number, case in enumerate(cases):
                output = os.path.join(self.data, f"{number}.tsv")
                runs[pool.submit(run_case, case, self.binary(case.program), output)] = case, output
            for done, run in enumerate(concurrent.futures.as_completed(runs), 1):
                case, output = runs[run]
                index.append({"test": case.test, "cpu_s": run.result(), "file": os.path.basename(output)})
                screen.progress("running cases", done, len(cases), case.test)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            screen.clear()
        write_whole(os.path.join(self.data, "index.json"), json.dumps({"rtl": rtl, "cases": index}, indent=1))

    def points(self, rtl):
        """Merged, and the index."""
        try:
            with open(os.path.join(self.data, "index.json"), encoding="utf-8") as file:
                index = json.load(file)
        except OSError:
            raise CiError(f"{NAME} has found nothing yet in {self.folder}: call it without --show") from None
        if index["rtl"] != rtl:
            raise CiError("what the last call has found is of another RTL: call without --show")
        points = Points(os.path.realpath(os.path.join(self.source, "rtl")))
        for case in index["cases"]:
            path = os.path.join(self.data, case["file"])
            if os.path.exists(path):  # a case need not drive a model
                with open(path, encoding="utf-8") as file:
                    points.add(file.read(), case["test"], case["cpu_s"], path)
        return points, index["cases"]


def main():
    given = parse()
    source = os.path.abspath(given.source)
    texts = read_texts(source)
    rtl = rtl_digest(source)
    exclusions, groups, constants = read_exclusions(source), read_groups(source), read_constants(source)
    names = {path.rpartition("/")[2].removesuffix(".v") for path in texts} | {group.module for group in groups}
    for module in given.modules:
        if module not in names:
            raise CiError(f"the RTL has no module '{module}', and there are no such bins")
    screen = Screen()
    build = Build(source, given.work or os.path.join(source, "build", "coverage"))
    held = lock(build.folder, screen)
    if not given.show:
        suites = read_suites(source)
        build.make(suites, screen)
        build.run(suites, rtl, screen)
    points, cases = build.points(rtl)
    os.close(held)
    verdict = judge(texts, points.reached, exclusions)
    verdict.bins, complaints = judge_bins(groups, points.bins)
    verdict.bits = points.bits
    verdict.constant, more = judge_bits(constants, points.bits)
    verdict.complaints += complaints + more
    write_whole(os.path.join(build.folder, FIGURE), json.dumps({"rtl_sha256": rtl, "text": showing.figure(verdict)}) + "\n")
    cpu_s = sum(case["cpu_s"] for case in cases)
    if given.html:
        write_whole(given.html, page(verdict))
    if given.lcov:
        write_whole(given.lcov, showing.lcov(verdict, source))
    if given.json:
        write_whole(given.json, json.dumps(showing.data(verdict, rtl, len(cases), cpu_s), indent=1) + "\n")
    sys.stdout.write(showing.text(verdict, set(given.modules)))
    print(f"{NAME}: {len(cases)} test cases, {cpu_s:.0f} CPU seconds; {'passed' if verdict.passed() else 'failed'}")
    return 0 if verdict.passed() else 1


run_main(NAME, main)
