//===- safetensors.c - Reading .safetensors files -----------------*- C -*-===//
//
// The file: a 64-bit length, that many bytes of JSON ({"name": {"dtype": "F32",
// "shape": [2, 3], "data_offsets": [0, 24]}, ...}), and the data, in which the
// offsets are. https://github.com/huggingface/safetensors#format
//
//===----------------------------------------------------------------------===//

#include "tc/safetensors.h"
#include "runtime/errors.h"
#include "runtime/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Entry {
  char *name;
  int64_t sizes[TC_MAX_RANK];
  int64_t begin, end; // in the data
  uint8_t dtype, rank;
  void *copy; // that was given out, where the data are not aligned
} Entry;

struct TcSafetensors {
  char *map; // of the whole file; NULL if it is the caller's memory
  size_t size;
  char *data;
  int64_t dataSize;
  Entry *entries; // in order of name
  size_t count, capacity;
};

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

static TcDType dtypeFrom(const char *text) {
  static const struct {
    const char *name;
    TcDType dtype;
  } names[] = {{"F32", TC_DTYPE_F32},
               {"F64", TC_DTYPE_F64},
               {"BF16", TC_DTYPE_BF16},
               {"F16", TC_DTYPE_F16},
               {"I64", TC_DTYPE_I64},
               {"I32", TC_DTYPE_I32},
               {"I16", TC_DTYPE_I16},
               {"I8", TC_DTYPE_I8},
               {"U8", TC_DTYPE_U8},
               {"BOOL", TC_DTYPE_BOOL},
               {"F8_E4M3", TC_DTYPE_F8E4M3FN},
               {"F8_E5M2", TC_DTYPE_F8E5M2},
               {"C64", TC_DTYPE_COMPLEX64},
               {"U16", TC_DTYPE_U16},
               {"U32", TC_DTYPE_U32},
               {"U64", TC_DTYPE_U64}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (!strcmp(text, names[i].name))
      return names[i].dtype;
  return TC_DTYPE_INVALID;
}

static bool readDType(TcJson *json, Entry *entry) {
  char text[16];
  if (!tcJsonString(json, text, sizeof text))
    return false;
  entry->dtype = (uint8_t)dtypeFrom(text);
  return entry->dtype || tcJsonFail(json, "a known dtype");
}

static bool readShape(TcJson *json, Entry *entry) {
  if (!tcJsonExpect(json, '[', "a shape"))
    return false;
  entry->rank = 0;
  if (tcJsonTake(json, ']'))
    return true;
  do {
    if (entry->rank == TC_MAX_RANK)
      return tcJsonFail(json, "at most 16 dimensions");
    if (!tcJsonInteger(json, &entry->sizes[entry->rank++]))
      return false;
  } while (tcJsonTake(json, ','));
  return tcJsonExpect(json, ']', "the end of a shape");
}

static bool readOffsets(TcJson *json, Entry *entry) {
  return tcJsonExpect(json, '[', "two offsets") &&
         tcJsonInteger(json, &entry->begin) &&
         tcJsonExpect(json, ',', "two offsets") &&
         tcJsonInteger(json, &entry->end) &&
         tcJsonExpect(json, ']', "two offsets");
}

/// The object after a tensor's name.
static bool readTensor(TcJson *json, Entry *entry) {
  enum { haveDType = 1, haveShape = 2, haveOffsets = 4 };
  int have = 0;
  if (!tcJsonExpect(json, '{', "a tensor"))
    return false;
  do {
    char key[16];
    if (!tcJsonString(json, key, sizeof key) ||
        !tcJsonExpect(json, ':', "a ':'"))
      return false;
    int field = !strcmp(key, "dtype")          ? haveDType
                : !strcmp(key, "shape")        ? haveShape
                : !strcmp(key, "data_offsets") ? haveOffsets
                                               : 0;
    if (!field || have & field)
      return tcJsonFail(json, "dtype, shape and data_offsets, once each");
    have |= field;
    if (!(field == haveDType   ? readDType(json, entry)
          : field == haveShape ? readShape(json, entry)
                               : readOffsets(json, entry)))
      return false;
  } while (tcJsonTake(json, ','));
  if (have != (haveDType | haveShape | haveOffsets))
    return tcJsonFail(json, "dtype, shape and data_offsets");
  return tcJsonExpect(json, '}', "the end of a tensor");
}

static Entry *addEntry(TcSafetensors *file) {
  if (file->count == file->capacity) {
    size_t capacity = file->capacity ? 2 * file->capacity : 64;
    Entry *entries = realloc(file->entries, capacity * sizeof *entries);
    if (!entries)
      return NULL;
    file->entries = entries;
    file->capacity = capacity;
  }
  Entry *entry = &file->entries[file->count++];
  *entry = (Entry){0};
  return entry;
}

static bool readMember(TcSafetensors *file, TcJson *json, char *text,
                       size_t capacity) {
  if (!tcJsonString(json, text, capacity) || !tcJsonExpect(json, ':', "a ':'"))
    return false;
  if (!strcmp(text, "__metadata__"))
    return tcJsonSkip(json);
  Entry *entry = addEntry(file);
  if (!entry || !(entry->name = strdup(text)))
    return tcJsonFail(json, "enough memory");
  return readTensor(json, entry);
}

static TcStatus readHeader(TcSafetensors *file, const char *text, size_t size) {
  TcJson json = tcJsonMake(text, size);
  char *name = malloc(size + 1);
  if (!name)
    return tcStatusMake(TC_ERROR_RUNTIME_NO_MEMORY,
                        "no memory for a header of %zu bytes", size);
  bool good = tcJsonExpect(&json, '{', "a '{'");
  if (good && !tcJsonTake(&json, '}')) {
    do
      good = readMember(file, &json, name, size + 1);
    while (good && tcJsonTake(&json, ','));
    good = good && tcJsonExpect(&json, '}', "a ',' or a '}'");
  }
  if (good && !tcJsonAtEnd(&json))
    good = tcJsonFail(&json, "nothing more");
  free(name);
  if (good)
    return TC_OK;
  return tcStatusMake(TC_ERROR_SAFETENSORS_HEADER,
                      "its header is malformed at byte %td: expected %s",
                      json.at - json.begin, json.error);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static TcStatus checkEntry(const TcSafetensors *file, const Entry *entry) {
  TcTensor tensor = {.sizes = (int64_t *)(uintptr_t)entry->sizes,
                     .dtype = entry->dtype,
                     .rank = entry->rank};
  if (entry->begin > entry->end || entry->end > file->dataSize)
    return tcStatusMake(TC_ERROR_SAFETENSORS_TRUNCATED,
                        "tensor %s lies at %" PRId64 "..%" PRId64 " of %" PRId64
                        " bytes: the file is cut short",
                        entry->name, entry->begin, entry->end, file->dataSize);
  int64_t bytes = tcTensorDenseBytes(&tensor);
  if (bytes != entry->end - entry->begin)
    return tcStatusMake(TC_ERROR_SAFETENSORS_TENSOR,
                        "tensor %s has %" PRId64
                        " bytes of data, its dtype and shape need %" PRId64,
                        entry->name, entry->end - entry->begin, bytes);
  return TC_OK;
}

static int compareEntries(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static TcStatus checkEntries(TcSafetensors *file) {
  if (file->count)
    qsort(file->entries, file->count, sizeof *file->entries, compareEntries);
  for (size_t i = 0; i < file->count; ++i) {
    TC_RETURN_IF_ERROR(checkEntry(file, &file->entries[i]));
    if (i && !compareEntries(&file->entries[i - 1], &file->entries[i]))
      return tcStatusMake(TC_ERROR_SAFETENSORS_TENSOR,
                          "tensor %s is there twice", file->entries[i].name);
  }
  return TC_OK;
}

static TcStatus readFile(TcSafetensors *file, char *bytes, size_t size) {
  uint64_t header = 0;
  for (unsigned i = 0; i < 8 && i < size; ++i)
    header |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
  if (size < 8 || header > size - 8)
    return tcStatusMake(TC_ERROR_SAFETENSORS_TRUNCATED,
                        "a header of %" PRIu64 " bytes in a file of %zu: it "
                        "is cut short, or no .safetensors file",
                        header, size);
  file->data = bytes + 8 + header;
  file->dataSize = (int64_t)(size - 8 - header);
  TC_RETURN_IF_ERROR(readHeader(file, bytes + 8, header));
  return checkEntries(file);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TcStatus tcSafetensorsFromMemory(const void *data, size_t size,
                                 TcSafetensors **result) {
  *result = NULL;
  TcSafetensors *file = calloc(1, sizeof *file);
  if (!file)
    return tcStatusMake(TC_ERROR_RUNTIME_NO_MEMORY, "no memory for a file");
  TcStatus status = readFile(file, (char *)(uintptr_t)data, size);
  if (status)
    tcSafetensorsFree(file);
  else
    *result = file;
  return status;
}

/// Private, so that a program may write to its mutable weights.
static TcStatus mapFile(const char *path, char **map, size_t *size) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool good = fd >= 0 && !fstat(fd, &info);
  if (good && !S_ISREG(info.st_mode)) {
    errno = EISDIR;
    good = false;
  }
  *map = MAP_FAILED;
  *size = good ? (size_t)info.st_size : 0;
  if (good && *size)
    *map = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  int why = errno;
  if (fd >= 0)
    close(fd);
  if (*map != MAP_FAILED)
    return TC_OK;
  if (good && !*size)
    return tcStatusMake(TC_ERROR_SAFETENSORS_TRUNCATED, "%s: is empty", path);
  return tcStatusMake(TC_ERROR_SAFETENSORS_OPEN, "cannot read %s: %s", path,
                      strerror(why));
}

TcStatus tcSafetensorsOpen(const char *path, TcSafetensors **file) {
  char *map;
  size_t size;
  *file = NULL;
  TC_RETURN_IF_ERROR(mapFile(path, &map, &size));
  TcStatus status = tcSafetensorsFromMemory(map, size, file);
  if (status) {
    munmap(map, size);
    return tcStatusAnnotate(status, "%s", path);
  }
  (*file)->map = map;
  (*file)->size = size;
  return TC_OK;
}

void tcSafetensorsFree(TcSafetensors *file) {
  if (!file)
    return;
  for (size_t i = 0; i < file->count; ++i) {
    free(file->entries[i].name);
    free(file->entries[i].copy);
  }
  free(file->entries);
  if (file->map)
    munmap(file->map, file->size);
  free(file);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static TcTensor tensorOf(const TcSafetensors *file, Entry *entry) {
  return (TcTensor){.data = file->data + entry->begin,
                    .sizes = entry->sizes,
                    .dtype = entry->dtype,
                    .rank = entry->rank};
}

size_t tcSafetensorsCount(const TcSafetensors *file) { return file->count; }

TcTensor tcSafetensorsTensor(const TcSafetensors *file, size_t index) {
  return index < file->count ? tensorOf(file, &file->entries[index])
                             : (TcTensor){0};
}

const char *tcSafetensorsName(const TcSafetensors *file, size_t index) {
  return index < file->count ? file->entries[index].name : NULL;
}

static Entry *findEntry(const TcSafetensors *file, const char *name) {
  Entry key = {.name = (char *)(uintptr_t)name};
  return file->count ? bsearch(&key, file->entries, file->count, sizeof key,
                               compareEntries)
                     : NULL;
}

bool tcSafetensorsFind(const TcSafetensors *file, const char *name,
                       TcTensor *tensor) {
  Entry *entry = findEntry(file, name);
  if (entry)
    *tensor = tensorOf(file, entry);
  return entry != NULL;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Files need not align anything: such tensors are given out as copies.
static TcStatus alignData(Entry *entry, TcTensor *tensor) {
  size_t element = tcDTypeSize(entry->dtype);
  size_t bytes = (size_t)(entry->end - entry->begin);
  if ((size_t)tensor->data % (element < 8 ? element : 8) == 0)
    return TC_OK;
  if (!entry->copy) {
    entry->copy = malloc(bytes + 1);
    if (!entry->copy)
      return tcStatusMake(TC_ERROR_RUNTIME_NO_MEMORY,
                          "no memory for %zu bytes of weight %s", bytes,
                          entry->name);
    memcpy(entry->copy, tensor->data, bytes);
  }
  tensor->data = entry->copy;
  return TC_OK;
}

static TcStatus findWeight(void *context, const char *name, TcTensor *tensor) {
  const TcSafetensors *file = context;
  Entry *entry = findEntry(file, name);
  if (!entry)
    return tcStatusMake(TC_ERROR_WEIGHT_MISSING,
                        "weight %s is not in the file, which has %zu others",
                        name, file->count);
  TcTensor found = tensorOf(file, entry);
  memcpy(tensor->sizes, found.sizes, found.rank * sizeof *found.sizes);
  found.sizes = tensor->sizes;
  *tensor = found;
  return alignData(entry, tensor);
}

/// Frees the copy; or, of the file, gives the pages back that lie inside the
/// tensor: they can be read again.
static void releaseWeight(void *context, const char *name,
                          const TcTensor *tensor) {
  const TcSafetensors *file = context;
  Entry *entry = findEntry(file, name);
  if (entry && entry->copy && entry->copy == tensor->data) {
    free(entry->copy);
    entry->copy = NULL;
    return;
  }
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t begin = ((size_t)tensor->data + page - 1) / page * page;
  size_t end = (size_t)tensor->data + (size_t)tcTensorDenseBytes(tensor);
  end = end / page * page;
  if (file->map && begin < end)
    madvise((void *)begin, end - begin, MADV_DONTNEED);
}

TcWeightSource tcSafetensorsSource(TcSafetensors *file) {
  return (TcWeightSource){
      .context = file, .find = findWeight, .release = releaseWeight};
}
