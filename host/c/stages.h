/* Stages of a program and the data that host and device share, in C: the published program's list of stages and its
 * runStage, which copies what a stage lacks and nothing else.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: Centaur (docs/stages.md), whose classes are handles here. The text's main loop stands as it is:
 *
 *   SharedDatum* f = stencil_shared_array(f_onHost, stencil_device_array('f', 0), sizeof f_onHost);
 *   SharedDatum* r = stencil_shared_array(r_onHost, stencil_device_array('r', 0), sizeof r_onHost);
 *   Stage* stages[] = {stencil_stage_of(STENCIL_CUDA, NULL, sweep, f, r, NULL, f, NULL),
 *                      stencil_stage_of(STENCIL_CPU, look, NULL, f, NULL, NULL), NULL};
 *   Stage** s = stages;
 *   while (*s) runStage(*s++);
 *
 * The device is the accelerator of accel.h; a function for the device sweeps with itstep_accel or
 * itstep_accel_five_point on what the data's copies have brought, and calls neither f_to_accel nor r_to_accel. Weights
 * are arguments of those, so that Centaur's SharedVar has no form here. Parts of arrays, divided stages (StageLB) and
 * tiles are of C++ alone, as the published text has them (docs/stages.md, docs/gauss-seidel.md). One thread calls.
 * Errors end the program as those of accel.h do: NULL, an address that is none of the device's, data that overlap, a
 * stage that reads what is right on neither side.
 */
#ifndef STENCIL_STAGES_H
#define STENCIL_STAGES_H

#include <stddef.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct stencil_datum stencil_datum;
typedef struct stencil_stage stencil_stage;

/* `target` of a stage. */
#define STENCIL_CPU 0
#define STENCIL_CUDA 1

/* The address of word 0 of a buffer, in place of cudaMalloc's; the other words follow it. The host can neither read nor
 * write there.
 *   bank    'f' or 'r'
 *   buffer  0 .. the device's buffers of that bank - 1; accel.h sweeps buffer 0 of both */
double* stencil_device_array(char bank, int buffer);

/* SharedArray: a contiguous array, whose values are on the host at first. size: bytes on either side, a multiple of 8;
 * 0 for a rank without rows. The memory must stay where it is as long as the datum lives. */
stencil_datum* stencil_shared_array(double* arr_onHost, double* arr_onCuda, size_t size);

/* Stage: the side it runs on, its functions (NULL where never needed), and two lists of data, each ended by NULL: read,
 * then modified. What is modified and not read is overwritten whole, without a copy before. */
stencil_stage* stencil_stage_of(unsigned target, void (*runOnHost)(void), void (*runOnDevice)(void), ...);

/* runStage: copies what the stage reads and its side lacks, runs it, and notes what it has changed. */
void stencil_run_stage(stencil_stage* stage);

/* All stages of a list that ends with NULL, each as stencil_run_stage does it: same results, same copies. Beside a
 * stage whose function sweeps, what the next one reads and this one does not modify is copied already. */
void stencil_run_stages(stencil_stage* const* stages);

/* Copies to the host what is right on the device alone. */
void stencil_flush(stencil_datum* datum);

/* validOnHost, validOnCuda: 1 or 0. */
int stencil_valid_on_host(const stencil_datum* datum);
int stencil_valid_on_device(const stencil_datum* datum);

/* Optional. A datum is destroyed after the stages that name it. */
void stencil_stage_destroy(stencil_stage* stage);
void stencil_datum_destroy(stencil_datum* datum);

#ifdef __cplusplus
}
#else
/* As published; in C++ these are classes (host/stages/published/published.hpp). */
typedef stencil_datum SharedDatum;
typedef stencil_stage Stage;
#define runStage stencil_run_stage
#define runStages stencil_run_stages
#endif
#pragma GCC visibility pop

#endif
