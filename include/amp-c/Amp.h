/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Mixed precision for modules of MLIR's C API, and for modules as text.
 *
 *   AmpOptions options = {.compute = "bf16", .report = true};
 *   AmpResult *result = ampRewrite(module, &options);
 *   if (!ampResultSucceeded(result))
 *     ... ampResultDiagnostics(result) ...
 *   ampResultDestroy(result);
 *
 * Errors: a function that can fail returns an AmpResult whose diagnostics say
 * why, never null; no function ends the process because of its input.
 *
 * Ownership: the caller owns each AmpResult. All strings and slots of a result
 * live as long as the result. Strings that a function takes are copied.
 *
 * Threads: any thread may call any function. MLIR permits one run of passes per
 * MlirContext at a time; modules of different contexts run in parallel.
 *
 * libAmp.so also exports MLIR's C API of <mlir-c/IR.h> and <mlir-c/Pass.h>. A
 * program that links MLIR's own archives of this API instead must link the same
 * libMLIR.so as libAmp.so, so that both share the types of MLIR. */
#ifndef AMP_C_AMP_H
#define AMP_C_AMP_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of `amp-opt --amp`, documented on the reference page of the pipeline.
 * A null pointer, false or 0 selects the default, so `{.compute = "bf16"}` is a
 * complete set. */
typedef struct AmpOptions {
  const char *compute; /* "bf16", "f16" or "f32"; required */
  const char *preset;
  const char *policyFile;
  const char *solver;
  const char *chip;
  const char *ranges;
  const char *io;
  const char *f32;
  const char *reduce;
  const char *lossScale;
  const char *scaler;
  const char *weights;
  const char *saved;
  const char *align;
  const char *dynamic;
  const char *debug;
  const char *explain; /* regular expression; prints to ampResultTables */
  const char *memory;
  int64_t batch;
  bool annotate;
  bool inferMarks;
  bool exactScale;
  bool padState;
  bool skipChecks; /* verify=false */
  bool summary;    /* prints to ampResultTables */
  bool report;     /* writes JSON to ampResultReport */
} AmpOptions;

/* Status, diagnostics, report, tables, module and signature of a rewrite. */
typedef struct AmpResult AmpResult;

/* An argument or result of a public function of the rewritten module. */
typedef struct AmpSlot {
  MlirStringRef function;
  bool isResult;      /* a result; else an argument */
  intptr_t number;    /* index among the function's arguments, or results */
  MlirStringRef type; /* as MLIR prints it: "tensor<48x48xf16>" */
  /* Name that pairs a result with the argument that receives it in the next
   * step; "" if the slot is not a state. */
  MlirStringRef state;
  /* "scale", "growth_tracker", "skipped", "shadow", "found_inf", "loss", ...;
   * "" for slots of the input program without a role. */
  MlirStringRef role;
  /* For a result that replaces an argument: the index of the argument. For the
   * replaced argument: the index of the result. Otherwise -1. */
  intptr_t partner;
} AmpSlot;

/* Form of the module that ampRewriteText returns. */
typedef enum AmpFormat { AmpFormatText = 0, AmpFormatBytecode = 1 } AmpFormat;

/* Version of the library, such as "0.2.0". */
MLIR_CAPI_EXPORTED const char *ampVersion(void);

/* Registers the amp dialect. With `withGraphDialects`, also registers the
 * dialects that amp-opt parses: upstream dialects, and this library's
 * StableHLO, CHLO, MHLO, Shardy and TMTensor. A dialect name that is registered
 * already keeps its registration; the passes identify ops of a foreign
 * StableHLO by name. Fails if another library registered a dialect `amp`. */
MLIR_CAPI_EXPORTED MlirLogicalResult
ampRegisterDialects(MlirDialectRegistry registry, bool withGraphDialects);

/* Registers all passes and pipelines, for mlirParsePassPipeline. */
MLIR_CAPI_EXPORTED void ampRegisterPasses(void);

/* Adds the pipeline of `--amp` to a pass manager of builtin.module. Fails if
 * `options->compute` is null. Ignores `report` and `summary`. */
MLIR_CAPI_EXPORTED MlirLogicalResult ampAddPipeline(MlirOpPassManager passes,
                                                    const AmpOptions *options);

/* Runs a pass manager on a module, in place. Reports an error if the module and
 * the pass manager have different contexts. */
MLIR_CAPI_EXPORTED AmpResult *ampRunPassManager(MlirPassManager passes,
                                                MlirModule module);

/* Runs the pipeline of `--amp` on a module in place, and verifies the module
 * after the last pass. After a failure the module may only be printed and
 * destroyed. */
MLIR_CAPI_EXPORTED AmpResult *ampRewrite(MlirModule module,
                                         const AmpOptions *options);

/* Runs a textual pass pipeline, "amp{compute=bf16},canonicalize", in place on a
 * module. The error for an unknown pass or option lists the known ones. An amp
 * pipeline with option `report` writes its report to ampResultReport. */
MLIR_CAPI_EXPORTED AmpResult *ampRunPipeline(MlirModule module,
                                             MlirStringRef pipeline);

/* Parses a module (text, or bytecode of this MLIR) in a new context, runs
 * pipelines on it, and prints it, as amp-opt does. Text is validated before
 * MLIR's parser runs: deep nesting and malformed data are errors. The pipeline
 * option `report=<report>` writes the report to the result. */
MLIR_CAPI_EXPORTED AmpResult *
ampRewriteText(MlirStringRef module, MlirStringRef pipeline, AmpFormat format);

MLIR_CAPI_EXPORTED bool ampResultSucceeded(const AmpResult *result);
/* Errors, warnings and remarks with locations, one per line. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultDiagnostics(const AmpResult *result);
/* JSON of the report; "" if none was requested. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultReport(const AmpResult *result);
/* Text of `summary` and `explain`. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultTables(const AmpResult *result);
/* Text or bytecode of ampRewriteText; "" after other functions. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultModule(const AmpResult *result);
/* Signature of the public functions, arguments before results; *count is their
 * number. Empty after a failure. */
MLIR_CAPI_EXPORTED const AmpSlot *ampResultSlots(const AmpResult *result,
                                                 intptr_t *count);
/* Frees a result; accepts null. */
MLIR_CAPI_EXPORTED void ampResultDestroy(AmpResult *result);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_AMP_H */
