# One job over several nodes, which are network namespaces: one report, ranks that die, nodes that fall silent.
# SPDX-License-Identifier: Apache-2.0
#
# nodes_test.py PROGRAM CLIENT
import json
import os
import re
import signal
import sys
import time
import unittest

from namespaces import BOUND, Nodes, what_is_missing

PROGRAM, CLIENT = sys.argv[1:]
MISSING = what_is_missing()


class Job:
    """A client program that runs over some nodes until a file appears. What its ranks print goes past mpirun, which
    loses lines of ranks that it ends."""

    def __init__(self, nodes, ranks_a_node, **variables):
        self.nodes = nodes
        self.ranks = ranks_a_node * nodes.count
        self.report = nodes.path("report.json")
        self.process = nodes.start(ranks_a_node, "sh", "-c", f"exec \"$0\" \"$@\" 2>> {nodes.path('err')}", CLIENT,
                                   nodes.folder, STENCIL_ACCEL="model", STENCIL_CONFIG="small",
                                   STENCIL_REPORT=self.report, **variables)
        self.wait_for(lambda: all(os.path.exists(self.file_of(rank)) for rank in range(self.ranks)), "all ranks")

    @property
    def err(self):
        try:
            with open(self.nodes.path("err"), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait_for(self, is_so, what):
        """Of an event, however long it takes."""
        end = time.monotonic() + BOUND
        while not is_so():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"waited for {what}, status {self.process.poll()}: {self.err}")
            time.sleep(0.02)

    def wait_for_text(self, text):
        self.wait_for(lambda: text in self.err, f"'{text}'")

    def file_of(self, rank):
        return self.nodes.path(f"rank.{rank}")

    def pid(self, rank):
        with open(self.file_of(rank), encoding="utf-8") as file:
            return int(file.read())

    def signal(self, ranks, number):
        for rank in ranks:
            os.kill(self.pid(rank), number)

    def stop(self):
        with open(self.nodes.path("stop"), "w", encoding="utf-8"):
            pass

    def end(self):
        """The status of mpirun."""
        self.process.communicate(timeout=BOUND)
        return self.process.returncode

    def is_over(self, rank):
        try:
            with open(f"/proc/{self.pid(rank)}/stat", encoding="utf-8") as file:
                return file.read().rsplit(")", 1)[1].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def reported(self):
        with open(self.report, encoding="utf-8") as file:
            return json.load(file)


