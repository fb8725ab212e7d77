# Runs a command in a process group that ends with the caller, even if the caller is killed.
# SPDX-License-Identifier: Apache-2.0
# run() below starts it: python3 supervisor.py CALLER COMMAND...
import ctypes
import os
import signal
import subprocess
import sys
import time

GRACE_S = float(os.environ.get("STENCIL_GRACE_S", "10"))  # seconds from SIGTERM to SIGKILL
PR_SET_PDEATHSIG = 1


def run(command, on_line, cwd, environment=None, hold=()):
    """Runs the command, passes each line of its output to on_line, returns its status. The supervisor holds the descriptors
    in `hold` open until the group has ended. An exception ends the group first."""
    supervisor = subprocess.Popen(
        [sys.executable, "-BES", __file__, str(os.getpid()), *command], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=cwd, env=environment,
        pass_fds=hold, start_new_session=True)
    try:
        for line in supervisor.stdout:
            on_line(line.rstrip("\n"))
        return supervisor.wait()
    finally:
        if supervisor.poll() is None:
            supervisor.send_signal(signal.SIGTERM)
            try:
                supervisor.wait(2 * GRACE_S)
            except subprocess.TimeoutExpired:
                supervisor.kill()
        supervisor.stdout.close()


class Asked(Exception):
    """The caller wants the group to end, or has ended."""


def ask(*_):
    raise Asked


def others():
    """Does any other process of this group still run?"""
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, _, group = file.read().rpartition(")")[2].split()[:3]
        except OSError:  # it has just ended
            continue
        if state != "Z" and int(group) == os.getpgrp():
            return True
    return False


def end_group():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    force = time.monotonic() + GRACE_S
    while others():
        if time.monotonic() > force:
            os.killpg(0, signal.SIGKILL)  # this process too
        time.sleep(0.05)


def main():
    child = None
    try:
        signal.signal(signal.SIGTERM, ask)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(sys.argv[1]):  # the caller ended before this line
            return 1
        child = subprocess.Popen(sys.argv[2:])
        status = child.wait()
        return status if status >= 0 else 128 - status
    except OSError as error:
        print(f"{sys.argv[2]}: {error.strerror}")
        return 127
    except Asked:
        if child:
            end_group()
            child.wait()
        return 128 + signal.SIGTERM


if __name__ == "__main__":
    sys.exit(main())
