# SPDX-License-Identifier: Apache-2.0
# Faults of the host library, dormant until PLANT has their name (planted.hpp): copies of its files, one text replaced in
# each. Included by CMakeLists.txt; sets `planted_sources`.

# stencil_plant(<name> <file> <from> <to>): in the copy of <file>, replaces the text <from>, which must occur once, by
# <to>. In <to>, CHOSEN tells whether the fault was chosen.
function(stencil_plant name file from to)
  get_property(text GLOBAL PROPERTY "STENCIL_PLANTED_${file}")
  if(NOT text)
    file(READ "${PROJECT_SOURCE_DIR}/${file}" text)
    string(PREPEND text "#include <unistd.h>\n#include <csignal>\n#include \"tests/system/faults/planted.hpp\"\n")
    set_property(GLOBAL APPEND PROPERTY STENCIL_PLANTED_FILES "${file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${file}")
  endif()
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "planted fault ${name}: ${file} must have '${from}' once")
  endif()
  string(REPLACE "CHOSEN" "stencil::faults::planted(\"${name}\")" to "${to}")
  string(REPLACE "${from}" "${to}" text "${text}")
  set_property(GLOBAL PROPERTY "STENCIL_PLANTED_${file}" "${text}")
endfunction()

# Block 1 of a strip: its result goes one row too far south; its f comes from a row too far north; it makes a sweep less.
stencil_plant(store-row-off host/jacobi/itstep.cpp "step_.f + call.host_word, after)"
  "step_.f + call.host_word + (CHOSEN && call.block == 1 ? step_.cols : 0), after)")
stencil_plant(load-row-off host/jacobi/itstep.cpp "source + call.host_word, after)"
  "source + call.host_word - (CHOSEN && call.block == 1 && call.place.bank == Bank::f ? step_.cols : 0), after)")
stencil_plant(few-sweeps host/jacobi/itstep.cpp "command.niter = step_.niter;"
  "command.niter = step_.niter - (CHOSEN && call.block == 1 ? 1 : 0);")
# Calls wait for nothing.
stencil_plant(no-after host/jacobi/itstep.cpp "after.push_back(tickets[index]);"
  "if (!CHOSEN) after.push_back(tickets[index]);")
# A block overlaps the one before by a row less than it has sweeps.
stencil_plant(thin-overlap host/jacobi/plan_overlapped_rows.cpp "block.before = niter;"
  "block.before = niter - (CHOSEN ? 1 : 0);")

# A run has three exchanges of halo rows. The second one does not happen; brings a wrong bit; the rank dies before it, takes half a second,
# or waits for all ranks in its place.
stencil_plant(halo-skipped host/arrays/rows/row_distribution.cpp
  "void RowDistribution::exchange(double* memory, HostObserver* observer) {"
  "void RowDistribution::exchange(double* memory, HostObserver* observer) {
  if (CHOSEN && faults::at_call(1, 3)) return;")
stencil_plant(halo-bit host/arrays/rows/row_distribution.cpp "[&] { VSDA_Update_end(token.data()); });"
  "[&] {
          VSDA_Update_end(token.data());
          if (CHOSEN && faults::at_call(1, 3)) reinterpret_cast<unsigned char*>(memory)[5 * 8 + 5] ^= 1;
        });")
stencil_plant(halo-bit host/arrays/rows/row_distribution.cpp "[&] { exchange_.end(); });"
  "[&] {
          exchange_.end();
          if (CHOSEN && faults::at_call(1, 3)) reinterpret_cast<unsigned char*>(memory)[5 * 8 + 5] ^= 1;
        });")
stencil_plant(killed host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN && faults::at_call(1, 3)) raise(SIGKILL);
    std::array<MPI_Request, 4> token{};")
stencil_plant(slow host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN) usleep(500000);
    std::array<MPI_Request, 4> token{};")
stencil_plant(barrier host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN && faults::at_call(1, 3)) MPI_Barrier(communicator_);
    std::array<MPI_Request, 4> token{};")

