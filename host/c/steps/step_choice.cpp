// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/step_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/from_environment.hpp"
#include "host/base/nearest.hpp"
#include "host/base/text.hpp"
#include "host/jacobi/check_blocking.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/plan.hpp"
#include "host/jacobi/steps/itsteps.hpp"

namespace stencil {
namespace {

constexpr const char* automatic = "auto";
constexpr std::int64_t most_portion = std::int64_t{1} << 32;  // as of --portion

// The one of `choices` that `given` names; null: that the variable of the environment names.
template <class Choices>
std::optional<typename Choices::value_type> given_or_from_environment(const char* variable, const char* argument,
                                                                      const char* given, const Choices& choices) {
  std::vector<std::string> names;
  names.reserve(choices.size() + 1);
  for (const auto one : choices) names.emplace_back(name_of(one));
  names.emplace_back(automatic);
  const std::string name = given == nullptr || *given == '\0' ? from_environment(variable, automatic, names) : given;
  for (const auto one : choices) {
    if (name == name_of(one)) return one;
  }
  if (name == automatic) return std::nullopt;
  throw ArgumentError(
      fmt::format("{} = \"{}\", must be {}{}", argument, name, alternatives(names), did_you_mean(name, names)));
}

// A strip may be cut in two where a part of as many rows is not.
bool is_single_block(const StepShape& shape, const BlockScheme& scheme) {
  if (scheme.even) return plan_strip(shape.rows, scheme).size() == 1;
  return shape.rows - (scheme.how.blocking == Blocking::skewed ? shape.sweeps : 0) <= scheme.portion;
}

std::int64_t least_portion(const StepShape& shape, Blocking blocking) {
  return blocking == Blocking::skewed ? shape.sweeps : 3 * shape.sweeps;
}

// The most sweeps for which some portion fits, of a part of several blocks.
std::int64_t most_sweeps(const StepShape& shape, const Capabilities& device, Blocking blocking) {
  const std::int64_t fit = device.memory_words / shape.cols;
  return blocking == Blocking::skewed ? std::min(fit / 2, chained_sweeps(device, shape.cols)) : fit / 5;
}

// check_blocking() with the names of stencil_step_begin, the rows that are missing, and the nearest portion that fits.
void check_fit(const StepShape& shape, const Capabilities& device, const BlockScheme& scheme) {
  const std::int64_t sweeps = shape.sweeps, portion = scheme.portion;
  const Blocking blocking = scheme.how.blocking;
  check_schedule(device, scheme.how.schedule);
  const std::int64_t least = least_portion(shape, blocking);
  const std::int64_t fit = device.memory_words / shape.cols;
  const std::int64_t overlap = blocking == Blocking::skewed ? sweeps : 2 * sweeps;
  const std::int64_t most = std::min(most_portion, fit - overlap);
  const std::string nearest =
      most >= least ? fmt::format("; the nearest portion that fits is {}", std::clamp(portion, least, most))
                    : fmt::format("; no portion fits {}, at most {}", counted(sweeps, "sweep"),
                                  counted(most_sweeps(shape, device, blocking), "sweep"));
  if (portion < least) {
    throw ArgumentError(fmt::format("portion = {}, must be >= {} ({}sweeps = {}, {} blocks){}", portion, least,
                                    blocking == Blocking::skewed ? "" : "three times ", sweeps, name_of(blocking),
                                    nearest));
  }
  const bool single = is_single_block(shape, scheme);
  const std::int64_t needed = single ? shape.rows : portion + overlap;
  if (needed > fit) {
    throw ArgumentError(
        fmt::format("portion = {} with {} takes blocks of {} of {} columns in {} blocking, must be <= {}: each buffer "
                    "of f and of r ({} words) is {} short{}",
                    portion, counted(sweeps, "sweep"), counted(needed, "row"), shape.cols, name_of(blocking),
                    counted(fit, "row"), device.memory_words, counted(needed - fit, "row"), nearest));
  }
  const std::int64_t held = chained_sweeps(device, shape.cols);
  if (!single && blocking == Blocking::skewed && sweeps > held) {
    throw ArgumentError(fmt::format(
        "sweeps = {}, must be 1 .. {} in skewed blocks of {} columns: the line buffers ({} of {} beats) hold a row for "
        "each sweep and are {} short",
        sweeps, held, shape.cols, device.pes, device.line_beats, counted(sweeps - held, "row")));
  }
}

// Portions worth a prediction: the part as 1, 2, 3, 4, 6, 8, ... blocks.
std::vector<std::int64_t> portions(const StepShape& shape, Blocking blocking, const Capabilities& device) {
  const std::int64_t least = least_portion(shape, blocking);
  const std::int64_t overlap = blocking == Blocking::skewed ? shape.sweeps : 2 * shape.sweeps;
  const std::int64_t most = std::max(least, device.memory_words / shape.cols - overlap);
  std::vector<std::int64_t> found;
  const auto add = [&](std::int64_t portion) {
    portion = std::clamp(portion, least, most);
    if (std::find(found.begin(), found.end(), portion) == found.end()) found.push_back(portion);
  };
  if (shape.rows <= device.memory_words / shape.cols) found.push_back(std::max(shape.rows, least));
  for (std::int64_t blocks = 1; blocks <= shape.rows / least + 1 && blocks <= 64; blocks *= 2) {
    add((shape.rows + blocks - 1) / blocks);
    add((2 * shape.rows + 3 * blocks - 1) / (3 * blocks));
  }
  return found;
}

// check_fit() for all strips of a step, or for the first and the last of joined steps, which may be shorter.
void check_all_fit(const StepShape& shape, const Capabilities& device, const BlockScheme& scheme) {
  check_fit(shape, device, scheme);
  StepShape other = shape;
  for (const std::int64_t rows : shape.strips) {
    other.rows = rows;
    check_fit(other, device, scheme);
  }
  if (shape.iterations % shape.sweeps == 0) return;
  other.sweeps = shape.iterations % shape.sweeps;
  check_fit(other, device, with_interval(scheme, other.sweeps));
}

class Cycles final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { all += run.cycles.total(); }
  std::int64_t all = 0;
};

}  // namespace

