// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Op names, attributes and types are encoded by their addresses, which are
// unique in a context; values and blocks by numbers. Printing an op takes five
// times as long.
#include "lib/Lowering/Gpu/Units/StructureKey.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class StructureKey {
public:
  void add(Operation *op);
  std::string bytes;

private:
  void put(uint64_t word) {
    bytes.append(reinterpret_cast<const char *>(&word), sizeof(word));
  }
  void put(const void *address) { put(reinterpret_cast<uint64_t>(address)); }
  void define(ValueRange values);

  llvm::DenseMap<const void *, uint64_t> numbers; // of values and blocks
};
} // namespace

void StructureKey::define(ValueRange values) {
  put(values.size());
  for (Value value : values) {
    numbers.try_emplace(value.getAsOpaquePointer(), numbers.size());
    put(value.getType().getAsOpaquePointer());
  }
}

void StructureKey::add(Operation *op) {
  put(op->getName().getAsOpaquePointer());
  put(op->getDiscardableAttrDictionary().getAsOpaquePointer());
  put(op->getPropertiesAsAttribute().getAsOpaquePointer());
  put(op->getNumOperands());
  for (Value operand : op->getOperands())
    put(numbers.lookup(operand.getAsOpaquePointer()));
  put(op->getNumSuccessors());
  for (Block *block : op->getSuccessors())
    put(numbers.lookup(block));
  define(op->getResults());
  put(op->getNumRegions());
  for (Region &region : op->getRegions()) {
    put(region.getBlocks().size());
    for (Block &block : region) {
      numbers.try_emplace(&block, numbers.size());
      define(block.getArguments());
      put(block.getOperations().size());
    }
    for (Block &block : region)
      for (Operation &inner : block)
        add(&inner);
  }
}

std::string mlir::amp::lowering::structureOf(Operation *op) {
  StructureKey key;
  key.add(op);
  return std::move(key.bytes);
}
