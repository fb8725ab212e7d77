// The registry of accelerators: names, what each makes, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/backends/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/checking/poison.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using Names = std::vector<std::string>;

std::string refusal(const std::string& accel, bool digest) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = "small";
  options.digest = digest;
  return test::refusal([&] { return make_accelerator(options); });
}

TEST(Registry, NamesWhatItMakes) {
  EXPECT_EQ(accelerator_names(), (Names{"software", "shuffled", "model", "rtl"}));
  EXPECT_EQ(accelerator_names(true), (Names{"model", "rtl"}));
  AcceleratorOptions options;
  options.config = "small";
  for (const Backend& backend : backends()) {
    if (backend.has_pins) continue;  // needs a module
    const std::unique_ptr<Accelerator> made = backend.make(find_configuration("small"), options);
    EXPECT_EQ(made->capabilities().accel, backend.name);
    EXPECT_EQ(made->capabilities().config, "small");
    EXPECT_EQ(made->capabilities().timed, backend.timed);
  }
}

TEST(Registry, SaysWhatThereIs) {
  EXPECT_EQ(refusal("fpga", false), "accelerator 'fpga' is not known, must be one of: software, shuffled, model, rtl");
  for (const std::string accel : {"software", "shuffled", "model", "fpga"}) {
    EXPECT_EQ(refusal(accel, true),
              "accelerator '" + accel + "' has no pins whose handshakes could be digested, must be rtl");
  }
}

TEST(Registry, ChecksWhatIsAskedFor) {
  for (const char* accel : {"software", "model"}) {
    AcceleratorOptions options;
    options.accel = accel;
    options.config = "small";
    double word = 0.0;
    make_accelerator(options)->store(Bank::f, 0, &word, 1);
    options.checking.reads = true;
    EXPECT_THROW(make_accelerator(options)->store(Bank::f, 0, &word, 1), DeviceError);
    options.checking = {};
    options.checking.poison_words = 3;
    const std::unique_ptr<Accelerator> poisoned = make_accelerator(options);
    for (const std::int64_t offset : {2, 3}) {
      poisoned->store(Bank::r, offset, &word, 1);
      poisoned->wait();
      EXPECT_EQ(poison_text(bits_of(word)).has_value(), offset < 3) << accel;
    }
  }
}

// Neither poison nor anything else is loaded into a device before it has been looked at, nor one that is refused.
TEST(Registry, ShowsADeviceBeforeItIsPoisoned) {
  for (const std::string accel : {"software", "shuffled", "model"}) {
    AcceleratorOptions options;
    options.accel = accel;
    options.config = "default";
    options.checking.poison_words = 100000;
    std::int64_t looks = 0;
    std::vector<std::int64_t> done;
    std::int64_t all = 0;
    options.making.check = [&](const Capabilities& told) {
      EXPECT_EQ(told.accel, accel);
      EXPECT_EQ(told.memory_words, 1000000);
      EXPECT_TRUE(done.empty());
      ++looks;
    };
    options.making.poisoned = [&](std::int64_t some, std::int64_t of) {
      done.push_back(some);
      all = of;
    };
    static_cast<void>(make_accelerator(options));
    EXPECT_EQ(looks, 1);
    EXPECT_EQ(all, accel == "shuffled" ? 4000000 : 400000);
    EXPECT_EQ(done.size(), accel == "model" ? 8u : 4u) << "of a device in pieces that take no minute";
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_EQ(done.back(), all);
    done.clear();
    options.making.check = [](const Capabilities&) { throw ArgumentError("of no use"); };
    EXPECT_EQ(test::refusal([&] { return make_accelerator(options); }), "of no use");
    EXPECT_TRUE(done.empty()) << accel;
  }
}

}  // namespace
}  // namespace stencil
