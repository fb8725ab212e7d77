// SPDX-License-Identifier: Apache-2.0
#include "host/stages/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// A signalling NaN: no arithmetic produces one, and every result computed from it is a quiet NaN.
double poison() {
  constexpr std::uint64_t bits = 0x7ff0bad0bad0bad0u;
  double value = 0.0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool same_bits(const double* a, const double* b, std::int64_t words) {
  return std::memcmp(a, b, static_cast<std::size_t>(words) * sizeof(double)) == 0;
}

bool all_finite(const double* words, std::int64_t count) {
  return std::all_of(words, words + count, [](double word) { return std::isfinite(word); });
}

bool any_nan(const double* words, std::int64_t count) {
  return std::any_of(words, words + count, [](double word) { return std::isnan(word); });
}

}  // namespace

void StageChecker::join(SharedDatum& datum) {
  const bool there = std::any_of(data_.begin(), data_.end(), [&](const auto& one) { return one.get() == &datum; });
  if (!there) data_.emplace_back(datum);
}

void StageChecker::begins(const Stage& stage) {
  for (const Look& look : looks_) judge(look, stage.name());
  looks_.clear();
  if (next_ != nullptr) next_->begins(stage);
}

void StageChecker::copied(const StageCopy& copy) {
  if (next_ != nullptr) next_->copied(copy);
}

void StageChecker::leaves_device(const SharedDatum& datum) {
  if (next_ != nullptr) next_->leaves_device(datum);
}

void StageChecker::look(SharedDatum& datum, const StagePart& part) {
  const std::int64_t wide = datum.words_per_row();
  if (wide == 0 || datum.rows() == 0 || (part.side == Side::device && !datum.on_device())) return;
  Look look{DatumReference(datum), part.side, std::vector<Leave>(static_cast<std::size_t>(datum.rows())),
            std::vector<double>(static_cast<std::size_t>(datum.rows() * wide))};
  for (const Access& access : part.accesses) {
    if (access.datum != &datum) continue;
    for (std::int64_t row = access.rows.first; row < access.rows.last; ++row) {
      Leave& leave = look.rows[static_cast<std::size_t>(row)];
      leave.read = leave.read || access.needs_old();
      leave.write = leave.write || access.writes() || access.leaves_wrong();
      leave.result = leave.result || access.writes();
      leave.must_write = leave.must_write || access.kind == Access::Kind::overwrite;
    }
  }
  datum.peek(part.side, datum.all(), look.words.data());
  std::vector<double> poisoned = look.words;
  for (std::int64_t row = 0; row < datum.rows(); ++row) {
    double* words = poisoned.data() + row * wide;
    if (look.rows[static_cast<std::size_t>(row)].read) {
      finite_ = finite_ && all_finite(words, wide);
    } else {
      std::fill_n(words, wide, poison());
    }
  }
  datum.poke(part.side, datum.all(), poisoned.data());
  looks_.push_back(std::move(look));
}

void StageChecker::runs(const Stage& stage) {
  if (next_ != nullptr) next_->runs(stage);
  finite_ = true;
  for (const StagePart& part : stage.parts()) {
    for (const DatumReference<SharedDatum>& datum : data_) {
      if (datum.get() != nullptr) look(*datum.get(), part);
    }
  }
}

std::string StageChecker::judge(const Look& look, const std::string& stage) const {
  if (look.datum.get() == nullptr) return "";
  SharedDatum& datum = *look.datum.get();
  const std::int64_t wide = datum.words_per_row();
  std::vector<double> now(look.words.size());
  datum.peek(look.side, datum.all(), now.data());
  const std::vector<double> poisoned(static_cast<std::size_t>(wide), poison());
  std::string offence;
  const auto tell = [&](std::int64_t row, const char* what) {
    if (!offence.empty()) return;
    offence = fmt::format("stage {} on the {}: row {} of {} {}", stage, name_of(look.side), row, datum.name(), what);
  };
  for (std::int64_t row = 0; row < datum.rows(); ++row) {
    const Leave& leave = look.rows[static_cast<std::size_t>(row)];
    double* words = now.data() + row * wide;
    const double* before = look.words.data() + row * wide;
    if (!leave.write) {
      const double* expected = leave.read ? before : poisoned.data();
      if (!same_bits(words, expected, wide)) {
        tell(row, leave.read ? "has changed, must be written only where it is named as written: the stage reads it"
                             : "has changed, must be named as written: the stage does not name it");
      }
      std::copy_n(before, wide, words);
      continue;
    }
    if (leave.must_write && !leave.read && same_bits(words, poisoned.data(), wide)) {
      tell(row, "has not changed, must be written whole: the stage overwrites it");
    } else if (leave.result && finite_ && any_nan(words, wide)) {
      tell(row, "is NaN after it, though all values that the stage reads are finite: it must name all data it reads");
    }
  }
  datum.poke(look.side, datum.all(), now.data());
  return offence;
}

void StageChecker::ran(const Stage& stage, bool threw) {
  std::string offence;
  for (const Look& look : looks_) {
    const std::string text = judge(look, stage.name());
    if (offence.empty()) offence = text;
  }
  looks_.clear();
  if (next_ != nullptr) next_->ran(stage, threw);
  if (!threw && !offence.empty()) throw ArgumentError(offence);
}

void StageChecker::ended(const Stage& stage) {
  if (next_ != nullptr) next_->ended(stage);
}

void StageChecker::failed(const Stage& stage, bool was_run) {
  if (next_ != nullptr) next_->failed(stage, was_run);
}

}  // namespace stencil
