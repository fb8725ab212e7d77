/* Steps that go wrong in one way each, on two ranks or more: argv: MODE.
 * SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "accel.h"
#include "stages.h"
#include "step.h"

enum { rows = 60, cols = 20, sweeps = 4, steps = 5 };

/* Two columns of processes, with fewer shadow columns than a step has sweeps, or as many. */
static void step_over_boxes(int shadowcols) {
  const double weights[3] = {1.0, 1.0, 0.25};
  VSDA boxes;
  MPI_Request token[4];
  long row, col, own, width, first, first_col, local, local_cols;
  double *f, *r;
  int ranks, step;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  VSDA_Create_2d(MPI_COMM_WORLD, 20, 40, sizeof(double), 1, ranks, 0, shadowcols, VSDA_EDGE_NONE, VSDA_EDGE_NONE, NULL,
                 NULL, &boxes);
  VSDA_Get_corners(&boxes, 0, &row, &col, &own, &width);
  VSDA_Get_corners(&boxes, 1, &first, &first_col, &local, &local_cols);
  f = calloc((size_t)(local * local_cols), sizeof *f);
  r = calloc((size_t)(local * local_cols), sizeof *r);
  for (step = 0; step < 2; step++) {
    const stencil_part part = {f, r, local, local_cols, 0, 0, 0, 0};
    VSDA_Update_begin(&boxes, token, f);
    VSDA_Update_end(token);
    stencil_step_begin(&part, "jacobi", weights, sweeps, NULL, NULL, 0);
    stencil_step_wait();
  }
  VSDA_Destroy(&boxes);
  free(f);
  free(r);
}

static double plate[8 * cols], source[8 * cols];

static void move_source(void) {
  source[3 * cols + 5] += 1.0;
}
static void sweep_plate(void) {
  itstep_accel(8, cols, 1.0, 1.0, 0.25, 1);
}

/* A stage on the host that changes what it names only as read. */
static void run_stages(void) {
  SharedDatum* f = stencil_shared_array(plate, stencil_device_array('f', 0), sizeof plate);
  SharedDatum* r = stencil_shared_array(source, stencil_device_array('r', 0), sizeof source);
  Stage* stages[] = {stencil_stage_of(STENCIL_CPU, move_source, NULL, r, NULL, NULL),
                     stencil_stage_of(STENCIL_CUDA, NULL, sweep_plate, f, r, NULL, f, NULL)};
  int i;
  for (i = 0; i < 2 * 3; i++) runStage(stages[i % 2]);
  stencil_flush(f);
}

/* Nobody brings the results of the last stage to the host. flushed: somebody does. */
static void run_stages_to_the_end(int flushed) {
  SharedDatum* f = stencil_shared_array(plate, stencil_device_array('f', 0), sizeof plate);
  SharedDatum* r = stencil_shared_array(source, stencil_device_array('r', 0), sizeof source);
  Stage* stage = stencil_stage_of(STENCIL_CUDA, NULL, sweep_plate, f, r, NULL, f, NULL);
  runStage(stage);
  stencil_flush(f);
  runStage(stage);
  stencil_stage_destroy(stage);
  if (flushed) stencil_flush(f);
  stencil_datum_destroy(f);
}

static void heat_edge(void) {
  static double heat = 1.0;
  int col;
  heat *= 2.0;
  for (col = 0; col < cols; col++) plate[col] = heat;
}

/* A stage on the host that says it overwrites the plate, and sets one row of it. */
static void run_stages_that_overwrite(void) {
  SharedDatum* f = stencil_shared_array(plate, stencil_device_array('f', 0), sizeof plate);
  SharedDatum* r = stencil_shared_array(source, stencil_device_array('r', 0), sizeof source);
  Stage* stages[] = {stencil_stage_of(STENCIL_CPU, heat_edge, NULL, NULL, f, NULL),
                     stencil_stage_of(STENCIL_CUDA, NULL, sweep_plate, f, r, NULL, f, NULL)};
  int i;
  for (i = 0; i < 2 * 3; i++) runStage(stages[i % 2]);
  stencil_flush(f);
}

/* Calls of one block over all rows, halo rows of r included. */
static void call_for_the_part(VSDA* array, const stencil_part* part) {
  MPI_Request token[4];
  long i;
  int step;
  for (i = 0; i < part->owned * cols; i++)
    part->f[part->first_owned * cols + i] = (double)((part->global_row * cols + i) % 61);
  /* The updates are watched from the first call on. */
  for (step = 0; step < 2; step++) {
    VSDA_Update_begin(array, token, part->f);
    VSDA_Update_end(token);
    r_to_accel(0, (void*)part->r, (int)part->rows * cols);
    f_to_accel(0, part->f, (int)part->rows * cols);
    itstep_accel((int)part->rows, cols, 1.0, 1.0, 0.25, sweeps);
    f_from_accel((int)part->first_owned * cols, part->f + part->first_owned * cols, (int)part->owned * cols);
  }
}

