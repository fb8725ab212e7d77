// Keys of classes, to JSON and back, and as text.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/class_key.hpp"

#include <gtest/gtest.h>

#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

ClassKey tile(StepPlace place, bool backward) {
  ClassKey key = test::key(25, 77, 1, place);
  key.context = {"gauss-seidel", "small", "", "", "", {}};
  key.shape.keep.reset();
  key.shape.chain.reset();
  key.shape.tile = TileKind{TileClass::send, backward};
  return key;
}

TEST(ClassKey, IsReadAsItWasWritten) {
  ClassKey chained = test::key(25, 77, 5);
  chained.shape.chain = ChainLinks{true, false};
  chained.context.link = {16, 8, 40};
  ClassKey client = test::key(25, 77, 5);
  client.shape.place.reset();
  client.context.schedule.clear();
  for (const ClassKey& key : {test::key(25, 77, 5), chained, client, tile(StepPlace::only, true)}) {
    EXPECT_EQ(class_key(key_json(key)), key) << key_json(key);
    EXPECT_EQ(class_key(classes_json(key.context, {{key.shape, {}}}).front()), key) << "with nulls, as in reports";
  }
}

TEST(ClassKey, EveryFieldTellsClassesApart) {
  const ClassKey key = tile(StepPlace::only, true);
  std::vector<ClassKey> others(12, key);
  others[0].context.kernel = "jacobi";
  others[1].context.config = "wide";
  others[2].context.schedule = "overlapped";
  others[3].context.link.latency_cycles = 1;
  others[4].shape.rows = 26;
  others[5].shape.cols = 78;
  others[6].shape.niter = 2;
  others[7].shape.keep = 5;
  others[8].shape.chain = ChainLinks{};
  others[9].shape.tile->backward = false;
  others[10].shape.tile->tile_class = TileClass::local;
  others[11].shape.place = StepPlace::last;
  for (const ClassKey& other : others) {
    EXPECT_FALSE(other == key) << key_json(other);
    EXPECT_FALSE(class_key(key_json(other)) == key) << key_json(other);
  }
}

}  // namespace
}  // namespace stencil
