# Several "nodes" on one machine: network namespaces with host names of their own, on one bridge, with limited links.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import signal
import subprocess
import tempfile

BOUND = 120  # seconds that a command, or a wait for an event, may take
# How mpirun reaches a node, in place of ssh: AGENT NODE COMMAND.
AGENT = """#!/bin/sh
node=$1
shift
case $node in @CASES@ esac
export TMPDIR="@FOLDER@/$node"
exec ip netns exec "@PREFIX@$node" unshare --uts sh -c "hostname $host; exec sh -c \\"\\$0\\"" "$*"
"""


def command(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=BOUND, check=False)


def what_is_missing():
    """Why there can be no such nodes; None: they can be made."""
    for tool in ("ip", "tc", "unshare"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed: ci/setup test"
    name = f"stencil-{os.getpid()}"
    for words in (("ip", "netns", "add", name), ("ip", "netns", "exec", name, "unshare", "--uts", "hostname", "probe"),
                  ("ip", "netns", "exec", name, "ip", "link", "add", "br0", "type", "bridge"),
                  ("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", "lo", "root", "tbf", "rate", "1gbit",
                   "burst", "64kb", "latency", "1s")):
        done = command(*words)
        if done.returncode != 0:
            command("ip", "netns", "del", name)
            return f"this user may not make network namespaces with host names and limited links: " \
                   f"'{' '.join(words)}': {done.stderr.strip()}"
    command("ip", "netns", "del", name)
    return None


class Nodes:
    """Nodes n1 .. nCOUNT; their links have 200 Mbit/s."""

    def __init__(self, count, host_names=None):
        self.count = count
        self.prefix = f"st{os.getpid()}-"
        self.folder = tempfile.mkdtemp(prefix="stencil-nodes-")
        self.host_names = host_names or {f"n{i}": f"n{i}" for i in range(1, count + 1)}
        self.namespaces = []
        self.add("switch")
        self.inside("switch", "ip", "link", "add", "br0", "type", "bridge")
        self.inside("switch", "ip", "link", "set", "br0", "up")
        for i in range(1, count + 1):
            node = f"n{i}"
            os.mkdir(self.path(node))  # what Open MPI keeps under the host name
            self.add(node)
            self.run("ip", "link", "add", "eth0", "netns", self.prefix + node, "type", "veth", "peer", "name", node,
                     "netns", self.prefix + "switch")
            self.inside(node, "ip", "addr", "add", f"10.213.0.{i}/24", "dev", "eth0")
            for link in ("lo", "eth0"):
                self.inside(node, "ip", "link", "set", link, "up")
            self.inside(node, "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "200mbit", "burst", "64kb",
                        "latency", "1s")
            self.inside("switch", "ip", "link", "set", node, "master", "br0", "up")
        self.agent = self.path("agent")
        with open(self.agent, "w", encoding="utf-8") as file:
            cases = " ".join(f"{node}) host={host};;" for node, host in self.host_names.items())
            text = AGENT.replace("@PREFIX@", self.prefix).replace("@FOLDER@", self.folder)
            file.write(text.replace("@CASES@", cases))
        os.chmod(self.agent, 0o755)

    def path(self, name):
        return os.path.join(self.folder, name)

    def add(self, node):
        self.run("ip", "netns", "add", self.prefix + node)
        self.namespaces.append(node)

    @staticmethod
    def run(*words):
        done = command(*words)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr}")

    def inside(self, node, *words):
        self.run("ip", "netns", "exec", self.prefix + node, *words)

    def cut(self, node, state="down"):
        self.inside("switch", "ip", "link", "set", node, state)

    def start(self, ranks_a_node, *program, **variables):
        """mpirun on n1, over all nodes, with only TCP between them. Ranks that it ends have a second to report."""
        hosts = ",".join(f"n{i}:{ranks_a_node}" for i in range(1, self.count + 1))
        words = ["mpirun", "--mca", "plm_rsh_agent", self.agent, "--mca", "btl", "tcp,self", "-H", hosts,
                 "--mca", "odls_base_sigkill_timeout", "1"]
        for name, value in variables.items():
            words += ["-x", f"{name}={value}"]
        shell = f"hostname {self.host_names['n1']}; exec \"$@\""
        return subprocess.Popen(
            ["ip", "netns", "exec", self.prefix + "n1", "unshare", "--uts", "sh", "-c", shell, "sh", *words, *program],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self.path("n1")})

    def processes(self, node):
        return [int(pid) for pid in command("ip", "netns", "pids", self.prefix + node).stdout.split()]

    def close(self):
        for node in self.namespaces:
            for pid in self.processes(node):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            command("ip", "netns", "del", self.prefix + node)
        shutil.rmtree(self.folder)
