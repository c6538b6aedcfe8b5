// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general %0, %1 {amp.reason = #amp.reason<allow, "contraction">}
//   ==>   {"name": "….dot_general", "operands": ["bf16", "bf16"],
//          "results": ["f32"], "reason": {"kind": "allow", …}, …}
#include "lib/Report/Rows.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Report/Carryable.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Totals.h"
#include "lib/Report/Words.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;
using llvm::json::OStream;

/// Subject of the text of a reason.
enum About : unsigned { wideOp, lowOp, narrowing, widening, calling };

namespace {
/// Writes entries as text: names of ops and types need no quoting, and repeated
/// text is cached.
class RowWriter {
public:
  RowWriter(const ProgramGraph &graph)
      : carryable(graph),
        wasApplied(graph.getModule()->hasAttr(AmpDialect::appliedAttrName)),
        reasonName(StringAttr::get(graph.getModule().getContext(),
                                   AmpDialect::reasonAttrName)),
        safetyName(StringAttr::get(graph.getModule().getContext(),
                                   AmpDialect::safetyAttrName)) {}

  /// Numbers the entries of `ops`, for references in `writeOp`.
  void number(ArrayRef<PlacedOp> ops);
  void writeOp(raw_ostream &os, const PlacedOp &placed);
  void writeCast(raw_ostream &os, const PlacedOp &placed);

private:
  void writePlace(raw_ostream &os, const PlacedOp &placed);
  void writeTypes(raw_ostream &os, TypeRange types);
  void writeInputs(raw_ostream &os, Operation *op);
  void writeReason(raw_ostream &os, ReasonAttr reason, About about);
  std::string reasonText(ReasonAttr reason, About about) const;
  StringRef typeName(Type type);

  CarryableCasts carryable;
  bool wasApplied;
  StringAttr reasonName, safetyName;
  std::string location, functionName;
  Operation *function = nullptr;               ///< op of `functionName`
  llvm::DenseMap<Operation *, size_t> numbers; ///< entry number by op
  llvm::DenseMap<Type, std::string> typeNames;
  llvm::DenseMap<std::pair<ReasonAttr, unsigned>, std::string> reasons;
};
} // namespace

/// Fast path for integers, which most numbers are.
static void writeNumber(raw_ostream &os, double number) {
  if (number < 1e15 && number == std::floor(number))
    os << static_cast<int64_t>(number);
  else
    os << llvm::json::Value(number);
}

StringRef RowWriter::typeName(Type type) {
  std::string &name = typeNames[type];
  if (name.empty())
    name = nameOf(type);
  return name;
}

/// Writes the location of the op and its executions; null if an unknown trip
/// count determines them.
void RowWriter::writePlace(raw_ostream &os, const PlacedOp &placed) {
  location.clear();
  llvm::raw_string_ostream text(location);
  writeLocation(text, placed.op->getLoc());
  os << ",\"location\":" << llvm::json::Value(StringRef(location));
  if (placed.function != function) {
    function = placed.function;
    auto name =
        function->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    functionName.clear();
    llvm::raw_string_ostream(functionName)
        << llvm::json::Value(name ? name.getValue() : StringRef());
  }
  os << ",\"function\":" << functionName << ",\"times\":";
  if (placed.inLoop)
    os << "null";
  else
    writeNumber(os, placed.calls);
}

void RowWriter::writeTypes(raw_ostream &os, TypeRange types) {
  os << '[';
  llvm::interleave(
      types, os,
      [&](Type type) {
        os << '"' << typeName(getElementTypeOrSelf(type)) << '"';
      },
      ",");
  os << ']';
}

void RowWriter::number(ArrayRef<PlacedOp> ops) {
  for (auto [number, placed] : llvm::enumerate(ops))
    numbers[placed.op] = number;
}

/// Writes the edges of the graph: entries that define operands, and the subset
/// whose values pass through a cast.
void RowWriter::writeInputs(raw_ostream &os, Operation *op) {
  llvm::SmallSetVector<size_t, 4> inputs, casts;
  for (Value operand : op->getOperands()) {
    auto cast = operand.getDefiningOp<CastOp>();
    Value source = cast ? cast.getInput() : operand;
    auto found = numbers.find(source.getDefiningOp());
    if (found == numbers.end())
      continue;
    inputs.insert(found->second);
    if (cast)
      casts.insert(found->second);
  }
  auto write = [&](StringRef name, ArrayRef<size_t> rows) {
    os << ",\"" << name << "\":[";
    llvm::interleave(rows, os, ",");
    os << ']';
  };
  write("inputs", inputs.getArrayRef());
  write("cast_inputs", casts.getArrayRef());
}

