// The first divergence of calls whose search the device does not survive.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/first_divergence.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "tests/sim/app/capsule/sample.hpp"

namespace stencil::capsule_tests {
namespace {

TEST(FirstDivergence, NamesTheFirstWrongStoreWhereTheSearchFails) {
  Capsule played = sample();
  for (CapsuleCall& call : played.calls) {
    if (call.kind != CapsuleCall::Kind::store) continue;
    call.data = call.expected;
    if (call.place.buffer == 1) call.data[5] = 0.5;
  }
  const std::size_t all = played.calls.size();
  const FirstDivergence found = first_divergence(played,
                                                 [&](const Capsule& calls) {
                                                   if (calls.calls.size() != all)
                                                     throw DeviceError("device hangs: nothing moved");
                                                   return played;
                                                 },
                                                 {});
  std::string text = found.divergence["text"].text();
  for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;) text.replace(at, 3, " ");
  EXPECT_EQ(text.rfind("first divergence: rank 2, step 3, strip 1, block 1, store of f buffer 1 (call ", 0), 0u)
      << text;
  EXPECT_NE(text.find("row 44, column 1 (row 1, column 1 of the block, word 5 of f buffer 1): 1 of 30 words stored "
                      "differ; the sweep and the point are not found, since the device fails at fewer calls: "
                      "device hangs: nothing moved"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace stencil::capsule_tests
