/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties of a contraction that depend on its table alone. They are cached:
 * programs use the same few tables again, and planning a small matmul takes as
 * long as computing it. */
#ifndef LIB_RUN_PREPARED_H
#define LIB_RUN_PREPARED_H

#include "Plan.h"

namespace amprt {

struct Prepared {
  Nest nest;
  bool isEmpty;    // c has no element
  bool isSumEmpty; // the reduction has no terms
  bool usesSplitK; // see SplitK.h
  Plan plan;       // unless one of these is true

  Prepared(int64_t loops, const int64_t *table, amprt_type typeC);
};

/// Returns a reference that is valid until the next call on this thread.
const Prepared &findPrepared(int64_t loops, const int64_t *table,
                             amprt_type typeC);

} // namespace amprt

#endif // LIB_RUN_PREPARED_H
