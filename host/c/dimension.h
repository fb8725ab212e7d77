/* Two-dimensional arrays whose row length is known at run time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: that of accel.h. The published program uses it with GNU typeof: DIM2(double, f, my) = (typeof(f))pointer;
 */
#ifndef DIMENSION_H
#define DIMENSION_H

/* Declares `name`, a pointer to rows of n elements: name[i][j] is element i*n + j of the memory it points at.
 * n is an integer expression > 0, any in C99, a constant in C++. */
#define DIM2(type, name, n) type(*name)[n]

#endif
