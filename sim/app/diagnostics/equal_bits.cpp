// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/equal_bits.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {

Json equal_bits_json(MPI_Comm communicator, const Verdict& verdict) {
  constexpr const char* source = "models/compare.cpp";
  const auto& first = verdict.first_mismatch;
  int equal = first && first->at.expected_bits == first->at.got_bits ? 1 : 0;
  MPI_Bcast(&equal, 1, MPI_INT, 0, communicator);
  if (equal == 0) return nullptr;
  const LocatedMismatch found = first.value_or(LocatedMismatch{});
  const std::string bits = fmt::format("0x{:016x}", found.at.got_bits);
  const std::string text = fmt::format(
      "{}\n{}\n  side: reference: {}",
      wrapped(
          fmt::format("first divergence: none is shown: row {}, column {} counts as different, and has the bits that "
                      "are expected, {} ({:.17g})",
                      found.at.row, found.at.col, bits, from_bits(found.at.got_bits)),
          2, 0),
      "component: reference, comparison of values", source);
  return {
      {"where", "host"},  {"room", "reference"}, {"rank", found.rank}, {"step", found.step},  {"strip", found.strip},
      {"block", nullptr}, {"side", "reference"}, {"source", source},   {"row", found.at.row}, {"col", found.at.col},
      {"expected", bits}, {"got", bits},         {"ulp", 0},           {"text", text}};
}

}  // namespace stencil
