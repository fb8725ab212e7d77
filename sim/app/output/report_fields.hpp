// Every field of the report, section by section: one row each, of which its JSON and docs/report.md are made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/named_field.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Their format; another one has another number.
inline constexpr const char* report_schema = "stencil-cosim/report/1";

// A report with its totals, which many fields take from.
struct ReportedRun {
  const Report& report;
  Totals totals;
};

// The fields of the report itself, in their order; lists of classes and blocks are written one item per line.
const std::vector<ReportField<ReportedRun>>& report_fields();

// {name, label} of the fields of a section that have a label, in their order.
std::vector<std::pair<std::string, std::string>> problem_labels();
std::vector<std::pair<std::string, std::string>> machine_labels();

// The tables of all sections, in Markdown: "## `machine`", then a line per field.
std::string report_tables();

}  // namespace stencil
