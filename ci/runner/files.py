# Files as a whole: read with one line for what is wrong, written so that half of one never takes the place of another.
# SPDX-License-Identifier: Apache-2.0
import errno
import json
import os

from ci_error import CiError


def read_text(source, path):
    """path: relative to the folder `source`, or absolute."""
    try:
        with open(os.path.join(source, path), encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise CiError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CiError(f"{path} cannot be read: {error}") from None


def read_json(source, path):
    try:
        return json.loads(read_text(source, path))
    except ValueError as error:
        raise CiError(f"{path} is no JSON: {error}") from None


def write_whole(path, text):
    """The whole file, or it stays as it was."""
    part = path + ".part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.remove(part)
        if error.errno == errno.ENOSPC:
            raise  # every tool names a full disk in the same words
        raise CiError(f"{path} cannot be written: {error.strerror}") from None
