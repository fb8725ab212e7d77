// Steps over arrays of VSDA_Create_2d that make more sweeps than their shadows allow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/arrays/vsda/tokens/updated_box.hpp"
#include "host/c/steps/step_info.hpp"

namespace stencil {

// A step leaves the outermost rows and columns of its part as they are. Where others own what lies beyond them, results
// are right as far from there as there were sweeps: the shadows must be as wide.
class BoxShadows {
 public:
  void updated(const UpdatedBox& box);
  // What is wrong with the step, over an array that was updated since the step before on it; empty: nothing.
  std::string begins(const StepInfo& step);

 private:
  std::vector<UpdatedBox> updated_;
};

// Of this process; never destroyed.
BoxShadows& box_shadows();

}  // namespace stencil
