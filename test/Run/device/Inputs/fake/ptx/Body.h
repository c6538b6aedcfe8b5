// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of a kernel, and of the functions that it calls.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_BODY_H
#define TEST_RUN_DEVICE_FAKE_PTX_BODY_H

#include "Program.h"
#include "Text.h"

#include <cstring>

namespace ptx {

struct Function {
  std::string result;
  std::vector<std::string> parameters;
  std::vector<Line> body;
};

/// Symbols that bodies may name.
struct Outside {
  std::map<std::string, Function> functions;
  std::map<std::string, uint64_t> arrays; // addresses
  std::string dynamicShared;
};

/// Empty, or what is unknown where.
std::string readBody(Kernel &kernel, const std::vector<Line> &lines,
                     const Outside &outside);

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_BODY_H
