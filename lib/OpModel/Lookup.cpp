// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the row of an op by its name. Structured linalg ops, which are known by
// their bodies, have one row per class ("linalg.*reduction").
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/rows/Rows.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace mlir;
using namespace mlir::amp;

namespace {
struct Table {
  Table();

  SmallVector<const OpRow *> rows;
  llvm::StringMap<const OpRow *> byName;
  std::array<const OpRow *, getMaxEnumValForOpClass() + 1> linalgByClass = {};
  llvm::StringMap<OpKind> linalgKinds;
  std::array<StringRef, 256> hloNames;
};
} // namespace

Table::Table() {
  static constexpr StringLiteral anyLinalg = "linalg.*";
  for (ArrayRef<OpRow> family :
       {rows::affine(), rows::amp(), rows::arith(), rows::cf(), rows::chlo(),
        rows::func(), rows::linalg(), rows::math(), rows::mhlo(), rows::scf(),
        rows::sdy(), rows::stablehlo(), rows::tensor(), rows::tmTensor(),
        rows::tosa()})
    for (const OpRow &row : family) {
      rows.push_back(&row);
      byName[row.name] = &row;
      if (row.name.starts_with(anyLinalg))
        linalgByClass[static_cast<size_t>(row.opClass)] = &row;
    }
  for (auto [name, kind] : rows::linalgKinds())
    linalgKinds[name] = kind;
  for (const OpRow &row : rows::stablehlo())
    hloNames[static_cast<size_t>(row.kind)] = row.name;
}

static const Table &table() {
  static const Table all;
  return all;
}

/// Returns the built-in row. Passes look up every op, so each thread caches
/// rows; the tables have static lifetime.
LLVM_ATTRIBUTE_ALWAYS_INLINE static const OpRow *
findOwnRow(OperationName name) {
  static thread_local std::array<const OpRow *, 256> met = {};
  StringRef text = name.getStringRef();
  auto key = reinterpret_cast<uintptr_t>(name.getAsOpaquePointer());
  const OpRow *&row = met[(key >> 4 ^ key >> 12) % met.size()];
  if (row && row->name == text)
    return row;
  const OpRow *found = table().byName.lookup(text);
  return found ? row = found : nullptr;
}

/// Quantized types of a contraction embed their float type, so no type changes.
static bool isQuantized(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<quant::QuantizedType>(elementOf(type));
  });
}

const OpRow *amp::lookupRow(Operation *op) {
  if (const OpRow *row = findOwnRow(op->getName()))
    return row->opClass == OpClass::contraction && isQuantized(op) ? nullptr
                                                                   : row;
  if (Dialect *dialect = op->getDialect())
    if (auto *brought = dialect->getRegisteredInterface<OpRows>())
      return brought->lookup(op->getName().getStringRef());
  if (op->getName().getDialectNamespace() != "linalg")
    return nullptr;
  auto model = dyn_cast<ModelOp>(op);
  return model ? table().linalgByClass[static_cast<size_t>(model.getOpClass())]
               : nullptr;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

OpKind amp::kindOf(Operation *op) {
  if (!op)
    return OpKind::other;
  if (const OpRow *row = findOwnRow(op->getName()))
    return row->kind;
  Dialect *dialect = op->getDialect();
  auto *brought = dialect ? dialect->getRegisteredInterface<OpRows>() : nullptr;
  const OpRow *row =
      brought ? brought->lookup(op->getName().getStringRef()) : nullptr;
  return row ? row->kind : OpKind::other;
}

bool amp::isBrought(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect && dialect->getRegisteredInterface<OpRows>() &&
         !findOwnRow(op->getName());
}

OpKind amp::namedKindOf(Operation *op) {
  OpKind kind = kindOf(op);
  return kind != OpKind::other || !op
             ? kind
             : table().linalgKinds.lookup(op->getName().getStringRef());
}

StringRef amp::hloName(OpKind kind) {
  return table().hloNames[static_cast<size_t>(kind)];
}

bool amp::isHlo(Operation *op, OpKind kind) {
  return op && op->getName().getStringRef() == hloName(kind);
}

bool amp::isHlo(Operation *op, std::initializer_list<OpKind> kinds) {
  return llvm::any_of(kinds, [&](OpKind kind) { return isHlo(op, kind); });
}

OpKind amp::hloKindOf(Operation *op) {
  OpKind kind = kindOf(op);
  return isHlo(op, kind) ? kind : OpKind::other;
}

SmallVector<const OpRow *> amp::allRows(MLIRContext &context) {
  SmallVector<const OpRow *> rows = table().rows;
  for (Dialect *dialect : context.getLoadedDialects())
    if (auto *brought = dialect->getRegisteredInterface<OpRows>())
      for (const OpRow &row : brought->getRows())
        rows.push_back(&row);
  return rows;
}

//===----------------------------------------------------------------------===//
// Rows of other dialects
//===----------------------------------------------------------------------===//

static bool isWellFormed(const OpRow &row, StringRef dialect) {
  auto areSlots = [](StringRef letters) {
    return !letters.empty() && llvm::all_of(letters, [](char letter) {
      return letter == '.' || letter == '=' || llvm::isLower(letter);
    });
  };
  return row.name.split('.').first == dialect && areSlots(row.operands) &&
         areSlots(row.results);
}

OpRows::OpRows(Dialect *dialect, ArrayRef<OpRow> rows)
    : Base(dialect), rows(rows) {
  StringRef name = dialect->getNamespace();
  const OpRow *malformed = llvm::find_if_not(
      rows, [&](const OpRow &row) { return isWellFormed(row, name); });
  if (malformed != rows.end()) {
    error = ("expects '" + name +
             ".op' with slots of a-z, '.' and '=' in a row, but got '" +
             malformed->name + "' with '" + malformed->operands + "' and '" +
             malformed->results + "'")
                .str();
    this->rows = {};
  }
  for (const OpRow &row : this->rows)
    if (row.kind >= OpKind::firstOfOurs) {
      error = ("expects a kind of ops without attributes and regions in a row, "
               "such as add, but got '" +
               row.name + "' with that of '" + hloName(row.kind) + "'")
                  .str();
      this->rows = {};
      break;
    }
  for (const OpRow &row : this->rows)
    byName[row.name] = &row;
}

LogicalResult amp::checkRows(ModuleOp module) {
  llvm::SmallDenseMap<Dialect *, const OpRows *> malformed;
  for (Dialect *dialect : module.getContext()->getLoadedDialects())
    if (auto *brought = dialect->getRegisteredInterface<OpRows>())
      if (!brought->getError().empty())
        malformed[dialect] = brought;
  if (malformed.empty())
    return success();
  WalkResult found = module.walk([&](Operation *op) {
    const OpRows *rows = malformed.lookup(op->getDialect());
    if (!rows)
      return WalkResult::advance();
    op->emitOpError() << "belongs to a dialect whose rows are malformed: "
                      << rows->getError();
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}
