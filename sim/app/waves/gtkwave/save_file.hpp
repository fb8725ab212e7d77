// The save file that makes GTKWave show waves by components, at a marked cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/waves/gtkwave/fst_file.hpp"

namespace stencil {

struct WaveMarker {
  std::int64_t cycle = 0;
  std::string kind;      // of the operator that gives a wrong result in this cycle: "adder"; empty: there is none
  std::string instance;  // its path
};

// waves: the name of the FST file, as seen from the folder of the save file. Operands and result of the marked operator
// come first, then the ports of the device, both open; then a closed group per component with one for each of its
// instances, whose ports come first. Parameters are left out.
// marker: also in the middle of the window that is shown; none: the window shows the beginning.
std::string save_text(const std::string& waves, const std::vector<WaveSignal>& signals, std::uint64_t begin_ns,
                      const std::optional<WaveMarker>& marker);

}  // namespace stencil
