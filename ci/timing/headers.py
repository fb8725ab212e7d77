# The cost of headers: those of libraries by parsing time, our own by the compilation that an edit causes.
# SPDX-License-Identifier: Apache-2.0
import collections
import resource
import subprocess

# The entry points of libraries, and the expensive headers of the standard library.
HEAVY = ("CLI/CLI.hpp", "nlohmann/json.hpp", "nlohmann/json_fwd.hpp", "gtest/gtest.h", "gmock/gmock.h",
         "gmock/gmock-matchers.h", "benchmark/benchmark.h", "fmt/format.h", "fmt/core.h", "mpi.h", "systemc",
         "systemc.h", "tlm", "tlm.h", "verilated.h", "regex", "filesystem", "functional", "iostream", "sstream",
         "random", "thread", "map", "unordered_map", "string", "vector", "algorithm")


def foreign_headers(objects):
    """[(header, objects that include it, seconds to parse it alone, product)], the most expensive first."""
    rows = []
    for header in HEAVY:
        users = [entry for entry in objects.values() if any(path.endswith("/" + header) for path in entry.headers)]
        users = [entry for entry in users if entry.source.endswith(".cpp")]
        if users:
            seconds = _parse_seconds(header, users[0])
            if seconds is not None:
                rows.append((header, len(users), seconds, len(users) * seconds))
    return sorted(rows, key=lambda row: -row[3])


def own_headers(objects, seconds_of, source):
    """[(header of ours, objects that include it, seconds to compile them)], the most expensive first."""
    count = collections.Counter()
    seconds = collections.Counter()
    for entry in objects.values():
        for path in entry.headers:
            if path.startswith(source + "/") and not path.startswith(source + "/build/"):
                count[path] += 1
                seconds[path] += seconds_of.get(entry.key, 0.0)
    return sorted(((path[len(source) + 1:], count[path], seconds[path]) for path in count), key=lambda row: -row[2])


def _parse_seconds(header, user):
    """CPU seconds of g++ -fsyntax-only on this header, with the options of an object that includes it: the smaller of
    two measurements; None if the header does not compile alone."""
    words = [word for place, word in enumerate(user.words)
             if word not in ("-c", "-o", "-include", user.source) and user.words[place - 1] not in ("-o", "-include")]
    took = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*words, "-fsyntax-only", "-w", "-x", "c++", "-"], input=f"#include <{header}>\n",
                              text=True, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            return None
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(took)
