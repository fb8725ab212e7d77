// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/terms/class_pair.hpp"

namespace stencil {

bool hides_nothing(const ClassKey& key) {
  return key.context.schedule != "overlapped" || key.shape.place == StepPlace::only;
}

ClassKey step_of(const ClassKey& key) {
  ClassKey step = key;
  step.shape = {};
  step.shape.cols = key.shape.cols;
  step.shape.niter = key.shape.niter;
  return step;
}

std::int64_t sum_difference(const ClassPair& pair, const std::string& cause) {
  const std::size_t at = place_of(cause);
  return pair.now->cycles[at].sum - pair.base->cycles[at].sum;
}

bool differs(const ClassPair& pair) {
  for (std::size_t at = 0; at < pair.now->cycles.size(); ++at) {
    if (pair.now->cycles[at].sum != pair.base->cycles[at].sum) return true;
  }
  return false;
}

}  // namespace stencil
