// Reads waves (FST) back: their signals, and values of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencil {

struct WaveSignal {
  std::string path;  // scopes and name, separated by dots, with the bits as GTKWave shows them: "TOP.accel.data[63:0]"
  std::int64_t bits = 1;
  bool input = false;
  bool output = false;
  bool parameter = false;
  std::uint32_t handle = 0;  // the same for signals that are one net

  bool port() const { return input || output; }
};

class FstFile {
 public:
  // Throws std::runtime_error for a file that is not whole, as one written to a full disk.
  // name: of the file in that text; empty: path.
  explicit FstFile(const std::string& path, const std::string& name = "");
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  ~FstFile();

  const std::vector<WaveSignal>& signals() const { return signals_; }  // in the order of the hierarchy
  std::uint64_t begin_ns() const;
  std::uint64_t end_ns() const;
  // The changes of some signals in the order of time, as text of 0, 1, x and z, highest bit first.
  void changes(const std::vector<std::uint32_t>& handles,
               const std::function<void(std::uint64_t ns, std::uint32_t handle, const std::string& value)>& seen) const;

 private:
  void read_signals(const std::string& name);

  void* reader_;
  std::vector<WaveSignal> signals_;
};

}  // namespace stencil
