// Which data unsynchronised bursts and commands may see of one another, by the contract's rules of the interlock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/rtl/support/accel_bench.hpp"

namespace stencil::test {

// Watches the pins of a bench whose job does not change, from a time at which nothing is under way. Bursts must be
// legal, lie in one buffer and strobe whole words; commands legal Jacobi sweeps without above and below.
//
// The order is that at the pins: a write beat takes effect when it is accepted, a command when it finishes, since
// nothing else may touch its buffers from the cycle after it was written. Each word of a read burst had its value at
// some time between the offer of the address and its beat on R, and all words are from before or all from after each
// command on the buffer.
class InterlockReference {
 public:
  InterlockReference(AccelBench& bench, std::int64_t cols, std::int64_t niter, std::size_t bus_words)
      : bench_(bench), cols_(cols), niter_(niter), bus_words_(bus_words) {
    finished_before_ = bench.finished().size();
    for (const unsigned number : bench.memory().numbers()) {
      std::vector<Word>& words = history_[number];
      for (const std::uint64_t value : bench.memory().buffer(number)) words.push_back({{0, value}});
    }
  }

  // Bursts and commands that the bench posts, in the order of each kind. It writes no other register, and the next
  // command only after the answer to this one.
  void post(const AxiWrite& write) {
    writes_.push_back({write, 0});
    bench_.writes().post(write);
  }
  void post(const AxiAddress& read) {
    reads_.push_back({read, 0, {}, 0});
    bench_.reads().post(read);
  }
  void post(const AccelCommand& command) {
    commands_.push_back({command, 0, 0, 0});
    bench_.post(command);
  }
  std::size_t commands_finished() const { return bench_.finished().size() - finished_before_; }
  // The first rule that was broken; empty if there is none.
  const std::string& complaint() const { return complaint_; }

  // Call it in every cycle, after inputs and outputs have settled.
  void watch() {
    AccelPins& pins = bench_.pins();
    const std::int64_t now = bench_.cycles();
    if (pins.s_axil_awvalid || pins.s_axil_wvalid) {
      Command& command = commands_.at(written_);
      if (command.offered == 0) command.offered = now;
    }
    if (pins.s_axil_bvalid && pins.s_axil_bready) commands_.at(written_++).answered = now;
    watch_reads(pins, now);
    if (pins.s_axi_awvalid && writes_.at(write_addresses_).offered == 0) writes_[write_addresses_].offered = now;
    if (pins.s_axi_awvalid && pins.s_axi_awready) ++write_addresses_;
    if (pins.s_axi_wvalid && pins.s_axi_wready) take_beat(now);
    if (pins.perf_finished) finish(now);
  }

  // Call it at the end: checks all reads, and writes the expected buffers into the bench's model.
  void check_reads() {
    for (std::size_t i = 0; i < reads_.size() && complaint_.empty(); ++i) check_read(i);
    for (const auto& [number, words] : history_)
      for (std::size_t word = 0; word < words.size(); ++word)
        bench_.memory().buffer(number)[word] = words[word].rbegin()->second;
  }
  // Reads that saw a command that was unfinished when they were offered, and reads offered during a command that saw
  // the words before it.
  int reads_after_a_wait() const { return after_a_wait_; }
  int reads_before_a_command() const { return before_a_command_; }

 private:
  using Word = std::map<std::int64_t, std::uint64_t>;  // value by the first cycle in which it is there
  struct Command {
    AccelCommand command;
    std::int64_t offered, answered, finished;  // cycles; 0: not yet
    bool uses(unsigned number) const {
      return number < axi_first_r ? number == command.f_buffer : number - axi_first_r == command.r_buffer;
    }
  };
  struct Write {
    AxiWrite burst;
    std::int64_t offered;
  };
  struct Read {
    AxiAddress at;
    std::int64_t offered;
    std::vector<std::int64_t> beats;  // cycles
    std::size_t first_beat;           // its number among all beats of the master
  };

  void complain(const std::string& what, std::int64_t now) {
    if (complaint_.empty()) complaint_ = what + ", cycle " + std::to_string(now);
  }

  void watch_reads(AccelPins& pins, std::int64_t now) {
    if (pins.s_axi_arvalid && reads_.at(addresses_).offered == 0) reads_[addresses_].offered = now;
    if (pins.s_axi_arvalid && pins.s_axi_arready) ++addresses_;
    if (!pins.s_axi_rvalid || !pins.s_axi_rready) return;
    Read& read = reads_.at(answered_);
    if (read.beats.empty()) read.first_beat = bench_.reads().beats().size() - 1;
    read.beats.push_back(now);
    if (read.beats.size() == read.at.beats) ++answered_;
  }

