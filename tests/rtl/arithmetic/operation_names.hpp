// Names of operations, for the names of tests and for the output of a failing test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

inline std::string name_of(Operation operation) {
  const char* names[] = {"Add", "Sub", "Mul", "Div5"};
  return names[static_cast<int>(operation)];
}

inline std::string operation_name(const ::testing::TestParamInfo<Operation>& info) {
  return name_of(info.param);
}

inline void PrintTo(Operation operation, std::ostream* stream) {
  *stream << name_of(operation);
}

}  // namespace stencil
