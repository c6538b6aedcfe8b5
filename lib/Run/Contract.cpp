// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort the loops ==> choose tiles or vectors ==> cut into tasks, on all cores
//
// Reductions are split by sizes alone: the same input gives the same bits on
// any number of threads.
#include "Prepared.h"
#include "SplitK.h"

using namespace amprt;

/// Sets c to zero, as 0 * 0: the sums have no terms.
static void setToZero(Nest nest, const Arrays &arrays) {
  static const double zero = 0;
  nest.sums.clear();
  nest.startA = nest.startB = 0;
  for (Loops *loops : {&nest.batch, &nest.columns}) {
    nest.rows.insert(nest.rows.end(), loops->begin(), loops->end());
    loops->clear();
  }
  for (Loop &loop : nest.rows)
    loop.a = loop.b = 0;
  run(choosePlan(nest, kernelsFor(arrays.typeC)),
      {&zero, &zero, arrays.typeC, arrays.typeC, arrays.c, arrays.typeC,
       false});
}

void amprt_contract(int64_t loops, const int64_t *table, const void *a,
                    amprt_type typeA, const void *b, amprt_type typeB, void *c,
                    amprt_type typeC, int accumulate) {
  const Prepared &prepared = findPrepared(loops, table, typeC);
  Arrays arrays{a, b, typeA, typeB, c, typeC, accumulate != 0};
  if (prepared.isEmpty || (prepared.isSumEmpty && accumulate))
    return;
  if (prepared.isSumEmpty)
    return setToZero(prepared.nest, arrays);
  if (prepared.usesSplitK)
    return runInParts(prepared.nest, arrays);
  run(prepared.plan, arrays);
}