/* Two fields over the same rows, which may begin alike: both right where ranks begin their updates in one order. */
static void step_over_two_fields(VSDA* array, stencil_part part, int in_order, int alike) {
  const double weights[2][3] = {{1.0, 1.0, 0.25}, {1.0, 2.0, 0.125}};
  double* f[2];
  MPI_Request token[2][4];
  int rank, step, k;
  long i;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (k = 0; k < 2; k++) {
    f[k] = calloc((size_t)(part.rows * cols), sizeof *f[k]);
    for (i = 0; i < part.rows * cols; i++)
      f[k][i] = (double)((alike ? 1 : k + 1) * ((part.global_row - part.first_owned) * cols + i) % 61);
  }
  for (step = 0; step < 2; step++) {
    for (k = 0; k < 2; k++) {
      const int which = in_order || rank == 0 ? k : 1 - k;
      VSDA_Update_begin(array, token[which], f[which]);
    }
    for (k = 0; k < 2; k++) VSDA_Update_end(token[k]);
    for (k = 0; k < 2; k++) {
      part.f = f[k];
      stencil_step_begin(&part, "jacobi", weights[k], sweeps, NULL, NULL, 0);
      stencil_step_wait();
    }
  }
  for (k = 0; k < 2; k++) free(f[k]);
}

/* Strips of 10 rows, dealt in turn; `forgotten`: the last rank's last strip keeps its upper halo rows in the last
 * step, although the message comes. */
static void step_over_strips(int forgotten) {
  enum { height = 10, most = 8 };
  const double weights[3] = {1.0, 1.0, 0.25};
  stencil_part parts[most];
  double lost[sweeps * cols];
  int rank, ranks, step, k, count = 0;
  long first, i;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (first = rank * height; first < rows; first += ranks * height) {
    stencil_part* const part = &parts[count++];
    double* r;
    memset(part, 0, sizeof *part);
    part->owned = first + height < rows ? height : rows - first;
    part->first_owned = first > 0 ? sweeps : 0;
    part->rows = part->first_owned + part->owned + (first + part->owned < rows ? sweeps : 0);
    part->cols = cols;
    part->global_row = first;
    part->f = calloc((size_t)(part->rows * cols), sizeof(double));
    part->r = r = malloc((size_t)(part->rows * cols) * sizeof(double));
    for (i = 0; i < part->rows * cols; i++) {
      const long at = (first - part->first_owned) * cols + i;
      r[i] = 0.001 * (double)(at % 7);
      part->f[i] = (double)(at % 61);
    }
  }
  for (step = 0; step < steps; step++) {
    MPI_Request requests[4 * most];
    const int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks, words = sweeps * cols;
    int posted = 0;
    for (k = 0; k < count && step > 0; k++) {
      double* const f = parts[k].f;
      const long own = parts[k].first_owned, end = own + parts[k].owned;
      const int strip = k * ranks + rank;
      const int keeps = forgotten && step == steps - 1 && rank == ranks - 1 && k == count - 1;
      if (own > 0) {
        MPI_Irecv(keeps ? lost : f, words, MPI_DOUBLE, before, 2 * strip, MPI_COMM_WORLD, &requests[posted++]);
        MPI_Isend(f + own * cols, words, MPI_DOUBLE, before, 2 * strip + 1, MPI_COMM_WORLD, &requests[posted++]);
      }
      if (end < parts[k].rows) {
        MPI_Irecv(f + end * cols, words, MPI_DOUBLE, after, 2 * strip + 3, MPI_COMM_WORLD, &requests[posted++]);
        MPI_Isend(f + (end - sweeps) * cols, words, MPI_DOUBLE, after, 2 * strip + 2, MPI_COMM_WORLD,
                  &requests[posted++]);
      }
    }
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
    stencil_strips_begin(parts, count, "jacobi", weights, sweeps, NULL, NULL, 0);
    stencil_step_wait();
  }
  for (k = 0; k < count; k++) {
    free(parts[k].f);
    free((double*)parts[k].r);
  }
}

