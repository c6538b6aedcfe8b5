// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dense_resource<w_1>, of the data of w in the other module
//   ==>   dense_resource<w>
#include "lib/Support/ParseBeside.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Resources of a module, by type and hash of the data.
class Resources {
public:
  explicit Resources(ModuleOp module);

  bool empty() const { return byHash.empty(); }
  /// Returns the resource with the type and the data of `attribute`, or
  /// `attribute` if there is none. Of several, prefers the same key.
  DenseResourceElementsAttr find(DenseResourceElementsAttr attribute) const;

private:
  using Key = std::pair<Type, uint64_t>;
  static std::optional<StringRef> dataOf(DenseResourceElementsAttr attribute);

  llvm::DenseMap<Key, SmallVector<DenseResourceElementsAttr, 1>> byHash;
};
} // namespace

/// Returns true if the context has resources at all.
static bool hasResources(MLIRContext *context) {
  bool isAny = false;
  DenseResourceElementsHandle::getManagerInterface(context)
      .getBlobManager()
      .getBlobMap([&](const auto &blobs) { isAny = !blobs.empty(); });
  return isAny;
}

std::optional<StringRef>
Resources::dataOf(DenseResourceElementsAttr attribute) {
  AsmResourceBlob *blob = attribute.getRawHandle().getBlob();
  if (!blob)
    return std::nullopt;
  return StringRef(blob->getData().data(), blob->getData().size());
}

Resources::Resources(ModuleOp module) {
  llvm::SetVector<DenseResourceElementsAttr> found;
  AttrTypeWalker walker;
  walker.addWalk(
      [&](DenseResourceElementsAttr attribute) { found.insert(attribute); });
  module.walk([&](Operation *op) { walker.walk(op->getAttrDictionary()); });
  for (DenseResourceElementsAttr attribute : found)
    if (auto data = dataOf(attribute))
      byHash[{attribute.getType(), llvm::xxh3_64bits(*data)}].push_back(
          attribute);
}

/// The parser appends "_1" and so on to a key that exists in the context.
static bool isKeyOf(StringRef key, StringRef original) {
  StringRef rest = key;
  unsigned number;
  return rest.consume_front(original) &&
         (rest.empty() ||
          (rest.consume_front("_") && !rest.getAsInteger(10, number)));
}

DenseResourceElementsAttr
Resources::find(DenseResourceElementsAttr attribute) const {
  auto data = dataOf(attribute);
  if (!data)
    return attribute;
  auto candidates =
      byHash.find({attribute.getType(), llvm::xxh3_64bits(*data)});
  DenseResourceElementsAttr first;
  StringRef key = attribute.getRawHandle().getKey();
  if (candidates != byHash.end())
    for (DenseResourceElementsAttr candidate : candidates->second) {
      if (dataOf(candidate) != data)
        continue;
      if (isKeyOf(key, candidate.getRawHandle().getKey()))
        return candidate;
      first = first ? first : candidate;
    }
  return first ? first : attribute;
}

OwningOpRef<ModuleOp> amp::parseBeside(StringRef file, ModuleOp other) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(file, other.getContext());
  if (!module || !hasResources(other.getContext()))
    return module;
  Resources resources(other);
  if (resources.empty())
    return module;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](DenseResourceElementsAttr attribute) {
    return std::make_pair(Attribute(resources.find(attribute)),
                          WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(*module);
  return module;
}
