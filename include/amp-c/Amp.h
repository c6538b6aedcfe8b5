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

/* Options of `amp-opt --amp`, explained by the reference page of the pipeline.
 * A null pointer, false or 0 is the default, so that `{.compute = "bf16"}` is a
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
  const char *explain; /* regular expression; its text is in ampResultTables */
  const char *memory;
  int64_t batch;
  bool annotate;
  bool inferMarks;
  bool exactScale;
  bool padState;
  bool skipChecks; /* verify=false */
  bool summary;    /* its text is in ampResultTables */
  bool report;     /* its JSON is in ampResultReport */
} AmpOptions;

/* Status, diagnostics, report, tables, module and signature of a rewrite. */
typedef struct AmpResult AmpResult;

/* An argument or result of a public function of the rewritten module. */
typedef struct AmpSlot {
  MlirStringRef function;
  bool isResult;      /* a result; else an argument */
  intptr_t number;    /* among the arguments, or results, of the function */
  MlirStringRef type; /* as MLIR prints it: "tensor<48x48xf16>" */
  /* Name that pairs a result with the argument of the next step; "" if the
   * slot is no state. */
  MlirStringRef state;
  /* "scale", "growth_tracker", "skipped", "shadow", "found_inf", "loss", ...;
   * "" for slots of the input program without a role. */
  MlirStringRef role;
  /* Of a result that replaces an argument: the number of the argument. Of an
   * argument that is replaced: the number of the result. Otherwise -1. */
  intptr_t partner;
} AmpSlot;

/* Form of the module that ampRewriteText returns. */
typedef enum AmpFormat { AmpFormatText = 0, AmpFormatBytecode = 1 } AmpFormat;

/* Version of the library, such as "0.2.0". */
MLIR_CAPI_EXPORTED const char *ampVersion(void);

/* Adds the amp dialect, and with `withGraphDialects` those of the programs that
 * amp-opt reads: upstream's, and this library's StableHLO, CHLO, MHLO, Shardy
 * and TMTensor. A dialect whose name the registry knows keeps
 * its registration; ops of another StableHLO are known by name. Fails if the
 * registry has a dialect `amp` of another library. */
MLIR_CAPI_EXPORTED MlirLogicalResult
ampRegisterDialects(MlirDialectRegistry registry, bool withGraphDialects);

/* Makes all passes and pipelines known to mlirParsePassPipeline. */
MLIR_CAPI_EXPORTED void ampRegisterPasses(void);

/* Adds the pipeline of `--amp` to a pass manager of builtin.module. Fails if
 * `options->compute` is null. `report` and `summary` write nothing here. */
MLIR_CAPI_EXPORTED MlirLogicalResult ampAddPipeline(MlirOpPassManager passes,
                                                    const AmpOptions *options);

/* Runs a pass manager on a module, which is changed in place. An error if the
 * module belongs to another context than the pass manager. */
MLIR_CAPI_EXPORTED AmpResult *ampRunPassManager(MlirPassManager passes,
                                                MlirModule module);

/* Rewrites a module in place, and verifies it after the last pass. After a
 * failure the module may only be printed and destroyed. */
MLIR_CAPI_EXPORTED AmpResult *ampRewrite(MlirModule module,
                                         const AmpOptions *options);

/* Runs pipelines in their text form, "amp{compute=bf16},canonicalize", on a
 * module in place. Unknown passes and options are errors that list the known
 * ones. With `report`, the amp pipelines in it report (ampResultReport). */
MLIR_CAPI_EXPORTED AmpResult *ampRunPipeline(MlirModule module,
                                             MlirStringRef pipeline);

/* Parses a module (text, or bytecode of this MLIR), runs pipelines on it, and
 * prints it, as amp-opt does, in a context of its own. Text is checked before
 * MLIR's parser sees it: deep nesting and malformed data are errors. An option
 * `report=<report>` of a pipeline puts the report into the result. */
MLIR_CAPI_EXPORTED AmpResult *
ampRewriteText(MlirStringRef module, MlirStringRef pipeline, AmpFormat format);

MLIR_CAPI_EXPORTED bool ampResultSucceeded(const AmpResult *result);
/* Errors, warnings and remarks with locations, one per line. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultDiagnostics(const AmpResult *result);
/* JSON of the report; "" if none was requested. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultReport(const AmpResult *result);
/* Text of `summary` and `explain`. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultTables(const AmpResult *result);
/* Text or bytecode of ampRewriteText; "" of other functions. */
MLIR_CAPI_EXPORTED MlirStringRef ampResultModule(const AmpResult *result);
/* Signature of the public functions, arguments before results; *count is their
 * number. Empty after a failure. */
MLIR_CAPI_EXPORTED const AmpSlot *ampResultSlots(const AmpResult *result,
                                                 intptr_t *count);
/* Does nothing for null. */
MLIR_CAPI_EXPORTED void ampResultDestroy(AmpResult *result);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_AMP_H */
