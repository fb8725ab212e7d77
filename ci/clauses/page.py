# The sign-off as one HTML page that loads nothing, for the screen and for paper.
# SPDX-License-Identifier: Apache-2.0
from html import escape

from sheet import EXCEPTED, HELD
from showing import about, is_signed_off, summary, uncaught

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign-off</title><style>
body { font: 14px/1.45 system-ui, sans-serif; max-width: 76em; margin: 2em auto; padding: 0 1em; color: #1a1a1a; }
h1 { font-size: 1.6em; margin-bottom: .2em; } h2 { font-size: 1.2em; margin: 2em 0 .4em; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: .35em .7em .35em 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
th { border-bottom: 2px solid #888; } td.number, td.status { white-space: nowrap; }
td.words { width: 38%; } ul { margin: 0; padding-left: 1.1em; } li { margin-bottom: .15em; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: #146c2e; } .bad { color: #b00020; font-weight: 600; } .quiet { color: #555; }
details summary { cursor: pointer; }
@media print { body { margin: 0; max-width: none; font-size: 10px; } code { font-size: 8.5px; } tr { break-inside: avoid; }
  h2 { break-after: avoid; } thead { display: table-header-group; } }
</style></head><body>
"""


def page(sheet):
    signed = is_signed_off(sheet)
    out = [HEAD, "<h1>Sign-off of the device contract</h1>\n",
           f"<p class=\"{'good' if signed else 'bad'}\">{'Every clause is held, or says why nothing can hold it' if signed else 'Not signed off'}.</p>\n",
           f"<p>{escape(summary(sheet))}.</p>\n",
           f"<p class=\"quiet\">RTL <code>{sheet.rtl[:16]}</code>, contract <code>{sheet.contract[:16]}</code> (SHA-256, first "
           f"16 digits){'' if sheet.has_record else '; no record of ci/faults'}</p>\n",
           f"<p class=\"quiet\">Coverage: {escape(sheet.coverage)}.</p>\n"]
    if sheet.complaints:
        out.append("<h2>Complaints</h2>\n<ul>\n" + "".join(f"<li class=\"bad\">{escape(one)}</li>\n" for one in sheet.complaints) +
                   "</ul>\n")
    section = None
    for row in sheet.rows:
        if row.clause.section != section:
            out.append("</tbody></table>\n" * (section is not None))
            section = row.clause.section
            out.append(f"<h2>{escape(section)}</h2>\n<table><thead><tr><th>clause<th>words<th>status<th>held by</tr></thead><tbody>\n")
        out.append(_row(row))
    out.append("</tbody></table>\n" * (section is not None))
    if sheet.retired:
        out.append("<h2>Retired</h2>\n<ul>\n" + "".join(f"<li>{number}: {escape(why)}</li>\n" for number, why in sheet.retired.items()) +
                   "</ul>\n")
    if uncaught(sheet):
        out.append(f"<h2>No fault caught</h2>\n<p>{escape(uncaught(sheet)).capitalize()}</p>\n")
    return "".join(out) + "</body></html>\n"


def _row(row):
    good = {HELD: "good", EXCEPTED: "quiet"}.get(row.status, "bad")
    why = f"<br><span class=\"quiet\">{escape(row.clause.why_not)}</span>" if row.clause.why_not else ""
    return (f"<tr id=\"{row.clause.number}\"><td class=\"number\">{row.clause.number}<td class=\"words\">{escape(row.clause.words)}{why}"
            f"<td class=\"status {good}\">{row.status}<td>{_holders(row)}</tr>\n")


def _holders(row):
    if not row.entries:
        return ""
    items = []
    for entry in row.entries:
        good = "good" if entry.standing.result == "passed" else "bad"
        items.append(f"<li>{'proof ' if entry.holder.kind == 'proof' else ''}<code>{escape(entry.holder.name)}</code> "
                     f"<span class=\"{good}\">{entry.standing.result}</span>"
                     f"<span class=\"quiet\"> {escape(about(entry))}</span>{_faults(entry)}</li>\n")
    return f"<ul>\n{''.join(items)}</ul>"


def _faults(entry):
    if not entry.faults:
        return ""
    texts = [f"<code>{escape(fault.name)}</code> {escape(fault.sentence)}" +
             (f" <span class=\"bad\">{escape(fault.stale)}</span>" if fault.stale else "") for fault in entry.faults]
    return f"<br><span class=\"quiet\">{'faults' if len(texts) > 1 else 'fault'}: {'; '.join(texts)}</span>"
