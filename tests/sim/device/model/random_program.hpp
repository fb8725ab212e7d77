// Random legal calls to an accelerator: any shapes, buffers and dependencies that keep buffers apart.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil::test {

struct ProgramCall {
  enum class Kind { load, store, sweep, tile, wait } kind = Kind::wait;
  Place place;                 // target of a load or store
  std::int64_t host_word = 0;  // word in the program's host memory
  SweepCommand command;
  TileCommand tile;
  std::vector<std::size_t> after;  // numbers of earlier calls
};

// Loads, stores, sweeps and tiles in random order, with more dependencies than needed: a call waits for all earlier
// users of its buffers. Sweeps and stores use defined words only. Includes classic blocks, skewed chains and tiles as
// far as the device has the kernels, jobs that change at times, and waits in between.
class RandomProgram {
 public:
  RandomProgram(std::uint64_t seed, const Capabilities& device, int calls);

  const std::vector<ProgramCall>& calls() const { return calls_; }
  std::int64_t host_words() const { return host_words_; }
  std::string describe(std::size_t call) const;

 private:
  struct Buffer {
    std::vector<bool> defined;
    std::vector<std::size_t> users;
  };

  std::int64_t below(std::int64_t bound) { return static_cast<std::int64_t>(random_() % static_cast<unsigned>(bound)); }
  bool one_in(std::int64_t n) { return below(n) == 0; }
  Buffer& buffer(Bank bank, int number);
  std::vector<std::size_t> after(const std::vector<Buffer*>& touched);
  std::size_t add(ProgramCall call, const std::vector<Buffer*>& touched);
  void new_job();
  void transfer(ProgramCall::Kind kind, Bank bank, int number, std::int64_t offset, std::int64_t length);
  void any_load();
  void any_store();
  void own_weights(SweepCommand& command);
  void block();
  void chain();
  void sweep(SweepCommand command);
  TileEdge edge(std::int64_t sweeps, std::int64_t last);
  void tiles();
  void define(Bank bank, int number, std::int64_t words);

  std::mt19937_64 random_;
  Capabilities device_;
  std::vector<Buffer> f_, r_;
  SweepCommand job_;
  std::vector<ProgramCall> calls_;
  std::int64_t host_words_ = 0;
};

// The results of a program on an accelerator.
struct Played {
  struct End {
    std::size_t call;  // the sweep or tile, or the wait itself
    CycleCounts cycles;
  };
  std::vector<End> ends;  // per sweep, tile and wait, in order
  struct Change {
    std::size_t call;
    double change;
  };
  std::vector<Change> changes;  // at every wait, if the device measures it; cleared after some waits
  std::vector<double> host;
  DmaCycles busy;
};

// host memory begins with values from the seed. Audits at the end, unless asked not to.
Played play(const RandomProgram& program, Accelerator& accelerator, std::uint64_t seed, bool audits = true);

// The first difference between two counts: "compute 5210, 5208 expected"; empty if there is none.
std::string difference(const CauseCycles& got, const CauseCycles& expected);

}  // namespace stencil::test
