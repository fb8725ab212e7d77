# The figures of the record by folder of the RTL, as docs/faults.md has them.
# SPDX-License-Identifier: Apache-2.0
import os

from planting import write_if_new
from programs import PROVE
from record import CAUGHT, EQUIVALENT

PAGE = "docs/faults.md"
HEAD = "| folder | faults | between modules | caught by benches of modules | by a proof | by the device's bench | equivalent |"
RULE = "|---|--:|--:|--:|--:|--:|--:|"


def table(record, ladders):
    """Lines of Markdown. Of all tests that catch a fault the cheapest counts."""
    device = {test.partition(":")[0] for test in ladders["device"]}
    folders = {}
    for entry in record.values():
        folder = os.path.dirname(entry["file"])
        for row in (folders.setdefault(folder, [0] * 6), folders.setdefault("all", [0] * 6)):
            row[0] += 1
            row[1] += entry["between"]
            row[5] += entry["result"] == EQUIVALENT
            if entry["result"] == CAUGHT:
                test = entry["caught_by"][0]
                row[3 if test.startswith(PROVE) else 4 if test.partition(":")[0] in device else 2] += 1
    names = sorted(name for name in folders if name != "all") + ["all"] * ("all" in folders)
    return [HEAD, RULE] + [f"| {'all' if name == 'all' else f'`{name}`'} | {' | '.join(map(str, folders[name]))} |"
                           for name in names]


def update_page(source, record, ladders):
    path = os.path.join(source, PAGE)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        write_if_new(path, replaced(text, table(record, ladders)))


def replaced(text, lines):
    """The page with these lines in place of its table; as it is where it has none."""
    if HEAD not in text:
        return text
    before, _, rest = text.partition(HEAD)
    after = rest.partition("\n\n")[2]
    return before + "\n".join(lines) + "\n\n" + after


def outdated(source, record, ladders):
    """A complaint where the page shows other figures; None if not."""
    path = os.path.join(source, PAGE)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return None if replaced(text, table(record, ladders)) == text else \
        f"{PAGE} has other figures than the record: ci/faults --update writes them"
