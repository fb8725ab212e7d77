// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/copy.hpp"

#include <memory>
#include <utility>

#include "host/exchange/exchange.hpp"
#include "host/exchange/traffic.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/finalize_watch.hpp"
#include "host/vsda/in_flight.hpp"
#include "host/vsda/token_registry.hpp"

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

void copy_begin(const char* function, const CopyPlan& plan, void* targarr, const void* srcarr, void* rq,
                VsdaTraffic traffic) {
  check_mpi_is_running();
  check_array("targarr", targarr, plan.target_elements);
  check_array("srcarr", srcarr, plan.source_elements);
  watch_finalize();
  ++traffic.copies;
  auto copy = std::make_unique<CopyInFlight>(function);
  Exchange& exchange = copy->exchange();
  token_registry().begin(rq, std::move(copy));
  exchange.begin(plan.comm, plan.messages, plan.elemsize, static_cast<const std::byte*>(srcarr),
                 static_cast<std::byte*>(targarr), traffic);
  add_traffic(traffic);
}

}  // namespace stencil
