// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/step_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "host/base/text.hpp"
#include "host/mpi/fatal.hpp"
#include "models/jacobi.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/package/checks/halo/box_shadows.hpp"
#include "sim/app/package/checks/steps/joined_rows.hpp"
#include "sim/app/package/checks/steps/strip_of.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_arrays = 64;

}  // namespace

void StepWatch::begins(const StepInfo& step) {
  const StripArrays& strip = step.strip;
  check_receives(step.number, strip.f, strip.rows, strip.cols, strip.cols);
  rows_.begins(step);
  const std::string narrow = box_shadows().begins(step);
  if (!narrow.empty()) note(coverage_.narrow_shadows, 1, narrow + fmt::format(" (step {})", step.number));
  if (known_.size() >= most_arrays + 2 * static_cast<std::size_t>(step.parts) && known_.count(step.array) == 0)
    known_.clear();
  Known& known = known_[step.array];
  if (known.rows != 0 && known.cols == strip.cols && step.owned < known.owned) {
    const std::int64_t fewer = known.owned - step.owned;
    note(coverage_.fewer_rows, fewer,
         fmt::format("owned = {} in step {}, {} fewer than in the step before of the same f", step.owned, step.number,
                     counted(fewer, "row")));
  }
  if (known.rows == strip.rows && known.cols == strip.cols && known.first_owned == step.first_owned &&
      known.owned == step.owned) {
    const std::int64_t below = step.first_owned + step.owned;
    check_side(step, "above", known, known.above, 0, step.first_owned);
    check_side(step, "below", known, known.below, below, strip.rows - below);
  } else {
    known = {strip.rows, strip.cols, step.stride, step.first_owned, step.owned, {}, {}};
  }
  known.above.updated_from.reset();
  known.below.updated_from.reset();
  known.filled.clear();
  const auto byte_of = [&](std::int64_t row) {
    return reinterpret_cast<const std::byte*>(step.array + row * step.stride);
  };
  const bool is_updated = std::any_of(updated_.begin(), updated_.end(), [&](const std::byte* shadow) {
    return shadow >= byte_of(0) && shadow < byte_of(strip.rows);
  });
  check_results(step, known.was_updated && !is_updated && !updated_.empty());
  known.was_updated = known.was_updated || is_updated;
  if (step.part + 1 == step.parts) updated_.clear();
  const ChangedRows changed = changed_between_joined(step, last_of(step).expected);
  if (changed.rows > 0 && verdict_.mismatches == 0) note(coverage_.changed_rows, changed.rows, changed.text);
  std::vector<double> kept;
  if (changed.rows > 0 && step.behind == StepInfo::Behind::resident) kept = last_of(step).expected;
  const ChangedRows other_r = changed_right_hand(step, last_of(step).r_loaded);
  if (other_r.rows > 0) note(coverage_.changed_r_rows, other_r.rows, other_r.text);
  take_arrays(step);
  if (!kept.empty()) {
    const std::int64_t first = step.first_owned * strip.cols;
    std::copy_n(kept.begin() + first, step.owned * strip.cols, last_of(step).expected.begin() + first);
  }
  Last& last = last_of(step);
  golden_sweeps(strip.rows, strip.cols, last.expected.data(), last.r_loaded.empty() ? strip.r : last.r_loaded.data(),
                step.weights, step.scheme.interval);
}

StepWatch::Last& StepWatch::last_of(const StepInfo& step) {
  const auto place = static_cast<std::size_t>(step.part);
  if (last_.size() <= place) last_.resize(place + 1);
  return last_[place];
}

void StepWatch::take_arrays(const StepInfo& step) {
  const StripArrays& strip = step.strip;
  Last& last = last_of(step);
  last.step = step;
  last.before.assign(strip.f, strip.f + strip.rows * strip.cols);
  last.r_before.clear();
  if (reads_rhs(step.weights)) last.r_before.assign(strip.r, strip.r + strip.rows * strip.cols);
  const bool keeps_r = step.behind == StepInfo::Behind::resident && last.r_loaded.size() == last.r_before.size();
  if (!keeps_r) last.r_loaded = last.r_before;
  last.expected = last.before;
}

void StepWatch::joined_begin(const StepInfo& first) {
  const StripArrays& strip = first.strip;
  check_receives(first.number, strip.f, strip.rows, strip.cols, strip.cols);
  check_results(first, false);
  take_arrays(first);
}

void StepWatch::joined_ended(const StepInfo& first) {
  check_r(first);
  const StripArrays& strip = first.strip;
  last_of(first).expected.assign(strip.f, strip.f + strip.rows * strip.cols);
}

