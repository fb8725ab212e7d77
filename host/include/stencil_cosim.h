/* All of the C interface, and the version. Needs mpi.h; accel.h alone does not.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STENCIL_COSIM_H
#define STENCIL_COSIM_H

#include "accel.h"
#include "block_cyclic.h"
#include "dimension.h"
#include "stages.h"
#include "stencil_cosim_version.h"
#include "step.h"
#include "vsda.h"

#endif
