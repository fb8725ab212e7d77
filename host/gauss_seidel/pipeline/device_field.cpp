// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/device_field.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "host/gauss_seidel/pipeline/field_runs.hpp"

namespace stencil {
namespace {

constexpr std::int64_t pieces_that_chase = 32;  // of a tile whose loads follow the stores of the one before it

}  // namespace

DeviceField::DeviceField(Accelerator& device, const TileGrid& grid, std::int64_t rank, double* field,
                         std::function<void()> waited)
    : device_(device),
      cells_(grid, rank, field),
      waited_(std::move(waited)),
      buffers_(static_cast<std::size_t>(device.capabilities().f_buffers)) {}

void DeviceField::wait(Ticket ticket) {
  if (!is_pending(ticket)) return;
  device_.wait(ticket);
  done_ = ticket;
  waited_();
}

template <class Which, class Use>
void DeviceField::for_each_run(const CellArea& cells, std::int64_t most, const Which& which, const Use& use) {
  const auto has_rows = [this](int number, const PointRange& segments) {
    return cells_.are_rows(segments) && cells_.are_rows(buffer(number).area.segments);
  };
  stencil::for_each_run(cells, most, which, has_rows, use);
}

Place DeviceField::place(int number, const CellArea& cells) {
  const TileFrame points = cells_.points(cells);
  return {Bank::f, number, buffer(number).points.index(points.rows.first, points.cols.first), points.words()};
}

void DeviceField::load(int number, const CellArea& cells) {
  TileBuffer& into = buffer(number);
  const Place place = this->place(number, cells);
  into.load = last_load_ = device_.post_load(place, cells_.host(cells), {into.command, into.last_store_of(place)});
  for_each_cell(cells, [&](auto row, auto segment) { into.values(row, segment) = cells_.at(row, segment).newest; });
}

// Loads of the same host memory came before a command that is not after the one whose results these are.
void DeviceField::store(int number, const CellArea& cells) {
  TileBuffer& from = buffer(number);
  const Place place = this->place(number, cells);
  const Ticket ticket = device_.post_store(place, cells_.host(cells), {from.command});
  from.add_store(place, ticket);
  for_each_cell(cells, [&](auto row, auto segment) {
    cells_.at(row, segment).host = cells_.at(row, segment).newest;
    cells_.at(row, segment).stored = ticket;
  });
}

int DeviceField::holder(std::int64_t row, std::int64_t segment) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    TileBuffer& one = buffers_[i];
    if (one.tile >= 0 && holds(one.area, row, segment) && one.values(row, segment) == cells_.at(row, segment).newest)
      return static_cast<int>(i);
  }
  throw std::logic_error("device field: no buffer has the newest values of row " + std::to_string(row) + ", column " +
                         std::to_string(cells_.points({{row, row + 1}, {segment, segment + 1}}).cols.first));
}

void DeviceField::post_stores(const CellArea& cells, std::int64_t most) {
  for_each_run(
      cells, most,
      [this](auto row, auto segment) { return cells_.is_stale(row, segment) ? holder(row, segment) : no_buffer; },
      [this](int number, const CellArea& run) { store(number, run); });
}

void DeviceField::store_newest(int number, std::int64_t pieces, const CellArea& cells) {
  TileBuffer& from = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (from.points.rows.count() + pieces - 1) / pieces);
  for_each_run(
      common(cells, from.area), most,
      [&](auto row, auto segment) {
        return cells_.is_stale(row, segment) && from.values(row, segment) == cells_.at(row, segment).newest ? number
                                                                                                            : no_buffer;
      },
      [this](int at, const CellArea& run) { store(at, run); });
}

void DeviceField::hold_beside(int number, std::int64_t tile, const TileFrame& points) {
  const int other = buffer_for(buffers_, tile);
  const TileBuffer& before = buffer(other);
  if (other == number || before.tile == tile || before.tile < 0) return;
  const CellArea shared = common(before.area, cells_.area(points));
  if (shared.rows.count() > 0 && shared.segments.count() > 0) hold(tile, points);
}

int DeviceField::hold(std::int64_t tile, const TileFrame& points) {
  const int number = buffer_for(buffers_, tile);
  TileBuffer& taken = buffer(number);
  taken.used = ++uses_;
  if (taken.tile == tile) return number;
  if (taken.tile >= 0) {
    replaces_ = true;
    store_newest(number, 1, cells_.area(points));  // the loads of these wait for them
    store_newest(number, pieces_that_chase, taken.area);
  }
  taken.take(tile, points, cells_.area(points));
  return number;
}

// The points that the buffer lacks, but for those that change, in runs of rows that are as long as can be.
std::vector<CellArea> DeviceField::missing(int number, const std::vector<TileFrame>& changing) {
  TileBuffer& into = buffer(number);
  cells_.mark(changing);
  std::vector<CellArea> runs;
  for_each_run(
      into.area, into.points.rows.count(),
      [&](auto row, auto segment) {
        const FieldCells::Cell& cell = cells_.at(row, segment);
        return into.values(row, segment) != cell.newest && !cells_.is_marked(cell) ? number : no_buffer;
      },
      [&](int /*number*/, const CellArea& run) { runs.push_back(run); });
  return runs;
}

