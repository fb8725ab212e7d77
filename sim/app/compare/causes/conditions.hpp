// What divides classes of blocks in two: "in joined blocks", "in blocks of 11 rows or fewer".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/compare/causes/terms/class_pair.hpp"

namespace stencil {

struct Condition {
  std::string text;         // " in joined blocks"; empty: in all
  std::vector<bool> holds;  // per pair
};

// The condition that holds for all classes.
Condition everywhere(const std::vector<ClassPair>& pairs);

// The conditions that hold for some of these classes and not for others: kinds of blocks, places in the step, then
// bounds of rows, columns and sweeps, and how the data lie in beats. A bound lies between two values that occur next to
// each other: the text names the one for which it holds, and the other.
std::vector<Condition> conditions(const std::vector<ClassPair>& pairs);

// Of blocks that are joined, or are not, those whose data lie so in beats.
std::vector<Condition> joint_conditions(const std::vector<ClassPair>& pairs);

}  // namespace stencil
