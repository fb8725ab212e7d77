// The synthesis pages of the documentation: the record as Markdown tables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/record.hpp"

namespace stencil::synthesis {

// The recorded figures of the configurations in the table; maps nothing. Throws std::runtime_error naming a
// configuration that the record lacks.
std::string document(const Record& record, const std::vector<ParameterSet>& sets);

// The page beside it: every module of each configuration, and the longest paths of the largest. Throws likewise.
std::string module_document(const Record& record, const std::vector<ParameterSet>& sets);

}  // namespace stencil::synthesis
