// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/extent.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/layouts/runs.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

void get_extent(const VSDA* vsda, long* start, long* finish) {
  const auto descriptor = find_descriptor("vsda", vsda);
  const auto* blocked = std::get_if<BlockedLayout>(&descriptor->layout);
  if (blocked == nullptr) {
    throw ArgumentError(
        fmt::format("vsda is {}, whose elements are no single range; VSDA_Get_runs lists them",
                    descriptor->boxes == nullptr ? "a block-cyclic array" : "an array of VSDA_Create_2d"));
  }
  check_pointer("start", start, "a variable of type long");
  check_pointer("finish", finish, "a variable of type long");
  *start = blocked->start(descriptor->rank);
  *finish = blocked->finish(descriptor->rank);
}

void get_runs(const VSDA* vsda, long first, long max, long* starts, long* finishes, long* locals, long* count) {
  const auto descriptor = find_descriptor("vsda", vsda);
  const std::int64_t runs = run_count(descriptor->layout, descriptor->rank);
  check_range("first", first, 0, runs, "runs of this rank");
  check_range("max", max, 0);
  check_pointer("count", count, "a variable of type long");
  if (max > 0) {
    check_pointer("starts", starts, "an array of max elements");
    check_pointer("finishes", finishes, "an array of max elements");
    check_pointer("locals", locals, "an array of max elements");
  }
  const std::int64_t written = std::min<std::int64_t>(max, runs - first);
  for (std::int64_t k = 0; k < written; ++k) {
    const OwnedRun run = owned_run(descriptor->layout, descriptor->rank, first + k);
    starts[k] = run.start;
    finishes[k] = run.finish;
    locals[k] = run.local;
  }
  *count = runs;
}

}  // namespace stencil
