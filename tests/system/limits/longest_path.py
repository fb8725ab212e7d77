# The longest path of dependencies of a run over its ranks, from its report and its trace.
# SPDX-License-Identifier: Apache-2.0
#
# longest_path.py TRACE REPORT
#
# What a run cannot be faster than, as it cuts its field: docs/cluster.md, "The longest path", has the rules.
import json
import sys
from collections import namedtuple
from graphlib import TopologicalSorter

from trace_file import read_trace

WORD = 8  # bytes
R = "r"

# rows [first, end) of the field that a strip owns, and the first one that its blocks keep, of its halo too
Strip = namedtuple("Strip", "first end kept")


class Work:
    """A transfer, the sweep of a block or tile, or a message: cycles, and the works that must be done before."""

    def __init__(self, rank, kind, cycles, *after):
        self.rank, self.kind, self.cycles = rank, kind, cycles
        self.after = list(after)


class Device:
    """What a rank's device did: transfers, commands and blocks of the trace, each list in its order."""

    def __init__(self, trace, rank):
        self.rank = rank
        self.loads, self.commands, self.stores, blocks = (
            trace[f"rank {rank}: device, 1 ns = 1 cycle/{name}"]
            for name in ("load DMA", "engine", "store DMA", "blocks"))
        self.blocks = [block.arguments for block in blocks]
        shapes = [[(one["rows"], one["niter"]) for one in line]
                  for line in (self.blocks, (command.arguments for command in self.commands))]
        if shapes[0] != shapes[1]:
            raise ValueError(f"rank {rank}: the commands of the trace are not its blocks, one by one")
        self.sweeps = [Work(rank, "sweep", block["cycles.compute"]) for block in self.blocks]
        self.load_works = [Work(rank, "load", load.arguments["length_words"]) for load in self.loads]
        self.store_works = [Work(rank, "store", store.arguments["length_words"]) for store in self.stores]
        for line in (self.sweeps, self.load_works, self.store_works):
            for before, work in zip(line, line[1:]):
                work.after.append(before)

    def place_of_load(self, load):
        """The command that the load is for: the first on its buffer that begins after it."""
        return next(i for i, one in enumerate(self.commands)
                    if one.arguments["f_buffer"] == load.arguments["buffer"] and one.begin >= load.end)

    def places_of_sources(self):
        """The commands that the loads of r are for. In later steps the first blocks may find theirs in the device."""
        first = sum(block["step"] == 0 for block in self.blocks)
        missing = len(self.blocks) - sum(load.arguments["bank"] == R for load in self.loads)
        later = len({block["step"] for block in self.blocks}) - 1
        kept = missing // later if later else 0
        if kept * later != missing or not 0 <= kept <= first:
            raise ValueError(f"rank {self.rank}: {missing} blocks without a load of r, not as many in each later step")
        seen, places = {}, []
        for place, block in enumerate(self.blocks):
            order = seen[block["step"]] = seen.get(block["step"], -1) + 1
            if block["step"] == 0 or order >= kept:
                places.append(place)
        return iter(places)

    def place_of_store(self, store):
        """The command whose results it stores: the last on its buffer that ended before it."""
        return max(i for i, one in enumerate(self.commands)
                   if one.arguments["f_buffer"] == store.arguments["buffer"] and one.end <= store.begin)

    def works(self):
        return self.load_works + self.sweeps + self.store_works


def strips_of(devices, problem, staged):
    """By their numbers. The halo of a strip has as many rows as there are sweeps between exchanges, if the field has."""
    kept = {}
    for block in (block for device in devices for block in device.blocks if block["step"] == 0):
        kept[block["strip"]] = kept.get(block["strip"], 0) + block["keep"]
    strips, first = [], 0
    for number in sorted(kept):
        before = 0 if staged else min(problem["stw"], first)
        after = problem["stw"] if not staged and number + 1 < len(kept) else 0
        owned = problem["block_rows"] or kept[number] - before - after
        strips.append(Strip(first, min(first + owned, problem["rows"]), first - before))
        first = strips[-1].end
    if first != problem["rows"]:
        raise ValueError(f"the strips of the report have {first} rows, the field {problem['rows']}")
    return strips


def first_rows(device, strips):
    """For each block the field's row in row 0 of its buffer before its sweeps, and after them."""
    rows, at = [], {}
    for block in device.blocks:
        place = (block["step"], block["strip"])
        first = at.setdefault(place, strips[block["strip"]].kept)
        at[place] += block["keep"]
        rows.append((first - block["before"], first - max(block["before"], 0)))
    return rows


def rows_of(transfer, first, cols):
    begin = transfer.arguments["offset_words"] // cols
    return first + begin, first + begin + transfer.arguments["length_words"] // cols


