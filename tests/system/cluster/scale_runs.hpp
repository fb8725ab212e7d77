// Runs and predictions of one job, side by side.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {

inline Words and_more(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The report's `cluster` of a run on so many ranks.
inline Json cluster_of(int ranks, const Words& job, const std::string& accel) {
  const ScratchDirectory scratch;
  const ProgramResult result = under_mpirun(
      ranks, STENCIL_COSIM, and_more({"run", "--check", "off", "--accel", accel, "--report", scratch / "r.json"}, job));
  EXPECT_EQ(result.status, 0) << result.err;
  return Json::parse(read_text(scratch / "r.json"))["cluster"];
}

// The prediction of `scale`: a point for each number of ranks.
inline Json predicted(const std::string& ranks, const Words& job) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone(and_more({"scale", "--ranks", ranks, "--output", scratch / "s.json"}, job));
  EXPECT_EQ(result.status, 0) << result.err;
  return Json::parse(read_text(scratch / "s.json"))["points"];
}

inline void expect_equal(const Json& point, const Json& cluster) {
  EXPECT_EQ(point["makespan_cycles"], cluster["makespan_cycles"]);
  EXPECT_EQ(point["waiting_cycles"], cluster["waiting_cycles"]);
  EXPECT_EQ(point["efficiency"], cluster["efficiency"]);
  EXPECT_EQ(point["messages"], cluster["messages"]);
  EXPECT_EQ(point["bytes"], cluster["bytes"]);
  EXPECT_EQ(point["path_message_cycles"], cluster["critical_path"]["message_cycles"]);
}

}  // namespace stencil
