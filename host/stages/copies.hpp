// Copies that are posted together and waited for together. A row is marked when its copy has arrived, and not before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <vector>

#include "host/stages/observer.hpp"

namespace stencil {

class Copies {
 public:
  explicit Copies(StageObserver* observer) : observer_(observer) {}

  // The rows of `range` that `to` lacks, but for those posted already. Whatever is posted must arrive().
  void post(SharedDatum& datum, Side to, const RowRange& range);

  // Waits for the datum, too, though nothing was posted here.
  void wait_for(SharedDatum& datum) { data_.push_back(&datum); }

  // Nothing is under way afterwards, whatever is thrown: the first thing that a post or a settle() threw.
  void arrive();

 private:
  struct Posted {
    SharedDatum* datum;
    Side to;
    RowRange rows;
  };

  StageObserver* observer_;
  std::vector<Posted> copies_;
  std::vector<SharedDatum*> data_;  // some of them several times
  std::exception_ptr error_;
};

}  // namespace stencil