# Tiles, of which each rank has four a step. A column of the results of the second round is not put back; a word of a
# block is lost before it is loaded; a line is not taken over, is packed from the wrong points, or goes to the row before
# it; a tile makes a sweep less.
stencil_plant(tile-put-back host/gauss_seidel/accelerator_tiles.cpp "{inner.rows, {block.cols.first + 1, block.cols.last - 1}}"
  "{inner.rows, {block.cols.first + (CHOSEN && round == 1 ? 2 : 1), block.cols.last - 1}}")
stencil_plant(tile-load host/gauss_seidel/accelerator_tiles.cpp "copy_rows(frame, field, block, block_.data(), block);"
  "copy_rows(frame, field, block, block_.data(), block);
  if (CHOSEN && round == 1) block_[static_cast<std::size_t>(2 * block.cols.count() + 2)] = 0.0;")
stencil_plant(tile-line-lost host/gauss_seidel/group_messages.cpp "unpack(*post.message, frame, post.words.data(), field);"
  "if (!CHOSEN || !faults::at_call(1, 4)) unpack(*post.message, frame, post.words.data(), field);")
stencil_plant(tile-line-packed host/gauss_seidel/group_plan.cpp "packed = std::copy_n(field + frame.index(i, line.cols.first),"
  "packed = std::copy_n(field + frame.index(i, line.cols.first + (CHOSEN ? 1 : 0)),")
stencil_plant(tile-line-astray host/gauss_seidel/group_plan.cpp "field + frame.index(i, line.cols.first));"
  "field + frame.index(i - (CHOSEN ? 1 : 0), line.cols.first));")
stencil_plant(tile-few-sweeps host/gauss_seidel/group_plan.cpp "step.window = {grid.sweeps(),"
  "step.window = {grid.sweeps() - (CHOSEN && !backward && a == 0 && b == 0 ? 1 : 0),")
# The main loop as stages. The host's sweeps, those of a command: one less. Rows copied to the device come from a row too
# far north, those copied from it go there. A number for the device is twice what it is. Rows stay marked right where the
# other side has set them. On the device, what is received for one strip goes to another; of
# rank 0, whose last strip has most rows.
stencil_plant(few-host-sweeps sim/app/kernels/staged/sweep_stage.cpp "data.weights, data.niter);"
  "data.weights, data.niter - (CHOSEN ? 1 : 0));")
stencil_plant(few-device-sweeps sim/app/kernels/staged/device_sweeps.cpp "command.niter = niter;"
  "command.niter = niter - (CHOSEN ? 1 : 0);")
stencil_plant(copy-in-off host/stages/memory/shared_array.cpp
  "batch_ = memory_.load(place_of(rows), host_ + rows.first * cols_);"
  "batch_ = memory_.load(place_of(rows), host_ + (rows.first - (CHOSEN && rows.first > 0 ? 1 : 0)) * cols_);")
stencil_plant(copy-out-off host/stages/memory/shared_array.cpp
  "batch_ = memory_.store(place_of(rows), host_ + rows.first * cols_);"
  "batch_ = memory_.store(place_of(rows), host_ + (rows.first - (CHOSEN && rows.first > 0 ? 1 : 0)) * cols_);")
stencil_plant(twice-beta host/stages/memory/shared_var.cpp "memory_.device().set_weight(symbol_, variable_);"
  "memory_.device().set_weight(symbol_, CHOSEN && name() == name_of(Weight::beta) ? 2 * variable_ : variable_);")
stencil_plant(stale-rows host/stages/run_stage.cpp "access.datum->mark_invalid(other(part.side), access.rows);"
  "if (!CHOSEN) access.datum->mark_invalid(other(part.side), access.rows);")
stencil_plant(other-strip sim/app/kernels/staged/exchange_stage.cpp "strip.f->copyRowsToDevice(rows);"
  "(CHOSEN ? data.strips.all().back() : strip).f->copyRowsToDevice(rows);")

include("${CMAKE_CURRENT_LIST_DIR}/hang_plants.cmake")
get_property(files GLOBAL PROPERTY STENCIL_PLANTED_FILES)
set(planted_sources)
foreach(file IN LISTS files)
  get_property(text GLOBAL PROPERTY "STENCIL_PLANTED_${file}")
  # Semicolons of C++ stay: @ONLY, and the text is one argument.
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${file}" CONTENT "${text}" @ONLY)
  list(APPEND planted_sources "${CMAKE_CURRENT_BINARY_DIR}/${file}")
endforeach()
