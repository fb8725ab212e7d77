// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/sweep_search.hpp"

#include <algorithm>
#include <utility>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/field/wrong_places.hpp"
#include "sim/device/divergence/guesses/passes/sweeps_in.hpp"
#include "sim/device/divergence/operand_origin.hpp"
#include "sim/device/divergence/other_calls.hpp"
#include "sim/device/divergence/other_values.hpp"
#include "sim/device/divergence/seen_field.hpp"
#include "sim/device/divergence/transfer_search.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Where = Divergence::Where;

class SweepSearch {
 public:
  SweepSearch(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t command,
              std::size_t end)
      : capsule_(capsule),
        play_(play),
        calls_(calls_before(capsule, end + 1)),
        first_(first),
        last_(command),
        number_(commands_before(capsule, command)),
        first_number_(commands_before(capsule, first)),
        program_(program_of(calls_)),
        field_(program_, first_number_, number_) {}

  Divergence operator()() {
    const std::int64_t all = field_.sweeps();
    std::int64_t right = 0;
    std::int64_t wrong = all;
    const SeenField in_the_end = after(all);
    if (!in_the_end.differs) return only_beside_later_calls();
    SeenField agreed{field_.after(0), {}, std::vector<char>(field_.after(0).size(), 1)};
    SeenField seen = in_the_end;
    const auto try_it = [&](std::int64_t sweeps) {
      SeenField now = after(sweeps);
      if (now.differs) {
        wrong = sweeps;
        seen = std::move(now);
        return true;
      }
      right = sweeps;
      agreed = std::move(now);
      return false;
    };
    try {
      for (std::int64_t sweeps = 1; sweeps < wrong; sweeps = std::min(2 * sweeps, wrong - 1))
        if (try_it(sweeps) || sweeps == wrong - 1) break;
      while (wrong - right > 1) try_it(right + (wrong - right) / 2);
    } catch (const DeviceError&) {
      if (const auto found = of_other_sweeps(in_the_end)) return *found;
      throw;
    }
    const std::vector<double> golden_field = field_.after(right + 1);
    settle(field_, right, std::move(agreed), seen);
    Divergence found = describe(right, seen);
    if (found.side == WrongSide::reference || capsule_.by_formula) {
      found.source = golden_source(field_, same_bits(golden_field, field_.after(right + 1)));
      return found;
    }
    if (wrong < all) found.only_this_sweep = same_bits(field_.swept_on(seen.device, wrong), in_the_end.device);
    if (is_wrong_in_memory(calls_, play_, found.word, found.expected)) {
      found.where = Where::transfer;
      found.explanation = ValueExplanation{"local memory", "this word of the buffer did not keep what it is given"};
    } else if (!is_wrong_alone(wrong)) {
      beside_others(found, in_the_end);
    } else if (found.explanation && found.explanation->kept_row && !is_wrong_alone(wrong, true)) {
      found.explanation->as_if += "; right where the chain goes on without a pause";
    } else if (first_ != last_) {
      found.explanation = with_rows_of_pass(std::move(found.explanation), capsule_, first_, found.call);
    }
    return found;
  }

 private:
  SeenField after(std::int64_t sweeps) const {
    Capsule shorter = with_sweeps(calls_, first_, last_, sweeps);
    const std::size_t look = look_at(shorter, {words_written(shorter.calls[last_].command)});
    expect(shorter);
    return seen_field({play_(shorter), field_, first_number_, number_}, look, sweeps);
  }

  // overlapped: a chain goes on without a pause.
  bool is_wrong_alone(std::int64_t sweeps, bool overlapped = false) const {
    Program alone;
    alone.overlapped = overlapped;
    alone.blocks.assign(program_.blocks.begin() + static_cast<std::ptrdiff_t>(first_number_),
                        program_.blocks.begin() + static_cast<std::ptrdiff_t>(number_) + 1);
    set_sweeps(alone, sweeps);
    Capsule calls = capsule_of(alone, capsule_);
    calls.weights = capsule_.weights;
    const DeviceCommand& command = capsule_.calls[first_].command;
    const auto* sweep = std::get_if<SweepCommand>(&command);
    shift_buffers(calls, command_block(command).f_buffer, sweep == nullptr ? 0 : sweep->r_buffer);
    return difference(play_(calls)).mismatches > 0;
  }

  // One call after another.
  bool is_wrong_with_waits() const {
    Capsule calls = calls_;
    look_at(calls, {words_written(calls.calls[last_].command)});
    calls = with_waits(std::move(calls));
    expect(calls);
    return difference(play_(calls)).mismatches > 0;
  }

  Divergence only_beside_later_calls() const {
    Divergence found = first_wrong_word(difference(capsule_), Where::wait);
    name_other_call(found, capsule_, play_, last_, found.call);
    found.call = last_;
    found.command = number_;
    return found;
  }

  void beside_others(Divergence& found, const SeenField& in_the_end) const {
    if (first_ == last_ && !continues(capsule_.calls[last_].command))
      found.stray = stray_results(capsule_, last_, in_the_end.device, in_the_end.shown);
    if (found.stray) {
      stray_word(found, in_the_end);
      return;
    }
    // A point that the operator itself made wrong needs no other call.
    if (found.explanation && found.explanation->step) return;
    found.where = is_wrong_with_waits() ? Where::before : Where::wait;
    if (found.where == Where::wait) name_other_call(found, capsule_, play_, last_, difference(capsule_).store);
  }

