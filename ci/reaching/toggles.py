# Bits of signals of bus, control and memory that a test has changed up and down, and those that none can:
# tests/rtl/coverage/constant_bits.json.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import re

from cases import FOLDER
from ci_error import CiError
from files import read_json
from unreachable import proof_of

NAME = FOLDER + "/constant_bits.json"
PATTERN = re.compile(r"(\*|[\w.]+)((?:\[(?:\*|\d+|\d+\.\.\d+)\])*)$")
INDEX = re.compile(r"\[([^\]]*)\]")


@dataclasses.dataclass(frozen=True)
class Constant:
    """Bits of a signal that no test can change: 'held[4..7]', 'entries[*][3]'; '*[4..7]' of each signal, where none does."""
    file: str
    bits: str
    reason: str

    def covers(self, bit):
        signal, indices = PATTERN.match(self.bits).groups()
        own = bit.name.partition("[")[0]
        found = [int(index) for index in INDEX.findall(bit.name)]
        wanted = INDEX.findall(indices)
        return (bit.file, len(found)) == (self.file, len(wanted)) and signal in ("*", own) and all(
            _within(index, text) for index, text in zip(found, wanted))


def _within(index, text):
    if text == "*":
        return True
    low, _, high = text.partition("..")
    return int(low) <= index <= int(high or low)


def read_constants(source):
    return [constant for number, row in enumerate(read_json(source, NAME), 1)
            for constant in _read(source, row, number)]


def _read(source, row, number):
    if not isinstance(row, dict) or set(row) not in ({"file", "bits", "reason"}, {"file", "bits", "proof"}):
        raise CiError(f"{NAME}: row {number} must have file, bits, and reason or proof")
    if "proof" in row:
        reason = proof_of(source, row["proof"], f"{NAME}: row {number}")
    else:
        reason = row["reason"]
        if not reason.endswith("."):
            raise CiError(f"{NAME}: row {number}: the reason must be a sentence")
    for bits in row["bits"]:
        if not PATTERN.match(bits):
            raise CiError(f"{NAME}: row {number}: '{bits}' names no bits: signal, signal[3], signal[4..7], signal[*], *[4..7]")
        yield Constant(f"rtl/{row['file']}", bits, reason)


def judge_bits(constants, bits):
    """The constant bits, with their rows, and a complaint for each stale row and each signal with bits that no test has
    changed. bits: Reach by Bit."""
    constant, complaints = {}, []
    by_file = {}
    for bit in bits:
        by_file.setdefault(bit.file, []).append(bit)
    for one in constants:
        own = [bit for bit in by_file.get(one.file, ()) if one.covers(bit)]
        changed = [bit for bit in own if bits[bit].cases and not one.bits.startswith("*")]
        if not own:
            complaints.append(f"{NAME}: {one.file} has no bits {one.bits}: remove them")
        elif changed:
            complaints.append(f"{NAME}: {one.file}: {bits[changed[0]].first} changes {changed[0].name}: remove it from {one.bits}")
        for bit in own:
            if not bits[bit].cases or bit in changed:
                constant.setdefault(bit, one)
    still = {}
    for bit in sorted(bits):
        if not bits[bit].cases and bit not in constant:
            still.setdefault((bit.file, bit.line, bit.name.partition("[")[0]), []).append(bit.name)
    complaints += [f"{file}:{line}: no test changes up and down: {', '.join(names[:8])}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")
                   for (file, line, _), names in still.items()]
    return constant, complaints