@unittest.skipIf(MISSING, MISSING)
class OverNodes(unittest.TestCase):
    def nodes(self, count, host_names=None):
        nodes = Nodes(count, host_names)
        self.addCleanup(nodes.close)
        return nodes

    def test_four_nodes_leave_one_report_of_all_ranks(self):
        job = Job(self.nodes(4), 1, STENCIL_CHECK="block")
        job.stop()
        self.assertEqual(job.end(), 0, job.err)
        report = job.reported()
        self.assertEqual((report["ok"], report["machine"]["ranks"]), (True, 4))
        self.assertEqual({block["rank"] for block in report["blocks"]}, {0, 1, 2, 3})
        self.assertNotIn("heard nothing", job.err)
        self.assertNotIn("cannot be reached", job.err)

    def test_a_run_over_two_nodes_has_the_blocks_of_one(self):
        nodes = self.nodes(2)
        reports = []
        for ranks_a_node, name in ((2, "two.json"), (4, "one.json")):
            words = [PROGRAM, "run", "--accel", "model", "--config", "small", "--report", nodes.path(name)]
            if ranks_a_node == 4:
                nodes.count = 1
            process = nodes.start(ranks_a_node, *words)
            out, err = process.communicate(timeout=BOUND)
            self.assertEqual(process.returncode, 0, err)
            self.assertIn("PASS", out)
            with open(nodes.path(name), encoding="utf-8") as file:
                reports.append(json.load(file))
        nodes.count = 2
        self.assertEqual(reports[0]["blocks"], reports[1]["blocks"])
        self.assertEqual(len({block["rank"] for block in reports[0]["blocks"]}), 4)

    def expect_death(self, ranks_a_node, dead, host):
        job = Job(self.nodes(2), ranks_a_node)
        job.signal([dead], signal.SIGKILL)
        self.assertNotEqual(job.end(), 0)
        self.assertIn(f"stencil: rank {dead} died before the end\n", job.err)
        self.assertRegex(job.err, rf"rank {dead}: its process {job.pid(dead)} on host {host}\s+has\s+died")
        error = job.reported()["error"]
        self.assertEqual((error["rank"], error["status"]), (dead, 3))

    def test_a_dead_rank_is_named_with_its_host(self):
        self.expect_death(2, 3, "n2")

    def test_a_dead_rank_that_was_alone_on_its_node_is_named(self):
        self.expect_death(1, 1, "n2")

    def test_a_dead_rank_that_was_alone_where_mpirun_runs_is_named(self):
        self.expect_death(1, 0, "n1")

    def test_a_stopped_node_is_warned_of_once_and_goes_on(self):
        job = Job(self.nodes(2), 2, STENCIL_NODE_TIMEOUT=str(BOUND))
        job.signal([2, 3], signal.SIGSTOP)
        job.wait_for_text("heard nothing of")
        job.signal([2, 3], signal.SIGCONT)
        job.wait_for_text("stencil: node n1 hears node n2 (ranks 2, 3) again\n")
        job.stop()
        self.assertEqual(job.end(), 0, job.err)
        self.assertRegex(job.err, r"stencil: node n1 has heard nothing of node n2 \(ranks 2, 3\) for \d+ s: it is "
                         rf"stopped or cannot be reached; all ranks end after {BOUND} s \(STENCIL_NODE_TIMEOUT\)\n")
        self.assertEqual(job.err.count("heard nothing of"), 1, job.err)

    def test_of_four_nodes_one_alone_warns(self):
        job = Job(self.nodes(4), 1, STENCIL_NODE_TIMEOUT=str(BOUND))
        job.signal([0], signal.SIGSTOP)
        job.wait_for_text("stencil: node n2 has heard nothing of node n1 (rank 0)")
        job.signal([0], signal.SIGCONT)
        job.wait_for_text("stencil: node n2 hears node n1 (rank 0) again\n")
        job.stop()
        self.assertEqual(job.end(), 0, job.err)
        self.assertEqual(job.err.count("heard nothing of"), 1, job.err)

    def test_when_a_link_is_down_both_sides_end_by_themselves(self):
        job = Job(self.nodes(2), 2, STENCIL_NODE_TIMEOUT="2")
        job.nodes.cut("n2")
        job.wait_for(lambda: all(job.is_over(rank) for rank in range(4)), "all ranks to end")
        job.nodes.cut("n2", "up")
        self.assertEqual(job.end(), 3, job.err)
        line = r"node n1 has heard nothing of node n2 \(ranks 2, 3\) for \d+ s, as long as STENCIL_NODE_TIMEOUT allows"
        self.assertRegex(job.err, "stencil: " + line)
        error = job.reported()["error"]
        self.assertEqual(error["status"], 3)
        self.assertRegex(error["text"], r"node n[12] has heard nothing of node n[12] \(ranks ., .\) for \d+ s")
        self.assertTrue(job.reported()["blocks"])

    def test_two_nodes_with_one_host_name_are_refused(self):
        nodes = self.nodes(2, {"n1": "twin", "n2": "twin"})
        for words in ([PROGRAM, "run", "--accel", "software"], [CLIENT, nodes.folder]):
            process = nodes.start(2, *words)
            _, err = process.communicate(timeout=BOUND)
            self.assertEqual(process.returncode, 2, err)
            lines = re.findall("^stencil: .*", err, re.MULTILINE)
            self.assertEqual(set(lines), {"stencil: MPI_Init: host name twin is that of this node and of the one where "
                                          "mpirun runs, must be another one on each node (Open MPI takes nodes of one "
                                          "name for one node)"})
            self.assertLessEqual(len(lines), nodes.count)

    def test_a_timeout_that_is_none_is_refused(self):
        nodes = self.nodes(2)
        for value in ("0", "86401", "soon"):
            process = nodes.start(1, CLIENT, nodes.folder, STENCIL_NODE_TIMEOUT=value, STENCIL_WATCH="1")
            _, err = process.communicate(timeout=BOUND)
            self.assertEqual(process.returncode, 2, err)
            self.assertIn(f"STENCIL_NODE_TIMEOUT = '{value}', must be an integer 1 .. 86400\n", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
