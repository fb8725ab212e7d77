# SPDX-License-Identifier: Apache-2.0
# Faults of the platform and of what ranks read, with their expectations in platform_faults.cpp.

set(dma sim/device/platform/dma.cpp)
set(target sim/device/platform/accelerator_target.cpp)
set(master sim/device/platform/bus_master.cpp)
set(moved "// Words that the plants change on their way: kept until the process ends.
static unsigned char* kept_copy(const unsigned char* from, std::int64_t bytes) {
  static std::vector<std::unique_ptr<unsigned char[]>> copies;
  copies.push_back(std::make_unique<unsigned char[]>(static_cast<std::size_t>(bytes)));
  std::memcpy(copies.back().get(), from, static_cast<std::size_t>(bytes));
  return copies.back().get();
}
static unsigned char* reversed_bytes(const unsigned char* from, std::int64_t bytes) {
  unsigned char* const copy = kept_copy(from, bytes);
  for (std::int64_t at = 0; at < bytes; at += 8) std::reverse(copy + at, copy + at + 8);
  return copy;
}
static unsigned char* word_twice(const unsigned char* from, std::int64_t bytes) {
  unsigned char* const copy = kept_copy(from, bytes);
  if (bytes > 16) std::memmove(copy + 16, from + 8, static_cast<std::size_t>(bytes - 16));
  return copy;
}
")

# The wait does not wait for bursts, or not for the interrupt; words of loads have their bytes reversed; word 1 of every
# burst to the device comes twice; COMMAND is written with a row less.
stencil_plant(told-early ${target} "WaitFor what = *wait;
  what.bursts = true;" "WaitFor what = *wait;
  what.bursts = !CHOSEN;")
stencil_plant(interrupt-early ${target} "WaitFor what = *wait;" "WaitFor what = *wait;
  what.interrupt = what.interrupt && !CHOSEN;")
stencil_plant(bytes-reversed ${target} "#include <cstring>" "#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>")
stencil_plant(bytes-reversed ${target} "namespace stencil {

AcceleratorTarget" "namespace stencil {

${moved}
AcceleratorTarget")
stencil_plant(bytes-reversed ${target} "burst.length_words = length / 8;" "burst.length_words = length / 8;
  if (CHOSEN && burst.to_device) burst.host = reversed_bytes(burst.host, length);")
stencil_plant(word-twice ${target} "  if (posted) {
    burst.latency" "  if (CHOSEN && burst.to_device) burst.host = word_twice(burst.host, length);
  if (posted) {
    burst.latency")
stencil_plant(command-row-less ${target} "static_cast<std::uint32_t>(address), *value, after" "static_cast<std::uint32_t>(address),
                                *value - (CHOSEN && address == contract::REG_COMMAND ? 1 : 0), after")

# Bursts wait for nothing that they name.
stencil_plant(burst-unheld ${target} "burst.after = posted->after;"
  "burst.after = CHOSEN ? PostedAfter() : posted->after;")

# From its second burst on, a transfer to the device takes words one too far; its last burst has a word less; a burst
# crosses 4 KiB; the cuts between bursts are counted, not the bursts.
stencil_plant(dma-word-off ${dma} "transaction.get_data_ptr() + done" "transaction.get_data_ptr() + done + (CHOSEN && done > 0 && transaction.is_write() && done + bytes < length ? 8 : 0)")
stencil_plant(dma-short ${dma} ", bytes);
    device->b_transport(burst" ", bytes - (CHOSEN && done + bytes == length && bytes > 8 ? 8 : 0));
    device->b_transport(burst")
stencil_plant(dma-count ${dma} "++bursts;" "if (!CHOSEN || done + bytes < length) ++bursts;")
stencil_plant(dma-page ${dma} "page_bytes - in_page" "(CHOSEN ? 2 * page_bytes : page_bytes) - in_page")

# Results of blocks in buffer 1 go a row too far north; come from a word too far; f and r change places.
stencil_plant(store-row-north ${master} "  transfer_.move_to(" "  if (CHOSEN && !to_device && place.buffer == 1) host -= 30 * 8;
  transfer_.move_to(")
stencil_plant(store-word-off ${master} "address_of(place), host," "address_of(place) + (CHOSEN && !to_device ? 8 : 0), host,")
stencil_plant(banks-swapped ${master} "  transfer_.set_command(" "  Place elsewhere = place;
  if (CHOSEN && to_device) elsewhere.bank = place.bank == Bank::f ? Bank::r : Bank::f;
  transfer_.set_command(")
stencil_plant(banks-swapped ${master} "move_to(address_of(place)" "move_to(address_of(elsewhere)")

# A call does not wait for the loads that it names.
stencil_plant(order-lost sim/device/accelerator/posting_order.cpp "std::max(after.loads, known->reached.loads)"
  "CHOSEN ? 0 : std::max(after.loads, known->reached.loads)")

# Ranks read one another's rows; rank PLANT_RANK reads its rows one too far north; reads f for r.
stencil_plant(ranks-swapped sim/app/kernels/sweeps/sweep_session.cpp
  "source_.read_rows(ProblemArray::f, strip.first_local()," "source_.read_rows(
        ProblemArray::f, CHOSEN ? source_.rows() - strip.first_local() - strip.local_rows() : strip.first_local(),")
stencil_plant(r-row-off sim/app/kernels/sweeps/sweep_session.cpp
  "source_.read_rows(ProblemArray::r, strip.first_local()," "source_.read_rows(
        ProblemArray::r, strip.first_local() - (CHOSEN && strip.first_local() > 0 ? 1 : 0),")
# f of block 2 does not wait for the store of the block before in its buffer; the command of block 1 not for its loads.
stencil_plant(load-unwaited host/jacobi/call_runner.cpp "for (const std::size_t index : call.after) " "const bool unwaited = CHOSEN && call.block == 2 &&
                          call.part != Call::Part::sweep && !call.stores() && call.place.bank == Bank::f;
    for (const std::size_t index : unwaited ? std::vector<std::size_t>() : call.after) ")
stencil_plant(sweep-unwaited host/jacobi/call_runner.cpp "Ticket CallRunner::post(const Call& call, const std::vector<Ticket>& tickets) {
  After after;" "Ticket CallRunner::post(const Call& call, const std::vector<Ticket>& tickets) {
  if (CHOSEN && call.block == 1 && call.part == Call::Part::sweep) return device_.post(command(call), {});
  After after;")
# A tile's results are copied to the field before they have come; its block is cut out of the field with a row that is
# a point too long.
stencil_plant(copied-early host/gauss_seidel/accelerator_tiles.cpp "  device_.post_store({Bank::f, 0, block.cols.count(), inner.words()}, inner_rows, {tile});"
  "  if (CHOSEN) copy_rows(inner, inner_rows, frame, field, {inner.rows, {1 + block.cols.first, block.cols.last - 1}});
  device_.post_store({Bank::f, 0, block.cols.count(), inner.words()}, inner_rows, {tile});")
stencil_plant(copied-early host/gauss_seidel/accelerator_tiles.cpp "  if (observer_ != nullptr) observer_->after_tile(run, inner_rows);"
  "  if (observer_ != nullptr) observer_->after_tile(run, inner_rows);
  if (CHOSEN) return;")
stencil_plant(stride-off host/gauss_seidel/accelerator_tiles.cpp "  if (observer_ != nullptr) observer_->before_tile(run, block_.data());"
  "  if (CHOSEN) {
    TileFrame longer = frame;
    ++longer.cols.last;
    copy_rows(longer, field, block, block_.data(), block);
  }
  if (observer_ != nullptr) observer_->before_tile(run, block_.data());")

# Commands are not counted in the bound of a hang.
stencil_plant(bound-late sim/device/accelerator/platform_accelerator.cpp
  "  hang_.command(command_block" "  if (!CHOSEN) hang_.command(command_block")

# A call waits for a register access too many; a single register of the job is not written anew.
stencil_plant(access-too-many sim/device/accelerator/posting_order.cpp "reached.registers = reached_.registers;"
  "reached.registers = reached_.registers + (CHOSEN ? 1 : 0);")
stencil_plant(job-once sim/device/accelerator/platform_accelerator.cpp
  "const std::vector<JobWord> words = job_.missing(job_words(command, capabilities_));"
  "std::vector<JobWord> words = job_.missing(job_words(command, capabilities_));
  if (CHOSEN && words.size() == 1) words.clear();")

# A wait for one call ends before the bursts of a store have come; of a register of the job the lower half alone counts.
stencil_plant(store-unwaited sim/device/accelerator/posting_order.cpp "return known ? known->through : DoneCounts();"
  "DoneCounts counts = known ? known->through : DoneCounts();
  if (CHOSEN && counts.stores > 0) --counts.stores;
  return counts;")
stencil_plant(job-half sim/device/accelerator/posted_job.hpp "return values_[Job::index(word.address)] != word.value; });"
  "const std::optional<std::uint64_t> held = values_[Job::index(word.address)];
                   if (CHOSEN && held) return static_cast<std::uint32_t>(*held) != static_cast<std::uint32_t>(word.value);
                   return held != word.value;
                 });")

# CHANGE is not cleared before a step.
stencil_plant(change-kept sim/device/accelerator/platform_accelerator.cpp "  write_register(REG_CHANGE, 0);"
  "  if (!CHOSEN) write_register(REG_CHANGE, 0);")

# Of the calls that a call names, the last alone is waited for.
stencil_plant(names-last sim/device/software/shuffled_accelerator.cpp "return std::none_of("
  "if (CHOSEN) return call.after.empty() || unfinished_.count(call.after.back()) == 0;
  return std::none_of(")

# The monitor takes a burst that ends with its page for one that crosses it.
stencil_plant(monitor-page sim/device/protocol/burst_shape.cpp "* beat_bytes(burst) - 1;"
  "* beat_bytes(burst) - (CHOSEN ? 0 : 1);")
# A device that goes from RTL to the model hands on as many words of a buffer as the last load had.
stencil_plant(handover-extent sim/device/mixed/mixed_device.cpp "words = std::max(words, static_cast"
  "words = std::max(CHOSEN ? 0 : words, static_cast")
# A device that changes between RTL and the model does not hand over the weight beta.
stencil_plant(registers-left sim/device/mixed/mixed_device.cpp "if (address == REG_MODE || Job::holds(address))"
  "if (address == REG_MODE || (Job::holds(address) && !(CHOSEN && address == REG_BETA)))")
# What a post waits for, of stores, is counted from the loads that a device had before it was the one in use again.
stencil_plant(mixed-stores sim/device/mixed/mixed_device.cpp "own.stores += now_->began.stores - posted_before_.stores;"
  "own.stores += (CHOSEN ? now_->began.loads : now_->began.stores) - posted_before_.stores;")
# Of devices that change, the largest change of the one that has left outlives the write that clears it.
stencil_plant(mixed-change sim/device/mixed/mixed_device.cpp "if (address == REG_CHANGE) change_bits_ = 0;"
  "if (address == REG_CHANGE && !CHOSEN) change_bits_ = 0;")
# What a post waits for behind a change of the device is counted from before the registers that are handed over.
stencil_plant(handover-counts sim/device/mixed/handover.cpp
  "for (const auto& [address, value] : registers_) write(side, address, value);"
  "const auto began = side.posted;
  for (const auto& [address, value] : registers_) write(side, address, value);")
stencil_plant(handover-counts sim/device/mixed/handover.cpp "side.began = side.posted;"
  "side.began = CHOSEN ? began : side.posted;")
# Registers of the job are written while commands of other values are in flight.
stencil_plant(job-early sim/device/accelerator/platform_accelerator.cpp "before.idle = last_.has_value();"
  "before.idle = last_.has_value() && !CHOSEN;")
# The target refuses a burst that ends at a page's border.
stencil_plant(page-exact sim/device/platform/refusal.cpp "+ bytes > 4096)" "+ bytes + (CHOSEN ? 1 : 0) > 4096)")
# The bounds of a counter that always runs are taken around no read, but behind it.
stencil_plant(audit-late sim/device/accelerator/audit.cpp
  "    const std::int64_t least = counter.of(pins()) - counter.of(cleared.after);
    const std::uint64_t value = read(counter.address);"
  "    std::int64_t least = counter.of(pins()) - counter.of(cleared.after);
    const std::uint64_t value = read(counter.address);
    if (CHOSEN) least = counter.of(pins()) - counter.of(cleared.after);")
# The model spoils r behind every command, not behind links of a chain alone.
stencil_plant(r-spoiled sim/device/kernels/sweeps/sweep_device.cpp "if (!is_skewed(command)) return {};
  const std::int64_t finished"
  "if (CHOSEN && !is_skewed(command)) return {{Bank::r, command.r_buffer, 0, command.rows * command.cols}};
  if (!is_skewed(command)) return {};
  const std::int64_t finished")
