# What a test meets besides its own inputs: tools, libraries, environment variables.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess

# Variables that reach what a test does. PATH counts by the tools that it finds.
VARIABLES = re.compile(r"(STENCIL|OMPI|PMIX|PRTE|OPAL|ORTE|SYSTEMC|GTEST|BENCHMARK|VERILATOR|CMAKE|CTEST|PKG_CONFIG|LD|"
                       r"[AULT]SAN|MALLOC|GLIBC|LC|PYTHON|OMP|CCACHE)_.*|LANG|LANGUAGE|TZ|CC|CXX|FC|CFLAGS|CXXFLAGS|FFLAGS|"
                       r"CPPFLAGS|LDFLAGS|LIBRARY_PATH|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH")
# They choose where things lie or how fast they go, not what they are.
HARMLESS = re.compile(r"CMAKE_BUILD_PARALLEL_LEVEL|CTEST_PARALLEL_LEVEL|CCACHE_.*|PYTHONDONTWRITEBYTECODE|"
                      r"PYTHONUNBUFFERED")


def variables():
    return {name: value for name, value in os.environ.items()
            if VARIABLES.fullmatch(name) and not HARMLESS.fullmatch(name)}


def tools(names, digests):
    """What each name means in PATH: the digest of the program, None if there is none."""
    found = {}
    for name in names:
        path = shutil.which(name)
        found[name] = digests.of(os.path.realpath(path)) if path else None
    return found


def packages(names):
    """The versions of these Debian packages and of all that they depend on; empty where there is no dpkg."""
    try:
        listing = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Version}\t${Provides}\t${Depends}\n"],
                                 capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return {}
    version, depends, provider = {}, {}, {}
    for line in listing.splitlines():
        name, version[name], provides, depends[name] = line.split("\t")
        for provided in _names(provides):
            provider.setdefault(provided, name)
    found = {}
    open_names = list(names)
    while open_names:
        name = open_names.pop()
        name = name if name in version else provider.get(name)
        if name and name not in found:
            found[name] = version[name]
            open_names += _names(depends[name])
    return found


def _names(relations):
    """The packages in a field such as 'a (>= 1), b | c:any'."""
    return [re.match(r"[^ :(]+", part.strip())[0] for part in re.split(r"[,|]", relations) if part.strip()]
