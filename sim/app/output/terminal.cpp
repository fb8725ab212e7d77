// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/output/model_lines.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

// The causes that add up, and their total.
using Columns = std::vector<const Spread*>;

Columns columns_of(const ClassSums& sums) {
  Columns columns;
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) {
    if (field.in_total) columns.push_back(&sums.cycles[at]);
    ++at;
  }
  columns.push_back(&sums.cycles.back());
  return columns;
}

bool varies(const Spread* spread) {
  return spread->varies();
}

std::string mean_of(const Spread& spread, std::int64_t count) {
  const double mean = static_cast<double>(spread.sum) / static_cast<double>(count);
  return mean < 100.0 ? fmt::format("~{:.1f}", mean) : "~" + with_commas(std::llround(mean));
}

// "=" where every cause took the cycles that were predicted, else by how many cycles it took more or fewer.
std::string against_model(const ClassSums& sums, bool per_block) {
  const bool holds = std::all_of(sums.difference.begin(), sums.difference.end(),
                                 [](const Spread& spread) { return spread.minimum == 0 && spread.maximum == 0; });
  if (holds) return "=";
  const Spread& total = sums.difference.back();
  if (!per_block) return signed_with_commas(total.sum);
  if (!total.varies()) return signed_with_commas(total.minimum);
  return fmt::format("~{:+.0f}", static_cast<double>(total.sum) / static_cast<double>(sums.count));
}

using Row = std::vector<std::string>;

// Sums of long runs would make the table wider than a terminal: millions of such a line are shown in thousands.
std::string sum_of(const Spread& spread, const ClassSums& sums) {
  const bool is_long = sums.cycles.back().sum >= 10000000;
  return is_long && spread.sum >= 1000000 ? with_commas((spread.sum + 500) / 1000) + "k" : with_commas(spread.sum);
}

void append_counts(Row& row, const ClassSums& sums, bool per_block) {
  for (const Spread* spread : columns_of(sums)) {
    row.push_back(!per_block         ? sum_of(*spread, sums)
                  : spread->varies() ? mean_of(*spread, sums.count)
                                     : with_commas(spread->minimum));
  }
  row.push_back(against_model(sums, per_block));
  const std::int64_t total = sums.cycles.back().sum;
  row.push_back(total > 0 ? fmt::format("{:.3f}", static_cast<double>(sums.ideal().sum) / static_cast<double>(total))
                          : "-");
}

// Columns and sweeps that all blocks share stand above the table, where they take no width.
struct Shared {
  std::optional<std::int64_t> cols, niter;

  explicit Shared(const ClassTable& lines) {
    for (const auto& [shape, sums] : lines) {
      if (shape.cols != lines.begin()->first.cols) same_cols = false;
      if (shape.niter != lines.begin()->first.niter) same_niter = false;
    }
    if (lines.empty()) return;
    if (same_cols) cols = lines.begin()->first.cols;
    if (same_niter) niter = lines.begin()->first.niter;
  }

  // " of 77 columns, 5 sweeps".
  std::string text() const {
    std::string words;
    if (cols) words = counted(*cols, "column");
    if (niter) words += (words.empty() ? "" : ", ") + counted(*niter, "sweep");
    return words.empty() ? "" : " of " + words;
  }

 private:
  bool same_cols = true, same_niter = true;
};

Row titles(const BlockWords& words, const Shared& shared, bool timed) {
  Row row{words.nouns, "rows"};
  if (!shared.cols) row.emplace_back("cols");
  if (!shared.niter) row.emplace_back("sweeps");
  row.emplace_back(words.column);
  if (!timed) return row;
  for (const CauseField& field : cause_fields) {
    if (field.in_total) row.emplace_back(field.name);
  }
  for (const char* title : {"total", "model", "eff"}) row.emplace_back(title);
  return row;
}

// One line that explains the columns.
std::string legend(const BlockWords& words, bool means) {
  const bool tiles = std::string(words.column) == "class";
  return fmt::format("{}; model: = predicted, or difference; eff: ideal/total{}\n",
                     tiles ? "class: by messages" : "keep: rows kept", means ? "; ~ mean" : "");
}

std::string readable_rate(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.2f} million", per_second / 1e6);
  return with_commas(std::llround(per_second));
}

}  // namespace

