# Errors that keep a call from its work: one line that says what is wrong and what to do. Status 2.
# SPDX-License-Identifier: Apache-2.0
import os

NEEDED_MIB = 16  # MiB; with less free space, linking a program fails
FULL = ("No space left on device", "Disk quota exceeded")


class CiError(Exception):
    """The text is the whole line."""


class Interrupted(Exception):
    """A signal asked the call to end."""


def is_full(text):
    """Does a tool's output say that the disk is full?"""
    return any(sign in text for sign in FULL)


def full_disk(*folders):
    """The error for a tool that found no room. folders: where it may have written; the text names the full ones."""
    full = [folder for folder in folders if free_mib(folder) < NEEDED_MIB]
    what = f"the disk of {' and of '.join(full)} is full ({free_mib(full[0])} MiB left)" if full else \
        f"the disk of {' or of '.join(folders)} was full"
    return CiError(f"{what}: free some space and call again; what is finished is kept")


def free_mib(folder):
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize >> 20
