# ci/regression --accept: writes the measured cycles as the baselines, all of them or none.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import shutil

import revision
from measuring import EQUAL, FAILED, UNREADABLE
from ci_error import CiError

OWN = "ci/baseline"
LOG = "CHANGELOG.md"


def refuse_silence(source):
    """Raises CiError unless CHANGELOG.md has a line that is newer than the commit that last changed the baselines. The
    first baselines need no line: no cycle has moved yet."""
    if not revision.is_tree(source):
        raise CiError(f"--accept needs git, which tells whether {LOG} names the change")
    commit = revision.last_change(source, OWN)
    if commit and not revision.added_lines(source, commit, LOG):
        raise CiError(f"nothing is accepted before {LOG} names the change: add a line there, none is new since "
                      f"{commit[:12]}, which last changed {OWN}")


def refuse_failures(outcomes):
    """Raises CiError if an outcome has wrong bits, which have no cycles, or an unreadable baseline."""
    for outcome in outcomes:
        if outcome.verdict == FAILED:
            raise CiError(f"nothing is accepted: {outcome.workload.name}: {outcome.summary}")
        if outcome.verdict == UNREADABLE:
            raise CiError(f"nothing is accepted: the baseline of {outcome.workload.name} cannot be compared, see above; "
                          "if it is not to be kept, remove the file and accept again")


def accept(measuring, outcomes):
    """Writes the baselines that differ; returns their paths."""
    wanted = [outcome.workload for outcome in outcomes if outcome.verdict != EQUAL]
    parts = []  # new baselines beside the old ones, so that all can be renamed at once
    try:
        os.makedirs(measuring.baselines, exist_ok=True)
        for workload in wanted:
            base = measuring.baseline(workload)
            part = os.path.join(measuring.folder, workload.name + ".jsonl")
            if os.path.exists(part):
                os.remove(part)
            if os.path.exists(base):
                shutil.copyfile(base, part)
            status, said = measuring.call([measuring.program, "compare", part, measuring.measured(workload), "--accept"])
            if status != 0 or not os.path.exists(part):
                raise CiError(f"nothing is accepted: compare --accept of {workload.name} ended with status {status}: "
                              f"{said[-1]}")
            parts.append((base + ".part", base))
            shutil.copyfile(part, base + ".part")
        for part, base in parts:
            os.replace(part, base)
    except OSError as error:
        raise CiError(f"nothing is accepted: {error.filename or measuring.baselines}: {error.strerror}") from None
    finally:
        for part, _ in parts:
            with contextlib.suppress(OSError):  # already renamed, or never written
                os.remove(part)
    return [base for _, base in parts]