std::string device_line(const Capabilities& device, int ranks) {
  return fmt::format(
      "accelerator {}, configuration {}: {}{} of {},\n"
      "  {} per buffer ({} of f, {} of r), rows of up to {},\n"
      "  {}-bit port; {}",
      device.accel, device.config,
      device.arithmetic.empty() || device.arithmetic == "rtl" ? "" : "arithmetic " + device.arithmetic + ", ",
      counted(device.pes, "processing element"), counted(device.lanes, "lane"), counted(device.memory_words, "word"),
      device.f_buffers, device.r_buffers, counted(device.max_cols, "column"), device.axi_data_bits,
      ranks == 1 ? "1 rank" : fmt::format("one in each of {} ranks", ranks));
}

std::string cycles_table(const Report& report) {
  const bool timed = report.machine.device.timed;
  ClassTable lines;  // the classes that a line of the table does not tell apart are one
  ClassSums all;
  for (const auto& [shape, sums] : report.classes) {
    lines[table_line_of(shape)].add(sums);
    all.add(sums);
  }
  const BlockWords words = words_of(report.classes.empty() ? BlockClass{} : report.classes.begin()->first);
  const Shared shared(lines);
  TextTable table;
  table.add(titles(words, shared, timed));
  bool means = false;
  for (const auto& [shape, sums] : lines) {
    Row row{with_commas(sums.count), std::to_string(shape.rows)};
    if (!shared.cols) row.push_back(std::to_string(shape.cols));
    if (!shared.niter) row.push_back(std::to_string(shape.niter));
    row.push_back(words_of(shape).cell);
    if (timed) append_counts(row, sums, true);
    table.add(row);
    const Columns columns = columns_of(sums);
    means = means || std::any_of(columns.begin(), columns.end(), varies);
  }
  Row sum{with_commas(all.count)};
  sum.resize(table.columns() - (timed ? columns_of(all).size() + 2 : 0));
  sum.back() = "all";
  if (timed) append_counts(sum, all, false);
  table.add(sum);

  if (!timed)
    return fmt::format("{}{} (the software accelerator has no clock)\n", words.nouns, shared.text()) + table.text();
  return fmt::format("cycles per {}{}; last line: sum over all {}\n", words.noun, shared.text(), words.nouns) +
         legend(words, means) + table.text() + model_lines(model_differences(report.classes));
}

std::string limits_line(const Report& report) {
  const Totals totals = report.totals();
  if (!totals.efficiency()) return {};
  std::string text = fmt::format("limits: schedule {:.3f}, roofline {:.3f}, occupancy {:.3f}", *totals.efficiency(),
                                 *totals.roofline(), *totals.occupancy());
  if (const auto dma = report.dma_efficiency()) text += fmt::format("; DMA {:.3f}", *dma);
  if (const auto points = report.useful_points_per_cycle()) {
    text += fmt::format(";\n  {:.2f} of {} points per cycle useful", *points, report.most_points_per_cycle());
  }
  return text;
}

std::string cost_line(const Report& report) {
  if (!report.machine.device.timed) return {};
  const Totals totals = report.totals();
  const std::string rate = readable_rate(report.simulation.device_cycles_per_s(totals));
  if (report.machine.ranks == 1) return fmt::format("device cycles: {}, {}/s", with_commas(totals.cycles), rate);
  return fmt::format("device cycles: {} on the slowest of {} ranks, {} on all, {}/s", with_commas(totals.cycles),
                     report.machine.ranks, with_commas(totals.cycles_all_ranks), rate);
}

std::vector<std::string> result_lines(const Report& report) {
  std::vector<std::string> lines{cycles_table(report)};
  lines.back().pop_back();
  lines.push_back(limits_line(report));
  for (const ReportSection* part : report.parts.all()) lines.push_back(part->lines());
  if (!report.machine.digests.empty()) lines.push_back(digest_lines(report.machine.digests));
  lines.push_back(cost_line(report));
  lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
  return lines;
}

std::string digest_lines(const std::vector<HandshakeDigests>& digests) {
  std::string text;
  for (std::size_t rank = 0; rank < digests.size(); ++rank) {
    text += fmt::format("{}digests of rank {}:\n  with cycles {}\n  without     {}\n  bursts      {}",
                        rank == 0 ? "" : "\n", rank, digests[rank].with_cycles, digests[rank].without_cycles,
                        digests[rank].bursts);
  }
  return text;
}

}  // namespace stencil
