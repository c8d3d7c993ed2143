// Copies of boxes of tensors and images into shared memory, as the copy engine
// of a GPU makes them (threads.c).
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A tensor map: address, bytes of an element, rank; of each dimension its
// extent, stride in bytes and side of a box. Rows of a box have 128 bytes,
// whose eight chunks are swizzled by the row's number, in boxes that begin at
// multiples of 1024.
enum { RANK = 5, HEAD = 3, EACH = 3, ROW_BYTES = 128 };

static void checkTensor(const int64_t *map, uint32_t offset) {
  const int64_t *dims = map + HEAD;
  bool fits = map[0] % 16 == 0 && dims[2] * map[1] == ROW_BYTES &&
              dims[1] == map[1] && offset % 1024 == 0 && map[2] <= RANK;
  for (int64_t d = 0; fits && d < map[2]; ++d)
    fits = dims[EACH * d] > 0 && dims[EACH * d + 2] <= 256 &&
           (!d || (dims[EACH * d + 1] > 0 && dims[EACH * d + 1] % 16 == 0));
  if (fits)
    return;
  fprintf(stderr, "emulate: no tensor map, or no box, can be like this\n");
  abort();
}

// Where the element of number `i` of a box lies, or NULL.
static const char *elementOf(const int64_t *map, const int32_t *at, int64_t i) {
  const char *from = (const char *)map[0];
  for (int64_t d = 0; d < map[2]; ++d) {
    const int64_t *dim = map + HEAD + EACH * d;
    int64_t x = at[d] + i % dim[2];
    if (x < 0 || x >= dim[0])
      return NULL;
    from += x * dim[1];
    i /= dim[2];
  }
  return from;
}

// Writes an element (NULL: 0) of a box at `offset` to its swizzled place.
static void placeElement(uint32_t offset, int64_t i, int64_t each,
                         const char *from) {
  int64_t place = i * each;
  place ^= (place >> 7 & 7) << 4;
  char *box = tcEmulateHere->shared + offset + place;
  if (from)
    memcpy(box, from, (size_t)each);
  else
    memset(box, 0, (size_t)each);
}

void tcEmulateTensorCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                         int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                         int32_t x4) {
  const int32_t at[RANK] = {x0, x1, x2, x3, x4};
  uint32_t offset = to - (uint32_t)(uintptr_t)tcEmulateHere->shared;
  int64_t elements = 1, each = map[1];
  checkTensor(map, offset);
  for (int64_t d = 0; d < map[2]; ++d)
    elements *= map[HEAD + EACH * d + 2];
  for (int64_t i = 0; i < elements; ++i)
    placeElement(offset, i, each, elementOf(map, at, i));
  tcEmulatePhasesAt(barrier)->bytes -= elements * each;
  tcEmulateCompleteIf(tcEmulatePhasesAt(barrier));
}

// Behind the dimensions of an image's map (channels, space, images): pixels of
// a copy; of each dimension of space where its first pixel is, how much further
// than the extent - 1 its last one may be, and the distance of two.
typedef struct ImageSpace {
  int64_t lower, upper, step;
} ImageSpace;

static const ImageSpace *spaceOf(const int64_t *map) {
  return (const ImageSpace *)(map + HEAD + EACH * map[2] + 1);
}

static int64_t pixelsOf(const int64_t *map) {
  return map[HEAD + EACH * map[2]];
}

static int64_t extentOf(const int64_t *map, int64_t d) {
  return map[HEAD + EACH * d];
}

static void checkImage(const int64_t *map, const int64_t *at,
                       const int32_t *offsets) {
  static const int64_t most[] = {0, 1 << 15, 1 << 7, 1 << 4}; // of corners
  int64_t n = map[2] - 2;
  bool fits = n >= 1 && n <= 3 && pixelsOf(map) >= 1 && pixelsOf(map) <= 1024 &&
              at[0] + map[HEAD + 2] <= extentOf(map, 0);
  for (int64_t d = 0; fits && d < n; ++d) {
    const ImageSpace *s = &spaceOf(map)[d];
    int64_t last = extentOf(map, d + 1) - 1 + s->upper;
    fits = s->step >= 1 && s->step <= 8 && s->lower >= -most[n] &&
           s->lower < most[n] && s->upper >= -most[n] && s->upper < most[n] &&
           offsets[d] >= 0 && offsets[d] < 2 * most[n] &&
           at[d + 1] >= s->lower && at[d + 1] <= last;
  }
  if (fits)
    return;
  fprintf(stderr, "emulate: no map of images, or no copy, can be like this\n");
  abort();
}

// Where the first channel of a pixel's window lies at these offsets, or NULL.
static const char *pixelOf(const int64_t *map, const int64_t *at,
                           const int32_t *offsets) {
  const char *from = (const char *)map[0];
  for (int64_t d = 0; d < map[2]; ++d) {
    bool isSpace = d > 0 && d < map[2] - 1;
    int64_t x = at[d] + (isSpace ? offsets[d - 1] : 0);
    if (x < 0 || x >= extentOf(map, d))
      return NULL;
    from += x * map[HEAD + EACH * d + 1];
  }
  return from;
}

// To the next pixel: of this row, else of the next one, else of the next image.
static void nextPixel(const int64_t *map, int64_t *at) {
  for (int64_t d = 1; d < map[2] - 1; ++d) {
    const ImageSpace *s = &spaceOf(map)[d - 1];
    at[d] += s->step;
    if (at[d] <= extentOf(map, d) - 1 + s->upper)
      return;
    at[d] = s->lower;
  }
  ++at[map[2] - 1];
}

void tcEmulateImageCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                        int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                        int32_t x4, int32_t o0, int32_t o1, int32_t o2) {
  int64_t at[RANK] = {x0, x1, x2, x3, x4};
  const int32_t offsets[] = {o0, o1, o2};
  uint32_t offset = to - (uint32_t)(uintptr_t)tcEmulateHere->shared;
  int64_t each = map[1], channels = map[HEAD + 2], i = 0;
  checkTensor(map, offset);
  checkImage(map, at, offsets);
  for (int64_t p = 0; p < pixelsOf(map); ++p, nextPixel(map, at)) {
    const char *from = pixelOf(map, at, offsets);
    for (int64_t c = 0; c < channels; ++c, ++i)
      placeElement(offset, i, each, from ? from + c * each : NULL);
  }
  tcEmulatePhasesAt(barrier)->bytes -= i * each;
  tcEmulateCompleteIf(tcEmulatePhasesAt(barrier));
}
