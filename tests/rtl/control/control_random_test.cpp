// Commands, bursts and status reads in any order against the contract, cycle by cycle: which buffers are held, which
// commands are offered or refused, and the value of STATUS.
// SPDX-License-Identifier: Apache-2.0
#include <deque>

#include "tests/rtl/control/control_bench.hpp"

namespace stencil::test {
namespace {

class ControlRandom : public ControlBench {
 protected:
  struct Queued {
    ControlCommand command;
    std::int64_t head_since;  // valid for the first command only
  };
  // A burst that has begun keeps commands off its buffer.
  struct Burst {
    unsigned buffer = 0;
    std::int64_t ends = 0;
    unsigned bit(std::int64_t now) const { return now < ends ? 1u << buffer : 0; }
  };

  static bool legal(const ControlCommand& command) {
    return command.rows > 0 && command.f_buffer < 3 && command.r_buffer < 2;
  }
  unsigned in_flight() const {
    unsigned bits = 0;
    for (const ControlCommand& command : flight) bits |= command.buffers();
    return bits;
  }
  bool decided(std::int64_t now) const { return !queue.empty() && now >= queue.front().head_since + 2; }

  std::deque<Queued> queue;
  std::deque<ControlCommand> flight;
  std::uint64_t status = 0, error = ERROR_NONE;  // without the busy bit
};

// Holds C5.1, C5.3, C5.4, C5.7, C5.8, C6.9-C6.11, C6.27, C6.48, C8.28, C8.30, C8.34.
TEST_F(ControlRandom, EveryCycleIsWhatTheContractSays) {
  Random random(161);
  job(3, 2);
  Burst bursts[2];
  ControlCommand posted;
  std::deque<std::uint64_t> shown;  // expected values of status reads
  int taken = 0, refused = 0, dropped = 0, waits_for_burst = 0, waits_for_flight = 0, met = 0;
  std::int64_t moved = dut.cycles();
  for (const std::int64_t end = dut.cycles() + 40000; dut.cycles() < end;) {
    const std::int64_t now = dut.cycles();
    ASSERT_LT(now - moved, 500) << "no end of waiting for a command to be offered, cycle " << now << ", seed 161";
    if (master.idle()) {
      if (random.one_in(random.in(1, 12))) {
        posted = {static_cast<std::uint64_t>(random.one_in(12) ? 0 : random.in(1, 300)),
                  static_cast<unsigned>(random.one_in(20) ? 3 : random.in(0, 2)),
                  static_cast<unsigned>(random.in(0, 1))};
        master.post_write(REG_COMMAND, posted.word());
      } else if (random.one_in(6)) {
        master.post_write(REG_STATUS, static_cast<std::uint64_t>(random.in(0, 7)));
      }
      if (random.one_in(2)) master.post_read(REG_STATUS);
    }
    const unsigned touched = bursts[0].bit(now) | bursts[1].bit(now);
    dut->i_touched = static_cast<CData>(touched);
    dut->i_finished = !flight.empty() && random.one_in(25);
    dut->i_take = 0;
    begin_cycle();

    unsigned held = in_flight();
    for (const Queued& waiting : queue) held |= waiting.command.buffers();
    ASSERT_EQ(dut->o_held, held) << "cycle " << now << ", seed 161";
    bool offers = false, refuses = false;
    if (decided(now)) {
      const ControlCommand& head = queue.front().command;
      offers = legal(head) && (head.buffers() & (touched | in_flight())) == 0;
      refuses = !legal(head);
      waits_for_burst += legal(head) && (head.buffers() & touched) != 0;
      waits_for_flight += legal(head) && (head.buffers() & in_flight()) != 0;
    }
    ASSERT_EQ(dut->o_command, offers) << "cycle " << now << ", seed 161";
    if (offers) {
      ASSERT_EQ(dut->o_rows, queue.front().command.rows);
      ASSERT_EQ(dut->o_f_buffer, queue.front().command.f_buffer);
      ASSERT_EQ(dut->o_r_buffer, queue.front().command.r_buffer);
    }
    dut->i_take = offers && flight.size() < 2 && random.one_in(3);
    dut.settle();
    if (dut->s_axil_arvalid && dut->s_axil_arready)
      shown.push_back(status | (queue.empty() && flight.empty() ? 0 : status_busy));

    // Changes at the end of the cycle.
    const bool writes = dut->s_axil_awvalid && dut->s_axil_awready;
    const bool command = writes && dut->s_axil_awaddr == REG_COMMAND, full = queue.size() == 2;
    const bool takes = dut->i_take, finishes = dut->i_finished;
    const std::uint64_t cleared = writes && !command ? dut->s_axil_wdata & (status_done | status_failed) : 0;
    status &= ~cleared;
    if (cleared & status_failed) error = ERROR_NONE;
    if (finishes) status |= status_done;
    if (command && !full) status &= ~status_done;
    met += finishes && command && !full;
    if (refuses || (command && full)) {
      if (!(status & status_failed)) {
        const ControlCommand* head = refuses ? &queue.front().command : nullptr;
        error = !head ? ERROR_BUSY : head->rows == 0 ? ERROR_ROWS : ERROR_BUFFER;
      }
      status |= status_failed;
    }
    end_cycle();
    if (finishes) flight.pop_front();
    if (takes) flight.push_back(queue.front().command);
    if (takes || refuses) {
      queue.pop_front();
      if (!queue.empty()) queue.front().head_since = now + 1;
      moved = now;
    }
    if (command && !full) {
      queue.push_back({posted, now + 1});
      if (queue.size() == 1) moved = now;
    }
    if (queue.empty()) moved = now;
    taken += takes;
    refused += refuses;
    dropped += command && full;
    // A burst begins where no buffer is held, and control sees it from the next cycle on.
    for (Burst& burst : bursts)
      if (now >= burst.ends && random.one_in(10)) {
        const auto buffer = static_cast<unsigned>(random.one_in(2) ? random.in(0, 2) : random.in(4, 5));
        if (!(held >> buffer & 1)) burst = {buffer, now + 1 + random.in(1, 30)};
      }
  }
  run_until([&] { return master.idle(); }, "the last answers");
  ASSERT_EQ(master.read_answers().size(), shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) ASSERT_EQ(master.read_answers()[i].value, shown[i]) << "read " << i;
  EXPECT_EQ(read(REG_ERROR), error);
  EXPECT_GT(taken, 500);
  EXPECT_GT(refused, 50);
  EXPECT_GT(dropped, 100);
  EXPECT_GT(waits_for_burst, 300);
  EXPECT_GT(waits_for_flight, 300);
  EXPECT_GT(met, 20) << "COMMAND in the cycle of perf_finished";
}

}  // namespace
}  // namespace stencil::test
