// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general %0, %1 {amp.reason = #amp.reason<allow, "contraction">}
//   ==>   {"name": "stablehlo.dot_general", "operands": ["bf16", "bf16"],
//          "results": ["f32"], "reason": {"kind": "allow", …}, …}
#include "lib/Report/Rows.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Sizes.h"
#include "lib/Report/Totals.h"
#include "lib/Report/Walk.h"
#include "lib/Report/Words.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using llvm::json::OStream;

/// Who the words of a reason are about.
enum About : unsigned { wideOp, lowOp, narrowing, widening };

namespace {
/// Writes rows; what repeats from row to row is written once and copied.
class RowWriter {
public:
  RowWriter(ModuleOp module)
      : wasApplied(module->hasAttr(AmpDialect::appliedAttrName)),
        reasonName(
            StringAttr::get(module.getContext(), AmpDialect::reasonAttrName)) {}

  void writeOp(OStream &json, const PlacedOp &placed);
  void writeCast(OStream &json, const PlacedOp &placed);

private:
  void writePlace(OStream &json, const PlacedOp &placed);
  void writeTypes(OStream &json, StringRef key, TypeRange types);
  void writeReason(OStream &json, ReasonAttr reason, About about);
  std::string reasonText(ReasonAttr reason, About about) const;
  StringRef typeName(Type type);

  bool wasApplied;
  StringAttr reasonName;
  std::string location;
  llvm::DenseMap<Type, std::string> typeNames;
  llvm::DenseMap<std::pair<ReasonAttr, unsigned>, std::string> reasons;
};
} // namespace

StringRef RowWriter::typeName(Type type) {
  std::string &name = typeNames[type];
  if (name.empty())
    name = nameOf(type);
  return name;
}

/// Where the op is and how often it runs; null where a loop decides that.
void RowWriter::writePlace(OStream &json, const PlacedOp &placed) {
  location.clear();
  llvm::raw_string_ostream os(location);
  writeLocation(os, placed.op->getLoc());
  json.attribute("location", StringRef(location));
  auto function = placed.function->getAttrOfType<StringAttr>(
      SymbolTable::getSymbolAttrName());
  json.attribute("function", function ? function.getValue() : StringRef());
  if (placed.inLoop)
    json.attribute("times", nullptr);
  else
    json.attribute("times", placed.calls);
}

void RowWriter::writeTypes(OStream &json, StringRef key, TypeRange types) {
  json.attributeArray(key, [&] {
    for (Type type : types)
      json.value(typeName(getElementTypeOrSelf(type)));
  });
}

std::string RowWriter::reasonText(ReasonAttr reason, About about) const {
  static constexpr StringLiteral starts[] = {
      "", "",
      "who reads it is 16-bit: ", "it is 16-bit, and who reads it is not: "};
  StringRef kind = "none";
  std::string words = wasApplied ? "decided when mixed precision was applied"
                                 : "holds no f32, so nothing was decided";
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

void RowWriter::writeReason(OStream &json, ReasonAttr reason, About about) {
  std::string &text = reasons[{reason, about}];
  if (text.empty())
    text = reasonText(reason, about);
  json.attributeBegin("reason");
  json.rawValue(text);
  json.attributeEnd();
}

void RowWriter::writeOp(OStream &json, const PlacedOp &placed) {
  Operation *op = placed.op;
  json.attribute("name", op->getName().getStringRef());
  writePlace(json, placed);
  json.attribute("class", stringifyOpClass(classOf(op, placed.row)));
  writeTypes(json, "operands", op->getOperandTypes());
  writeTypes(json, "results", op->getResultTypes());
  if (std::optional<double> flops = flopsOf(op, placed.row))
    json.attribute("flops", *flops);
  else
    json.attribute("flops", nullptr);
  writeReason(
      json, dyn_cast_if_present<ReasonAttr>(op->getDiscardableAttr(reasonName)),
      handlesLow(op) ? lowOp : wideOp);
}

void RowWriter::writeCast(OStream &json, const PlacedOp &placed) {
  auto cast = mlir::cast<CastOp>(placed.op);
  Type from = cast.getInput().getType(), to = cast.getType();
  json.attribute("from", typeName(getElementTypeOrSelf(from)));
  json.attribute("to", typeName(getElementTypeOrSelf(to)));
  writePlace(json, placed);
  json.attribute("bytes_read", bytesOf(from));
  json.attribute("bytes_written", bytesOf(to));
  Operation *maker = cast.getInput().getDefiningOp();
  json.attribute("of", maker ? maker->getName().getStringRef()
                             : StringRef("an argument"));
  json.attributeArray("readers", [&] {
    llvm::SmallSetVector<StringRef, 4> readers;
    for (Operation *user : cast->getUsers())
      readers.insert(user->getName().getStringRef());
    for (StringRef reader : readers)
      json.value(reader);
  });
  writeReason(json, cast.getReason(),
              bytesOf(to) < bytesOf(from) ? narrowing : widening);
}

/// An array with each row on a line of its own.
static void writeLines(OStream &json, StringRef key, RowWriter &writer,
                       ArrayRef<PlacedOp> ops,
                       void (RowWriter::*write)(OStream &, const PlacedOp &)) {
  json.attributeArray(key, [&] {
    for (const PlacedOp &placed : ops)
      json.rawValue([&](raw_ostream &os) {
        OStream row(os);
        row.object([&] { (writer.*write)(row, placed); });
      });
  });
}

void amp::writeRows(OStream &json, ModuleOp module,
                    ArrayRef<PlacedOp> program) {
  SmallVector<PlacedOp> ops, casts;
  for (const PlacedOp &placed : program) {
    if (isa<CastOp>(placed.op))
      casts.push_back(placed);
    else if (!placed.op->hasTrait<OpTrait::IsTerminator>() &&
             precisionOf(placed.op))
      ops.push_back(placed);
  }
  RowWriter writer(module);
  writeLines(json, "ops", writer, ops, &RowWriter::writeOp);
  writeLines(json, "casts", writer, casts, &RowWriter::writeCast);
}
