// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions are put in where they are called: none calls itself.
#include "Body.h"

#include <cctype>

using namespace ptx;

static constexpr int mostCalls = 16; // of one another

namespace {
/// The names of one body: of a kernel, or of a function for one call.
struct Scope {
  std::map<std::string, Operand> names;
  std::map<std::string, bool> declared; // registers; %r<7> is many of them
  std::map<std::string, uint32_t> labels;
  std::map<uint32_t, std::string> jumps; // instruction to label
};

class Body {
public:
  Body(Kernel &kernel, const Outside &outside)
      : kernel(kernel), outside(outside) {}
  std::string run(const std::vector<Line> &lines);

private:
  void read(const std::vector<Line> &lines);
  void readStatement(const std::string &text);
  void declareRegisters(const std::string &text);
  void readInstruction(std::string text);
  void readOperands(const std::string &text, Instruction &instruction);
  Operand readOperand(std::string text);
  Operand makeRegister() { return {int32_t(kernel.registers++), 0}; }
  bool isRegister(const std::string &name) const;
  void call(const std::string &text);
  void finishScope();
  void fail(const std::string &what) {
    if (failure.empty())
      failure = "line " + std::to_string(line) + ": " + what;
  }

  Kernel &kernel;
  const Outside &outside;
  std::vector<Scope> scopes;
  Operand carry;
  uint32_t line = 0;
  std::string failure;
};
} // namespace

std::string Body::run(const std::vector<Line> &lines) {
  scopes.emplace_back();
  for (const Parameter &parameter : kernel.parameters)
    scopes.back().names[parameter.name] = {-1, parameter.offset};
  read(lines);
  finishScope();
  watchAccumulators(kernel);
  return failure;
}

void Body::read(const std::vector<Line> &lines) {
  std::string pending;
  for (const Line &each : lines) {
    line = each.number;
    for (char letter : each.text + " ") {
      bool isSpace = letter == ' ' || letter == '\t';
      bool isBlock = letter == '{' || letter == '}';
      if (pending.empty() && (isSpace || isBlock))
        continue; // what a block declares has names of its own
      if (letter == ':' && pending[0] == '$') { // not of .shared::cta
        scopes.back().labels[pending] = kernel.code.size();
        pending.clear();
      } else if (letter == ';') {
        readStatement(trim(pending));
        pending.clear();
      } else {
        pending += letter;
      }
      if (!failure.empty())
        return;
    }
  }
}

void Body::readStatement(const std::string &text) {
  if (startsWith(text, ".pragma"))
    return;
  if (startsWith(text, ".reg"))
    return declareRegisters(text);
  if (startsWith(text, "call"))
    return call(text);
  bool isShared = startsWith(text, ".shared");
  if (isShared || startsWith(text, ".local") || startsWith(text, ".param")) {
    Declared memory(text);
    uint32_t &end = isShared ? kernel.sharedBytes : kernel.ownBytes;
    uint32_t offset = memory.after(end);
    scopes.back().names[memory.name] = {
        -1, (isShared ? sharedStart : ownStart) + offset};
    end = offset + memory.bytes;
    return;
  }
  if (text[0] == '.')
    return fail("unknown directive '" + text + "'");
  readInstruction(text);
}

/// .reg .b32 %r<5>   or   .reg .u32 low, top
void Body::declareRegisters(const std::string &text) {
  std::string type = words(text)[1];
  for (const std::string &name :
       listed(text.substr(text.find(type) + type.size()))) {
    size_t angle = name.find('<');
    scopes.back().declared[name.substr(0, angle)] = angle != std::string::npos;
  }
}

bool Body::isRegister(const std::string &name) const {
  const auto &declared = scopes.back().declared;
  if (declared.count(name))
    return true;
  auto many =
      declared.find(name.substr(0, name.find_last_not_of("0123456789") + 1));
  return many != declared.end() && many->second;
}

void Body::readInstruction(std::string text) {
  Instruction instruction;
  instruction.line = line;
  if (text[0] == '@') {
    size_t end = text.find_first_of(" \t");
    instruction.isGuardNegated = text[1] == '!';
    size_t start = 1 + instruction.isGuardNegated;
    instruction.guard = readOperand(text.substr(start, end - start)).reg;
    text = trim(text.substr(end));
  }
  size_t end = text.find_first_of(" \t");
  instruction.name = text.substr(0, end);
  if (instruction.name == "ret" && scopes.size() > 1) {
    instruction.name = "bra";
    scopes.back().jumps[kernel.code.size()] = "";
  }
  if (end != std::string::npos)
    readOperands(text.substr(end), instruction);
  instruction.run = findOperation(instruction);
  if (!instruction.run)
    return fail("unknown instruction '" + text + "'");
  if (findCarry(instruction.name)) {
    if (carry.reg < 0)
      carry = makeRegister();
    instruction.operands.push_back(carry);
  }
  kernel.code.push_back(std::move(instruction));
}

