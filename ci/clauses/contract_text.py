# Reads the clauses of rtl/CONTRACT.md: their numbers, their words, those that nothing can hold, those that are retired.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import re

DOCUMENT = "rtl/CONTRACT.md"
MARK = re.compile(r"\[(C\d+\.\d+)\]")
LISTS = "Clauses"  # the section whose tables name clauses that nothing can hold, and retired numbers
ONE = re.compile(r"C(\d+)\.(\d+)")


class Complaints(list):
    """Each a line that begins with the place of what is wrong."""

    def at(self, path, line, text):
        self.append(f"{path}:{line}: {text}")


@dataclasses.dataclass
class Clause:
    number: str  # "C4.7"
    section: str
    line: int
    words: str
    why_not: str = ""  # why no test or proof can hold it; empty: one must


@dataclasses.dataclass
class Contract:
    clauses: dict  # by number, in the order of the text
    retired: dict  # why, by number

    def expand(self, text):
        """(numbers, complaint) of a list as "C4.1-C4.3, C4.8"."""
        numbers = []
        for part in text.split(","):
            ends = [ONE.fullmatch(end.strip()) for end in part.split("-")]
            if not all(ends) or len(ends) > 2 or ends[0][1] != ends[-1][1]:
                return [], f"'{part.strip()}' is no clause, nor a range of clauses of one section"
            first, last = int(ends[0][2]), int(ends[-1][2])
            if len(ends) == 2 and first >= last:
                return [], f"'{part.strip()}' is no range"
            numbers += [f"C{ends[0][1]}.{place}" for place in range(first, last + 1)]
        for number in numbers:
            if number in self.retired:
                return [], f"clause {number} is retired: {self.retired[number]}"
            if number not in self.clauses:
                return [], f"there is no clause {number}"
            if numbers.count(number) > 1:
                return [], f"clause {number} comes twice"
        return numbers, None


def by_number(number):
    found = ONE.fullmatch(number)
    return int(found[1]), int(found[2])


def blocks(lines):
    """(heading of level 2, heading, line from 1, text) of each paragraph or table, with a table below its paragraph."""
    section = heading = ""
    found = []
    open_block = None
    for place, line in enumerate(lines, 1):
        if line.startswith("#"):
            heading = line.lstrip("# ")
            section = heading if line.startswith("## ") else section
            open_block = None
        elif not line.strip():
            open_block = None
        elif open_block is not None:
            found[open_block][3].append(line)
        else:
            found.append([section, heading, place, [line]])
            open_block = len(found) - 1
    return found


def read(text, complaints):
    lines = text.splitlines()
    clauses, retired, why_not, prefixes = {}, {}, {}, {}
    exempt = set()  # headings whose first paragraph says that they do not bind
    numbered = None  # the section and heading of the block before, if that had a number
    for section, heading, first, block in blocks(lines):
        if section == LISTS:
            _lists(block, first, why_not, retired, complaints)
            continue
        if not section:
            continue
        if block[0].startswith("Not binding"):
            exempt.add((section, heading))
        if (section, heading) in exempt:
            continue
        has_number = _number(heading, first, block, clauses, prefixes, complaints)
        if not has_number and not (block[0].startswith("|") and numbered == (section, heading)):
            complaints.at(DOCUMENT, first, f"a paragraph without a clause: '{block[0][:60]}'; number what binds in it")
        numbered = (section, heading) if has_number else None
    _check(clauses, retired, why_not, complaints)
    for number, why in why_not.items():
        if number in clauses:
            clauses[number].why_not = why[0]
    return Contract(clauses, {number: why for number, (why, _) in retired.items()})


def _number(section, first, block, clauses, prefixes, complaints):
    """Takes the clauses of a block. A row's words end with the row's last cell."""
    text = "\n".join(block)
    marks = list(MARK.finditer(text))
    for place, mark in enumerate(marks):
        line = first + text.count("\n", 0, mark.start())
        number = mark[1]
        prefix = number.partition(".")[0]
        if prefixes.setdefault(prefix, section) != section:
            complaints.at(DOCUMENT, line, f"{number} stands in section {section}, others of {prefix} in {prefixes[prefix]}")
        own = next(one for one, place in prefixes.items() if place == section or one == prefix)
        if own != prefix:
            complaints.at(DOCUMENT, line, f"{number} stands in section {section}, whose clauses are {own}.N")
        if number in clauses:
            complaints.at(DOCUMENT, line, f"{number} comes twice: first in line {clauses[number].line}")
            continue
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        words = text[mark.end():end]
        before = text[text.rfind("\n", 0, mark.start()) + 1:mark.start()]
        if before.startswith("|"):  # of a row: what names it, then the cell
            cells = [cell.strip(" `") for cell in before.strip().strip("|").split("|") if cell.strip()]
            words = f"{' '.join(cells[:2])}: {words.splitlines()[0].rstrip('| ')}"
        clauses[number] = Clause(number, section, line, " ".join(words.split()))
    return bool(marks)


def _lists(block, first, why_not, retired, complaints):
    rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in block]
    if not block[0].startswith("|"):
        return
    kinds = {"clause": why_not, "retired": retired}
    if rows[0] not in (["clause", "why"], ["retired", "why"]):
        complaints.at(DOCUMENT, first, "a table of section Clauses has the columns 'clause' or 'retired', and 'why'")
        return
    for place, row in enumerate(rows[2:], first + 2):
        if len(row) != 2 or not ONE.fullmatch(row[0]) or not row[1]:
            complaints.at(DOCUMENT, place, "a row needs the number of a clause and a reason")
        elif row[0] in kinds[rows[0][0]]:
            complaints.at(DOCUMENT, place, f"{row[0]} comes twice")
        else:
            kinds[rows[0][0]][row[0]] = (row[1], place)


def _check(clauses, retired, why_not, complaints):
    for number, (_, line) in retired.items():
        if number in clauses:
            complaints.at(DOCUMENT, clauses[number].line, f"{number} is retired (line {line}): take the next number of "
                                                          "its section")
    for number, (_, line) in why_not.items():
        if number not in clauses:
            complaints.at(DOCUMENT, line, f"there is no clause {number}")
    last = {}
    for number in [*clauses, *retired]:
        section, place = by_number(number)
        last[section] = max(last.get(section, 0), place)
    for section, most in sorted(last.items()):
        for place in range(1, most + 1):
            number = f"C{section}.{place}"
            if number not in clauses and number not in retired:
                complaints.at(DOCUMENT, 1, f"{number} is gone: list it as retired, with the reason, in section {LISTS}")
