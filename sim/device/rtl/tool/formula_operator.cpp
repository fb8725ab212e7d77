// formula_operator: what builds of this tree make of kernel files. Users have `stencil-cosim kernel`.
//   formula_operator FILE [points]             the operator in Verilog, on standard output
//   formula_operator FILE ADD MUL DIV          its latency in cycles where the arithmetic has these
//   formula_operator FILE ADD MUL DIV FOLDER [points]   what puts it into a device with these (device_operator.hpp)
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "models/kernel_file/formula.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/device/formula/device_operator.hpp"
#include "sim/device/formula/operator_schedule.hpp"
#include "sim/device/formula/operator_verilog.hpp"
#include "sim/device/formula/points_verilog.hpp"

namespace {

void write(const std::string& folder, const stencil::DeviceFile& file) {
  const std::string path = folder + "/" + file.name;
  std::ofstream out(path, std::ios::binary);
  if (!(out << file.text << std::flush)) throw std::runtime_error(path + " cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  const auto is_points = [&](int word) { return argc > word && std::string(argv[word]) == "points"; };
  if (argc != 2 && !(argc == 3 && is_points(2)) && (argc < 5 || argc > 7)) {
    std::fprintf(stderr, "usage: formula_operator FILE [points | ADD MUL DIV [FOLDER [ARITHMETIC]]]\n");
    return 2;
  }
  try {
    const stencil::Formula formula = stencil::read_formula_file(argv[1]);
    if (argc <= 3) {
      const std::string text = argc == 2 ? stencil::operator_verilog(formula)
                                         : stencil::points_verilog(formula, stencil::operator_module(formula));
      std::fputs(text.c_str(), stdout);
      return std::fflush(stdout) == 0 ? 0 : 2;
    }
    const stencil::ArithmeticLatencies latencies{std::atoll(argv[2]), std::atoll(argv[3]), std::atoll(argv[4])};
    if (argc == 5) {
      std::printf("%lld\n", static_cast<long long>(stencil::OperatorSchedule(formula).latency().cycles(latencies)));
    } else {
      for (const stencil::DeviceFile& file :
           stencil::device_files(formula, stencil::formula_digest(formula), is_points(6)))
        write(argv[5], file);
      write(argv[5], stencil::device_options(formula, latencies));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return std::fflush(stdout) == 0 ? 0 : 2;
}
