// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/page_output.hpp"

#include <filesystem>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/run/agree.hpp"

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
  unsigned long length = refusal.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, communicator);
  refusal.resize(length);
  MPI_Bcast(refusal.data(), static_cast<int>(length), MPI_CHAR, 0, communicator);
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

void write_page(const std::string& command, const std::string& path, const std::string& text) {
  try {
    AtomicFile file(path);
    file.write(text);
    file.commit();
  } catch (const ArgumentError& error) {
    throw ArgumentError(command + " " + one_line(error.what()));
  }
}

}  // namespace stencil
