// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/app/output/model_lines.hpp"
#include "sim/app/output/text_table.hpp"
#include "sim/device/checking/poison.hpp"

namespace stencil {
namespace {

// What a line shows of a class: the causes that add up, their total, and the model's.
using Columns = std::vector<const Spread*>;

Columns columns_of(const ClassSums& sums) {
  Columns columns;
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) {
    if (field.in_total) columns.push_back(&sums.cycles[at]);
    ++at;
  }
  columns.push_back(&sums.cycles.back());
  columns.push_back(&sums.model.back());
  return columns;
}

bool averaged(const ClassSums& sums) {
  const Columns columns = columns_of(sums);
  return std::any_of(columns.begin(), columns.end(), [](const Spread* spread) { return spread->varies(); });
}

using Row = std::vector<std::string>;

void append_counts(Row& row, const ClassSums& sums, bool timed, bool per_block) {
  for (const Spread* spread : columns_of(sums)) {
    if (!timed) {
      row.emplace_back("-");
    } else if (!per_block) {
      row.push_back(std::to_string(spread->sum));
    } else if (!spread->varies()) {
      row.push_back(std::to_string(spread->minimum));
    } else {
      const double mean = static_cast<double>(spread->sum) / static_cast<double>(sums.count);
      row.push_back(mean < 100.0 ? fmt::format("~{:.1f}", mean) : fmt::format("~{:.0f}", mean));
    }
  }
  const std::int64_t total = sums.cycles.back().sum;
  row.push_back(timed && total > 0
                    ? fmt::format("{:.3f}", static_cast<double>(sums.ideal().sum) / static_cast<double>(total))
                    : "-");
}

Row titles(const Report& report) {
  const BlockWords words = words_of(report.classes.empty() ? BlockClass{} : report.classes.begin()->first);
  Row row{words.nouns, "rows", "cols", "niter", words.column};
  for (const CauseField& field : cause_fields) {
    if (field.in_total) row.emplace_back(field.name);
  }
  for (const char* title : {"total", "model", "efficiency"}) row.emplace_back(title);
  return row;
}

std::string readable_rate(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.2f} million", per_second / 1e6);
  return fmt::format("{:.0f}", per_second);
}

}  // namespace

std::string cycles_table(const Report& report) {
  const bool timed = report.machine.device.timed;
  ClassTable lines;  // the classes that a line of the table does not tell apart are one
  ClassSums all;
  for (const auto& [shape, sums] : report.classes) {
    lines[table_line_of(shape)].add(sums);
    all.add(sums);
  }
  TextTable table;
  table.add(titles(report));
  bool means = false;
  for (const auto& [shape, sums] : lines) {
    Row row{std::to_string(sums.count), std::to_string(shape.rows), std::to_string(shape.cols),
            std::to_string(shape.niter), words_of(shape).cell};
    append_counts(row, sums, timed, true);
    table.add(row);
    means = means || averaged(sums);
  }
  Row sum{std::to_string(all.count), "", "", "", "all"};
  append_counts(sum, all, timed, false);
  table.add(sum);

  std::string text = timed ? "cycles per block (last line: sum over all blocks and ranks)\n"
                           : "blocks (the software accelerator has no clock)\n";
  text += table.text();
  if (means) text += "~ mean: blocks of this shape differ\n";
  return text + (timed ? model_lines(model_differences(report.classes)) : "");
}

std::string limits_line(const Report& report) {
  const Totals totals = report.totals();
  if (!totals.efficiency()) return {};
  std::string text = fmt::format("limits: schedule {:.3f}, roofline {:.3f}, occupancy {:.3f}", *totals.efficiency(),
                                 *totals.roofline(), *totals.occupancy());
  if (const auto dma = report.dma_efficiency()) text += fmt::format("; DMA {:.3f}", *dma);
  if (const auto points = report.useful_points_per_cycle()) {
    text += fmt::format("; {:.2f} of {} points a cycle useful", *points, report.most_points_per_cycle());
  }
  return text;
}

std::string digest_lines(const std::vector<HandshakeDigests>& digests) {
  std::string text;
  for (std::size_t rank = 0; rank < digests.size(); ++rank) {
    text += fmt::format("{}digest of rank {}: {} with cycles, {} without, {} of bursts", rank == 0 ? "" : "\n", rank,
                        digests[rank].with_cycles, digests[rank].without_cycles, digests[rank].bursts);
  }
  return text;
}

std::string mismatch_line(const Verdict& verdict) {
  if (!verdict.first_mismatch) return {};
  const LocatedMismatch& m = *verdict.first_mismatch;
  const auto ulp = m.at.ulp();
  const auto unloaded = poison_text(m.at.got_bits);
  return fmt::format(
      "first difference: row {}, col {} (rank {}, step {},{} block {}, sweep {}): "
      "expected 0x{:016x} ({:.17g}), got 0x{:016x} ({:.17g}){}, {}",
      m.at.row, m.at.col, m.rank, m.step, m.strip ? fmt::format(" strip {},", *m.strip) : "", m.block, m.sweep,
      m.at.expected_bits, from_bits(m.at.expected_bits), m.at.got_bits, from_bits(m.at.got_bits),
      unloaded ? ": " + *unloaded : "", ulp ? fmt::format("{} ULP apart", *ulp) : "a NaN has no ULP distance");
}

std::string evidence_line(const Report& report) {
  const Totals totals = report.totals();
  const auto ok = report.ok();
  const char* word = !ok ? "NOT CHECKED" : *ok ? "PASS" : "FAIL";
  std::string text = fmt::format("{}: {} values compared, {} differ, {} blocks", word,
                                 report.verdict.compared.value_or(0), report.verdict.mismatches, report.count());
  if (!report.machine.device.timed) return text + ", no device cycles (software accelerator)";
  text += fmt::format(", {} device cycles on the slowest of {} rank{}", totals.cycles, report.machine.ranks,
                      report.machine.ranks == 1 ? "" : "s");
  return text + fmt::format(" ({} on all), {} device cycles/s", totals.cycles_all_ranks,
                            readable_rate(report.simulation.device_cycles_per_s(totals)));
}

}  // namespace stencil
