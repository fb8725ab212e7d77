// Waves of one device on disk: the FST file and its save file for GTKWave, whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/io/atomic_file.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/app/waves/gtkwave/save_file.hpp"
#include "sim/device/contract/inspection.hpp"

namespace stencil {

// Throws ArgumentError where WaveFile(path) would; for use before a long run. Leaves no file.
void check_waves_writable(const std::string& path);

class WaveFile {
 public:
  // path: "R.fst"; the save file is "R.gtkw". Throws ArgumentError where they cannot be created.
  WaveFile(const std::string& path, const TraceChoice& window);

  // For the device, which writes while it lives.
  Inspection& inspection() { return inspection_; }

  // After the device is gone. Throws ArgumentError: no cycle of the window came, or the disk is full; then neither file
  // appears.
  void commit(const std::optional<WaveMarker>& marker);

  const std::string& path() const { return path_; }
  const std::string& save_path() const { return save_path_; }

 private:
  std::string path_;
  std::string save_path_;
  TraceChoice window_;
  AtomicFile waves_;
  AtomicFile save_;
  Inspection inspection_;
};

}  // namespace stencil
