// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Report/Formats.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTOPMODEL
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static StringRef nameOf(RegionRule rule) {
  static constexpr StringLiteral names[] = {"none", "branch", "loop", "body",
                                            "inlined"};
  return names[static_cast<size_t>(rule)];
}

static void printRows(MLIRContext &context, raw_ostream &os) {
  for (const OpRow *row : allRows(context)) {
    os << llvm::left_justify(row->name, 42)
       << llvm::left_justify(stringifyOpClass(row->opClass), 16)
       << llvm::left_justify(row->operands, 6)
       << llvm::left_justify(row->results, 4)
       << llvm::left_justify(nameOf(row->regions), 8)
       << llvm::format("%2u", row->flops);
    if (!row->fixedBy.empty())
      os << "  fixed by " << row->fixedBy;
    if (!row->why.empty())
      os << "  " << row->why;
    os << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Ops without a row
//===----------------------------------------------------------------------===//

static void printMissing(MLIRContext &context, raw_ostream &os) {
  llvm::StringSet<> known, dialects;
  for (const OpRow *row : allRows(context)) {
    known.insert(row->name);
    dialects.insert(row->name.split('.').first);
  }
  struct Count {
    unsigned known = 0, all = 0;
  };
  std::map<StringRef, Count> counts;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    if (!dialects.contains(op.getDialectNamespace()))
      continue;
    Count &count = counts[op.getDialectNamespace()];
    ++count.all;
    bool byModel =
        op.getDialectNamespace() == "linalg" && op.hasInterface<ModelOp>();
    if (byModel || known.contains(op.getStringRef()))
      ++count.known;
    else
      os << "no row: " << op.getStringRef() << '\n';
  }
  for (const auto &[dialect, count] : counts)
    os << dialect << ": " << count.known << " of " << count.all << " ops\n";
}

//===----------------------------------------------------------------------===//
// Ops of the module
//===----------------------------------------------------------------------===//

static void printSlot(Diagnostic &diagnostic, std::optional<unsigned> slot) {
  diagnostic << ' ';
  if (slot)
    diagnostic << *slot;
  else
    diagnostic << '.';
}

static void remarkOn(Operation *op) {
  const OpRow *row = lookupRow(op);
  if (!row) {
    emitRemark(op->getLoc(), "no row");
    return;
  }
  InFlightDiagnostic remark = emitRemark(op->getLoc());
  Diagnostic &text = *remark.getUnderlyingDiagnostic();
  text << stringifyOpClass(classOf(op, row)) << ", " << numSlots(op, *row)
       << " slots:";
  for (OpOperand &operand : op->getOpOperands())
    printSlot(text, slotOf(operand, *row));
  text << " ->";
  for (OpResult result : op->getResults())
    printSlot(text, slotOf(result, *row));
}

namespace {
struct PrintOpModel : amp::impl::PrintOpModelBase<PrintOpModel> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (ops) {
      getOperation()->walk([](Operation *op) { remarkOn(op); });
      return;
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    if (missing)
      printMissing(getContext(), os);
    else
      printRows(getContext(), os);
    printOnStderr(text);
  }
};
} // namespace
