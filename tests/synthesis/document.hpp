// The page of the documentation: tables of results, in Markdown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/synthesis/result.hpp"

namespace stencil::synthesis {

struct Page {
  std::string tool;                      // name and version
  std::vector<Result> configurations;    // those mapped, in the order they are named
  std::vector<ParameterSet> simulation;  // those for simulation only
  std::vector<Result> variants;          // of one configuration, one parameter changed in each
  const Result* base = nullptr;          // the configuration of which they are variants
};

std::string document(const Page& page);

}  // namespace stencil::synthesis
