// SPDX-License-Identifier: Apache-2.0
#include "sim/page/class_label.hpp"

#include <fmt/format.h>

namespace stencil {
namespace {

bool is_true(const Json& value) {
  return !value.is_null() && value.boolean();
}

}  // namespace

std::string class_label(const Json& one) {
  const bool tile = !one["tile_class"].is_null();
  const std::int64_t niter = one["niter"].integer();
  std::string text = tile                     ? one["tile_class"].text() + " tile"
                     : one["place"].is_null() ? "block"
                                              : one["place"].text() + " block";
  text += fmt::format(" of {} x {}, {} sweep{}", one["rows"].integer(), one["cols"].integer(), niter,
                      niter == 1 ? "" : "s");
  if (tile) {
    if (!one["place"].is_null()) text += ", " + one["place"].text() + " of its step";
    return text + (is_true(one["backward"]) ? ", backward" : ", forward");
  }
  if (!one["keep"].is_null()) text += fmt::format(", keep {}", one["keep"].integer());
  if (is_true(one["above"])) text += ", goes on from above";
  if (is_true(one["below"])) text += ", goes on below";
  return text;
}

}  // namespace stencil
