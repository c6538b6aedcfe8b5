// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// c[kept loops] = sum over the other loops of a * b
#include "Element.h"
#include "Parallel.h"

#include <vector>

using namespace amprt;

namespace {
struct Loop {
  int64_t size, a, b, c;
};

template <typename Sum> class Contraction {
public:
  Contraction(int64_t loops, const int64_t *table, Operand a, Operand b, Sum *c,
              bool accumulate)
      : a(a), b(b), c(c), accumulate(accumulate) {
    for (int64_t i = 0; i < loops; ++i) {
      Loop loop{table[i], table[loops + i], table[2 * loops + i],
                table[3 * loops + i]};
      (loop.c ? kept : summed).push_back(loop);
    }
  }

  void run() const { visit(0, 0, 0, 0); }

private:
  void visit(size_t depth, int64_t atA, int64_t atB, int64_t atC) const {
    if (depth == kept.size()) {
      Sum sum = add(0, atA, atB);
      c[atC] = accumulate ? c[atC] + sum : sum;
      return;
    }
    const Loop &loop = kept[depth];
    for (int64_t i = 0; i < loop.size; ++i)
      visit(depth + 1, atA + i * loop.a, atB + i * loop.b, atC + i * loop.c);
  }

  Sum add(size_t depth, int64_t atA, int64_t atB) const {
    if (depth == summed.size())
      return Sum(a.load(atA)) * Sum(b.load(atB));
    const Loop &loop = summed[depth];
    Sum sum = 0;
    for (int64_t i = 0; i < loop.size; ++i)
      sum += add(depth + 1, atA + i * loop.a, atB + i * loop.b);
    return sum;
  }

  Operand a, b;
  Sum *c;
  bool accumulate;
  std::vector<Loop> kept, summed;
};
} // namespace

void amprt_contract(int64_t loops, const int64_t *table, const void *a,
                    amprt_type typeA, const void *b, amprt_type typeB, void *c,
                    amprt_type typeC, int accumulate) {
  Operand left{a, typeA}, right{b, typeB};
  if (typeC == AMPRT_F64)
    return Contraction<double>(loops, table, left, right,
                               static_cast<double *>(c), accumulate)
        .run();
  Contraction<float>(loops, table, left, right, static_cast<float *>(c),
                     accumulate)
      .run();
}
