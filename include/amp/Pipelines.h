// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines and their options, with the names, defaults and checks of the
// command line. A pipeline run reports an invalid option as an error.
#ifndef AMP_PIPELINES_H
#define AMP_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include <functional>

struct amprt_convolution;
struct amprt_matmul;

namespace mlir::amp {

/// Options of `--amp`.
struct AmpOptions : PassPipelineOptions<AmpOptions> {
  Option<std::string> compute{
      *this, "compute",
      llvm::cl::desc(
          "low precision: f16, bf16, or f32 to lower nothing (required)")};
  Option<std::string> preset{
      *this, "preset", llvm::cl::init("default"),
      llvm::cl::desc("name of a policy that is part of the tool")};
  Option<std::string> policyFile{
      *this, "policy-file",
      llvm::cl::desc("text file with an #amp.policy attribute; replaces the "
                     "preset")};
  Option<std::string> solver{
      *this, "solver", llvm::cl::init("mincut"),
      llvm::cl::desc(
          "mincut: the assignment with the least predicted time on "
          "the chip, among all that the policy permits; paint: every "
          "allowed op is low")};
  Option<std::string> chip{
      *this, "chip", llvm::cl::init("sm_90"),
      llvm::cl::desc(
          "chip of the cost model: cpu, sm_70, sm_80, sm_86, sm_89, sm_90, "
          "sm_100, sm_120 or h200")};
  Option<std::string> ranges{
      *this, "ranges", llvm::cl::desc("JSON file of amp-run --record-ranges")};
  Option<std::string> io{
      *this, "io",
      llvm::cl::desc("type of f32 arguments and results of public functions: "
                     "f16, bf16 or keep (f32)")};
  Option<std::string> f32{
      *this, "f32",
      llvm::cl::desc(
          "contractions that stay f32: strict (no chip may round "
          "their operands to TF32), tf32 (f32 only where a denial, "
          "the training structure or the ranges need it) or keep (as "
          "in the input)")};
  Option<std::string> reduce{
      *this, "reduce",
      llvm::cl::desc(
          "type of sums of gradients over devices, between "
          "contraction and mark: f32, or low (the compute type), "
          "which halves the traffic; scaled gradients are summed with"
          " their scale")};
  Option<std::string> lossScale{
      *this, "loss-scale", llvm::cl::init("none"),
      llvm::cl::desc(
          "scale of the seeds of a marked training step: dynamic, "
          "dynamic:N, static:N, or none; the marks are erased in any "
          "case")};
  Option<std::string> scaler{
      *this, "scaler",
      llvm::cl::desc(
          "rule of a dynamic scale: default, or the name of a "
          "framework, with changes if any (torch,interval=500); or an"
          " #amp.scaler")};
  Option<bool> inferMarks{
      *this, "infer-marks", llvm::cl::init(false),
      llvm::cl::desc(
          "derive seed, gradients, states and loss of a step without "
          "marks from its structure; an error if they are ambiguous")};
  Option<bool> exactScale{
      *this, "exact-scale", llvm::cl::init(false),
      llvm::cl::desc("refuse scales that are not powers of two")};
  Option<std::string> weights{
      *this, "weights",
      llvm::cl::desc(
          "master: the update also writes a 16-bit copy of each "
          "parameter that the step casts; pure: parameters are 16-bit"
          " themselves; threshold:BITS: integers of 2 to 8 bits with an "
          "exact f32 accumulator")};
  Option<std::string> saved{
      *this, "saved", llvm::cl::init("keep"),
      llvm::cl::desc("values of the forward pass that the backward pass of a "
                     "marked training step reads: keep, or f8, 8-bit floats")};
  Option<std::string> align{
      *this, "align", llvm::cl::init("off"),
      llvm::cl::desc("padding for tensor cores: off, profitable (where the "
                     "predicted gain exceeds the cost) or always")};
  Option<bool> padState{
      *this, "pad-state", llvm::cl::init(false),
      llvm::cl::desc("with align: marked states stay padded from step to step; "
                     "@main_pad_state pads a checkpoint, @main_unpad_state "
                     "removes the padding")};
  Option<std::string> dynamic{
      *this, "dynamic", llvm::cl::init("keep"),
      llvm::cl::desc("with align: dimensions that are known at run time only: "
                     "keep, or round-up to the multiple that tensor cores load "
                     "fast")};
  Option<std::string> debug{
      *this, "debug",
      llvm::cl::desc(
          "overflow: the functions also return the number of "
          "infinities, NaN and flushed zeros per op, and the first op"
          " that overflowed, which amp-run explains; "
          "overflow-by-class: the same per class of ops")};
  Option<bool> verify{*this, "verify", llvm::cl::init(true),
                      llvm::cl::desc("run the checkers")};
  Option<bool> summary{
      *this, "summary", llvm::cl::init(false),
      llvm::cl::desc("print ops per class and precision, casts, memory and "
                     "predicted time on stderr")};
  Option<std::string> report{
      *this, "report",
      llvm::cl::desc("JSON file for every decision with its reason, bytes and "
                     "memory")};
  Option<std::string> explain{
      *this, "explain",
      llvm::cl::desc("regular expression: print on stderr, for each op whose "
                     "name, function, scope or location matches, the reason of "
                     "its precision")};
  Option<bool> annotate{
      *this, "annotate", llvm::cl::init(false),
      llvm::cl::desc("write each decision with its reason and predicted time "
                     "into the output, as amp.decision")};
  Option<std::string> memory{
      *this, "memory",
      llvm::cl::desc("for report and summary: available bytes, such as 80GiB, "
                     "for the largest batch that fits")};
  Option<int64_t> batch{
      *this, "batch", llvm::cl::init(0),
      llvm::cl::desc("for report and summary: batch size; found by default")};
};

/// Options of `--amp-to-gpu`.
struct GpuOptions : PassPipelineOptions<GpuOptions> {
  Option<std::string> chip{
      *this, "chip", llvm::cl::init("sm_90a"),
      llvm::cl::desc("chip of the kernels: sm_80, sm_90a, sm_100a, ...")};
  Option<std::string> format{
      *this, "format", llvm::cl::init("isa"),
      llvm::cl::desc(
          "isa: PTX, which needs no toolkit; bin or fatbin: assembled"
          " by CUDA's ptxas")};
  Option<std::string> products{
      *this, "products", llvm::cl::init("own"),
      llvm::cl::desc("own: generated kernels, with the epilogues of a matmul; "
                     "cublaslt: calls of that library for matmuls that it "
                     "supports with their epilogues, kernels for others")};
  Option<std::string> convolutions{
      *this, "convolutions", llvm::cl::init("own"),
      llvm::cl::desc(
          "own: generated kernels, with the epilogues of a "
          "convolution; cudnn: calls of that library for convolutions"
          " that it supports, kernels for others and for epilogues")};
  Option<std::string> attention{
      *this, "attention", llvm::cl::init("fused"),
      llvm::cl::desc("separate: contractions and softmax of attention are "
                     "kernels of their own; fused: one kernel where the form "
                     "is known, with a remark for each attention")};
  Option<std::string> align{
      *this, "align", llvm::cl::init("profitable"),
      llvm::cl::desc("off, profitable or always: pad dimensions for tensor "
                     "cores; arguments and results keep their types")};
  Option<bool> recompute{
      *this, "recompute", llvm::cl::init(true),
      llvm::cl::desc("compute values again where that takes less time than to "
                     "write and read them")};
  Option<std::string> memory{
      *this, "memory",
      llvm::cl::desc(
          "available bytes, such as 80GiB: values are computed again "
          "until the plan fits, or an error if it cannot; by "
          "default, time alone decides")};
  Option<bool> statesInPlace{
      *this, "states-in-place", llvm::cl::init(false),
      llvm::cl::desc("results with the amp.state of an argument overwrite the "
                     "argument, as if it were donated")};
  Option<bool> summary{
      *this, "summary", llvm::cl::init(false),
      llvm::cl::desc("print the kernels on stderr: launches, bytes read and "
                     "written, floating-point operations, modelled time and "
                     "what bounds it")};
  Option<std::string> report{
      *this, "report", llvm::cl::init(""),
      llvm::cl::desc("with format=isa: write the kernels, the plan of memory "
                     "and what is saved or computed again to a JSON file")};
  Option<bool> noteLaunches{
      *this, "note-launches", llvm::cl::init(false),
      llvm::cl::desc(
          "add amp.launches to the module, by which amp-run "
          "--time=kernels compares kernels with the chip's peak rates")};
  Option<bool> poison{
      *this, "poison", llvm::cl::init(false),
      llvm::cl::desc("to debug kernels: fill the bytes of each temporary with "
                     "NaN before its first use")};
  Option<int> tile{
      *this, "tile", llvm::cl::init(-1),
      llvm::cl::desc("to measure tiles: row of the table of "
                     "amp-tensor-core-kernels for contractions that it suits; "
                     "-1 (default) chooses by modelled time")};