def connect_sweeps(devices, report):
    """Streaming sweeps: a load of rows waits for the stores that made them what they are, on whichever rank."""
    cols = report["problem"]["cols"]
    strips = strips_of(devices, report["problem"], report["stages"] is not None)
    stored, loaded = {}, []  # {(step, strip): [(rows, work)]}; (step, rows, work)
    for device in devices:
        first = first_rows(device, strips)
        sources = device.places_of_sources()
        for load, work in zip(device.loads, device.load_works):
            if load.arguments["bank"] == R:
                place = next(sources)
            else:
                place = device.place_of_load(load)
                loaded.append((device.blocks[place]["step"], rows_of(load, first[place][0], cols), work))
            device.sweeps[place].after.append(work)
        for store, work in zip(device.stores, device.store_works):
            place = device.place_of_store(store)
            work.after.append(device.sweeps[place])
            block = device.blocks[place]
            key = (block["step"], block["strip"])
            stored.setdefault(key, []).append((rows_of(store, first[place][1], cols), work))
    for step, (begin, end), work in loaded:
        if step == 0:
            continue
        left = end - begin
        for number, strip in enumerate(strips):
            for (first, last), store in stored.get((step - 1, number), ()):
                shared = min(end, last, strip.end) - max(begin, first, strip.first)
                if shared > 0:
                    left -= shared
                    work.after.append(store)
        if left > 0:
            raise ValueError(f"rows {begin} .. {end - 1} are loaded in step {step}, and {left} of them were not stored")


class Tiling:
    """Subdomains p x q, one a rank, of a x b tiles each, which a rank makes row by row forward, then the other way."""

    def __init__(self, report):
        def pair(text):
            return [int(number) for number in text.split("x")]
        self.across = pair(report["problem"]["grid"])[1]
        self.rows, self.cols = pair(report["gauss_seidel"]["fused_tiles"] or report["problem"]["tiles"])

    def places(self, sender, receiver, number):
        """The tiles, as both ranks count them, that send and receive a message between them: forward it goes to a lower
        rank, from its first tiles to the last ones of that rank, backward likewise."""
        if abs(sender - receiver) == self.across:
            first, last = range(self.cols), range((self.rows - 1) * self.cols, self.rows * self.cols)
        else:
            first = range(0, self.rows * self.cols, self.cols)
            last = range(self.cols - 1, self.rows * self.cols, self.cols)
        turn, place = divmod(number, len(first))
        before = (2 * turn + (sender < receiver)) * self.rows * self.cols
        return before + first[place], before + last[place]


def connect_tiles(devices, trace, tiling):
    """Tiles: a sweep waits for the rows that came in messages before it, each of which the sender's sweep had to end."""
    works, sent = [], {}
    for device in devices:
        for load, work in zip(device.loads, device.load_works):
            device.sweeps[device.place_of_load(load)].after.append(work)
        for store, work in zip(device.stores, device.store_works):
            work.after.append(device.sweeps[device.place_of_store(store)])
        for event in trace[f"rank {device.rank}: host, wall time/phases"]:
            if event.name.startswith("to rank "):
                sent.setdefault((device.rank, event.arguments["peer"]), []).append(event.arguments["bytes"] // WORD)
    for (sender, receiver), messages in sent.items():
        for number, cycles in enumerate(messages):
            made, needed = tiling.places(sender, receiver, number)
            out = Work(sender, "store", cycles, devices[sender].sweeps[made])
            back = Work(receiver, "load", cycles, out)
            devices[receiver].sweeps[needed].after.append(back)
            works += [out, back]
    return works


def longest_path(works):
    """Its works, the first one first."""
    ends, before = {}, {}
    for work in TopologicalSorter({work: work.after for work in works}).static_order():
        latest = max(work.after, key=ends.get, default=None)
        before[work] = latest
        ends[work] = ends.get(latest, 0) + work.cycles
    path, work = [], max(ends, key=ends.get)
    while work is not None:
        path.append(work)
        work = before[work]
    return path[::-1]


def path_of_run(trace, report):
    devices = [Device(trace, rank) for rank in range(report["machine"]["ranks"])]
    works = [work for device in devices for work in device.works()]
    if report["gauss_seidel"]:
        works += connect_tiles(devices, trace, Tiling(report))
    else:
        connect_sweeps(devices, report)
    return longest_path(works)


def cycles_of(path):
    return sum(work.cycles for work in path)


def described(path):
    """The path in stretches of one rank and kind: "rank 0: load 12,800, sweep 66,240; rank 1: load 1,600"."""
    stretches = []
    for work in path:
        if stretches and stretches[-1][:2] == [work.rank, work.kind]:
            stretches[-1][2] += work.cycles
        else:
            stretches.append([work.rank, work.kind, work.cycles])
    text, rank = "", None
    for at, kind, cycles in stretches:
        text += (", " if at == rank else f"{'; ' if text else ''}rank {at}: ") + f"{kind} {cycles:,}"
        rank = at
    return text


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file)
    path = path_of_run(read_trace(sys.argv[1]), report)
    print(f"{cycles_of(path):,} cycles: {described(path)}")


if __name__ == "__main__":
    main()
