// The registry without MPI: operations that send nothing.
// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/token_registry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

class FakeOperation : public InFlight {
 public:
  FakeOperation(int& ended, bool fails) : ended_(ended), fails_(fails) {}
  const char* begun_by() const override { return "VSDA_Copy"; }
  bool is_done() const override { return true; }
  void end() override {
    ++ended_;
    if (fails_) throw DeviceError("cut off");
  }

 private:
  int& ended_;
  bool fails_;
};

using test::refusal;

TEST(TokenRegistry, EndsEachOperationOnceAndTellsWhatIsLeft) {
  TokenRegistry registry;
  int ended = 0;
  char tokens[6];
  registry.begin(&tokens[0], std::make_unique<FakeOperation>(ended, false));
  for (int i = 1; i < 6; ++i) registry.begin_update(&tokens[i]);
  EXPECT_EQ(registry.in_flight(), 6u);
  EXPECT_EQ(registry.describe_in_flight().rfind("6 operations never ended: VSDA_", 0), 0u);
  EXPECT_NE(registry.describe_in_flight().find(" ..."), std::string::npos);
  registry.end(&tokens[0]);
  EXPECT_EQ(ended, 1);
  for (int i = 1; i < 5; ++i) registry.end(&tokens[i]);
  const std::string one = registry.describe_in_flight();
  EXPECT_EQ(one.rfind("1 operation never ended: VSDA_Update_begin with token 0x", 0), 0u) << one;
  EXPECT_EQ(one.find(" ..."), std::string::npos);
  registry.end(&tokens[5]);
  EXPECT_EQ(registry.describe_in_flight(), "");
  EXPECT_EQ(ended, 1);
}

TEST(TokenRegistry, ForgetsAnOperationThatFails) {
  TokenRegistry registry;
  int ended = 0;
  char token;
  registry.begin(&token, std::make_unique<FakeOperation>(ended, true));
  EXPECT_THROW(registry.end(&token), DeviceError);
  EXPECT_EQ(registry.in_flight(), 0u);
  EXPECT_NE(refusal([&] { registry.end(&token); }).find("has been ended already"), std::string::npos);
  // The old contents of the entry must not return with its next use.
  registry.begin_update(&token);
  registry.end(&token);
  EXPECT_EQ(ended, 1);
}

TEST(TokenRegistry, TellsEndedTokensFromUnknownOnesAmongTheLatest) {
  TokenRegistry registry;
  std::array<char, 65> tokens{};
  for (char& token : tokens) {
    registry.begin_update(&token);
    registry.end(&token);
  }
  const auto why = [&](const char* token) { return refusal([&] { registry.end(token); }); };
  EXPECT_NE(why(&tokens[0]).find("was never begun"), std::string::npos) << "64 are remembered";
  EXPECT_NE(why(&tokens[1]).find("has been ended already"), std::string::npos);
  EXPECT_NE(why(&tokens[64]).find("has been ended already"), std::string::npos);
  EXPECT_NE(refusal([&] { registry.begin_update(nullptr); }).find("rq = NULL"), std::string::npos);
}

}  // namespace
}  // namespace stencil
