// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/device_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace stencil {
namespace {

constexpr std::int64_t pieces_that_chase = 32;  // of a strip whose loads follow the stores of the one before it

bool meet(const PointRange& a, const PointRange& b) {
  return a.first < b.last && b.first < a.last;
}

bool holds(const std::vector<PointRange>& all, std::int64_t row) {
  return std::any_of(all.begin(), all.end(),
                     [row](const PointRange& one) { return row >= one.first && row < one.last; });
}

void add(After& after, Ticket ticket) {
  if (ticket != 0 && std::find(after.begin(), after.end(), ticket) == after.end()) after.push_back(ticket);
}

// use(a run of consecutive rows of the range that are wanted), of at most `most` rows.
template <class Wanted, class Use>
void for_each_run(const PointRange& range, std::int64_t most, const Wanted& wanted, const Use& use) {
  for (std::int64_t first = range.first; first < range.last; ++first) {
    if (!wanted(first)) continue;
    std::int64_t last = first + 1;
    while (last < range.last && last - first < most && wanted(last)) ++last;
    use(PointRange{first, last});
    first = last - 1;
  }
}

}  // namespace

DeviceRows::DeviceRows(Accelerator& device, const TileFrame& frame, double* field, std::function<void()> waited)
    : device_(device),
      frame_(frame),
      field_(field),
      waited_(std::move(waited)),
      rows_(static_cast<std::size_t>(frame.rows.count())),
      buffers_(static_cast<std::size_t>(device.capabilities().f_buffers)) {}

void DeviceRows::wait(Ticket ticket) {
  if (!is_pending(ticket)) return;
  device_.wait(ticket);
  done_ = ticket;
  waited_();
}

Place DeviceRows::place(int number, const PointRange& rows) {
  const std::int64_t cols = frame_.cols.count();
  return {Bank::f, number, (rows.first - buffer(number).rows.first) * cols, rows.count() * cols};
}

void DeviceRows::load(int number, const PointRange& rows) {
  Buffer& into = buffer(number);
  const PointRange words{rows.first - into.rows.first, rows.last - into.rows.first};
  After after{into.command};
  for (const Stored& one : into.stores)
    if (meet(one.rows, words)) add(after, one.ticket);
  const Ticket ticket = device_.post_load(place(number, rows), host(rows.first), after);
  into.loads.push_back(ticket);
  for (std::int64_t at = rows.first; at < rows.last; ++at) {
    held(into, at) = row(at).newest;
    row(at).loaded = ticket;
  }
}

Ticket DeviceRows::store(int number, const PointRange& rows) {
  Buffer& from = buffer(number);
  After after{from.command};
  for (std::int64_t at = rows.first; at < rows.last; ++at) add(after, row(at).loaded);
  const Ticket ticket = device_.post_store(place(number, rows), host(rows.first), after);
  from.stores.push_back({{rows.first - from.rows.first, rows.last - from.rows.first}, ticket});
  for (std::int64_t at = rows.first; at < rows.last; ++at) {
    row(at).host = row(at).newest;
    row(at).stored = ticket;
  }
  return ticket;
}

int DeviceRows::holder(std::int64_t number) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    Buffer& one = buffers_[i];
    if (one.strip >= 0 && number >= one.rows.first && number < one.rows.last && held(one, number) == row(number).newest)
      return static_cast<int>(i);
  }
  throw std::logic_error("device rows: no buffer has the newest values of row " + std::to_string(number));
}

void DeviceRows::post_stores(const PointRange& rows) {
  const std::int64_t all = rows.count();
  const auto stale = [this](std::int64_t at) { return row(at).host != row(at).newest; };
  for_each_run(rows, all, stale, [&](const PointRange& run) {
    for (std::int64_t first = run.first; first < run.last;) {
      const int from = holder(first);
      std::int64_t last = first + 1;
      while (last < run.last && holder(last) == from) ++last;
      store(from, {first, last});
      first = last;
    }
  });
}

