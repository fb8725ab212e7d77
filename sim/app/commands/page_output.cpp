// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/page_output.hpp"

#include <filesystem>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {

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

namespace {

template <class Body>
void refusing(const std::string& command, const Body& body) {
  try {
    body();
  } catch (const ArgumentError& error) {
    throw ArgumentError(command + " " + one_line(error.what()));
  }
}

}  // namespace

void check_page_writable(const std::string& command, const std::string& path) {
  refusing(command, [&] { check_writable(path); });
}

void write_page(const std::string& command, const std::string& path, const std::string& text) {
  refusing(command, [&] {
    AtomicFile file(path);
    file.write(text);
    file.commit();
  });
}

}  // namespace stencil
