// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/own_record.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <time.h>

#include <chrono>

#include "host/base/text.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/package/checks/stages/stage_changes.hpp"
#include "sim/app/package/checks/steps/strip_of.hpp"
#include "sim/app/package/client_terminal.hpp"
#include "sim/app/package/steps/client_kernel.hpp"
#include "sim/app/package/steps/step_record.hpp"
#include "sim/app/package/tiles/tiled_record.hpp"

namespace stencil {
namespace {

const auto loaded = std::chrono::steady_clock::now();

const timespec loaded_time = [] {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now;
}();

BlockRecord record_of(const CallBlock& block) {
  BlockRecord record;
  record.block = block.index;
  if (block.sweep) {
    record.rows = block.sweep->rows;
    record.cols = block.sweep->cols;
    record.niter = block.sweep->niter;
    record.chain = ChainLinks{};
    swept_with()[block.sweep->point_operator] = true;
  }
  record.cycles = block.cycles;
  record.traffic = block.traffic;
  SweepCommand command;
  command.rows = record.rows;
  command.cols = record.cols;
  command.niter = record.niter;
  record.limits = block_limits(made_process_accelerator()->capabilities(), command, record.traffic);
  return record;
}

// The blocks that are complete. Never destroyed: a report may be written at exit.
BlockLedger& ended_blocks() {
  static auto* const ledger = new BlockLedger;
  return *ledger;
}

BlockLedger own_blocks() {
  BlockLedger ledger = ended_blocks();
  if (const auto& last = process_call_ledger().current()) ledger.add(record_of(*last));
  return ledger;
}

DmaCycles own_dma() {
  const Accelerator* device = made_process_accelerator();
  if (device == nullptr) return {};
  DmaCycles busy = device->dma_busy();
  if (const CallCheck* check = own_check()) subtract_fields(busy, check->dma(), dma_fields);
  return busy;
}

SharedLedger* shared_record = nullptr;

void publish_ended() {
  std::int64_t cycles = 0;
  for (const auto& [rank, counts] : ended_blocks().ranks) cycles += counts.cycles.total();
  show_progress(ended_blocks().count(), cycles);
  if (shared_record != nullptr) shared_record->publish(ended_blocks(), own_dma());
}

double wall_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - loaded).count();
}

}  // namespace

void keep_block(const CallBlock& block) {
  ended_blocks().add(record_of(block));
  publish_ended();
}

void keep_open_block(const CallBlock& block) {
  if (shared_record == nullptr) return;
  const BlockRecord record = record_of(block);
  shared_record->publish_open(&record);
}

void share_record(SharedLedger* shared) {
  shared_record = shared;
  if (shared == nullptr) return;
  shared->publish(ended_blocks(), own_dma());
  if (const auto& last = process_call_ledger().current()) keep_open_block(*last);
}

void keep_step(const StepInfo& step, const std::vector<BlockRun>& runs) {
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  swept_with()[step.weights.index()] = true;
  record_step(step, runs);
  for (const BlockRun& run : runs) {
    BlockRecord record = block_record(made_process_accelerator()->capabilities(), run);
    record.rank = rank;
    record.step = step.number;
    record.strip = strip_of(step).value_or(rank);
    ended_blocks().add(record);
  }
  publish_ended();
}

void keep_tiled_step(const TiledStepInfo& step, const std::vector<TileDone>& tiles) {
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  record_tiled_step(step);
  const Capabilities& device = made_process_accelerator()->capabilities();
  for (const TileDone& tile : tiles) ended_blocks().add(tiled_record(device, rank, step, tile));
  publish_ended();
}

const CallCheck* own_check() {
  return static_cast<const CallCheck*>(process_call_observer());
}

void end_own_check(bool alone) {
  if (auto* const check = static_cast<CallCheck*>(process_call_observer())) check->ended(alone);
  stage_changes().ended();
}

std::int64_t confirm_own_stale_rows() {
  auto* const check = static_cast<CallCheck*>(process_call_observer());
  return check == nullptr ? 0 : check->confirm_stale();
}

Verdict own_verdict(int rank) {
  const CallCheck* const check = own_check();
  if (check == nullptr) return {};
  Verdict verdict = check->verdict();
  if (verdict.first_mismatch) verdict.first_mismatch->rank = rank;
  return verdict;
}

std::optional<Capsule> own_wrong_sweep() {
  const CallCheck* const check = own_check();
  return check == nullptr ? std::nullopt : check->wrong_sweep();
}

const timespec& loaded_at() {
  return loaded_time;
}

std::optional<Coverage> own_coverage() {
  const CallCheck* const check = own_check();
  const std::int64_t words = stage_changes().words();
  const std::int64_t outside = stage_changes().outside();
  const std::int64_t unwritten = stage_changes().unwritten();
  const std::int64_t unflushed = stage_changes().unflushed();
  if (check == nullptr && words + outside + unwritten + unflushed == 0) return std::nullopt;
  Coverage coverage = check != nullptr ? check->coverage() : Coverage{};
  coverage.undeclared_words += words;
  coverage.outside_words += outside;
  coverage.unwritten_words += unwritten;
  coverage.unflushed_rows += unflushed;
  return coverage;
}

Json coverage_json(const Coverage& coverage) {
  std::string text;
  if (coverage.steps > 0)
    text = counted(coverage.steps, "step") +
           ", every row after each, against the golden loop on the part that the program gave; not the weights";
  if (coverage.rounds > 0)
    text += (text.empty() ? "" : "; ") + counted(coverage.rounds, "round") +
            " of tiles, each against the golden loop on what it was given; not what ranks send each other";
  if (coverage.uncompared_steps > 0)
    text += fmt::format("; nor halo rows of the last {} of a rank against their owners",
                        counted(coverage.uncompared_steps, "step"));
  if (coverage.sweeps > 0)
    text += (text.empty() ? "" : "; ") + counted(coverage.sweeps, "call") +
            " that sweep, and words stored after them, against the golden loop on what the program loaded; not the "
            "weights, nor which rows are moved and swept";
  if (text.empty())
    text = coverage.undeclared_words + coverage.outside_words + coverage.unwritten_words + coverage.unflushed_rows > 0
               ? "no call of accel.h or step.h that sweeps"
               : "no sweep: words stored, against those loaded";
  Json json{{"text", ""}};
  for (const CoverageField& field : coverage_fields) {
    const std::int64_t count = coverage.*field.member;
    if (count > 0 && *field.text != '\0') text += fmt::format("; {} {}", counted(count, field.noun), field.text);
    json.put(field.name, count);
  }
  json.put("text", text);
  return json;
}

Report own_work() {
  Report report;
  static_cast<BlockLedger&>(report) = own_blocks();
  if (const auto coverage = own_coverage()) report.ok_covers = coverage_json(*coverage);
  report.client_kernel = kernel_of(swept_with());
  report.dma = own_dma();
  report.simulation.wall_s = wall_s();
  return report;
}

void describe_own_machine(ReportMachine& machine) {
  if (const Accelerator* device = made_process_accelerator()) machine.device = device->capabilities();
  machine.link = process_accelerator_options().link;
  machine.paranoid = process_accelerator_options().checking.protocol;
  machine.rtl = rtl_sources(machine.device);
}

}  // namespace stencil
