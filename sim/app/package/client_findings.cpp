// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_findings.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

#include "sim/app/package/checks/halo/shadow_values.hpp"
#include "sim/app/package/checks/stores/stored_parts.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/steps/step_record.hpp"
#include "sim/app/report/gather.hpp"

namespace stencil {

std::int64_t signs_in(const Coverage& coverage) {
  std::int64_t signs = 0;
  for (const CoverageField& field : coverage_fields)
    if (*field.text != '\0') signs += coverage.*field.member;
  return signs;
}

Findings common_findings(int rank) {
  const auto own = own_coverage();
  int checks = own ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &checks, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (checks == 0) return {};
  Coverage all = own.value_or(Coverage{});
  for (const CoverageField& field : coverage_fields)
    MPI_Allreduce(MPI_IN_PLACE, &(all.*field.member), 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  find_missing(MPI_COMM_WORLD, all);
  const StepRows* const steps = own_check() != nullptr ? &own_check()->step_rows() : nullptr;
  compare_weights(MPI_COMM_WORLD, steps, all);
  compare_call_weights(MPI_COMM_WORLD, own_check() != nullptr ? own_check()->call_weights() : std::nullopt, all);
  compare_right_hands(MPI_COMM_WORLD,
                      own_check() != nullptr ? own_check()->shared_right_hand() : std::vector<SharedRow>{}, all);
  compare_stored_parts(MPI_COMM_WORLD, own_check() != nullptr ? own_check()->part() : RowAges::Part{}, all);
  compare_shadows(MPI_COMM_WORLD, shadow_values().rows(), all);
  const std::vector<OwnedRows> owned = rows_of_steps(MPI_COMM_WORLD);
  compare_halo_rows(MPI_COMM_WORLD, owned, steps, all);
  if (owned.empty()) count_uncompared(MPI_COMM_WORLD, steps, all);
  std::int64_t unproved = all.wrong_halo_rows + all.uncompared_steps;  // known on rank 0
  MPI_Bcast(&unproved, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  std::int64_t stale = unproved > 0 ? confirm_own_stale_rows() : 0;
  MPI_Allreduce(MPI_IN_PLACE, &stale, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  all.stale_halo_rows += stale;
  return {gather_block_checks(MPI_COMM_WORLD, own_verdict(rank)), coverage_json(all), rank == 0 ? signs_in(all) : 0};
}

}  // namespace stencil
