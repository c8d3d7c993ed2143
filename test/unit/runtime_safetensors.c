// .safetensors files: good ones are read, bad ones are refused with a number,
// and no input makes the reader read outside of it (it adjoins an unmapped
// page).
#include "check.h"
#include "tc/safetensors.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/// A file of `header` and `dataSize` bytes of data 0, 1, 2, ...
static size_t build(char *bytes, const char *header, size_t dataSize) {
  size_t length = strlen(header);
  for (int i = 0; i < 8; ++i)
    bytes[i] = (char)(length >> (8 * i));
  memcpy(bytes + 8, header, length);
  for (size_t i = 0; i < dataSize; ++i)
    bytes[8 + length + i] = (char)i;
  return 8 + length + dataSize;
}

static const char *const good =
    "{\"__metadata__\":{\"format\":\"pt\",\"x\":\"\\\"}\"},"
    "\"b.weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
    "\"a\\u00e9\\ud83d\\ude00\" : {\"shape\" : [ ] , \"dtype\":\"I64\", "
    "\"data_offsets\":[24,32]},"
    "\"empty\":{\"dtype\":\"U8\",\"shape\":[0,7],\"data_offsets\":[32,32]}}  ";

static void readsGoodFiles(void) {
  char bytes[1024];
  size_t size = build(bytes, good, 32);
  TcSafetensors *file;
  CHECK(!tcSafetensorsFromMemory(bytes, size, &file));
  CHECK(tcSafetensorsCount(file) == 3);
  CHECK_TEXT(tcSafetensorsName(file, 0), "a\xC3\xA9\xF0\x9F\x98\x80");
  TcTensor b;
  CHECK(tcSafetensorsFind(file, "b.weight", &b));
  CHECK(b.dtype == TC_DTYPE_F32 && b.rank == 2 && b.sizes[0] == 2 &&
        b.sizes[1] == 3 && ((char *)b.data)[5] == 5);
  CHECK(!tcSafetensorsFind(file, "c", &b));
  CHECK(!tcSafetensorsName(file, 3) && !tcSafetensorsTensor(file, 3).data);
  int64_t sizes[TC_MAX_RANK];
  TcTensor weight = {.sizes = sizes};
  TcWeightSource source = tcSafetensorsSource(file);
  CHECK(!source.find(source.context, "empty", &weight));
  CHECK(weight.rank == 2 && sizes[1] == 7 && weight.sizes == sizes);
  TcStatus status = source.find(source.context, "nope", &weight);
  CHECK(tcStatusNumber(status) == 2531);
  tcStatusFree(status);
  tcSafetensorsFree(file);
}

static void alignsWeights(void) {
  _Alignas(8) char bytes[512];
  const char *header = "{\"w\":{\"dtype\":\"F32\",\"shape\":[2],"
                       "\"data_offsets\":[0,8]}}";
  char padded[256];
  for (int pad = 0; pad < 8; ++pad) {
    snprintf(padded, sizeof padded, "%s%*s", header, pad, "");
    TcSafetensors *file;
    CHECK(!tcSafetensorsFromMemory(bytes, build(bytes, padded, 8), &file));
    int64_t sizes[TC_MAX_RANK];
    TcTensor w = {.sizes = sizes}, again = {.sizes = sizes};
    TcWeightSource source = tcSafetensorsSource(file);
    CHECK(!source.find(source.context, "w", &w));
    CHECK((size_t)w.data % 4 == 0 && ((char *)w.data)[7] == 7);
    CHECK(!source.find(source.context, "w", &again) && again.data == w.data);
    source.release(source.context, "w", &w);
    CHECK(!source.find(source.context, "w", &again));
    tcSafetensorsFree(file);
  }
}

static int numberOf(const char *header, size_t dataSize) {
  char bytes[4096];
  TcSafetensors *file;
  TcStatus status =
      tcSafetensorsFromMemory(bytes, build(bytes, header, dataSize), &file);
  int number = tcStatusNumber(status);
  CHECK(!file == !!status);
  tcStatusFree(status);
  tcSafetensorsFree(file);
  return number;
}

#define TENSOR(DTYPE, SHAPE, OFFSETS)                                          \
  "{\"w\":{\"dtype\":\"" DTYPE "\",\"shape\":" SHAPE                           \
  ",\"data_offsets\":" OFFSETS "}}"

