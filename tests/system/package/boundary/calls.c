/* Calls of every public C header, as docs/run.md, docs/block-cyclic.md and examples/vsda make them. It must compile,
 * link and run unchanged with every later version of the library.
 * SPDX-License-Identifier: Apache-2.0 */
#include <accel.h>
#include <block_cyclic.h>
#include <dimension.h>
#include <mpi.h>
#include <stages.h>
#include <stdint.h>
#include <stdio.h>
#include <step.h>
#include <vsda.h>

enum { rows = 9, cols = 7 };

static double f[rows * cols], r[rows * cols];

static int sweeps_are_right(void) {
  const double coefficients[6] = {1.0, 1.0, 1.0, 1.0, 0.0, 0.25};
  DIM2(double, table, cols) = (double(*)[cols])f;
  int i, j;
  for (i = 0; i < rows; ++i)
    for (j = 0; j < cols; ++j) table[i][j] = 1.0;
  if (itstep_accel_test(0, 1, rows, cols, 2) != 0 || itstep_accel_test_portion(0, 1, rows, cols, 2, 6) != 0) return 0;
  f_to_accel(0, f, rows * cols);
  r_to_accel(0, r, rows * cols);
  itstep_accel(rows, cols, 1.0, 1.0, 0.25, 3);
  itstep_accel_five_point(rows, cols, coefficients, 2);
  f_from_accel(0, f, rows * cols);
  return table[4][3] == 1.0;
}

static int rows_are_right(void) {
  VSDA rows_of_f, other;
  VSDA_PLAN plan;
  MPI_Request token[4];
  long start, finish, first, last, local, count;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, cols * (long)sizeof(double), 1, NULL, NULL, &rows_of_f);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, cols * (long)sizeof(double), 1, NULL, NULL, &other);
  VSDA_Update_begin(&rows_of_f, token, f);
  VSDA_Update_end(token);
  VSDA_Get_extent(&rows_of_f, &start, &finish);
  VSDA_Get_runs(&rows_of_f, 0, 1, &first, &last, &local, &count);
  VSDA_Copy(&other, 0, r, &rows_of_f, 0, f, rows, token);
  VSDA_Update_end(token);
  VSDA_Plan_copy(&other, 0, &rows_of_f, 0, rows, &plan);
  VSDA_Copy_begin(&plan, r, f, token);
  VSDA_Update_end(token);
  VSDA_Plan_destroy(&plan);
  VSDA_Destroy(&other);
  VSDA_Destroy(&rows_of_f);
  return start == 0 && finish == rows && count == 1 && last - first == rows && r[5] == f[5];
}

static double corner;
static void sweep_on_device(void) {
  itstep_accel(rows, cols, 1.0, 1.0, 0.25, 1);
}
static void look_on_host(void) {
  corner = f[0];
}

/* The published list of stages. */
static int stages_are_right(void) {
  SharedDatum* const of_f = stencil_shared_array(f, stencil_device_array('f', 0), sizeof f);
  SharedDatum* const of_r = stencil_shared_array(r, stencil_device_array('r', 0), sizeof r);
  Stage* stages[] = {stencil_stage_of(STENCIL_CUDA, NULL, sweep_on_device, of_f, of_r, NULL, of_f, NULL),
                     stencil_stage_of(STENCIL_CPU, look_on_host, NULL, of_f, NULL, NULL), NULL};
  Stage** s = stages;
  int valid;
  while (*s) runStage(*s++);
  stencil_flush(of_f);
  valid = stencil_valid_on_host(of_f) && stencil_valid_on_device(of_f);
  for (s = stages; *s; ++s) stencil_stage_destroy(*s);
  stencil_datum_destroy(of_f);
  stencil_datum_destroy(of_r);
  return valid && corner == f[0];
}

