// The cycles that a file holds, by class of blocks: a report, the JSON of `stencil-cosim cycles`, or a baseline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/app/compare/class_key.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/report/classes.hpp"

namespace stencil {

// The work of a class: sums over its blocks. All zero when read from a baseline, which does not record work.
struct ClassWork {
  std::int64_t stream_cycles = 0;
  std::int64_t rows_swept = 0;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t load_bursts = 0;
  std::int64_t store_bursts = 0;
  std::int64_t transfers = 0;
};

struct RecordedClass {
  std::int64_t count = 0;  // blocks
  CauseSpreads cycles{};   // measured
  ClassWork work;

  void add(const RecordedClass& more);  // of the same class
};

using RecordedClasses = std::map<ClassKey, RecordedClass>;

struct Recording {
  std::string file;
  bool ok = true;              // false: bits were wrong, or the run ended with an error
  std::string trouble;         // what was wrong then
  Json problem;                // of a report; null otherwise
  std::vector<Json> machines;  // as reports have them, one a configuration
  RecordedClasses classes;
};

// Reads it as a stream: blocks of a report are passed over. Throws ArgumentError "FILE: ..." for what is no such file,
// is cut off, or is of a version that this program does not read.
Recording read_recording(const std::string& file);

// The schema in the first line of a baseline.
inline constexpr const char* baseline_schema = "stencil-cosim/baseline/1";

}  // namespace stencil
