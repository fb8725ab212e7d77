// Every option of each subcommand: one list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/system/options/device_options.hpp"
#include "tests/system/options/file_options.hpp"
#include "tests/system/options/option_case.hpp"
#include "tests/system/options/run_options.hpp"
#include "tests/system/options/search_options.hpp"

namespace stencil {

inline std::vector<OptionCase> option_cases() {
  std::vector<OptionCase> cases;
  for (const auto& some : {run_option_cases(), device_option_cases(), search_option_cases(), file_option_cases()})
    cases.insert(cases.end(), some.begin(), some.end());
  return cases;
}

}  // namespace stencil
