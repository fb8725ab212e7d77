// Whose fault a failing device is, by what it fails with again, with the rules checked at its pins, and by its model.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/diagnostics/search/run_capture.hpp"
#include "sim/app/waves/run_waves.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil {
namespace {

class FailsAtWaits final : public testing_support::WrappedDevice {
 public:
  FailsAtWaits(std::unique_ptr<Accelerator> inner, std::string text)
      : WrappedDevice(std::move(inner)), text_(std::move(text)) {}

 private:
  std::vector<CycleCounts> do_wait() override {
    if (text_.find("hangs") != std::string::npos) throw DeviceHang(text_, {});
    throw DeviceError(text_);
  }

  std::string text_;
};

// plain: what the device, RTL or a model, fails with; checked: the same with the rules of the bus checked at its pins.
// No device of another name than these two fails.
std::string side_of(const std::string& plain, const std::string& checked, const std::string& accel = "rtl",
                    const std::string& other = "") {
  const AcceleratorMaker maker = [=](AcceleratorOptions options) -> std::unique_ptr<Accelerator> {
    const bool fails = options.accel == accel || options.accel == other;
    const std::string& text = options.checking.protocol ? checked : plain;
    options.accel = "software";
    auto device = make_accelerator(options);
    if (fails) return std::make_unique<FailsAtWaits>(std::move(device), text);
    return device;
  };
  const AcceleratorOptions failing = capsule_tests::options(accel.c_str());
  // Unasked, no failure is kept where no RTL is simulated.
  std::optional<CaptureChoice> choice;
  if (accel != "rtl") choice.emplace().which = CaptureChoice::Which::failure;
  RunCapture capture(MPI_COMM_WORLD, choice, "");
  {
    const auto device = capture.recorded(maker)(failing);
    capture.begin_step(0);
    const std::vector<double> start = capsule_tests::field(ProblemArray::f, 12, 10);
    EXPECT_THROW(
        {
          device->post(capsule_tests::tile_in(0), {device->post_load({Bank::f, 0, 0, 120}, start.data(), {})});
          device->wait();
        },
        DeviceError);
  }
  RunWaves waves(MPI_COMM_WORLD, {}, failing, "", {}, {});
  const std::string text = capture.explain_failure(nullptr, waves, maker);
  std::string words;  // on one line
  for (const char c : text) {
    if (c != '\n' && (c != ' ' || words.empty() || words.back() != ' ')) words += c;
    if (c == '\n') words += ' ';
  }
  return words;
}

std::string begin_of(const std::string& text) {
  return text.substr(0, text.find(':', text.find(':') + 1));
}

TEST(FailureSide, ARuleThatTheBenchBreaksIsThePlatforms) {
  const std::string answered = "device answered the write burst at address 240 of 3 words with response 2";
  const std::string rule = "protocol error on s_axi W, driven by the platform, at cycle 7655: WLAST is 1";
  const std::string said = side_of(answered, rule);
  EXPECT_EQ(begin_of(said), "side: platform (sim/device/pins)") << said;
  EXPECT_NE(said.find("WLAST is 1"), std::string::npos) << said;
  EXPECT_EQ(begin_of(side_of(answered, answered)),
            "side: device, or the pins that it is driven through (sim/device/pins)");
}

TEST(FailureSide, ABreachThatTheMasterAloneReportsIsThePlatforms) {
  const std::string master = "protocol error on s_axi R, driven by the device, at cycle 11: RLAST is 1 at word 3";
  const std::string at_the_pins = "protocol error on s_axi R, driven by the device, at cycle 9: RLAST is 1";
  EXPECT_NE(side_of(master, master).find("the master counts beats otherwise"), std::string::npos);
  EXPECT_EQ(begin_of(side_of(master, at_the_pins)),
            "side: device, or the pins that it is driven through (sim/device/pins)");
}

// The rules are checked on a copy of the pins.
TEST(FailureSide, ARuleThatTheMasterFindsKeptIsThePlatforms) {
  const std::string rule = "protocol error on s_axi R, driven by the device, at cycle 9: RLAST is 1; breaks rule ";
  EXPECT_EQ(begin_of(side_of("", rule + "read-last")), "side: platform (sim/device/pins/sample_pins.hpp)");
  EXPECT_EQ(begin_of(side_of("", rule + "stable")),
            "side: device, or the pins that it is driven through (sim/device/pins)")
      << "the master does not look at it";
}

TEST(FailureSide, ATimingModelThatHangsBesideTheDeviceIsThePlatforms) {
  const std::string hangs = "by the timing model, the device hangs: nothing moved for 102 cycles in the timing model";
  EXPECT_EQ(begin_of(side_of(hangs, hangs)), "side: platform (sim/device/model/predicted_device.hpp)");
}

TEST(FailureSide, LegalCallsThatHangOnTheModelTooAreThePlatforms) {
  const std::string hangs = "device hangs: nothing moved for 102 cycles";
  EXPECT_NE(side_of(hangs, hangs, "rtl", "model").find("every call is legal as the host gives it"), std::string::npos);
  const std::string other = "another error";
  EXPECT_EQ(side_of(other, other, "rtl", "model").rfind("side: host or platform", 0), 0U) << "no hang";
}

TEST(FailureSide, WithoutRtlARefusalOfLegalCallsIsThePlatforms) {
  const std::string written = "device answered the write of register 0x378 with response 2 instead of OKAY";
  EXPECT_NE(side_of(written, written, "model").find("no RTL takes part, and every call is legal"), std::string::npos);
  EXPECT_EQ(side_of("another error", "another error", "model"), "") << "it may be the host's";
}

TEST(FailureSide, APlatformThatHangsOffersNothingOrWithholdsABeat) {
  const std::string hangs = "platform hangs: nothing moved for 102 cycles while waiting for the interrupt";
  const std::string unoffered = hangs + "; load of r buffer 0 is not offered to the device, which has done all";
  EXPECT_NE(side_of(unoffered, unoffered).find("what is left is not offered to it"), std::string::npos);
  EXPECT_NE(side_of(hangs, hangs).find("the platform does not move it"), std::string::npos);
}

}  // namespace
}  // namespace stencil
