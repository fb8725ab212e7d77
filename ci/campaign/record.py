# The record of what caught each fault, and whether it still holds: by digests of the RTL, the fault and the tests.
# SPDX-License-Identifier: Apache-2.0
import json
import os

from fault_digests import FORMAT
from files import read_json, write_whole
from table import FOLDER, RECORD

CAUGHT, SURVIVED, EQUIVALENT = "caught", "survived", "equivalent"


def read_record(source):
    """Results by the name of the fault; none where there is no record yet."""
    path = os.path.join(source, FOLDER, RECORD)
    if not os.path.exists(path):
        return {}
    record = read_json(source, f"{FOLDER}/{RECORD}")
    return record.get("faults", {}) if record.get("format") == FORMAT else {}


def write_record(source, faults, results):
    """Results take the place of those of the same names; faults that are gone leave the record."""
    names = {fault.name for fault in faults}
    kept = {name: entry for name, entry in {**read_record(source), **results}.items() if name in names}
    path = os.path.join(source, FOLDER, RECORD)
    write_whole(path, json.dumps({"format": FORMAT, "faults": dict(sorted(kept.items()))}, indent=1) + "\n")


def stale(entry, fault, digests):
    """Why a result no longer holds; None if it does."""
    return digests.why_stale(entry, fault.file, fault.row) if entry else "was never run"
