// The parts of the conformance kit that stand beside the program: the bench and the list of devices it needs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace stencil {

// The kit itself cannot work: nothing is known about the device then.
class KitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One device that the bench drives, of those in tests/devices.
struct DutDevice {
  std::string name;        // as in "Suite.Test/name"
  std::string module;      // the same with '-' for '_'
  std::string parameters;  // "PES=4 LANES=1 ..."
  std::uint64_t kernels;
};

// A test on a device.
struct DutCase {
  std::string test;    // "Suite.Test"
  std::string filter;  // for --gtest_filter
  std::string device;
};

struct Kit {
  std::filesystem::path bench;  // a program of GoogleTest
  std::vector<DutDevice> devices;
  std::vector<DutCase> cases;  // in the order of dut_tests(), then of the devices
};

// Reads stencil-cosim/check-dut.txt in the library folder of the program (tests/rtl/CMakeLists.txt writes it), and asks
// the bench for its tests. Throws KitError where a part is missing, or a test has no level.
Kit find_kit();

}  // namespace stencil
