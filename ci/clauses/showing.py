# The sign-off as text for a terminal, and as JSON.
# SPDX-License-Identifier: Apache-2.0
import textwrap

from sheet import BAD, SCHEMA

WIDTH = 120


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def summary(sheet):
    counts = sheet.counts()
    parts = [counted(len(sheet.rows), "clause")] + [f"{number} {status}" for status, number in counts.items() if number]
    tests = {entry.holder.name for row in sheet.rows for entry in row.entries if entry.holder.kind != "proof"}
    proofs = {entry.holder.name for row in sheet.rows for entry in row.entries if entry.holder.kind == "proof"}
    caught = {name for row in sheet.rows for name in row.caught}
    return (f"{parts[0]}: {', '.join(parts[1:])}; {counted(len(tests), 'test')}, {counted(len(proofs), 'proof')} of a "
            f"property, {counted(len(caught), 'fault')} caught")


def uncaught(sheet):
    rows = sheet.uncaught()
    return f"held by nothing that has caught a fault: {', '.join(row.clause.number for row in rows)}" if rows else ""


def text(sheet, chosen):
    """chosen: numbers of clauses to show in full; none: a line for each of all."""
    lines = []
    section = None
    for row in sheet.rows:
        clause = row.clause
        if chosen and clause.number not in chosen:
            continue
        if clause.section != section:
            section = clause.section
            lines += [""] * bool(lines) + [section, f"{'clause':<8}{'status':<20}{'tests':>6}{'proofs':>7}{'faults':>7}  words"]
        line = (f"{clause.number:<8}{row.status:<20}{row.count(False):>6}{row.count(True):>7}{len(row.caught):>7}  ")
        lines.append(line + textwrap.shorten(clause.words, WIDTH - len(line), placeholder="..."))
        if clause.why_not:
            lines.append(f"{'':8}{clause.why_not}")
        if chosen:
            lines += _in_full(row)
    for number, why in sheet.retired.items():
        lines.append(f"{number:<8}retired: {why}")
    if not chosen and uncaught(sheet):
        lines += ["", *textwrap.wrap(uncaught(sheet), WIDTH, subsequent_indent="  ")]
    coverage = [] if chosen else textwrap.wrap(f"coverage: {sheet.coverage}", WIDTH, subsequent_indent="  ")
    return "\n".join([*lines, "", *coverage, summary(sheet)]) + "\n"


def about(entry):
    """What is known of the last result, in a few words."""
    standing = entry.standing
    parts = [counted(standing.cases, "case")] if entry.holder.kind == "test" and standing.cases else []
    parts += [standing.detail] if standing.detail else []
    parts += [standing.when] if standing.when else []
    seeds = standing.seeds or entry.holder.seeds
    parts += [f"seed {', '.join(seeds)}"] if seeds else []
    return ", ".join(parts)


def _in_full(row):
    lines = textwrap.wrap(row.clause.words, WIDTH - 8, initial_indent=" " * 8, subsequent_indent=" " * 8)
    for entry in row.entries:
        kind = "proof" if entry.holder.kind == "proof" else "test"
        lines.append(f"        {kind} {entry.holder.name}: {entry.standing.result}" +
                     (f" ({about(entry)})" if about(entry) else ""))
        lines.append(f"          {entry.holder.file}:{entry.holder.line}")
        for fault in entry.faults:
            said = (f"          {fault.stale or 'caught'}: {fault.name}" + (f", {fault.sentence}" if fault.sentence else "") +
                    f" ({fault.place})")
            lines += textwrap.wrap(said, WIDTH, subsequent_indent=" " * 12)
    return lines


def data(sheet):
    return {
        "schema": SCHEMA, "contract_sha256": sheet.contract, "rtl_sha256": sheet.rtl, "summary": sheet.counts(),
        "signed_off": is_signed_off(sheet), "fault_record": sheet.has_record, "coverage": sheet.coverage, "complaints": list(sheet.complaints),
        "retired": sheet.retired,
        "clauses": [{
            "clause": row.clause.number, "section": row.clause.section, "line": row.clause.line,
            "words": row.clause.words, "status": row.status, "reason": row.clause.why_not or None,
            "faults_caught": row.caught,
            "held_by": [{
                "kind": entry.holder.kind, "name": entry.holder.name, "file": entry.holder.file,
                "line": entry.holder.line, "digest": entry.holder.digest, "result": entry.standing.result,
                "detail": entry.standing.detail or None, "cases": entry.standing.cases,
                "when": entry.standing.when or None, "key": entry.standing.key or None,
                "seeds": [int(seed) for seed in entry.standing.seeds or entry.holder.seeds],
                "faults": [{"name": fault.name, "sentence": fault.sentence or None, "place": fault.place,
                            "stale": fault.stale or None} for fault in entry.faults]} for entry in row.entries]}
            for row in sheet.rows]}


def is_signed_off(sheet):
    counts = sheet.counts()
    return not sheet.complaints and not any(counts[status] for status in BAD)
