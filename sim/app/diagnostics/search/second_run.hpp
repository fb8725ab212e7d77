// The run once more, to find what went wrong in it: the same options and files, in a session of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "sim/app/divergence/row_search.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

class SecondRun {
 public:
  using StepBegins = std::function<void(std::int64_t step)>;

  // All must outlive this.
  SecondRun(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const ProblemFiles& files)
      : communicator_(communicator), options_(options), hooks_(hooks), files_(files) {}

  // Collective: all sweeps in a new session, on a device of `maker`, one call after another, or as the run made them.
  // for_rows: the session looks for wrong rows. Throws as Session.
  enum class Order { one_by_one, as_the_run };
  void sweep(bool for_rows, const DeviceMaker& maker, const StepBegins& step_begins, Order order = Order::one_by_one);
  // Ends the session: the devices that replay calls come after it.
  void end() { session_.reset(); }
  // That of the sweeps that were made last, or are being made.
  Session& session() { return *session_; }
  // The search for wrong rows that watches session().
  RowSearch& rows() { return *rows_; }
  // Collective, where no rank has found a wrong row: on rank 0 one that is wrong once it is collected, or one that
  // the golden solution of all ranks has otherwise than that of one. Throws AgreedError.
  std::optional<WrongRow> wrong_collected() const;
  // Collective, the same on all ranks: the first row of the result that the golden solution has otherwise. Throws
  // AgreedError.
  std::optional<WrongRow> wrong_result() const;

 private:
  std::optional<WrongRow> wrong_solution_of_all(const Comparison& found) const;

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  const ProblemFiles& files_;
  std::unique_ptr<Session> session_;
  RowSearch* rows_ = nullptr;  // null unless it looks for rows
};

}  // namespace stencil
