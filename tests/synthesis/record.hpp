// The recorded figures: a file of one line a configuration and module, kept beside the documentation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/synthesis/result.hpp"

namespace stencil::synthesis {

struct RecordLine {
  std::string configuration;
  std::string module;
  std::int64_t instances = 0;
  Resources resources;
  Steps inside;
  Steps arriving;
};

std::vector<RecordLine> record_of(const std::vector<Result>& results);

// Tab-separated, a line of column names first. Throw std::runtime_error with file and line.
std::vector<RecordLine> read_record(const std::string& path);
std::string text_of(const std::vector<RecordLine>& record);

// One line a difference, empty when both are the same. Those that begin with "worse:" are a depth that grew, a LUT or
// flip-flop count that grew by more than a twentieth, a block that is needed in addition.
std::vector<std::string> differences(const std::vector<RecordLine>& recorded, const std::vector<RecordLine>& measured);

}  // namespace stencil::synthesis
