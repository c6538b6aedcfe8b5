/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LIB_RUN_TASKS_H
#define LIB_RUN_TASKS_H

#include "Plan.h"

namespace amprt {

struct Arrays {
  const void *a, *b;
  amprt_type typeA, typeB;
  void *c;
  amprt_type typeC;
  bool accumulate;

  Arrays from(const Nest &nest) const;
};

int64_t sizeOf(amprt_type type);

/// Splits a contraction into tasks and runs them, on all cores if it is large.
void run(const Plan &plan, Arrays arrays);

} // namespace amprt

#endif // LIB_RUN_TASKS_H
