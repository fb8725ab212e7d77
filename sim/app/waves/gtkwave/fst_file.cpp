// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/gtkwave/fst_file.hpp"

#include <fmt/core.h>
#include <gtkwave/fstapi.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace stencil {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw std::runtime_error(fmt::format("{}: waves are not whole: no space left on device?", name));
}

// Whether the blocks of the file, each a byte of type and the length of all but that byte, end where the file ends.
// The reader itself trusts them.
bool blocks_are_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto bytes = static_cast<std::uint64_t>(in.tellg());
  std::uint64_t at = 0;
  bool header = false;
  bool geometry = false;
  while (in && at < bytes) {
    std::array<unsigned char, 9> head{};
    in.seekg(static_cast<std::streamoff>(at));
    if (!in.read(reinterpret_cast<char*>(head.data()), head.size())) return false;
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < head.size(); ++i) length = length << 8 | head[i];
    if (length < 8 || length > bytes - at) return false;
    header = header || head[0] == FST_BL_HDR;
    geometry = geometry || head[0] == FST_BL_GEOM;
    at += 1 + length;
  }
  return at == bytes && header && geometry;
}

// "data [63:0]" is data[63:0] for GTKWave.
std::string without_blanks(std::string name) {
  const std::size_t blank = name.find(" [");
  if (blank != std::string::npos) name.erase(blank, 1);
  return name;
}

}  // namespace

FstFile::FstFile(const std::string& path, const std::string& name) : reader_(nullptr) {
  const std::string shown = name.empty() ? path : name;
  if (!blocks_are_whole(path)) refuse(shown);
  reader_ = fstReaderOpen(path.c_str());
  if (reader_ == nullptr) refuse(shown);
  read_signals(shown);
}

FstFile::~FstFile() {
  if (reader_ != nullptr) fstReaderClose(reader_);
}

void FstFile::read_signals(const std::string& name) {
  std::vector<std::string> scopes;
  fstReaderIterateHierRewind(reader_);
  while (const fstHier* const entry = fstReaderIterateHier(reader_)) {
    if (entry->htyp == FST_HT_SCOPE) {
      scopes.push_back((scopes.empty() ? "" : scopes.back() + ".") + entry->u.scope.name);
    } else if (entry->htyp == FST_HT_UPSCOPE && !scopes.empty()) {
      scopes.pop_back();
    } else if (entry->htyp == FST_HT_VAR) {
      const auto& var = entry->u.var;
      WaveSignal signal;
      signal.path = (scopes.empty() ? "" : scopes.back() + ".") + without_blanks(var.name);
      signal.bits = var.length;
      signal.input = var.direction == FST_VD_INPUT;
      signal.output = var.direction == FST_VD_OUTPUT;
      signal.parameter = var.typ == FST_VT_VCD_PARAMETER;
      signal.handle = var.handle;
      signals_.push_back(std::move(signal));
    }
  }
  if (signals_.empty() || signals_.size() != fstReaderGetVarCount(reader_)) {
    fstReaderClose(reader_);
    reader_ = nullptr;
    refuse(name);
  }
}

std::uint64_t FstFile::begin_ns() const {
  return fstReaderGetStartTime(reader_);
}

std::uint64_t FstFile::end_ns() const {
  return fstReaderGetEndTime(reader_);
}

void FstFile::changes(
    const std::vector<std::uint32_t>& handles,
    const std::function<void(std::uint64_t ns, std::uint32_t handle, const std::string& value)>& seen) const {
  fstReaderClrFacProcessMaskAll(reader_);
  for (const std::uint32_t handle : handles) fstReaderSetFacProcessMask(reader_, handle);
  using Seen = std::remove_reference_t<decltype(seen)>;
  fstReaderIterBlocks(
      reader_,
      [](void* user, std::uint64_t ns, fstHandle handle, const unsigned char* value) {
        (*static_cast<Seen*>(user))(ns, handle, reinterpret_cast<const char*>(value));
      },
      const_cast<void*>(static_cast<const void*>(&seen)), nullptr);
}

}  // namespace stencil