void StepWatch::ended(const StepInfo& step, const std::vector<BlockRun>& runs) {
  const StripArrays& strip = step.strip;
  if (step.part == 0) ++coverage_.steps;
  rows_.ended(step);
  check_r(step);
  for (const BlockRun& run : runs) {
    const std::int64_t row = run.block.first_row, at = row * strip.cols;
    // Rows of the field: halo rows above it would be negative only where a part has more of them than there are.
    const std::int64_t global = step.global_row - step.first_owned + row;
    const Comparison found =
        compare_rows(last_of(step).expected.data() + at, strip.f + at, global, run.block.keep, strip.cols);
    verdict_.compared = verdict_.compared.value_or(0) + found.compared;
    verdict_.mismatches += found.mismatches;
    verdict_.add_block(step.number, {found.compared, found.mismatches});
    if (found.first && !verdict_.first_mismatch) {
      verdict_.first_mismatch =
          LocatedMismatch{0, step.number, run.index, step.scheme.interval - 1, *found.first, strip_of(step)};
    }
  }
  Known& known = known_[step.array];
  const std::int64_t below = step.first_owned + step.owned;
  keep_side(step, known.above, 0, step.first_owned, step.first_owned);
  keep_side(step, known.below, below, strip.rows - below, below - 1);
}

// As where the swap of two arrays was left in a program whose step works in place. Two fields that begin alike would be
// swept to the same values, by the same weights and r. Of one array that is likely where the update before the step
// was another one's: a program may begin anew.
void StepWatch::check_results(const StepInfo& step, bool is_other_updated) {
  const StripArrays& strip = step.strip;
  const auto& [last, before, r_before, r_loaded, expected] = last_of(step);
  const bool same_part = last && strip.rows == last->strip.rows && strip.cols == last->strip.cols &&
                         step.first_owned == last->first_owned && step.owned == last->owned &&
                         same_bits(step.weights, last->weights);
  const bool is_same_array = same_part && step.array == last->array;
  if (!same_part || (is_same_array && !is_other_updated) || before == expected) return;
  const std::int64_t first = step.first_owned * strip.cols, words = step.owned * strip.cols;
  const bool same_r = r_before.empty() || same_rows(r_before.data() + first, strip.r + first, words);
  if (words == 0 || !same_r || !same_rows(before.data() + first, strip.f + first, words)) return;
  note(
      coverage_.unused_results, 1,
      is_same_array
          ? fmt::format("all rows that the rank owns are in f of step {} as they were before the step before, and "
                        "VSDA_Update_end has filled another array since: is it the one that the program takes f for?",
                        step.number)
          : fmt::format(
                "f of step {} is another array than that of the step before, and all rows that the rank owns are in it "
                "as they were before that step: are its results used?",
                step.number));
}

// A block loads its rows of r when it is posted: it may have had either.
void StepWatch::check_r(const StepInfo& step) {
  const std::vector<double>& r_before = last_of(step).r_before;
  if (r_before.empty()) return;
  const StripArrays& strip = step.strip;
  std::int64_t first = -1, rows = 0;
  for (std::int64_t row = 0; row < strip.rows; ++row) {
    if (same_rows(r_before.data() + row * strip.cols, strip.r + row * strip.cols, strip.cols)) continue;
    if (rows++ == 0) first = row;
  }
  if (rows == 0) return;
  note(coverage_.changed_r_rows, rows,
       fmt::format(
           "{} of r, from row {} on, changed between stencil_step_begin and stencil_step_wait of step {}: blocks "
           "of the step have swept with old and with new values",
           counted(rows, "row"), first, step.number));
}

// Whether the message has come or not: until the program waits, the step may read what was there before it. Only where
// the ranks are watched.
void StepWatch::check_receives(std::int64_t step, const double* f, std::int64_t all_rows, std::int64_t cols,
                               std::int64_t stride) {
  if (mpi_recorder() == nullptr) return;
  const auto row_bytes = cols * static_cast<std::int64_t>(sizeof(double));
  std::int64_t first = 0, rows = 0;
  const Recorder::Pending* message = nullptr;
  for (std::int64_t row = 0; row < all_rows; ++row) {
    const Recorder::Pending* const pending = mpi_recorder()->receive_into(f + row * stride, row_bytes);
    if (pending == nullptr) continue;
    if (message == nullptr) message = pending, first = row;
    ++rows;
  }
  if (message == nullptr) return;
  const auto named = [](int number) { return number < 0 ? std::string("any") : std::to_string(number); };
  note(coverage_.pending_rows, rows,
       fmt::format(
           "{} of f, from row {} on, given to step {} before the MPI_Irecv from rank {} with tag {} that sets them has "
           "ended: is MPI_Wait missing before the step?",
           counted(rows, "row"), first, step, named(message->source), named(message->tag)));
}

// A step of the program is a round, whose sweeps backward reports count as a step of their own.
void StepWatch::check_halo(std::int64_t step, const StaleHalo& stale) {
  if (stale.lines == 0) return;
  note(coverage_.stale_halo_rows, stale.lines,
       fmt::format(
           "{} that tiles read {} in round {} (step {} of the report) not what the ranks that own them have, first "
           "row {}, column {} of the field, of rank {}: is an update missing or too early, or did the program set that "
           "rank's points alone?",
           counted(stale.lines, "halo row or column", "halo rows and columns"), stale.lines == 1 ? "is" : "are",
           step / 2, step, stale.row, stale.col, stale.owner));
}

// The first alone is a warning: others may follow from it.
void StepWatch::note(std::int64_t& count, std::int64_t more, const std::string& text) {
  count += more;
  if (!warned_) fmt::print(stderr, "{}\n", fatal_line("stencil_step_begin", "warning: " + text));
  warned_ = true;
}

}  // namespace stencil
