// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module: kernels, functions that they call, and arrays.
#include "Body.h"

using namespace ptx;

namespace {
class Parser {
public:
  std::unique_ptr<Module> run(const char *text, std::string &error);

private:
  void readLine(const Line &line);
  void readParameter(const std::string &line);
  void readArray(const std::string &line);
  void startFunction(const std::string &line);
  void fail(const Line &line, const std::string &what) {
    if (failure.empty())
      failure = "line " + std::to_string(line.number) + ": " + what;
  }

  std::unique_ptr<Module> module = std::make_unique<Module>();
  Kernel *kernel = nullptr;     // whose lines these are,
  Function *function = nullptr; // or this one's
  int depth = 0;                // of braces: inside of a body
  std::map<Kernel *, std::vector<Line>> bodies;
  Outside outside;
  std::string failure;
};
} // namespace

std::unique_ptr<Module> Parser::run(const char *text, std::string &error) {
  std::istringstream stream(text);
  Line line = {0, ""};
  while (std::getline(stream, line.text) && failure.empty()) {
    ++line.number;
    line.text = trim(line.text.substr(0, line.text.find("//")));
    if (!line.text.empty())
      readLine(line);
  }
  for (const auto &[kernel, lines] : bodies)
    if (failure.empty())
      failure = readBody(*kernel, lines, outside);
  error = failure;
  return failure.empty() ? std::move(module) : nullptr;
}

void Parser::readLine(const Line &line) {
  const std::string &text = line.text;
  bool isInside = depth > 0;
  if (isInside || text == "{")
    for (char letter : text)
      depth += (letter == '{') - (letter == '}');
  if (isInside && depth > 0)
    return (kernel ? bodies[kernel] : function->body).push_back(line);
  if (text == "{" || isInside)
    return;

  if (startsWith(text, ".extern .func")) // which instructions there are for
    return;
  if (startsWith(text, ".extern .shared")) {
    outside.dynamicShared = Declared(text.substr(0, text.size() - 1)).name;
    return;
  }
  if (startsWith(text, ".global"))
    return readArray(text);
  if (startsWith(text, ".func"))
    return startFunction(text);
  if (startsWith(text, ".visible .entry")) {
    std::string name = trim(text.substr(15, text.find('(') - 15));
    module->kernels[name] = std::make_unique<Kernel>();
    kernel = module->kernels[name].get();
    kernel->name = name;
    return;
  }
  if (startsWith(text, ".param"))
    return readParameter(text);
  if (kernel &&
      (startsWith(text, ".maxntid") || startsWith(text, ".reqntid"))) {
    kernel->mostThreads = 1;
    for (const std::string &word : words(text.substr(8)))
      kernel->mostThreads *= std::atoi(word.c_str());
    return;
  }
  for (const char *known :
       {".version", ".target", ".address_size", "(", ")", ";", ".minnctapersm"})
    if (startsWith(text, known))
      return;
  fail(line, "unknown directive '" + text + "'");
}

/// .param .u64 .ptr .align 1 name_param_0,
void Parser::readParameter(const std::string &line) {
  Declared parameter(line.back() == ',' ? line.substr(0, line.size() - 1)
                                        : line);
  if (!kernel)
    return function->parameters.push_back(parameter.name);
  uint32_t bytes = bytesOfType(words(line)[1]), end = 0;
  if (!kernel->parameters.empty())
    end = kernel->parameters.back().offset + kernel->parameters.back().bytes;
  if (!bytes || parameter.isArray)
    return fail({0, ""}, "unknown kind of parameter '" + line + "'");
  kernel->parameters.push_back(
      {parameter.name, bytes, (end + bytes - 1) / bytes * bytes});
}

/// .global .align 8 .b8 name[3] = {1, 2, 3};
void Parser::readArray(const std::string &line) {
  size_t equal = line.find(" = ");
  Declared array(
      line.substr(0, equal == std::string::npos ? line.size() - 1 : equal));
  std::vector<char> &bytes = module->arrays[array.name];
  bytes.resize(array.bytes);
  outside.arrays[array.name] = reinterpret_cast<uint64_t>(bytes.data());
  if (equal == std::string::npos)
    return;
  size_t first = line.find('{', equal) + 1;
  std::vector<std::string> values =
      listed(line.substr(first, line.find('}') - first));
  uint32_t width = values.empty() ? 0 : array.bytes / values.size();
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t value = std::strtoull(values[i].c_str(), nullptr, 0);
    std::memcpy(&bytes[i * width], &value, width);
  }
}

/// .func (.param .b64 result) name(
void Parser::startFunction(const std::string &line) {
  kernel = nullptr;
  size_t open = line.find('('), close = line.find(')');
  bool hasResult = close != std::string::npos;
  std::string name = line.substr(hasResult ? close + 1 : 5);
  function = &outside.functions[trim(name.substr(0, name.find('(')))];
  *function = {};
  if (hasResult)
    function->result = Declared(line.substr(open + 1, close - open - 1)).name;
}

std::unique_ptr<Module> ptx::parse(const char *text, std::string &error) {
  return Parser().run(text, error);
}
