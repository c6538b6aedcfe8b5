// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interface of the fake libraries to the fake driver.
#ifndef TEST_RUN_DEVICE_FAKE_LIBRARY_H
#define TEST_RUN_DEVICE_FAKE_LIBRARY_H

#include <cstdint>
#include <dlfcn.h>
#include <functional>
#include <string>

using Handle = void *;

template <typename Function> static Function *driver(const char *name) {
  static void *library = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<Function *>(dlsym(library, name));
}

/// Logs a call, and returns the error that it is to give.
static int call(const char *function, const std::string &details = "") {
  return driver<int(const char *, const char *)>("fakeLibraryCall")(
      function, details.c_str());
}

/// Tells of memory that is read or written.
static void visit(const void *memory, uint64_t bytes, bool isWrite) {
  driver<void(const void *, uint64_t, bool)>("fakeLibraryVisit")(memory, bytes,
                                                                 isWrite);
}

/// Does `work` now, or in the graph that is being recorded.
static void enqueue(Handle stream, std::function<void()> work) {
  driver<void(Handle, std::function<void()> *)>("fakeLibraryEnqueue")(stream,
                                                                      &work);
}

#endif // TEST_RUN_DEVICE_FAKE_LIBRARY_H
