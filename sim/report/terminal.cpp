// SPDX-License-Identifier: Apache-2.0
#include "sim/report/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "models/canonical_nan.hpp"
#include "sim/report/text_table.hpp"

namespace stencil {
namespace {

constexpr std::size_t columns = 7;  // load, compute, store, stall, idle, total, model
using Counts = std::array<std::int64_t, columns>;

struct Shape {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t niter = 0;
  std::optional<std::int64_t> keep;
  std::optional<TileClass> tile_class;

  bool operator<(const Shape& other) const {
    // Largest blocks first: they are where the time goes.
    return std::tie(other.rows, other.cols, other.niter, other.keep, tile_class) <
           std::tie(rows, cols, niter, keep, other.tile_class);
  }

  std::string kind() const { return tile_class ? name_of(*tile_class) : keep ? std::to_string(*keep) : "-"; }
};

Shape shape_of(const BlockRecord& block) {
  Shape shape{block.rows, block.cols, block.niter, block.keep, {}};
  if (block.tile) shape.tile_class = block.tile->tile_class;
  return shape;
}

struct Group {
  std::int64_t blocks = 0;
  std::int64_t ideal = 0;
  Counts sum{};
  Counts first{};
  std::array<bool, columns> varies{};

  bool averaged() const { return std::find(varies.begin(), varies.end(), true) != varies.end(); }
};

Counts counts_of(const CycleCounts& c) {
  return {c.load, c.compute, c.store, c.stall, c.idle, c.total(), c.model.total()};
}

void add(Group& group, const CycleCounts& cycles) {
  const Counts counts = counts_of(cycles);
  if (group.blocks == 0) group.first = counts;
  for (std::size_t column = 0; column < columns; ++column) {
    group.varies[column] = group.varies[column] || counts[column] != group.first[column];
    group.sum[column] += counts[column];
  }
  group.ideal += cycles.ideal;
  ++group.blocks;
}

using Row = std::vector<std::string>;

void append_counts(Row& row, const Group& group, bool timed, bool per_block) {
  for (std::size_t column = 0; column < columns; ++column) {
    if (!timed) {
      row.emplace_back("-");
    } else if (!per_block) {
      row.push_back(std::to_string(group.sum[column]));
    } else if (!group.varies[column]) {
      row.push_back(std::to_string(group.first[column]));
    } else {
      const double mean = static_cast<double>(group.sum[column]) / static_cast<double>(group.blocks);
      row.push_back(mean < 100.0 ? fmt::format("~{:.1f}", mean) : fmt::format("~{:.0f}", mean));
    }
  }
  const std::int64_t total = group.sum[5];
  row.push_back(
      timed && total > 0 ? fmt::format("{:.3f}", static_cast<double>(group.ideal) / static_cast<double>(total)) : "-");
}

std::string readable_rate(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.2f} million", per_second / 1e6);
  return fmt::format("{:.0f}", per_second);
}

}  // namespace

std::string cycles_table(const Report& report) {
  const bool timed = report.machine.device.timed;
  std::map<Shape, Group> groups;
  Group all;
  for (const BlockRecord& block : report.blocks) {
    add(groups[shape_of(block)], block.cycles);
    add(all, block.cycles);
  }
  std::vector<Row> rows{{report.tiles ? "tiles" : "blocks", "rows", "cols", "niter", report.tiles ? "class" : "keep",
                         "load", "compute", "store", "stall", "idle", "total", "model", "efficiency"}};
  bool averaged = false;
  for (const auto& [shape, group] : groups) {
    Row row{std::to_string(group.blocks), std::to_string(shape.rows), std::to_string(shape.cols),
            std::to_string(shape.niter), shape.kind()};
    append_counts(row, group, timed, true);
    rows.push_back(row);
    averaged = averaged || group.averaged();
  }
  Row sum{std::to_string(all.blocks), "", "", "", "all"};
  append_counts(sum, all, timed, false);
  rows.push_back(sum);

  std::string text = timed ? "cycles per block (last line: sum over all blocks and ranks)\n"
                           : "blocks (the software accelerator has no clock)\n";
  TextTable table;
  for (const Row& row : rows) table.add(row);
  text += table.text();
  if (averaged) text += "~ mean: blocks of this shape differ\n";
  return text;
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

std::string mismatch_line(const Verdict& verdict) {
  if (!verdict.first_mismatch) return {};
  const LocatedMismatch& m = *verdict.first_mismatch;
  const auto ulp = m.at.ulp();
  return fmt::format(
      "first difference: row {}, col {} (rank {}, step {},{} block {}, sweep {}): "
      "expected 0x{:016x} ({:.17g}), got 0x{:016x} ({:.17g}), {}",
      m.at.row, m.at.col, m.rank, m.step, m.strip ? fmt::format(" strip {},", *m.strip) : "", m.block, m.sweep,
      m.at.expected_bits, from_bits(m.at.expected_bits), m.at.got_bits, from_bits(m.at.got_bits),
      ulp ? fmt::format("{} ULP apart", *ulp) : "a NaN has no ULP distance");
}

std::string evidence_line(const Report& report) {
  const Totals totals = report.totals();
  const auto ok = report.verdict.ok();
  const char* word = !ok ? "NOT CHECKED" : *ok ? "PASS" : "FAIL";
  std::string text = fmt::format("{}: {} values compared, {} differ, {} blocks", word,
                                 report.verdict.compared.value_or(0), report.verdict.mismatches, report.blocks.size());
  if (!report.machine.device.timed) return text + ", no device cycles (software accelerator)";
  text += fmt::format(", {} device cycles on the slowest of {} rank{}", totals.cycles, report.machine.ranks,
                      report.machine.ranks == 1 ? "" : "s");
  return text + fmt::format(" ({} on all), {} device cycles/s", totals.cycles_all_ranks,
                            readable_rate(report.simulation.device_cycles_per_s(totals)));
}

}  // namespace stencil
