// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/sweeps/sweep_choice.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/io/kernel_file_name.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/choices.hpp"

namespace stencil {

void choose_sweep_kernel(const std::string& text, SweepChoice& choice, const SweepKernel*& kernel,
                         AcceleratorOptions& device) {
  choice.named = !names_kernel_file(text);
  if (!choice.named) {
    choice.file.read(text);
    choice.kernel = &choice.file;
    device.formula = choice.file.formula();
  } else {
    choice.kernel = &sweep_kernel_named("--kernel", text);
  }
  kernel = choice.kernel;
}

void add_number_option(Command& command, SweepChoice& choice) {
  command
      .add_repeated(number_option_name, "NAME=VALUE", number_option_about, "as in the file",
                    [&choice](const std::string& text) { choice.file.give(text); })
      .needed_seldom();
}

void add_sweep_choice(Command& command, SweepChoice& choice, const SweepKernel*& kernel, AcceleratorOptions& device) {
  command
      .add_option(
          "--kernel", "NAME", fmt::format("{}; {}", alternatives(names_of(sweep_kernels())), about_kernel_files),
          choice.kernel->name(), [&](const std::string& text) { choose_sweep_kernel(text, choice, kernel, device); })
      .one_of(names_of(sweep_kernels()));
  add_number_option(command, choice);
}

void agree_on_choice(MPI_Comm communicator, const SweepChoice& choice) {
  const bool from_file = choice.kernel == &choice.file;
  agree(communicator, [&] {
    if (from_file) choice.file.check_file();
    if (choice.named)
      refuse_file_of_kernel_name(fmt::format("--kernel is '{}'", choice.kernel->name()), choice.kernel->name());
    if (!from_file && choice.file.has_numbers()) {
      throw ArgumentError(fmt::format("{} must not be given with --kernel {}: {}", number_option_name,
                                      choice.kernel->name(), no_named_numbers));
    }
  });
  choice.kernel->agree_between(communicator);
}

}  // namespace stencil
