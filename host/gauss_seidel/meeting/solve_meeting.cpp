// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/meeting/solve_meeting.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "host/base/errors.hpp"
#include "host/mpi/agreed_error.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/communicators/comm_attribute.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

struct FailedSolves {
  std::shared_ptr<std::int64_t> count = std::make_shared<std::int64_t>(0);
};

[[noreturn]] void refuse(MPI_Comm comm, int status, const std::string& text) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  throw AgreedError(Failure{status, text}, 0, rank == 0);
}

}  // namespace

SolveMeeting::SolveMeeting(MPI_Comm comm) : comm_(comm), failed_(attribute_of<FailedSolves>(comm).count) {}

SolveMeeting::~SolveMeeting() {
  if (has_begun_ && !is_done_) ++*failed_;
}

SolveMeeting::Largest SolveMeeting::meet(std::int64_t number, double value, std::int64_t cycle) {
  has_begun_ = true;
  // A double holds cycles and numbers exactly up to 2^53. The largest of -number is the least number.
  const auto at = static_cast<double>(number);
  const double mine[] = {std::isnan(value) ? 0.0 : value,
                         std::isnan(value) ? 1.0 : 0.0,
                         static_cast<double>(cycle),
                         static_cast<double>(*failed_),
                         at,
                         -at};
  double all[std::size(mine)] = {};
  check_mpi(MPI_Allreduce(mine, all, static_cast<int>(std::size(mine)), MPI_DOUBLE, MPI_MAX, comm_), "MPI_Allreduce");
  *failed_ = static_cast<std::int64_t>(all[3]);
  if (all[4] != -all[5]) {
    refuse(comm_, exit_device,
           fmt::format("solve_tiles: a rank has met an error and begins another solve, while one has ended round {} of "
                       "the solve before",
                       static_cast<std::int64_t>(all[4])));
  }
  if (number == 0 && *failed_ >= most_failed_solves) {
    refuse(comm_, exit_usage,
           fmt::format("solve_tiles: failed solves on the communicator = {}, must be 0 .. {}: each leaves messages in "
                       "it; a duplicate of it has none",
                       *failed_, most_failed_solves - 1));
  }
  return {all[1] > 0.0 ? std::numeric_limits<double>::quiet_NaN() : all[0], static_cast<std::int64_t>(all[2])};
}

int SolveMeeting::tag() const {
  return *failed_ == 0 ? tile_tag : tile_again_tag + static_cast<int>(*failed_) - 1;
}

}  // namespace stencil
