// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Program.h"

#include <cctype>
#include <cstdlib>
#include <sstream>

using namespace ptx;

namespace {
class Parser {
public:
  std::unique_ptr<Module> run(const char *text, std::string &error);

private:
  void readOutside(const std::string &line);
  void readInside(const std::string &line);
  void readShared(const std::string &line, bool isDynamic);
  void readParameter(const std::string &line);
  void readInstruction(std::string text);
  void readOperands(const std::string &text, Instruction &instruction);
  Operand readOperand(std::string text, Instruction &instruction);
  int32_t registerOf(const std::string &name);
  void finishKernel();
  void fail(const std::string &what) {
    if (failure.empty())
      failure = "line " + std::to_string(lineNumber) + ": " + what;
  }

  std::unique_ptr<Module> module = std::make_unique<Module>();
  std::unique_ptr<Kernel> kernel;
  bool isInside = false; // of a body
  std::map<std::string, int32_t> registers;
  std::map<std::string, uint64_t> addresses; // of shared arrays
  std::map<std::string, uint32_t> labels;
  std::map<uint32_t, std::string> jumps; // instruction to label
  std::string dynamicShared, failure, pending;
  uint32_t lineNumber = 0;
};
} // namespace

static std::string trim(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  size_t last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

static bool startsWith(const std::string &text, const char *start) {
  return text.rfind(start, 0) == 0;
}

static std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;)
    all.push_back(word);
  return all;
}

/// 4 of ".b32".
static uint32_t bytesOfType(const std::string &type) {
  size_t digit = type.find_first_of("0123456789");
  return digit == std::string::npos ? 0 : std::atoi(type.c_str() + digit) / 8;
}

std::unique_ptr<Module> Parser::run(const char *text, std::string &error) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line) && failure.empty();) {
    ++lineNumber;
    line = trim(line.substr(0, line.find("//")));
    if (line.empty())
      continue;
    if (isInside)
      readInside(line);
    else
      readOutside(line);
  }
  error = failure;
  return failure.empty() ? std::move(module) : nullptr;
}

void Parser::readOutside(const std::string &line) {
  if (startsWith(line, ".extern .shared"))
    return readShared(line, true);
  if (startsWith(line, ".visible .entry")) {
    kernel = std::make_unique<Kernel>();
    kernel->name = trim(line.substr(15));
    kernel->name = trim(kernel->name.substr(0, kernel->name.find('(')));
    return;
  }
  if (kernel && startsWith(line, ".param"))
    return readParameter(line);
  if (kernel &&
      (startsWith(line, ".maxntid") || startsWith(line, ".reqntid"))) {
    kernel->mostThreads = 1;
    for (const std::string &word : words(line.substr(8)))
      kernel->mostThreads *= std::atoi(word.c_str());
    return;
  }
  if (kernel && line == "{") {
    isInside = true;
    return;
  }
  for (const char *known :
       {".version", ".target", ".address_size", ")", ".minnctapersm"})
    if (startsWith(line, known))
      return;
  fail("unknown directive '" + line + "'");
}

/// .param .u64 .ptr .align 1 name_param_0,
void Parser::readParameter(const std::string &line) {
  std::vector<std::string> all = words(line);
  std::string name = all.back();
  if (name.back() == ',')
    name.pop_back();
  uint32_t bytes = bytesOfType(all[1]), end = 0;
  if (!kernel->parameters.empty())
    end = kernel->parameters.back().offset + kernel->parameters.back().bytes;
  if (!bytes || name.back() == ']')
    return fail("unknown kind of parameter '" + line + "'");
  kernel->parameters.push_back(
      {name, bytes, (end + bytes - 1) / bytes * bytes});
}

/// .shared .align 4 .b8 name[128];
void Parser::readShared(const std::string &line, bool isDynamic) {
  std::vector<std::string> all = words(line);
  std::string &last = all.back();
  size_t bracket = last.find('[');
  uint32_t align = 1, bytes = bytesOfType(all[all.size() - 2]);
  for (size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i] == ".align")
      align = std::atoi(all[i + 1].c_str());
  std::string name = last.substr(0, bracket);
  if (isDynamic) {
    dynamicShared = name;
    return;
  }
  if (bracket == std::string::npos)
    return fail("unknown kind of shared memory '" + line + "'");
  uint32_t offset = (kernel->sharedBytes + align - 1) / align * align;
  addresses[name] = sharedStart + offset;
  kernel->sharedBytes = offset + bytes * std::atoi(last.c_str() + bracket + 1);
}