void Body::readOperands(const std::string &text, Instruction &instruction) {
  int depth = 0;
  std::string word;
  uint32_t width = 0;
  auto flush = [&] {
    word = trim(word);
    if (!word.empty()) {
      instruction.operands.push_back(readOperand(word));
      ++width;
    }
    word.clear();
  };
  for (char c : text + ",") {
    depth += (c == '{') - (c == '}');
    if (c == '|' || (c == ',' && depth > 0)) {
      flush();
    } else if (c == ',') {
      flush();
      instruction.widths.push_back(width);
      width = 0;
    } else if (c != '{' && c != '}') {
      word += c;
    }
  }
}

Operand Body::readOperand(std::string text) {
  if (text.front() == '[') {
    text = text.substr(1, text.size() - 2);
    size_t plus = text.find('+');
    Operand base = readOperand(trim(text.substr(0, plus)));
    if (plus != std::string::npos)
      base.value += std::strtoll(text.c_str() + plus + 1, nullptr, 0);
    return base;
  }
  if (startsWith(text, "0f") || startsWith(text, "0d"))
    return {-1, std::strtoull(text.c_str() + 2, nullptr, 16)};
  if (std::isdigit(text[0]))
    return {-1, std::strtoull(text.c_str(), nullptr, 0)};
  if (text[0] == '-')
    return {-1, uint64_t(std::strtoll(text.c_str(), nullptr, 0))};
  if (text[0] == '$') {
    scopes.back().jumps[kernel.code.size()] = text;
    return {};
  }
  auto &names = scopes.back().names;
  auto known = names.find(text);
  if (known != names.end())
    return known->second;
  bool isSpecial = text[0] == '%' && !isRegister(text);
  if (isRegister(text) || text == "_" || isSpecial) { // _: nobody wants it
    names[text] = makeRegister();
    if (isSpecial)
      kernel.specials[names[text].reg] = text;
    return names[text];
  }
  auto array = outside.arrays.find(text);
  if (array != outside.arrays.end())
    return {-1, array->second};
  // The launch's shared memory follows the kernel's own.
  if (text == outside.dynamicShared)
    return {-1, sharedStart + (kernel.sharedBytes + 1023) / 1024 * 1024};
  fail("unknown operand '" + text + "'");
  return {};
}

/// call.uni (result), name, (a, b)
void Body::call(const std::string &text) {
  std::string cleared = text.substr(text.find_first_of(" \t"));
  for (char &letter : cleared)
    letter = letter == '(' || letter == ')' ? ' ' : letter;
  std::vector<std::string> parts = listed(cleared);
  size_t name = 0;
  while (name < parts.size() && !outside.functions.count(parts[name]))
    ++name;
  if (parts.size() == 3 && parts[0] == "cudaGraphSetConditional")
    return readInstruction(parts[0] + " [" + parts[1] + "], [" + parts[2] +
                           "]");
  if (name == parts.size() || scopes.size() > mostCalls)
    return fail("unknown function in '" + text + "'");
  const Function &function = outside.functions.at(parts[name]);
  if (parts.size() - name - 1 != function.parameters.size() ||
      name != !function.result.empty())
    return fail("'" + text + "' has not what its function takes");

  Scope scope;
  for (size_t i = 0; i < function.parameters.size(); ++i)
    scope.names[function.parameters[i]] = readOperand(parts[name + 1 + i]);
  if (!function.result.empty())
    scope.names[function.result] = readOperand(parts[0]);
  scopes.push_back(std::move(scope));
  read(function.body);
  finishScope();
}

void Body::finishScope() {
  Scope &scope = scopes.back();
  scope.labels[""] = kernel.code.size(); // where a function returns to
  for (auto &[instruction, label] : scope.jumps) {
    auto place = scope.labels.find(label);
    if (place == scope.labels.end())
      return fail("unknown label '" + label + "'");
    kernel.code[instruction].target = place->second;
  }
  scopes.pop_back();
}

std::string ptx::readBody(Kernel &kernel, const std::vector<Line> &lines,
                          const Outside &outside) {
  return Body(kernel, outside).run(lines);
}