// wanted(a cell): of those runs that the buffer lacks still.
template <class Wanted>
void DeviceField::load_where(int number, std::int64_t pieces, const std::vector<CellArea>& runs, const Wanted& wanted) {
  TileBuffer& into = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (into.points.rows.count() + pieces - 1) / pieces);
  for (const CellArea& all : runs) {
    for_each_run(
        all, most,
        [&](auto row, auto segment) {
          const FieldCells::Cell& cell = cells_.at(row, segment);
          return into.values(row, segment) != cell.newest && wanted(cell) ? number : no_buffer;
        },
        [&](int /*number*/, const CellArea& run) {
          wait(cells_.last_stored(run));
          load(number, run);
        });
  }
}

// First what the array has; then what buffers have whose commands have ended, as the last one has not.
void DeviceField::load_ahead(int number, const std::vector<TileFrame>& changing) {
  const std::vector<CellArea> runs = missing(number, changing);
  TileBuffer& into = buffer(number);
  const auto in_array = [](const FieldCells::Cell& cell) { return !FieldCells::is_stale(cell); };
  load_where(number, into.store == 0 ? 1 : pieces_that_chase, runs,
             [&](const FieldCells::Cell& cell) { return in_array(cell) && !is_pending(cell.stored); });
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (static_cast<int>(i) != number && buffers_[i].tile >= 0 && buffers_[i].command != command_)
      store_newest(static_cast<int>(i), 1, into.area);
  }
  load_where(number, 1, runs, in_array);
}

// Stores of all of them first, then each load as soon as the stores of its values have ended.
void DeviceField::load_all(int number, const std::vector<TileFrame>& changing, bool by_rows) {
  const std::vector<CellArea> runs = missing(number, changing);
  for (const CellArea& run : runs) post_stores(run, by_rows ? 1 : run.rows.count());
  TileBuffer& into = buffer(number);
  load_where(number, into.store == 0 ? 1 : pieces_that_chase, runs,
             [this](const FieldCells::Cell& cell) { return !is_pending(cell.stored); });
  load_where(number, by_rows ? into.points.rows.count() : 1, runs,
             [](const FieldCells::Cell& /*cell*/) { return true; });
}

After DeviceField::before_command(int number) const {
  const TileBuffer& on = buffers_[static_cast<std::size_t>(number)];
  return {on.load, on.store};
}

void DeviceField::swept(int number, Ticket command, const TileFrame& points) {
  TileBuffer& on = buffer(number);
  on.swept(command_ = command);
  load_before_command_ = last_load_;
  ++values_;
  for_each_cell(cells_.changing(points),
                [&](auto row, auto segment) { on.values(row, segment) = cells_.at(row, segment).newest = values_; });
}

Ticket DeviceField::post_bring(const std::vector<TileFrame>& points) {
  for (const TileFrame& one : points) post_stores(cells_.changing(one), one.rows.count());
  return last_stored(points);
}

int DeviceField::buffer_with(std::int64_t tile) const {
  const auto found =
      std::find_if(buffers_.begin(), buffers_.end(), [&](const TileBuffer& one) { return one.tile == tile; });
  return found == buffers_.end() ? no_buffer : static_cast<int>(found - buffers_.begin());
}

void DeviceField::store_shared(std::int64_t tile, const TileFrame& other) {
  if (const int number = buffer_with(tile); number != no_buffer) store_newest(number, 1, cells_.area(other));
}

// Loads of the tile that takes the buffer next follow.
void DeviceField::store_tile(std::int64_t tile) {
  if (const int number = buffer_with(tile); number != no_buffer)
    store_newest(number, replaces_ ? pieces_that_chase : 1, buffer(number).area);
}

void DeviceField::bring_all() {
  post_stores(cells_.all(), cells_.all().rows.count());
}

Ticket DeviceField::last_stored(const std::vector<TileFrame>& points) const {
  Ticket last = 0;
  for (const TileFrame& one : points) last = std::max(last, cells_.last_stored(cells_.changing(one)));
  return last;
}

// Loads of these points came before the last command, which has waited for them: load_ahead() leaves them out. Before
// the first command what is posted here moves only while something is waited for.
void DeviceField::release(int number, const std::vector<TileFrame>& points) {
  wait(std::max(command_, last_stored(points)));
  load_all(number, points, true);
  if (command_ == 0) wait(buffer(number).load);
}

// The last command waits for loads of its own buffer alone; loads after it leave the points out.
void DeviceField::release_beside(const std::vector<TileFrame>& points) {
  wait(std::max(load_before_command_, last_stored(points)));
}

void DeviceField::set(const std::vector<TileFrame>& points) {
  ++values_;
  for (const TileFrame& one : points) {
    for_each_cell(cells_.changing(one), [&](auto row, auto segment) {
      cells_.at(row, segment).host = cells_.at(row, segment).newest = values_;
    });
  }
}

}  // namespace stencil
