// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/copy.hpp"

#include <memory>
#include <utility>

#include "host/arrays/exchange/exchange.hpp"
#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/arrays/vsda/tokens/in_flight.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"

namespace stencil {
namespace {

class CopyInFlight final : public InFlight {
 public:
  explicit CopyInFlight(const char* function) : function_(function) {}

  const char* begun_by() const override { return function_; }
  void end() override { exchange_.end(); }

  Exchange& exchange() { return exchange_; }

 private:
  const char* function_;
  Exchange exchange_;
};

}  // namespace

void copy_begin(const char* function, const CopyPlan& plan, void* targarr, const void* srcarr, void* rq) {
  check_mpi_is_running();
  check_array("targarr", targarr, plan.target_elements);
  check_array("srcarr", srcarr, plan.source_elements);
  watch_finalize();
  VsdaTraffic traffic;
  traffic.copies = 1;
  auto copy = std::make_unique<CopyInFlight>(function);
  Exchange& exchange = copy->exchange();
  token_registry().begin(rq, std::move(copy));
  exchange.begin(plan.comm, plan.messages, plan.elemsize, static_cast<const std::byte*>(srcarr),
                 static_cast<std::byte*>(targarr), traffic);
  add_traffic(traffic);
}

}  // namespace stencil
