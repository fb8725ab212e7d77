// Words that a stage for the host says it overwrites, and leaves as they were.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// Rows that a stage overwrites are not copied before it, so that the host may hold old values there, which would count
// as right afterwards. They are replaced by a NaN that no arithmetic makes while the stage's function runs; words that
// have it still get the old values back. A function that reads them, though its stage does not say so, finds that NaN.
class OverwrittenRows {
 public:
  struct Left {
    const SharedDatum* datum = nullptr;
    std::int64_t words = 0, of = 0;  // left, among those that were not right on the host
    std::int64_t first = 0;          // word of the datum
  };

  void before(const Stage& stage);
  // The first datum of which words were left; nothing: of none. Also where the function has thrown.
  std::optional<Left> after();

 private:
  struct Rows {
    SharedDatum* datum;
    RowRange rows;
    std::vector<double> old;
  };
  std::vector<Rows> rows_;
};

}  // namespace stencil
