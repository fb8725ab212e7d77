// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/json.hpp"

#include <fmt/core.h>

#include "host/io/output_file.hpp"
#include "sim/app/output/report_fields.hpp"

namespace stencil {
namespace {

// The library's own pretty printer would spend twenty lines on a block.
std::string lines_text(const Json& list) {
  std::string text = "[";
  for (const Json& item : list) {
    if (text.size() > 1) text += ',';
    text += "\n    " + item.dump();
  }
  return text + (list.size() == 0 ? "]" : "\n  ]");
}

}  // namespace

std::string report_json(const Report& report) {
  const ReportedRun run{report, report.totals()};
  std::string text;
  for (const ReportField<ReportedRun>& field : report_fields()) {
    const Json value = field.json(run);
    if (field.sparse && value.is_null()) continue;
    text += fmt::format("{}  \"{}\": {}", text.empty() ? "{\n" : ",\n", field.name,
                        value.is_array() ? lines_text(value) : value.dump());
  }
  return text + "\n}\n";
}

Json machine_json(const ReportMachine& machine) {
  return fields_json(machine_fields, machine);
}

void write_report(const Report& report, const std::string& path) {
  write_output(path, report_json(report));
}

}  // namespace stencil
