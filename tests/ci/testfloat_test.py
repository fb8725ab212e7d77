# ci/testfloat with stand-ins for apt, the generator and the comparing program: what it fetches, runs and returns.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOUND_S = 60
TEXT = (ROOT / "ci/testfloat").read_text()
SHA256 = re.search(r"^sha256=([0-9a-f]{64})$", TEXT, re.M).group(1)
SOURCE = re.search(r"^source_file=(\S+)$", TEXT, re.M).group(1)
# A source like Debian's: the two folders, each with a makefile of one line.
APT_HELPER = r"""echo "$@" >>"$NOTES/fetched"
case $2 in *$REFUSED*) echo "E: Failed to fetch $2" >&2; exit 100 ;; esac
top=$NOTES/qemu-7.2.0/tests/fp platform=build/Linux-x86_64-GCC
mkdir -p "$top/berkeley-softfloat-3/$platform" "$top/berkeley-testfloat-3/$platform"
printf 'softfloat.a:\n\techo >$@\n' >"$top/berkeley-softfloat-3/$platform/Makefile"
printf 'testfloat_gen: ../../../berkeley-softfloat-3/build/Linux-x86_64-GCC/softfloat.a\n\t%s\n' \
  "${RULE:-cp \"\$(NOTES)/generator\" \$@}" >"$top/berkeley-testfloat-3/$platform/Makefile"
echo licence >"$top/berkeley-testfloat-3/COPYING.txt"
tar cJf "$3" -C "$NOTES" qemu-7.2.0"""
APT_GET = r"""case $* in "indextargets "*"Origin: Debian"*) ;; *) echo http://others/ ;; esac
[ -n "$MIRRORS" ] && printf '%s\n' $MIRRORS"""
GENERATOR = r"""case $DIFFERS in *early) sleep 0.2; yes | head -c 1000000 || exit 141 ;; esac
echo "$@"; [ "$4" != "$BROKEN" ] || exit 3"""
PROGRAM = r"""[ "$DIFFERS" != "$1 early" ] || exit 2
echo "$1 $2 $(cat)"; [ "$1" != "${DIFFERS% *}" ] || exit ${DIFFERS#* }"""


class Testfloat(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.notes = pathlib.Path(scratch.name)
        self.folder = self.notes / "build"
        for name, text in (("bin/apt-helper", APT_HELPER), ("bin/apt-get", APT_GET), ("generator", GENERATOR),
                           ("build/bin/testfloat_latencies", PROGRAM)):
            path = self.notes / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)

    def run_it(self, **environment):
        settings = {"MIRRORS": "http://one/debian/ http://two/debian", "REFUSED": "none", "BROKEN": "", "DIFFERS": " "}
        return subprocess.run(
            [ROOT / "ci/testfloat", self.folder], capture_output=True, text=True, timeout=BOUND_S, check=False, cwd="/",
            env={**os.environ, "PATH": f"{self.notes / 'bin'}:{os.environ['PATH']}", "NOTES": str(self.notes),
                 **settings, **environment})

    def fetched(self):
        notes = self.notes / "fetched"
        return [line.split() for line in notes.read_text().splitlines()] if notes.exists() else []

    def test_fetches_once_and_compares_three_operations(self):
        expected = [f"{operation} 40284288 -level 2 -rnear_even f64_{operation}" for operation in ("add", "sub", "mul")]
        for _ in range(2):
            done = self.run_it()
            self.assertEqual((done.returncode, done.stdout.splitlines(), done.stderr), (0, expected, ""))
        self.assertEqual([(call[:2], call[3:]) for call in self.fetched()],
                         [(["download-file", f"http://one/debian/{SOURCE}"], [f"SHA256:{SHA256}"])])
        kept = sorted(path.name for path in (self.folder / "testfloat").glob("*/*"))
        self.assertEqual(kept, ["COPYING.txt", "testfloat_gen"])
        self.assertEqual(len(list((self.folder / "testfloat").iterdir())), 1)

    def test_takes_the_next_mirror(self):
        self.assertEqual(self.run_it(REFUSED="//one/").returncode, 0)
        self.assertEqual([call[1].split("/")[2] for call in self.fetched()], ["one", "two"])

    def test_without_the_source_one_line_says_so(self):
        for environment, text in (({"REFUSED": "debian"}, "cannot be had, level 2 is not compared: E: Failed to fetch"),
                                  ({"MIRRORS": ""}, "apt knows no mirror of Debian")):
            done = self.run_it(**environment)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1))
            self.assertIn(text, done.stderr)
        self.assertEqual(list((self.folder / "testfloat").iterdir()), [])

    def test_a_source_that_does_not_build(self):
        done = self.run_it(RULE="false")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("cannot be built", done.stderr.splitlines()[-1])
        self.assertEqual(self.run_it().returncode, 0)

    def test_the_worst_status_counts(self):
        for operation in ("add", "sub", "mul"):
            for status in (1, 2):
                done = self.run_it(DIFFERS=f"{operation} {status}")
                self.assertEqual((done.returncode, len(done.stdout.splitlines())), (status, 3))
            done = self.run_it(BROKEN=f"f64_{operation}")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"testfloat_gen f64_{operation} ended with status 3", done.stderr)
        self.assertEqual(self.run_it(DIFFERS="mul 134").returncode, 2)
        # A reader that ends early takes the generator with it, which is no news.
        done = self.run_it(DIFFERS="add early")
        self.assertEqual((done.returncode, "testfloat_gen" in done.stderr), (2, False))

    def test_without_the_program(self):
        (self.folder / "bin/testfloat_latencies").unlink()
        done = self.run_it()
        self.assertEqual((done.returncode, len(done.stderr.splitlines()), self.fetched()), (2, 1, []))


if __name__ == "__main__":
    sys.exit(unittest.main())
