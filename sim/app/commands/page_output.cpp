// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/page_output.hpp"

#include <filesystem>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

// Puts the command before what `work` refuses.
template <class Work>
void naming(const std::string& command, const Work& work) {
  try {
    work();
  } catch (const ArgumentError& error) {
    throw ArgumentError(command + " " + one_line(error.what()));
  }
}

}  // namespace

void on_root(MPI_Comm communicator, const std::function<void()>& work) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  std::string refusal;
  agree(communicator, [&] {
    if (rank != 0) return;
    try {
      work();
    } catch (const ArgumentError& error) {
      refusal = error.what();
    }
  });
  share_text(communicator, refusal);
  agree(communicator, [&] {
    if (!refusal.empty()) throw ArgumentError(refusal);
  });
}

void refuse_same_file(const std::string& command, const std::vector<std::string>& inputs, const std::string& output) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (input.empty() || !std::filesystem::equivalent(input, output, ignored)) continue;
    throw ArgumentError(command + " " + one_line(input) + ": --output is the same file, which would be overwritten");
  }
}

void check_page(const std::string& command, const std::vector<std::string>& inputs, const std::string& output) {
  refuse_same_file(command, inputs, output);
  naming(command, [&] { check_writable(output); });
}

void write_page(const std::string& command, const std::string& path, const std::string& text) {
  naming(command, [&] { write_output(path, text); });
}

}  // namespace stencil
