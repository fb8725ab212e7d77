// A fault of the host, not of an accelerator: the first row that a block is given wrong is named with its room.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "sim/app/run/run.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run_world.hpp"

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
  EXPECT_NE(found["text"].text().find("its own row as step 1 left it"), std::string::npos) << found["text"].text();
}

}  // namespace
}  // namespace stencil::host_fault_test
