# Called by ci/lint-includes in the root of the tree, with the build folder.
# SPDX-License-Identifier: Apache-2.0
import os
import sys

import parts

TOPS = ("sim", "host", "models")


def main():
    table = os.path.join(sys.argv[1], "parts.txt")
    if not os.path.exists(table):
        print(f"ci/lint-includes: {table} is not there: configure the build folder first (ci/build)", file=sys.stderr)
        return 2
    found = list(parts.breaches(os.getcwd(), table, TOPS))
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
