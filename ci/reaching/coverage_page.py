# What the tests reach as one HTML page that loads nothing: each module with its text, and beside each line the cheapest
# test that reaches it.
# SPDX-License-Identifier: Apache-2.0
from html import escape

from judging import EXCLUDED, MISSED, REACHED
from showing import share, summary

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>
body { font: 14px/1.45 system-ui, sans-serif; max-width: 90em; margin: 2em auto; padding: 0 1em; color: #1a1a1a; }
h1 { font-size: 1.6em; margin-bottom: .2em; } h2 { font-size: 1.2em; margin: 2em 0 .4em; }
table { border-collapse: collapse; } td, th { padding: .1em .9em .1em 0; text-align: left; vertical-align: top; }
th { border-bottom: 2px solid #888; } td.number { text-align: right; color: #555; }
pre, code { font: 12px/1.4 ui-monospace, monospace; margin: 0; white-space: pre-wrap; }
.good { color: #146c2e; } .bad { color: #b00020; font-weight: 600; } .quiet { color: #555; }
tr.missed { background: #fbdfe3; } tr.unreachable { background: #eee; } details summary { cursor: pointer; margin: .3em 0; }
@media print { body { margin: 0; max-width: none; font-size: 10px; } code { font-size: 8px; } tr { break-inside: avoid; } }
</style></head><body>
"""


def page(verdict):
    good = verdict.passed()
    out = [HEAD, "<h1>What the tests reach in the RTL</h1>\n", f"<p class=\"{'good' if good else 'bad'}\">"
           f"{escape(summary(verdict))}.</p>\n"]
    if verdict.complaints:
        out.append("<ul>\n" + "".join(f"<li class=\"bad\">{escape(one)}</li>\n" for one in verdict.complaints) + "</ul>\n")
    for file in sorted({point.file for point in verdict.points}):
        out.append(_module(verdict, file))
    for group in dict.fromkeys(one.group for one in verdict.bins):
        out.append(_bins(group, [one for one in verdict.bins if one.group == group]))
    return "".join(out) + "</body></html>\n"


def _bins(group, bins):
    missed = [one for one in bins if not one.by and not one.why_never]
    out = [f"<details{' open' if missed else ''}><summary>{escape(group.what)} <span class=\"{'bad' if missed else 'good'}\">"
           f"{len(bins) - len(missed)} of {len(bins)} bins</span></summary>\n<table>\n"]
    for one in bins:
        kind = "" if one.by else EXCLUDED if one.why_never else MISSED
        out.append(f"<tr class=\"{kind}\"><td>{escape(one.name)}<td class=\"number\">{one.cases}<td class=\"quiet\">"
                   f"{escape(one.by or one.why_never or 'no directed case reaches it')}</tr>\n")
    return "".join(out) + "</table></details>\n"


def _module(verdict, file):
    counts = verdict.counts(file)
    bad = counts[MISSED] > 0
    out = [f"<details{' open' if bad else ''}><summary><code>{escape(file)}</code> <span class=\"{'bad' if bad else 'good'}\">"
           f"{share(counts)}</span> <span class=\"quiet\">{sum(counts.values())} points, {counts[EXCLUDED]} unreachable, "
           f"{counts[MISSED]} missed</span></summary>\n<table>\n"]
    lines = verdict.lines(file)
    for number, line in enumerate(verdict.texts[file], 1):
        points = lines.get(number, ())
        worst = next((status for status in (MISSED, EXCLUDED, REACHED) if any(verdict.status(point) == status for point in points)),
                     "")
        said = "; ".join(dict.fromkeys(_said(verdict, point) for point in points))
        out.append(f"<tr class=\"{worst}\"><td class=\"number\">{number}<td><code>{escape(line)}</code><td class=\"quiet\">"
                   f"{escape(said)}</tr>\n")
    return "".join(out) + "</table></details>\n"


def _said(verdict, point):
    status, reach = verdict.status(point), verdict.points[point]
    if status == REACHED:
        return f"{point.remark}: {reach.first}" + (f" and {reach.cases - 1} more" if reach.cases > 1 else "")
    return f"{point.remark}: {verdict.excluded[point].reason if status == EXCLUDED else 'no test reaches it'}"
