// AXI4 bursts as data, and their results by the device contract.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil::test {

constexpr unsigned axi_okay = 0, axi_slverr = 2;
constexpr unsigned axi_fixed = 0, axi_incr = 1, axi_wrap = 2;
// Buffer numbers of the address map, for 32 address bits: f 0 .. 3, r 4 .. 7.
constexpr std::uint64_t axi_buffer_bytes = std::uint64_t{1} << 29;
constexpr unsigned axi_first_r = 4, axi_regions = 8, axi_r_buffers = 2;

struct AxiAddress {
  std::uint64_t address = 0;  // byte address
  unsigned id = 0;
  unsigned beats = 1;  // 1..256
  unsigned size = 3;   // log2 of the bytes of a beat
  unsigned burst = axi_incr;
  std::uint64_t buffer_bytes = axi_buffer_bytes;

  // Byte address of a beat: the first as given, the rest aligned to the size.
  std::uint64_t beat_address(unsigned beat) const {
    if (burst == axi_fixed) return address;
    const std::uint64_t size_bytes = std::uint64_t{1} << size;
    return beat == 0 ? address : (address / size_bytes + beat) * size_bytes;
  }
  // A burst belongs to the buffer of its first address.
  unsigned buffer() const { return static_cast<unsigned>(address / buffer_bytes % axi_regions); }
  // A beat past the end of that buffer, even if its address has wrapped around to it again.
  bool strayed(unsigned beat) const { return beat_address(beat) / buffer_bytes != address / buffer_bytes; }
  // Kinds of burst that neither the memory nor the contract defines.
  bool refused(std::size_t bus_words) const {
    return size < 3 || (std::uint64_t{1} << size) > 8 * bus_words ||
           !(burst == axi_incr || (burst == axi_fixed && beats == 1));
  }
};

struct AxiWriteBeat {
  std::vector<std::uint64_t> words;  // all lanes of the bus
  std::uint64_t strobes = 0;         // one bit per byte
  bool last = false;
  int delay_cycles = 0;  // cycles it is offered after its turn
};

struct AxiWrite {
  AxiAddress at;
  std::vector<AxiWriteBeat> data;
  int address_delay_cycles = 0;
};

// The expected contents of the buffers after each burst.
class AxiMemoryModel {
 public:
  using Buffer = std::vector<std::uint64_t>;

  AxiMemoryModel(std::size_t memory_words, std::size_t bus_words, unsigned f_buffers = 2)
      : memory_words_(memory_words), bus_words_(bus_words) {
    for (unsigned number = 0; number < axi_regions; ++number)
      if (number < axi_first_r ? number < f_buffers : number - axi_first_r < axi_r_buffers) {
        numbers_.push_back(number);
        buffers_[number].resize(memory_words);
      }
  }

  // Returns the response.
  unsigned write(const AxiWrite& write) {
    bool fault = false;
    for (unsigned beat = 0; beat < write.at.beats; ++beat)
      if (!write_beat(write.at, beat, write.data.at(beat))) fault = true;
    return fault ? axi_slverr : axi_okay;
  }

  struct ReadBeat {
    std::vector<std::uint64_t> words;  // valid if the response is OKAY
    unsigned response;
  };
  ReadBeat read(const AxiAddress& at, unsigned beat) const {
    const std::size_t word = first_word(at, beat);
    ReadBeat result{std::vector<std::uint64_t>(bus_words_), axi_okay};
    if (at.refused(bus_words_) || !exists(at.buffer()) || at.strayed(beat) || word >= memory_words_) {
      result.response = axi_slverr;
      return result;
    }
    for (std::size_t lane = 0; lane < bus_words_ && word + lane < memory_words_; ++lane)
      result.words[lane] = buffers_[at.buffer()][word + lane];
    return result;
  }

  std::size_t memory_words() const { return memory_words_; }
  // The buffers that exist.
  const std::vector<unsigned>& numbers() const { return numbers_; }
  bool exists(unsigned number) const { return !buffers_.at(number).empty(); }
  Buffer& buffer(unsigned number) { return buffers_.at(number); }
  Buffer& f(unsigned buffer = 0) { return buffers_.at(buffer); }
  Buffer& r(unsigned buffer = 0) { return buffers_.at(axi_first_r + buffer); }

 private:
  // Index of the word in lane 0 of a beat.
  std::size_t first_word(const AxiAddress& at, unsigned beat) const {
    return static_cast<std::size_t>(at.beat_address(beat) % at.buffer_bytes / 8 / bus_words_ * bus_words_);
  }

  bool write_beat(const AxiAddress& at, unsigned beat, const AxiWriteBeat& data) {
    const std::size_t word = first_word(at, beat);
    const bool nowhere = !exists(at.buffer()) || at.strayed(beat);
    if (at.refused(bus_words_) || data.last != (beat + 1 == at.beats)) return false;
    for (std::size_t lane = 0; lane < bus_words_; ++lane) {
      const std::uint64_t strobe = data.strobes >> 8 * lane & 0xff;
      if (strobe != 0 && (strobe != 0xff || nowhere || word + lane >= memory_words_)) return false;
    }
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (data.strobes >> 8 * lane & 1) buffers_[at.buffer()][word + lane] = data.words[lane];
    return true;
  }

  std::size_t memory_words_, bus_words_;
  std::vector<unsigned> numbers_;
  std::vector<Buffer> buffers_ = std::vector<Buffer>(axi_regions);
};

}  // namespace stencil::test
