// Random AXI4 bursts, legal and at fault, for a memory of any size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>

#include "tests/rtl/support/axi.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

class AxiTraffic {
 public:
  // Bursts of these buffers (numbers of the address map); by default of f 0 and r 0.
  AxiTraffic(std::size_t memory_words, std::size_t bus_words, unsigned id_bits, std::uint64_t seed,
             std::vector<unsigned> buffers = {0, axi_first_r})
      : memory_words_(memory_words),
        bus_words_(bus_words),
        id_bits_(id_bits),
        random_(seed),
        buffers_(std::move(buffers)) {}

  // A burst that lies in a buffer or ends at its end; also unaligned and narrow ones.
  AxiAddress address() {
    AxiAddress at;
    at.id = static_cast<unsigned>(random_.in(0, (1 << id_bits_) - 1));
    at.size = random_.one_in(3) ? static_cast<unsigned>(random_.in(3, full_size())) : full_size();
    // Sometimes near or at the limit of 256.
    at.beats = static_cast<unsigned>(random_.one_in(8) ? random_.in(200, 256) : random_.in(1, 12));
    const auto buffer_bytes = static_cast<std::int64_t>(8 * memory_words_);
    const std::int64_t length_bytes = std::int64_t{at.beats} << at.size;
    if (length_bytes > buffer_bytes) at.beats = static_cast<unsigned>(buffer_bytes >> at.size);
    const std::int64_t start =
        random_.in(0, std::max<std::int64_t>(0, buffer_bytes - (std::int64_t{at.beats} << at.size)));
    const auto choice = static_cast<std::size_t>(random_.in(0, static_cast<std::int64_t>(buffers_.size()) - 1));
    at.address = static_cast<std::uint64_t>(start) + buffers_[choice] * axi_buffer_bytes;
    // With one beat, FIXED is the same as INCR.
    if (at.beats == 1 && random_.one_in(4)) at.burst = axi_fixed;
    return at;
  }

  // A burst that the contract refuses: kind, size or place.
  AxiAddress faulty_address() {
    AxiAddress at = address();
    switch (random_.in(0, 5)) {
      case 0:
        at.burst = axi_wrap;
        break;
      case 1:
        at.burst = axi_fixed;
        at.beats = static_cast<unsigned>(random_.in(2, 16));
        break;
      case 2:
        at.size = static_cast<unsigned>(random_.one_in(2) ? random_.in(full_size() + 1, 7) : random_.in(0, 2));
        break;
      case 3:
        // f 3, r 2 and r 3 never exist.
        at.address = at.address % axi_buffer_bytes +
                     static_cast<std::uint64_t>(random_.one_in(3) ? 3 : random_.in(6, 7)) * axi_buffer_bytes;
        break;
      case 4:
        // Begins after the last word and runs on into the next buffer, or wraps around into f 0.
        at.address = (at.address / axi_buffer_bytes + 1) * axi_buffer_bytes -
                     8 * bus_words_ * static_cast<std::uint64_t>(random_.in(1, 3));
        at.beats = static_cast<unsigned>(random_.in(4, 12));
        at.burst = axi_incr;
        break;
      default:
        // Half of them at the very end of the buffer, partly inside.
        at.address = at.address / axi_buffer_bytes * axi_buffer_bytes + 8 * memory_words_ +
                     8 * static_cast<std::uint64_t>(random_.one_in(2) ? random_.in(-12, 3) : random_.in(0, 1 << 20));
    }
    return at;
  }

  // Data that strobes the words that lie wholly in each beat, without some of them.
  AxiWrite write(const AxiAddress& at) {
    AxiWrite result{at, {}, 0};
    for (unsigned beat = 0; beat < at.beats; ++beat) {
      AxiWriteBeat data;
      for (std::size_t lane = 0; lane < bus_words_; ++lane) data.words.push_back(random_.word());
      data.strobes = whole_words(at, beat);
      if (random_.one_in(6)) data.strobes &= random_word_mask();
      data.last = beat + 1 == at.beats;
      result.data.push_back(data);
    }
    return result;
  }

  // Breaks one rule of a legal write.
  void spoil(AxiWrite& write) {
    AxiWriteBeat& beat = write.data[static_cast<std::size_t>(random_.in(0, write.at.beats - 1))];
    if (random_.one_in(2)) {
      beat.last = !beat.last;
    } else {
      const auto lane = static_cast<std::size_t>(random_.in(0, static_cast<std::int64_t>(bus_words_) - 1));
      beat.strobes &= ~(std::uint64_t{0xff} << 8 * lane);
      beat.strobes |= static_cast<std::uint64_t>(random_.in(1, 0xfe)) << 8 * lane;
    }
  }

  Random& random() { return random_; }
  unsigned full_size() const {
    unsigned size = 3;
    for (std::size_t words = bus_words_; words > 1; words /= 2) ++size;
    return size;
  }

 private:
  std::uint64_t whole_words(const AxiAddress& at, unsigned beat) const {
    const std::uint64_t bus_bytes = 8 * bus_words_;
    const std::uint64_t first = at.beat_address(beat);
    const std::uint64_t size_bytes = std::uint64_t{1} << at.size;
    const std::uint64_t end = first / size_bytes * size_bytes + size_bytes;
    const std::uint64_t container = first / bus_bytes * bus_bytes;
    std::uint64_t strobes = 0;
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (container + 8 * lane >= first && container + 8 * lane + 8 <= end) strobes |= std::uint64_t{0xff} << 8 * lane;
    return strobes;
  }
  std::uint64_t random_word_mask() {
    std::uint64_t mask = 0;
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (random_.one_in(2)) mask |= std::uint64_t{0xff} << 8 * lane;
    return mask;
  }

  std::size_t memory_words_, bus_words_;
  unsigned id_bits_;
  Random random_;
  std::vector<unsigned> buffers_;
};

}  // namespace stencil::test
