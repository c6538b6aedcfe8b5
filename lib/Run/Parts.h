/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Long sums for few elements, which rows and columns cannot share out: parts of
 * the longest sum fill arrays of their own, and one more contraction, with 1,
 * adds them up in order. */
#ifndef LIB_RUN_PARTS_H
#define LIB_RUN_PARTS_H

#include "Tasks.h"

namespace amprt {

bool isWorthParts(const Nest &nest);
void runInParts(const Nest &nest, const Arrays &arrays);

} // namespace amprt

#endif // LIB_RUN_PARTS_H
