// Which registers of a job must be written again.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posted_job.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

using namespace contract;

// After a reset the contract defines TILE alone: any other register must be written, even with 0.
TEST(PostedJob, AfterAResetOnlyTileIsKnown) {
  PostedJob job;
  std::vector<JobWord> zeros;
  for (std::uint32_t address = first_job_register; address <= last_job_register; address += 8) {
    zeros.push_back({static_cast<Register>(address), 0});
  }
  const std::vector<JobWord> missing = job.missing(zeros);
  EXPECT_EQ(missing.size(), zeros.size() - 1);
  for (const JobWord& word : missing) EXPECT_NE(word.address, REG_TILE);
  for (const JobWord& word : missing) job.set(word);
  EXPECT_TRUE(job.missing(zeros).empty());
  job.set({REG_AC, 1});
  EXPECT_EQ(job.missing(zeros).size(), 1u);
}

}  // namespace
}  // namespace stencil
