// AXI4 bursts as data, and what the device contract says must come of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil::test {

constexpr unsigned axi_okay = 0, axi_slverr = 2;
constexpr unsigned axi_fixed = 0, axi_incr = 1, axi_wrap = 2;
constexpr std::uint64_t axi_base_r = std::uint64_t{1} << 31;

struct AxiAddress {
  std::uint64_t address = 0;  // byte address
  unsigned id = 0;
  unsigned beats = 1;  // 1..256
  unsigned size = 3;   // log2 of the bytes of a beat
  unsigned burst = axi_incr;

  // Byte address of a beat: the first as given, the rest aligned to the size.
  std::uint64_t beat_address(unsigned beat) const {
    if (burst == axi_fixed) return address;
    const std::uint64_t size_bytes = std::uint64_t{1} << size;
    return beat == 0 ? address : (address / size_bytes + beat) * size_bytes;
  }
  // Neither memory nor contract knows what to do with it.
  bool refused(std::size_t bus_words) const {
    return (std::uint64_t{1} << size) > 8 * bus_words || !(burst == axi_incr || (burst == axi_fixed && beats == 1));
  }
};

struct AxiWriteBeat {
  std::vector<std::uint64_t> words;  // all lanes of the bus
  std::uint64_t strobes = 0;         // one bit a byte
  bool last = false;
  int delay_cycles = 0;  // offered that long after its turn
};

struct AxiWrite {
  AxiAddress at;
  std::vector<AxiWriteBeat> data;
  int address_delay_cycles = 0;
};

// Banks f and r as they must be after each burst.
class AxiMemoryModel {
 public:
  AxiMemoryModel(std::size_t memory_words, std::size_t bus_words)
      : memory_words_(memory_words), bus_words_(bus_words), banks_{Bank(memory_words), Bank(memory_words)} {}

  // Returns the response.
  unsigned write(const AxiWrite& write) {
    bool fault = false;
    for (unsigned beat = 0; beat < write.at.beats; ++beat)
      if (!write_beat(write.at, beat, write.data.at(beat))) fault = true;
    return fault ? axi_slverr : axi_okay;
  }

  struct ReadBeat {
    std::vector<std::uint64_t> words;  // meaningful where OKAY
    unsigned response;
  };
  ReadBeat read(const AxiAddress& at, unsigned beat) const {
    const std::size_t word = first_word(at.beat_address(beat));
    ReadBeat result{std::vector<std::uint64_t>(bus_words_), axi_okay};
    if (at.refused(bus_words_) || word >= memory_words_) {
      result.response = axi_slverr;
      return result;
    }
    for (std::size_t lane = 0; lane < bus_words_ && word + lane < memory_words_; ++lane)
      result.words[lane] = bank(at.beat_address(beat))[word + lane];
    return result;
  }

  using Bank = std::vector<std::uint64_t>;
  std::size_t memory_words() const { return memory_words_; }
  Bank& f() { return banks_[0]; }
  Bank& r() { return banks_[1]; }

 private:
  // Word of lane 0 of the beat that holds an address.
  std::size_t first_word(std::uint64_t address) const {
    return static_cast<std::size_t>(address % axi_base_r / 8 / bus_words_ * bus_words_);
  }
  const Bank& bank(std::uint64_t address) const { return banks_[address >= axi_base_r ? 1 : 0]; }

  bool write_beat(const AxiAddress& at, unsigned beat, const AxiWriteBeat& data) {
    const std::uint64_t address = at.beat_address(beat);
    const std::size_t word = first_word(address);
    if (at.refused(bus_words_) || data.last != (beat + 1 == at.beats)) return false;
    for (std::size_t lane = 0; lane < bus_words_; ++lane) {
      const std::uint64_t strobe = data.strobes >> 8 * lane & 0xff;
      if (strobe != 0 && (strobe != 0xff || word + lane >= memory_words_)) return false;
    }
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (data.strobes >> 8 * lane & 1) banks_[address >= axi_base_r ? 1 : 0][word + lane] = data.words[lane];
    return true;
  }

  std::size_t memory_words_, bus_words_;
  std::array<Bank, 2> banks_;
};

}  // namespace stencil::test
