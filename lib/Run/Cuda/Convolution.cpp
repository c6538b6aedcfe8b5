// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Convolution.h"
#include "lib/Run/Cuda/Library.h"

#include <algorithm>
#include <array>

using namespace amprt;
using namespace amprt::cuda;

std::string Dnn::load() {
#define AMPRT_SYMBOL(name, symbol, parameters)                                 \
  {#symbol, reinterpret_cast<void **>(&this->name)},
  return loadLibrary({"libcudnn.so.9", "libcudnn.so.8"},
                     {AMPRT_CUDA_DNN(AMPRT_SYMBOL)});
#undef AMPRT_SYMBOL
}

/// cuDNN requires at least two spatial dimensions.
static int rankOf(const struct amprt_convolution &how) {
  return std::max<int>(how.rank, 2);
}

/// Converts `sizes` to int. A missing second dimension has the size `none`.
static void widen(const struct amprt_convolution &how,
                  const int64_t (&sizes)[3], int none, int *to) {
  to[rankOf(how) - 1] = none;
  std::copy(sizes, sizes + how.rank, to);
}

Convolution::Convolution(const Dnn &dnn, const ConvolutionCall &call)
    : dnn(dnn), call(call) {
  const struct amprt_convolution &how = call.how;
  setTensor(x, how.in, how.in_features);
  setTensor(y, how.out, how.out_features);
  setFilter();
  setWindow();
  const struct amprt_images &with = call.with;
  Image all[3] = {{x, with.x}, {w, with.w}, {y, with.y}};
  static constexpr int orders[][3] = {{0, 1, 2}, {1, 2, 0}, {0, 2, 1}};
  for (int i = 0; i < 3; ++i)
    images[i] = all[orders[how.kind][i]];
}

Convolution::~Convolution() {
  dnn.tensorDestroy(x);
  dnn.tensorDestroy(y);
  dnn.filterDestroy(w);
  dnn.windowDestroy(window);
}

void Convolution::setTensor(Handle &desc, const int64_t (&sizes)[3],
                            int64_t features) {
  const struct amprt_convolution &how = call.how;
  int rank = rankOf(how), dims[5] = {int(how.batch), int(features)};
  widen(how, sizes, 1, dims + 2);
  int strides[5], step = 1;
  auto walk = [&](int dim) {
    strides[dim] = step;
    step *= dims[dim];
  };
  if (how.layout == AMPRT_FEATURES_LAST)
    walk(1);
  for (int dim = rank; dim; --dim)
    walk(dim + 1);
  if (how.layout == AMPRT_FEATURES_FIRST)
    walk(1);
  walk(0);
  note(dnn.tensorCreate(&desc));
  if (!error)
    note(dnn.tensorSet(desc, dataNumbers[how.type], rank + 2, dims, strides));
}

void Convolution::setFilter() {
  const struct amprt_convolution &how = call.how;
  int dims[5] = {int(how.out_features), int(how.in_features / how.groups)};
  widen(how, how.window, 1, dims + 2);
  note(dnn.filterCreate(&w));
  if (!error)
    note(dnn.filterSet(w, dataNumbers[how.type], formatNumbers[how.layout],
                       rankOf(how) + 2, dims));
}

void Convolution::setWindow() {
  const struct amprt_convolution &how = call.how;
  int pads[3], strides[3], dilations[3];
  widen(how, how.pads, 0, pads);
  widen(how, how.strides, 1, strides);
  widen(how, how.dilations, 1, dilations);
  note(dnn.windowCreate(&window));
  if (!error)
    note(dnn.windowSet(window, rankOf(how), pads, strides, dilations,
                       CrossCorrelation, dataNumbers[AMPRT_F32]));
  if (!error)
    note(dnn.setGroups(window, how.groups));
  if (!error)
    note(setMath(how.type == AMPRT_F32 ? DefaultMath : TensorOpMath));
}

/// Sets the math type that cuDNN proposes, unless it must not cut f32 to TF32.
int Convolution::setMath(int math) const {
  const struct amprt_convolution &how = call.how;
  bool isExact = how.type == AMPRT_F32 && how.compute == AMPRT_COMPUTE_F32;
  return dnn.setMath(window, isExact ? FmaMath : math);
}

int Convolution::propose(Handle library, ConvolutionAlgorithm *ways, int most,
                         uint64_t workspace) const {
  int found = 0;
  auto propose = std::array{dnn.proposeForward, dnn.proposeData,
                            dnn.proposeFilter}[call.how.kind];
  if (propose(library, images[0].desc, images[1].desc, window, images[2].desc,
              most, &found, ways))
    found = 0;
  return std::remove_if(ways, ways + found,
                        [&](const ConvolutionAlgorithm &way) {
                          return way.status || !way.isDeterministic ||
                                 way.workspace > workspace;
                        }) -
         ways;
}

int Convolution::run(Handle library, const ConvolutionAlgorithm &way, void *to,
                     void *workspace) const {
  const struct amprt_convolution &how = call.how;
  if (int status = setMath(way.math))
    return status;
  auto run =
      std::array{dnn.forward, dnn.dataGradient, dnn.filterGradient}[how.kind];
  const Image &a = images[0], &b = images[1];
  return run(library, &how.alpha, a.desc, a.memory, b.desc, b.memory, window,
             way.algorithm, workspace, way.workspace, &how.beta, images[2].desc,
             to);
}
