#!/usr/bin/env python3
# Draws a report: mean cycles per block of each class by cause, with the roofline. plot.py REPORT.json [OUT.svg]
# SPDX-License-Identifier: Apache-2.0
import html
import json
import sys

CAUSES = {"load": "#4e79a7", "compute": "#59a14f", "store": "#f28e2b", "stall": "#e15759", "idle": "#bab0ac"}
WIDTH, LEFT, BAR, ROW, TOP = 860, 30, 640, 58, 96


def text(x, y, words, size=13, anchor="start", fill="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">'
            f'{html.escape(words)}</text>')


def rectangle(x, y, width, height, fill, title):
    return (f'<rect x="{x:.2f}" y="{y}" width="{width:.2f}" height="{height}" fill="{fill}">'
            f'<title>{html.escape(title)}</title></rect>')


def draw(report):
    classes = [one for one in report["classes"] if one["cycles"]["total"]["sum"] > 0]
    if not classes:
        sys.exit("no cycles in this report: the software accelerator has no time")
    mean = lambda one, field: field["sum"] / one["count"]
    widest = max(mean(one, one["cycles"]["total"]) for one in classes)
    height = TOP + ROW * len(classes) + 12
    verdict = {True: "PASS", False: "FAIL", None: "not checked"}[report["ok"]]
    machine = report["machine"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
           'font-family="sans-serif">', f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           text(LEFT, 30, f'Cycles per block: {machine["accel"]}, {machine["config"]}', 18),
           text(LEFT, 52, f'{verdict}; {report["totals"]["cycles"]:,} device cycles on the slowest of '
                          f'{machine["ranks"]} rank{"s" if machine["ranks"] != 1 else ""}', fill="#555")]
    x = LEFT
    for cause, colour in CAUSES.items():
        out += [rectangle(x, 64, 12, 12, colour, cause), text(x + 17, 75, cause)]
        x += 90
    out += [f'<path d="M{x + 6} 62v16" stroke="#222" stroke-width="2"/>', text(x + 17, 75, "roofline")]
    for index, one in enumerate(classes):
        y = TOP + ROW * index
        out.append(text(LEFT, y + 12, f'{one["count"]:,} x {one["label"]}'))
        x = LEFT
        for cause, colour in CAUSES.items():
            cycles = mean(one, one["cycles"][cause])
            out.append(rectangle(x, y + 19, cycles / widest * BAR, 20, colour, f"{cause}: {cycles:,.1f} cycles per block"))
            x += cycles / widest * BAR
        out.append(text(x + 10, y + 34, f'{mean(one, one["cycles"]["total"]):,.0f}'))
        roof = LEFT + mean(one, one["roofline_cycles"]) / widest * BAR
        out.append(f'<path d="M{roof:.2f} {y + 15}v28" stroke="#222" stroke-width="2"/>')
    return "\n".join(out + ["</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: plot.py REPORT.json [OUT.svg]")
    with open(sys.argv[1], encoding="utf-8") as file:
        picture = draw(json.load(file))
    with open(sys.argv[2], "w", encoding="utf-8") if len(sys.argv) == 3 else sys.stdout as file:
        file.write(picture)
