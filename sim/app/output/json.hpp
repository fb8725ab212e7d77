// The report as JSON, schema stencil-cosim/report/1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// docs/report.md has all fields (sim/app/output/report_fields.hpp). Scripts read this text: fields are added, never
// renamed or removed.
std::string report_json(const Report& report);

// The value of the field `machine`.
Json machine_json(const ReportMachine& machine);

// Writes it as a whole or not at all. Throws ArgumentError and std::runtime_error as OutputFile.
void write_report(const Report& report, const std::string& path);

}  // namespace stencil
