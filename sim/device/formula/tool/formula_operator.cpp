// formula_operator: what builds of this tree make of kernel files. Users have `stencil-cosim kernel`.
//   formula_operator FILE               the operator in Verilog, on standard output
//   formula_operator FILE ADD MUL DIV   its latency in cycles where the arithmetic has these
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "models/kernel_file/formula.hpp"
#include "sim/device/formula/operator_schedule.hpp"
#include "sim/device/formula/operator_verilog.hpp"

int main(int argc, char** argv) {
  if (argc != 2 && argc != 5) {
    std::fprintf(stderr, "usage: formula_operator FILE [ADD MUL DIV]\n");
    return 2;
  }
  try {
    const stencil::Formula formula = stencil::read_formula_file(argv[1]);
    if (argc == 2) {
      std::fputs(stencil::operator_verilog(formula).c_str(), stdout);
    } else {
      const stencil::ArithmeticLatencies latencies{std::atoll(argv[2]), std::atoll(argv[3]), std::atoll(argv[4])};
      std::printf("%lld\n", static_cast<long long>(stencil::OperatorSchedule(formula).latency().cycles(latencies)));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return std::fflush(stdout) == 0 ? 0 : 2;
}
