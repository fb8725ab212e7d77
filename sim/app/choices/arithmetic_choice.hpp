// The choice of what computes in simulated RTL, as commands take it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "host/device/options.hpp"
#include "sim/app/cli/option.hpp"

namespace stencil {

// --arithmetic; fallback: what --help shows as the default. place: finds its value in the options.
template <class Options, class Place>
Option<Options> arithmetic_option(const std::string& fallback, Place place) {
  const auto parse = [](const char* option, const std::string& text) { return read_arithmetic(option, text); };
  Option<Options> row = one_of<Options>(
      value_option<Options>(
          "--arithmetic", "NAME",
          "of rtl: rtl, the Verilog alone; operators, points: the host computes each operation, or a whole point, with "
          "the same bits and cycles, sooner",
          fallback, place, parse),
      accelerator_arithmetics());
  row.get = [place](const Options& options) {
    return place(options) == "rtl" ? std::nullopt : option_text(place(options));
  };
  return row;
}

// Throws ArgumentError for another arithmetic than that of the RTL with an accelerator that has none.
void check_arithmetic_choice(const AcceleratorOptions& device);

}  // namespace stencil
