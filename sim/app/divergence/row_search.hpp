// Looks for a row that a host has wrong, in a run that is made again for that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sim/app/divergence/host_fault.hpp"

namespace stencil {

class RowSearch {
 public:
  virtual ~RowSearch() = default;
  // During the sweeps, with the calls of each wait: the first row that they load otherwise than the golden solver has
  // it before their step. Throws as Session::read_problem().
  virtual std::optional<WrongRow> wrong_load(const Capsule& calls) = 0;
  // The same of what a buffer holds when a command begins, whichever call has loaded it: in the order of the run, with
  // the calls of each wait.
  virtual std::optional<WrongRow> wrong_buffer(const Capsule&) { return std::nullopt; }
  // After the last sweep: a row that this rank holds, or held around a stage. Throws as Session::read_problem().
  virtual std::optional<WrongRow> wrong_result() = 0;
  // Whether every row that a rank owns is right where wrong_result() has found none on any.
  virtual bool checks_all_rows() const { return true; }
};

}  // namespace stencil
