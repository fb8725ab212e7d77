# Asks git which files differ from a commit, and which commit last changed a folder.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess

from ci_error import CiError


def _git(source, *words):
    try:
        return subprocess.run(["git", "-C", source, *words], capture_output=True, text=True, errors="surrogateescape",
                              check=False)
    except OSError as error:
        raise CiError(f"git: {error.strerror}") from None


def _lines(source, *words):
    done = _git(source, *words)
    if done.returncode != 0:
        raise CiError(f"git {words[0]}: {(done.stderr or done.stdout).strip().splitlines()[0]}")
    return [line for line in done.stdout.split("\0") if line]


def commit_of(source, revision):
    """The hash of the commit; None if git knows none of that name."""
    done = _git(source, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    return done.stdout.strip() if done.returncode == 0 else None


def is_tree(source):
    return _git(source, "rev-parse", "--git-dir").returncode == 0


def changed_files(source, commit, *folders):
    """Paths, relative to the source tree, of files that differ from the commit or were deleted, and of new files that
    git does not ignore."""
    differ = _lines(source, "diff", "--name-only", "--no-renames", "--relative", "-z", commit, "--", *folders)
    new = _lines(source, "ls-files", "--others", "--exclude-standard", "-z", "--", *folders)
    return sorted(set(differ) | set(new))


def last_change(source, folder):
    """The commit that last changed the folder; None if there is none."""
    done = _git(source, "log", "-1", "--format=%H", "--", folder)
    return done.stdout.strip() or None if done.returncode == 0 else None


def added_lines(source, commit, path):
    """The lines of the file that the commit does not have, without blank ones."""
    done = _git(source, "diff", "--unified=0", "--no-color", "--no-ext-diff", commit, "--", path)
    if done.returncode != 0:
        raise CiError(f"git diff: {done.stderr.strip()}")
    return [line[1:] for line in done.stdout.splitlines()
            if line.startswith("+") and not line.startswith("+++") and line[1:].strip()]


def changed_since(source, folder, below):
    """Files below a folder that differ from the commit that last changed `folder`, or from HEAD if there is none."""
    if not is_tree(source) or not commit_of(source, "HEAD"):
        return []
    return changed_files(source, last_change(source, folder) or "HEAD", os.path.join(below, ""))
