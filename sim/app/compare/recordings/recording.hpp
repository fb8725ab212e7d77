// The cycles that a file holds, by class of blocks: a report, the JSON of `stencil-cosim cycles`, or a baseline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/app/compare/recordings/class_key.hpp"
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

// The place of a cause of cause_fields in the cycles of a class; "total" is the last.
std::size_t place_of(const std::string& cause);

struct RecordedClass {
  std::int64_t count = 0;  // blocks
  CauseSpreads cycles{};   // measured
  ClassWork work;

  void add(const RecordedClass& more);  // of the same class
};

using RecordedClasses = std::map<ClassKey, RecordedClass>;

struct Recording {
  std::string file;
  bool ok = true;              // false: wrong bits, or the run ended with an error
  std::string error;           // what was wrong, if not ok
  Json problem;                // of a report; null otherwise
  std::vector<Json> machines;  // as in reports, one per configuration
  RecordedClasses classes;
};

// Reads the file as a stream and skips the blocks of a report. Throws ArgumentError "FILE: ..." for another kind of
// file, one that is cut off, or a version that this program does not read.
Recording read_recording(const std::string& file);

// The schema in the first line of a baseline.
inline constexpr const char* baseline_schema = "stencil-cosim/baseline/1";

}  // namespace stencil
