# Writes one JUnit file for a call, from the files that ctest writes for each stage.
# SPDX-License-Identifier: Apache-2.0
import os
import time
import xml.etree.ElementTree as xml


class Junit:
    def __init__(self, path, name="ci/test"):
        """name: of the call."""
        self.path = path
        self.suite = xml.Element("testsuite", name=name, hostname="",
                                 timestamp=time.strftime("%Y-%m-%dT%H:%M:%S"))
        self.count = {"tests": 0, "failures": 0, "skipped": 0}
        self.seconds = 0.0

    def add_run(self, part, failed):
        """Adds the cases of ctest's file; returns the names of those that passed. failed: names of the tests that
        ctest counts as failed, since its file calls a test that could not start skipped."""
        passed = set()
        for case in xml.parse(part).getroot().iter("testcase"):
            if case.get("name") in failed and case.find("failure") is None:
                skipped = case.find("skipped")
                message = skipped.get("message", "") if skipped is not None else ""
                if skipped is not None:
                    case.remove(skipped)
                case.insert(0, xml.Element("failure", message=message))
                case.set("status", "fail")
            self._add(case)
            self.seconds += float(case.get("time", 0))
            if case.get("status") == "run":
                passed.add(case.get("name"))
        return passed

    def add_stamped(self, test, stamp):
        """Adds a test that was not run, because it had passed with the same inputs."""
        self.add_stamped_name(test.name, stamp.when)

    def add_stamped_name(self, name, when):
        case = xml.Element("testcase", name=name, classname=name, time="0", status="stamped")
        xml.SubElement(case, "skipped", message=f"not run: passed with the same inputs at {when}")
        self._add(case)

    def add_result(self, name, seconds, failure):
        """Adds a case that ctest did not run. failure: its text, None if the case passed."""
        case = xml.Element("testcase", name=name, classname=name, time=f"{seconds:.3f}",
                           status="run" if failure is None else "fail")
        if failure is not None:
            xml.SubElement(case, "failure", message=failure.splitlines()[0]).text = failure
        self._add(case)
        self.seconds += seconds

    def write(self):
        for name, number in self.count.items():
            self.suite.set(name, str(number))
        self.suite.set("time", f"{self.seconds:.3f}")
        xml.indent(self.suite, "\t")
        part = self.path + ".part"
        xml.ElementTree(self.suite).write(part, encoding="UTF-8", xml_declaration=True)
        os.replace(part, self.path)

    def _add(self, case):
        self.suite.append(case)
        self.count["tests"] += 1
        self.count["failures"] += case.find("failure") is not None
        self.count["skipped"] += case.find("skipped") is not None or case.get("status") == "disabled"
