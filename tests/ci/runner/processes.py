# The processes of this machine, for tests that wait for one to begin or to end.
# SPDX-License-Identifier: Apache-2.0
import os


def processes(word):
    """Command lines, words parted by blanks, of the processes that have this text in theirs. One may end at any moment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", encoding="utf-8", errors="replace") as file:
                line = file.read().replace("\0", " ")
            if word in line:
                found.append(line)
        except OSError:
            pass
    return found
