// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_pins.hpp"

#include <stdexcept>
#include <string>

#include "Vbench_broad.h"
#include "Vbench_five_all.h"
#include "Vbench_five_alone.h"
#include "Vbench_five_sweeps.h"
#include "Vbench_four.h"
#include "Vbench_narrow.h"
#include "Vbench_plain.h"
#include "Vbench_slow.h"
#include "Vbench_sweeps.h"
#include "Vbench_tiles.h"

namespace stencil::test {
namespace {

template <class V>
struct Model {
  V model;
};

template <class V>
class AccelModel final : private Model<V>, public AccelPins {
 public:
  explicit AccelModel(VerilatedContext* context) : Model<V>{V(context)}, AccelPins(Model<V>::model) {}
  void eval() override { Model<V>::model.eval(); }
};

}  // namespace

std::unique_ptr<AccelPins> make_accel(const char* name, VerilatedContext* context) {
  const std::string wanted = name;
  if (wanted == "four") return std::make_unique<AccelModel<Vbench_four>>(context);
  if (wanted == "broad") return std::make_unique<AccelModel<Vbench_broad>>(context);
  if (wanted == "slow") return std::make_unique<AccelModel<Vbench_slow>>(context);
  if (wanted == "narrow") return std::make_unique<AccelModel<Vbench_narrow>>(context);
  if (wanted == "sweeps") return std::make_unique<AccelModel<Vbench_sweeps>>(context);
  if (wanted == "plain") return std::make_unique<AccelModel<Vbench_plain>>(context);
  if (wanted == "tiles") return std::make_unique<AccelModel<Vbench_tiles>>(context);
  if (wanted == "five_alone") return std::make_unique<AccelModel<Vbench_five_alone>>(context);
  if (wanted == "five_sweeps") return std::make_unique<AccelModel<Vbench_five_sweeps>>(context);
  if (wanted == "five_all") return std::make_unique<AccelModel<Vbench_five_all>>(context);
  throw std::logic_error("no model of an accelerator is called " + wanted);
}

}  // namespace stencil::test
