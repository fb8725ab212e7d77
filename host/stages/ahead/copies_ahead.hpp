// The copies that the next stage of a list needs, made beside the one that runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/stages/copies.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/nesting.hpp"

namespace stencil {

class CopiesAhead final : public StageCompany {
 public:
  CopiesAhead() = default;
  ~CopiesAhead() override = default;
  CopiesAhead(const CopiesAhead&) = delete;  // the device knows this object
  CopiesAhead& operator=(const CopiesAhead&) = delete;

  // The stage that runs from now on, and the one behind it; null: nothing is copied for that.
  void beside(const Stage& stage, const Stage* next) {
    stage_ = &stage;
    next_ = next;
  }

  void tell(StageObserver* observer) override;
  void starts() override;
  void ends() noexcept override;

 private:
  // An array with rows that the next stage lacks.
  struct Brought {
    SharedArray* array;
    Side to;
    std::vector<RowRange> rows;     // that its accesses read
    bool enters = false;            // takes its place on the device
    SharedArray* leaves = nullptr;  // from this array; null: from none
  };
  // A copy that has arrived or, without rows, the loss of a place.
  struct Event {
    DatumReference<const SharedDatum> datum;
    StageCopy copy;
  };

  std::vector<Brought> plan() const;
  void add(std::vector<Brought>& plan, Side side, const Access& access) const;
  void post();
  void arrive(Copies& copies);

  const Stage* stage_ = nullptr;
  const Stage* next_ = nullptr;
  std::vector<Brought> plan_;
  Accelerator* device_ = nullptr;  // calls post() at the stage's next command; null: no device does
  std::vector<Copies> home_;       // for each of plan_, once posted: the rows of the array that leaves
  std::vector<Copies> here_;       // and those that the next stage lacks
  std::vector<Event> events_;      // that no observer was told
};

}  // namespace stencil
