// Which calls of a run become a capsule: a chosen one, the first that is wrong, or those at which the device fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "sim/device/capsule/recording_accelerator.hpp"

namespace stencil {

// The calls around the command of this step and block.
class ChosenCall final : public CapsuleListener {
 public:
  ChosenCall(std::int64_t step, std::int64_t block) : step_(step), block_(block) {}

  bool wants(std::int64_t step) override { return step == step_ && !found_; }
  bool wants_results() const override { return true; }
  void after_wait(const Capsule& capsule) override;

  const std::optional<Capsule>& found() const { return found_; }

 private:
  std::int64_t step_;
  std::int64_t block_;
  std::optional<Capsule> found_;
};

// The first calls whose values are not those of the golden models.
class FirstWrongCall final : public CapsuleListener {
 public:
  bool wants(std::int64_t) override { return !found_; }
  bool wants_results() const override { return true; }
  void after_wait(const Capsule& capsule) override;

  const std::optional<Capsule>& found() const { return found_; }

 private:
  std::optional<Capsule> found_;
};

// The calls during which the device fails.
class FailedCall final : public CapsuleListener {
 public:
  // contents: what calls read of earlier ones is read from local memory, at the cost of its cycles; otherwise the
  // earlier calls are kept before them.
  explicit FailedCall(bool contents) : contents_(contents) {}

  bool reads_contents() const override { return contents_; }
  std::int64_t most_words_before() const override { return contents_ ? 0 : std::int64_t{1} << 23; }  // 64 MiB
  bool wants(std::int64_t) override { return true; }
  void after_wait(const Capsule&) override {}
  void after_failure(const Capsule& capsule) override;

  const std::optional<Capsule>& found() const { return found_; }
  // Fewer calls at which it fails as well.
  void shorten(Capsule calls) { found_ = std::move(calls); }

 private:
  bool contents_;
  std::optional<Capsule> found_;
};

}  // namespace stencil
