// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPDIALECT_TD
#define DIALECTS_AMP_IR_AMPDIALECT_TD

include "mlir/IR/DialectBase.td"

def Amp_Dialect : Dialect {
  let name = "amp";
  let cppNamespace = "::mlir::amp";
  let summary = "mixed precision of a model graph";
  let description = [{
    The policy of a module (`amp.policy`), user constraints on single ops
    (`amp.require`), the decision for each op (`amp.precision`), and the
    resulting casts (`amp.cast`). The ops of the model stay in their own
    dialects.

    Discardable attributes:

    | name            | on       | value                | lives                          |
    |-----------------|----------|----------------------|--------------------------------|
    | `amp.policy`    | a module | `#amp.policy<…>`     | attach to native lowering      |
    | `amp.require`   | any op   | `#amp.require<…>`    | the user's, to native lowering |
    | `amp.role`      | any op   | a string             | recognition to native lowering |
    | `amp.listed`, `amp.listed_result` | any op | `#amp.listed<…>` | attach to assign |
    | `amp.range`     | arguments | `#amp.range<…>`     | the user's, for good           |
    | `amp.range`     | any op   | `#amp.range<…>`, or an array with one range per result, or per argument of a function (`unit`: unknown) | the user's or recorded, to native lowering |
    | `amp.precision` | any op   | `#amp.precision<…>`  | assign to place                |
    | `amp.reason`    | any op   | `#amp.reason<…>`     | place to native lowering, for a report |
    | `amp.solution`  | a module | a dictionary         | assign to native lowering      |
    | `amp.safety`    | any op   | `#amp.safety<…>`     | place to native lowering, for a report |
    | `amp.before`    | a module | a dictionary         | measure to native lowering, for a report |
    | `amp.applied`   | a module | a dictionary         | from native lowering, for good |

    Attributes of the passes behind native lowering:

    | name            | on       | value                | lives                          |
    |-----------------|----------|----------------------|--------------------------------|
    | `amp.unpadded`  | any op   | sizes                | `amp-align-shapes`, for good: the shape without padding |
    | `amp.scaling`, `amp.alignment` | a module | a dictionary | until the report is written |
    | `amp.saved` | a module | an array | until the report is written |
    | `amp.step_report` | a module | a dictionary | until the report of `--amp-to-gpu` is written |
    | `amp.tf32`      | any op   | a unit attribute     | `amp-mark-tf32` to kernels     |
    | `amp.arguments`, `amp.results`, `amp.argument_names`, `amp.result_names` | a function | types, strings | signature of a step, for the runtime |
    | `amp.states`, `amp.donated` | a function | integers  | lowering for a GPU             |
    | `amp.unit`, `amp.product`, `amp.convolution` | any op | a string, dictionaries | lowering for a GPU |
    | `amp.arena`, `amp.memory` | any op | a unit attribute, a dictionary | memory plan |
    | `amp.launches`  | a module | a dictionary         | `amp-note-launches` to amp-run |

    Any other `amp.*` attribute of an op is an error, so that a misspelt one is
    not silently ignored. Attributes of arguments and results of functions
    belong to frameworks as well: of these, only `amp.range` is verified, and
    `amp.state`, `amp.role`, `amp.unpadded` and `amp.keep` have a meaning.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral policyAttrName = "amp.policy";
    static constexpr ::llvm::StringLiteral precisionAttrName = "amp.precision";
    static constexpr ::llvm::StringLiteral rangeAttrName = "amp.range";
    static constexpr ::llvm::StringLiteral reasonAttrName = "amp.reason";
    static constexpr ::llvm::StringLiteral safetyAttrName = "amp.safety";
    static constexpr ::llvm::StringLiteral beforeAttrName = "amp.before";
    static constexpr ::llvm::StringLiteral solutionAttrName = "amp.solution";
    static constexpr ::llvm::StringLiteral appliedAttrName = "amp.applied";
    static constexpr ::llvm::StringLiteral requireAttrName = "amp.require";
    static constexpr ::llvm::StringLiteral roleAttrName = "amp.role";
    static constexpr ::llvm::StringLiteral listedAttrName = "amp.listed";
    static constexpr ::llvm::StringLiteral listedResultAttrName =
        "amp.listed_result";

    void registerAttributes();
  }];
}

#endif // DIALECTS_AMP_IR_AMPDIALECT_TD