void DeviceRows::store_newest(int number, std::int64_t pieces, const PointRange& rows) {
  Buffer& from = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (from.rows.count() + pieces - 1) / pieces);
  const auto only_here = [&](std::int64_t at) {
    return row(at).host != row(at).newest && held(from, at) == row(at).newest;
  };
  const PointRange common{std::max(rows.first, from.rows.first), std::min(rows.last, from.rows.last)};
  for_each_run(common, most, only_here, [&](const PointRange& run) { store(number, run); });
}

int DeviceRows::hold(std::int64_t strip, const PointRange& rows) {
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].strip == strip) {
      chosen = i;
      break;
    }
    if (buffers_[i].used < buffers_[chosen].used) chosen = i;
  }
  const int number = static_cast<int>(chosen);
  Buffer& taken = buffers_[chosen];
  taken.used = ++uses_;
  if (taken.strip == strip) return number;
  if (taken.strip >= 0) {
    replaces_ = true;
    store_newest(number, pieces_that_chase, taken.rows);
  }
  taken.strip = strip;
  taken.rows = rows;
  taken.held.assign(static_cast<std::size_t>(rows.count()), -1);
  return number;
}

template <class Wanted>
void DeviceRows::load_where(int number, std::int64_t pieces, const Wanted& wanted) {
  Buffer& into = buffer(number);
  const std::int64_t most = std::max<std::int64_t>(1, (into.rows.count() + pieces - 1) / pieces);
  const auto missing = [&](std::int64_t at) { return held(into, at) != row(at).newest && wanted(at); };
  for_each_run(into.rows, most, missing, [&](const PointRange& run) { load(number, run); });
}

void DeviceRows::load_ahead(int number, const std::vector<PointRange>& changing) {
  load_where(number, buffer(number).stores.empty() ? 1 : pieces_that_chase, [&](std::int64_t at) {
    return row(at).host == row(at).newest && !is_pending(row(at).stored) && !holds(changing, at);
  });
}

void DeviceRows::load_all(int number) {
  load_ahead(number, {});
  Buffer& into = buffer(number);
  Ticket last = 0;
  for (std::int64_t at = into.rows.first; at < into.rows.last; ++at) {
    if (held(into, at) == row(at).newest) continue;
    std::int64_t end = at + 1;
    while (end < into.rows.last && held(into, end) != row(end).newest) ++end;
    post_stores({at, end});
    for (; at < end; ++at) last = std::max(last, row(at).stored);
  }
  wait(last);
  load_where(number, 1, [](std::int64_t) { return true; });
}

After DeviceRows::before_command(int number) const {
  const Buffer& on = buffers_[static_cast<std::size_t>(number)];
  After after(on.loads.begin(), on.loads.end());
  for (const Stored& one : on.stores) add(after, one.ticket);
  return after;
}

void DeviceRows::swept(int number, Ticket command, const PointRange& rows) {
  Buffer& on = buffer(number);
  on.command = command_ = command;
  on.loads.clear();
  on.stores.clear();
  for (std::int64_t at = rows.first; at < rows.last; ++at) held(on, at) = row(at).newest = ++values_;
}

void DeviceRows::bring(const std::vector<PointRange>& rows) {
  Ticket last = 0;
  for (const PointRange& range : rows) {
    post_stores(range);
    for (std::int64_t at = range.first; at < range.last; ++at) last = std::max(last, row(at).stored);
  }
  wait(last);
}

void DeviceRows::store_strip(std::int64_t strip, const PointRange& first) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].strip != strip) continue;
    store_newest(static_cast<int>(i), 1, first);
    // Loads of the strip that takes the buffer next follow.
    store_newest(static_cast<int>(i), replaces_ ? pieces_that_chase : 1, buffers_[i].rows);
  }
}

void DeviceRows::bring_all() {
  post_stores(frame_.rows);
}

void DeviceRows::release(const std::vector<PointRange>& rows) {
  Ticket last = command_;
  for (const PointRange& range : rows) {
    for (std::int64_t at = range.first; at < range.last; ++at) last = std::max({last, row(at).stored, row(at).loaded});
  }
  wait(last);
}

void DeviceRows::set(const std::vector<PointRange>& rows) {
  for (const PointRange& range : rows) {
    for (std::int64_t at = range.first; at < range.last; ++at) row(at).host = row(at).newest = ++values_;
  }
}

}  // namespace stencil
