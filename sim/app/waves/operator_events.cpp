// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/operator_events.hpp"

#include <algorithm>
#include <iterator>

namespace stencil {

bool OperatorEvents::again(const WrongResult& wrong) const {
  const auto last = std::find_if(kept_.rbegin(), kept_.rend(),
                                 [&](const OperatorEvent& event) { return event.instance == wrong.instance; });
  return last != kept_.rend() && last->got == wrong.got &&
         std::equal(std::begin(wrong.operands), std::end(wrong.operands), std::begin(last->operands));
}

void OperatorEvents::seen(const WrongResult& wrong) {
  if (kept_.size() < most_ && again(wrong)) return;
  const std::int64_t ordinal = count_++;
  if (kept_.size() >= most_) return;
  OperatorEvent event;
  event.instance = wrong.instance;
  event.kind = wrong.kind;
  event.cycle = wrong.cycle;
  std::copy(std::begin(wrong.operands), std::end(wrong.operands), std::begin(event.operands));
  event.operand_count = wrong.operand_count;
  event.expected = wrong.expected;
  event.got = wrong.got;
  event.ordinal = ordinal;
  kept_.push_back(std::move(event));
}

std::vector<OperatorEvent> OperatorEvents::since(std::int64_t cycle) const {
  std::vector<OperatorEvent> events;
  std::copy_if(kept_.begin(), kept_.end(), std::back_inserter(events), [&](const OperatorEvent& event) {
    return event.cycle >= cycle && event.instance.find(".u_change.") == std::string::npos;
  });
  return events;
}

}  // namespace stencil
