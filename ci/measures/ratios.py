# Ratios of rates that were measured in turn, and their history. Nothing here measures.
# SPDX-License-Identifier: Apache-2.0
import json
import statistics

from ci_error import CiError


def order_of(names, number):
    """The candidates of a round: each round begins with another one."""
    start = number % len(names)
    return names[start:] + names[:start]


def ratios_of(rounds, base):
    """{name: (median, least, most)} of the ratios within each round, rounds being [{name: rate}]."""
    found = {}
    for name in rounds[0]:
        ratios = sorted(measured[name] / measured[base] for measured in rounds)
        found[name] = (statistics.median(ratios), ratios[0], ratios[-1])
    return found


def lines_of(found, before):
    """The table; before: the same of the last record, {name: [median, least, most]}, or empty."""
    lines = []
    for group, ratios in found.items():
        lines.append(f"{group} (measured)")
        for name, (median, least, most) in ratios.items():
            last = before.get(group, {}).get(name)
            then = f"   before: {last[0]:.2f} ({last[1]:.2f} .. {last[2]:.2f})" if last else ""
            lines.append(f"  {name:<22} {median:9.2f} ({least:.2f} .. {most:.2f}){then}")
    return lines


def last_record(path, machine):
    """The ratios of each group in the last line of this machine that has it. Other machines have other ratios."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line.strip()]
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CiError(f"{path} cannot be read: {error.strerror}") from None
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            if record["machine"] == machine:
                found.update(record["ratios"])
        except (ValueError, KeyError, TypeError):
            raise CiError(f"{path}, line {number}, is no record of ci/bench") from None
    return found


def append(path, record):
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    except OSError as error:
        raise CiError(f"{path} cannot be written: {error.strerror}") from None
