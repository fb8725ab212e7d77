# Reads the log of ci/record-cpu and tests/launcher: the CPU seconds of each build command and each test when it last ran.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os


@dataclasses.dataclass
class Record:
    kind: str  # compile, link, custom, configure, test
    key: str  # the output of a command relative to its folder; the name of a test
    asker: str  # the calling process: the same for all commands of one build step
    seconds: float  # CPU time, user and system
    cached: bool = False  # ccache had the object


def read_cpu_log(build, source_of):
    """The records of a build folder by (kind, key). source_of: key of an object -> path of its source.
    An object from ccache keeps the cost of its last compilation, where that is known."""
    records = {}
    results = {}  # source -> what ccache reported, not yet matched with an object
    told = None
    for line in _lines(os.path.join(build, "log", "cpu.tsv")):
        if line.startswith("# "):
            # ccache may have made the path relative to the folder it ran in.
            told = results.setdefault(os.path.normpath(os.path.join(build, line[2:])), [])
            told.append(False)
            continue
        fields = line.split("\t")
        if len(fields) != 6:
            if told and line in ("direct_cache_hit", "preprocessed_cache_hit"):
                told[-1] = True
            continue
        asker, user, system, _, kind, key = fields
        try:
            record = Record(kind, key, asker, float(user) + float(system))
        except ValueError:
            continue
        if kind == "compile" and results.get(source_of.get(key)):
            record.cached = results[source_of[key]].pop(0)
        _add(records, record)
    return records


def _lines(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []


def _add(records, record):
    place = record.kind, record.key
    before = records.get(place)
    if before and before.asker == record.asker and record.kind in ("link", "custom"):
        before.seconds += record.seconds
    elif before and record.cached and not before.cached:
        before.asker = record.asker
    else:
        records[place] = record
