// Standard output for a result of the command alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// While it lives, an output named - (host/io/output_file.hpp) has standard output to itself: what anything prints there
// goes to standard error. Throws DeviceError where no descriptor is left.
class ResultsAlone {
 public:
  ResultsAlone();
  ~ResultsAlone();
  ResultsAlone(const ResultsAlone&) = delete;
  ResultsAlone& operator=(const ResultsAlone&) = delete;

 private:
  int results_;  // a copy of standard output
  int before_ = -1;
};

}  // namespace stencil
