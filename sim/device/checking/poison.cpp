// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/poison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/platform/bursts.hpp"

namespace stencil {
namespace {

using namespace contract;

constexpr std::int64_t most_beats = 256;
constexpr std::int64_t piece_bytes = 8 * 65536;

std::int64_t buffers_of(const Capabilities& shape) {
  return shape.f_buffers + shape.r_buffers;
}

// use(f or r, buffer, address of its word 0).
template <class Use>
void for_each_buffer(const Capabilities& shape, const Use& use) {
  for (const Bank bank : {Bank::f, Bank::r}) {
    const std::int64_t buffers = bank == Bank::f ? shape.f_buffers : shape.r_buffers;
    for (int buffer = 0; buffer < buffers; ++buffer)
      use(bank, buffer, (bank == Bank::f ? base_f : base_r) + static_cast<std::uint64_t>(buffer) * buffer_stride);
  }
}

std::vector<double> poison_words(std::uint64_t address, std::int64_t count) {
  std::vector<double> words(static_cast<std::size_t>(count));
  for (double& word : words) {
    word = from_bits(poison_at(static_cast<std::uint32_t>(address)));
    address += sizeof word;
  }
  return words;
}

}  // namespace

std::optional<std::string> poison_text(std::uint64_t bits) {
  if ((bits & ~std::uint64_t{0xffffffff}) != poison_base || bits % 8 != 0) return std::nullopt;
  const std::uint64_t address = bits & 0xffffffff;
  const bool r = address >= base_r;
  const std::uint64_t in_bank = r ? address - base_r : address;
  return fmt::format("word {} of {} buffer {} before the first load", in_bank % buffer_stride / 8, r ? 'r' : 'f',
                     in_bank / buffer_stride);
}

void poison(Device& device, const Capabilities& shape, std::int64_t words, const Poisoned& poisoned) {
  const std::int64_t count = std::min(words, shape.memory_words);
  const std::int64_t beat_bytes = device.data_bits() / 8;
  std::int64_t before = 0;
  for_each_buffer(shape, [&](Bank, int, std::uint64_t first) {
    std::vector<double> values = poison_words(first, count);
    auto* const host = reinterpret_cast<unsigned char*>(values.data());
    for (std::int64_t done = 0; done < 8 * count;) {
      const std::int64_t end = std::min(8 * count, done + piece_bytes);
      while (done < end) {
        Burst burst;
        burst.address = first + static_cast<std::uint64_t>(done);
        burst.host = host + done;
        const std::int64_t bytes = burst_bytes(burst.address, end - done, beat_bytes, most_beats);
        burst.length_words = bytes / 8;
        device.post(burst);
        done += bytes;
      }
      WaitFor loaded;
      loaded.bursts = true;
      device.run(loaded);
      if (poisoned) poisoned(before + done / 8, count * buffers_of(shape));
    }
    before += count;
  });
  device.reset();
}

void poison(LocalMemory& memory, const Capabilities& shape, std::int64_t words, const Poisoned& poisoned) {
  const std::int64_t count = std::min(words, shape.memory_words);
  std::int64_t done = 0;
  for_each_buffer(shape, [&](Bank bank, int buffer, std::uint64_t first) {
    const auto array = bank == Bank::f ? LocalMemory::Array::f : LocalMemory::Array::r;
    memory.load(array, buffer, 0, poison_words(first, count).data(), count);
    done += count;
    if (poisoned && count > 0) poisoned(done, count * buffers_of(shape));
  });
}

}  // namespace stencil
