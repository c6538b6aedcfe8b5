// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State of the driver: its log, planted failures, and execution of work, at
// once or in the graph that is being recorded.
#ifndef TEST_RUN_DEVICE_FAKE_CALLS_H
#define TEST_RUN_DEVICE_FAKE_CALLS_H

#include "Fake.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <vector>

using Address = unsigned long long;
using Handle = void *;

static constexpr int LaunchFailed = 719, InvalidPtx = 218, NotFound = 500;

namespace {
struct Graph {
  std::vector<std::function<void()>> work;
};

struct Fake {
  Graph *recorded = nullptr; // what is being recorded
  std::set<Address> memory;
  std::map<std::string, int> calls;
  std::string fault; // what a kernel did wrong
  float clock = 0;   // milliseconds
};
} // namespace

static Fake &fake() {
  static Fake &one = *new Fake;
  return one;
}

int fakeCall(const char *function, const char *details) {
  int count = ++fake().calls[function];
  if (std::getenv("FAKE_CUDA_LOG"))
    std::printf("  %s %s\n", function, details);
  char name[64] = "";
  int error = 0, which = 0;
  const char *wanted = std::getenv("FAKE_CUDA_FAIL");
  if (wanted && std::sscanf(wanted, "%63s %d %d", name, &error, &which) == 3 &&
      !std::strcmp(name, function) && count == which)
    return error;
  return 0;
}

FakeInterpreter *fakeInterpreter = nullptr;

/// Copies and fills of what is no memory of the device fail like kernels.
static void visit(Address address, size_t bytes, bool isWrite) {
  if (fakeInterpreter && fake().fault.empty())
    fake().fault = fakeInterpreter->visited(address, bytes, isWrite);
}

void fakeEnqueue(std::function<void()> work) {
  if (fake().recorded)
    fake().recorded->work.push_back(std::move(work));
  else
    work();
}

template <typename... Values>
static std::string text(const char *pattern, Values... values) {
  char line[200];
  std::snprintf(line, sizeof(line), pattern, values...);
  return line;
}

#define CALL(function, ...)                                                    \
  if (int error = fakeCall(function, text(__VA_ARGS__).c_str()))               \
  return error

#endif // TEST_RUN_DEVICE_FAKE_CALLS_H
