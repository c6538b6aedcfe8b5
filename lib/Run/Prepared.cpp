// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Prepared.h"
#include "SplitK.h"

#include <algorithm>
#include <memory>

using namespace amprt;

static bool hasNoPoint(const Loops &loops) { return countPoints(loops) == 0; }

Prepared::Prepared(int64_t loops, const int64_t *table, amprt_type typeC)
    : nest(loops, table),
      isEmpty(hasNoPoint(nest.batch) || hasNoPoint(nest.rows) ||
              hasNoPoint(nest.columns)),
      isSumEmpty(hasNoPoint(nest.sums)), usesSplitK(shouldSplitK(nest)),
      plan(choosePlan(nest, kernelsFor(typeC))) {}

namespace {
struct Entry {
  std::vector<int64_t> key;
  std::unique_ptr<Prepared> prepared;
};

uint64_t hash(const std::vector<int64_t> &key) {
  uint64_t sum = key.size();
  for (int64_t word : key)
    sum = (sum ^ uint64_t(word)) * 0x9e3779b97f4a7c15;
  return sum ^ (sum >> 32);
}
} // namespace

const Prepared &amprt::findPrepared(int64_t loops, const int64_t *table,
                                    amprt_type typeC) {
  static thread_local std::vector<Entry> entries(1024);
  static thread_local std::vector<int64_t> key;
  key.assign(table, table + 4 * loops);
  key.push_back(typeC == AMPRT_F64);
  Entry &entry = entries[hash(key) % entries.size()];
  if (!entry.prepared || entry.key != key)
    entry = {key, std::make_unique<Prepared>(loops, table, typeC)};
  return *entry.prepared;
}
