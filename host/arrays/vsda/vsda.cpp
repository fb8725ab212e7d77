// The C functions of vsda.h; c_border keeps exceptions inside.
// SPDX-License-Identifier: Apache-2.0
#include "vsda.h"

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/copy.hpp"
#include "host/arrays/vsda/create.hpp"
#include "host/arrays/vsda/create_block_cyclic.hpp"
#include "host/arrays/vsda/create_boxes.hpp"
#include "host/arrays/vsda/extent.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/arrays/vsda/update.hpp"
#include "host/base/check.hpp"
#include "host/mpi/border.hpp"

using stencil::c_border;

extern "C" {

void VSDA_Create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                 long* distribution_in, long* distribution_out, VSDA* vsda) {
  c_border("VSDA_Create", [&] {
    stencil::create_blocked(comm, sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in,
                            distribution_out, vsda);
  });
}

void VSDA_Create_periodic(MPI_Comm comm, long globsize, long elemsize, long shadowwidth, long* distribution_in,
                          long* distribution_out, VSDA* vsda) {
  c_border("VSDA_Create_periodic", [&] {
    stencil::create_periodic(comm, globsize, elemsize, shadowwidth, distribution_in, distribution_out, vsda);
  });
}

void VSDA_Create_2d(MPI_Comm comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows,
                    long shadowcols, int rowedges, int coledges, long* rowdistribution, long* coldistribution,
                    VSDA* vsda) {
  c_border("VSDA_Create_2d", [&] {
    stencil::create_boxes(comm, m, n, elemsize, prow, pcol, shadowrows, shadowcols, rowedges, coledges, rowdistribution,
                          coldistribution, vsda);
  });
}

void VSDA_Get_corners(VSDA* vsda, int shadows, long* row, long* col, long* rows, long* cols) {
  c_border("VSDA_Get_corners", [&] { stencil::get_corners(vsda, shadows, row, col, rows, cols); });
}

void VSDA_Update_begin(VSDA* vsda, void* rq, void* localportion) {
  c_border("VSDA_Update_begin", [&] { stencil::update_begin(vsda, rq, localportion); });
}

void VSDA_Update_end(void* rq) {
  // Without MPI no token is in flight, and the registry refuses this one.
  c_border("VSDA_Update_end", [&] { stencil::token_registry().end(rq); });
}

void VSDA_Create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                              long prow, long pcol, long lld, VSDA* vsda) {
  c_border("VSDA_Create_block_cyclic",
           [&] { stencil::create_block_cyclic(comm, m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld, vsda); });
}

void VSDA_Create_on_grid(long ictxt, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
                         VSDA* vsda) {
  c_border("VSDA_Create_on_grid",
           [&] { stencil::create_on_grid(ictxt, m, n, elemsize, mb, nb, rsrc, csrc, lld, vsda); });
}

void VSDA_Get_extent(VSDA* vsda, long* start, long* finish) {
  c_border("VSDA_Get_extent", [&] { stencil::get_extent(vsda, start, finish); });
}

void VSDA_Get_runs(VSDA* vsda, long first, long max, long* starts, long* finishes, long* locals, long* count) {
  c_border("VSDA_Get_runs", [&] { stencil::get_runs(vsda, first, max, starts, finishes, locals, count); });
}

void VSDA_Copy(VSDA* target, long targoffs, void* targarr, VSDA* source, long srcoffs, void* srcarr, long count,
               void* rq) {
  c_border("VSDA_Copy", [&] {
    stencil::VsdaTraffic traffic;
    traffic.copies = 1;
    const auto plan = stencil::kept_copy_plan(target, targoffs, source, srcoffs, count, traffic);
    stencil::copy_begin("VSDA_Copy", *plan, targarr, srcarr, rq, traffic);
  });
}

void VSDA_Plan_copy(VSDA* target, long targoffs, VSDA* source, long srcoffs, long count, VSDA_PLAN* plan) {
  c_border("VSDA_Plan_copy", [&] {
    stencil::check_pointer("plan", plan, "a variable to hold the plan");
    plan->id = stencil::plan_table().add(stencil::make_copy_plan(target, targoffs, source, srcoffs, count));
  });
}

void VSDA_Plan_matrix(VSDA* target, long ti, long tj, VSDA* source, long si, long sj, long m, long n, VSDA_PLAN* plan) {
  c_border("VSDA_Plan_matrix", [&] {
    stencil::check_pointer("plan", plan, "a variable to hold the plan");
    plan->id = stencil::plan_table().add(stencil::make_matrix_plan(target, ti, tj, source, si, sj, m, n));
  });
}

void VSDA_Copy_begin(VSDA_PLAN* plan, void* targarr, void* srcarr, void* rq) {
  c_border("VSDA_Copy_begin", [&] {
    stencil::check_pointer("plan", plan, "a plan made by VSDA_Plan_copy or VSDA_Plan_matrix");
    stencil::VsdaTraffic traffic;
    traffic.copies = 1;
    stencil::copy_begin("VSDA_Copy_begin", *stencil::plan_table().find("plan", plan->id), targarr, srcarr, rq, traffic);
  });
}

void VSDA_Plan_destroy(VSDA_PLAN* plan) {
  c_border("VSDA_Plan_destroy", [&] {
    stencil::check_pointer("plan", plan, "a plan made by VSDA_Plan_copy or VSDA_Plan_matrix");
    stencil::plan_table().remove("plan", plan->id);
    plan->id = 0;
  });
}

void VSDA_Destroy(VSDA* vsda) {
  c_border("VSDA_Destroy", [&] {
    stencil::check_pointer("vsda", vsda, "a descriptor made by VSDA_Create");
    stencil::descriptor_table().remove("vsda", vsda->id);
    vsda->id = 0;
  });
}

}  // extern "C"
