// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/token_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

// Tokens of 32 bytes in one array, as in published programs.
struct Token {
  char memory[32];
};

TEST(TokenTable, FindsWhatIsThereAndNothingElseWhateverComesAndGoes) {
  test::Random random(test::test_seed());
  std::vector<Token> tokens(2000);
  TokenTable table;
  std::map<const void*, TokenEntry*> there;
  std::size_t most = 0;
  for (int step = 0; step < 200000; ++step) {
    // Fills the table with most of the tokens and empties it again, several times.
    const bool filling = step / 25000 % 2 == 0;
    const void* token = &tokens[static_cast<std::size_t>(random(0, 1999))];
    TokenEntry** const link = table.find(token);
    const auto known = there.find(token);
    ASSERT_EQ(*link, known == there.end() ? nullptr : known->second);
    if (*link == nullptr && random(0, 9) < (filling ? 9 : 3)) {
      there[token] = &table.insert(link, token);
    } else if (*link != nullptr && random(0, 9) < (filling ? 2 : 9)) {
      TokenEntry& entry = table.remove(link);
      ASSERT_EQ(entry.token, token);
      table.give_back(entry);
      there.erase(known);
    }
    ASSERT_EQ(table.size(), there.size());
    most = std::max(most, there.size());
  }
  EXPECT_GT(most, 8 * TokenTable::first_buckets);
  EXPECT_EQ(table.entries_made(), most) << "entries are made only when all that were made are in use";
  std::size_t visited = 0;
  table.for_each([&](const TokenEntry& entry) {
    ++visited;
    EXPECT_EQ(there.count(entry.token), 1u);
  });
  EXPECT_EQ(visited, there.size());
}

TEST(TokenTable, AnEntryTakenOutIsNotUsedAgainBeforeItIsGivenBack) {
  TokenTable table;
  Token one;
  Token two;
  table.insert(table.find(&one), &one);
  TokenEntry& taken = table.remove(table.find(&one));
  EXPECT_EQ(*table.find(&one), nullptr);
  EXPECT_NE(&table.insert(table.find(&two), &two), &taken);
  table.give_back(taken);
  EXPECT_EQ(&table.insert(table.find(&one), &one), &taken);
}

}  // namespace
}  // namespace stencil
