// Report fields of a kernel file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "sim/app/json/named_field.hpp"

namespace stencil {

struct FileProblem {
  // Empty: of another kernel.
  std::string formula;  // the text of the file
  std::string numbers;  // "ax=0.2,ay=0.2", with the digits that read back as the same numbers

  static constexpr auto fields() {
    return std::tuple{
        NamedField{"formula", &FileProblem::formula, "the kernel file, all of its text; null: not of a kernel file",
                   "kernel file"},
        NamedField{
            "numbers", &FileProblem::numbers,
            "a text, \"ax=0.2,ay=0.2\", with the digits that read back as the same numbers; null: not of a kernel "
            "file that has numbers",
            "its numbers"},
    };
  }
};

}  // namespace stencil
