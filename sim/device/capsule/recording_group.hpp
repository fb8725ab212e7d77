// What a recording accelerator knows of the calls that it holds or keeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/device/capsule/recording_accelerator.hpp"

namespace stencil {

class KnownWords;

// Of the capsule being kept.
struct RecordingAccelerator::Kept {
  std::shared_ptr<KnownWords> written;       // by its calls so far, or among its contents
  std::map<Ticket, std::size_t> position{};  // of its calls

  // Of the group that is being made, behind the calls before.
  struct Begin {
    std::size_t call = 0;
    std::int64_t step = 0;
    std::int64_t block = 0;
    GivenWeights weights{};
    std::optional<DeviceCommand> last{};
  };
  Begin begin{};
  std::shared_ptr<KnownWords> of_group{};  // written by its calls alone
  bool reads_earlier = false;              // what the calls before have left
};

// The calls since wait().
struct RecordingAccelerator::Group {
  std::vector<Call> calls{};
  std::size_t given = 0;              // to the device, the first so many
  std::size_t read = 0;               // stores among the first so many calls have their words
  bool kept = false;                  // in the capsule
  std::map<Ticket, Ticket> inside{};  // tickets of the device
  std::vector<CycleCounts> ends{};    // of its commands, with our own reads
  std::size_t told = 0;               // ends that a wait for one call has told
  CycleCounts began{};
  std::map<std::size_t, std::vector<double>> pending{};  // the host's words of loads, by call, after the last wait
};

}  // namespace stencil
