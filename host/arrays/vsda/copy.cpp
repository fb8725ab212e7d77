// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/copy.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "host/arrays/exchange/exchange.hpp"
#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/arrays/vsda/tokens/in_flight.hpp"
#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/mpi/call_lock.hpp"

namespace stencil {
namespace {

// Ended exchanges, kept to be begun again, because their lists have already grown to the size that copies need. For
// threads that may call MPI.
class SpareExchanges {
 public:
  std::unique_ptr<Exchange> take() {
    {
      const std::lock_guard<MpiCallLock> guard(lock_);
      if (!spare_.empty()) {
        std::unique_ptr<Exchange> exchange = std::move(spare_.back());
        spare_.pop_back();
        return exchange;
      }
    }
    return std::make_unique<Exchange>();
  }
  void give_back(std::unique_ptr<Exchange> exchange) {
    const std::lock_guard<MpiCallLock> guard(lock_);
    if (spare_.size() < most_spare) spare_.push_back(std::move(exchange));
  }

 private:
  static constexpr std::size_t most_spare = 16;
  MpiCallLock lock_;
  std::vector<std::unique_ptr<Exchange>> spare_;
};

// Never destroyed, like the token registry.
SpareExchanges& spare_exchanges() {
  static auto* const exchanges = new SpareExchanges;
  return *exchanges;
}

class CopyInFlight final : public InFlight {
 public:
  explicit CopyInFlight(const char* function) : function_(function), exchange_(spare_exchanges().take()) {}

  const char* begun_by() const override { return function_; }
  bool is_done() const override { return exchange_->is_done(); }
  const void* target() const override { return exchange_->target(); }
  void end() override {
    exchange_->end();
    spare_exchanges().give_back(std::move(exchange_));
  }

  void visit_memory(const std::function<void(const UsedMemory&)>& visit) const override {
    const std::int64_t size = exchange_->elemsize();
    exchange_->visit_in_place([&](std::int64_t first, std::int64_t elements, bool received, int peer) {
      const std::byte* const array = received ? exchange_->target() : exchange_->source();
      visit({array, size, first * size, (first + elements) * size, received, peer});
    });
  }

  Exchange& exchange() { return *exchange_; }

 private:
  const char* function_;
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace

void copy_begin(const char* function, const CopyPlan& plan, void* targarr, const void* srcarr, void* rq,
                VsdaTraffic traffic) {
  check_mpi_is_running();
  check_array("targarr", targarr, plan.target_elements);
  check_array("srcarr", srcarr, plan.source_elements);
  const ElementSpan &written = plan.messages->written, &read = plan.messages->read;
  check_unswept("targarr", targarr, written.first * plan.elemsize, written.last * plan.elemsize, true);
  check_unswept("srcarr", srcarr, read.first * plan.elemsize, read.last * plan.elemsize, false);
  const MPI_Comm comm = plan.comm;
  watch_finalize();
  std::unique_ptr<LoggedOperation> logged = log_operation(plan.log, plan.what, false);
  auto copy = std::make_unique<CopyInFlight>(function);
  Exchange& exchange = copy->exchange();
  token_registry().begin(rq, std::move(copy), std::move(logged));
  exchange.begin(comm, plan.messages, plan.elemsize, static_cast<const std::byte*>(srcarr),
                 static_cast<std::byte*>(targarr), traffic);
  add_traffic(traffic);
}

}  // namespace stencil