int main(int argc, char** argv) {
  double weights[3] = {1.0, 1.0, 0.25};
  const char* const mode = argc > 1 ? argv[1] : "right";
  const int deep = strcmp(mode, "every-second") == 0; /* twice the halo rows, an update every second step */
  const int halo_rows = deep ? 2 * sweeps : sweeps;
  const int field_rows = strcmp(mode, "short-field") == 0 ? 2 * sweeps : rows; /* of two ranks, each other's halo */
  VSDA array;
  MPI_Request token[4], late[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  stencil_part part;
  long i;
  int rank, step;
  double *f, *r, *before, *zeros;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, field_rows, (long)sizeof(double) * cols, halo_rows, NULL, NULL, &array);
  f = calloc((size_t)((rows + 2 * halo_rows) * cols), sizeof *f);
  r = malloc((size_t)((rows + 2 * halo_rows) * cols) * sizeof *r);
  zeros = calloc((size_t)((rows + 2 * halo_rows) * cols), sizeof *zeros);
  before = malloc((size_t)((rows + 2 * halo_rows) * cols) * sizeof *before);
  stencil_part_of_vsda(&array, f, r, &part);
  for (i = 0; i < part.rows * cols; i++) {
    const long row = part.global_row - part.first_owned + i / cols;
    r[i] = deep || strcmp(mode, "halo-rows") == 0 ? 0.001 * (double)((3 * row + i % cols) % 7) : -1.0;
  }
  /* Halo rows of r that are left as they are. */
  if (rank == 1 && (strcmp(mode, "r-halo") == 0 || strcmp(mode, "call-r-halo") == 0))
    memset(r, 0, (size_t)(part.first_owned * cols) * sizeof *r);
  if (strncmp(mode, "call-r", 6) == 0) {
    call_for_the_part(&array, &part);
    MPI_Finalize();
    return 0;
  }
  if (strncmp(mode, "tiles", 5) == 0) {
    for (i = 0; i < part.owned * cols; i++) f[part.first_owned * cols + i] = (double)(part.global_row * cols + i);
    if (strcmp(mode, "tiles-no-update") != 0) {
      VSDA_Update_begin(&array, token, f);
      VSDA_Update_end(token);
    }
    for (step = 0; step < steps; step++) {
      if (rank == 1 && step == steps - 1 && strcmp(mode, "tiles-forgotten") == 0) break;
      /* A wall that warms up, on the rows of the rank and the halo rows above alone. */
      if (step > 0 && strcmp(mode, "tiles-border") == 0)
        for (i = 0; i < part.first_owned + part.owned; i++) f[i * cols] = 1000.0 * step;
      stencil_step_begin(&part, "gauss-seidel", NULL, sweeps - 1, NULL, NULL, 0);
      stencil_step_wait();
    }
    MPI_Finalize();
    return 0;
  }
  if (rank == 1 && strcmp(mode, "gap") == 0) {
    part.global_row += 1;
    part.first_owned += 1;
    part.owned -= 1;
  }
  if (rank == 1 && strcmp(mode, "shared") == 0) part.global_row -= 4;
  /* The field ends with row 31; rank 0 has halo rows to row 33. */
  if (rank == 1 && strcmp(mode, "beyond") == 0) part.rows = part.first_owned + (part.owned = 2);
  if (strcmp(mode, "stage") == 0) run_stages();
  if (strcmp(mode, "overwrite") == 0) run_stages_that_overwrite();
  if (strcmp(mode, "unflushed") == 0 || strcmp(mode, "flushed") == 0)
    run_stages_to_the_end(strcmp(mode, "flushed") == 0);
  if (strncmp(mode, "strips", 6) == 0) {
    step_over_strips(strcmp(mode, "strips-forgotten") == 0);
    MPI_Finalize();
    return 0;
  }
  if (strncmp(mode, "two-fields", 10) == 0) {
    step_over_two_fields(&array, part, strcmp(mode, "two-fields-crossed") != 0, strcmp(mode, "two-fields-alike") == 0);
    MPI_Finalize();
    return 0;
  }
  if (strcmp(mode, "narrow") == 0) step_over_boxes(2);
  if (strcmp(mode, "boxes") == 0) step_over_boxes(sweeps);
  for (step = 0; step < steps; step++) {
    const int last = step == steps - 1;
    if (rank == 1 && last && strcmp(mode, "early") == 0) break;
    if (strcmp(mode, "no-update") != 0 && (!deep || step % 2 == 0)) {
      const int other = strcmp(mode, "memory-swapped") == 0 && step % 2 == 1;
      memcpy(before, f, (size_t)(part.rows * cols) * sizeof *f);
      VSDA_Update_begin(&array, token, other ? zeros : f);
      if (strcmp(mode, "in-flight") != 0) VSDA_Update_end(token);
      /* A copy for later, of two vectors that the program has exchanged: the part has the memory of one of them. */
      if (strcmp(mode, "memory-swapped") == 0)
        memcpy(other ? f : zeros, other ? zeros : f, (size_t)(part.rows * cols) * sizeof *f);
      if (strcmp(mode, "put-back") == 0) memcpy(f, before, (size_t)(part.rows * cols) * sizeof *f);
      /* Rank 1 sends north the first rows of its part, which are halo rows. */
      if (rank == 1 && strcmp(mode, "halo-rows") == 0)
        MPI_Send(before, sweeps * cols, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD);
      if (rank == 0 && strcmp(mode, "halo-rows") == 0)
        MPI_Recv(f + (part.first_owned + part.owned) * cols, sweeps * cols, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    if (rank == 1 && last && strcmp(mode, "forgotten") == 0) continue;
    if (rank == 1 && last && strcmp(mode, "fewer") == 0) {
      part.rows -= 1;
      part.owned -= 1;
    }
    if (last && strcmp(mode, "late-wait") == 0) {
      /* The rows beside the cut once more, waited for when the step is over. */
      const long halo = rank == 0 ? part.first_owned + part.owned : 0;
      const long edge = rank == 0 ? halo - sweeps : part.first_owned;
      MPI_Irecv(f + halo * cols, sweeps * cols, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD, &late[0]);
      MPI_Isend(f + edge * cols, sweeps * cols, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD, &late[1]);
    }
    if (strcmp(mode, "right") == 0) {
      /* Receives that set nothing may end whenever they like. */
      MPI_Irecv(f + cols / 2, cols, MPI_DOUBLE, MPI_PROC_NULL, 8, MPI_COMM_WORLD, &late[0]);
      MPI_Irecv(f + cols / 2, 0, MPI_DOUBLE, rank, 8, MPI_COMM_WORLD, &late[1]);
    }
    /* The swap of a loop that wrote to another array. */
    if (strcmp(mode, "swapped") == 0) {
      if (step > 0) part.f = part.f == f ? zeros : f;
    }
    if (strcmp(mode, "call-weights") == 0 && last) {
      f_to_accel(0, f, 8 * cols);
      itstep_accel(8, cols, 1.0, rank == 0 ? 1.0 : 2.0, 0.25, 1);
    }
    /* A spacing of the rank's own rows, as they are in the last step. */
    if (rank == 1 && last && strcmp(mode, "other-weights") == 0) weights[1] = 1.5;
    if (strncmp(mode, "stays", 5) == 0) {
      /* A wall that the program heats: the device keeps the rows of the rank. */
      if (rank == 0 && step == 2 && strcmp(mode, "stays-wall") == 0) f[part.first_owned * cols + 3] = 2.0;
      if (rank == 0 && step == 3 && strcmp(mode, "stays-source") == 0) r[cols + 2] = 0.5;
      stencil_resident_begin(&part, "jacobi", weights, sweeps, steps - step);
    } else {
      stencil_step_begin(&part, "jacobi", weights, sweeps, NULL, NULL, 0);
    }
    if (last && strcmp(mode, "no-wait") == 0) break;
    /* Row 0 is never swept: the step is right all the same. */
    if (rank == 1 && last && strcmp(mode, "source") == 0) r[2] = 0.5;
    if (last && strcmp(mode, "hidden") == 0) {
      VSDA_Update_begin(&array, token, f);
      VSDA_Update_end(token);
    }
    if (last && strcmp(mode, "touch") == 0) f_to_accel(0, f, cols);
    stencil_step_wait();
    if (strcmp(mode, "right") == 0) MPI_Send(f, 0, MPI_DOUBLE, rank, 8, MPI_COMM_WORLD);
    MPI_Waitall(2, late, MPI_STATUSES_IGNORE);
    /* Calls of accel.h between steps, which find in r what the step left there. */
    if (strcmp(mode, "mixed") == 0) {
      double none[8 * cols] = {0.0}, out[8 * cols];
      f_to_accel(0, f, 8 * cols);
      itstep_accel(8, cols, 1.0, 1.0, 0.25, 1);
      r_to_accel(0, none, 8 * cols);
      f_to_accel(0, f, 8 * cols);
      itstep_accel(8, cols, 1.0, 1.0, 0.25, 1);
      f_from_accel(0, out, 8 * cols);
    }
  }
  MPI_Finalize();
  free(f);
  free(r);
  free(before);
  free(zeros);
  return 0;
}
