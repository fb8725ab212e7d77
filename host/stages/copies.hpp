// Copies that are posted together and waited for together. A row is marked right only when its copy has arrived.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <vector>

#include "host/stages/observer.hpp"

namespace stencil {

class Copies {
 public:
  // for_flush: the copies are reported as flushed.
  explicit Copies(StageObserver* observer, bool for_flush = false) : observer_(observer), for_flush_(for_flush) {}

  // Posts copies of the rows of `range` that side `to` lacks, except those posted already. arrive() must follow.
  void post(SharedDatum& datum, Side to, const RowRange& range);

  // Whether nothing was posted.
  bool empty() const { return copies_.empty(); }

  // Makes arrive() wait for the datum too, although post() was not called for it.
  void wait_for(SharedDatum& datum) { data_.push_back(&datum); }

  // The copies that arrive() has waited for, and that have arrived.
  std::vector<StageCopy> arrived() const;

  // Waits for all copies. Throws the first error of a post or a settle(); even then no copy is in flight afterwards.
  void arrive();

 private:
  struct Posted {
    SharedDatum* datum;
    Side to;
    RowRange rows;
  };

  StageObserver* observer_;
  bool for_flush_;
  std::vector<Posted> copies_;
  std::vector<SharedDatum*> data_;  // may contain a datum several times
  std::exception_ptr error_;
};

}  // namespace stencil
