// Selects from a report the figures that its page shows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"

namespace stencil {

// Limits that keep the page below 1 MB for a report of any size; the page says what it leaves out.
inline constexpr std::size_t most_page_classes = 100;
inline constexpr std::size_t most_page_ranks = 64;
inline constexpr std::size_t most_page_sequences = 8;  // ranks whose blocks are shown in their order
inline constexpr std::size_t most_page_bars = 240;     // per such rank; with more blocks a bar sums up several

inline constexpr std::size_t most_page_stretches = 400;  // of the critical path of a cluster, the last ones

// {name of a field, what stands before its value}, in the order of the page.
using FieldLabels = std::vector<std::pair<std::string, std::string>>;
// Of the sections of a report whose fields are facts on the page.
struct PageLabels {
  FieldLabels problem;
  FieldLabels machine;
};

// [label, value] of the fields of a section that have a label and a value, as people read them; null where it is.
Json facts_of(const Json& section, const FieldLabels& labels);

// report: schema stencil-cosim/report/1. file: its name, as the user gave it. Throws JsonError where a field is not as
// the schema says.
// Fields: file; word ("PASS", "FAIL", "NOT CHECKED", "ERROR"), said (a sentence), compared, mismatches, first_mismatch
// and error as in the report; totals, accel, pes, lanes as there; rank_count; problem and machine: [label, value]
// of their fields that have a label and a value, the problem null where it is not known; stages and subdomains (those
// of tiles) without their long lists;
// classes: label, count and the sums of cycles by cause, model_total, ideal, roofline, bytes, total (minimum, maximum,
// sum), the most expensive first; other_classes {classes, count, total}; sequence {omitted, link_bytes, ranks: [{rank,
// blocks, blocks_a_bar, bars: [[blocks, step, load, compute, stall, store, idle, total, load_busy, store_busy]...]}],
// other_ranks}; cluster, null without a network: as in the report, its ranks the first of rank_count, stretches
// the last, path_message_cycles; ranks: [{rank, blocks, load, compute, stall, store, idle, total}]; other_ranks;
// reproduce (reproduce()).
Json run_view(const Json& report, const std::string& file, const PageLabels& labels);

// The causes of cycles, in the order in which the page stacks them.
inline constexpr const char* page_causes[] = {"compute", "stall", "load", "store", "idle"};

}  // namespace stencil
