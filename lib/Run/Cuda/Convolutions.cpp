// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Convolutions.h"
#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Fastest.h"

using namespace amprt;
using namespace amprt::cuda;

static constexpr int mostWays = 8;

/// Returns all properties on which the proposed algorithms depend.
static std::vector<int64_t> keyOf(const ConvolutionCall &call) {
  const struct amprt_convolution &how = call.how;
  std::vector<int64_t> key = {
      how.rank, how.batch,  how.groups, how.in_features, how.out_features,
      how.kind, how.layout, how.type,   how.compute,     how.beta != 0};
  for (int64_t dim = 0; dim < how.rank; ++dim)
    key.insert(key.end(), {how.in[dim], how.window[dim], how.strides[dim],
                           how.pads[dim], how.dilations[dim]});
  return key;
}

static uint64_t bytesOfResult(const struct amprt_convolution &how) {
  ConvolutionExtents extents = extentsOf(how);
  const uint64_t results[] = {extents.y, extents.x, extents.w};
  return results[how.kind] * bytesOf(how.type);
}

void Convolutions::open(const char *where) {
  std::string error = library ? "" : dnn.load();
  if (!error.empty())
    fail(where, "a convolution needs cuDNN: " + error);
  int status = library ? 0 : dnn.create(&library);
  if (status)
    fail(where, "cuDNN does not start: error " + std::to_string(status));
  workspace =
      allocateNamed(AMPRT_CONVOLUTION_WORKSPACE, "workspace of cuDNN", where);
}

bool Convolutions::has(const struct amprt_convolution &how) {
  if (!library && (!dnn.load().empty() || dnn.create(&library)))
    return true;
  struct amprt_images with = {};
  ConvolutionCall call = {how, with, nullptr};
  Convolution convolution(dnn, call);
  ConvolutionAlgorithm ways[mostWays] = {};
  return !convolution.status() &&
         convolution.propose(library, ways, mostWays,
                             AMPRT_CONVOLUTION_WORKSPACE);
}

void Convolutions::clear() {
  if (library)
    dnn.destroy(library);
  library = nullptr;
}

/// Returns the fastest algorithm that cuDNN proposes.
ConvolutionAlgorithm Convolutions::choose(const Convolution &convolution,
                                          const ConvolutionCall &call,
                                          Handle stream) {
  ConvolutionAlgorithm ways[mostWays] = {};
  int count =
      convolution.propose(library, ways, mostWays, AMPRT_CONVOLUTION_WORKSPACE);
  if (!count)
    fail(call.where, "cuDNN has no way to compute this convolution that gives "
                     "the same bits each time");
  return ways[fastestOf(
      driver, stream, count, bytesOfResult(call.how), [&](int i, void *to) {
        return convolution.run(library, ways[i], to, workspace);
      })];
}

void Convolutions::run(const ConvolutionCall &call, Handle stream,
                       bool isRecording) {
  auto found = chosen.find(keyOf(call));
  bool isNew = found == chosen.end();
  if (isNew && isRecording)
    fail(call.where, "a convolution that did not run at first is to be "
                     "recorded: expects every run of a step to be the same");
  if (!workspace)
    open(call.where);
  // bodies of loops are captured on streams of their own
  if (int status = dnn.setStream(library, stream))
    fail(call.where,
         "cuDNN does not take the stream: error " + std::to_string(status));
  Convolution convolution(dnn, call);
  if (convolution.status())
    fail(call.where, "cuDNN does not take this convolution: error " +
                         std::to_string(convolution.status()));
  if (isNew)
    found =
        chosen.emplace(keyOf(call), choose(convolution, call, stream)).first;
  int status =
      convolution.run(library, found->second, convolution.result(), workspace);
  if (status)
    fail(call.where, "cuDNN cannot convolve: error " + std::to_string(status));
}
