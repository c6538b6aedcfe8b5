// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of a GPU that there is not: memory is the host's, kernels are
// functions of the host, a stream does at once what it is told, or keeps it for
// a graph while it records. Every call is logged on stdout if FAKE_CUDA_LOG is
// set. FAKE_CUDA_FAIL="cuMemAlloc_v2 2 3" makes the third call of a function
// give error 2; FAKE_CUDA_VERSION is the driver's, 12040 without it, and
// FAKE_CUDA_ANY=1 has it launch kernels that it does not know, without effect.
#ifndef TEST_RUN_DEVICE_FAKE_H
#define TEST_RUN_DEVICE_FAKE_H

#include <functional>

/// Logs a call, and returns the error that it is to give.
int fakeCall(const char *function, const char *details = "");

/// Does `work` now, or in the graph that is being recorded.
void fakeEnqueue(std::function<void()> work);

#endif // TEST_RUN_DEVICE_FAKE_H
