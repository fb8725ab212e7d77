// Which waves `--trace` asks for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "host/device/accelerator.hpp"

namespace stencil {

struct TraceChoice {
  enum class Which { off, failure, all };

  Which which = Which::off;
  // all: cycles of the device since its reset, the last one included.
  std::int64_t from_cycle = 0;
  std::int64_t to_cycle = std::numeric_limits<std::int64_t>::max();
};

// "off", "failure", "all" or "all:from-to". Throws ArgumentError.
TraceChoice parse_trace(const std::string& option, const std::string& text);
std::string text_of(const TraceChoice& choice);

// Throws ArgumentError for waves that a run with these outputs and this accelerator cannot have.
// capsule: file of the first wrong call; empty: none is kept.
void check_trace(const TraceChoice& choice, const AcceleratorOptions& device, const std::string& capsule);

// The file of waves for a capsule or report: "R" + `suffix` + ".fst" for "R.capsule" and "R.json".
std::string wave_path(const std::string& file, const std::string& suffix = "");

}  // namespace stencil
