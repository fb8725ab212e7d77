// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/measure.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/count_fields.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"

namespace stencil {
namespace {

constexpr std::uint64_t seed = 1;

class Recorder final : public BlockObserver {
 public:
  Recorder(const Capabilities& device, BlockLedger& ledger) : device_(device), ledger_(ledger) {}
  void after_block(const BlockRun& run) override {
    BlockRecord record = block_record(device_, run);
    record.step = 0;
    ledger_.add(record);
  }

 private:
  const Capabilities& device_;
  BlockLedger& ledger_;
};

std::vector<double> seeded(ProblemArray array, std::int64_t rows, std::int64_t cols) {
  std::vector<double> values(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(seed, array, 0, rows, cols, values.data());
  return values;
}

}  // namespace

Measurement measure(const Shape& shape, AcceleratorOptions options, const DeviceMaker& make_device) {
  options.config = shape.config;
  Measurement result;
  result.shape = shape;
  const auto device = make_device(options);
  const Capabilities& capabilities = device->capabilities();
  const std::int64_t rows = shape.rows;
  const BlockScheme& scheme = shape.scheme;
  const SweepWeights weights = shape.kernel->weights(rows, shape.cols);
  try {
    require_operator(capabilities, weights);
    check_blocking(capabilities, rows, shape.cols, scheme.portion, scheme.interval, scheme.how);
  } catch (const ArgumentError& refusal) {
    result.refused = refusal.what();
    return result;
  }

  std::vector<double> f = seeded(ProblemArray::f, rows, shape.cols);
  const std::vector<double> r = seeded(ProblemArray::r, rows, shape.cols);
  std::vector<double> golden = f;

  result.report.most_listed = INT64_MAX;
  Recorder recorder(capabilities, result.report);
  itstep(*device, {rows, shape.cols, f.data(), r.data()}, weights, scheme, &recorder);
  device->audit();
  result.report.dma = device->dma_busy();

  golden_sweeps(rows, shape.cols, golden.data(), r.data(), weights, scheme.interval);
  const Comparison comparison = compare_rows(golden.data(), f.data(), 0, rows, shape.cols);
  result.report.machine = ReportMachine{1, capabilities, options.link, rtl_sources(capabilities)};
  result.report.verdict.compared = comparison.compared;
  result.report.verdict.mismatches = comparison.mismatches;
  if (comparison.first) result.report.verdict.first_mismatch = LocatedMismatch{0, 0, 0, 0, *comparison.first};
  return result;
}

std::string first_model_difference(const Measurement& measurement) {
  if (!measurement.report.machine.device.timed) return {};
  for (const BlockRecord& block : measurement.report.blocks) {
    for (const CauseField& field : cause_fields) {
      const std::int64_t seen = block.cycles.*field.member;
      const std::int64_t predicted = block.cycles.model.*field.member;
      if (seen != predicted)
        return fmt::format("block {}: {} {}, predicted {}", block.block, field.name, seen, predicted);
    }
  }
  return {};
}

}  // namespace stencil
