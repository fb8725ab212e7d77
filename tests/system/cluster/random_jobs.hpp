// Jobs of a cluster at random, the same for the same number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/system/command.hpp"

namespace stencil {

struct RandomJob {
  int ranks = 1;
  Words words;  // of `run` and of `scale`
};

// Kernel, ranks (1 to 4), sizes, distribution, blocking, schedule or stages, link and network. Each can be made.
// scratch: holds the files of networks of nodes.
RandomJob random_job(unsigned number, const ScratchDirectory& scratch);

// Runs the jobs [first, last) on the model, and expects of each what `scale` predicts, to the cycle.
void expect_random_jobs(unsigned first, unsigned last);

}  // namespace stencil
