/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Split-K: reductions that are long for the number of results, so that rows and
 * columns do not occupy all cores. Parts of the longest reduction loop write
 * partial sums. Another contraction, with 1, adds these in order. */
#ifndef LIB_RUN_SPLITK_H
#define LIB_RUN_SPLITK_H

#include "Tasks.h"

namespace amprt {

bool shouldSplitK(const Nest &nest);
void runInParts(const Nest &nest, const Arrays &arrays);

} // namespace amprt

#endif // LIB_RUN_SPLITK_H
