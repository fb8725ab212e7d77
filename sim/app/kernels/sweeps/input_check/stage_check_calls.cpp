// The device's rows: in the calls that are recorded.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/sweeps/input_check/stage_check.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

bool has_weights(const Capsule& calls, const SweepWeights& right) {
  bool same = true;
  for_each_weight(right, [&](Weight weight, double value) {
    const std::optional<double>& given = calls.weights[static_cast<std::size_t>(weight)];
    same = same && given && bits_of(*given) == bits_of(value);
  });
  return same;
}

}  // namespace

void StageCheck::Sent::put(const Place& place, const std::vector<double>& words) {
  std::vector<std::optional<double>>& buffer = buffers_[{place.bank, place.buffer}];
  const auto first = static_cast<std::size_t>(place.offset_words);
  if (buffer.size() < first + words.size()) buffer.resize(first + words.size());
  std::copy(words.begin(), words.end(), buffer.begin() + place.offset_words);
}

std::vector<double> StageCheck::Sent::row(const Place& place, std::int64_t row, std::int64_t cols) const {
  const auto found = buffers_.find({place.bank, place.buffer});
  std::vector<double> words;
  for (std::int64_t word = 0; found != buffers_.end() && word < cols; ++word) {
    const auto at = static_cast<std::size_t>(place.offset_words + row * cols + word);
    if (at >= found->second.size() || !found->second[at]) return {};
    words.push_back(*found->second[at]);
  }
  return words;
}

void StageCheck::made(const Capsule& calls) {
  if (!looks()) return;
  for (const CapsuleCall& call : calls.calls) {
    if (call.kind == CapsuleCall::Kind::load) sent_.put(call.place, call.data);
  }
  if (stage_ == nullptr || command_count(calls) == 0) return;
  for (const StagePart& part : stage_->parts()) {
    if (part.side != Side::device) continue;
    look_at_inputs(part, calls);
    if (looks()) look_at_results(part, calls);
    for (const Mine& mine : mine_) {
      const auto sweeps = [&](const Access& access) { return access.datum == mine.data->f.get(); };
      if (std::any_of(part.accesses.begin(), part.accesses.end(), sweeps))
        left_by_[mine.data->f.get()] = stage_->name();
    }
  }
  for (const CapsuleCall& call : calls.calls) {
    if (call.kind == CapsuleCall::Kind::store) sent_.put(call.place, call.data);
  }
}

void StageCheck::look_at_inputs(const StagePart& part, const Capsule& calls) {
  // Rows that the stage says it reads, then those that its commands read all the same.
  for (const bool named : {true, false}) {
    for (const Access& access : part.accesses) {
      const Mine* const mine = !named || access.needs_old() ? owner_of(access.datum) : nullptr;
      if (mine == nullptr) continue;
      const SharedArray& datum = access.datum == mine->data->f.get() ? *mine->data->f : *mine->data->r;
      for (const CapsuleContents& contents : calls.contents) {
        std::optional<WrongRow> wrong =
            compare_words(*mine, datum, named ? access.rows : datum.all(), contents.place, contents.words, false);
        if (!wrong) continue;
        blame_input(*mine, datum, std::move(*wrong), named);
        return;
      }
    }
  }
}

void StageCheck::blame_input(const Mine& mine, const SharedArray& datum, WrongRow wrong, bool named) {
  const std::int64_t at = wrong.row - mine.data->strip.first_local();
  const RowRange row{at, at + 1};
  const std::vector<double> sent = sent_.row(datum.place(), at, datum.cols());
  if (!sent.empty() && !compare({mine, wrong.bank, row, sent.data()}, false)) {
    return find(std::move(wrong), Component::local_memory, true, "though the right words were sent");
  }
  const bool copied = was_copied(datum, at, Side::device);
  if (device_exchanges_ && wrong.bank == Bank::f && !copied) {
    return find(std::move(wrong), Component::halo_exchange, true, "after the exchange");
  }
  const bool right_on_host = datum.valid(Side::host).contains(row) &&
                             !compare({mine, wrong.bank, row, datum.host() + at * datum.cols()}, false);
  std::string when = copied ? "after its copy" : "before its sweeps";
  if (!named && !copied)
    when += fmt::format(", which read it though stage {} does not name it: never copied", stage_->name());
  if (right_on_host) when += ", right on the host";
  const auto left = left_by_.find(&datum);
  if (!copied && left != left_by_.end() && left->second != stage_->name())
    when += fmt::format(": stage {} has left it so, and no copy has followed", left->second);
  find(std::move(wrong), Component::stages, true, when);
}

void StageCheck::look_at_results(const StagePart& part, const Capsule& calls) {
  for (const Access& access : part.accesses) {
    const Mine* const mine = access.writes() ? owner_of(access.datum) : nullptr;
    if (mine == nullptr) continue;
    for (const CapsuleCall& call : calls.calls) {
      if (call.kind != CapsuleCall::Kind::store) continue;
      std::optional<WrongRow> wrong = compare_words(*mine, *mine->data->f, access.rows, call.place, call.data, true);
      if (!wrong) continue;
      Capsule judged = calls;
      expect(judged);
      device_is_wrong_ = difference(judged).mismatches > 0;
      if (device_is_wrong_) return;
      // The device has done what it was asked to, with right rows.
      const bool weights = has_weights(calls, weights_);
      return find(std::move(wrong), weights ? Component::blocking : Component::stages, true,
                  weights ? "after the sweeps that it was told to make" : "after its sweeps, which had a wrong weight");
    }
  }
}

// Of words of local memory those that are rows of the datum, and of the range.
std::optional<WrongRow> StageCheck::compare_words(const Mine& mine, const SharedArray& datum, const RowRange& range,
                                                  const Place& place, const std::vector<double>& words,
                                                  bool swept) const {
  if (place.bank != datum.place().bank || place.buffer != datum.place().buffer) return std::nullopt;
  const std::int64_t cols = datum.cols();
  const std::int64_t first = place.offset_words - datum.place().offset_words;
  const RowRange rows{std::max(range.first, (first + cols - 1) / cols),
                      std::min(range.last, (first + place.length_words) / cols)};
  if (rows.empty()) return std::nullopt;
  return compare({mine, place.bank, rows, words.data() + rows.first * cols - first}, swept);
}

}  // namespace stencil
