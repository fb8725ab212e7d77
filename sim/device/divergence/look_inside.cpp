// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/look_inside.hpp"

#include <algorithm>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// Whether the event is a wrong result of this step of the point: of the same unit and the same operands.
bool is_step(const OperatorEvent& event, const DivergenceResult& step) {
  if (event.kind != step.unit || event.operand_count < 1) return false;
  const std::uint64_t a = bits_of(step.a);
  const std::uint64_t b = bits_of(step.b);
  if (event.operand_count == 1) return event.operands[0] == a;
  return (event.operands[0] == a && event.operands[1] == b) || (event.operands[0] == b && event.operands[1] == a);
}

}  // namespace

void look_inside(Divergence& divergence, const std::vector<OperatorEvent>& events) {
  if (divergence.where != Divergence::Where::sweep) return;
  divergence.operators_right = events.empty();
  const auto of_point = std::find_if(events.begin(), events.end(), [&](const OperatorEvent& event) {
    return std::any_of(divergence.results.begin(), divergence.results.end(),
                       [&](const DivergenceResult& step) { return is_step(event, step); });
  });
  if (of_point != events.end()) divergence.event = *of_point;
}

}  // namespace stencil
