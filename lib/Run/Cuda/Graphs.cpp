// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Graphs.h"
#include "lib/Run/Backend.h"

#include <algorithm>

using namespace amprt;
using namespace amprt::cuda;

/// Limit on the graphs; a step whose state buffers alternate needs fewer.
static constexpr size_t mostGraphs = 16;

void Graphs::run(amprt_step step, void **buffers, uint32_t count,
                 Handle stream) {
  std::vector<void *> key(buffers, buffers + count);
  for (const Graph &graph : graphs)
    if (graph.step == step && graph.buffers == key)
      return driver.check(driver.graphLaunch(graph.executable, stream), nullptr,
                          "cannot replay a step");
  auto known = areRecordable.find(step);
  if (known != areRecordable.end() && known->second)
    if (Handle executable = record(step, buffers, stream)) {
      if (graphs.size() == mostGraphs)
        drop(std::prev(graphs.end()));
      graphs.push_front({step, key, executable});
      return driver.check(driver.graphLaunch(executable, stream), nullptr,
                          "cannot replay a step");
    }
  phase = known == areRecordable.end() ? Phase::First : Phase::Again;
  isRecordable = true;
  step(buffers);
  phase = Phase::Idle;
  areRecordable[step] = isRecordable;
}

void Graphs::runCalls(amprt_step step, void **buffers) {
  phase = Phase::Again;
  step(buffers);
  phase = Phase::Idle;
}

Handle Graphs::record(amprt_step step, void **buffers, Handle stream) {
  Handle graph = nullptr, executable = nullptr;
  std::string failure = "cannot record a step";
  driver.check(driver.streamBeginCapture(stream, CaptureModeRelaxed), nullptr,
               failure);
  phase = Phase::Record;
  loops.begin();
  step(buffers);
  phase = Phase::Idle;
  Result result = driver.streamEndCapture(stream, &graph);
  if (loops.hasLoops() && !loops.areRecordable())
    result = NotSupported;
  if (result == Success) {
    failure = "cannot make a graph of a step";
    result = driver.graphInstantiate(&executable, graph, 0);
  }
  if (graph)
    driver.graphDestroy(graph);
  if (result != Success && loops.hasLoops()) {
    loops.disable();
    return nullptr;
  }
  driver.check(result, nullptr, failure);
  return executable;
}

void Graphs::noteRead(const char *where) {
  if (isRecording())
    fail(where, "a step that did not read at first reads now: expects every "
                "run of a step to read, or none");
  isRecordable = false;
}

void Graphs::noteLoop(const void *loop, bool continues) {
  bool isRunning = !running.empty() && running.back() == loop;
  if (!continues && isRunning)
    running.pop_back();
  else if (!continues)
    isRecordable = false;
  else if (!isRunning)
    running.push_back(loop);
}

void Graphs::drop(std::list<Graph>::iterator graph) {
  driver.graphExecDestroy(graph->executable);
  graphs.erase(graph);
}

void Graphs::forget(void *buffer) {
  for (auto graph = graphs.begin(); graph != graphs.end();) {
    auto next = std::next(graph);
    const std::vector<void *> &buffers = graph->buffers;
    if (std::find(buffers.begin(), buffers.end(), buffer) != buffers.end())
      drop(graph);
    graph = next;
  }
}

void Graphs::clear() {
  while (!graphs.empty())
    drop(graphs.begin());
}
