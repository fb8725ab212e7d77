# ci/synthesis: see its --help.
# SPDX-License-Identifier: Apache-2.0
import argparse
import sys
import time

import rules
import yosys
from comparison import TWIN
from configurations import VARIED, WITHOUT_TILES, all_parameters, read_configurations, variants_of
from devices import DEVICES, USABLE_SHARE, largest_share, smallest_device
from failure import Failure
from pages import modules_page, synthesis_page
from record import Record, differences, read_record
from rows import rows_of
from static_timing import FalsePath, slowest_paths
from static_timing import version as timing_version
from timing_pages import ESTIMATE
from timing_record import TABLES, TimingRecord, read_timing_record, slowest, timing_differences, timing_rows


def parse(arguments=None):
    parser = argparse.ArgumentParser(
        prog="ci/synthesis", description="Maps every named configuration for UltraScale+ with yosys, applies the "
        "rules, estimates the clock with OpenSTA, and compares area, logic depth and clock with the records.",
        epilog="Status: 0 all as recorded; 1 a rule is broken or a figure differs; 2 bad usage; 3 a tool failed or the "
        "design cannot be elaborated.")
    parser.add_argument("--configurations", required=True, help="table that CMake wrote")
    parser.add_argument("--tree", required=True, help="folder of Verilog")
    parser.add_argument("--work", required=True, help="folder for scripts, logs and netlists")
    parser.add_argument("--record", help="recorded figures")
    parser.add_argument("--timing-record", help="recorded clock estimate")
    parser.add_argument("--page", help="page of the documentation: configurations")
    parser.add_argument("--modules", help="page beside it: modules")
    parser.add_argument("--update", action="store_true", help="write records and pages instead of comparing; with "
                        "--page-only the pages alone, with --only the lines of one configuration")
    parser.add_argument("--false-path", metavar="FROM[,TO]", action="append", default=[], help="with --only: what is "
                        "slowest without the paths from registers FROM to registers TO, * for any text; compares nothing")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--only", metavar="NAME", help="this configuration alone, without its variants and the pages; or "
                     f"one variant, such as '{VARIED} KERNELS=5', of which the area alone is recorded")
    way.add_argument("--elaborate", action="store_true", help="map nothing: latches, drivers, loops, memories only")
    way.add_argument("--page-only", action="store_true", help="map nothing: the pages from the record only")
    given = parser.parse_args(arguments)
    if given.update and given.elaborate:
        parser.error("--update writes figures: not with --elaborate")
    if given.false_path and (not given.only or given.update):
        parser.error("--false-path needs --only, and no --update")
    if not all(path.partition(",")[0] for path in given.false_path):
        parser.error("--false-path needs the name of a register before the comma")
    if not given.elaborate and not (given.record and given.timing_record and (
            given.page and given.modules or given.only and not given.update)):
        parser.error("needs --record and --timing-record, and --page and --modules unless only --only is given")
    return given


