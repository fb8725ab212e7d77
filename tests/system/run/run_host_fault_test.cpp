// A fault of the host, not of an accelerator: the first row that a block is given wrong is named with its room.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/json/json.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil::host_fault_test {
namespace {

using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;
using testing_support::WrappedDevice;

// Before its third step a value of the host's array changes, as a host that stores or exchanges wrongly would leave it.
// The first row of a rank that has one to the north is a halo row.
class OverwritingDevice final : public WrappedDevice {
 public:
  OverwritingDevice(std::unique_ptr<Accelerator> inner, std::int64_t word)
      : WrappedDevice(std::move(inner)), word_(word) {}

  const Capabilities& capabilities() const override {
    if (waits_ == 2 && !posted_) first_[word_] = 0.5;
    return WrappedDevice::capabilities();
  }

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    if (place.bank == Bank::f && waits_ == 0 && (first_ == nullptr || source < first_))
      first_ = const_cast<double*>(source);
    posted_ = true;
    WrappedDevice::do_load(ticket, place, source, after);
  }
  std::vector<CycleCounts> do_wait() override {
    std::vector<CycleCounts> ends = WrappedDevice::do_wait();
    if (posted_) ++waits_;
    posted_ = false;
    return ends;
  }

  std::int64_t word_;
  double* first_ = nullptr;
  std::int64_t waits_ = 0;
  bool posted_ = false;
};

constexpr std::int64_t cols = 9;
constexpr std::int64_t halo = 3;

RunOutcome run_overwriting(int wrong_rank, std::int64_t local_row, const std::string& report) {
  RunOptions options = shape(30 * world_size(), cols, 12, halo, 10);
  options.device.accel = "software";
  options.report = report;
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
    if (world_rank() != wrong_rank) return make_accelerator(device);
    return std::make_unique<OverwritingDevice>(make_accelerator(device), local_row * cols + 5);
  };
  return run(MPI_COMM_WORLD, options, hooks);
}

TEST(HostFault, ARowThatTheExchangeLeavesWrongIsNamedWithTheRankItCameFrom) {
  if (world_size() == 1) return;  // no halo rows
  const SharedDirectory scratch;
  const int wrong_rank = world_size() - 1;
  const RunOutcome outcome = run_overwriting(wrong_rank, 0, scratch / "r.json");
  EXPECT_EQ(outcome.exit_status, exit_difference);
  const Json& found = outcome.report.divergence;
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found["where"], "host");
  EXPECT_EQ(found["room"], "halo exchange");
  EXPECT_EQ(found["rank"], wrong_rank);
  EXPECT_EQ(found["from_rank"], wrong_rank - 1);
  EXPECT_EQ(found["step"], 2);
  EXPECT_EQ(found["strip"], wrong_rank);
  EXPECT_EQ(found["block"], 0);
  EXPECT_EQ(found["row"], 30 * wrong_rank - halo);
  EXPECT_EQ(found["col"], 5);
  EXPECT_EQ(found["got_value"].number(), 0.5);
  if (world_rank() != 0) return;
  const Json report = Json::parse(testing_support::read_text(scratch / "r.json"));
  EXPECT_EQ(report["divergence"].dump(), found.dump());
}

TEST(HostFault, ARowThatTheHostHasStoredWrongIsNamedAsItsOwn) {
  const SharedDirectory scratch;
  const int wrong_rank = world_size() - 1;
  const std::int64_t north = wrong_rank == 0 ? 0 : halo;
  const RunOutcome outcome = run_overwriting(wrong_rank, north + 12, scratch / "r.json");
  EXPECT_EQ(outcome.exit_status, exit_difference);
  const Json& found = outcome.report.divergence;
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found["room"], "blocking");
  EXPECT_EQ(found["rank"], wrong_rank);
  EXPECT_EQ(found["step"], 2);
  EXPECT_EQ(found["row"], 30 * wrong_rank + 12);
  EXPECT_EQ(found["col"], 5);
  EXPECT_NE(found["text"].text().find("its own row, stored right in step 1 and overwritten since, by the"),
            std::string::npos)
      << found["text"].text();
}

// Stages that divide the rows: in each step those behind the device's own are copied to it. In the third step a value
// of the first one changes then, on the host; or one of r, which was copied in the first step.
class CopyChangingDevice final : public WrappedDevice {
 public:
  CopyChangingDevice(std::unique_ptr<Accelerator> inner, Bank bank, std::int64_t word)
      : WrappedDevice(std::move(inner)), bank_(bank), word_(word) {}

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    double* const words = const_cast<double*>(source) - place.offset_words;
    if (place.bank == bank_) first_ = words;
    if (place.bank == Bank::f && place.offset_words == word_ && commands_ == 2) first_[word_ + 5] = 0.5;
    WrappedDevice::do_load(ticket, place, source, after);
  }
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    ++commands_;
    WrappedDevice::do_command(ticket, command, after);
  }

  Bank bank_;
  std::int64_t word_;
  double* first_ = nullptr;
  int commands_ = 0;
};

