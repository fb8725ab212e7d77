// A shorter start for a process that is the only rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stencil {

// To live during MPI_Init. Where no launcher has started this process, Open MPI starts a daemon for it (0.1 s), which
// serves programs that start others, and looks for network cards (0.2 s with Debian's libpsm2): this object sets the
// variables that turn both off. Those that the user has set stay, and children see none of ours. Other kinds of MPI
// ignore them.
class SingleRankStart {
 public:
  SingleRankStart();
  ~SingleRankStart();
  SingleRankStart(const SingleRankStart&) = delete;
  SingleRankStart& operator=(const SingleRankStart&) = delete;

 private:
  void set(const char* name, const char* value);

  std::vector<const char*> set_;
};

}  // namespace stencil
