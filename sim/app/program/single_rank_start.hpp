// A shorter start for a process that is the only rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// To live during MPI_Init. Where no launcher has started this process, Open MPI need not look for network cards, which
// takes 0.2 s with Debian's libpsm2: this object chooses its message layer that does not, unless the user has chosen
// one. Children see nothing of it. Other kinds of MPI ignore it. The daemon that Open MPI starts for a single rank
// (0.1 s) stays: without it (ess_singleton_isolated) one start in seventy fails where eight begin at a time.
class SingleRankStart {
 public:
  SingleRankStart();
  ~SingleRankStart();
  SingleRankStart(const SingleRankStart&) = delete;
  SingleRankStart& operator=(const SingleRankStart&) = delete;

 private:
  bool set_ = false;
};

}  // namespace stencil
