# Digests of files and folders. A file is read again only if its inode, size or times have changed.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import time

from files import write_whole

# A file changed this recently may change again without a trace in its times.
FRESH_NS = 2_000_000_000


class Digests:
    def __init__(self, cache, source):
        """cache: the file that keeps digests from call to call. source: the tree whose .gitignore names files that are
        no part of it."""
        self.cache = cache
        self.ignored = {os.path.join(source, ".git")}
        try:
            with open(os.path.join(source, ".gitignore"), encoding="utf-8") as file:
                for line in file:
                    if line.startswith("/"):
                        self.ignored.add(os.path.join(source, line.strip().strip("/")))
        except OSError:
            pass
        try:
            with open(cache, encoding="utf-8") as file:
                self.known = json.load(file)
            assert all(len(entry) == 5 for entry in self.known.values())
        except (OSError, ValueError, AttributeError, TypeError, AssertionError):
            self.known = {}

    def of(self, path):
        """The digest of a file, or of a folder with all below it; None if there is neither."""
        try:
            if os.path.isdir(path):
                return self._of_folder(path)
            return self._of_file(path)
        except OSError:
            return None

    def save(self):
        write_whole(self.cache, json.dumps(self.known))

    def _of_file(self, path):
        state = os.stat(path)
        place = [state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino]
        entry = self.known.get(path)
        if entry and entry[:4] == place:
            return entry[4]
        now = time.time_ns()
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if now - max(state.st_mtime_ns, state.st_ctime_ns) > FRESH_NS:
            self.known[path] = [*place, digest]
        else:
            self.known.pop(path, None)
        return digest

    def _of_folder(self, path):
        digest = hashlib.sha256()
        for entry in sorted(os.scandir(path), key=lambda entry: entry.name):
            if entry.path in self.ignored or entry.name == "__pycache__":
                continue
            digest.update(f"{entry.name}\0".encode())
            if entry.is_symlink() and entry.is_dir():
                digest.update(os.readlink(entry.path).encode())
            elif entry.is_dir():
                digest.update(self._of_folder(entry.path).encode())
            elif entry.is_file():
                digest.update(self._of_file(entry.path).encode())
        return digest.hexdigest()
