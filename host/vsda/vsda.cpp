// The published C functions, each behind the border that keeps exceptions inside.
// SPDX-License-Identifier: Apache-2.0
#include "vsda.h"

#include "host/border.hpp"
#include "host/check.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/copy.hpp"
#include "host/vsda/create.hpp"
#include "host/vsda/token_registry.hpp"
#include "host/vsda/update.hpp"

using stencil::c_border;

extern "C" {

void VSDA_Create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                 long* distribution_in, long* distribution_out, VSDA* vsda) {
  c_border("VSDA_Create", [&] {
    stencil::create_blocked(comm, sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in,
                            distribution_out, vsda);
  });
}

void VSDA_Update_begin(VSDA* vsda, void* rq, void* localportion) {
  c_border("VSDA_Update_begin", [&] { stencil::update_begin(vsda, rq, localportion); });
}

void VSDA_Update_end(void* rq) {
  // Without MPI no token is in flight, and the registry says so.
  c_border("VSDA_Update_end", [&] { stencil::token_registry().end(rq); });
}

void VSDA_Get_extent(VSDA* vsda, long* start, long* finish) {
  c_border("VSDA_Get_extent", [&] {
    const auto descriptor = stencil::find_descriptor("vsda", vsda);
    stencil::check_pointer("start", start, "a variable of type long");
    stencil::check_pointer("finish", finish, "a variable of type long");
    *start = descriptor->layout.start(descriptor->rank);
    *finish = descriptor->layout.finish(descriptor->rank);
  });
}

void VSDA_Copy(VSDA* target, long targoffs, void* targarr, VSDA* source, long srcoffs, void* srcarr, long count,
               void* rq) {
  c_border("VSDA_Copy", [&] { stencil::copy_begin(target, targoffs, targarr, source, srcoffs, srcarr, count, rq); });
}

void VSDA_Destroy(VSDA* vsda) {
  c_border("VSDA_Destroy", [&] {
    stencil::check_pointer("vsda", vsda, "a descriptor made by VSDA_Create");
    stencil::descriptor_table().remove("vsda", vsda->id);
    vsda->id = 0;
  });
}

}  // extern "C"
