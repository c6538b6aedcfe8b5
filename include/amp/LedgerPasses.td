// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ledger: passes that say why, and change nothing.
#ifndef AMP_LEDGERPASSES_TD
#define AMP_LEDGERPASSES_TD

include "mlir/Pass/PassBase.td"

def PrintReasons : Pass<"amp-print-reasons", "::mlir::ModuleOp"> {
  let summary = "says why ops have their precision, on standard error";
  let description = [{
    Takes casts and reasons. Changes nothing, and prints for each op whose name,
    function, scope or location matches `pattern` what it is now, what decided
    that, its role, and each cast beside it. For an op that follows a denied
    one, the whole way from there; for one that is f32 because that is faster,
    what the program would take more if this op alone were low, by the model
    that the solver used. Refuses what is no regular expression (POSIX
    extended, as in rules), and warns where it matches nothing.

    See test/Report/explain.mlir.
  }];
  let options = [Option<"pattern", "pattern", "std::string", "\"\"",
                        "regular expression (required)">];
}

#endif // AMP_LEDGERPASSES_TD
