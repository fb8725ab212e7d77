// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/device_field.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace stencil {
namespace {

constexpr std::int64_t pieces_that_chase = 32;  // of a tile whose loads follow the stores of the one before it
constexpr int none = -1;                        // no buffer

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

// use(a buffer, cells that are side by side in it and in the array), for those of which which() gives this buffer:
// consecutive ones of a row, or up to `most` rows that the buffer has from end to end.
template <class Which, class Use>
void DeviceField::for_each_run(const CellArea& cells, std::int64_t most, const Which& which, const Use& use) {
  const auto end_of_run = [&](std::int64_t row, std::int64_t first, int number) {
    std::int64_t end = first;
    while (end < cells.segments.last && which(row, end) == number) ++end;
    return end;
  };
  for (std::int64_t row = cells.rows.first; row < cells.rows.last; ++row) {
    for (std::int64_t first = cells.segments.first; first < cells.segments.last;) {
      const int number = which(row, first);
      const std::int64_t end = number == none ? first + 1 : end_of_run(row, first, number);
      if (number != none) {
        PointRange rows{row, row + 1};
        if (cells_.are_rows({first, end}) && cells_.are_rows(buffer(number).area.segments)) {
          while (rows.last < cells.rows.last && rows.count() < most && end_of_run(rows.last, first, number) == end)
            ++rows.last;
        }
        use(number, CellArea{rows, {first, end}});
        row = rows.last - 1;
      }
      first = end;
    }
  }
}

Place DeviceField::place(int number, const CellArea& cells) {
  const TileFrame points = cells_.points(cells);
  return {Bank::f, number, buffer(number).points.index(points.rows.first, points.cols.first), points.words()};
}

void DeviceField::load(int number, const CellArea& cells) {
  TileBuffer& into = buffer(number);
  const Place place = this->place(number, cells);
  into.load = device_.post_load(place, cells_.host(cells), {into.command, into.last_store_of(place)});
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

void DeviceField::post_stores(const CellArea& cells) {
  for_each_run(
      cells, cells.rows.count(),
      [this](auto row, auto segment) { return cells_.is_stale(row, segment) ? holder(row, segment) : none; },
      [this](int number, const CellArea& run) { store(number, run); });
}

void DeviceField::store_newest(int number, std::int64_t pieces, const CellArea& cells) {
  TileBuffer& from = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (from.points.rows.count() + pieces - 1) / pieces);
  for_each_run(
      common(cells, from.area), most,
      [&](auto row, auto segment) {
        return cells_.is_stale(row, segment) && from.values(row, segment) == cells_.at(row, segment).newest ? number
                                                                                                            : none;
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

template <class Wanted>
void DeviceField::load_where(int number, std::int64_t pieces, const Wanted& wanted) {
  TileBuffer& into = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (into.points.rows.count() + pieces - 1) / pieces);
  for_each_run(
      into.area, most,
      [&](auto row, auto segment) {
        return into.values(row, segment) != cells_.at(row, segment).newest && wanted(row, segment) ? number : none;
      },
      [&](int /*number*/, const CellArea& run) {
        wait(cells_.last_stored(run));
        load(number, run);
      });
}

// First what the array has; then what buffers have whose commands have ended, as the last one has not.
void DeviceField::load_ahead(int number, const std::vector<TileFrame>& changing) {
  std::vector<CellArea> left;
  left.reserve(changing.size());
  for (const TileFrame& points : changing) left.push_back(cells_.changing(points));
  const auto stays = [&](auto row, auto segment) {
    return std::none_of(left.begin(), left.end(), [&](const CellArea& one) { return holds(one, row, segment); });
  };
  TileBuffer& into = buffer(number);
  load_where(number, into.store == 0 ? 1 : pieces_that_chase, [&](auto row, auto segment) {
    return !cells_.is_stale(row, segment) && !is_pending(cells_.at(row, segment).stored) && stays(row, segment);
  });
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (static_cast<int>(i) != number && buffers_[i].tile >= 0 && buffers_[i].command != command_)
      store_newest(static_cast<int>(i), 1, into.area);
  }
  load_where(number, 1, [&](auto row, auto segment) { return !cells_.is_stale(row, segment) && stays(row, segment); });
}

// Stores of all of them first, then each load as soon as the stores of its values have ended.
void DeviceField::load_all(int number) {
  TileBuffer& into = buffer(number);
  for_each_run(
      into.area, into.points.rows.count(),
      [&](auto row, auto segment) {
        return into.values(row, segment) != cells_.at(row, segment).newest ? number : none;
      },
      [this](int /*number*/, const CellArea& run) { post_stores(run); });
  load_where(number, into.store == 0 ? 1 : pieces_that_chase,
             [this](auto row, auto segment) { return !is_pending(cells_.at(row, segment).stored); });
  load_where(number, 1, [](auto /*row*/, auto /*segment*/) { return true; });
}

After DeviceField::before_command(int number) const {
  const TileBuffer& on = buffers_[static_cast<std::size_t>(number)];
  return {on.load, on.store};
}

void DeviceField::swept(int number, Ticket command, const TileFrame& points) {
  TileBuffer& on = buffer(number);
  on.swept(command_ = command);
  ++values_;
  for_each_cell(cells_.changing(points),
                [&](auto row, auto segment) { on.values(row, segment) = cells_.at(row, segment).newest = values_; });
}

void DeviceField::bring(const std::vector<TileFrame>& points) {
  Ticket last = 0;
  for (const TileFrame& one : points) {
    const CellArea cells = cells_.changing(one);
    post_stores(cells);
    last = std::max(last, cells_.last_stored(cells));
  }
  wait(last);
}

void DeviceField::store_tile(std::int64_t tile, const TileFrame& first) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].tile != tile) continue;
    if (first.words() > 0) store_newest(static_cast<int>(i), 1, cells_.area(first));
    // Loads of the tile that takes the buffer next follow.
    store_newest(static_cast<int>(i), replaces_ ? pieces_that_chase : 1, buffers_[i].area);
  }
}

void DeviceField::bring_all() {
  post_stores(cells_.all());
}

// Loads of these points came before the last command, which has waited for them: load_ahead() leaves them out.
void DeviceField::release(const std::vector<TileFrame>& points) {
  Ticket last = command_;
  for (const TileFrame& one : points) {
    last = std::max(last, cells_.last_stored(cells_.changing(one)));
  }
  wait(last);
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
