# Inputs that all tests share: tools, libraries, environment variables.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess

# Variables that can change a test. PATH counts by the tools found in it.
VARIABLES = re.compile(r"(STENCIL|OMPI|PMIX|PRTE|OPAL|ORTE|SYSTEMC|GTEST|BENCHMARK|VERILATOR|CMAKE|CTEST|PKG_CONFIG|LD|"
                       r"[AULT]SAN|MALLOC|GLIBC|LC|PYTHON|OMP|CCACHE)_.*|LANG|LANGUAGE|TZ|CC|CXX|FC|CFLAGS|CXXFLAGS|FFLAGS|"
                       r"CPPFLAGS|LDFLAGS|LIBRARY_PATH|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH")
# Variables that choose places and speed, not results.
HARMLESS = re.compile(r"CMAKE_BUILD_PARALLEL_LEVEL|CTEST_PARALLEL_LEVEL|CCACHE_.*|PYTHONDONTWRITEBYTECODE|"
                      r"PYTHONUNBUFFERED|STENCIL_GRACE_S")


def variables():
    return {name: value for name, value in os.environ.items()
            if VARIABLES.fullmatch(name) and not HARMLESS.fullmatch(name)}


def tools(names, digests):
    """The digest of the program that each name stands for in PATH; None if there is none."""
    found = {}
    for name in names:
        path = shutil.which(name)
        found[name] = digests.of(os.path.realpath(path)) if path else None
    return found


def packages(names):
    """The versions of these Debian packages and of their dependencies; empty if there is no dpkg."""
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
