// Faults that make wrong values: the sides and components that the first screen must not name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test::culprit {

inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline const Words host_components{"blocking",   "halo exchange", "component: stages",
                                   "host sweep", "side: host",    "side: input"};
inline const Words uneven{"--dx", "0.7", "--dy", "0.6"};  // weights that are no powers of two
inline const Words tall{"--rows",       "200", "--cols", "20",
                        "--iterations", "40",  "--stw",  "5"};  // both ranks have golden rows
inline const Words tiles{"--kernel", "gauss-seidel", "--fuse", "off", "--rounds", "2", "--sweeps", "2"};

inline Fault named(const char* name, const Words& must, const Words& never, const Words& more, int ranks = 1) {
  Fault fault{name, 1, {}, {}, more, ranks, 0};
  fault.verdict = {must, {}, never};
  return fault;
}

// The device; `never`: besides the reference and the host.
inline Fault of_device(const char* name, const Words& must, const Words& never = {}, const Words& more = {}) {
  return named(name, with({"side: device"}, must), with(with({"reference"}, host_components), never), more);
}

inline Fault of_reference(const char* name, const Words& must, const Words& more = {}, int ranks = 1) {
  const Words device{"side: device",        "processing element",    "interlock",         "local memory",
                     "component: adder",    "component: multiplier", "component: weight", "component: operand",
                     "component: sweep",    "component: write-back", "component: load",   "component: store",
                     "component: operator", "component: division"};
  return named(name, with({"side: reference", "component: reference"}, must), with(device, host_components), more,
               ranks);
}

inline std::string name_and_index(const ::testing::TestParamInfo<Fault>& test) {
  return alphanumeric(test.param.name) + "_" + std::to_string(test.index);
}

}  // namespace stencil::faults_test::culprit
