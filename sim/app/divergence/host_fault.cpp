// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/host_fault.hpp"

#include <fmt/format.h>

#include <limits>

#include "host/mpi/agreement.hpp"
#include "models/compare.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/divergence/host_fault_text.hpp"

namespace stencil {
namespace {

Json component_json(const WrongRow& row) {
  return row.component == WrongRow::Component::change ? Json(nullptr) : Json(name_of(row.component));
}

Json json_of(const WrongRow& row, int rank) {
  const char* const where = row.component == WrongRow::Component::local_memory ? name_of(row.component) : "host";
  Json json{{"where", where}, {"room", component_json(row)}, {"rank", rank}, {"step", row.step}};
  json.put("strip", row.staged ? Json(row.staged->strip) : row.block ? Json(row.block->strip) : Json(nullptr));
  json.put("block", row.block ? Json(row.block->block) : Json(nullptr));
  const bool reference = row.component == WrongRow::Component::reference;
  json.put("side", side_of(row));
  json.put("source", reference ? Json(row.source) : Json(nullptr));
  json.put("bank", row.bank == Bank::f ? "f" : "r");
  json.put("row", row.row);
  json.put("col", row.col);
  json.put("from_rank", row.owner);
  json.put("expected", fmt::format("0x{:016x}", row.expected));
  json.put("got", fmt::format("0x{:016x}", row.got));
  json.put("expected_value", from_bits(row.expected));
  json.put("got_value", from_bits(row.got));
  json.put("ulp", ulp_distance(row.expected, row.got));
  if (row.is_unstored) json.put("unstored", true);
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
  } earliest{mine ? static_cast<long>(mine->order) : std::numeric_limits<long>::max(), rank};
  MPI_Allreduce(MPI_IN_PLACE, &earliest, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  if (earliest.order == std::numeric_limits<long>::max()) {
    return {{"where", "host"},
            {"room", nullptr},
            {"text",
             "first divergence: not found: made again, the run gives every call, and every row\n"
             "  that was looked at, the values of the golden solver: what was wrong did not come\n"
             "  again, or was not looked at"}};
  }
  std::string text;
  if (rank == earliest.rank) text = (mine->searched.is_null() ? json_of(*mine, rank) : mine->searched).dump();
  share_text(communicator, text, earliest.rank);
  return Json::parse(text);
}

}  // namespace stencil
