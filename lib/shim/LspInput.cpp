// See LspInput.h.
#include "shim/LspInput.h"

#include "support/nesting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <string>
#include <vector>

using namespace llvm;

namespace {
/// Reads one message of `from` at a time, and gives it as it passes it on.
struct Input {
  FILE *from;
  bool delimited;         // by "// -----", as tests write sessions
  std::string given = {}; // what the server gets next
  size_t taken = 0;       // bytes of it that it has
  std::vector<std::string> replies = {}; // to the client, before the next read

  bool next();
  bool nextStandard();
  bool nextDelimited();
  bool readLine(std::string &line);
  bool filter(std::string &message);
  void checkText(json::Object &holder, StringRef uri);
  void reply(json::Value message);
};
} // namespace

//===- Checks -------------------------------------------------------------===//

// Whether JSON is nested deeper than its parser, which recurses, may go.
static bool isTooDeep(StringRef text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') { // to the end of the string
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
    } else if (text[i] == '[' || text[i] == '{') {
      if (++depth > TC_MAX_NESTING)
        return true;
    } else if (text[i] == ']' || text[i] == '}') {
      depth -= depth > 0;
    }
  }
  return false;
}

void Input::reply(json::Value message) {
  std::string text;
  raw_string_ostream(text) << message;
  replies.push_back("Content-Length: " + std::to_string(text.size()) +
                    "\r\n\r\n" + text);
}

// `holder` has the text of a document. Where the parser would not survive it,
// the server gets an empty one, and the client a diagnostic.
void Input::checkText(json::Object &holder, StringRef uri) {
  std::optional<StringRef> text = holder.getString("text");
  size_t line, column;
  const char *fault =
      text ? tcTextFault(text->data(), text->size(), &line, &column) : nullptr;
  if (!fault)
    return;
  auto at = [&](size_t character) {
    return json::Object{{"line", int64_t(line - 1)},
                        {"character", int64_t(character)}};
  };
  json::Object diagnostic{
      {"range", json::Object{{"start", at(column - 1)}, {"end", at(column)}}},
      {"severity", 1},
      {"source", "tc"},
      {"message", std::string("[TC-1010] ") + fault}};
  reply(json::Object{
      {"jsonrpc", "2.0"},
      {"method", "textDocument/publishDiagnostics"},
      {"params",
       json::Object{{"uri", uri},
                    {"diagnostics", json::Array{std::move(diagnostic)}}}}});
  holder["text"] = "";
}

// Changes a message to what the server gets. False if it gets nothing.
bool Input::filter(std::string &message) {
  if (isTooDeep(message)) {
    reply(json::Object{
        {"jsonrpc", "2.0"},
        {"id", nullptr},
        {"error",
         json::Object{{"code", -32700},
                      {"message", "[TC-1010] JSON nested more than 256 "
                                  "deep"}}}});
    return false;
  }
  Expected<json::Value> value = json::parse(message);
  if (!value) { // the server says so
    consumeError(value.takeError());
    return true;
  }
  json::Object *object = value->getAsObject();
  std::optional<StringRef> method =
      object ? object->getString("method") : std::nullopt;
  json::Object *params = object ? object->getObject("params") : nullptr;
  json::Object *document = params ? params->getObject("textDocument") : nullptr;
  if (!method || !document)
    return true;
  std::string uri = document->getString("uri").value_or("").str();
  if (*method == "textDocument/didOpen")
    checkText(*document, uri);
  if (json::Array *changes = params->getArray("contentChanges"))
    for (json::Value &change : *changes)
      if (json::Object *holder = change.getAsObject())
        checkText(*holder, uri);
  message.clear();
  raw_string_ostream(message) << *value;
  return true;
}

//===- Messages -----------------------------------------------------------===//

bool Input::readLine(std::string &line) {
  line.clear();
  for (int c; (c = getc(from)) != EOF;) {
    line.push_back(char(c));
    if (c == '\n')
      break;
  }
  return !line.empty();
}

// Headers, an empty line, and as many bytes as Content-Length says. What is not
// of that form is for the server to refuse.
bool Input::nextStandard() {
  enum : size_t { MAX_LENGTH = 1 << 30 };
  std::string line, head;
  size_t length = 0;
  while (readLine(line)) {
    head += line;
    StringRef text = StringRef(line).trim();
    if (text.empty())
      break;
    if (text.consume_front("Content-Length: "))
      (void)to_integer(text.trim(), length);
  }
  given = head;
  if (!length || length > MAX_LENGTH)
    return !given.empty();
  std::string message(length, '\0');
  message.resize(fread(message.data(), 1, length, from));
  if (message.size() < length)
    given += message;
  else if (filter(message))
    given = "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" +
            message;
  else
    given.clear();
  return true;
}

bool Input::nextDelimited() {
  std::string line, message;
  bool some = false;
  while (readLine(line)) {
    some = true;
    StringRef text = StringRef(line).trim();
    if (text == "// -----")
      break;
    if (!text.starts_with("//"))
      message += line;
  }
  given.clear();
  if (some && filter(message))
    given = message + "\n// -----\n";
  return some;
}

// The server asks for the next message when it is done with the last: nothing
// else writes now.
bool Input::next() {
  taken = 0;
  do {
    for (const std::string &text : replies)
      outs() << text;
    outs().flush();
    replies.clear();
    if (!(delimited ? nextDelimited() : nextStandard()))
      return false;
  } while (given.empty());
  return true;
}

static ssize_t readInput(void *self, char *buffer, size_t size) {
  Input *input = static_cast<Input *>(self);
  if (input->taken == input->given.size() && !input->next())
    return 0;
  size_t n = std::min(size, input->given.size() - input->taken);
  memcpy(buffer, input->given.data() + input->taken, n);
  input->taken += n;
  return ssize_t(n);
}

static int closeInput(void *self) {
  delete static_cast<Input *>(self);
  return 0;
}

FILE *tc::openLspInput(FILE *from, bool delimited) {
  cookie_io_functions_t functions = {readInput, nullptr, nullptr, closeInput};
  return fopencookie(new Input{from, delimited}, "r", functions);
}
