// The Gauss-Seidel kernel of a run: the average of five, swept in place in subdomains of tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/device/values/tiles_name.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

class GaussSeidelKernel final : public Kernel {
 public:
  std::unique_ptr<Kernel> copy() const override { return std::make_unique<GaussSeidelKernel>(*this); }
  const char* name() const override { return tiles_kernel; }
  const char* about() const override { return "the average of five, in place, in tiles"; }
  std::vector<OptionGroup> option_groups() const override;
  bool has_rhs() const override { return false; }
  void check(const RunOptions& /*run*/) const override { check_tile_options(options); }
  void settle(const Report& report) override;
  void describe(ReportProblem& problem) const override;
  std::unique_ptr<Session> make_session(MPI_Comm communicator, const RunOptions& run,
                                        const ProblemFiles& files) const override;

  TileOptions options;
};

// The options of the kernel of a run, which must be this one.
TileOptions& tile_options(RunOptions& run);
const TileOptions& tile_options(const RunOptions& run);

}  // namespace stencil
