// SPDX-License-Identifier: Apache-2.0
#include "sim/run/session.hpp"

#include <fmt/format.h>

#include "host/errors.hpp"
#include "sim/run/jacobi_session.hpp"
#include "sim/run/tiled_session.hpp"

namespace stencil {

Session::Session(MPI_Comm communicator, const RunOptions& options)
    : communicator_(communicator), options_(options), source_(options) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &ranks_);
}

void Session::sweep(const BlocksDone& done) {
  const std::int64_t cycles_before = device_->cycles().total();
  run_sweeps(done);

  std::int64_t in_blocks = 0;
  for (const BlockRecord& block : blocks_) in_blocks += block.cycles.total();
  const std::int64_t counted = device_->cycles().total() - cycles_before;
  if (in_blocks != counted) {
    throw DeviceError(fmt::format("ledger: the blocks add up to {} cycles, the device counted {}", in_blocks, counted));
  }
  device_->audit();
}

void Session::describe(Report& report) const {
  report.problem = source_.description(options_);
}

std::unique_ptr<Session> make_session(MPI_Comm communicator, const RunOptions& options,
                                      const Session::DeviceMaker& make_device) {
  if (options.kernel == Kernel::gauss_seidel) {
    return std::make_unique<TiledSession>(communicator, options, make_device);
  }
  return std::make_unique<JacobiSession>(communicator, options, make_device);
}

}  // namespace stencil
