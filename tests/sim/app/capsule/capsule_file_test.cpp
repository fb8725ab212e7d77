// Capsules as files: what is written is read, and what is no whole capsule is refused in one line.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/capsule_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/capsule/as_test.hpp"
#include "sim/app/capsule/capsule_head.hpp"
#include "tests/sim/app/capsule/sample.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::capsule_tests {
namespace {

using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::write_text;

TEST(CapsuleFile, HasAllThatWasWritten) {
  const ScratchDirectory scratch;
  Capsule capsule = sample();
  capsule.calls[1].data[0] = from_bits(0x7ff8dead00000001);
  capsule.calls[1].data[1] = -0.0;
  capsule.weights[2] = std::numeric_limits<double>::denorm_min();
  write_capsule(capsule, scratch / "a.capsule");
  const Capsule read = read_capsule(scratch / "a.capsule");
  EXPECT_EQ(capsule_head(read).dump(2), capsule_head(capsule).dump(2));
  EXPECT_TRUE(same_values(read, capsule));
  EXPECT_TRUE(same_cycles(read, capsule));
  ASSERT_EQ(read.contents.size(), capsule.contents.size());
  EXPECT_GT(read.contents.size(), 1u);
  for (std::size_t i = 0; i < read.contents.size(); ++i) EXPECT_EQ(read.contents[i].words, capsule.contents[i].words);
  for (std::size_t i = 0; i < read.calls.size(); ++i) EXPECT_EQ(read.calls[i].expected, capsule.calls[i].expected);

  write_capsule(sample(), scratch / "b.capsule");
  const auto device = make_accelerator(capsule.device);
  EXPECT_EQ(difference(play(read_capsule(scratch / "b.capsule"), *device)).mismatches, 0);
}

// With the text of the kernel file, so that any machine can play it.
TEST(CapsuleFile, HasTheFormulaOfAKernelFile) {
  const ScratchDirectory scratch;
  const Capsule capsule = formula_sample();
  write_capsule(capsule, scratch / "a.capsule");
  const Capsule read = read_capsule(scratch / "a.capsule");
  EXPECT_EQ(capsule_head(read).dump(2), capsule_head(capsule).dump(2));
  EXPECT_EQ(read.device.formula.formula->text, capsule.device.formula.formula->text);
  EXPECT_EQ(read.device.formula.formula->file, "k.stencil");
  EXPECT_EQ(read.capabilities.formula.digest, capsule.device.formula.digest);
  for (const char* accel : {"software", "model"}) {
    AcceleratorOptions device = read.device;
    device.accel = accel;
    Capsule played = play(read, *make_accelerator(device));
    expect(played);
    EXPECT_EQ(difference(played).mismatches, 0) << accel;
    EXPECT_EQ(difference(played).compared, 20) << accel;
  }
}

TEST(CapsuleFile, HasTheStallsOfALinkThatRests) {
  const ScratchDirectory scratch;
  Capsule capsule = sample();
  EXPECT_FALSE(capsule_head(capsule)["link"].contains("stalls")) << "as capsules were before there were stalls";
  capsule.device.link.stalls = 77;
  write_capsule(capsule, scratch / "a.capsule");
  EXPECT_EQ(read_capsule(scratch / "a.capsule").device.link.stalls, 77);
}

// What a file is: its first line says so, whatever the reader knows of the rest.
TEST(CapsuleFile, BeginsWithItsSchema) {
  const ScratchDirectory scratch;
  write_capsule(sample(), scratch / "a.capsule");
  EXPECT_EQ(read_text(scratch / "a.capsule").substr(0, 28), "stencil-cosim/capsule/1\n\x28\xb5\x2f\xfd");
}

std::string refusal_of(const ScratchDirectory& scratch, const std::string& text) {
  write_text(scratch / "bad.capsule", text);
  const std::string refusal = test::refusal([&] { read_capsule(scratch / "bad.capsule"); });
  EXPECT_EQ(refusal.find('\n'), std::string::npos);
  return refusal;
}

TEST(CapsuleFile, RefusesForeignAndNewerFiles) {
  const ScratchDirectory scratch;
  write_capsule(sample(), scratch / "a.capsule");
  std::string text = read_text(scratch / "a.capsule");
  for (const std::string& foreign : {std::string(), std::string("{}"), std::string(100000, 'x'), text.substr(1)}) {
    EXPECT_NE(refusal_of(scratch, foreign).find("bad.capsule: is no capsule (its first line is not stencil-cosim/"),
              std::string::npos);
  }
  text[22] = '2';
  EXPECT_NE(
      refusal_of(scratch, text).find("schema is 'stencil-cosim/capsule/2', this program reads stencil-cosim/capsule/1"),
      std::string::npos);
  EXPECT_NE(test::refusal([&] { read_capsule(scratch / "none.capsule"); }).find("No such file"), std::string::npos);
}

TEST(CapsuleFile, RefusesEveryCutAndEveryFlippedBit) {
  const ScratchDirectory scratch;
  write_capsule(sample(), scratch / "a.capsule");
  const std::string text = read_text(scratch / "a.capsule");
  for (std::size_t length = 24; length < text.size(); length += 1 + length / 40) {
    EXPECT_NE(refusal_of(scratch, text.substr(0, length)).find("is damaged or cut off"), std::string::npos) << length;
  }
  int refused = 0;
  int accepted = 0;
  for (std::size_t at = 24; at < text.size(); at += 1 + at / 40) {
    std::string flipped = text;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    if (refusal_of(scratch, flipped) != "accepted") {
      ++refused;
      continue;
    }
    // A bit that no decompressor looks at.
    EXPECT_TRUE(same_values(read_capsule(scratch / "bad.capsule"), read_capsule(scratch / "a.capsule"))) << at;
    ++accepted;
  }
  EXPECT_LT(20 * accepted, refused);
  EXPECT_NE(refusal_of(scratch, text + "more").find("is damaged or cut off"), std::string::npos);
}

TEST(CapsuleHead, KeepsTheCallThatAWaitIsFor) {
  Capsule capsule = sample();
  const auto wait = std::find_if(capsule.calls.begin() + 1, capsule.calls.end(),
                                 [](const CapsuleCall& call) { return call.kind == CapsuleCall::Kind::wait; });
  ASSERT_NE(wait, capsule.calls.end());
  const auto position = static_cast<std::size_t>(wait - capsule.calls.begin());
  EXPECT_TRUE(capsule_of_head(capsule_head(capsule)).calls[position].after.empty()) << "for all calls";
  wait->after = {0};
  const CapsuleCall read = capsule_of_head(capsule_head(capsule)).calls[position];
  EXPECT_EQ(read.kind, CapsuleCall::Kind::wait);
  EXPECT_EQ(read.after, std::vector<std::size_t>{0});
  EXPECT_NE(capsule_test(capsule).find("device->wait(call0);"), std::string::npos);
}

TEST(CapsuleHead, KeepsTheArithmeticOfTheHost) {
  Capsule capsule = sample();
  EXPECT_FALSE(capsule_head(capsule).contains("arithmetic")) << "as before there was one";
  capsule.device.accel = capsule.capabilities.accel = "rtl";
  EXPECT_EQ(capsule_of_head(capsule_head(capsule)).device.arithmetic, "rtl");
  capsule.capabilities.arithmetic = "points";
  Json head = capsule_head(capsule);
  EXPECT_EQ(capsule_of_head(head).device.arithmetic, "points");
  EXPECT_EQ(capsule_of_head(head).capabilities.arithmetic, "points");
  head.put("arithmetic", "abacus");
  EXPECT_EQ(test::refusal<JsonError>([&] { capsule_of_head(head); }),
            "arithmetic is 'abacus', must be one of: rtl, operators, points");
  capsule.device.arithmetic = "points";
  EXPECT_EQ(test::refusal<ArgumentError>([&] { capsule_test(capsule); }),
            "--as-test must come with --arithmetic rtl, which such a test runs, this is points");
}

// Heads that a program of ours never writes.
TEST(CapsuleHead, RefusesImpossibleNumbers) {
  const auto refused = [](const std::string& from, const std::string& to) {
    std::string head = capsule_head(sample()).dump();
    const std::size_t at = head.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    head.replace(at, from.size(), to);
    return test::refusal<JsonError>([&] { capsule_of_head(Json::parse(head)); });
  };
  EXPECT_EQ(refused("\"call\":\"wait\"", "\"call\":\"nap\""),
            "JSON value {\"call\":\"nap\"} is not an object with field 'after'");
  EXPECT_EQ(refused("\"bank\":\"f\"", "\"bank\":\"g\""), "bank is 'g', must be f or r");
  EXPECT_EQ(refused("\"operator\":\"Jacobi\"", "\"operator\":\"Jacobian\""), "operator 'Jacobian' is not known");
  EXPECT_EQ(refused("\"0x3ff0000000000000\"", "\"0x3ff\""), "bits are '0x3ff', must be 0x and 16 digits");
  EXPECT_NE(refused("\"words\":", "\"words\":-1,\"w\":").find("words is -1, must be 0 .. "), std::string::npos);
  EXPECT_NE(refused("\"after\":[0]", "\"after\":[9]").find("waits for call 9, must be an earlier one"),
            std::string::npos);
}

TEST(CapsuleHead, RefusesAFormulaThatIsMissingOrWrong) {
  Json head = capsule_head(formula_sample());
  const std::string text = head.dump();
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const std::size_t at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return test::refusal<JsonError>([&] { capsule_of_head(Json::parse(other.replace(at, from.size(), to))); });
  };
  EXPECT_EQ(refused("\"formula\":{", "\"elsewhere\":{"), "operator 'formula' must come with a formula");
  EXPECT_EQ(refused("new u = a", "new u = b").rfind("k.stencil:5:9: 'b' is not known above", 0), 0u);
}

// As programs wrote them that did not know where blocks lie.
TEST(CapsuleHead, NeedsNoPlacesOfBlocksButOneForEachCommand) {
  Capsule capsule = sample();
  EXPECT_EQ(capsule_of_head(capsule_head(capsule)).origin.places[2].col, 7);
  EXPECT_EQ(capsule_of_head(capsule_head(capsule)).origin.places[1].strip, 1);
  EXPECT_EQ(capsule_of_head(capsule_head(capsule)).origin.places[2].strip, std::nullopt);
  capsule.origin.places.clear();
  EXPECT_EQ(capsule_head(capsule).dump().find("places"), std::string::npos);
  EXPECT_TRUE(capsule_of_head(capsule_head(capsule)).origin.places.empty());
  capsule.origin.places.resize(2);
  EXPECT_EQ(test::refusal<JsonError>([&] { capsule_of_head(capsule_head(capsule)); }),
            "origin has 2 places, must be as many as commands, 3");
}

TEST(CapsuleFile, LeavesWhatWasThereWhenItCannotBeWritten) {
  EXPECT_NE(test::refusal([] { write_capsule(sample(), "/nonexistent/a.capsule"); }), "accepted");
}

}  // namespace
}  // namespace stencil::capsule_tests
