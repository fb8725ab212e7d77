// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/wave_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <stdexcept>

#include "host/base/errors.hpp"
#include "sim/app/waves/gtkwave/fst_file.hpp"

namespace stencil {
namespace {

std::string save_path_of(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".gtkw").string();
}

}  // namespace

void check_waves_writable(const std::string& path) {
  const AtomicFile waves(path);
  const AtomicFile save(save_path_of(path));
}

WaveFile::WaveFile(const std::string& path, const TraceChoice& window)
    : path_(path), save_path_(save_path_of(path)), window_(window), waves_(path), save_(save_path_) {
  inspection_.waves = waves_.temporary_path();
  inspection_.from_cycle = window.from_cycle;
  inspection_.to_cycle = window.to_cycle;
}

void WaveFile::commit(const std::optional<WaveMarker>& marker) {
  std::error_code none;
  if (std::filesystem::file_size(waves_.temporary_path(), none) == 0)
    throw ArgumentError(fmt::format("{}: --trace is {}: the device has not run these cycles", path_, text_of(window_)));
  try {
    const FstFile written(waves_.temporary_path(), path_);
    save_.write(
        save_text(std::filesystem::path(path_).filename().string(), written.signals(), written.begin_ns(), marker));
    waves_.commit();
    save_.commit();
  } catch (const std::runtime_error& error) {
    throw ArgumentError(error.what());
  }
}

}  // namespace stencil
