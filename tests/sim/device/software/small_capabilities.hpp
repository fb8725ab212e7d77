// The capabilities of a tiny configuration, with all that the software accelerator can have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/errors.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil::software_accelerator_test {

inline Capabilities small() {
  Capabilities configuration;
  configuration.accel = "rtl";
  configuration.config = "tiny";
  configuration.pes = 2;
  configuration.lanes = 1;
  configuration.memory_words = 100;
  configuration.max_cols = 20;
  configuration.axi_data_bits = 64;
  configuration.f_buffers = 2;
  configuration.r_buffers = 3;
  configuration.line_beats = 40;
  configuration.timed = true;
  configuration.tile_slots_min = configuration.tile_slots_max = 13;
  configuration.measures_change = true;
  return configuration;
}

}  // namespace stencil::software_accelerator_test
