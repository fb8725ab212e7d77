// The cost of runStage when nothing must be copied: relative to a bare loop over the same flags, and for more data,
// ranges and rows.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "host/stages/run_stage.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;

class Counted final : public SharedDatum {
 public:
  Counted(const std::string& name, Contents contents, std::int64_t rows) : SharedDatum(name, contents, rows) {}
  void copyToDevice() override { ++copies; }
  void copyFromDevice() override { ++copies; }
  void copyRowsToDevice(const RowRange&) override { ++copies; }
  void copyRowsFromDevice(const RowRange&) override { ++copies; }
  std::int64_t bytes(const RowRange& rows) const override { return rows.rows(); }

  std::int64_t copies = 0;
};

// As published: two flags per datum, lists that end with a null pointer, a function pointer.
struct BareDatum {
  virtual ~BareDatum() = default;
  virtual void copyToDevice() { ++copies; }
  virtual void copyFromDevice() { ++copies; }

  bool valid[2] = {true, true};
  std::int64_t copies = 0;
};

volatile int ran = 0;
void work() {
  ran = ran + 1;
}

struct BareStage {
  void (*functions[2])();
  unsigned target;
  std::vector<BareDatum*> reads;   // null at the end
  std::vector<BareDatum*> writes;  // likewise

  void run() const {
    for (BareDatum* const* d = reads.data(); *d != nullptr; ++d) {
      if ((*d)->valid[target]) continue;
      target == 1 ? (*d)->copyToDevice() : (*d)->copyFromDevice();
      (*d)->valid[target] = true;
    }
    functions[target]();
    for (BareDatum* const* d = writes.data(); *d != nullptr; ++d) {
      (*d)->valid[target] = true;
      (*d)->valid[1 - target] = false;
    }
  }
};

struct Case {
  int data;             // half are read, half updated
  std::int64_t rows;    // per datum
  std::int64_t ranges;  // accesses per datum, each to a range of its own
};

constexpr int calls = 20000;

// The stage runs on the device, where all data are valid from the first call on.
class Program {
 public:
  explicit Program(const Case& one) {
    std::vector<Access> accesses;
    for (int d = 0; d < one.data; ++d) {
      data_.push_back(std::make_unique<Counted>(fmt::format("datum {}", d), Contents::both, one.rows));
      const std::int64_t rows = one.rows / one.ranges;
      for (std::int64_t k = 0; k < one.ranges; ++k) {
        const RowRange range{k * rows, (k + 1) * rows};
        accesses.push_back(d % 2 == 0 ? reads(*data_.back(), range) : updates(*data_.back(), range));
      }
    }
    stage_ = std::make_unique<Stage>("stage", Side::device, Stage::Function{}, work, std::move(accesses));
  }

  double run() {
    for (int k = 0; k < calls; ++k) runStage(*stage_);
    return calls;
  }
  std::int64_t copies() const {
    std::int64_t sum = 0;
    for (const auto& datum : data_) sum += datum->copies;
    return sum;
  }

 private:
  std::vector<std::unique_ptr<Counted>> data_;
  std::unique_ptr<Stage> stage_;
};

class BareProgram {
 public:
  explicit BareProgram(const Case& one) : data_(static_cast<std::size_t>(one.data)) {
    for (int d = 0; d < one.data; ++d) {
      auto* const datum = &data_[static_cast<std::size_t>(d)];
      stage_.reads.push_back(datum);
      if (d % 2 != 0) stage_.writes.push_back(datum);
    }
    stage_.reads.push_back(nullptr);
    stage_.writes.push_back(nullptr);
  }

  double run() {
    for (int k = 0; k < calls; ++k) stage_.run();
    return calls;
  }

 private:
  std::vector<BareDatum> data_;
  BareStage stage_{{work, work}, 1, {}, {}};
};

bool measure(const std::vector<Case>& cases, int rounds) {
  BareProgram bare_program(cases.front());
  std::vector<bench::Candidate> candidates{{"bare loop", [&] { return bare_program.run(); }, {}, nullptr}};
  std::vector<std::unique_ptr<Program>> programs;
  for (const Case& one : cases) {
    programs.push_back(std::make_unique<Program>(one));
    Program* const program = programs.back().get();
    candidates.push_back(
        {fmt::format("{} data of {} rows, {} range{} each", one.data, one.rows, one.ranges, one.ranges == 1 ? "" : "s"),
         [program] { return program->run(); },
         {},
         nullptr});
  }
  bench::interleave(candidates, rounds);
  fmt::print("bare loop over the flags of {} data: {:.1f} ns a stage\n", cases.front().data,
             1e9 / candidates.front().median());
  for (std::size_t k = 1; k < candidates.size(); ++k) {
    fmt::print("{:40}  {:6.2f} of it\n", candidates[k].name,
               bench::median_time_ratio(candidates[k], candidates.front()));
  }
  for (const auto& program : programs) {
    if (program->copies() != 0) {
      fmt::print(stderr, "{} copies were made, there is nothing to copy\n", program->copies());
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 101;
  if (rounds < 1) {
    fmt::print(stderr, "ROUNDS is {}, must be >= 1\n", argv[1]);
    return 2;
  }
  bool ok = true;
  for (const int data : {2, 8, 32}) {
    ok = measure({{data, 100, 1},
                  {data, 100000000, 1},
                  {2 * data, 100, 1},
                  {4 * data, 100, 1},
                  {data, 100, 2},
                  {data, 100, 4}},
                 rounds) &&
         ok;
  }
  return ok ? 0 : 1;
}