void Parser::readInside(const std::string &line) {
  if (pending.empty()) {
    if (line == "}")
      return finishKernel();
    if (startsWith(line, ".reg") || startsWith(line, ".pragma"))
      return;
    if (startsWith(line, ".shared"))
      return readShared(line, false);
    if (line[0] == '.')
      return fail("unknown directive '" + line + "'");
    if (line.back() == ':') {
      labels[line.substr(0, line.size() - 1)] = kernel->code.size();
      return;
    }
  }
  pending += line + " ";
  if (line.back() != ';')
    return;
  std::string text = trim(pending);
  pending.clear();
  text.pop_back();
  readInstruction(text);
}

void Parser::readInstruction(std::string text) {
  Instruction instruction;
  instruction.line = lineNumber;
  if (text[0] == '@') {
    size_t end = text.find_first_of(" \t");
    instruction.isGuardNegated = text[1] == '!';
    instruction.guard = registerOf(text.substr(
        1 + instruction.isGuardNegated, end - 1 - instruction.isGuardNegated));
    text = trim(text.substr(end));
  }
  size_t end = text.find_first_of(" \t");
  instruction.name = text.substr(0, end);
  if (end != std::string::npos)
    readOperands(text.substr(end), instruction);
  instruction.run = findOperation(instruction);
  if (!instruction.run)
    return fail("unknown instruction '" + text + "'");
  kernel->code.push_back(std::move(instruction));
}

void Parser::readOperands(const std::string &text, Instruction &instruction) {
  int depth = 0;
  std::string word;
  uint32_t width = 0;
  auto flush = [&] {
    word = trim(word);
    if (!word.empty()) {
      instruction.operands.push_back(readOperand(word, instruction));
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

Operand Parser::readOperand(std::string text, Instruction &instruction) {
  if (text.front() == '[') {
    text = text.substr(1, text.size() - 2);
    size_t plus = text.find('+');
    Operand base = readOperand(trim(text.substr(0, plus)), instruction);
    if (plus != std::string::npos)
      base.value += std::strtoll(text.c_str() + plus + 1, nullptr, 0);
    return base;
  }
  if (text == "_") // a result that nobody wants
    text = "%none0";
  if (text[0] == '%')
    return {registerOf(text), 0};
  if (startsWith(text, "0f") || startsWith(text, "0d"))
    return {-1, std::strtoull(text.c_str() + 2, nullptr, 16)};
  if (std::isdigit(text[0]))
    return {-1, std::strtoull(text.c_str(), nullptr, 0)};
  if (text[0] == '-')
    return {-1, uint64_t(std::strtoll(text.c_str(), nullptr, 0))};
  if (text[0] == '$') {
    jumps[kernel->code.size()] = text;
    return {};
  }
  for (const Parameter &parameter : kernel->parameters)
    if (parameter.name == text)
      return {-1, parameter.offset};
  // The launch's shared memory follows the kernel's own.
  if (text == dynamicShared)
    return {-1, sharedStart + (kernel->sharedBytes + 1023) / 1024 * 1024};
  auto address = addresses.find(text);
  if (address == addresses.end())
    fail("unknown operand '" + text + "'");
  return {-1, address == addresses.end() ? 0 : address->second};
}

int32_t Parser::registerOf(const std::string &name) {
  auto [place, isNew] = registers.insert({name, kernel->registers});
  if (!isNew)
    return place->second;
  if (name.find('.') != std::string::npos || !std::isdigit(name.back()))
    kernel->specials[place->second] = name;
  ++kernel->registers;
  return place->second;
}

void Parser::finishKernel() {
  for (auto &[instruction, label] : jumps) {
    auto place = labels.find(label);
    if (place == labels.end())
      return fail("unknown label '" + label + "'");
    kernel->code[instruction].target = place->second;
  }
  std::string name = kernel->name;
  module->kernels[name] = std::move(kernel);
  registers.clear();
  addresses.clear();
  labels.clear();
  jumps.clear();
  isInside = false;
}

std::unique_ptr<Module> ptx::parse(const char *text, std::string &error) {
  return Parser().run(text, error);
}
