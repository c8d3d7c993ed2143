// Launches as tc-run writes them to a pipe: numbers of this machine.
//
//   symbols: u32 count, then each: u32 length, the name
//   records: u32 section, u32 launch, u32 symbols, i64 each, u32 buffers, then
//            each: u64 bytes, the bytes
//
// Two records per launch: what it reads, then what it wrote.
#ifndef TC_DRIVER_JUDGE_STREAM_H
#define TC_DRIVER_JUDGE_STREAM_H

#include "support/arena.h"
#include "support/status.h"

#include <stdio.h>

enum { TC_ERROR_JUDGE_STREAM = 1736 };

typedef struct TcLaunchStream {
  FILE *file;
} TcLaunchStream;

typedef struct TcLaunchBytes {
  uint64_t size, capacity;
  char *data;
} TcLaunchBytes;

typedef struct TcLaunchRead {
  uint32_t section, launch, numSymbols, numBuffers, capacity;
  int64_t symbols[256];
  TcLaunchBytes *buffers; // memory is kept from record to record
} TcLaunchRead;

TcStatus tcLaunchStreamSymbols(TcLaunchStream *stream, TcArena *arena,
                               uint32_t *n, char ***names) TC_MUST_USE;
/// `end`: there is no further record.
TcStatus tcLaunchStreamRead(TcLaunchStream *stream, TcLaunchRead *record,
                            bool *end) TC_MUST_USE;
void tcLaunchReadFree(TcLaunchRead *record);

#endif // TC_DRIVER_JUDGE_STREAM_H