  // The first word that is wrong after all sweeps.
  Divergence in_the_end_wrong(const SeenField& in_the_end) const {
    Divergence only;
    const std::vector<std::int64_t> wrong = differing(in_the_end.device, in_the_end.golden);
    only.sweep = field_.sweeps() - 1;
    put_place(only, wrong.front());
    only.expected = bits_of(in_the_end.golden[static_cast<std::size_t>(wrong.front())]);
    only.got = bits_of(in_the_end.device[static_cast<std::size_t>(wrong.front())]);
    only.differing = static_cast<std::int64_t>(wrong.size());
    only.words = static_cast<std::int64_t>(in_the_end.device.size());
    return only;
  }

  // No sweep is wrong, but what the command was given.
  void stray_word(Divergence& found, const SeenField& in_the_end) const {
    Divergence only = in_the_end_wrong(in_the_end);
    only.where = Where::wait;
    only.stray = found.stray;
    only.sweep.reset();
    found = std::move(only);
  }

  // The device fails at a command of fewer sweeps: all its values are as after another number of them.
  std::optional<Divergence> of_other_sweeps(const SeenField& in_the_end) const {
    const auto made = sweeps_in(field_, in_the_end.device, in_the_end.shown);
    if (first_ != last_ || !made) return std::nullopt;
    Divergence found = in_the_end_wrong(in_the_end);
    found.where = Where::sweep;
    found.side = side_of(field_.exact(field_.sweeps()), in_the_end);
    found.explanation = of_sweeps_made(*made, field_.sweeps());
    return found;
  }

  Divergence describe(std::int64_t sweep, const SeenField& seen) const {
    const std::vector<double>& exact = field_.after(sweep + 1);
    Divergence found;
    found.side = side_of(exact, seen);
    const bool reference = found.side == WrongSide::reference;
    // A device without RTL computes with the golden models; RTL that agrees with them leaves open which of all is
    // wrong.
    if (capsule_.by_formula) found.side = capsule_.device.accel == "rtl" ? WrongSide::unknown : WrongSide::reference;
    // The side that is wrong, seen from the formula.
    const SweepView view(field_, sweep, reference ? seen.golden : seen.device);
    const std::vector<std::int64_t> wrong = field_.in_order_of_sweep(differing(seen.device, seen.golden));
    const std::int64_t word = wrong.front();
    const auto at = static_cast<std::size_t>(word);
    found.sweep = sweep;
    put_place(found, word);
    found.expected = bits_of(seen.golden[at]);
    found.got = bits_of(seen.device[at]);
    found.exact = bits_of(exact[at]);
    found.is_swept = field_.sets(word, sweep);
    found.differing = static_cast<std::int64_t>(wrong.size());
    found.words = static_cast<std::int64_t>(exact.size());
    found.places = wrong_places(field_.is_tile() ? view.wrong_by_themselves() : differing(seen.device, seen.golden),
                                field_.cols(), found.row - word / field_.cols(), field_.rows());
    if (field_.is_tile() && !found.places.empty())
      found.places = "those that do not follow from others " + found.places;
    if (!field_.is_tile() && !reference && !capsule_.by_formula) {
      found.element = last_element(sweep + 1, capsule_.capabilities.pes);
      found.lane = found.col % capsule_.capabilities.lanes;
    }
    found.explanation = explain_sweep(view, reference ? sweep + 1 : capsule_.capabilities.pes,
                                      reference ? BufferContents{} : other_contents(capsule_, last_), seen.took);
    if (!reference)
      found.other_values =
          explain_with_others(capsule_, play_, view, other_contents(capsule_, last_), found.explanation);
    if (const auto range = sweeps_in_doubt(sweep, found.explanation,
                                           found.side == WrongSide::reference ? sweep + 1 : capsule_.capabilities.pes))
      found.first_wrong = SweepRange{range->first, range->second};
    // Of a sweep that is not known no element made the value, and no operands.
    const bool known = found.first_wrong && found.first_wrong->first == sweep;
    if (!known) found.element.reset();
    if (!known || !found.is_swept) return found;
    name_operands(found, view, {calls_, field_, first_number_, number_}, word);
    return found;
  }

  // The command that has the word in its buffer, and where there.
  void put_place(Divergence& found, std::int64_t word) const {
    const std::vector<std::size_t> positions = command_positions(calls_);
    const std::int64_t row = word / field_.cols();
    std::size_t number = first_number_;
    while (number < number_ && row >= field_.first_finished(number + 1, *found.sweep + 1)) ++number;
    found.command = number;
    found.call = positions[number];
    found.row = row - field_.first_loaded(number);
    found.col = word % field_.cols();
    const std::int64_t first = field_.first_finished(number, *found.sweep + 1) * field_.cols();
    found.word = {Bank::f, command_block(calls_.calls[found.call].command).f_buffer, word - first, 1};
  }

  const Capsule& capsule_;
  const CapsulePlayer& play_;
  Capsule calls_;
  std::size_t first_;  // positions
  std::size_t last_;
  std::size_t number_;  // among the commands
  std::size_t first_number_;
  Program program_;
  SweptField field_;
};

}  // namespace

Divergence wrong_sweep(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t command,
                       std::size_t end) {
  return SweepSearch(capsule, play, first, command, end)();
}

}  // namespace stencil
