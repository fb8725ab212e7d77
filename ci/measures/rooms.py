# To which room of the tree an instruction belongs, or to which library.
# SPDX-License-Identifier: Apache-2.0
import collections
import functools
import os
import re

RTL = "RTL"
MODEL = re.compile(r"/models/V\w+(_united\.cpp$|/)")  # what Verilator made
# Templates and inline functions of libraries that were compiled into our objects.
HEADERS = (("/c++/", "libstdc++"), ("/verilator/", "Verilator"), ("/sysc/", "SystemC"), ("/tlm", "SystemC"),
           ("/fmt/", "fmt"), ("/nlohmann/", "nlohmann-json"), ("/CLI/", "CLI11"))
LIBRARIES = (("libsystemc", "SystemC"), ("libstdc++", "libstdc++"), ("libc.", "libc"), ("libc-", "libc"),
             ("libm.", "libm"), ("ld-linux", "loader"), ("libcrypto", "OpenSSL"), ("libfmt", "fmt"))
OTHER = "other"


class Rooms:
    def __init__(self, root):
        self.root = root
        self.of_file = functools.lru_cache(maxsize=None)(self._of_file)

    def _of_file(self, path):
        """The folder of a file of this tree, RTL for what Verilator made of it; None for any other file."""
        path = os.path.normpath(path)
        if MODEL.search(path):
            return RTL
        parts = [part for part in path.split("/") if part not in ("", "..")]
        # ccache may have found the object in another clone: what counts is the end of the path.
        for first in range(len(parts) - 1):
            end = "/".join(parts[first:])
            if os.path.isfile(os.path.join(self.root, end)):
                return re.sub(r"^build/[^/]+/", "", os.path.dirname(end))  # made while building
        return None

    def of(self, binary, function_file, line_file):
        """A line of ours counts where it stands, one that a library's header has put into a function of ours there."""
        room = self.of_file(line_file) or self.of_file(function_file)
        if room:
            return room
        library = os.path.basename(binary)
        for sign, name in LIBRARIES:
            if library.startswith(sign):
                return name
        for path in (function_file, line_file):
            for sign, name in HEADERS:
                if sign in path:
                    return name
        return library.split(".so")[0] if ".so." in library or library.startswith("lib") else OTHER


def by_room(profile, root):
    """{room: instructions}."""
    rooms = Rooms(root)
    sums = collections.Counter()
    for (binary, function_file, line_file), cost in profile.costs.items():
        sums[rooms.of(binary, function_file, line_file)] += cost
    return dict(sums)
