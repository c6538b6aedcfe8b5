/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What can be said of a contraction by its table alone. Programs call with the
 * same few tables again and again, and small products take no longer than
 * planning them. */
#ifndef LIB_RUN_PREPARED_H
#define LIB_RUN_PREPARED_H

#include "Plan.h"

namespace amprt {

struct Prepared {
  Nest nest;
  bool isEmpty;    // c has no element
  bool isSumEmpty; // each element of c is the sum of nothing
  bool isInParts;  // see Parts.h
  Plan plan;       // if none of these

  Prepared(int64_t loops, const int64_t *table, amprt_type typeC);
};

/// Stays until this thread asks again.
const Prepared &findPrepared(int64_t loops, const int64_t *table,
                             amprt_type typeC);

} // namespace amprt

#endif // LIB_RUN_PREPARED_H
