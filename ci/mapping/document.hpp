// The page of the documentation: the record as tables, in Markdown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/record.hpp"

namespace stencil::synthesis {

// What the record says of the configurations in the table; nothing is mapped for it. Throws std::runtime_error naming a
// configuration that is not in the record.
std::string document(const Record& record, const std::vector<ParameterSet>& sets);

}  // namespace stencil::synthesis
