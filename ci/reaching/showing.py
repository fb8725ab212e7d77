# What the tests reach as text, LCOV and JSON.
# SPDX-License-Identifier: Apache-2.0
from judging import EXCLUDED, MISSED, REACHED
from points import BRANCH

SCHEMA = "stencil-cosim/coverage/1"


def share(counts):
    """Reached of what can be reached, in percent; 100 only if all of it is."""
    reachable = counts[REACHED] + counts[MISSED]
    if not counts[MISSED]:
        return "100 %"
    return f"{min(99.99, 100 * counts[REACHED] / reachable):.2f} %"


def summary(verdict):
    counts = verdict.counts()
    files = {point.file for point in verdict.points}
    lines = sum(len(verdict.lines(file)) for file in files)
    return (f"{len(verdict.points)} lines and branches ({lines} lines of {len(files)} modules): {counts[REACHED]} reached, "
            f"{counts[EXCLUDED]} unreachable with a reason, {counts[MISSED]} missed; {share(counts)} of what can be reached" +
            (f"; {len(verdict.bins)} bins: {sum(one.by is not None for one in verdict.bins)} reached by directed cases, "
             f"{sum(one.why_never is not None for one in verdict.bins)} that cannot be" if verdict.bins else ""))


def name_of(point):
    lines = "" if len(point.lines) < 2 else f" ({point.lines[0]}..{point.lines[-1]})"
    return f"{point.file}:{point.line}: {point.remark}{lines}"


def text(verdict, chosen):
    """A line for each module, and what is missed; of the modules `chosen` all points."""
    out = [f"{'module':<34}{'points':>8}{'reached':>9}{'unreachable':>13}{'missed':>8}"]
    for file in sorted({point.file for point in verdict.points}):
        counts = verdict.counts(file)
        out.append(f"{file:<34}{sum(counts.values()):>8}{counts[REACHED]:>9}{counts[EXCLUDED]:>13}{counts[MISSED]:>8}")
    without = sorted(path for path in verdict.texts if not any(point.file == path for point in verdict.points))
    out.append(f"without blocks: {', '.join(path.rpartition('/')[2] for path in without)}")
    for point in sorted(verdict.points):
        status, reach = verdict.status(point), verdict.points[point]
        if status == MISSED or point.file.rpartition("/")[2].removesuffix(".v") in chosen:
            out.append(f"{name_of(point)}: " + {
                MISSED: f"no test reaches it: {verdict.texts[point.file][point.line - 1].strip()}",
                EXCLUDED: verdict.excluded[point].reason if point in verdict.excluded else "",
                REACHED: f"{reach.first} ({reach.cpu_s:.2f} s), {reach.cases} cases"}[status])
    for group in dict.fromkeys(one.group for one in verdict.bins):
        own = [one for one in verdict.bins if one.group == group]
        out.append(f"{group.what}: {sum(one.by is not None for one in own)} of {len(own)} bins")
        if group.module in chosen:
            out += [f"  {one.name}: {one.by or one.why_never or 'missed'}" + (f", {one.cases} cases" if one.cases else "") for one in own]
    out += verdict.complaints
    return "\n".join([*out, summary(verdict)]) + "\n"


def lcov(verdict, source):
    """For genhtml and editors. Counts are numbers of cases; what cannot be reached is left out."""
    out = []
    for file in sorted({point.file for point in verdict.points}):
        out += ["TN:", f"SF:{source}/{file}"]
        branches = [point for point in sorted(verdict.points) if point.file == file and point.kind == BRANCH and
                    verdict.status(point) != EXCLUDED]
        for point in branches:
            cases = verdict.points[point].cases
            out.append(f"BRDA:{point.line},{point.column},{point.remark},{cases or '-'}")
        out += [f"BRF:{len(branches)}", f"BRH:{sum(verdict.points[point].cases > 0 for point in branches)}"]
        hit = {}
        for line, points in verdict.lines(file).items():
            counts = [verdict.points[point].cases for point in points if verdict.status(point) != EXCLUDED]
            if counts:
                hit[line] = min(counts)
        out += [f"DA:{line},{cases}" for line, cases in sorted(hit.items())]
        out += [f"LF:{len(hit)}", f"LH:{sum(cases > 0 for cases in hit.values())}", "end_of_record"]
    return "\n".join(out) + "\n"


def data(verdict, rtl, tests, cpu_s):
    return {"schema": SCHEMA, "rtl_sha256": rtl, "tests": tests, "cpu_s": round(cpu_s, 1), "passed": verdict.passed(),
            "summary": verdict.counts(), "complaints": verdict.complaints,
            "bins": [{"module": one.group.module, "what": one.group.what, "bin": one.name, "cases": one.cases,
                      "directed": one.by, "reason": one.why_never} for one in verdict.bins],
            "points": [{"file": point.file, "line": point.line, "column": point.column, "kind": point.kind,
                        "point": point.remark, "lines": list(point.lines), "status": verdict.status(point),
                        "cases": verdict.points[point].cases, "first": verdict.points[point].first,
                        "cpu_s": round(verdict.points[point].cpu_s, 3),
                        "reason": verdict.excluded[point].reason if point in verdict.excluded else None}
                       for point in sorted(verdict.points)]}
