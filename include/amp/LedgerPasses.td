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

def EmitRemarks : Pass<"amp-emit-remarks", "::mlir::ModuleOp"> {
  let summary = "sends each decision to MLIR's engine for remarks";
  let description = [{
    Takes assigned ops. Changes nothing. Where the context has an engine for
    remarks (`--remarks-filter=amp` and its like on the command line), each op
    that was decided is a remark at its location, with the reason in words:
    passed where it is low; missed where a list would let it be low and
    something else keeps it f32; else an analysis. The category is `amp`, its
    second part the kind of the reason. Without an engine it does nothing.

    See test/Report/remarks.mlir.
  }];
}

def DiffPolicy : Pass<"amp-diff-policy", "::mlir::ModuleOp"> {
  let summary = "compares two policies on one graph, on standard error";
  let description = [{
    Takes any module. Changes nothing. Runs recognition, assignment and
    placement on two copies of it, with the first policy (as amp-attach-policy
    finds it) and with the `other` one, and prints modelled time, casts and
    their bytes of both, then each op whose types differ, with both reasons:
    first those whose share of the time changes most. Refuses a module that a
    policy was applied to before.

    See test/Report/diff-policy.mlir.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"\"",
           "low precision: f16 or bf16">,
    Option<"preset", "preset", "std::string", "\"default\"",
           "name of a policy that ships with the tool">,
    Option<"policyFile", "policy-file", "std::string", "\"\"",
           "text file that holds an #amp.policy attribute; replaces the preset">,
    Option<"other", "other", "std::string", "\"\"",
           "the second policy: a file, if there is a dot or a slash in its "
           "name, else a preset; without it, the first one">,
    Option<"otherCompute", "other-compute", "std::string", "\"\"",
           "low precision of the second; without it, that of the first">,
    Option<"solver", "solver", "std::string", "\"mincut\"",
           "mincut, paint or exhaustive">,
    Option<"otherSolver", "other-solver", "std::string", "\"\"",
           "solver of the second; without it, that of the first">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "the chip whose time counts, as for amp-assign-precision">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

#endif // AMP_LEDGERPASSES_TD
