# One digest over everything that the verdict of a test depends on.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os

import stamps
import shared_inputs


class Inputs:
    def __init__(self, digests, tools, packages):
        """tools: names of programs; packages: names of Debian packages. See shared_inputs."""
        self.digests = digests
        self.tools = tools
        self.common = json.dumps([stamps.FORMAT, shared_inputs.tools(tools, digests), shared_inputs.packages(packages),
                                  shared_inputs.variables()], sort_keys=True)

    def of(self, test):
        """The digest; None if an input is missing."""
        contents = {}
        for path in files(test):
            contents[path] = self.digests.of(path)
            if contents[path] is None:
                return None
        text = json.dumps([self.common, test.name, test.command, test.properties, contents], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def files(test):
    """The test's files and folders: declared inputs, and files named in its command."""
    found = [os.path.join(test.folder, path) for path in test.required]
    found += [word for word in test.command if os.path.isabs(word) and os.path.isfile(word)]
    return sorted(set(found))
