// The recorded figures: a file with a line per configuration and module, beside the documentation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/result.hpp"

namespace stencil::synthesis {

struct RecordLine {
  std::string configuration;
  ModuleRow row;
};

struct Record {
  std::string tool;  // name and version
  std::vector<RecordLine> lines;

  // The rows of one configuration, in the order of the file.
  std::vector<ModuleRow> rows_of(const std::string& configuration) const;
};

void append(Record& record, const Result& result);

// Tab-separated: tool, column names, then the lines. Throw std::runtime_error with file and line.
Record read_record(const std::string& path);
std::string text_of(const Record& record);

// One line per difference, empty if both are the same. Lines that begin with "worse:" are a depth or a count that grew.
// LUT counts within 2 % of each other are the same, since they depend on what else yosys has read. Names of paths do
// not count.
std::vector<std::string> differences(const Record& recorded, const Record& measured);

}  // namespace stencil::synthesis
