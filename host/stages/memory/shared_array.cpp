// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

void check_shape(const std::string& name, const double* host, std::int64_t rows, std::int64_t cols) {
  check_range(fmt::format("{}: rows", name).c_str(), rows, 1);
  check_range(fmt::format("{}: cols", name).c_str(), cols, 1, no_upper_end / rows);
  check_pointer(fmt::format("{}: host address", name).c_str(), host, "rows x cols doubles");
}

}  // namespace

SharedArray::SharedArray(DeviceMemory& memory, const std::string& name, double* host, std::int64_t rows,
                         std::int64_t cols, Bank bank, int buffer, std::int64_t offset_words, Contents contents)
    : SharedDatum(name, contents, rows), memory_(memory), host_(host), cols_(cols) {
  check_shape(name, host, rows, cols);
  place_ = {bank, buffer, offset_words, rows * cols};
  memory_.claim(name, place_);
}

SharedArray::SharedArray(DeviceSlot& slot, const std::string& name, double* host, std::int64_t rows, std::int64_t cols,
                         Contents contents)
    : SharedDatum(name, contents, rows), memory_(slot.memory()), slot_(&slot), host_(host), cols_(cols) {
  check_shape(name, host, rows, cols);
  place_ = slot.place();
  check_range(fmt::format("{}: words", name).c_str(), rows * cols, 1, place_.length_words, slot.name().c_str());
  place_.length_words = rows * cols;
  if (contents == Contents::device || contents == Contents::both) {
    throw ArgumentError(
        fmt::format("{}: contents are on the device, must be on the host or none: it has no place there "
                    "before it enters {}",
                    name, slot.name()));
  }
}

SharedArray::~SharedArray() {
  if (slot_ == nullptr) {
    memory_.release(name());
  } else {
    slot_->forget(*this);
  }
}

Place SharedArray::place_of(const RowRange& rows) const {
  return {place_.bank, place_.buffer, place_.offset_words + rows.first * cols_, rows.rows() * cols_};
}

void SharedArray::copyRowsToDevice(const RowRange& rows) {
  batch_ = memory_.load(place_of(rows), host_ + rows.first * cols_);
}

void SharedArray::copyRowsFromDevice(const RowRange& rows) {
  batch_ = memory_.store(place_of(rows), host_ + rows.first * cols_);
}

void SharedArray::settle() {
  const DeviceMemory::Batch batch = std::exchange(batch_, 0);  // a lost batch is reported once
  memory_.settle();
  if (memory_.lost(batch)) throw DeviceError(fmt::format("{}: a copy was lost when the device failed", name()));
}

void SharedArray::peek(Side side, const RowRange& rows, double* words) {
  if (side == Side::host) {
    std::copy_n(host_ + rows.first * cols_, rows.rows() * cols_, words);
    return;
  }
  memory_.store(place_of(rows), words);
  memory_.settle();
}

void SharedArray::poke(Side side, const RowRange& rows, const double* words) {
  if (side == Side::host) {
    std::copy_n(words, rows.rows() * cols_, host_ + rows.first * cols_);
    return;
  }
  memory_.load(place_of(rows), words);
  memory_.settle();
}

void SharedArray::enter_device(StageObserver* observer) {
  if (slot_ != nullptr) slot_->enter(*this, observer);
}

std::int64_t SharedArray::bytes(const RowRange& rows) const {
  return rows.rows() * cols_ * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace stencil
