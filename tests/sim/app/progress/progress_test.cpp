// ProgressLine in words, and when it is shown: by a clock that the tests turn.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/progress/progress.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "host/base/text.hpp"

namespace stencil {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A progress whose time stands still, and what it has written.
class Shown {
 public:
  explicit Shown(ProgressLine::Form form) : progress_(form, {[this] { return now_; }, false}) {
    ::testing::internal::CaptureStderr();
  }
  ~Shown() { ::testing::internal::GetCapturedStderr(); }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  ProgressLine* progress() { return &progress_; }
  // What is written when this time has gone by.
  std::string after(milliseconds time) {
    now_ += time;
    progress_.tick();
    return written();
  }
  std::string written() {
    std::fflush(stderr);
    const std::string text = ::testing::internal::GetCapturedStderr();
    ::testing::internal::CaptureStderr();
    return text;
  }

 private:
  std::chrono::steady_clock::time_point now_{};
  ProgressLine progress_;
};

TEST(ReadableDuration, PicksTheUnit) {
  EXPECT_EQ(readable_duration(0.0), "0 ms");
  EXPECT_EQ(readable_duration(0.25), "250 ms");
  EXPECT_EQ(readable_duration(12.4), "12 s");
  EXPECT_EQ(readable_duration(200.0), "3 min 20 s");
  EXPECT_EQ(readable_duration(18420.0), "5 h 07 min");
}

TEST(ProgressText, SaysShareTimesAndCounts) {
  WorkState work;
  work.name = "sweeps";
  work.elapsed_s = 20.0;
  EXPECT_EQ(progress_text(work), "sweeps: 20 s gone");
  work.expected_s = 80.0;
  EXPECT_EQ(progress_text(work), "sweeps: 20 s gone, about 1 min 00 s left");
  work.share = 0.0;
  EXPECT_EQ(progress_text(work), "sweeps: 0.0 % done, 20 s gone, about 1 min 00 s left");
  work.share = 0.25;
  work.expected_s = 70.0;
  work.counts = "12 of 48 blocks";
  EXPECT_EQ(progress_text(work), "sweeps: 25.0 % done, 20 s gone, about 1 min 00 s left, 12 of 48 blocks");
  work.share.reset();
  work.expected_s = 15.0;
  EXPECT_EQ(progress_text(work), "sweeps: 20 s gone, about 0 ms left, 12 of 48 blocks");
}

TEST(ProgressLine, OffATerminalALineComesEachThirtySeconds) {
  Shown shown(ProgressLine::Form::plain);
  EXPECT_EQ(shown.after(seconds(29)), "") << "nothing is at work";
  {
    Work work(shown.progress(), "golden solution");
    work.at_units(1, 4);
    EXPECT_EQ(shown.after(milliseconds(999)), "");
    EXPECT_EQ(shown.after(milliseconds(1)), "golden solution: 25.0 % done, 1 s gone, about 3 s left\n");
    EXPECT_EQ(shown.after(milliseconds(29999)), "");
    work.at(0.5, "2 of 4 sweeps");
    EXPECT_EQ(shown.after(milliseconds(1)),
              "golden solution: 50.0 % done, 31 s gone, about 31 s left, 2 of 4 sweeps\n");
    EXPECT_EQ(shown.after(seconds(29)), "");
  }
  // Many short pieces of work are silent no longer than a long one.
  const Work next(shown.progress(), "report written");
  EXPECT_EQ(shown.after(seconds(1)), "report written: 1 s gone\n");
}

TEST(ProgressLine, OnATerminalALineIsRedrawnAndErased) {
  Shown shown(ProgressLine::Form::redrawn);
  { const Work brief(shown.progress(), "brief"); }
  EXPECT_EQ(shown.written(), "\r\033[Kbrief: 0 ms gone\r\033[K");
  shown.after(seconds(1));
  {
    Work work(shown.progress(), "long");
    work.at(std::nullopt);
    EXPECT_EQ(shown.written(), "\r\033[Klong: 0 ms gone");
    EXPECT_EQ(shown.after(seconds(1)), "\r\033[Klong: 1 s gone");
    EXPECT_EQ(shown.after(milliseconds(99)), "") << "too soon";
    work.at(0.5);
    EXPECT_EQ(shown.written(), "") << "too soon, too";
    EXPECT_EQ(shown.after(seconds(1)), "\r\033[Klong: 50.0 % done, 2 s gone, about 2 s left");
    shown.progress()->erase();
    EXPECT_EQ(shown.written(), "\r\033[K");
    shown.progress()->erase();
    EXPECT_EQ(shown.written(), "") << "nothing is drawn";
    EXPECT_EQ(shown.after(seconds(1)), "\r\033[Klong: 50.0 % done, 3 s gone, about 3 s left");
  }
  EXPECT_EQ(shown.written(), "\r\033[K");
  EXPECT_EQ(shown.after(seconds(9)), "");
}

TEST(ProgressLine, ALineOnATerminalDoesNotWrap) {
  Shown shown(ProgressLine::Form::redrawn);
  const Work work(shown.progress(), "reading " + std::string(100, 'x'));
  EXPECT_EQ(shown.written(), "\r\033[Kreading " + std::string(71, 'x'));
}

TEST(ProgressLine, TheInnermostWorkIsShown) {
  Shown shown(ProgressLine::Form::plain);
  const Work outer(shown.progress(), "search");
  {
    Work inner(shown.progress(), "replay");
    double share = 0.125;
    inner.poll([&] { return share; });
    EXPECT_EQ(shown.after(seconds(30)), "replay: 12.5 % done, 30 s gone, about 3 min 30 s left\n");
    share = 1.0;
    EXPECT_EQ(shown.after(seconds(30)), "replay: 100.0 % done, 1 min 00 s gone, about 0 ms left\n");
  }
  EXPECT_EQ(shown.after(seconds(30)), "search: 1 min 30 s gone\n");
}

TEST(ProgressLine, NothingIsShownWhereNobodySees) {
  Shown shown(ProgressLine::Form::none);
  for (ProgressLine* progress : {shown.progress(), static_cast<ProgressLine*>(nullptr)}) {
    Work work(progress, "long");
    work.at(0.5, "");
    work.at_units(1, 2);
    work.expect(7.0);
    work.poll([]() -> std::optional<double> { return 0.5; });
    EXPECT_EQ(shown.after(seconds(60)), "");
  }
}

// Everywhere but here a thread looks at the clock, and ends with its owner.
TEST(ProgressLine, AThreadShowsItWhateverTheWorkDoes) {
  std::promise<void> looked;
  bool first = true;
  const std::thread::id here = std::this_thread::get_id();
  const auto now = [&] {
    if (std::this_thread::get_id() != here && std::exchange(first, false)) looked.set_value();
    return std::chrono::steady_clock::time_point();
  };
  for (const ProgressLine::Form form : {ProgressLine::Form::redrawn, ProgressLine::Form::plain}) {
    looked = {};
    first = true;
    ProgressLine progress(form, {now, true});
    const Work work(&progress, "endless loop");
    EXPECT_EQ(looked.get_future().wait_for(seconds(60)), std::future_status::ready);
  }
}

}  // namespace
}  // namespace stencil
