/* Two-dimensional arrays whose row length is known at run time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: that of accel.h, which uses it beside the GNU typeof: DIM2(double, f, my) = (typeof(f))pointer;
 */
#ifndef DIMENSION_H
#define DIMENSION_H

/* Declares `name`, a pointer to rows of n elements: name[i][j] is element i*n + j of what it points at.
 * n is any integer expression > 0 in C99; C++ wants a constant. */
#define DIM2(type, name, n) type(*name)[n]

#endif
