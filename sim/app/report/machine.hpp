// The machine of a run in its report, with one list of its fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/json/named_field.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

struct ReportMachine {
  std::int64_t ranks = 1;
  Capabilities device;
  LinkOptions link;
  std::optional<RtlSources> rtl = std::nullopt;  // no value: not a Verilated device
  std::vector<HandshakeDigests> digests = {};    // by rank; empty without --digest
  bool paranoid = false;                         // every check was on
};

Json rtl_json(const ReportMachine& machine);          // null without sources
Json digests_json(const ReportMachine& machine);      // null without digests
Json arithmetic_json(const ReportMachine& machine);   // null without RTL
Json link_stalls_json(const ReportMachine& machine);  // null without stalls

// In the order of the report's JSON.
template <auto... path>
inline constexpr auto machine_value = &value_at<ReportMachine, &ReportMachine::device, path...>;
template <auto... path>
inline constexpr auto link_value = &value_at<ReportMachine, &ReportMachine::link, path...>;
inline constexpr ReportField<ReportMachine> machine_fields[] = {
    {"ranks", "MPI processes", &value_at<ReportMachine, &ReportMachine::ranks>, "ranks"},
    {"accel", "a name that --accel takes", machine_value<&Capabilities::accel>, "accelerator"},
    {"config", "name of the configuration, with the plusargs of the RTL", machine_value<&Capabilities::config>,
     "configuration"},
    {"arithmetic",
     "what computed in the RTL: rtl, the Verilog alone; operators, points: the host; null: no RTL was simulated",
     &arithmetic_json, "arithmetic"},
    {"contract_version", "of rtl/CONTRACT.md; 0: a device without registers",
     machine_value<&Capabilities::contract_version>},
    {"pes", "processing elements", machine_value<&Capabilities::pes>, "processing elements"},
    {"lanes", "points that a processing element takes each cycle", machine_value<&Capabilities::lanes>,
     "lanes of each"},
    {"memory_words", "words of a buffer, packed doubles", machine_value<&Capabilities::memory_words>,
     "words of a buffer"},
    {"max_cols", "columns of the longest row", machine_value<&Capabilities::max_cols>, "longest row, in columns"},
    {"axi_data_bits", "width of the data port", machine_value<&Capabilities::axi_data_bits>, "bits of the port"},
    {"f_buffers", "buffers of f", machine_value<&Capabilities::f_buffers>, "buffers of f"},
    {"r_buffers", "buffers of r", machine_value<&Capabilities::r_buffers>, "buffers of r"},
    {"line_beats", "beats that a line buffer holds", machine_value<&Capabilities::line_beats>},
    {"burst_beats", "beats per burst of the bus", link_value<&LinkOptions::burst_beats>, "beats of a burst"},
    {"link_bytes_per_cycle", "width of the link to the host; 0: as wide as the port",
     link_value<&LinkOptions::bytes_per_cycle>, "bytes per cycle of the link (0: as wide as the port)"},
    {"link_latency_cycles", "from posting a transfer to its first beat", link_value<&LinkOptions::latency_cycles>,
     "cycles before the first beat"},
    {"link_stalls", "number that draws the beats after which the link rests; missing: it never does", &link_stalls_json,
     "number of the link's rests", true},
    {"pe_latency", "cycles from a point's operands to its result", machine_value<&Capabilities::pe_latency>},
    {"rtl",
     "{digest, files: {path: first 16 digits of its digest}} of the Verilog that the device was built from; null: not "
     "a Verilated device",
     &rtl_json, "RTL digest"},
    {"digests",
     "with --digest only: with_cycles, without_cycles and bursts of each rank's device, SHA-256 of its handshakes",
     &digests_json, "", true},
    {"paranoid", "true with --paranoid or STENCIL_PARANOID=1, else missing",
     &true_at<ReportMachine, &ReportMachine::paranoid>, "every check there is", true},
};

}  // namespace stencil
