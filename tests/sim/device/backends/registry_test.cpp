// The registry of accelerators: names, what each makes, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/backends/registry.hpp"

#include <gtest/gtest.h>

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
  return test::refusal([&] { make_accelerator(options); });
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

}  // namespace
}  // namespace stencil
