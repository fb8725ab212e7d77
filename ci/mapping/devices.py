# Devices, and whether a design fits one.
# SPDX-License-Identifier: Apache-2.0
import math
import typing

from primitives import Resources

USABLE_SHARE = 0.8  # a fifth stays free for placement and for the logic around the accelerator
NAMES = ("LUT", "memory LUT", "FF", "DSP", "block RAM", "UltraRAM")  # in the order of Resources


class Device(typing.NamedTuple):
    name: str
    found_on: str  # a card or board that can be bought
    holds: Resources  # memory_luts: LUTs that can serve as memory


# From small to large. Sources: AMD DS890, UltraScale Architecture and Product Data Sheet: Overview; DS987 for the XCK26
# of the Kria K26.
DEVICES = (
    Device("XCK26", "Kria KV260", Resources(117120, 57600, 234240, 1248, 2 * 144, 64)),
    Device("XCVU9P", "Alveo U200, VCU118, AWS F1", Resources(1182240, 591840, 2364480, 6840, 2 * 2160, 960)),
)


def largest_share(used, device):
    """(share, name of the resource); the share is 1 where all is used, infinite where the device lacks the resource."""
    shares = [0.0 if needed == 0 else needed / there if there else math.inf
              for needed, there in zip(used, device.holds)]
    return max(zip(shares, NAMES), key=lambda share: share[0])


def smallest_device(used):
    """The first device that holds it within USABLE_SHARE, or None."""
    return next((device for device in DEVICES if largest_share(used, device)[0] <= USABLE_SHARE), None)
