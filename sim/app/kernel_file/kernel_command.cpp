// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernel_file/kernel_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/kernel_file/kernel_check.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/device/formula/operator_verilog.hpp"

namespace stencil {
namespace {

const std::vector<std::string>& actions() {
  static const std::vector<std::string> all{"check", "verilog"};
  return all;
}

// Wherever a kernel is chosen, its name means that one and not a file.
void refuse_kernel_name(const std::string& file) {
  for (const KernelChoice& kernel : kernels()) {
    if (file == kernel->name())
      throw ArgumentError(fmt::format("'{0}' is the name of a kernel, must be a file: ./{0}", file));
  }
}

Formula formula_of(const std::string& file) {
  refuse_kernel_name(file);
  try {
    return read_formula_file(file);
  } catch (const FormulaError& error) {
    throw ArgumentError(one_line(error.what()));
  }
}

}  // namespace

Command& add_kernel_command(Command& program, KernelOptions& options) {
  Command& kernel = program.add_subcommand("kernel", "Check a kernel file, or write its operator in Verilog");
  kernel
      .add_required_text("ACTION", options.action,
                         "check: print operations, window, latency, area and numbers; verilog: print the operator")
      .one_of(actions());
  kernel.add_required_text("FILE", options.file, "kernel file: a stencil as one formula");
  add_output(kernel, "-o,--output", "FILE", "file to write", "standard output", options.output);
  kernel.add_example("stencil-cosim kernel check heat.stencil", "Is it right, how fast and how large will it be?");
  kernel.add_example("stencil-cosim kernel verilog heat.stencil -o heat_formula_operator.v", "The operator of a point");
  kernel.when_parsed([&options] {
    if (std::find(actions().begin(), actions().end(), options.action) == actions().end())
      throw not_a_choice("kernel", actions(), options.action);
  });
  return kernel;
}

int run_kernel_command(MPI_Comm communicator, const KernelOptions& options) {
  on_root(communicator, [&] {
    const bool to_file = !options.output.empty();
    if (to_file) {
      refuse_same_file("kernel", {options.file}, options.output);
      check_writable(options.output);
    }
    const Formula formula = formula_of(options.file);
    const std::string text = options.action == "check" ? kernel_check_text(formula) : operator_verilog(formula);
    if (to_file) {
      write_output(options.output, text);
    } else {
      print_out(text);
    }
  });
  return exit_ok;
}

}  // namespace stencil