TEST(HostFault, ARowThatIsWrongBeforeAStageIsNamedWithItsStripAndSide) {
  const int wrong_rank = world_size() - 1;
  const std::int64_t north = wrong_rank == 0 ? 0 : halo;
  constexpr std::int64_t device_rows = 15;
  for (const Bank bank : {Bank::f, Bank::r}) {
    RunOptions options = shape(30 * world_size(), cols, 12, halo, 30);
    options.device.accel = "software";
    sweep_options(options).place = parse_placement("--place", "sweep=split");
    RunHooks hooks;
    hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
      if (world_rank() != wrong_rank) return make_accelerator(device);
      return std::make_unique<CopyChangingDevice>(make_accelerator(device), bank, (north + device_rows) * cols);
    };
    const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
    EXPECT_EQ(outcome.exit_status, exit_difference);
    const Json& found = outcome.report.divergence;
    ASSERT_FALSE(found.is_null());
    EXPECT_EQ(found["where"], "host");
    EXPECT_EQ(found["room"], "stages");
    EXPECT_EQ(found["side"], "host");
    EXPECT_EQ(found["rank"], wrong_rank);
    EXPECT_EQ(found["from_rank"], wrong_rank);
    EXPECT_EQ(found["step"], 2);
    EXPECT_EQ(found["strip"], wrong_rank);
    EXPECT_TRUE(found["block"].is_null());
    EXPECT_EQ(found["bank"], bank == Bank::f ? "f" : "r");
    EXPECT_EQ(found["row"], 30 * wrong_rank + device_rows);
    EXPECT_EQ(found["col"], 5);
    EXPECT_EQ(found["got_value"].number(), 0.5);
    EXPECT_EQ(found["text"].text().find("right on the device"), std::string::npos) << found["text"].text();
  }
}

// Every row is right, and the run is wrong.
class OtherChangeDevice final : public WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;

 private:
  double do_change() override { return 2.0 * WrappedDevice::do_change(); }
};

TEST(HostFault, NoRowIsNamedWhereOnlyTheLargestChangeIsWrong) {
  struct Case {
    const char* place;
    std::int64_t portion;  // 10: more strips than buffers
  };
  for (const auto& [place, smallest] :
       {Case{"norm=accel", 10}, Case{"sweep=cpu,norm=accel", 10}, Case{"sweep=split,norm=accel", 10},
        Case{"exchange=accel,sweep=accel,norm=accel", 15}}) {
    for (const Distribution distribution : all_distributions) {
      for (const std::int64_t portion : {smallest, std::int64_t{30}}) {
        RunOptions options = shape(30 * world_size(), cols, 11, halo, portion);
        options.device.accel = "software";
        sweep_options(options).place = parse_placement("--place", place);
        sweep_options(options).distribution = distribution;
        if (distribution == Distribution::cyclic) sweep_options(options).block_rows = portion;
        RunHooks hooks;
        hooks.make_device = [](const AcceleratorOptions& device) {
          return std::make_unique<OtherChangeDevice>(make_accelerator(device));
        };
        const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
        EXPECT_EQ(outcome.exit_status, exit_difference) << place;
        const Json& found = outcome.report.divergence;
        ASSERT_FALSE(found.is_null()) << place;
        EXPECT_TRUE(found["room"].is_null()) << place << ": " << found["text"].text();
      }
    }
  }
}

TEST(HostFault, ADeviceThatIsWrongInItsFourthCommandIsNotTheHost) {
  const int wrong_rank = world_size() - 1;
  RunOptions options = shape(30 * world_size(), cols, 12, halo, 30);
  options.device.accel = "software";
  sweep_options(options).place = parse_placement("--place", "sweep=accel");
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
    if (world_rank() != wrong_rank) return make_accelerator(device);
    return std::make_unique<testing_support::FaultyDevice>(make_accelerator(device),
                                                           testing_support::FaultyDevice::Fault::flip_bit, 3);
  };
  const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  const Json& found = outcome.report.divergence;
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found["where"], "state of the device") << found["text"].text();
}

// From its 11th command on, loads of f also set the word behind their last, as write strobes that do not mask would:
// a result that is still to be stored.
class SpillingDevice final : public WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    if (place.bank == Bank::r || commands_ < 10) return WrappedDevice::do_load(ticket, place, source, after);
    std::vector<double>& words = sent_.emplace_back(source, source + place.length_words);
    words.push_back(0.5);
    Place longer = place;
    ++longer.length_words;
    WrappedDevice::do_load(ticket, longer, words.data(), after);
  }
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    ++commands_;
    WrappedDevice::do_command(ticket, command, after);
  }

  int commands_ = 0;
  std::deque<std::vector<double>> sent_;  // as long as loads may read them
};

TEST(HostFault, ALoadThatSpillsIntoResultsIsNotTheHost) {
  RunOptions options = shape(30 * world_size(), cols, 20, halo, 10);
  options.device.accel = "software";
  sweep_options(options).scheme.how.schedule = Schedule::sequential;
  RunHooks hooks;
  hooks.make_device = [](const AcceleratorOptions& device) {
    return std::make_unique<SpillingDevice>(make_accelerator(device));
  };
  const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  const Json& found = outcome.report.divergence;
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found["where"], "state of the device") << found["text"].text();
}

}  // namespace
}  // namespace stencil::host_fault_test
