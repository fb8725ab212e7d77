// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/host_fault.hpp"

#include <fmt/format.h>

#include <limits>

#include "host/base/text.hpp"
#include "host/mpi/agreement.hpp"
#include "models/compare.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/divergence/divergence_text.hpp"

namespace stencil {
namespace {

const char* room_of(const WrongRow& row) {
  if (row.halo && row.step > 0) return "halo exchange";
  return "blocking";
}

// "a halo row from rank 0", "its own row, which step 2 left".
std::string source_of(const WrongRow& row) {
  if (row.halo && row.step > 0) return fmt::format("a halo row from rank {}", row.owner);
  if (row.step == 0 && row.block) return "as it was read";
  return fmt::format("its own row as step {} left it", row.block ? row.step - 1 : row.step);
}

std::string text_of(const WrongRow& row, int rank) {
  std::string text = fmt::format("first divergence: rank {}, step {}", rank, row.step);
  if (row.block) {
    if (row.block->strip) text += fmt::format(", strip {}", *row.block->strip);
    text += fmt::format(", block {}: its load of {} has row {} wrong, {}; first at column {}", row.block->block,
                        row.bank == Bank::f ? "f" : "r", row.row, source_of(row), row.col);
  } else {
    text += fmt::format(": row {} of its result is wrong, {}; first at column {}", row.row, source_of(row), row.col);
  }
  return wrapped(text, 2, 0) + "\n  " + wrapped(values_text(row.expected, row.got), 4, 2) +
         fmt::format("\nroom: {}; a new device makes every call right", room_of(row));
}

Json json_of(const WrongRow& row, int rank) {
  Json json{{"where", "host"}, {"room", room_of(row)}, {"rank", rank}, {"step", row.step}};
  json.put("strip", row.block ? Json(row.block->strip) : Json(nullptr));
  json.put("block", row.block ? Json(row.block->block) : Json(nullptr));
  json.put("bank", row.bank == Bank::f ? "f" : "r");
  json.put("row", row.row);
  json.put("col", row.col);
  json.put("from_rank", row.owner);
  json.put("expected", fmt::format("0x{:016x}", row.expected));
  json.put("got", fmt::format("0x{:016x}", row.got));
  json.put("expected_value", from_bits(row.expected));
  json.put("got_value", from_bits(row.got));
  json.put("ulp", ulp_distance(row.expected, row.got));
  json.put("text", text_of(row, rank));
  return json;
}

}  // namespace

Json host_fault_json(MPI_Comm communicator, const std::optional<WrongRow>& mine) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  struct {
    long order;
    int rank;
  } earliest{mine ? 2 * static_cast<long>(mine->step) + (mine->halo ? 1 : 0) : std::numeric_limits<long>::max(), rank};
  MPI_Allreduce(MPI_IN_PLACE, &earliest, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  if (earliest.order == std::numeric_limits<long>::max()) {
    return {{"where", "host"},
            {"room", nullptr},
            {"text",
             "first divergence: not found: made again, the run gives every call and every row\n"
             "  that the ranks hold the values of the golden solver"}};
  }
  std::string text;
  if (rank == earliest.rank) text = json_of(*mine, rank).dump();
  share_text(communicator, text, earliest.rank);
  return Json::parse(text);
}

}  // namespace stencil