std::string RowWriter::reasonText(ReasonAttr reason, About about) const {
  static constexpr StringLiteral starts[] = {
      "", "", "its user is 16-bit: ", "it is 16-bit, and its user is not: "};
  StringRef kind = "none";
  std::string words = wasApplied ? "decided when mixed precision was applied"
                                 : "holds no f32, so nothing was decided";
  if (about == calling) {
    words = "decided with the function that it calls";
    reason = {};
  }
  StringAttr entry = reason ? reason.getEntry() : nullptr;
  if (reason) {
    kind = stringifyReasonKind(reason.getKind());
    words = starts[about].str() + inWords(reason, about != wideOp);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::Object object{
      {"kind", kind}, {"entry", nullptr}, {"words", words}};
  if (entry)
    object["entry"] = entry.getValue();
  os << llvm::json::Value(std::move(object));
  return text;
}

void RowWriter::writeReason(raw_ostream &os, ReasonAttr reason, About about) {
  std::string &text = reasons[{reason, about}];
  if (text.empty())
    text = reasonText(reason, about);
  os << ",\"reason\":" << text << '}';
}

void RowWriter::writeOp(raw_ostream &os, const PlacedOp &placed) {
  Operation *op = placed.op;
  os << "{\"name\":\"" << op->getName().getStringRef() << '"';
  writePlace(os, placed);
  os << ",\"class\":\"" << stringifyOpClass(classOf(op, placed.row))
     << "\",\"operands\":";
  writeTypes(os, op->getOperandTypes());
  os << ",\"results\":";
  writeTypes(os, op->getResultTypes());
  writeInputs(os, op);
  os << ",\"flops\":";
  if (std::optional<double> flops = flopsOf(op, placed.row))
    writeNumber(os, *flops);
  else
    os << "null";
  os << ",\"tf32\":";
  if (std::optional<bool> cut = mayUseTf32(op))
    os << (*cut ? "true" : "false");
  else
    os << "null";
  os << ",\"safety\":";
  if (wasApplied || !handlesLow(op))
    os << "null";
  else
    os << '"' << stringifySafety(safetyOf(op, safetyName)) << '"';
  auto reason =
      dyn_cast_if_present<ReasonAttr>(op->getDiscardableAttr(reasonName));
  bool isCall = reason && kindOf(op) == OpKind::call;
  writeReason(os, reason, isCall ? calling : handlesLow(op) ? lowOp : wideOp);
}

void RowWriter::writeCast(raw_ostream &os, const PlacedOp &placed) {
  auto cast = mlir::cast<CastOp>(placed.op);
  Type from = cast.getInput().getType(), to = cast.getType();
  os << "{\"from\":\"" << typeName(getElementTypeOrSelf(from));
  os << "\",\"to\":\"" << typeName(getElementTypeOrSelf(to)) << '"';
  writePlace(os, placed);
  os << ",\"bytes_read\":";
  writeNumber(os, bytesOf(from));
  os << ",\"bytes_written\":";
  writeNumber(os, bytesOf(to));
  Operation *maker = cast.getInput().getDefiningOp();
  os << ",\"of\":\""
     << (maker ? maker->getName().getStringRef() : "an argument")
     << "\",\"readers\":[";
  llvm::SmallSetVector<StringRef, 4> readers;
  for (Operation *user : cast->getUsers())
    readers.insert(user->getName().getStringRef());
  llvm::interleave(
      readers, os, [&](StringRef reader) { os << '"' << reader << '"'; }, ",");
  os << "],\"carryable\":" << (carryable.contains(cast) ? "true" : "false");
  writeReason(os, cast.getReason(),
              bytesOf(to) < bytesOf(from) ? narrowing : widening);
}

/// Writes an array with one entry per line.
static void writeLines(OStream &json, StringRef key, RowWriter &writer,
                       ArrayRef<PlacedOp> ops,
                       void (RowWriter::*write)(raw_ostream &,
                                                const PlacedOp &)) {
  json.attributeArray(key, [&] {
    for (const PlacedOp &placed : ops)
      json.rawValue([&](raw_ostream &os) { (writer.*write)(os, placed); });
  });
}

void amp::report::writeRows(OStream &json, const ProgramGraph &graph) {
  SmallVector<PlacedOp> ops, casts;
  for (const PlacedOp &placed : graph.getOps()) {
    if (isa<CastOp>(placed.op))
      casts.push_back(placed);
    else if (!placed.op->hasTrait<OpTrait::IsTerminator>() &&
             precisionOf(placed.op))
      ops.push_back(placed);
  }
  RowWriter writer(graph);
  writer.number(ops);
  writeLines(json, "ops", writer, ops, &RowWriter::writeOp);
  writeLines(json, "casts", writer, casts, &RowWriter::writeCast);
}
