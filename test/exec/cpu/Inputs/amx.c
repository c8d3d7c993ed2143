// The instructions of tile registers (AMX), for machines without them:
// LD_PRELOAD=libtcamx.so runs programs that have such. There each of them
// raises SIGILL; the handler decodes it and does what it does. Sums are rounded
// as lib/target/units.c says. What a processor refuses (a register that is not
// configured, shapes that do not fit) ends the program.
#define _GNU_SOURCE 1
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { TILES = 8, ROWS = 16, ROW_BYTES = 64 };

typedef struct Tile {
  unsigned rows, bytes;
  unsigned char data[ROWS][ROW_BYTES];
} Tile;

static __thread Tile tiles[TILES];

//===- Decoding -----------------------------------------------------------===//

typedef struct Instruction {
  unsigned prefix; // 0: none, 1: 66, 2: F3, 3: F2
  unsigned opcode, reg, rm, vvvv, length;
  unsigned char *base; // of memory; NULL: registers
  int64_t stride;
} Instruction;

static int64_t registerOf(const ucontext_t *c, unsigned number) {
  static const int where[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return c->uc_mcontext.gregs[where[number]];
}

static unsigned displacement(const unsigned char *at, unsigned mod,
                             int64_t *to) {
  int32_t wide;
  memcpy(&wide, at, 4);
  *to = mod == 1 ? (signed char)*at : mod == 2 ? wide : 0;
  return mod == 1 ? 1 : mod == 2 ? 4 : 0;
}

// VEX of three bytes, opcode, ModRM, SIB, displacement.
static int decode(const ucontext_t *c, Instruction *i) {
  const unsigned char *p = (const unsigned char *)c->uc_mcontext.gregs[REG_RIP];
  if (p[0] != 0xC4 || (p[1] & 0x1F) != 2 || (p[2] & 0x84))
    return 0;
  unsigned b = p[1] & 0x20 ? 0 : 8, x = p[1] & 0x40 ? 0 : 8;
  unsigned mod = p[4] >> 6, rm = p[4] & 7;
  *i = (Instruction){.prefix = p[2] & 3,
                     .opcode = p[3],
                     .reg = p[4] >> 3 & 7,
                     .rm = rm,
                     .vvvv = ~p[2] >> 3 & 15,
                     .length = 5};
  if (mod == 3)
    return 1;
  unsigned base = rm | b, index = 4;
  if (rm == 4) {
    base = (p[5] & 7) | b;
    index = (p[5] >> 3 & 7) | x;
    i->length = 6;
  }
  int64_t offset;
  if (mod == 0 && (base & 7) == 5) {
    i->length += displacement(p + i->length, 2, &offset);
    i->base = rm == 4 ? (unsigned char *)offset
                      : (unsigned char *)p + i->length + offset;
  } else {
    i->length += displacement(p + i->length, mod, &offset);
    i->base = (unsigned char *)(registerOf(c, base) + offset);
  }
  if (index != 4)
    i->stride = registerOf(c, index) << (p[5] >> 6);
  return 1;
}

//===- Instructions -------------------------------------------------------===//

static int configure(const unsigned char *from) {
  memset(tiles, 0, sizeof tiles);
  for (unsigned t = 0; from && t < TILES; ++t) {
    uint16_t bytes;
    memcpy(&bytes, from + 16 + 2 * t, 2);
    tiles[t].bytes = bytes;
    tiles[t].rows = from[48 + t];
    if (tiles[t].bytes > ROW_BYTES || tiles[t].rows > ROWS)
      return 0;
  }
  return !from || from[0] == 1;
}

static int isConfigured(unsigned t) { return t < TILES && tiles[t].rows; }

static void load(Tile *t, const Instruction *i) {
  memset(t->data, 0, sizeof t->data);
  for (unsigned r = 0; r < t->rows; ++r)
    memcpy(t->data[r], i->base + r * i->stride, t->bytes);
}

static void store(const Tile *t, const Instruction *i) {
  for (unsigned r = 0; r < t->rows; ++r)
    memcpy(i->base + r * i->stride, t->data[r], t->bytes);
}

static float flush(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  bits = bits & 0x7F800000 ? bits : bits & 0x80000000;
  memcpy(&x, &bits, 4);
  return x;
}

static float bf16(const unsigned char *from) {
  uint32_t bits = (uint32_t)(from[0] | from[1] << 8) << 16;
  float x;
  memcpy(&x, &bits, 4);
  return flush(x);
}

// A sum of the products of even steps and one of those of odd ones.
static void multiplyFloats(Tile *c, const Tile *a, const Tile *b) {
  for (unsigned m = 0; m < c->rows; ++m)
    for (unsigned n = 0; n < c->bytes / 4; ++n) {
      float sum[2] = {0, 0}, old;
      for (unsigned k = 0; k < a->bytes / 4; ++k)
        for (unsigned p = 0; p < 2; ++p)
          sum[p] =
              flush(__builtin_fmaf(bf16(a->data[m] + 4 * k + 2 * p),
                                   bf16(b->data[k] + 4 * n + 2 * p), sum[p]));
      memcpy(&old, c->data[m] + 4 * n, 4);
      old = flush(flush(old) + flush(sum[0] + sum[1]));
      memcpy(c->data[m] + 4 * n, &old, 4);
    }
}

static uint32_t byte(unsigned char x, int isSigned) {
  return isSigned ? (uint32_t)(signed char)x : x;
}

static void multiplyBytes(Tile *c, const Tile *a, const Tile *b, int aSigned,
                          int bSigned) {
  for (unsigned m = 0; m < c->rows; ++m)
    for (unsigned n = 0; n < c->bytes / 4; ++n) {
      uint32_t sum;
      memcpy(&sum, c->data[m] + 4 * n, 4);
      for (unsigned k = 0; k < a->bytes; ++k)
        sum += byte(a->data[m][k], aSigned) *
               byte(b->data[k / 4][4 * n + k % 4], bSigned);
      memcpy(c->data[m] + 4 * n, &sum, 4);
    }
}

static int multiply(const Instruction *i) {
  if (!isConfigured(i->reg) || !isConfigured(i->rm) || !isConfigured(i->vvvv))
    return 0;
  Tile *c = &tiles[i->reg], *a = &tiles[i->rm], *b = &tiles[i->vvvv];
  if (a->rows != c->rows || b->bytes != c->bytes || b->rows * 4 != a->bytes)
    return 0;
  if (i->opcode == 0x5C && i->prefix == 2)
    multiplyFloats(c, a, b);
  else if (i->opcode == 0x5E)
    multiplyBytes(c, a, b, i->prefix >= 2, i->prefix == 3 || i->prefix == 1);
  else
    return 0;
  return 1;
}

static int run(const Instruction *i) {
  if (i->opcode == 0x49 && i->prefix == 0)
    return configure(i->base); // no memory: released
  if (i->opcode == 0x5C || i->opcode == 0x5E)
    return multiply(i);
  if (!isConfigured(i->reg))
    return 0;
  if (i->opcode == 0x49 && i->prefix == 3)
    memset(tiles[i->reg].data, 0, sizeof tiles[i->reg].data);
  else if (i->opcode == 0x4B && (i->prefix == 3 || i->prefix == 1))
    load(&tiles[i->reg], i);
  else if (i->opcode == 0x4B && i->prefix == 2)
    store(&tiles[i->reg], i);
  else
    return 0;
  return 1;
}

static void onIllegal(int signal, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  Instruction i;
  (void)info;
  if (!decode(c, &i) || !run(&i)) {
    sigset_t all;
    fputs("libtcamx: no instruction of tiles, or one on wrong tiles\n", stderr);
    sigemptyset(&all);
    struct sigaction old = {.sa_handler = SIG_DFL};
    sigaction(signal, &old, NULL);
    return; // it is raised again
  }
  c->uc_mcontext.gregs[REG_RIP] += i.length;
}

__attribute__((constructor)) static void start(void) {
  struct sigaction action = {.sa_sigaction = onIllegal,
                             .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGILL, &action, NULL);
}
