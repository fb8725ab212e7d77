// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/cycles_rows.hpp"

namespace stencil {
namespace {

std::optional<double> ratio(std::int64_t a, std::int64_t b) {
  if (b == 0) return std::nullopt;
  return static_cast<double>(a) / static_cast<double>(b);
}

CyclesRow row_of(const Shape& shape, const BlockRecord& block) {
  CyclesRow row;
  row.shape = shape;
  row.block = block.block;
  row.block_rows = block.rows;
  static_cast<BlockCounts&>(row) = block;
  row.useful_points = block.keep.value_or(0) * block.cols * block.niter;
  return row;
}

void add(CyclesRow& all, const CyclesRow& row) {
  all.block_rows += row.block_rows;
  static_cast<BlockCounts&>(all) += row;
  all.useful_points += row.useful_points;
}

}  // namespace

std::optional<std::int64_t> CyclesRow::order_stalls() const {
  return block ? std::nullopt : std::optional<std::int64_t>(cycles.stall - limits.pass_stall_cycles);
}

std::optional<double> CyclesRow::efficiency() const {
  return ratio(cycles.ideal, cycles.total());
}
std::optional<double> CyclesRow::roofline_share() const {
  return ratio(limits.roofline_cycles, cycles.total());
}
std::optional<double> CyclesRow::occupancy() const {
  return ratio(limits.stream_cycles, cycles.total());
}
std::optional<double> CyclesRow::points_per_cycle() const {
  return ratio(useful_points, cycles.total());
}
std::optional<double> CyclesRow::flops_per_cycle() const {
  const auto points = points_per_cycle();
  return points ? std::optional<double>(static_cast<double>(shape.kernel->flops()) * *points) : std::nullopt;
}

std::vector<CyclesRow> rows_of(const Measurement& measurement) {
  CyclesRow all;
  all.shape = measurement.shape;
  all.refused = measurement.refused;
  if (!all.refused.empty()) return {all};
  std::vector<CyclesRow> rows;
  all.of_blocks = measurement.report.count();
  for (const BlockRecord& block : measurement.report.blocks) {
    rows.push_back(row_of(measurement.shape, block));
    rows.back().of_blocks = all.of_blocks;
    add(all, rows.back());
  }
  rows.push_back(all);
  return rows;
}

}  // namespace stencil
