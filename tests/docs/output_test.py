# Output that the pages show is what the program prints: output_test.py BUILD [--update]. BUILD: this tree's build folder.
# SPDX-License-Identifier: Apache-2.0
#
# A fenced block whose first line is `$ command` has the command's output below it. Commands run one after another in a
# folder of the page's own, where build/release is BUILD. How fast this machine simulates differs from run to run and is
# not compared. A line `...` stands for lines that are left out. --update writes what is printed into the pages.
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pages

# ci/demo builds first; this is what it runs then.
DEMO = "mpirun -n 2 --oversubscribe build/release/bin/stencil-cosim run --report stencil-cosim-report.json"
SPEEDS = (
    (re.compile(r"about [\d.,]+ (ms|s|min|h)\b"), "about T"),
    (re.compile(r"[\d.,]+( million)?/s\b"), "N/s"),
    (re.compile(r"[\d.,]+( million)? (device )?cycles/s"), "N \\2cycles/s"),
)


def without_speeds(line):
    for pattern, word in SPEEDS:
        line = pattern.sub(word, line)
    return line.rstrip()


def same(shown, printed):
    """Whether the lines agree; `...` stands for any number of them."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(same(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and without_speeds(shown[0]) == without_speeds(printed[0]) and same(shown[1:], printed[1:])


def sessions(text):
    """(line, [(command, shown lines)]) of every block that shows commands."""
    for line, _, block in pages.blocks(text):
        if not block.startswith("$ "):
            continue
        steps = []
        for one in block.split("\n"):
            if one.startswith("$ "):
                steps.append((one[2:], []))
            else:
                steps[-1][1].append(one)
        yield line, steps


def run(command, folder, build):
    command = DEMO if command == "ci/demo" else command
    environment = dict(os.environ, PATH=f"{build}/bin{os.pathsep}{os.environ['PATH']}", NO_COLOR="1", COLUMNS="80")
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200)
    return result.stdout.rstrip("\n").split("\n") if result.stdout else []


def updated(shown, printed):
    """What is printed, left out up to the line after `...`; where that is not printed any more, as many last lines."""
    if "..." not in shown:
        return printed
    at = shown.index("...")
    rest = shown[at + 1:]
    begin = printed.index(rest[0]) if rest and rest[0] in printed else len(printed) - len(rest)
    return printed[:at] + ["..."] + printed[begin:]


def check(page, build, update):
    file = pages.ROOT / page
    text = file.read_text(encoding="utf-8")
    complaints = []
    with tempfile.TemporaryDirectory(prefix="stencil-pages-") as folder:
        os.mkdir(f"{folder}/build")
        os.symlink(build, f"{folder}/build/release")
        for line, steps in sessions(text):
            for command, shown in steps:
                printed = run(command, folder, build)
                if same(shown, printed):
                    continue
                before = "\n".join([f"$ {command}"] + shown) + "\n"
                after = "\n".join([f"$ {command}"] + updated(shown, printed)) + "\n"
                assert text.count(before) == 1, f"{page}: {command}: shown twice"
                text = text.replace(before, after)
                complaints.append(f"{page}:{line}: $ {command}\nprints now:\n" + "\n".join(printed))
    if update:
        file.write_text(text, encoding="utf-8")
        return []
    return complaints


def self_test():
    assert same(["a 5 cycles/s", "..."], ["a 7 cycles/s", "b", "c"])
    assert same(["about 2 s", "...", "z"], ["about 300 ms", "y", "z"])
    assert same(["5 words, 324,089/s", "9 cycles/s"], ["5 words, 1.06 million/s", "1.21 million cycles/s"])
    assert not same(["5 words, 9/s"], ["6 words, 9/s"])
    assert same([], []) and same(["..."], [])
    assert not same(["a 5"], ["a 7"]) and not same(["a"], ["a", "b"]) and not same(["a", "b"], ["a"])
    assert not same(["a", "...", "z"], ["a", "z", "y"])
    assert updated(["a", "...", "y", "z"], ["a", "b", "y", "z", "new"]) == ["a", "...", "y", "z", "new"]
    assert updated(["...", "y"], ["a", "b"]) == ["...", "b"] and updated(["..."], ["a"]) == ["..."]
    assert list(sessions("```\n$ a\nb\n$ c\n```\n```\nx\n```\n")) == [(1, [("a", ["b"]), ("c", [])])]


def main():
    build = str(pathlib.Path(sys.argv[1]).resolve())
    self_test()
    shown = 0
    complaints = []
    for page in pages.pages(pages.ROOT):
        if page.parts[0] in ("examples",) or page.name == "CHANGELOG.md":
            continue
        shown += len(list(sessions((pages.ROOT / page).read_text(encoding="utf-8"))))
        complaints += check(page, build, "--update" in sys.argv)
    if complaints:
        print("\n\n".join(complaints))
        print(f"\nafter a look at it: {os.path.relpath(__file__, pages.ROOT)} {sys.argv[1]} --update")
        sys.exit(1)
    assert shown >= 5, "the pages show nothing any more"
    print(f"{shown} blocks of commands print what the pages show")


if __name__ == "__main__":
    main()
