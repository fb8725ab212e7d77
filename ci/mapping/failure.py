# What ends the program with status 3: a tool that failed, a file that is none, a design that cannot be elaborated.
# SPDX-License-Identifier: Apache-2.0


class Failure(Exception):
    """The text names the place and the reason."""
