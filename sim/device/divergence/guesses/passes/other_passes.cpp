// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/passes/other_passes.hpp"

#include "models/jacobi.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {

using Values = std::vector<double>;

std::int64_t OtherPasses::finished_rows() const {
  return field_.rows() - (is_continued(field_.command()) ? all_ : 0);
}

std::int64_t OtherPasses::unknown_rows(const Older& older) const {
  if (older.words != Words::of_r || older.commands.last + 1 < static_cast<std::int64_t>(field_.commands()) ||
      is_continued(field_.command()))
    return 0;
  return all_ - plan_.sweeps_before(older.passes.first - 1);
}

Values OtherPasses::with_older(const Older& older) const {
  const auto& command = std::get<SweepCommand>(field_.command());
  Values f = field_.after(0);
  Values r = field_.r();
  Values f_before = f;  // in the buffers before the pass before
  Values r_before = r;
  for (std::int64_t pass = 0; pass < plan_.passes; ++pass) {
    const Values f_now = f;
    const Values r_now = r;
    for (std::int64_t each = older.commands.first; older.passes.has(pass) && each <= older.commands.last; ++each) {
      if (older.words != Words::of_r) put_older(each, pass, older.columns, f, f_before);
      if (older.words != Words::of_f) put_older(each, pass, older.columns, r, r_before);
    }
    f_before = f_now;
    r_before = r_now;
    golden_sweeps(field_.rows(), field_.cols(), f.data(), r.data(), command.weights, plan_.sweeps(pass));
  }
  return f;
}

Values OtherPasses::with_beside(std::int64_t pass, const PassRange& commands, Words words, std::int64_t shift) const {
  Values f = field_.after(0);
  Values r = field_.r();
  for (std::int64_t now = 0; now < plan_.passes; ++now) {
    if (now == pass) {
      Values& of = words == Words::of_f ? f : r;
      const Values right = of;
      const std::int64_t swept = plan_.sweeps_before(pass);
      const std::int64_t first = std::max<std::int64_t>(0, field_.first_read(commands.first, swept) * field_.cols());
      const std::int64_t end = field_.first_read(commands.last + 1, swept) * field_.cols();
      const auto all = static_cast<std::int64_t>(right.size());
      for (std::int64_t word = first; word < std::min(end, all); ++word) {
        const std::int64_t from = word + shift;
        if (from >= 0 && from < all) of[static_cast<std::size_t>(word)] = right[static_cast<std::size_t>(from)];
      }
    }
    sweep(f, r, field_.rows(), now);
  }
  return f;
}

Values OtherPasses::without_r(std::int64_t pass) const {
  Values f = field_.after(0);
  const Values none(field_.r().size());
  for (std::int64_t now = 0; now < plan_.passes; ++now) sweep(f, now < pass ? field_.r() : none, field_.rows(), now);
  return f;
}

Values OtherPasses::with_fewer(std::int64_t pass, std::int64_t fewer) const {
  Values f = field_.after(0);
  for (std::int64_t now = 0; now < plan_.passes; ++now)
    sweep(f, field_.r(), field_.rows() - (now >= pass ? fewer : 0), now);
  return f;
}

void OtherPasses::sweep(Values& f, const Values& r, std::int64_t rows, std::int64_t pass) const {
  golden_sweeps(rows, field_.cols(), f.data(), r.data(), std::get<SweepCommand>(field_.command()).weights,
                plan_.sweeps(pass));
}

void OtherPasses::put_older(std::int64_t command, std::int64_t pass, const PassRange& columns, Values& words,
                            const Values& before_that) const {
  const std::int64_t cols = field_.cols();
  const std::int64_t now = plan_.sweeps_before(pass);
  const std::int64_t before = plan_.sweeps_before(pass - 1);
  const std::int64_t first = field_.first_read(command, now);
  const std::int64_t older = field_.first_read(command, before) - first;
  const std::int64_t end =
      std::min(field_.first_read(command + 1, now), field_.first_read(command + 1, before) - older);
  for (std::int64_t word = first * cols; word < end * cols; ++word)
    if (columns.has(word % cols))
      words[static_cast<std::size_t>(word)] = before_that[static_cast<std::size_t>(word + older * cols)];
}

}  // namespace stencil
