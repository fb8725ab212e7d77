// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/first_divergence.hpp"

#include <exception>
#include <memory>

#include "host/base/text.hpp"
#include "sim/app/divergence/divergence_json.hpp"
#include "sim/app/divergence/divergence_text.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

// Names the first store that differs in the calls as they were made; empty where none does.
std::string first_known(const Capsule& played) {
  const CapsuleDifference wrong = difference(played);
  if (wrong.mismatches == 0) return "";
  return first_stored_text(played, first_wrong_word(wrong, Divergence::Where::store)) + "; ";
}

// Whether every store has the same words, wrong ones too.
bool leaves_the_same(const Capsule& played, const CapsulePlayer& model) {
  try {
    const Capsule other = model(played);
    for (std::size_t call = 0; call < played.calls.size(); ++call) {
      const bool is_store = played.calls[call].kind == CapsuleCall::Kind::store;
      if (is_store && !same_bits(other.calls[call].data, played.calls[call].data)) return false;
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

FirstDivergence first_divergence(const Capsule& played, const CapsulePlayer& play, const DeviceWatch& watch,
                                 const ModelBeside& model) {
  try {
    std::optional<Divergence> found = find_divergence(played, play, watch);
    if (!found) return {};
    const bool is_before = found->where == Divergence::Where::before;
    found->on_model_too = found->side == WrongSide::device && model.play &&
                          (is_before ? model.run_is_wrong : leaves_the_same(played, model.play));
    // The platform alone tells the model which calls to wait for.
    if (played.device.accel == "model" && found->unheld) found->side = WrongSide::platform;
    if (found->on_model_too) {
      found->side = WrongSide::platform;
      found->element.reset();
      // No operator of the RTL is at fault.
      if (found->explanation && found->explanation->step) found->explanation.reset();
    }
    return {divergence_json(played, *found), found->event};
  } catch (const std::exception& error) {
    return {{{"text", wrapped("first divergence: " + first_known(played) +
                                  "the sweep and the point are not found, since the device fails at fewer calls: " +
                                  one_line(error.what()),
                              2, 0)}}};
  }
}

CapsulePlayer player_on(const AcceleratorOptions& machine, const AcceleratorMaker& maker) {
  return [machine, maker](const Capsule& calls) {
    const std::unique_ptr<Accelerator> device = maker(machine);
    return play(calls, *device);
  };
}

CapsulePlayer player_on_model(AcceleratorOptions machine, const AcceleratorMaker& maker) {
  if (machine.accel != "rtl") return {};
  machine.accel = "model";
  return player_on(machine, maker);
}

AcceleratorOptions searched_machine(AcceleratorOptions machine) {
  machine.digest = false;
  machine.checking.protocol = machine.checking.reads = false;  // buffers are looked at whole
  machine.hang_bound_times = 64;
  return machine;
}

}  // namespace stencil
