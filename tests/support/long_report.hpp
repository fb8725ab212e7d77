// A made-up report of any length: blocks of this many classes, all listed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "tests/sim/app/compare/recorded.hpp"

namespace stencil::test {

// more: additional cycles of each block.
inline void write_long_report(const std::string& file, std::int64_t blocks, std::int64_t classes, std::int64_t more) {
  std::ofstream out(file);
  const Json head{{"schema", "stencil-cosim/report/1"}, {"ok", true},          {"compared", 1}, {"mismatches", 0},
                  {"problem", Json{{"rows", 101}}},     {"machine", machine()}};
  std::string text = head.dump();
  text.back() = ',';
  out << text << "\n\"classes\": [";
  for (std::int64_t i = 0; i < classes; ++i) {
    const ClassKey one = key(20 + i, 77, 5);
    ClassSums sums;
    sums.count = blocks / classes;
    RecordedClass cost = recorded(one, sums.count);
    add_cycles(cost, "stall", more);
    sums.cycles = cost.cycles;
    out << (i == 0 ? "\n" : ",\n") << classes_json(one.context, {{one.shape, sums}}).front().dump();
  }
  out << "],\n\"blocks\": [";
  BlockRecord block;
  static_cast<BlockClass&>(block) = key(20, 77, 5).shape;
  for (std::int64_t i = 0; i < blocks; ++i) {
    block.block = i;
    out << (i == 0 ? "\n" : ",\n") << block_json(block).dump();
  }
  out << "]}\n";
}

}  // namespace stencil::test
