// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Arrays/Arrays.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

Array Array::shaped(const Element &element, llvm::ArrayRef<int64_t> shape) {
  Array array;
  array.element = &element;
  array.shape.assign(shape.begin(), shape.end());
  return array;
}

Array Array::make(const Element &element, llvm::ArrayRef<int64_t> shape) {
  Array array = shaped(element, shape);
  array.allocate();
  return array;
}

void Array::allocate() {
  data.reset(static_cast<char *>(amprt_alloc(bytes(), 64)));
}

uint64_t Array::count() const {
  uint64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::string Array::describe() const {
  return element->numpy.str() + " " + describeShape(shape);
}

std::string amp::runner::describeShape(llvm::ArrayRef<int64_t> shape) {
  std::string sizes = llvm::join(
      llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }),
      ", ");
  return "(" + sizes + (shape.size() == 1 ? ",)" : ")");
}