/* A periodic array, and one in boxes, on one rank: every shadow comes from the other end. */
static int halos_are_right(void) {
  VSDA ring, boxes;
  MPI_Request token[4];
  double line[3 + 2] = {0.0, 1.0, 2.0, 3.0, 0.0}, box[3][4] = {{0.0}, {0.0, 1.0, 2.0, 0.0}, {0.0}};
  const double none[5] = {0.0};
  stencil_part part;
  long row, col, box_rows, box_cols;
  VSDA_Create_periodic(MPI_COMM_WORLD, 3, (long)sizeof(double), 1, NULL, NULL, &ring);
  VSDA_Update_begin(&ring, token, line);
  VSDA_Update_end(token);
  stencil_part_of_vsda(&ring, line, none, &part);
  if (part.rows != 5 || part.first_owned != 1 || part.owned != 3 || part.global_row != 0) return 0;
  VSDA_Create_2d(MPI_COMM_WORLD, 1, 2, (long)sizeof(double), 0, 1, 1, 1, VSDA_EDGE_PERIODIC, VSDA_EDGE_PERIODIC, NULL,
                 NULL, &boxes);
  VSDA_Update_begin(&boxes, token, box);
  VSDA_Update_end(token);
  VSDA_Get_corners(&boxes, 1, &row, &col, &box_rows, &box_cols);
  VSDA_Destroy(&boxes);
  VSDA_Destroy(&ring);
  return line[0] == 3.0 && line[4] == 1.0 && box[0][0] == 2.0 && box[2][1] == 1.0 && row == -1 && col == -1 &&
         box_rows == 3 && box_cols == 4;
}

static int step_is_right(void) {
  const double weights[3] = {1.0, 1.0, 0.25};
  stencil_part part = {.f = f, .r = r, .rows = rows, .cols = cols};
  VSDA dealt;
  int i;
  for (i = 0; i < rows * cols; ++i) f[i] = 1.0;
  for (i = 0; i < rows * cols; ++i) r[i] = 0.0;
  stencil_step_begin(&part, "jacobi", weights, 3, NULL, NULL, 0);
  stencil_step_wait();
  stencil_strips_begin(&part, 1, "jacobi", weights, 3, "overlapped", "skewed", 0);
  stencil_step_wait();
  stencil_steps_begin(&part, "jacobi", weights, 3, 6, "auto", 0);
  stencil_step_wait();
  for (i = 6; i > 0; i -= 3) {
    stencil_joined_begin(&part, 1, "jacobi", weights, 3, i, "skewed", 0);
    stencil_step_wait();
  }
  for (i = 2; i > 0; --i) {
    stencil_resident_begin(&part, "jacobi", weights, 3, i);
    stencil_edge_wait();
    stencil_step_wait();
  }
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, cols * (long)sizeof(double), 1, NULL, NULL, &dealt);
  stencil_part_of_vsda(&dealt, f, r, &part);
  VSDA_Destroy(&dealt);
  return f[30] == 1.0 && part.rows == rows && part.cols == cols;
}

static int matrix_is_right(void) {
  const int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
  const int64_t by_columns = block_cyclic_gridinit(MPI_COMM_WORLD, "C", 1, 1);
  int64_t grid[4], from[DLEN_], to[DLEN_], info;
  double a[16] = {0.0}, b[16] = {0.0}, value = 0.0;
  VSDA matrix, dealt;
  block_cyclic_gridinfo(context, &grid[0], &grid[1], &grid[2], &grid[3]);
  descinit(from, 4, 4, 2, 2, 0, 0, context, 4, &info);
  descinit(to, 4, 4, 1, 3, 0, 0, by_columns, 4, &info);
  pdelset(a, 2, 3, from, 1.5);
  pdgemr2d(4, 4, a, 1, 1, from, b, 1, 1, to, context);
  pdelget("A", " ", &value, b, 2, 3, to);
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, 4, 4, (long)sizeof(double), 2, 2, 0, 0, 1, 1, 4, &matrix);
  VSDA_Create_on_grid(context, 4, 4, (long)sizeof(double), 2, 2, 0, 0, 4, &dealt);
  block_cyclic_context_free(context);
  return value == 1.5 && numroc(9, 2, 0, 0, 2) == 5 && indxg2p(3, 2, 0, 0, 2) == 1 && indxg2l(5, 2, 0, 0, 2) == 3 &&
         indxl2g(3, 2, 0, 0, 2) == 5 && indxg2k(3, 2, 0, 0, 2) == 1 && indxg2m(5, 2, 0, 0, 2) == 1 &&
         indxg2x(4, 2, 0, 0, 2) == 2 && numroc_bound(9, 2, 2) == 6 && numroc_bound_ceil(9, 2, 2) == 6;
}

int main(int argc, char** argv) {
  int right;
  MPI_Init(&argc, &argv);
  right = sweeps_are_right() && step_is_right() && rows_are_right() && halos_are_right() && stages_are_right() &&
          matrix_is_right();
  printf("%s\n", right ? "right" : "wrong");
  MPI_Finalize();
  return right ? 0 : 1;
}
