// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/class_pair.hpp"

#include "sim/app/report/record_fields.hpp"

namespace stencil {

bool hides_nothing(const ClassKey& key) {
  return key.context.schedule != "overlapped" || key.shape.place == StepPlace::only;
}

std::size_t place_of(const std::string& cause) {
  std::size_t at = 0;
  while (at < cause_fields.size() && cause_fields[at].name != cause) ++at;
  return at;
}

std::int64_t sum_difference(const ClassPair& pair, const std::string& cause) {
  const std::size_t at = place_of(cause);
  return pair.now->cycles[at].sum - pair.base->cycles[at].sum;
}

}  // namespace stencil
