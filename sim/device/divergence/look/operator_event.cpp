// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/look/operator_event.hpp"

#include <cstdlib>

#include "models/values/canonical_nan.hpp"

namespace stencil {

bool is_result_of(const OperatorEvent& event, const std::string& kind, double a, double b) {
  if (event.kind != kind || event.operand_count < 1) return false;
  if (event.operand_count == 1) return event.operands[0] == bits_of(a);
  return (event.operands[0] == bits_of(a) && event.operands[1] == bits_of(b)) ||
         (event.operands[0] == bits_of(b) && event.operands[1] == bits_of(a));
}

std::optional<std::int64_t> number_in(const std::string& instance, const std::string& generated) {
  const std::size_t at = instance.find("." + generated + "[");
  if (at == std::string::npos) return std::nullopt;
  return std::strtoll(instance.c_str() + at + generated.size() + 2, nullptr, 10);
}

}  // namespace stencil
