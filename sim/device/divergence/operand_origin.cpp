// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/operand_origin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

// By the law of our own RTL a command of so many sweeps spreads them over its passes, and each writes back its last.
std::string made_by(const SweptChain& chain, std::int64_t sweep, std::int64_t sweeps) {
  std::string text = fmt::format("sweep {}", sweep);
  if (chain.field.is_tile()) return text;
  const PassPlan plan = plan_passes(sweeps, std::max<std::int64_t>(1, chain.calls.capabilities.pes));
  for (std::int64_t pass = 0; pass < plan.passes; ++pass) {
    if (plan.sweeps_before(pass + 1) == sweep + 1) return fmt::format("{}, write-back of pass {}", text, pass);
  }
  return text;
}

std::string loaded_by(const SweptChain& chain, Bank bank, std::int64_t word) {
  const Capsule& calls = chain.calls;
  const std::vector<std::size_t> positions = command_positions(calls);
  const std::int64_t row = word / chain.field.cols();
  std::size_t number = chain.first;
  while (number < chain.last && row >= chain.field.first_loaded(number + 1)) ++number;
  const DeviceCommand& command = calls.calls[positions[number]].command;
  const auto* sweep = std::get_if<SweepCommand>(&command);
  const int buffer = bank == Bank::f ? command_block(command).f_buffer : sweep != nullptr ? sweep->r_buffer : 0;
  const std::int64_t in_buffer = word - chain.field.first_loaded(number) * chain.field.cols();
  for (std::size_t i = positions[number]; i-- > 0;) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind == Kind::command && command_block(call.command).f_buffer == buffer && bank == Bank::f)
      return fmt::format("command {}", commands_before(calls, i));
    if (call.kind != Kind::load || call.place.bank != bank || call.place.buffer != buffer) continue;
    const std::int64_t offset = in_buffer - call.place.offset_words;
    if (offset < 0 || offset >= call.place.length_words) continue;
    const DivergenceBeat beat = beat_of(calls, call.place, in_buffer);
    return fmt::format("call {}, burst {}, beat {}", i, beat.burst, beat.beat);
  }
  return "before the calls";
}

}  // namespace

std::string operand_origin(const SweptChain& chain, const FormulaInput& input, std::int64_t word, std::int64_t sweep) {
  const SweptField& field = chain.field;
  if (input.kind == FormulaInput::Kind::weight) return "command";
  if (input.kind == FormulaInput::Kind::constant) return "";
  if (input.kind == FormulaInput::Kind::right_hand_side) return loaded_by(chain, Bank::r, word);
  const std::int64_t cols = field.cols();
  const std::int64_t at = word + input.rows * cols + input.cols;
  const bool is_new = field.is_tile() && field.is_before(at / cols, at % cols, word / cols, word % cols);
  if (is_new && field.sets(at, sweep)) return fmt::format("sweep {}", sweep);
  for (std::int64_t before = sweep; before-- > 0;) {
    if (field.sets(at, before)) return made_by(chain, before, sweep + 1);
  }
  return loaded_by(chain, Bank::f, at);
}

DivergenceBeat beat_of(const Capsule& capsule, const Place& transfer, std::int64_t word) {
  constexpr std::int64_t page_words = 512;  // no burst crosses a page of 4 KiB
  const std::int64_t beat_words = std::max<std::int64_t>(1, capsule.capabilities.axi_data_bits / 64);
  DivergenceBeat found;
  for (std::int64_t at = transfer.offset_words;; ++found.burst) {
    const std::int64_t length =
        std::min(page_words - at % page_words, capsule.device.link.burst_beats * beat_words - at % beat_words);
    if (word < at + length) {
      found.beat = word / beat_words - at / beat_words;
      return found;
    }
    at += length;
  }
}

void name_operands(Divergence& divergence, const SweepView& view, const SweptChain& chain, std::int64_t word) {
  const PointFormula& formula = chain.field.formula();
  divergence.formula = formula.text;
  const std::vector<double> operands = view.operands(word);
  for (std::size_t i = 0; i < operands.size(); ++i)
    divergence.operands.push_back(
        {formula.inputs[i].name, operands[i], operand_origin(chain, formula.inputs[i], word, view.sweep())});
  const std::vector<double> results = formula.results(operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto [a, b] = formula.operands(i, operands);
    divergence.results.push_back({formula.steps[i].text, unit_of(formula.steps[i].operation), a, b, results[i]});
  }
}

}  // namespace stencil
