// The uses of stages that threads are allowed, under ThreadSanitizer: run stages over data of their own at the same
// time, make and destroy stages over a datum of another thread, hand data over.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace {

using namespace stencil;

constexpr int threads = 4;
constexpr int passes = 300;
constexpr std::int64_t rows = 8;

// A device, its memory, data, stages and ledger, all of one thread, including a stage in the function of another.
class Program {
 public:
  explicit Program(double start) : host_(rows, start) {
    ledger_.join(field_);
    ledger_.join(other_);
  }

  double operator()() {
    Stage inner("inner", Side::host, [this] { seen_ += other_host_[0]; }, {}, {reads(other_)});
    Stage on_device("device", Side::device, {},
                    [this, &inner] {
                      for (double& word : device_.f[0]) word += 1.0;
                      runStage(inner, &ledger_);
                    },
                    {updates(field_)});
    Stage on_host("host", Side::host,
                  [this] {
                    for (double& word : host_) word *= 2.0;
                  },
                  {}, {updates(field_)});
    StageLB divided(
        "divided", 0.5, [this](const RowRange& own) { add(host_, own); },
        [this](const RowRange& own) { add(device_.f[0], own); }, rows,
        {{&field_, Access::Kind::update, 0, 1, 1, false}});
    for (int pass = 0; pass < passes; ++pass) {
      runStage(on_device, &ledger_);
      if (pass % 64 == 0) runStage(on_host, &ledger_);
      divided.set_device_rows(pass % (rows + 1));
      runStage(divided, &ledger_);
    }
    ledger_.flushing(field_, "end");
    flush(field_, &ledger_);
    return host_[0] + (ledger_.total().bytes() == ledger_.optimum_bytes() ? 0.0 : 1e9);
  }

  SharedArray& field() { return field_; }

 private:
  static void add(std::vector<double>& memory, const RowRange& own) {
    for (std::int64_t row = own.first; row < own.last; ++row) memory[static_cast<std::size_t>(row)] += 0.5;
  }

  test::FakeAccelerator device_{rows, 100, test::FakeAccelerator::Happens::at_wait};
  DeviceMemory memory_{device_};
  std::vector<double> host_;
  std::vector<double> other_host_ = std::vector<double>(1, 3.0);
  SharedArray field_{memory_, "field", host_.data(), rows, 1, Bank::f, 0, 0};
  SharedArray other_{memory_, "other", other_host_.data(), 1, 1, Bank::r, 0, 0};
  StageLedger ledger_;
  double seen_ = 0.0;
};

}  // namespace

int main() {
  const double expected = Program(1.0)();
  std::vector<double> results(threads);
  Program handed_on(1.0);
  {
    std::vector<std::thread> team;
    for (int n = 0; n < threads; ++n) {
      team.emplace_back([&results, &handed_on, n] {
        results[static_cast<std::size_t>(n)] = Program(1.0)();
        for (int k = 0; k < passes; ++k) Stage("names it", Side::host, [] {}, {}, {reads(handed_on.field())});
      });
    }
    for (std::thread& one : team) one.join();
  }
  // Made here, run by one thread after another; join() synchronizes them.
  double last = 0.0;
  std::thread([&] { last = handed_on(); }).join();
  bool right = last == expected;
  for (const double result : results) right = right && result == expected;
  std::printf("%d threads, %d passes each: %s\n", threads, passes, right ? "as one thread" : "WRONG");
  return right ? 0 : 1;
}
