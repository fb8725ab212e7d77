// What the results of a run are compared with, and which block or tile computed them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/app/report/report.hpp"
#include "sim/app/run/golden_solution.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

class RowSearch;

class RunReference {
 public:
  // The whole domain solved by the golden models from the problem as read. Throws ArgumentError, std::bad_alloc.
  virtual GoldenSolution golden() const = 0;
  // The block or tile that last wrote a differing value of the result.
  virtual LocatedMismatch locate(const Mismatch& mismatch) const = 0;
  // Where the block of a command lies, that of this rank's step, counted strip by strip. No value: not known.
  virtual std::optional<CapsulePlace> place_of(std::int64_t step, std::int64_t block) const = 0;
  // To be called before the sweeps, in a run that is made again to find a fault of the host; part of this object.
  // Throws as Session::read_problem().
  virtual RowSearch& search_rows() = 0;

 protected:
  ~RunReference() = default;
};

}  // namespace stencil
