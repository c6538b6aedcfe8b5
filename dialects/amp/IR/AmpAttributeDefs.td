// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every attribute of the dialect: its parser and printer know them all, while
// each header declares those of its own file.
#ifndef DIALECTS_AMP_IR_AMPATTRIBUTEDEFS_TD
#define DIALECTS_AMP_IR_AMPATTRIBUTEDEFS_TD

include "dialects/amp/IR/AmpPolicy.td"
include "dialects/amp/IR/AmpScaler.td"

#endif // DIALECTS_AMP_IR_AMPATTRIBUTEDEFS_TD