class Synthesis:
    def __init__(self, given):
        self.given = given
        self.all = read_configurations(given.configurations)
        self.configurations = self.all
        self.failed = False
        self.variant = False
        if given.only:
            mapped = [configuration for configuration in self.all if not configuration.simulation_only]
            variants = [variant for configuration in mapped for variant in variants_of(configuration)]
            self.variant = given.only in [variant.name for variant in variants]
            self.configurations = [configuration for configuration in mapped + variants
                                   if configuration.name == given.only]
            if not self.configurations:
                raise Failure(f"no configuration '{given.only}' to map")
            if self.variant and given.false_path:
                raise Failure(f"--false-path: the clock of '{given.only}' is not estimated, since it is a variant")

    def run(self):
        """Returns the exit status."""
        if self.given.elaborate:
            self._elaborate_all()
        elif self.given.page_only:
            record = read_record(self.given.record)
            for row in record.rows:
                for breach in rules.deep_breaches([row]) + rules.area_breaches(row):
                    self._complain(f"{row.configuration}, in the record: {breach}")
            self._finish(record, read_timing_record(self.given.timing_record), self.given.update)
        else:
            record, timing = self._map_all()
            if self.given.update and not self.failed:
                if self.given.only:
                    record, timing = self._merged(record, timing)
                self._write(self.given.record, record.text())
                self._write(self.given.timing_record, timing.text())
                self._finish(record, timing, True)
            elif not self.given.update and not self.given.false_path:
                self._compare(record, timing)
        print("FAIL" if self.failed else "PASS", flush=True)
        return int(self.failed)

    def _elaborate_all(self):
        """All configurations together, in a fraction of the time that they take one after another, which then finds
        out which one is wrong. Those with a formula have modules of the same names: each is elaborated alone. Of twins one
        stands for all; the others are elaborated when they are mapped."""
        began = time.monotonic()
        chosen = [each for each in self.configurations if each.name in (WITHOUT_TILES, each.name.removesuffix(TWIN))]
        alone = [configuration for configuration in chosen if configuration.formula]
        others = [configuration for configuration in chosen if not configuration.formula]
        try:
            design = yosys.Design(self.given.tree, rules.TOP, {}, f"{self.given.work}/together")
            together = yosys.elaborate_together(design, others)
            if not rules.elaborated_breaches(together):
                print(f"{len(others)} configurations: elaborated in {time.monotonic() - began:.1f} s")
                others = []
        except Failure as failure:
            print(f"{failure}\nnow one after another:", flush=True)
        for configuration in others + alone:
            began = time.monotonic()
            netlist = yosys.elaborate(self._design(configuration))
            self._complain_of(configuration, rules.elaborated_breaches(netlist))
            print(f"{configuration.name}: elaborated in {time.monotonic() - began:.1f} s", flush=True)
        if others and not self.failed:
            self._complain("each configuration can be elaborated, all together cannot")

    def _map_all(self):
        record = Record(yosys.version(), [])
        timing = TimingRecord(f"{record.tool}, {timing_version()}", [])
        varied = {VARIED, WITHOUT_TILES} if not self.given.only else set()
        for configuration in self.configurations:
            if configuration.simulation_only:
                continue
            rows, clock = self._map(configuration, not self.variant)
            record.rows += rows[:1] if self.variant else rows  # of a variant only the sum matters
            timing.rows += clock
            varied.discard(configuration.name)
            for variant in variants_of(configuration) if not self.given.only else ():
                record.rows.append(self._map(variant, False)[0][0])  # only the sum matters
        for name in sorted(varied):
            self._complain(f"no configuration '{name}' to vary")
        return record, timing

    def _map(self, configuration, timed):
        """Its rows of both records; timed: the clock is estimated too."""
        began = time.monotonic()
        design = self._design(configuration)
        elaborated = yosys.elaborate(design)
        mapping = yosys.map_to_ultrascale_plus(design)
        self._complain_of(configuration, rules.elaborated_breaches(elaborated) +
                          rules.mapped_breaches(elaborated, mapping))
        rows = rows_of(configuration.name, mapping.netlist)
        self._complain_of(configuration, rules.deep_breaches(rows) + rules.area_breaches(rows[0]))
        used = rows[0].resources
        device = smallest_device(used)
        if device is None:
            share, resource = largest_share(used, DEVICES[-1])
            self._complain(f"{configuration.name}: fits no device: {resource} would be {100 * share:.0f} % of "
                           f"{DEVICES[-1].name}, at most {100 * USABLE_SHARE:.0f} % may be used")
        print(f"{configuration.name}: {used.luts} LUT, {used.flip_flops} FF, {used.dsps} DSP, "
              f"{used.half_block_rams / 2:g} block RAM, {used.ultra_rams} UltraRAM, depth {rows[0].inside}, "
              f"{device.name if device else 'no device'}; {time.monotonic() - began:.0f} s", flush=True)
        return rows, self._estimate(configuration, design, mapping.netlist) if timed else []

    def _estimate(self, configuration, design, netlist):
        """The rows of its clock estimate."""
        began = time.monotonic()
        left_out = [FalsePath(start, end) for start, _, end in (path.partition(",") for path in self.given.false_path)]
        clock = timing_rows(configuration.name, netlist, slowest_paths(netlist, design.work, left_out))
        figures = ", ".join(f"{slowest(clock, table).ns:.2f} ns with wires {table}" for table in TABLES)
        without = "".join(f" without {path}" for path in left_out)
        print(f"{configuration.name}{without}: {figures} ({ESTIMATE}); {time.monotonic() - began:.0f} s", flush=True)
        if left_out:
            for row in sorted(clock, key=lambda row: -row.paths["routed"].ns):
                path = row.paths["routed"]
                print(f"  {path.ns:6.2f} {row.paths['unplaced'].ns:6.2f}  {row.module}: {path.start} to {path.end}")
        return clock

    def _merged(self, record, timing):
        """The records with the lines of the one configuration that was mapped."""
        merged = read_record(self.given.record)
        merged.replace(self.given.only, record.rows)
        clocks = read_timing_record(self.given.timing_record)
        if not self.variant:
            clocks.replace(self.given.only, timing.rows)
        for part, now in ((merged.tool, record.tool), (clocks.tool, timing.tool)):
            if part != now:
                raise Failure(f"the records are those of {part}, this is {now}: --update without --only")
        return merged, clocks

    def _design(self, configuration):
        folder = configuration.name.replace(" ", "_").replace("=", "_")
        return yosys.Design(self.given.tree, rules.TOP, all_parameters(configuration), f"{self.given.work}/{folder}",
                            configuration.formula)

    def _compare(self, record, timing):
        recorded = read_record(self.given.record)
        clocks = read_timing_record(self.given.timing_record)
        if self.given.only:
            recorded.rows = recorded.of(self.given.only)
        for difference in differences(recorded, record):
            self._complain(difference)
        for configuration in self.configurations:
            if not configuration.simulation_only and not self.variant:
                measured = [row for row in timing.rows if row.configuration == configuration.name]
                for difference in timing_differences(clocks, configuration.name, measured, timing.tool):
                    self._complain(difference)
        if not self.given.only:
            self._finish(recorded, clocks, False)
        elif self.failed:
            print("if the change is meant: ci/synthesis --update, and commit the files it writes")

    def _finish(self, record, timing, writes):
        """Writes the pages, or compares them."""
        for path, page in ((self.given.page, synthesis_page), (self.given.modules, modules_page)):
            text = page(record, timing, self.all)
            if writes:
                self._write(path, text)
                continue
            with open(path, encoding="utf-8") as file:
                if file.read() != text:
                    self._complain(f"{path} differs from the page made from the records")
        if self.failed:
            print("if the change is meant: ci/synthesis --update, and commit the files it writes")

    @staticmethod
    def _write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"written: {path}", flush=True)

    def _complain_of(self, configuration, breaches):
        for breach in breaches:
            self._complain(f"{configuration.name}: {breach}")

    def _complain(self, text):
        self.failed = True
        print(text, flush=True)


def main():
    try:
        sys.exit(Synthesis(parse()).run())
    except Failure as failure:
        print(f"ci/synthesis: {failure}", file=sys.stderr)
    except OSError as error:
        print(f"ci/synthesis: {error.filename}: {error.strerror}", file=sys.stderr)
    sys.exit(3)


if __name__ == "__main__":
    main()
