// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/engine/engine_pins.hpp"

#include <stdexcept>
#include <string>

#include "Vengine_1_1.h"
#include "Vengine_2_2_kernels13.h"
#include "Vengine_2_4.h"
#include "Vengine_3_1_kernels12.h"
#include "Vengine_3_2.h"
#include "Vengine_3_4_kernels15.h"
#include "Vengine_4_1.h"
#include "Vengine_5_1.h"
#include "Vengine_6_4.h"
#include "Vengine_7_2.h"
#include "Vengine_8_1.h"

namespace stencil::test {
namespace {

template <class V>
struct Model {
  V model;
};

template <class V>
class EngineModel final : private Model<V>, public EnginePins {
 public:
  explicit EngineModel(VerilatedContext* context) : Model<V>{V(context)}, EnginePins(Model<V>::model) {}
  void eval() override { Model<V>::model.eval(); }
};

}  // namespace

std::unique_ptr<EnginePins> make_engine(std::int64_t pes, std::int64_t lanes, std::uint64_t kernels,
                                        VerilatedContext* context) {
  if (kernels == 12 && pes == 3 && lanes == 1) return std::make_unique<EngineModel<Vengine_3_1_kernels12>>(context);
  if (kernels == 13 && pes == 2 && lanes == 2) return std::make_unique<EngineModel<Vengine_2_2_kernels13>>(context);
  if (kernels == 15 && pes == 3 && lanes == 4) return std::make_unique<EngineModel<Vengine_3_4_kernels15>>(context);
  if (kernels != 7) throw std::logic_error("no engine has kernels " + std::to_string(kernels));
  if (pes == 1 && lanes == 1) return std::make_unique<EngineModel<Vengine_1_1>>(context);
  if (pes == 4 && lanes == 1) return std::make_unique<EngineModel<Vengine_4_1>>(context);
  if (pes == 5 && lanes == 1) return std::make_unique<EngineModel<Vengine_5_1>>(context);
  if (pes == 8 && lanes == 1) return std::make_unique<EngineModel<Vengine_8_1>>(context);
  if (pes == 3 && lanes == 2) return std::make_unique<EngineModel<Vengine_3_2>>(context);
  if (pes == 7 && lanes == 2) return std::make_unique<EngineModel<Vengine_7_2>>(context);
  if (pes == 2 && lanes == 4) return std::make_unique<EngineModel<Vengine_2_4>>(context);
  if (pes == 6 && lanes == 4) return std::make_unique<EngineModel<Vengine_6_4>>(context);
  throw std::logic_error("no engine has " + std::to_string(pes) + " elements of " + std::to_string(lanes) + " lanes");
}

}  // namespace stencil::test
