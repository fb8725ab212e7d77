// Finds a program that ends while the host has never got what its last stage on the device wrote.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// A program may leave older results and data of the device's own there. It needs something of the last stage that ran
// there, else that stage was for nothing: as where a flush is forgotten behind the last step. By any thread.
class UnflushedRows {
 public:
  struct Left {
    std::string stage, datum;
    std::int64_t rows = 0;  // of all data that the stage has written
  };

  void ran(const Stage& stage);
  void destroyed(const SharedDatum& datum);
  // No value: the host has got some of them, or there was no such stage.
  std::optional<Left> at_the_end();

 private:
  struct Written {
    DatumReference<const SharedDatum> datum;
    std::string name;
    RowRange rows;
    bool came_back = false;
  };

  std::mutex mutex_;
  std::string stage_;
  std::vector<Written> written_;
};

}  // namespace stencil
