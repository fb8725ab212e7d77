// Where each stage of the solver runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stencil {

enum class Where { off, cpu, accel, split };

// "off", "cpu", "accel", "split".
const char* name_of(Where where);

// exchange of halo rows: on the CPU, or from and to local memory. sweep: on either, or its rows divided. norm, the
// largest change of each step's first sweep: on either, or not at all.
struct Placement {
  Where exchange = Where::cpu;
  Where sweep = Where::accel;
  Where norm = Where::off;
};

// "exchange=cpu,sweep=accel,norm=off".
std::string describe(const Placement& placement);

// All that may stand in such a list: "exchange=cpu", "exchange=accel", ...
std::vector<std::string> placement_words();

// A list like that; stages it does not name keep their default. Throws ArgumentError naming option, text and what is
// allowed: an unknown stage or place, a stage twice, exchange=accel without sweep=accel.
Placement parse_placement(const std::string& option, const std::string& text);

// How the rows of a divided sweep are shared, and how the host's time is counted.
struct SharingOptions {
  std::optional<double> share = 0.5;  // the accelerator's share of the rows; no value: balanced from step to step
  // Points of a sweep that the host sets per cycle of the device's clock; no value: measured, at clock_mhz. A given
  // number makes runs repeatable.
  std::optional<double> host_points_per_cycle = 1.0;
  double clock_mhz = 250.0;
};

}  // namespace stencil
