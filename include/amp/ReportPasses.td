// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that report decisions and change nothing.
#ifndef AMP_REPORTPASSES_TD
#define AMP_REPORTPASSES_TD

include "mlir/Pass/PassBase.td"

def PrintReasons : Pass<"amp-print-reasons", "::mlir::ModuleOp"> {
  let summary = "prints the reason of each decision on standard error";
  let description = [{
    Input: casts and reasons. Output: unchanged.

    For each op whose name, function, scope or location matches `pattern`,
    prints its type, the reason of the decision, its role, and each adjacent
    cast. For an op that follows a denied one, also prints the path between
    them. For an op that is f32 because f32 is faster, also prints the
    additional time of the program if this op alone were low, by the solver's
    model. A pattern that is not a POSIX extended regular expression is an
    error; a pattern that matches no op is a warning.

    See test/Report/explain.mlir.
  }];
  let options = [Option<"pattern", "pattern", "std::string", "\"\"",
           "regular expression (required)">];
  let statistics = [
    Statistic<"numGraphs", "program-graphs", "program graphs built">
  ];
}

def AnnotateDecisions : Pass<"amp-annotate-decisions", "::mlir::ModuleOp"> {
  let summary = "writes each decision and its price into the IR";
  let description = [{
    Input: casts and reasons. Output: `amp.decision` on each decided op: its
    types, the reason in words, its predicted time on the chip of the cost model,
    and for an f32 op the change of the program's time if this op alone were low.
    Editors show the attribute (amp-lsp-server).

    See test/Report/annotate-decisions.mlir.
  }];
}

def EmitRemarks : Pass<"amp-emit-remarks", "::mlir::ModuleOp"> {
  let summary = "emits each decision as a remark of MLIR's remark engine";
  let description = [{
    Input: assigned ops. Output: unchanged.

    If the context has a remark engine (`--remarks-filter=amp` on the command
    line), each decided op becomes a remark at its location, with the reason in
    words: passed if the op is low; missed if a list permits low and another
    reason keeps it f32; otherwise an analysis. The category is `amp`, with the
    kind of the reason as its second part. Without an engine, the pass does
    nothing.

    See test/Report/remarks.mlir.
  }];
}

def DiffPolicy : Pass<"amp-diff-policy", "::mlir::ModuleOp"> {
  let summary = "compares two policies on one graph, on standard error";
  let description = [{
    Input: any module. Output: unchanged.

    Runs recognition, assignment and placement on two copies of the module, with
    the first policy (found as in amp-attach-policy) and with the `other` one.
    Prints predicted time, casts and their bytes for both, then each op whose
    types differ, with both reasons; ops with the largest change of their share
    of the time come first. A module to which a policy was applied before is an
    error.

    See test/Report/diff-policy.mlir.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"\"",
           "low precision: f16 or bf16">,
    Option<"preset", "preset", "std::string", "\"default\"",
           "name of a policy that is part of the tool">,
    Option<"policyFile", "policy-file", "std::string", "\"\"",
           "text file with an #amp.policy attribute; replaces the preset">,
    Option<"other", "other", "std::string", "\"\"",
           "second policy: a file if the name has a dot or a slash, else a "
           "preset; the first policy by default">,
    Option<"otherCompute", "other-compute", "std::string", "\"\"",
           "low precision of the second policy; that of the first by default">,
    Option<"solver", "solver", "std::string", "\"mincut\"",
           "mincut, paint or exhaustive">,
    Option<"otherSolver", "other-solver", "std::string", "\"\"",
           "solver of the second policy; that of the first by default">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "chip of the cost model, as in amp-assign-precision">
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

#endif // AMP_REPORTPASSES_TD
