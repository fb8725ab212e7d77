// The choice of accelerator and of the steps in RTL, as options of a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/device/options.hpp"
#include "sim/app/cli/option.hpp"
#include "sim/app/fidelity/rtl_steps.hpp"

namespace stencil {

struct FidelityChoice {
  bool mixed = false;        // the accelerator is rtl in some steps, and the model of it in the others:
  RtlStepsChoice rtl_steps;  // which
  bool rtl_steps_given = false;
};

// "mixed", or the accelerator of the device.
inline const char* name_of(const FidelityChoice& choice, const AcceleratorOptions& device) {
  return choice.mixed ? "mixed" : device.accel.c_str();
}

// Throws ArgumentError for steps in RTL of an accelerator that is not mixed.
void check_fidelity(const FidelityChoice& choice, const AcceleratorOptions& device);

// --accel; fidelity: finds FidelityChoice in the options, const or not, which have AcceleratorOptions as `device`.
template <class Options, class Fidelity>
Option<Options> accelerator_option(const std::string& fallback, Fidelity fidelity) {
  std::vector<std::string> names = accelerator_names();
  names.emplace_back("mixed");
  const auto set = [=](Options& options, const std::string& text) {
    fidelity(options).mixed = text == "mixed";
    options.device.accel = fidelity(options).mixed ? "rtl" : text;
  };
  const auto get = [=](const Options& options) {
    return option_text(std::string(name_of(fidelity(options), options.device)));
  };
  return one_of<Options>(
      read_back<Options>(
          {"--accel", "NAME",
           "rtl: the Verilated accelerator; model: the same bits and predicted cycles; software: the bits only; "
           "shuffled: software in any order that the calls allow; mixed: --rtl-steps on rtl, the others on model",
           fallback, set},
          get),
      names);
}

// --rtl-steps.
template <class Options, class Fidelity>
Option<Options> rtl_steps_option(Fidelity fidelity) {
  const auto set = [=](Options& options, const std::string& text) {
    fidelity(options).rtl_steps = parse_rtl_steps("--rtl-steps", text);
    fidelity(options).rtl_steps_given = true;
  };
  const auto get = [=](const Options& options) {
    const FidelityChoice& choice = fidelity(options);
    return choice.mixed ? std::optional(describe(choice.rtl_steps)) : std::nullopt;
  };
  return read_back<Options>(
      {"--rtl-steps", "WHICH",
       "of --accel mixed, the steps on rtl: first; class: the fewest that hold every class of blocks; a share 0.0 .. "
       "1.0, spread evenly; or steps from 0, as in 0,4-7",
       "first", set},
      get);
}

}  // namespace stencil