static void refusesBadFiles(void) {
  CHECK(numberOf("{}", 0) == 0);
  CHECK(numberOf(TENSOR("F32", "[1]", "[0,4]"), 4) == 0);
  CHECK(numberOf(TENSOR("F32", "[1]", "[0,4]"), 3) == 1540);
  CHECK(numberOf(TENSOR("F32", "[1]", "[8,4]"), 9) == 1540);
  CHECK(numberOf(TENSOR("F32", "[2]", "[0,4]"), 4) == 1542);
  CHECK(numberOf(TENSOR("F32", "[4611686018427387904,4]", "[0,0]"), 4) == 1542);
  CHECK(numberOf(TENSOR("F32", "[0,9223372036854775807]", "[0,0]"), 0) == 0);
  CHECK(numberOf(TENSOR("F32", "[9223372036854775808]", "[0,0]"), 4) == 1541);
  CHECK(numberOf(TENSOR("F32", "[-1]", "[0,4]"), 4) == 1541);
  CHECK(numberOf(TENSOR("F99", "[1]", "[0,4]"), 4) == 1541);
  CHECK(numberOf(TENSOR("F32", "[1", "[0,4]"), 4) == 1541);
  CHECK(numberOf(TENSOR("F32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "[0,4]"),
                 4) == 1541);
  CHECK(numberOf(TENSOR("F32", "[1]", "[0,4,5]"), 4) == 1541);
  CHECK(numberOf("{\"w\":{\"dtype\":\"F32\",\"shape\":[1]}}", 4) == 1541);
  CHECK(numberOf("{\"w\":3}", 4) == 1541);
  CHECK(numberOf("{\"w", 4) == 1541);
  CHECK(numberOf("[]", 4) == 1541);
  CHECK(numberOf("{} x", 4) == 1541);
  CHECK(numberOf("", 4) == 1541);
  CHECK(numberOf("{\"\\ud800\":{}}", 4) == 1541);
  const char *one = TENSOR("U8", "[1]", "[0,1]");
  char twice[512];
  snprintf(twice, sizeof twice, "%.*s,%s", (int)strlen(one) - 1, one, one + 1);
  CHECK(numberOf(twice, 1) == 1542);
}

static void refusesDeepNesting(void) {
  enum { depth = 300000 };
  char *header = malloc(depth + 64), *bytes = malloc(depth + 128);
  strcpy(header, "{\"__metadata__\":");
  memset(header + 16, '[', depth);
  header[16 + depth] = 0;
  TcSafetensors *file;
  TcStatus status =
      tcSafetensorsFromMemory(bytes, build(bytes, header, 0), &file);
  CHECK(tcStatusNumber(status) == 1541);
  tcStatusFree(status);
  free(header);
  free(bytes);
}

/// Reads mutations of a good file at the end of mapped memory.
static void survivesAnything(void) {
  TcHeap *heap = tcHeapCreate(TC_HEAP_GUARD);
  void *turn = tcHeapAlloc(heap, 1, 1); // the next block is at the back
  char original[1024];
  size_t full = build(original, good, 32);
  unsigned seed = 12345, accepted = 0;
  for (int round = 0; round < 10000; ++round) {
    size_t size = full;
    seed = seed * 1664525u + 1013904223u;
    if (round % 4 == 0)
      size = seed / 7 % (full + 1);
    char *bytes = tcHeapAlloc(heap, size ? size : 1, 1);
    memcpy(bytes, original, size);
    for (unsigned i = 0; i < seed % 4 && size; ++i) {
      seed = seed * 1664525u + 1013904223u;
      static const char likely[] = "{}[]\",:0123456789\\u-";
      bytes[seed / 64 % size] =
          seed & 32 ? (char)(seed >> 24) : likely[(seed >> 20) % 20];
    }
    TcSafetensors *file;
    TcStatus status = tcSafetensorsFromMemory(bytes, size, &file);
    accepted += !status;
    for (size_t i = 0; file && i < tcSafetensorsCount(file); ++i) {
      TcTensor t = tcSafetensorsTensor(file, i);
      int64_t n = tcTensorDenseBytes(&t);
      for (int64_t k = 0; k < n; ++k)
        ((volatile char *)t.data)[k];
    }
    tcStatusFree(status);
    tcSafetensorsFree(file);
    tcHeapFree(heap, bytes);
    tcHeapFree(heap, tcHeapAlloc(heap, 1, 1));
  }
  CHECK(accepted > 500 && accepted < 9500);
  tcHeapFree(heap, turn);
  tcHeapDestroy(heap);
}

static void readsFromDisk(void) {
  char path[] = "/tmp/tc-safetensors-XXXXXX", bytes[1024];
  int fd = mkstemp(path);
  size_t size = build(bytes, good, 32);
  CHECK(write(fd, bytes, size) == (ssize_t)size);
  TcSafetensors *file;
  CHECK(!tcSafetensorsOpen(path, &file));
  CHECK(tcSafetensorsCount(file) == 3);
  tcSafetensorsFree(file);
  CHECK(!ftruncate(fd, (off_t)size - 1));
  TcStatus status = tcSafetensorsOpen(path, &file);
  CHECK(tcStatusNumber(status) == 1540 &&
        strstr(tcStatusMessage(status), path));
  tcStatusFree(status);
  CHECK(!ftruncate(fd, 0));
  status = tcSafetensorsOpen(path, &file);
  CHECK(tcStatusNumber(status) == 1540);
  tcStatusFree(status);
  close(fd);
  unlink(path);
  status = tcSafetensorsOpen(path, &file);
  CHECK(tcStatusNumber(status) == 2540 && !file);
  tcStatusFree(status);
  status = tcSafetensorsOpen("/tmp", &file);
  CHECK(tcStatusNumber(status) == 2540 && !file);
  tcStatusFree(status);
}

int main(void) {
  readsGoodFiles();
  alignsWeights();
  refusesBadFiles();
  refusesDeepNesting();
  survivesAnything();
  readsFromDisk();
  return checkReport();
}
