/* The version of this library, which the CMake package, pkg-config and `stencil-cosim --version` have from here.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef STENCIL_COSIM_VERSION_H
#define STENCIL_COSIM_VERSION_H

#define STENCIL_COSIM_VERSION_MAJOR 0
#define STENCIL_COSIM_VERSION_MINOR 1
#define STENCIL_COSIM_VERSION_PATCH 0

/* One number that rises with the version: 100 for 0.1.0, 10203 for 1.2.3. */
#define STENCIL_COSIM_VERSION \
  (STENCIL_COSIM_VERSION_MAJOR * 10000 + STENCIL_COSIM_VERSION_MINOR * 100 + STENCIL_COSIM_VERSION_PATCH)

#endif
