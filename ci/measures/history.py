# One line of history, a commit and its measures; the file of such lines.
# SPDX-License-Identifier: Apache-2.0
import datetime
import fcntl
import json
import os
import subprocess

from ci_error import CiError
from files import read_json, read_text

SCHEMA = "stencil-cosim/history/1"
FAMILY = "stencil-cosim/history/"
# Lines are short: a longer one without an end belongs to another kind of file.
LONGEST_LINE = 16 << 20


def commit_of(source):
    """{"commit", "date", "dirty", "subject"} of a git tree. Dirty: a tracked file differs, or a file is neither tracked
    nor ignored. The date, in UTC, is the commit's; for a dirty tree it is now."""
    def git(*words):
        try:
            done = subprocess.run(["git", "-C", source, *words], capture_output=True, text=True, check=False)
        except OSError as error:
            raise CiError(f"git cannot be run: {error.strerror}") from None
        if done.returncode != 0:
            raise CiError(f"git {words[0]} in {source}: {(done.stderr.strip().splitlines() or ['no reason'])[-1]}")
        return done.stdout

    commit, seconds, subject = git("log", "-1", "--format=%H%n%ct%n%s").rstrip("\n").split("\n", 2)
    dirty = git("status", "--porcelain") != ""
    moment = datetime.datetime.now(datetime.timezone.utc) if dirty else \
        datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return {"commit": commit, "date": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "dirty": dirty, "subject": subject}


def check_file(path):
    """Refuses a file that is no history, or whose last line is cut off: an appended line would be lost."""
    try:
        with open(path, "rb") as file:
            _check_open(file, path)
    except FileNotFoundError:
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise CiError(f"{path} cannot be written: there is no folder {folder}") from None
        if not os.access(folder, os.W_OK):
            raise CiError(f"{path} cannot be written: no right to write in {folder}") from None
    except OSError as error:
        raise CiError(f"{path} cannot be read: {error.strerror}") from None
    else:
        if not os.access(path, os.W_OK):
            raise CiError(f"{path} cannot be written: no right to")


def _check_open(file, path):
    """The number of bytes in the file."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return 0
    file.seek(max(0, size - LONGEST_LINE))
    tail = file.read()
    last = tail.rstrip(b"\n").rpartition(b"\n")[2]
    try:
        line = json.loads(last)
    except ValueError:
        line = None
    schema = line.get("schema") if isinstance(line, dict) else None
    if schema == SCHEMA and tail.endswith(b"\n"):
        return size
    if isinstance(schema, str) and schema.startswith(FAMILY) and schema != SCHEMA:
        raise CiError(f"{path}: its last line has schema {schema}, this program writes {SCHEMA}")
    begin = b'{"schema":"' + FAMILY.encode()
    if last.startswith(begin) or begin.startswith(last):
        raise CiError(f"{path}: its last line is cut off; end it or take it away")
    raise CiError(f"{path}: its last line is none of {SCHEMA}; nothing is appended to another kind of file")


def line_text(line):
    """Puts the schema first, so that a line that is cut off can still be recognised."""
    assert next(iter(line)) == "schema"
    return json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"


def append(path, line):
    """Appends the line in one write; a file with no room for the whole line is left as it was."""
    data = line_text(line).encode()
    try:
        with open(path, "ab+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = _check_open(file, path)
            try:
                written = os.write(file.fileno(), data)
            except OSError:
                written = 0
                raise
            finally:
                if written != len(data):
                    os.ftruncate(file.fileno(), size)
            if written != len(data):
                raise CiError(f"{path} cannot be written: {written} of {len(data)} bytes found room")
    except OSError as error:
        raise CiError(f"{path} cannot be written: {error.strerror}") from None


def cycles_of(classes, path):
    """{label: cycles per block} of the classes in a report or the output of `cycles`; a mean where the blocks of a
    class differ."""
    if not isinstance(classes, list) or not classes:
        raise CiError(f"{path} has no classes of blocks")
    sums = {}
    try:
        for block in classes:
            config = (block["config"] or "").split(" ")[0]  # plusargs may follow
            ran_on = [config, *(block[name] for name in ("schedule", "blocking", "distribution"))]
            label = f"{block['label']} ({' '.join(filter(None, ran_on))})"
            count, cycles = sums.get(label, (0, 0))
            sums[label] = (count + block["count"], cycles + block["cycles"]["total"]["sum"])
        return {label: cycles // count if cycles % count == 0 else cycles / count
                for label, (count, cycles) in sorted(sums.items())}
    except (KeyError, TypeError, ZeroDivisionError):
        raise CiError(f"{path} has a class without its cycles") from None


def recorded_cycles(path):
    """The same from a file that was written earlier."""
    document = read_json("", path)
    return cycles_of(document.get("classes") if isinstance(document, dict) else None, path)


SYNTHESIS_COLUMNS = {"lut": "lut", "ff": "ff", "dsp": "dsp", "ultra_ram": "ultra_ram", "levels": "inside_levels",
                     "carries": "inside_carries"}


def synthesis_of(path):
    """{configuration: area and depth of the whole accelerator} from the record of ci/synthesis."""
    lines, found = read_text("", path).splitlines(), {}
    try:
        columns = lines[1].split("\t")
        for line in lines[2:]:
            row = dict(zip(columns, line.split("\t"), strict=True))
            # The record also holds variants of one configuration: "small PES=8".
            if row["module"] != "stencil_accel" or " " in row["configuration"]:
                continue
            figures = {name: int(row[column]) for name, column in SYNTHESIS_COLUMNS.items()}
            halves = int(row["half_block_ram"])
            figures["block_ram"] = halves // 2 if halves % 2 == 0 else halves / 2
            found[row["configuration"]] = figures
    except (IndexError, KeyError, ValueError):
        found = {}
    if not found:
        raise CiError(f"{path} is no record of ci/synthesis")
    return found
