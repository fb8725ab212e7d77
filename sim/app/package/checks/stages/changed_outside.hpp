// Data that a program has changed on the host outside of every stage, while the device's copy stays right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// All words of the host's copy.
std::vector<double> words_on_host(SharedDatum& datum);

// Rows that are right on the device when a stage ends, there alone or on the host too, are held against the host's
// words when a later one begins that reads them on the device: the stage would not read what the program has set. A
// program that marks what it has changed, or whose stages name it, changes validity, and is left alone.
class ChangedOutside {
 public:
  struct Found {
    const SharedDatum* datum = nullptr;
    std::int64_t first = 0, words = 0;  // word of the datum; how many
    std::string since;                  // name of the stage that ended last before
  };

  // data: those that stages of this thread have named.
  void ended(const Stage& stage, const std::vector<DatumReference<SharedDatum>>& data);
  // The first datum of which the stage would read old words on the device. Each change is found once.
  std::optional<Found> begins(const Stage& stage);

 private:
  struct Kept {
    DatumReference<SharedDatum> datum;
    std::uint64_t changes = 0;
    RowRanges rows;  // right on the device
    std::vector<double> words;
    std::string since;
  };
  std::vector<Kept> kept_;
};

}  // namespace stencil
