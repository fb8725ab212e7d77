// A Verilated model that writes waves as it is evaluated, and passes on what its audit of operators finds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/device/contract/inspection.hpp"
#include "verilated_fst_c.h"

namespace stencil {

// The model that is evaluated now, for the DPI function of its audit.
struct EvaluatedModel {
  OperatorObserver* operators = nullptr;
  std::int64_t cycle = 0;
};
inline thread_local EvaluatedModel evaluated_model;

// What sim/device/rtl/inspect/operator_audit.sv calls.
inline void tell_wrong_result(const char* instance, int kind, bool subtracts, std::uint64_t a, std::uint64_t b,
                              std::uint64_t expected, std::uint64_t got) {
  if (evaluated_model.operators == nullptr) return;
  constexpr const char* kinds[] = {"adder", "multiplier", "division"};
  std::string path = instance;
  path.resize(path.size() - std::string(".u_audit.u_results").size());
  // The third of an adder says whether it subtracts; the divisor of a division is always the same.
  WrongResult wrong{path.c_str(), kinds[kind], evaluated_model.cycle, {a, b, subtracts}, kind == 0 ? 3 : 2,
                    expected,     got};
  evaluated_model.operators->seen(wrong);
}

// V: a model made with --trace-fst.
template <class V>
class TracedModel final : public V {
 public:
  using V::V;

  // now: the device's clock, which must outlive this; clk 0 is evaluated before clk 1 of each cycle.
  void inspect(const Inspection& inspection, const std::int64_t& now) {
    inspection_ = inspection;
    now_ = &now;
    V::contextp()->traceEverOn(true);
  }

  void eval() {
    if (now_ == nullptr) {
      V::eval();
      return;
    }
    evaluated_model = {inspection_.operators, *now_};
    V::eval();
    evaluated_model = {};
    if (!inspection_.waves.empty()) dump();
  }

 private:
  void dump() {
    if (*now_ > inspection_.to_cycle) {
      waves_.reset();  // closes the file
      inspection_.waves.clear();
      return;
    }
    if (*now_ < inspection_.from_cycle || V::rst) return;
    if (!waves_) {
      constexpr int all_levels = 99;
      waves_ = std::make_unique<VerilatedFstC>();
      waves_->set_time_unit("1ns");
      waves_->set_time_resolution("1ns");
      V::trace(waves_.get(), all_levels);
      waves_->open(inspection_.waves.c_str());
    }
    waves_->dump(static_cast<std::uint64_t>(*now_ * wave_ns_per_cycle + (V::clk ? wave_ns_per_cycle / 2 : 0)));
  }

  Inspection inspection_;
  const std::int64_t* now_ = nullptr;  // null: nothing is inspected
  std::unique_ptr<VerilatedFstC> waves_;
};

}  // namespace stencil
