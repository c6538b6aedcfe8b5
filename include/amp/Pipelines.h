// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
      llvm::cl::desc("low precision: f16 or bf16 (required)")};
  Option<std::string> preset{
      *this, "preset", llvm::cl::init("default"),
      llvm::cl::desc("name of a policy that ships with the tool")};
  Option<std::string> policyFile{
      *this, "policy-file",
      llvm::cl::desc("text file that holds an #amp.policy attribute")};
  Option<std::string> solver{
      *this, "solver", llvm::cl::init("mincut"),
      llvm::cl::desc("mincut: the fastest assignment on the chip that the "
                     "policy permits; paint: every allowed op is low")};
  Option<std::string> chip{
      *this, "chip", llvm::cl::init("sm_90"),
      llvm::cl::desc("the chip whose time counts: cpu, sm_70, sm_80, sm_90 or "
                     "sm_100")};
  Option<std::string> ranges{
      *this, "ranges",
      llvm::cl::desc("JSON file that amp-run --record-ranges wrote")};
  Option<std::string> io{
      *this, "io",
      llvm::cl::desc("what public functions read and return instead of f32: "
                     "f16, bf16 or keep (f32)")};
  Option<std::string> f32{
      *this, "f32",
      llvm::cl::desc("contractions that stay f32: strict (no chip may cut them "
                     "to TF32), tf32 (only those that must be exact) or keep")};
  Option<std::string> reduce{
      *this, "reduce",
      llvm::cl::desc("sums of gradients over devices, between their products "
                     "and their mark: f32, or low (the compute type), which "
                     "halves what is sent; a scaled gradient is reduced as "
                     "such")};
  Option<std::string> lossScale{
      *this, "loss-scale", llvm::cl::init("none"),
      llvm::cl::desc("what the seeds of a marked training step are multiplied "
                     "by: dynamic, dynamic:N, static:N, or none; the marks go "
                     "in any case")};
  Option<std::string> scaler{
      *this, "scaler",
      llvm::cl::desc("how a dynamic scale moves: the name of a framework, with "
                     "changes if any (torch,interval=500), or an #amp.scaler")};
  Option<bool> inferMarks{
      *this, "infer-marks", llvm::cl::init(false),
      llvm::cl::desc("find seed, gradients, states and loss of a step without "
                     "marks by its structure, or refuse where they are not "
                     "clear")};
  Option<bool> exactScale{
      *this, "exact-scale", llvm::cl::init(false),
      llvm::cl::desc("refuse scales that are no powers of two")};
  Option<std::string> weights{
      *this, "weights",
      llvm::cl::desc("master: parameters that are cast have a 16-bit shadow "
                     "that the update writes; pure: they are 16-bit "
                     "themselves")};
  Option<std::string> align{
      *this, "align", llvm::cl::init("off"),
      llvm::cl::desc(
          "shapes that the chip's matrix units want: off, profitable "
          "(padded where it pays) or always")};
  Option<bool> padState{
      *this, "pad-state", llvm::cl::init(false),
      llvm::cl::desc("with align: marked states stay padded from step to step; "
                     "@main_pad_state pads a checkpoint, @main_unpad_state "
                     "takes it back")};
  Option<std::string> dynamic{
      *this, "dynamic", llvm::cl::init("keep"),
      llvm::cl::desc("with align: dimensions that are known at run time only: "
                     "keep, or round-up, there, to what matrix units want")};
  Option<std::string> debug{
      *this, "debug",
      llvm::cl::desc("overflow: the functions also return how many infinities, "
                     "NaN and flushed zeros each op makes, and which op was "
                     "the first to overflow, which amp-run explains; "
                     "overflow-by-class: the same per class of ops")};
  Option<bool> verify{
      *this, "verify", llvm::cl::init(true),
      llvm::cl::desc("compare the output with the input (amp-verify)")};
  Option<bool> summary{
      *this, "summary", llvm::cl::init(false),
      llvm::cl::desc("print what computes in which precision, on stderr")};
  Option<std::string> report{
      *this, "report",
      llvm::cl::desc("JSON file: every decision and why, bytes and memory")};
  Option<std::string> explain{
      *this, "explain",
      llvm::cl::desc("regular expression: say why each op has its precision "
                     "whose name, function, scope or location matches, on "
                     "stderr")};
  Option<std::string> memory{
      *this, "memory",
      llvm::cl::desc("for report and summary: bytes that there are, such as "
                     "80GiB, and so the largest batch")};
  Option<int64_t> batch{
      *this, "batch", llvm::cl::init(0),
      llvm::cl::desc("for report and summary: size of the batch; without it, "
                     "it is found")};
};

/// Options of `--amp-to-gpu`.
struct GpuOptions : PassPipelineOptions<GpuOptions> {
  Option<std::string> chip{
      *this, "chip", llvm::cl::init("sm_90a"),
      llvm::cl::desc("what the kernels run on: sm_80, sm_90a, sm_100a, ...")};
  Option<std::string> format{
      *this, "format", llvm::cl::init("isa"),
      llvm::cl::desc("isa: PTX, which needs no toolkit; bin or fatbin: "
                     "assembled by CUDA's ptxas")};
  Option<std::string> products{
      *this, "products", llvm::cl::init("own"),
      llvm::cl::desc(
          "own: kernels that are made here, with all that follows a "
          "product; cublaslt: calls of that library for products "
          "that it does with what follows them, kernels for others")};
  Option<std::string> convolutions{
      *this, "convolutions", llvm::cl::init("own"),
      llvm::cl::desc(
          "own: kernels that are made here, with all that follows a "
          "convolution; cudnn: calls of that library for convolutions that it "
          "has, kernels for others and for what follows")};
  Option<bool> statesInPlace{
      *this, "states-in-place", llvm::cl::init(false),
      llvm::cl::desc("results with the amp.state of an argument are written "
                     "where it is, as if it were donated")};
  Option<bool> summary{
      *this, "summary", llvm::cl::init(false),
      llvm::cl::desc("print the kernels on stderr: how often each is launched, "
                     "the bytes that it reads and writes, and its flops")};
  Option<bool> noteLaunches{
      *this, "note-launches", llvm::cl::init(false),
      llvm::cl::desc("the module gets amp.launches, by which amp-run "
                     "--time=kernels compares kernels with the chip's peaks")};

  /// Returns true if a library has an algorithm on this device; null: for all.
  std::function<bool(const struct amprt_matmul &)> hasMatmul;
  std::function<bool(const struct amprt_convolution &)> hasConvolution;
};

/// Mixed precision from model graph to model graph, in the same dialect.
void buildAmpPipeline(OpPassManager &passes, const AmpOptions &options);

/// From StableHLO, before or after --amp, to the LLVM dialect with calls of the
/// runtime (lib/Run/Run.h).
void buildCpuPipeline(OpPassManager &passes);

/// From StableHLO, before or after --amp, to `gpu.binary @kernels` and host
/// code in the LLVM dialect with calls of the runtime (lib/Run/Device.h).
void buildGpuPipeline(OpPassManager &passes, const GpuOptions &options);

/// Makes --amp known to command lines. `adjust` may change its options before
/// they are used, for what a tool says elsewhere.
void registerAmpPipelines(std::function<void(AmpOptions &)> adjust = {});
void registerCpuPipelines();
void registerGpuPipelines();

} // namespace mlir::amp

#endif // AMP_PIPELINES_H