  void take_beat(std::int64_t now) {
    const AxiWrite& write = writes_.at(written_bursts_).burst;
    const unsigned number = write.at.buffer();
    const std::int64_t offered = writes_[written_bursts_].offered;
    if (beat_ == 0)
      for (const Command& command : commands_)
        if (command.answered > 0 && command.answered < offered && command.finished == 0 && command.uses(number))
          complain("a write burst began on buffer " + std::to_string(number) + ", which a command has", now);
    const AxiWriteBeat& data = write.data[beat_];
    const std::size_t first = write.at.beat_address(beat_) % axi_buffer_bytes / 8 / bus_words_ * bus_words_;
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (data.strobes >> 8 * lane & 1) history_[number][first + lane][now] = data.words[lane];
    if (++beat_ < write.at.beats) return;
    beat_ = 0;
    ++written_bursts_;
  }

  void finish(std::int64_t now) {
    if (ended_ == commands_.size()) return complain("a command finished that was not written", now);
    Command& command = commands_.at(ended_++);
    command.finished = now;
    const auto rows = static_cast<std::int64_t>(command.command.rows);
    const auto words = static_cast<std::size_t>(rows * cols_);
    std::vector<Word>& f = history_[command.command.f_buffer];
    const std::vector<Word>& r = history_[axi_first_r + command.command.r_buffer];
    Words f_words, r_words;
    for (std::size_t word = 0; word < words; ++word) {
      f_words.push_back(f[word].rbegin()->second);
      r_words.push_back(r[word].rbegin()->second);
    }
    const Words result = swept(f_words, r_words, rows, cols_, niter_, Weights());
    for (std::size_t word = 0; word < words; ++word) f[word][now] = result[word];
  }

  // Whether `value` was there at some time from `begin` to `end`.
  static bool was_there(const Word& word, std::uint64_t value, std::int64_t begin, std::int64_t end) {
    if (begin > end) return false;
    auto place = word.upper_bound(begin);
    if (place != word.begin()) --place;
    for (; place != word.end() && place->first <= end; ++place)
      if (place->second == value) return true;
    return false;
  }

  bool agrees(const Read& read, std::int64_t from, std::int64_t to) const {
    const std::vector<Word>& words = history_.at(read.at.buffer());
    for (unsigned beat = 0; beat < read.at.beats; ++beat) {
      const auto& got = bench_.reads().beats()[read.first_beat + beat];
      const std::size_t first = read.at.beat_address(beat) % axi_buffer_bytes / 8 / bus_words_ * bus_words_;
      for (std::size_t lane = 0; lane < bus_words_ && first + lane < words.size(); ++lane)
        if (!was_there(words[first + lane], got.words[lane], std::max(from, read.offered),
                       std::min(to, read.beats[beat])))
          return false;
    }
    return true;
  }

  // The commands on its buffer cut time into stretches; a burst lies in one of them.
  void check_read(std::size_t number) {
    const Read& read = reads_[number];
    std::vector<const Command*> its_own;
    for (const Command& command : commands_)
      if (command.command.f_buffer == read.at.buffer()) its_own.push_back(&command);
    for (std::size_t seen = 0; seen <= its_own.size(); ++seen) {
      // Offered after the answer to COMMAND: the read must see the command.
      if (seen < its_own.size() && read.offered > its_own[seen]->answered) continue;
      // On R before COMMAND was offered: the read cannot see it.
      if (seen > 0 && read.beats[0] < its_own[seen - 1]->offered) break;
      const std::int64_t from = seen > 0 ? its_own[seen - 1]->finished : 0;
      const std::int64_t to = seen < its_own.size() ? its_own[seen]->finished - 1 : bench_.cycles();
      if (!agrees(read, from, to)) continue;
      after_a_wait_ += from > read.offered;
      before_a_command_ += seen < its_own.size() && its_own[seen]->answered <= read.beats.back();
      return;
    }
    complain("read burst " + std::to_string(number) + " of buffer " + std::to_string(read.at.buffer()) +
                 " brought what was never there at once",
             read.beats[0]);
  }

  AccelBench& bench_;
  std::int64_t cols_, niter_;
  std::size_t bus_words_;
  std::map<unsigned, std::vector<Word>> history_;
  std::vector<Write> writes_;
  std::vector<Read> reads_;
  std::vector<Command> commands_;
  std::size_t written_ = 0, ended_ = 0, addresses_ = 0, answered_ = 0, written_bursts_ = 0, write_addresses_ = 0,
              finished_before_ = 0;
  unsigned beat_ = 0;
  int after_a_wait_ = 0, before_a_command_ = 0;
  std::string complaint_;
};

}  // namespace stencil::test
