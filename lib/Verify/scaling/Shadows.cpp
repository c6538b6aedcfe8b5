// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// return %w1, convert %w1   ==>   the copy of the next step's parameter
#include "lib/Verify/scaling/Shadows.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static StringRef stringOf(DictionaryAttr attributes, StringRef name) {
  auto said = attributes ? attributes.getAs<StringAttr>(name) : nullptr;
  return said ? said.getValue() : StringRef();
}

static InFlightDiagnostic breaksShadow(Operation *op) {
  return op->emitError()
         << "breaks \"a 16-bit copy is its parameter, rounded\": ";
}

static bool isCastOf(Value value, Value wide) {
  Operation *op = value.getDefiningOp();
  return isHlo(op, OpKind::convert) && getElementTypeOrSelf(wide).isF32() &&
         canonical(op->getOperand(0)) == canonical(wide);
}

/// Checks that NAME_init_shadows returns the initial copies of the parameters.
static LogicalResult checkInitializer(FunctionOpInterface out,
                                      ArrayRef<std::string> parameters) {
  std::string name = (out.getName() + "_init_shadows").str();
  auto made = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      out, StringAttr::get(out.getContext(), name));
  if (!made || !made.isPublic() || !made.getFunctionBody().hasOneBlock())
    return breaksShadow(out) << "expects a public function '" << name << "'";
  Block &body = made.getFunctionBody().front();
  Operation *end = body.getTerminator();
  bool fits = made.getNumArguments() == parameters.size() &&
              end->getNumOperands() == parameters.size();
  for (unsigned i = 0; fits && i < parameters.size(); ++i)
    fits = stringOf(made.getArgAttrDict(i), "amp.state") == parameters[i] &&
           isCastOf(end->getOperand(i), made.getArgument(i));
  return fits ? success()
              : LogicalResult(breaksShadow(made)
                              << "expects the cast of each parameter");
}

FailureOr<SmallVector<Correspondence::Shadow>>
verify::readShadows(FunctionOpInterface in, FunctionOpInterface out) {
  SmallVector<Correspondence::Shadow> shadows;
  SmallVector<std::string> parameters;
  unsigned argument = in.getNumArguments(), result = in.getNumResults();
  Operation *end = out.getFunctionBody().front().getTerminator();
  for (; argument < out.getNumArguments() &&
         stringOf(out.getArgAttrDict(argument), "amp.role") == "shadow";
       ++argument, ++result) {
    StringRef name = stringOf(out.getArgAttrDict(argument), "amp.state");
    StringRef parameter = name.rsplit('.').first;
    std::optional<unsigned> from, to;
    for (unsigned i = 0; i < in.getNumArguments(); ++i)
      if (stringOf(out.getArgAttrDict(i), "amp.state") == parameter)
        from = i;
    for (unsigned i = 0; i < in.getNumResults(); ++i)
      if (stringOf(out.getResultAttrDict(i), "amp.state") == parameter)
        to = i;
    if (!from || !to || result >= out.getNumResults())
      return breaksShadow(out)
             << "expects '" << name << "' to name a parameter that is returned";
    DictionaryAttr said = out.getResultAttrDict(result);
    if (stringOf(said, "amp.role") != "shadow" ||
        stringOf(said, "amp.state") != name ||
        out.getResultTypes()[result] != out.getArgumentTypes()[argument])
      return breaksShadow(out)
             << "expects result " << result << " to be '" << name << "'";
    if (!isCastOf(end->getOperand(result), end->getOperand(*to)))
      return breaksShadow(end)
             << "expects result " << result << " to be the cast of result "
             << *to << ", the parameter's next value";
    shadows.push_back({out.getArgument(argument), *from});
    parameters.push_back(parameter.str());
  }
  if (!shadows.empty() && failed(checkInitializer(out, parameters)))
    return failure();
  return shadows;
}
