// Recordings made up for tests: classes of blocks on a device of 4 elements, 1 lane and a 64-bit port.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/app/compare/recordings/recording.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil::test {

inline Json machine(const std::string& config = "small") {
  return {{"ranks", 1},       {"accel", "rtl"},     {"config", config},          {"pes", 4},
          {"lanes", 1},       {"memory_words", 16}, {"max_cols", 1024},          {"axi_data_bits", 64},
          {"f_buffers", 2},   {"r_buffers", 2},     {"line_beats", 1024},        {"burst_beats", 256},
          {"pe_latency", 29}, {"rtl", nullptr},     {"link_bytes_per_cycle", 0}, {"link_latency_cycles", 0}};
}

inline ClassKey key(std::int64_t rows, std::int64_t cols, std::int64_t niter, StepPlace place = StepPlace::middle,
                    const std::string& schedule = "sequential") {
  ClassKey key;
  key.context = {"jacobi", "small", schedule, "overlapped-rows", "", {}};
  key.shape.rows = rows;
  key.shape.cols = cols;
  key.shape.niter = niter;
  key.shape.keep = rows;
  key.shape.chain = ChainLinks{};
  key.shape.place = place;
  return key;
}

// Blocks of equal cost.
inline RecordedClass recorded(const ClassKey& key, std::int64_t count = 1) {
  const std::int64_t words = key.shape.rows * key.shape.cols;
  RecordedClass one;
  one.count = count;
  const std::int64_t cycles[] = {2 * words + 20, 2 * words + 300, words + 10, 40, 4, 300};
  std::int64_t total = 0;
  for (std::size_t at = 0; at < cause_fields.size(); ++at) {
    one.cycles[at] = {cycles[at], cycles[at], count * cycles[at]};
    if (cause_fields[at].in_total) total += cycles[at];
  }
  one.cycles.back() = {total, total, count * total};
  one.work = {count * 2 * words,
              count * key.shape.rows * key.shape.niter,
              count * 16 * words,
              count * 8 * words,
              count * 2 * (words / 256 + 1),
              count * (words / 256 + 1),
              3 * count};
  return one;
}

// Adds this many cycles of a cause to each block of the class, and to the total.
inline void add_cycles(RecordedClass& one, const std::string& cause, std::int64_t cycles) {
  for (std::size_t at = 0; at <= cause_fields.size(); ++at) {
    const bool total = at == cause_fields.size();
    if (total ? cause == "fill" : cause_fields[at].name != cause) continue;
    one.cycles[at].minimum += cycles;
    one.cycles[at].maximum += cycles;
    one.cycles[at].sum += one.count * cycles;
  }
}

// Shapes that tell the terms of the cycle laws apart: rows, columns, sweeps and passes vary independently.
inline Recording recording(const std::string& schedule = "sequential") {
  Recording made;
  made.file = "made.json";
  made.machines = {machine()};
  for (const std::int64_t rows : {20, 25, 33}) {
    for (const std::int64_t cols : {77, 130}) {
      for (const std::int64_t niter : {1, 5, 9}) {
        const ClassKey one = key(rows, cols, niter, StepPlace::middle, schedule);
        made.classes[one] = recorded(one, 3);
      }
    }
  }
  return made;
}

}  // namespace stencil::test