std::int64_t predicted_cycles(Accelerator& dry, const StepShape& shape, const BlockScheme& scheme) {
  constexpr std::int64_t predicted_steps = 4;
  Cycles ledger;
  std::vector<double> nothing(1);  // the dry accelerator reads and writes no host memory
  const StripArrays strip{shape.rows, shape.cols, nothing.data(), nothing.data()};
  if (shape.iterations > 0 && !shape.halos.empty()) {
    std::vector<HaloStrip> strips;
    for (std::size_t k = 0; k < shape.halos.size(); ++k) {
      strips.push_back({strip, shape.halos[k], shape.whole_field && k > 0});
      if (!shape.strips.empty()) strips.back().arrays.rows = shape.strips[k];
    }
    itsteps(
        dry, strips, shape.weights, scheme, std::min(shape.iterations, predicted_steps * shape.sweeps),
        [](std::int64_t) {}, &ledger);
    return ledger.all;
  }
  if (shape.iterations > 0) {
    itsteps(dry, strip, shape.weights, scheme, std::min(shape.iterations, predicted_steps * shape.sweeps), &ledger);
    return ledger.all;
  }
  std::vector<StripArrays> strips(std::max<std::size_t>(shape.strips.size(), 1), strip);
  for (std::size_t k = 0; k < shape.strips.size(); ++k) strips[k].rows = shape.strips[k];
  itstep(dry, strips, shape.weights, scheme, &ledger);
  return ledger.all;
}

StepWish step_wish(const GivenBlocks& given) {
  StepWish wish;
  wish.schedule = given_or_from_environment("STENCIL_SCHEDULE", "schedule", given.schedule, all_schedules);
  wish.blocking = given_or_from_environment("STENCIL_BLOCKING", "blocking", given.blocking, all_blockings);
  check_range("portion", given.portion, 0, most_portion);
  std::int64_t portion = given.portion;
  if (portion == 0) portion = number_from_environment("STENCIL_PORTION", 0, 0, most_portion);
  if (portion > 0) wish.portion = portion;
  return wish;
}

BlockScheme choose_scheme(const StepWish& wish, const StepShape& shape, const Capabilities& device,
                          const LinkOptions& link, const DryMaker& make_dry) {
  check_range("cols", shape.cols, 1, device.max_cols, "the device's longest row");
  check_range("sweeps", shape.sweeps, 1, most_portion / 3);
  const std::vector<Schedule> schedules =
      shape.iterations > 0 ? std::vector{Schedule::joined} : std::vector{Schedule::overlapped, Schedule::sequential};
  std::vector<BlockScheme> fitting;
  std::optional<ArgumentError> refusal;  // of the first that does not fit
  for (const Blocking blocking : {Blocking::skewed, Blocking::overlapped_rows}) {
    if (wish.blocking && *wish.blocking != blocking) continue;
    for (const Schedule schedule : schedules) {
      if (wish.schedule && *wish.schedule != schedule) continue;
      for (const std::int64_t portion : wish.portion ? std::vector{*wish.portion} : portions(shape, blocking, device)) {
        const BlockScheme scheme{{schedule, blocking}, portion, shape.sweeps, !shape.strips.empty()};
        try {
          check_all_fit(shape, device, scheme);
          fitting.push_back(cut_finer(scheme, device, shape.strips, shape.cols, !shape.whole_field));
        } catch (const ArgumentError& error) {
          if (!refusal) refusal = error;
        }
      }
    }
  }
  if (fitting.empty()) throw ArgumentError(*refusal);
  if (fitting.size() == 1 || !make_dry || !device.timed) return fitting.front();
  const std::unique_ptr<Accelerator> dry = make_dry(device, link);
  std::vector<std::int64_t> cycles;
  cycles.reserve(fitting.size());
  for (const BlockScheme& scheme : fitting) cycles.push_back(predicted_cycles(*dry, shape, scheme));
  return fitting[static_cast<std::size_t>(std::min_element(cycles.begin(), cycles.end()) - cycles.begin())];
}

BlockScheme ChosenSchemes::operator()(const StepWish& wish, const StepShape& shape, const Capabilities& device,
                                      const LinkOptions& link, const DryMaker& make_dry) {
  std::vector<std::int64_t> halos{shape.whole_field ? 1 : 0};
  for (const RowHalo& halo : shape.halos) halos.insert(halos.end(), {halo.before, halo.after});
  const Key key(shape.rows, shape.cols, shape.sweeps, shape.weights.index(), wish.schedule ? int(*wish.schedule) : -1,
                wish.blocking ? int(*wish.blocking) : -1, wish.portion.value_or(0), shape.strips, shape.iterations,
                halos);
  const auto known = chosen_.find(key);
  if (known != chosen_.end()) return known->second;
  return chosen_.emplace(key, choose_scheme(wish, shape, device, link, make_dry)).first->second;
}

}  // namespace stencil
