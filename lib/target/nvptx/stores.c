// Works around a bug of ptxas: removes narrowing stores from PTX. LLVM stores
// the low bits of a register by a store of a narrower type, `st.global.b32
// [%rd8], %rd6`, which by PTX's rules truncates. But if a float instruction
// wrote the register, ptxas (13.0) silently converts the float to an integer
// instead. So an integer conversion is inserted before each such store, which
// costs nothing where ptxas would truncate.
#include "target/nvptx/nvptx.h"

#include "support/strbuf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Span {
  const char *at;
  size_t size;
} Span;

// Bits of a register, by its name; 0 of anything else.
static unsigned registerBits(Span name) {
  static const struct {
    const char *prefix;
    unsigned bits;
  } kinds[] = {{"%rd", 64}, {"%rs", 16}, {"%r", 32}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    size_t n = strlen(kinds[i].prefix);
    if (name.size > n && !memcmp(name.at, kinds[i].prefix, n) &&
        isdigit((unsigned char)name.at[n]))
      return kinds[i].bits;
  }
  return 0;
}

// Bits that a store writes of each register, "st.global.v2.b32" 32; 0 if the
// line is no store of bits.
static unsigned storedBits(Span line) {
  const char *at = line.at, *end = line.at + line.size;
  while (at < end && isspace((unsigned char)*at))
    ++at;
  if (at < end && *at == '@') // a guard
    while (at < end && !isspace((unsigned char)*at))
      ++at;
  while (at < end && isspace((unsigned char)*at))
    ++at;
  if (end - at < 3 || memcmp(at, "st.", 3))
    return 0;
  const char *dot = at;
  for (; at < end && !isspace((unsigned char)*at); ++at)
    if (*at == '.')
      dot = at;
  return dot[1] == 'b' || dot[1] == 'u' ? (unsigned)strtoul(dot + 2, NULL, 10)
                                        : 0;
}

// The next register from `at` on; its `at` is `end` if there is none.
static Span nextRegister(const char *at, const char *end) {
  while (at < end && *at != '%')
    ++at;
  const char *from = at;
  if (at < end)
    ++at;
  while (at < end && isalnum((unsigned char)*at))
    ++at;
  return (Span){from, (size_t)(at - from)};
}

static void convert(TcStrBuf *out, Span name, unsigned from, unsigned bits,
                    unsigned number) {
  int size = (int)name.size;
  if (from == 16) // to 8 bits: there is no register of these
    tcStrBufPrintf(out, "\tand.b16 \t%%narrow%u, %.*s, 255;\n", number, size,
                   name.at);
  else
    tcStrBufPrintf(out, "\tcvt.u%u.u%u \t%%narrow%u, %.*s;\n",
                   bits < 16 ? 16 : bits, from, number, size, name.at);
}

// The line with each wide register replaced, in a scope of its own.
static void fixStore(TcStrBuf *out, Span line, const char *values,
                     unsigned bits) {
  const char *end = line.at + line.size;
  unsigned count = 0;
  tcStrBufPrintf(out, "\t{\n\t.reg .b%u \t%%narrow<8>;\n",
                 bits < 16 ? 16 : bits);
  for (Span r = nextRegister(values, end); r.at < end;
       r = nextRegister(r.at + r.size, end))
    if (registerBits(r) > bits)
      convert(out, r, registerBits(r), bits, count++);
  const char *copied = line.at;
  count = 0;
  for (Span r = nextRegister(values, end); r.at < end;
       r = nextRegister(r.at + r.size, end)) {
    if (registerBits(r) <= bits)
      continue;
    tcStrBufAppendN(out, copied, (size_t)(r.at - copied));
    tcStrBufPrintf(out, "%%narrow%u", count++);
    copied = r.at + r.size;
  }
  tcStrBufAppendN(out, copied, (size_t)(end - copied));
  tcStrBufAppend(out, "\t}\n");
}

static void fixLine(TcStrBuf *out, Span line) {
  const char *end = line.at + line.size;
  unsigned bits = storedBits(line);
  const char *values = bits ? memchr(line.at, ']', line.size) : NULL;
  bool narrows = false;
  for (Span r = nextRegister(values ? values : end, end); r.at < end;
       r = nextRegister(r.at + r.size, end))
    narrows |= registerBits(r) > bits;
  if (narrows)
    fixStore(out, line, values, bits);
  else
    tcStrBufAppendN(out, line.at, line.size);
}

TcStatus tcNvptxFixStores(TcBytes *ptx) {
  TcStrBuf out = {0};
  for (size_t at = 0; at < ptx->size;) {
    const char *from = ptx->data + at;
    const char *newline = memchr(from, '\n', ptx->size - at);
    size_t size = newline ? (size_t)(newline - from) + 1 : ptx->size - at;
    fixLine(&out, (Span){from, size});
    at += size;
  }
  TcStatus status = tcStrBufStatus(&out);
  if (!status) {
    tcBytesFree(ptx);
    *ptx = (TcBytes){out.data, out.size};
    out = (TcStrBuf){0};
  }
  tcStrBufFree(&out);
  return status;
}
