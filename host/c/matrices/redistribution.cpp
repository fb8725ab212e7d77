// pdgemr2d of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "host/arrays/exchange/exchange.hpp"
#include "host/arrays/exchange/kept_plans.hpp"
#include "host/arrays/redistribution/plan_matrix.hpp"
#include "host/base/check.hpp"
#include "host/c/matrices/collective_border.hpp"
#include "host/c/matrices/shared_descriptor.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

// A part of a matrix as the caller gave it, with the names of the arguments.
struct Part {
  const char* desc_name;
  const std::int64_t* desc;
  const char* row_name;
  std::int64_t row;  // from 1
  const char* col_name;
  std::int64_t col;
  const char* array_name;
  const double* array;
};

struct Call {
  std::int64_t m;
  std::int64_t n;
  Part from;
  Part to;
  std::int64_t ictxt;
};

// Everything a plan depends on on this rank: numbers of the call, both descriptors, null arrays. No context handle is
// used twice; the count of freed contexts tells whether a handle may have become invalid.
using Key = std::array<std::int64_t, 28>;

Key key_of(const Call& call) {
  Key key{};
  auto place = key.begin();
  for (const std::int64_t number : {call.m, call.n, call.from.row, call.from.col, call.to.row, call.to.col, call.ictxt,
                                    static_cast<std::int64_t>(contexts_freed.load()),
                                    std::int64_t{call.from.array == nullptr}, std::int64_t{call.to.array == nullptr}}) {
    *place++ = number;
  }
  for (const Part* const part : {&call.from, &call.to}) {
    if (part->desc == nullptr) continue;  // refused later, so that no plan is kept
    // Without a context no other field is read.
    if (part->desc[CTXT_] == -1) {
      *(place + CTXT_) = -1;
    } else {
      std::copy_n(part->desc, DLEN_, place);
    }
    place += DLEN_;
  }
  return key;
}

struct AgreedPlan {
  // The same on all ranks of the communicator around, where no other plan has it.
  std::int64_t number = 0;
  std::shared_ptr<const PreparedPlan> messages;
};

KeptPlans<Key, AgreedPlan>& kept_plans() {
  static auto* const plans = new KeptPlans<Key, AgreedPlan>;
  return *plans;
}

std::atomic<std::int64_t> last_number{0};

// Collective: a number above those that any of the ranks has used.
std::int64_t new_number(MPI_Comm comm) {
  const std::int64_t mine = last_number.load() + 1;
  std::int64_t agreed = 0;
  check_mpi(MPI_Allreduce(&mine, &agreed, 1, MPI_INT64_T, MPI_MAX, comm), "MPI_Allreduce");
  for (std::int64_t last = last_number.load(); last < agreed;) {
    if (last_number.compare_exchange_weak(last, agreed)) break;
  }
  return agreed;
}

// Collective: whether all ranks have kept the same plan.
bool all_have_kept(MPI_Comm comm, const AgreedPlan* plan) {
  const std::int64_t number = plan == nullptr ? 0 : plan->number;
  const std::int64_t mine[2] = {number, -number};
  std::int64_t least[2] = {};
  check_mpi(MPI_Allreduce(mine, least, 2, MPI_INT64_T, MPI_MIN, comm), "MPI_Allreduce");
  return least[0] != 0 && least[0] == -least[1];
}

void check_part(const Part& part, const CyclicAxis& rows, const CyclicAxis& cols, std::int64_t m, std::int64_t n) {
  const auto check = [&](const char* size_name, std::int64_t size, const char* first_name, std::int64_t first,
                         const char* field, const CyclicAxis& axis) {
    check_range(size_name, size, 0, axis.n(), fmt::format("{} of {}", field, part.desc_name).c_str());
    check_range(first_name, first, 1, axis.n() - size + 1,
                fmt::format("{} of {} - {} + 1", field, part.desc_name, size_name).c_str());
  };
  check("m", m, part.row_name, part.row, "M_", rows);
  check("n", n, part.col_name, part.col, "N_", cols);
}

// Collective. Throws AgreedError.
std::shared_ptr<const AgreedPlan> agreed_plan(const Call& call, const GridContext& around, VsdaTraffic& traffic) {
  const Key key = key_of(call);
  std::shared_ptr<const AgreedPlan> plan = kept_plans().find(key);
  std::optional<GivenMatrix> from;
  std::optional<GivenMatrix> to;
  const auto look_at = [&](const Part& part, std::optional<GivenMatrix>& given) {
    given.emplace(part.desc_name, part.desc, around);
    if (!given->is_given()) return;
    check_local_array(part.array_name, part.array, given->descriptor());
    check_part(part, given->descriptor().layout.rows, given->descriptor().layout.cols, call.m, call.n);
  };
  together(around.comm, [&] {
    if (plan != nullptr) return;
    look_at(call.from, from);
    look_at(call.to, to);
  });
  agree_on(around.comm,
           fmt::format("pdgemr2d: m = {}, n = {}, ia = {}, ja = {}, ib = {}, jb = {}", call.m, call.n, call.from.row,
                       call.from.col, call.to.row, call.to.col),
           "function or arguments");
  if (all_have_kept(around.comm, plan.get())) return plan;

  together(around.comm, [&] {
    if (plan == nullptr) return;
    look_at(call.from, from);
    look_at(call.to, to);
  });
  const LocalMatrix source = from->share();
  const LocalMatrix target = to->share();
  std::shared_ptr<const PreparedPlan> prepared;
  together(around.comm, [&] {
    check_part(call.from, source.layout.rows, source.layout.cols, call.m, call.n);
    check_part(call.to, target.layout.rows, target.layout.cols, call.m, call.n);
    MessagePlan messages;
    add_submatrix(messages, target, call.to.row - 1, call.to.col - 1, source,
                  {call.from.row - 1, call.from.col - 1, call.m, call.n}, around.rank);
    prepared = std::make_shared<const PreparedPlan>(messages);
  });
  plan = std::make_shared<const AgreedPlan>(AgreedPlan{new_number(around.comm), std::move(prepared)});
  kept_plans().keep(key, plan, plan->messages->memory_bytes());
  traffic.plans_made = 1;
  return plan;
}

void redistribute(const Call& call, double* target, const GridContext& around) {
  VsdaTraffic traffic;
  traffic.copies = 1;
  const std::shared_ptr<const AgreedPlan> plan = agreed_plan(call, around, traffic);
  Exchange exchange;
  exchange.begin(around.comm, plan->messages, sizeof(double), reinterpret_cast<const std::byte*>(call.from.array),
                 reinterpret_cast<std::byte*>(target), traffic);
  exchange.end();
  add_traffic(traffic);
}

}  // namespace
}  // namespace stencil

extern "C" {

void pdgemr2d(int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca, double* b,
              int64_t ib, int64_t jb, const int64_t* descb, int64_t ictxt) {
  using namespace stencil;
  const Call call{
      m, n, {"desca", desca, "ia", ia, "ja", ja, "a", a}, {"descb", descb, "ib", ib, "jb", jb, "b", b}, ictxt};
  std::shared_ptr<const GridContext> around;
  const auto begin = [&]() -> MPI_Comm {
    around = grid_contexts().find("ictxt", static_cast<std::uint64_t>(ictxt));
    return around->comm;
  };
  collective_border("pdgemr2d", begin, [&] { redistribute(call, b, *around); });
}

}  // extern "C"
