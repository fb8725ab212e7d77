// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/shared_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/stages/nesting.hpp"

namespace stencil {
namespace {

// Words of an array, below 2^60, so that its bytes fit in 63 bits.
std::int64_t words_of(const std::string& name, const double* host, std::int64_t rows, std::int64_t cols) {
  constexpr std::int64_t most_words = (std::int64_t{1} << 60) - 1;
  check_range(fmt::format("{}: rows", name).c_str(), rows, 0, most_words);
  check_range(fmt::format("{}: cols", name).c_str(), cols, 1, rows == 0 ? most_words : most_words / rows);
  if (rows > 0) check_pointer(fmt::format("{}: host address", name).c_str(), host, "rows x cols doubles");
  return rows * cols;
}

Place place_in(const DeviceSlot& slot, const std::string& name, std::int64_t words, Contents contents) {
  Place place = slot.place();
  if (words > 0) check_range(fmt::format("{}: words", name).c_str(), words, 1, place.length_words, slot.name().c_str());
  place.length_words = words;
  if (contents == Contents::device || contents == Contents::both) {
    throw ArgumentError(
        fmt::format("{}: contents are on the device, must be on the host or none: it has no place there "
                    "before it enters {}",
                    name, slot.name()));
  }
  return place;
}

}  // namespace

SharedArray::SharedArray(DeviceMemory& memory, const std::string& name, double* host, std::int64_t rows,
                         std::int64_t cols, Bank bank, int buffer, std::int64_t offset_words, Contents contents)
    : SharedDatum(name, contents, rows),
      memory_(memory),
      host_(host),
      cols_(cols),
      place_{bank, buffer, offset_words, words_of(name, host, rows, cols)},
      device_claim_(std::in_place, memory, name, place_),
      host_claim_(name, host, place_.length_words) {}

SharedArray::SharedArray(DeviceSlot& slot, const std::string& name, double* host, std::int64_t rows, std::int64_t cols,
                         Contents contents)
    : SharedDatum(name, contents, rows),
      memory_(slot.memory()),
      slot_(&slot),
      host_(host),
      cols_(cols),
      place_(place_in(slot, name, words_of(name, host, rows, cols), contents)),
      slot_use_(std::in_place, slot.users(), name),
      host_claim_(name, host, place_.length_words) {}

SharedArray::~SharedArray() {
  end_company();  // which may be copying it
  if (slot_ != nullptr) slot_->forget(*this);
}

Place SharedArray::place_of(const RowRange& rows) const {
  if (rows.first < 0 || rows.last < rows.first || rows.last > this->rows()) {
    throw ArgumentError(fmt::format("{}: rows [{}, {}) are copied, must be rows first <= last of [0, {})", name(),
                                    rows.first, rows.last, this->rows()));
  }
  if (!on_device()) {
    throw ArgumentError(
        fmt::format("{}: rows [{}, {}) are copied, must be on the device: another datum has the place {}", name(),
                    rows.first, rows.last, slot_->name()));
  }
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
