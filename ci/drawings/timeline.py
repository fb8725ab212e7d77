# A timeline of `run --timeline` as a picture: timeline.py T.txt FROM TO > T.svg
# SPDX-License-Identifier: Apache-2.0
#
# T.txt: the trace as protoc writes it (sim/app/timeline/trace.proto). FROM, TO: device cycles shown. Draws the tracks
# of each device; what the host does is on another clock.
import re
import sys

from svg import Drawing

TRACKS = ("blocks", "engine", "load DMA", "store DMA", "load held", "cycles by cause", "f buffers in use")
COLORS = {"compute": "#4c9f70", "stall": "#d1495b", "load": "#3f88c5", "store": "#8d6cab", "idle": "#c5ccd3",
          "fill": "#98cfae", "f": "#3f88c5", "r": "#7fb2dd", "sweep": "#4c9f70", "f held": "#d1495b", "r held": "#d1495b"}
BLOCKS = ("#f2c14e", "#f7dc94")
LEFT, WIDTH, ROW = 150, 1000, 22


def field(packet, name):
    found = re.search(rf'^\s*{name}: (?:"(.*)"|(\S+))$', packet, re.MULTILINE)
    return (found[1] if found[1] is not None else found[2]) if found else None


def tracks_of(text):
    """{(process, track): [(begin, end, name or count)]} of the devices."""
    names, processes, open_slices, found = {}, {}, {}, {}
    for packet in re.split(r"^packet \{\n", text, flags=re.MULTILINE)[1:]:
        if "track_descriptor" in packet:
            uuid, parent = field(packet, "uuid"), field(packet, "parent_uuid")
            if parent is None:
                processes[uuid] = field(packet, "name")
            else:
                names[uuid] = (processes[parent], field(packet, "name"))
        elif "track_event" in packet:
            track, at = names[field(packet, "track_uuid")], int(field(packet, "timestamp"))
            kind = field(packet, "type")
            if kind == "TYPE_SLICE_BEGIN":
                open_slices.setdefault(track, []).append((at, field(packet, "    name")))
            elif kind == "TYPE_SLICE_END":
                begin, name = open_slices[track].pop()
                found.setdefault(track, []).append((begin, at, name))
            elif kind == "TYPE_COUNTER":
                count = float(field(packet, "counter_value") or field(packet, "double_counter_value"))
                found.setdefault(track, []).append((at, None, count))
    return {track: slices for track, slices in found.items() if "device" in track[0]}


def draw_slices(d, slices, y, place, blocks):
    for number, (begin, end, name) in enumerate(sorted(slices)):
        x, right = place(begin), place(end)
        if right - x <= 0:
            continue
        color = BLOCKS[number % 2] if blocks else COLORS.get(name, "#c5ccd3")
        d.rect(x, y + 2, max(right - x, 0.6), ROW - 4, color, "#ffffff" if right - x > 3 else "none",
               f"{name}: cycles {begin:,} to {end:,}")
        if right - x > 7.5 * len(name):
            d.text((x + right) / 2, y + 15, name, size=11, color="#1f2933" if blocks or name == "idle" else "#ffffff")


def draw_counts(d, counts, y, place, until):
    for (begin, _, count), (end, _, _) in zip(counts, counts[1:] + [(until, None, 0)]):
        height = (ROW - 4) * count / max(1, max(one for _, _, one in counts))
        if place(end) > place(begin):
            d.rect(place(begin), y + ROW - 2 - height, place(end) - place(begin), height, "#9fb3c8", hint=f"{count:g}")


def timeline(text, first, last):
    tracks = tracks_of(text)
    processes = sorted({process for process, _ in tracks})
    height = 40 + len(processes) * (len(TRACKS) * ROW + 34)
    d = Drawing(WIDTH, height, "what every rank and its device did, by device cycle")

    def place(cycle):
        return LEFT + (min(max(cycle, first), last) - first) * (WIDTH - LEFT - 12) / (last - first)

    step = next(step for step in (100, 200, 500, 1000, 2000, 5000, 10000, 20000) if (last - first) / step <= 10)
    for cycle in range(first, last + 1, step):
        d.rect(place(cycle), 28, 1, height - 36, "#e4e7eb")
        d.text(place(cycle), 20, f"{cycle:,}", size=11, anchor="end" if cycle == last else "middle")
    d.text(12, 20, "device cycle", size=11, anchor="start")
    y = 32
    for process in processes:
        d.text(12, y + 16, process.split(",")[0], anchor="start", bold=True)
        y += 24
        for name in TRACKS:
            d.text(LEFT - 10, y + 15, name, size=11, anchor="end")
            d.rect(LEFT, y + ROW - 1, WIDTH - LEFT - 12, 1, "#e4e7eb")
            slices = tracks.get((process, name), [])
            if name == "f buffers in use":
                draw_counts(d, slices, y, place, last)
            else:
                draw_slices(d, slices, y, place, name == "blocks")
            y += ROW
        y += 10
    return d


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(timeline(file.read(), int(sys.argv[2]), int(sys.argv[3])).svg())
