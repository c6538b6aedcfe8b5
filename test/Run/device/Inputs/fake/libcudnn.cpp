// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cuDNN of a GPU that there is not. Of the five ways to compute each
// convolution, one cannot, one asks for too much memory, one is not
// deterministic; of the others, the second is the fastest.
#include "Convolution.h"
#include "Library.h"

namespace {
struct Way {
  int algorithm, status;
  float milliseconds;
  size_t memory;
  int isDeterministic, math;
  int reserved[3];
};
} // namespace

/// cudnnDataType_t as library_types.h has it; negative: none of these.
static Handle streamOfLibrary = nullptr;

static int typeOf(int type) {
  return type == 0 ? Float : type == 2 ? Half : type == 9 ? BFloat : -1;
}

static Array &array(Handle handle) { return *static_cast<Array *>(handle); }
static Window &window(Handle handle) { return *static_cast<Window *>(handle); }

static int propose(const char *function, int most, int *found, Way *ways) {
  if (int error = call(function, std::to_string(most)))
    return error;
  const Way all[] = {{0, 3000, 0, 0, 1, 0, {}},
                     {1, 0, 1, 1024, 1, 0, {}},
                     {2, 0, 1, size_t(1) << 40, 1, 0, {}},
                     {3, 0, 1, 1024, 0, 0, {}},
                     {4, 0, 1, 1024, 1, 0, {}}};
  std::copy(all, all + 5, ways);
  *found = 5;
  return 0;
}

static int run(const char *function, Convolution convolution, const void *alpha,
               int algorithm, size_t memory, const void *beta) {
  int math = convolution.window.math;
  if (int error = call(function, "way " + std::to_string(algorithm) +
                                     ", math " + std::to_string(math)))
    return error;
  if (memory != 1024)
    return 2000;
  driver<void(float)>("fakeLater")(algorithm == 4 ? 1 : 2);
  convolution.alpha = *static_cast<const float *>(alpha);
  convolution.beta = *static_cast<const float *>(beta);
  convolution.cutsToTf32 = convolution.x.type == Float && math != 3;
  enqueue(streamOfLibrary, [convolution] {
    struct Row {
      const Array &array;
      void *data;
      Convolution::Kind kind;
    };
    for (const Row &row :
         {Row{convolution.x, convolution.dataX, Convolution::DataGradient},
          Row{convolution.w, convolution.dataW, Convolution::FilterGradient},
          Row{convolution.y, convolution.dataY, Convolution::Forward}}) {
      bool isResult = row.kind == convolution.kind;
      int64_t bytes = row.array.elements() * (row.array.type == Float ? 4 : 2);
      if (!isResult || convolution.beta)
        visit(row.data, bytes, false);
      if (isResult)
        visit(row.data, bytes, true);
    }
    convolution.run();
  });
  return 0;
}

