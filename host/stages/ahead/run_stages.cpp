// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ahead/run_stages.hpp"

#include "host/stages/ahead/copies_ahead.hpp"
#include "host/stages/nesting.hpp"

namespace stencil {

void runStages(const std::vector<Stage*>& stages, StageObserver* observer) {
  const bool looks_ahead = !runs_inside_a_stage() && (observer == nullptr || observer->allows_copies_ahead());
  CopiesAhead copies;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    Stage* const next = looks_ahead && k + 1 < stages.size() ? stages[k + 1] : nullptr;
    copies.beside(*stages[k], next);
    try {
      run_with(*stages[k], observer, copies);
    } catch (...) {
      copies.tell(observer);
      throw;
    }
  }
}

void runStages(Stage* const* stages, StageObserver* observer) {
  std::vector<Stage*> list;
  for (; *stages != nullptr; ++stages) list.push_back(*stages);
  runStages(list, observer);
}

}  // namespace stencil