  /// Predicates: return true if the library has an algorithm for the op on this
  /// device. Null accepts all ops.
  std::function<bool(const struct amprt_matmul &)> hasMatmul;
  std::function<bool(const struct amprt_convolution &)> hasConvolution;
};

/// Adds the passes of `--amp` to a pass manager of builtin.module. They rewrite
/// a model graph to mixed precision within its own dialects. Copies the
/// options.
void buildAmpPipeline(OpPassManager &passes, const AmpOptions &options);

/// Adds the passes that lower this project's StableHLO, before or after --amp,
/// to the LLVM dialect with calls to the runtime (lib/Run/Run.h). A foreign
/// StableHLO is an error.
void buildCpuPipeline(OpPassManager &passes);

/// Adds the passes that lower this project's StableHLO, before or after --amp,
/// to `gpu.binary @kernels` and host code in the LLVM dialect with calls to the
/// runtime (lib/Run/Device.h). A foreign StableHLO is an error.
void buildGpuPipeline(OpPassManager &passes, const GpuOptions &options);

/// Returns true if the pass managers of the tools verify the module after each
/// pass, instead of only at certain stages of the pipelines. This holds in
/// builds with assertions, and if the environment variable AMP_VERIFY_EACH is
/// set.
bool verifiesEachPass();

/// Register the pipelines with MLIR's pass registry, by their text forms.
/// `adjust` may change the options of each `--amp` before its passes are added.
void registerAmpPipelines(std::function<void(AmpOptions &)> adjust = {});
void registerCpuPipelines();
void registerGpuPipelines();

} // namespace mlir::amp

#endif // AMP_PIPELINES_H