extern "C" {
int cudnnCreate(Handle *library) {
  *library = &library;
  return call("cudnnCreate");
}
int cudnnDestroy(Handle) { return call("cudnnDestroy"); }
int cudnnSetStream(Handle, Handle stream) {
  streamOfLibrary = stream;
  return call("cudnnSetStream");
}

int cudnnCreateTensorDescriptor(Handle *desc) {
  *desc = new Array;
  return 0;
}
int cudnnDestroyTensorDescriptor(Handle desc) {
  delete static_cast<Array *>(desc);
  return 0;
}
int cudnnSetTensorNdDescriptor(Handle desc, int type, int count,
                               const int *sizes, const int *strides) {
  array(desc) = {
      typeOf(type), {sizes, sizes + count}, {strides, strides + count}};
  return typeOf(type) < 0 || count < 4 ? 2000 : 0;
}

int cudnnCreateFilterDescriptor(Handle *desc) {
  return cudnnCreateTensorDescriptor(desc);
}
int cudnnDestroyFilterDescriptor(Handle desc) {
  return cudnnDestroyTensorDescriptor(desc);
}
/// Sizes are [k, c, spatial..], whatever the format: [k, spatial.., c] (1) or
/// the same (0).
int cudnnSetFilterNdDescriptor(Handle desc, int type, int format, int count,
                               const int *sizes) {
  std::vector<int> strides(count);
  int step = 1;
  auto walk = [&](int dim) {
    strides[dim] = step;
    step *= sizes[dim];
  };
  if (format == 1)
    walk(1);
  for (int dim = count - 1; dim > 1; --dim)
    walk(dim);
  if (format == 0)
    walk(1);
  walk(0);
  array(desc) = {typeOf(type), {sizes, sizes + count}, strides};
  return typeOf(type) < 0 || count < 4 ? 2000
                                       : call("cudnnSetFilterNdDescriptor");
}

int cudnnCreateConvolutionDescriptor(Handle *desc) {
  *desc = new Window;
  return 0;
}
int cudnnDestroyConvolutionDescriptor(Handle desc) {
  delete static_cast<Window *>(desc);
  return 0;
}
int cudnnSetConvolutionNdDescriptor(Handle desc, int count, const int *pads,
                                    const int *strides, const int *dilations,
                                    int mode, int compute) {
  window(desc) = {{pads, pads + count},
                  {strides, strides + count},
                  {dilations, dilations + count}};
  return mode == 1 && compute == 0 ? 0 : 2000;
}
int cudnnSetConvolutionGroupCount(Handle desc, int groups) {
  window(desc).groups = groups;
  return 0;
}
int cudnnSetConvolutionMathType(Handle desc, int math) {
  window(desc).math = math;
  return 0;
}

int cudnnGetConvolutionForwardAlgorithm_v7(Handle, Handle, Handle, Handle,
                                           Handle, int most, int *found,
                                           Way *ways) {
  return propose("cudnnGetConvolutionForwardAlgorithm_v7", most, found, ways);
}
int cudnnGetConvolutionBackwardDataAlgorithm_v7(Handle, Handle, Handle, Handle,
                                                Handle, int most, int *found,
                                                Way *ways) {
  return propose("cudnnGetConvolutionBackwardDataAlgorithm_v7", most, found,
                 ways);
}
int cudnnGetConvolutionBackwardFilterAlgorithm_v7(Handle, Handle, Handle,
                                                  Handle, Handle, int most,
                                                  int *found, Way *ways) {
  return propose("cudnnGetConvolutionBackwardFilterAlgorithm_v7", most, found,
                 ways);
}

int cudnnConvolutionForward(Handle, const void *alpha, Handle x,
                            const void *dataX, Handle w, const void *dataW,
                            Handle desc, int algorithm, void *, size_t memory,
                            const void *beta, Handle y, void *dataY) {
  return run("cudnnConvolutionForward",
             {Convolution::Forward, window(desc), array(x), array(w), array(y),
              const_cast<void *>(dataX), const_cast<void *>(dataW), dataY, 0, 0,
              false},
             alpha, algorithm, memory, beta);
}
int cudnnConvolutionBackwardData(Handle, const void *alpha, Handle w,
                                 const void *dataW, Handle y, const void *dataY,
                                 Handle desc, int algorithm, void *,
                                 size_t memory, const void *beta, Handle x,
                                 void *dataX) {
  return run("cudnnConvolutionBackwardData",
             {Convolution::DataGradient, window(desc), array(x), array(w),
              array(y), dataX, const_cast<void *>(dataW),
              const_cast<void *>(dataY), 0, 0, false},
             alpha, algorithm, memory, beta);
}
int cudnnConvolutionBackwardFilter(Handle, const void *alpha, Handle x,
                                   const void *dataX, Handle y,
                                   const void *dataY, Handle desc,
                                   int algorithm, void *, size_t memory,
                                   const void *beta, Handle w, void *dataW) {
  return run("cudnnConvolutionBackwardFilter",
             {Convolution::FilterGradient, window(desc), array(x), array(w),
              array(y), const_cast<void *>(dataX), dataW,
              const_cast<void *>(dataY), 0, 0, false},
             alpha, algorithm, memory, beta);
}
}
