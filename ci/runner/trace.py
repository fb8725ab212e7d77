# Finds the files that a command opens and the programs it starts, with strace.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import re
import subprocess
import tempfile

CALLS = "open,openat,openat2,creat,execve,rename,renameat,renameat2,chdir,clone,clone3,fork,vfork"
OPENED = re.compile(r"= \d+<(/[^>]*)>")
MAKES_PROCESS = re.compile(r"clone|fork|vfork")
TWO_PATHS = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclasses.dataclass
class Trace:
    status: int  # of the command; None if it did not end in time
    read: set  # files opened for reading, programs started
    listed: set  # folders opened
    written: set  # files made or changed


def trace(command, environment, folder, timeout):
    """Runs the command in the folder."""
    with tempfile.TemporaryDirectory(prefix="stencil-trace-") as scratch:
        log = os.path.join(scratch, "log")
        try:
            done = subprocess.run(
                ["strace", "-f", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", log, *command],
                cwd=folder or None, env=environment, timeout=timeout, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            status = done.returncode
        except subprocess.TimeoutExpired:
            status = None
        with open(log, encoding="utf-8", errors="replace") as file:
            return _parse(_whole_calls(file), folder or os.getcwd(), status)


def _whole_calls(lines):
    """[(process, call)] of successful calls; joins the two halves of a call that another one interrupted."""
    calls = []
    begun = {}
    for line in lines:
        process, _, call = line.rstrip("\n").partition(" ")
        call = call.lstrip()
        if call.endswith("<unfinished ...>"):
            begun[process] = call
            continue
        if call.startswith("<... "):
            call = begun.pop(process, "") + call
        if " = -1 " not in call and "= ?" not in call:
            calls.append((process, call))
    return calls


def _parse(calls, folder, status):
    result = Trace(status, set(), set(), set())
    # strace may print the creation of a process after the first calls of that process.
    parents = {call.rpartition("= ")[2].split("<")[0]: process for process, call in calls if MAKES_PROCESS.match(call)}
    folders = {}  # process -> working folder, if it has changed

    def where(process):
        while process not in folders and process in parents:
            process = parents[process]
        return folders.get(process, folder)

    for process, call in calls:
        if MAKES_PROCESS.match(call):
            continue
        here = where(process)
        paths = [os.path.normpath(os.path.join(here, path)) for path in TWO_PATHS.findall(call)[:2]]
        if call.startswith("chdir"):
            folders[process] = paths[0]
        elif call.startswith("execve"):
            result.read.add(os.path.realpath(paths[0]))
        elif call.startswith("rename"):
            result.written.add(paths[-1])
        else:
            opened = OPENED.search(call)
            if not opened:
                continue
            path = opened[1].removesuffix(" (deleted)")
            if "O_DIRECTORY" in call or os.path.isdir(path):
                result.listed.add(path)
            elif re.search("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^creat", call):
                result.written.add(path)
            elif path not in result.written:
                result.read.add(path)
    return result
