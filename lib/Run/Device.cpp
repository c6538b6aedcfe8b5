// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// API of the callers: one backend, and a registry of its allocations.
#include "AllocationRegistry.h"
#include "Backend.h"
#include "Current.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace amprt;

Current &amprt::getCurrent() {
  static Current &current = *new Current;
  return current;
}

Backend &amprt::getBackend() {
  if (!getCurrent().backend)
    fail(nullptr, "no device is open: expects amprt_open first");
  return *getCurrent().backend;
}

void amprt::fail(const char *where, const std::string &message) {
  amprt_fail((where && *where ? where + (": " + message) : message).c_str());
  std::abort(); // amprt_fail does not return
}

std::string amprt::describeBytes(uint64_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  double size = bytes / 1024.0;
  int unit = 0;
  for (; size >= 1024 && unit < 3; ++unit)
    size /= 1024;
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %s", size, units[unit]);
  return text;
}

void *amprt::allocateNamed(uint64_t bytes, const std::string &name,
                           const char *where) {
  Backend &backend = getBackend();
  void *memory = backend.allocate(bytes);
  if (!memory)
    fail(where, "the device is out of memory: cannot allocate " +
                    describeBytes(bytes) + " for " + name + ", " +
                    describeBytes(getCurrent().used) + " are in use and " +
                    describeBytes(backend.freeBytes()) + " are free");
  getAllocations().add(memory, bytes, name);
  getCurrent().used += bytes;
  return memory;
}

const char *amprt_open(const char *name) {
  struct Row {
    const char *name;
    std::unique_ptr<Backend> (*open)(std::string &error);
  };
  static const Row rows[] = {{"cuda", openCuda}, {"trace", openTrace}};
  static std::string error;
  Current &current = getCurrent();
  if (current.backend)
    return "a device is open already: expects amprt_close before amprt_open";
  for (const Row &row : rows)
    if (!std::strcmp(row.name, name)) {
      current.backend = row.open(error);
      return current.backend ? nullptr : error.c_str();
    }
  error = "expects the device 'cuda' or 'trace', but got '" +
          std::string(name) + "'";
  return error.c_str();
}

void amprt_close() {
  Current &current = getCurrent();
  if (!current.backend)
    return;
  current.backend->wait();
  current = Current();
  getAllocations().clear();
}

const char *amprt_device_name() {
  getCurrent().name = getBackend().describe();
  return getCurrent().name.c_str();
}

const char *amprt_device_chip() {
  getCurrent().chip = getBackend().chip();
  return getCurrent().chip.c_str();
}

void *amprt_device_alloc(uint64_t bytes, const char *name) {
  return allocateNamed(bytes, name ? name : "a buffer");
}

void amprt_device_free(void *memory) {
  if (!memory)
    return;
  getCurrent().used -= getAllocations().remove(memory);
  getBackend().release(memory);
}

static void checkRange(const char *what, const void *memory, uint64_t bytes) {
  std::string error = getAllocations().check(memory, bytes);
  if (!error.empty())
    fail(nullptr,
         std::string("cannot ") + what + ": the device's memory " + error);
}

void amprt_upload(void *to, const void *from, uint64_t bytes) {
  checkRange("upload", to, bytes);
  getBackend().upload(to, from, bytes);
}

void amprt_download(void *to, const void *from, uint64_t bytes) {
  checkRange("download", from, bytes);
  getBackend().download(to, from, bytes);
}

uint64_t amprt_memory_used() { return getCurrent().used; }
uint64_t amprt_memory_free() { return getBackend().freeBytes(); }

/// Checks that buffers have at least the alignment of amprt_device_alloc:
/// kernels access 16 bytes at once.
static void checkAlignment(void **buffers, uint32_t count) {
  constexpr uintptr_t alignment = 256;
  for (uint32_t i = 0; i < count; ++i)
    if (auto address = reinterpret_cast<uintptr_t>(buffers[i]);
        address % alignment)
      fail(nullptr, "a step expects buffers that are aligned to " +
                        std::to_string(alignment) + " bytes, but buffer " +
                        std::to_string(i) + " of " + std::to_string(count) +
                        " is " + std::to_string(address % alignment) +
                        " bytes off: " + getAllocations().describe(buffers[i]));
}

static void keepTimes(Current &current, std::vector<CallTime> times) {
  current.callTimes = std::move(times);
  current.calls.clear();
  for (const CallTime &call : current.callTimes)
    current.calls.push_back({call.name.c_str(), call.where.c_str(),
                             call.isKernel, call.microseconds, call.flops,
                             call.bytes});
}

void amprt_stop_timing(const volatile int *request,
                       void (*stopped)(const struct amprt_call *calls,
                                       uint32_t count)) {
  getCurrent().stopRequest = request;
  getCurrent().stopped = stopped;
}

bool amprt::isTimingStopped() {
  const volatile int *request = getCurrent().stopRequest;
  return request && *request;
}

void amprt::stopTiming(std::vector<CallTime> times) {
  Current &current = getCurrent();
  keepTimes(current, std::move(times));
  current.stopped(current.calls.data(), current.calls.size());
}

uint32_t amprt_time_calls(amprt_step step, void **buffers, uint32_t count,
                          uint32_t samples, const struct amprt_call **calls) {
  checkAlignment(buffers, count);
  Current &current = getCurrent();
  keepTimes(current, getBackend().timeCalls(step, buffers, count, samples));
  *calls = current.calls.data();
  return current.calls.size();
}

void amprt_device_peaks(struct amprt_peaks *peaks) {
  *peaks = getBackend().peaks();
}

uint64_t amprt_assemble(const char *ptx, const void **code) {
  getCurrent().code = getBackend().assemble(ptx);
  *code = getCurrent().code.data();
  return getCurrent().code.size();
}

int amprt_has_matmul(const struct amprt_matmul *how) {
  return getBackend().hasMatmul(*how);
}

int amprt_has_convolution(const struct amprt_convolution *how) {
  return getBackend().hasConvolution(*how);
}

void amprt_run(amprt_step step, void **buffers, uint32_t count) {
  checkAlignment(buffers, count);
  getBackend().run(step, buffers, count);
}

void amprt_wait() { getBackend().wait(); }
