// The calls between two waits for all calls of one accelerator, with everything that decides what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// A call as it was posted, and what came of it.
struct CapsuleCall {
  enum class Kind { load, command, store, wait };

  Kind kind = Kind::wait;
  std::vector<std::size_t> after = {};  // positions of earlier calls of the capsule that it waits for; wait: none: all
  Place place = {};                     // of loads and stores
  DeviceCommand command = {};
  std::vector<double> data = {};      // load: what is moved; store: what the device gave
  std::vector<double> expected = {};  // store: what the golden models give
  CauseCycles cycles = {};  // command: from the end of the one before; the last before a wait for all: up to it
  CauseCycles model = {};   // the same, predicted
  // Where the words of a load or store lie in the host's memory, as long as the run lasts; not in files.
  const double* host = nullptr;
  // load: what was there after the host had changed it between two waits, the load not being done; not in files.
  std::vector<double> late = {};
};

// Words that were in local memory before the first call.
struct CapsuleContents {
  Place place;
  std::vector<double> words;
};

// Numbers that the host has given a device to keep; none: never given.
using GivenWeights = std::array<std::optional<double>, weight_count>;

// The block of a command in a run: as the report counts strips and blocks; tiles have no strip. row, col: of the field,
// at word 0 of the block as loaded. step: where calls of several steps are under way; no value: that of the origin.
struct CapsulePlace {
  std::optional<std::int64_t> strip;
  std::int64_t block = 0;
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::optional<std::int64_t> step = std::nullopt;
  std::optional<std::int64_t> sweeps = std::nullopt;  // that its step makes there, if known; not kept in files
};

// Where in a run the calls were made: as the report counts ranks and steps; blocks count from 0 in the step of the
// rank, strip by strip.
struct CapsuleOrigin {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t first_block = 0;           // of the first command
  std::size_t command = 0;                // among the commands of the capsule: the one that it was made for
  std::vector<CapsulePlace> places = {};  // by command; empty: not known

  std::int64_t block() const { return first_block + static_cast<std::int64_t>(command); }
};

struct Capsule {
  std::string program;        // version that made it
  AcceleratorOptions device;  // as it was asked for
  std::string parameters;     // of the Verilog module; empty: a configuration that the program does not declare
  std::string plusargs;       // that the RTL was started with, separated by spaces
  Capabilities capabilities;  // that the device gave
  std::string rtl;            // SHA-256 of the RTL; empty: not a Verilated device
  CapsuleOrigin origin;
  bool minimised = false;  // smaller than what the run did
  // Expected values are what the formula of a point gives, worked out in integers: the golden models, which the device
  // agrees with, are judged. Not in files.
  bool by_formula = false;
  bool of_mixed_run = false;  // whose device changes between RTL and the model. Not in files.
  std::string failure;  // what the device failed with during the calls, which then gave no values; empty: it did not
  GivenWeights weights = {};  // before the first call
  // The last command before the first call: the device's registers hold what it wrote there.
  std::optional<DeviceCommand> before = std::nullopt;
  std::vector<CapsuleContents> contents = {};  // all words that the calls read before they write them
  std::vector<CapsuleCall> calls = {};
};

// Commands among the calls.
std::size_t command_count(const Capsule& capsule);

}  // namespace stencil
