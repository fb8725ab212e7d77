# Writes tests.ninja: a test is an edge that makes the stamp of its pass from digests of its inputs, so that ninja knows
# which tests an edit affects.
# SPDX-License-Identifier: Apache-2.0
import os
import shlex
import subprocess
import urllib.parse

from files import write_whole
from registry import LAUNCHER, NOT_BUILT

FILE = "tests.ninja"
COMMON = "inputs/common"
FOLDERS = ("inputs", "results", "passed", "kept")
# A digest that comes out as before leaves its file as it was: what depends on it is clean.
RULES = """rule digest
  command = sha256sum <$in >$out.part && {{ cmp -s $out.part $out || mv $out.part $out; }}
  description = digest of $in
  restat = 1
rule test
  command = exec {launcher} $words
  description = test $test
rule gone
  command = echo "$out is missing"; false
  description = $out
rule unlisted
  command = :
  description = unlisted $test
"""


def stem(name):
    """As a file name."""
    return urllib.parse.quote(name, safe="+,=@~")


def stamp(test):
    return f"passed/{stem(test.name)}"


class Edges:
    """Paths in tests.ninja are relative to the build folder."""

    def __init__(self, tree, digests, common, jobs):
        """common: text about all that every test depends on."""
        self.tree = tree
        self.digests = digests
        self.jobs = jobs
        self.made = {}  # paths that the build can make -> as ninja names them
        self.gone = set()  # sources that rules read and that are not there: an edge that fails, so that the rest goes on
        self.made_by = None  # time of the build.ninja that says so
        for folder in FOLDERS:
            os.makedirs(os.path.join(tree.build, folder), exist_ok=True)
        self._put(COMMON, common)

    def write(self, tests):
        """Brings tests.ninja and the digests of files that no rule makes up to date. tests: in the order in which they are
        to begin. Returns the inputs whose digests have changed."""
        self._read_targets()
        changed, known, blocks, pools = set(), {}, {}, set()
        for test in tests:
            names = []
            missing = None
            for path in test.files(self.made):
                if path not in known:
                    known[path] = name = "inputs/=" + stem(os.path.relpath(path, self.tree.source))
                    if self.is_made(path):
                        blocks[name] = f"build {_path(name)}: digest {_path(self.made[path])}\n"
                    else:
                        digest = self.digests.of(path)
                        changed |= {path} if self._put(name, digest or "") else set()
                        known[path] = name if digest else None
                missing = missing or (path if known[path] is None else None)
                names.append(known[path])
            blocks[test.name] = self._edge(test, names if not missing else [], missing)
            pools.add(test.processors)
        text = "".join(f"pool p{number}\n  depth = {max(1, self.jobs // number)}\n" for number in sorted(pools - {1}))
        text += RULES.format(launcher=LAUNCHER) + "build each-time: phony\n"
        text += "".join(blocks[test.name] for test in tests)
        text += "".join(block for name, block in blocks.items() if name.startswith("inputs/="))
        text += "".join(f"build {_path(path)}: gone\n" for path in sorted(self.gone))
        self._put(FILE, text + "include build.ninja\n")
        return changed

    def is_made(self, path):
        return path in self.made and not os.path.isdir(path)

    def is_late(self, test):
        """Does the test read what the build makes in passing, of which ninja does not know?"""
        return any(path.startswith(self.tree.build + "/") and not self.is_made(path) for path in test.files(self.made))

    def _edge(self, test, names, missing):
        if not test.command:
            program = f"bin/{test.name.removesuffix(NOT_BUILT)}"
            known = os.path.join(self.tree.build, program) in self.made
            return f"build {_path(stamp(test))}: unlisted {program if known else ''}\n  test = {_text(test.name)}\n"
        words = ["--edge", stem(test.name), *(word for name in [COMMON, *names] for word in ("--input", name)),
                 "--folder", test.folder, *(word for entry in test.environment for word in ("--set", entry)),
                 *(word for pair in test.expressions for word in pair)]
        words += ["--missing", missing] * bool(missing) + ["--each-time"] * (not test.lasting)
        inputs = " ".join(map(_path, [COMMON, *names, *["each-time"] * (not test.lasting)]))
        return (f"build {_path(stamp(test))}: test {inputs} || {LAUNCHER}\n  test = {_text(test.name)}\n"
                f"  words = {_text(' '.join(map(_quoted, [*words, *test.launch, *test.command])))}\n" +
                f"  pool = p{test.processors}\n" * (test.processors > 1))

    def _read_targets(self):
        time = os.stat(os.path.join(self.tree.build, "build.ninja")).st_mtime_ns
        if time == self.made_by:
            return
        self.made_by = time
        listing = subprocess.run([self.tree.ninja(), "-C", self.tree.build, "-t", "targets", "all"], capture_output=True,
                                 text=True, check=True).stdout
        names = (line.rpartition(": ") for line in listing.splitlines())
        self.made = {os.path.normpath(os.path.join(self.tree.build, name)): name for name, _, rule in names
                     if rule != "phony"}

    def _put(self, name, text):
        """Writes the file if its content differs; returns whether it does."""
        path = os.path.join(self.tree.build, name)
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                if file.read() == text:
                    return False
        except OSError:
            pass
        write_whole(path, text)
        return True


def _path(name):
    return name.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


def _text(text):
    return text.replace("$", "$$")


def _quoted(word):
    """For a shell, on one line."""
    if "\n" not in word:
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("\n", "\\n")
    return f'"$(printf %b {shlex.quote(escaped)})"'
