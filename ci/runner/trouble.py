# What keeps a call from its work: one line that says what and what to do. Status 2.
# SPDX-License-Identifier: Apache-2.0
import os

NEEDED_MIB = 16  # less is no room for a linked program
FULL = ("No space left on device", "Disk quota exceeded")


class Trouble(Exception):
    """The text is the line."""


class Interrupted(Exception):
    """A signal asked the call to end."""


def is_full(text):
    """Does a tool's output say that the disk is full?"""
    return any(sign in text for sign in FULL)


def full_disk(*folders):
    """The line when a tool had no room. folders: where it may have written; those without room now are named."""
    full = [folder for folder in folders if free_mib(folder) < NEEDED_MIB]
    what = f"the disk of {' and of '.join(full)} is full ({free_mib(full[0])} MiB left)" if full else \
        f"the disk of {' or of '.join(folders)} was full"
    return Trouble(f"{what}: free some space and call again; what is finished is kept")


def free_mib(folder):
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize >> 20
