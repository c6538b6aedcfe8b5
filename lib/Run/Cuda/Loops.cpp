// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Loops.h"
#include "lib/Run/Cuda/Library.h"

using namespace amprt;
using namespace amprt::cuda;

static constexpr int leastVersion = 12040;

/// Kernel that sets the condition of a handle to a byte. The driver resolves
/// the function when it assembles the PTX.
static const char setterPtx[] = R"(.version 7.0
.target sm_80
.address_size 64
.extern .func cudaGraphSetConditional (.param .b64 handle, .param .b32 value);
.visible .entry amprt_set_condition(
.param .u64 amprt_set_condition_param_0,
.param .u64 amprt_set_condition_param_1
)
{
.reg .b32 %r<2>;
.reg .b64 %rd<4>;
.param .b64 handle;
.param .b32 value;
ld.param.b64 %rd1, [amprt_set_condition_param_0];
ld.param.b64 %rd2, [amprt_set_condition_param_1];
cvta.to.global.u64 %rd3, %rd2;
ld.global.u8 %r1, [%rd3];
st.param.b64 [handle], %rd1;
st.param.b32 [value], %r1;
call.uni cudaGraphSetConditional, (handle, value);
ret;
}
)";

void Loops::open(int itsVersion, Handle itsContext) {
  version = itsVersion;
  context = itsContext;
}

bool Loops::areRecordable() {
  if (isLoaded)
    return setter;
  isLoaded = true;
  if (version < leastVersion)
    return false;
#define AMPRT_SYMBOL(name, symbol, parameters)                                 \
  {#symbol, reinterpret_cast<void **>(&functions.name)},
  std::string error =
      loadLibrary({"libcuda.so.1"}, {AMPRT_CUDA_CONDITIONALS(AMPRT_SYMBOL)});
#undef AMPRT_SYMBOL
  if (error.empty() &&
      driver.moduleLoad(&module, setterPtx, 0, nullptr, nullptr) == Success &&
      driver.moduleGetFunction(&setter, module, "amprt_set_condition"))
    setter = nullptr;
  return setter;
}

void Loops::clear() {
  for (Handle stream : streams)
    driver.streamDestroy(stream);
  if (module)
    driver.moduleUnload(module);
  streams.clear();
  module = setter = nullptr;
}

Result Loops::read(Handle stream, Capture &capture) const {
  return functions.getCaptureInfo(stream, &capture.status, &capture.id,
                                  &capture.graph, &capture.dependencies,
                                  &capture.edges, &capture.count);
}

/// Creates a condition for a loop in the graph that `stream` captures.
Result Loops::enter(const void *loop, Handle stream) {
  Capture capture;
  Address condition = 0;
  Result result = read(stream, capture);
  if (result == Success)
    result = functions.handleCreate(&condition, capture.graph, context, 0, 0);
  if (result == Success)
    nest.push_back({loop, condition});
  return result;
}

void Loops::setCondition(const void *loop, const void *condition,
                         Handle &stream) {
  isAnyMet = true;
  Result result = setter ? Success : NotSupported;
  if (result == Success && (nest.empty() || nest.back().name != loop))
    result = enter(loop, stream);
  if (result == Success) {
    Address address = addressOf(condition);
    void *arguments[] = {&nest.back().condition, &address};
    result = driver.launchKernel(setter, 1, 1, 1, 1, 1, 1, 0, stream, arguments,
                                 nullptr);
  }
  if (result != Success)
    giveUp(stream);
}

/// Adds a node between the work that `stream` has captured and its later work.
Result Loops::beginBody(Handle &stream) {
  Loop &loop = nest.back();
  ConditionalNode wanted;
  wanted.condition = loop.condition;
  wanted.context = context;
  Capture capture;
  Handle node = nullptr;
  Result result = read(stream, capture);
  if (result == Success)
    result = functions.graphAddNode(&node, capture.graph, capture.dependencies,
                                    capture.edges, capture.count, &wanted);
  if (result == Success)
    result = functions.setCaptureDependencies(stream, &node, nullptr, 1,
                                              SetCaptureDependencies);
  if (result == Success && streams.size() < nest.size()) {
    Handle added = nullptr;
    result = driver.streamCreate(&added, NonBlockingStream);
    if (result == Success)
      streams.push_back(added);
  }
  if (result == Success)
    result =
        functions.beginCaptureToGraph(streams[nest.size() - 1], *wanted.body,
                                      nullptr, nullptr, 0, CaptureModeRelaxed);
  if (result == Success) {
    loop.outer = stream;
    stream = streams[nest.size() - 1];
  }
  return result;
}

Result Loops::endBody(Handle &stream) {
  Handle body = nullptr; // the node's
  Result result = driver.streamEndCapture(stream, &body);
  stream = nest.back().outer;
  nest.pop_back();
  return result;
}

bool Loops::record(const void *loop, Handle &stream) {
  if (!setter || nest.empty() || nest.back().name != loop)
    return false;
  bool isBegin = !nest.back().outer;
  if ((isBegin ? beginBody(stream) : endBody(stream)) != Success) {
    giveUp(stream);
    return false;
  }
  return isBegin;
}

void Loops::giveUp(Handle &stream) {
  while (!nest.empty())
    if (nest.back().outer)
      endBody(stream);
    else
      nest.pop_back();
  disable();
}
