# What became of tests, as the launcher of each has recorded it, and the JUnit file made from that.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re
import time
import xml.etree.ElementTree as xml

from edges import stem

KEPT = 20  # passes per test: after a change of branches and back, the old ones are still there
NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


@dataclasses.dataclass(frozen=True)
class Record:
    verdict: str  # passed, failed, skipped; before: passed in an earlier call with the same inputs
    seconds: float  # wall-clock time
    when: str  # UTC
    call: str
    key: str  # of the inputs
    cause: str = ""  # of a failure


def read_record(path):
    """None if there is no whole record."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        fields = text.removesuffix("\n").split("\t")
        return Record(fields[0], float(fields[1]), *fields[2:]) if text.endswith("\n") and len(fields) == 6 else None
    except (OSError, ValueError):
        return None


class Results:
    def __init__(self, build):
        self.build = build

    def path(self, folder, name, end=""):
        return os.path.join(self.build, folder, stem(name) + end)

    def latest(self, name):
        return read_record(self.path("results", name))

    def stamp(self, name):
        """The pass that ninja relies on; one that cannot be read is removed."""
        path = self.path("passed", name)
        record = read_record(path)
        if record is None or record.verdict != "passed":
            self.drop(name)
            return None
        return dataclasses.replace(record, verdict="before")

    def output(self, name, most=300_000):
        """The output of the test's last run; of a longer one, begin and end."""
        try:
            with open(self.path("results", name, ".log"), encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            return ""
        return text if len(text) <= most else f"{text[:most // 2]}\n[...]\n{text[-most // 2:]}"

    def drop(self, name, key=None):
        """Removes the stamp, and the kept one with this key."""
        for path in [self.path("passed", name), *([os.path.join(self.path("kept", name), key)] if key else [])]:
            if os.path.lexists(path):
                os.remove(path)

    def tidy(self, name):
        folder = self.path("kept", name)
        kept = sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime_ns) if os.path.isdir(folder) else []
        for entry in kept[:-KEPT]:
            os.remove(entry.path)


class Junit:
    def __init__(self, path, name="ci/test"):
        """name: of the call."""
        self.path = path
        self.suite = xml.Element("testsuite", name=name, hostname="", timestamp=time.strftime("%Y-%m-%dT%H:%M:%S"))
        self.count = {"tests": 0, "failures": 0, "skipped": 0}
        self.seconds = 0.0

    def add(self, name, record, output=""):
        seconds = 0.0 if record.verdict == "before" else record.seconds
        status = {"passed": "run", "failed": "fail", "skipped": "notrun", "before": "stamped"}[record.verdict]
        case = xml.SubElement(self.suite, "testcase", name=name, classname=name, time=f"{seconds:.2f}", status=status)
        if record.verdict == "failed":
            xml.SubElement(case, "failure", message=NO_TEXT.sub("?", record.cause)).text = NO_TEXT.sub("?", output)
        elif record.verdict == "skipped":
            xml.SubElement(case, "skipped", message=record.cause)
        elif record.verdict == "before":
            xml.SubElement(case, "skipped", message=f"not run: passed with the same inputs at {record.when}")
        if output and record.verdict != "failed":
            xml.SubElement(case, "system-out").text = NO_TEXT.sub("?", output)
        self.count["tests"] += 1
        self.count["failures"] += record.verdict == "failed"
        self.count["skipped"] += record.verdict in ("skipped", "before")
        self.seconds += seconds

    def write(self):
        for name, number in self.count.items():
            self.suite.set(name, str(number))
        self.suite.set("time", f"{self.seconds:.3f}")
        xml.indent(self.suite, "\t")
        xml.ElementTree(self.suite).write(self.path + ".part", encoding="UTF-8", xml_declaration=True)
        os.replace(self.path + ".part", self.path)
