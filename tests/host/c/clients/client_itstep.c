/* The client's own itstep and itstep_test, names that the library must not define.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Unlike the published scheme it keeps the old rows that the next block needs in a buffer of the host.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accel.h"
#include "dimension.h"

/* Repeated after the header, as the published program does. */
extern void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter);
extern void f_to_accel(int internaloffset, void* array, int length);
extern void f_from_accel(int internaloffset, void* array, int length);
extern void r_to_accel(int internaloffset, void* array, int length);
extern int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw);

int itstep_test(int my_number, int n_of_nodes, int mx, int my, int stw);
void itstep(int mx, int my, void* pf, void* pr, double rdx2, double rdy2, double beta, int niter);

enum { BODY = 10 };

int itstep_test(int my_number, int n_of_nodes, int mx, int my, int stw) {
  if (stw > BODY / 2) {
    fprintf(stderr, "stw = %d, must be <= %d\n", stw, BODY / 2);
    return 1;
  }
  return itstep_accel_test(my_number, n_of_nodes, mx, my, stw);
}

void itstep(int mx, int my, void* pf, void* pr, double rdx2, double rdy2, double beta, int niter) {
  DIM2(double, f, my) = (typeof(f))pf;
  DIM2(double, r, my) = (typeof(r))pr;
  double* old = malloc(sizeof(double) * (size_t)(niter * my));
  int row = 0;
  while (row < mx) {
    const int above = row < niter ? row : niter;
    const int body = mx - row < BODY + niter ? mx - row : BODY;
    const int below = mx - row - body < niter ? mx - row - body : niter;
    if (above > 0) f_to_accel(0, old, above * my);
    f_to_accel(above * my, f[row], (body + below) * my);
    r_to_accel(0, r[row - above], (above + body + below) * my);
    itstep_accel(above + body + below, my, rdx2, rdy2, beta, niter);
    memcpy(old, f[row + body - niter], sizeof(double) * (size_t)(niter * my));
    f_from_accel(above * my, f[row], body * my);
    row += body;
  }
  free(old);
}
